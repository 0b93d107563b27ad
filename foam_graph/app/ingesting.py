"""Corpora of millions: read in partitions by several workers, imported into Neo4j in bulk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from foam_graph.app.result import Result
from foam_graph.app.session import Session
from foam_graph.bulk.ingesting import SIZE, Ingested, Plan
from foam_graph.bulk.ingesting import ingest as read
from foam_graph.store.server.bulk_import import check_importable, import_full

Bytes = Callable[[int, int], None]
"""Told how many bytes of how many are read."""


@dataclass(frozen=True)
class Ingestion(Ingested, Result):
    """What an ingest came to, and how its files come into Neo4j.

    Attributes:
        command: How Neo4j imports them.
        imported: Whether it did.
    """

    command: str
    imported: bool


def ingest(
    session: Session, paths: Sequence[Path | str], plan: Plan, importing: bool = False, on_bytes: Bytes | None = None
) -> Ingestion:
    """Reads files into a new corpus and writes what Neo4j imports in bulk; imports it where that is asked for.

    Args:
        session: The settings; no server needs to run.
        paths: Files and folders.
        plan: How.
        importing: Whether to make the managed server's database from the files.
        on_bytes: Told of progress in bytes.

    Raises:
        CorpusError: Nothing could be read, or the corpus is there already.
        UsageError: A folder, number or runner that cannot be used.
        EnvironmentFault: A missing extra, a full disk, workers that die again and again.
        ServerFault: There is a database already; nothing was read.
        StoreFault: Neo4j refused the files.
    """
    if importing:
        check_importable(session.settings)

    def step(name: str, done: int, of: int) -> None:
        session.progress(f"{name} {done:,} of {of:,} documents" if name == "writing" else name)
        if on_bytes and name == "reading":
            on_bytes(done, of)

    ingested = read(session.settings, paths, plan, step)
    if importing:
        session.progress("importing into Neo4j")
        import_full(session.settings, Path(ingested.arguments))
    command = f"neo4j-admin database import full neo4j @{ingested.arguments}"
    return Ingestion(**vars(ingested), command=command, imported=importing)


__all__ = ["SIZE", "Ingestion", "Plan", "ingest"]
