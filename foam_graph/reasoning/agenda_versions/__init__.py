"""A new version of an agenda after a person's ruling: what changes, what leaves with it, and how that is undone."""
