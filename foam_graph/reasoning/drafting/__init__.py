"""Phases 1 to 4: stakeholders, plans, structure, and claims bound to evidence."""
