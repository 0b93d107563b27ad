"""Reading an argument map from a file, whichever of the formats that we read it is in."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from foam_graph.errors import DataFileError
from foam_graph.exchange.maps.aif import AifGraph
from foam_graph.exchange.maps.aif_reading import file_content, file_text, graph_of, parsed_json
from foam_graph.exchange.maps.argdown import argdown_graph
from foam_graph.exchange.maps.argdown_json import read_argdown_json
from foam_graph.exchange.maps.argdown_text import read_argdown

ARGDOWN = (".argdown", ".ad")
"""Endings of Argdown's files."""
MapFormat = Literal["aif", "argdown", "argdown-json"]
"""The formats that are read; the model's MAP_FORMATS are the same."""


@dataclass(frozen=True)
class ReadMap:
    """An argument map as it was read.

    Attributes:
        graph: The map.
        format: What it was read as.
        sha256: SHA-256 of the file, hex.
        bytes: Its size.
    """

    graph: AifGraph
    format: MapFormat
    sha256: str
    bytes: int


def read_map(path: Path) -> ReadMap:
    """The argument map of a file: AIF as JSON, Argdown, or what Argdown exports as JSON.

    Raises:
        DataFileError: It cannot be read, is none of these, or holds what its format does not allow.
    """
    content = file_content(path)
    name = str(path)
    format_, graph = _parsed(file_text(path, content), name, path.suffix.casefold() in ARGDOWN)
    return ReadMap(graph, format_, hashlib.sha256(content).hexdigest(), len(content))


def _parsed(text: str, name: str, argdown: bool) -> tuple[MapFormat, AifGraph]:
    if argdown:
        return "argdown", argdown_graph(read_argdown(text, name), name)
    root = parsed_json(text, name)
    if isinstance(root, dict) and {"arguments", "statements", "relations"} <= root.keys():
        return "argdown-json", argdown_graph(read_argdown_json(root, name), name)
    if isinstance(root, dict) and {"nodes", "edges"} <= root.keys():
        return "aif", graph_of(root, text, name)
    told = "is no argument map: AIF has nodes and edges, Argdown's export arguments, statements and relations"
    raise DataFileError(name, 0, told, "Give AIF as JSON, Argdown (.argdown, .ad), or Argdown's JSON.")
