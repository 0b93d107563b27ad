"""Argument maps labelled: what ``foam label`` gives. Nothing is written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from foam_graph.app.session import Session
from foam_graph.errors import UsageError
from foam_graph.exchange.maps.aif import AifGraph
from foam_graph.exchange.maps.labels import labels_of
from foam_graph.exchange.maps.map_import import KIND, imported_map
from foam_graph.exchange.maps.map_reading import read_map
from foam_graph.model.kinds import LABELS


def label_map(session: Session, what: str) -> dict[str, Any]:
    """The grounded labelling of an argument map.

    Args:
        session: The session; a file needs no database.
        what: Id of an imported map, or its beginning; or a file.

    Returns:
        ``{"map", "counts", "nodes": [{"id", "type", "label", "text"}]}``, nodes in the map's order.

    Raises:
        UnknownId: No such map.
        UsageError: The chain is no imported map.
        DataFileError: The file cannot be read.
    """
    name, graph = (what, read_map(Path(what)).graph) if _is_file(what) else _imported(session, what)
    labels = labels_of(graph)
    rows = [
        {"id": node.id, "type": node.type, "label": labels[node.id], "text": node.text}
        for node in graph.nodes
        if node.id in labels
    ]
    counts = {label: sum(row["label"] == label for row in rows) for label in LABELS}
    return {"map": name, "counts": counts, "nodes": rows}


def _is_file(what: str) -> bool:
    try:
        return Path(what).is_file()
    except OSError:  # a name that is too long for one
        return False


def _imported(session: Session, prefix: str) -> tuple[str, AifGraph]:
    chain = str(session.store.find(prefix, ("Run",))["id"])
    graph = session.store.subgraph(chain)
    if graph[chain]["kind"] != KIND:
        told = f"{chain} is of kind {graph[chain]['kind']}, not an imported map"
        raise UsageError(told, "A position is labelled when it is made; see `foam show`.")
    return chain, imported_map(graph)
