"""A debate that is held: who speaks when, and the loop that drafts, judges, mends and speaks, step by step over the store."""
