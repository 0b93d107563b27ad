"""Argument maps of others into the graph: read and checked all of them, then written, each by one activity."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from foam_graph.app.session import Session
from foam_graph.errors import UsageError
from foam_graph.exchange.maps.aif import AifGraph
from foam_graph.exchange.maps.map_import import Origin, import_delta
from foam_graph.exchange.maps.map_reading import read_map
from foam_graph.model.validation import check


def import_files(session: Session, files: Sequence[Path], by: str = "") -> list[dict[str, Any]]:
    """Imports argument maps; a map whose bytes are there already is not written again.

    Args:
        session: The session.
        files: AIF, Argdown, or what Argdown exports as JSON.
        by: Person who imports them; empty = the installation does.

    Returns:
        For each file ``{"path", "chain", "format", "sha256", "new", "nodes", "edges"}``; ``nodes`` counts by type of AIF.

    Raises:
        DataFileError: A file cannot be read, or is none of these. Nothing was written of any.
        UsageError: A map is too large, or its node cannot be kept. Nothing was written of any.
        StoreUnreachable: Neo4j does not answer; maps that were acknowledged before are whole.
    """
    if not files:
        raise UsageError("no file was given", "Name an argument map.")
    read = [(file, *_read(file)) for file in files]
    found: list[dict[str, Any]] = []
    written: set[str] = set()
    prepared = [import_delta(graph, origin, session.store.operator, by) for _, origin, graph in read]
    for draft, delta in prepared:
        check(draft, delta)
    there = {row["id"] for row in session.store.ask("labels_of", ids=[origin.chain for _, origin, _ in read])}
    for (file, origin, graph), (draft, delta) in zip(read, prepared, strict=True):
        new = origin.chain not in there | written
        if new:
            session.progress(f"writing {origin.name}")
            session.store.commit(draft, delta)
            written.add(origin.chain)
        told = {"path": str(file), "chain": origin.chain, "format": origin.format, "sha256": origin.sha256}
        found.append({**told, "new": new, "nodes": graph.counts(), "edges": len(graph.edges)})
    return found


def _read(file: Path) -> tuple[Origin, AifGraph]:
    found = read_map(file)
    # A name that is no UTF-8 cannot stand in the graph.
    name = file.name.encode("utf-8", "replace").decode()
    return Origin(name, found.format, found.sha256, found.bytes), found.graph
