"""The answer of a deliberation: what was computed, in words that are checked, read again, and certified."""
