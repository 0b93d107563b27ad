"""Rows sealed into a chain and checked again; pure, so that a journal is held to the same rules."""
