"""Figures of several documents: sums, formulas, limits and elapsed time."""
