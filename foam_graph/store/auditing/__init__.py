"""Auditors' own Cypher behind its gate."""
