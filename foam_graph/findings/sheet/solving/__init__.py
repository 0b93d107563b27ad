"""Arithmetic that a few sentences state together: what is given, what is said to come of it, and whether it does."""
