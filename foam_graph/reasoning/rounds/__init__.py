"""Rounds of criticism over whole cases: critics, owners, raters, and the weighing of opposed outcomes."""
