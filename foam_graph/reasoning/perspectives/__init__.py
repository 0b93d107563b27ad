"""Perspectives: the library, their constraints and the space of values they argue in."""
