"""Typed calculations and rule applications: stated by whoever argues, recomputed and checked by the program."""
