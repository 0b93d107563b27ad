"""Loaders of outside collections and systems, one short file each, written against the public root alone.

Each module has ``load(foam, path, …)``, which reads what lies at a path and gives back a report. What is documented here is
what ``foam loaders`` prints. Another package adds its own through the entry-point group ``foam_graph.loaders``; see
docs/how-to/write-a-loader.md.
"""
