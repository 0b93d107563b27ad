"""Shipped data: cypher files, read with importlib.resources."""
