"""Reading AIF documents as AIFdb writes them: every fault names the file, its line and the node or edge."""

from __future__ import annotations

import errno
import json
from collections.abc import Callable, Mapping
from math import isfinite
from pathlib import Path
from typing import Any, NoReturn

from foam_graph.errors import DataFileError
from foam_graph.exchange.maps.aif import LEGAL, NODE_TYPES, AifEdge, AifGraph, AifNode, Locution
from foam_graph.files.bounded_reading import read_bounded

_NODE = frozenset({"nodeID", "text", "type", "timestamp", "scheme", "schemeID"})
_PARTS = ("nodes", "edges", "locutions")
MOST_BYTES = 256 * 2**20
"""Larger files are not read: a document is held in memory."""


def read_aif(path: Path) -> AifGraph:
    """The argument graph of a file.

    Raises:
        DataFileError: It cannot be read, is not AIF JSON, or holds a node or edge that AIF does not allow.
    """
    return parsed_aif(file_text(path, file_content(path)), str(path))


def file_content(path: Path) -> bytes:
    """The bytes of a file.

    Raises:
        DataFileError: It cannot be read, or is too large.
    """
    try:
        return read_bounded(path, MOST_BYTES)
    except OSError as fault:
        hint = "Split it into node sets." if fault.errno == errno.EFBIG else "Give a file that is there."
        raise DataFileError(str(path), 0, f"cannot be read: {fault.strerror}", hint) from None


def file_text(path: Path, content: bytes) -> str:
    """The text of a file's bytes.

    Raises:
        DataFileError: It is not UTF-8.
    """
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise DataFileError(str(path), 0, f"is not UTF-8: byte {fault.start}") from None


def parsed_aif(text: str, name: str = "AIF") -> AifGraph:
    """The argument graph of a text.

    Args:
        text: AIF JSON.
        name: What faults call it.

    Raises:
        DataFileError: It is not AIF JSON, or holds a node or edge that AIF does not allow.
    """
    return _Reader(text, name).graph(parsed_json(text, name))


def graph_of(root: Any, text: str, name: str) -> AifGraph:
    """The argument graph of a text that is parsed already; see ``parsed_aif``."""
    return _Reader(text, name).graph(root)


def parsed_json(text: str, name: str) -> Any:
    """A JSON value, held to what JSON allows.

    Raises:
        DataFileError: It is not JSON, has a number that is none, a member twice, or a lone surrogate.
    """

    def refuse(fault: str) -> NoReturn:
        raise DataFileError(name, 0, fault)

    def number(digits: str) -> float:
        value = float(digits)
        return value if isfinite(value) else refuse(f"holds the number {digits[:40]}, which is too large")

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            names = [name for name, _ in pairs]
            refuse(f"one object has {next(name for name in names if names.count(name) > 1)!r} twice")
        return found

    try:
        root = json.loads(
            text,
            parse_float=number,
            parse_constant=lambda constant: refuse(f"holds {constant}, which JSON does not have"),
            object_pairs_hook=members,
        )
        json.dumps(root, ensure_ascii=False).encode("utf-8")
    except json.JSONDecodeError as fault:
        raise DataFileError(name, fault.lineno, f"not JSON: {fault.msg}") from None
    except RecursionError:
        raise DataFileError(name, 0, "is nested too deeply") from None
    except UnicodeEncodeError as fault:
        # What is around it says where it is: the whole value was written as one text.
        near = str(fault.object)[max(0, fault.start - 60) : fault.start]
        raise DataFileError(name, 0, f"holds a lone surrogate, which is not text, after {near!r}") from None
    except ValueError as fault:  # an integer of too many digits
        raise DataFileError(name, 0, f"not JSON: {fault}") from None
    return root


