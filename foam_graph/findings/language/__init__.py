"""One sentence: its words, figures, dates, polarity, scope, clauses and measures."""
