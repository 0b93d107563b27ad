"""Constraints and indexes, generated from the model tables (decision 0007)."""

from __future__ import annotations

from foam_graph.model.edges import EDGE_KINDS


def constraint_statements() -> tuple[str, ...]:
    """Cypher that creates every constraint and index; running it again changes nothing.

    One generic label carries the unique id, so that an edge finds any endpoint by one index. Every composite index
    needs a predicate on each of its properties to be used.
    """
    fixed = (
        "CREATE CONSTRAINT artifact_id IF NOT EXISTS FOR (n:Artifact) REQUIRE n.id IS UNIQUE",
        "CREATE CONSTRAINT activity_id IF NOT EXISTS FOR (a:Activity) REQUIRE a.id IS UNIQUE",
        "CREATE CONSTRAINT activity_place IF NOT EXISTS FOR (a:Activity) REQUIRE (a.run, a.seq) IS UNIQUE",
        "CREATE INDEX artifact_place IF NOT EXISTS FOR (n:Artifact) ON (n.run, n.seq)",
        "CREATE INDEX sentence_key IF NOT EXISTS FOR (n:EvidenceSentence) ON (n.sentence_id)",
    )
    places = tuple(
        f"CREATE INDEX edge_{kind.type.lower()} IF NOT EXISTS FOR ()-[e:{kind.type}]-() ON (e.run, e.seq)"
        for kind in EDGE_KINDS
    )
    return fixed + places
