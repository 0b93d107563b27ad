"""Whole arguments: who speaks, what is drafted, how it is written and shown."""
