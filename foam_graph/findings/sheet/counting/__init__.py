"""Stated arithmetic counted again: totals, lists, shares, changes, days."""
