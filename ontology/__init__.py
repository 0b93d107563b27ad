"""Shipped data: ontology files, read with importlib.resources."""
