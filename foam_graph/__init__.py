"""FOAM Graph: positions that can be challenged piece by piece, kept in one Neo4j graph."""

__version__ = "0.1.0"
