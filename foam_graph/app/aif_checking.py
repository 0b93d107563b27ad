"""AIF and Argdown documents, ours and others': what ``foam aif`` gives."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from foam_graph.errors import FoamError, UsageError
from foam_graph.exchange.maps.aif import AifGraph, aif_json
from foam_graph.exchange.maps.aif_equality import equal_up_to_ids
from foam_graph.exchange.maps.map_reading import read_map


def read_files(files: Sequence[Path]) -> list[tuple[dict[str, Any], AifGraph | None]]:
    """Reads files one by one; a file that cannot be read stops no other.

    Returns:
        Per file its graph, None where it cannot be read, and a row: ``path``, ``ok``, ``format``, ``nodes`` by type, ``edges``,
        ``schemes`` by name; where it could not be read, ``error`` as ``FoamError.as_json`` gives it.
    """
    return [_read(file) for file in files]


def _read(file: Path) -> tuple[dict[str, Any], AifGraph | None]:
    row: dict[str, Any] = {"path": str(file), "ok": False, "format": "", "nodes": {}, "edges": 0, "schemes": {}}
    try:
        found = read_map(file)
    except FoamError as fault:
        return {**row, "error": fault.as_json()}, None
    graph = found.graph
    schemes: dict[str, int] = {}
    for node in graph.nodes:
        if node.scheme:
            schemes[node.scheme] = schemes.get(node.scheme, 0) + 1
    told = {
        "ok": True,
        "format": found.format,
        "nodes": graph.counts(),
        "edges": len(graph.edges),
        "schemes": dict(sorted(schemes.items())),
    }
    return {**row, **told}, graph


def check_files(files: Sequence[Path], compare: bool = False) -> dict[str, Any]:
    """Reads files, and compares them if asked to.

    Args:
        files: The files.
        compare: Say whether each is the same as the first, up to ids.

    Returns:
        ``{"files": rows, "equal": ...}``; ``equal`` is None where nothing was compared, or a file could not be read.

    Raises:
        UsageError: One file is to be compared with nothing.
    """
    if compare and len(files) < 2:
        raise UsageError("--compare needs two files", "Name another file.")
    found = read_files(files)
    graphs = [graph for _, graph in found if graph is not None]
    equal = None
    if compare and len(graphs) == len(files):
        equal = all(equal_up_to_ids(graphs[0], other) for other in graphs[1:])
    return {"files": [row for row, _ in found], "equal": equal}


def rewritten(file: Path) -> str:
    """A file as we write AIF; Argdown becomes AIF.

    Raises:
        DataFileError: It is neither AIF nor Argdown.
    """
    return aif_json(read_map(file).graph)


def exit_code(found: dict[str, Any]) -> int:
    """2 where a file cannot be read, 1 where the files differ, else 0."""
    if not all(row["ok"] for row in found["files"]):
        return 2
    return int(found["equal"] is False)