class _Reader:
    def __init__(self, text: str, name: str) -> None:
        self._text = text
        self._name = name

    def graph(self, root: Any) -> AifGraph:
        """The document, checked."""
        if not isinstance(root, dict) or "nodes" not in root or "edges" not in root:
            self._refuse("is no AIF document: it has no nodes and edges")
        nodes = [self._node(n, row) for n, row in self._rows(root, "nodes")]
        types: dict[str, str] = {}
        for node in nodes:
            if node.id in types:
                self._refuse(f"two nodes have the id {node.id!r}", "nodeID", node.id)
            types[node.id] = node.type
        edges = [self._edge(n, row, types) for n, row in self._rows(root, "edges")]
        ids = set()
        for edge in edges:
            if edge.id in ids:
                self._refuse(f"two edges have the id {edge.id!r}", "edgeID", edge.id)
            ids.add(edge.id)
        locutions = [self._locution(n, row, types) for n, row in self._rows(root, "locutions")]
        more = {name: value for name, value in root.items() if name not in _PARTS}
        return AifGraph(tuple(nodes), tuple(edges), tuple(locutions), more)

    def _refuse(self, fault: str, key: str = "", value: str = "") -> NoReturn:
        """Faults with the line of the first place that says the value, if it can be found."""
        place = -1
        if key:
            sought = (f'"{key}": {quote}{value}{quote}' for quote in ('"', ""))
            place = max(self._text.find(one) for one in sought)
        raise DataFileError(self._name, self._text.count("\n", 0, place) + 1 if place >= 0 else 0, fault)

    def _rows(self, root: Mapping[str, Any], name: str) -> list[tuple[int, Mapping[str, Any]]]:
        rows = root.get(name)
        if rows is None and name == "locutions":
            return []
        if not isinstance(rows, list):
            self._refuse(f"{name} is no list")
        for n, row in enumerate(rows, 1):
            if not isinstance(row, dict):
                self._refuse(f"number {n} of {name} is no object")
        return list(enumerate(rows, 1))

    def _id(self, row: Mapping[str, Any], key: str, where: str) -> str:
        value = row.get(key)
        # AIFdb writes texts; other tools write numbers.
        if isinstance(value, bool) or not isinstance(value, str | int) or value == "":
            self._refuse(f"{where} has no usable {key}")
        return str(value)

    def _said(self, row: Mapping[str, Any], key: str, where: str, node: str) -> str:
        value = row.get(key)
        if value is None:
            return ""
        if isinstance(value, bool) or not isinstance(value, str | int):
            self._refuse(f"{where}: {key} is no text", "nodeID", node)
        return str(value)

    def _node(self, n: int, row: Mapping[str, Any]) -> AifNode:
        own = self._id(row, "nodeID", f"node {n}")
        where = f"node {own!r}"
        kind = row.get("type")
        if not isinstance(kind, str) or kind not in NODE_TYPES:
            allowed = ", ".join(NODE_TYPES)
            self._refuse(f"{where} is of type {str(kind)[:40]!r}; AIF has {allowed}", "nodeID", own)
        if not isinstance(row.get("text"), str):
            self._refuse(f"{where} has no text", "nodeID", own)
        read: Callable[[str], str] = lambda key: self._said(row, key, where, own)  # noqa: E731
        more = {key: value for key, value in row.items() if key not in _NODE}
        return AifNode(own, kind, row["text"], read("timestamp"), read("scheme"), read("schemeID"), more)

    def _edge(self, n: int, row: Mapping[str, Any], types: Mapping[str, str]) -> AifEdge:
        own = self._id(row, "edgeID", f"edge {n}")
        ends = [self._id(row, key, f"edge {own!r}") for key in ("fromID", "toID")]
        for end in ends:
            if end not in types:
                self._refuse(f"edge {own!r} has the end {end!r}, and there is no such node", "edgeID", own)
        start, end = ends
        if types[end] not in LEGAL[types[start]]:
            told = f"edge {own!r} leads from {types[start]}-node {start!r} to {types[end]}-node {end!r}"
            self._refuse(f"{told}, which AIF does not allow", "edgeID", own)
        form = row.get("formEdgeID")
        return AifEdge(own, start, end, None if form is None else str(form))

    def _locution(self, n: int, row: Mapping[str, Any], types: Mapping[str, str]) -> Locution:
        node = self._id(row, "nodeID", f"locution {n}")
        if node not in types:
            self._refuse(f"locution {n} is of {node!r}, and there is no such node", "nodeID", node)
        return Locution(node, {key: value for key, value in row.items() if key != "nodeID"})
