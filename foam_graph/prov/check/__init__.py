"""PROV-CONSTRAINTS: uniqueness, order of events, typing, impossibilities."""
