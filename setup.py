"""Which packages the wheel holds: those that are found below foam_graph, and top-level folders that become part of it.

Found and mapped in one place, since ``packages.find`` of pyproject.toml beside a package-dir leaves mapped folders out of
the wheel without a word. ``tests/test_wheel.py`` compares a wheel with the tree.
"""

from __future__ import annotations

from setuptools import find_packages, setup

MAPPED = {
    "foam_graph.cypher": "cypher",
    "foam_graph.ontology": "ontology",
    "foam_graph.examples": "examples",
    "foam_graph.loaders": "loaders",
}
"""Package to the folder that becomes it. Each needs an ``__init__.py`` and its endings in package-data."""

setup(packages=[*find_packages(include=["foam_graph", "foam_graph.*"]), *MAPPED], package_dir=MAPPED)
