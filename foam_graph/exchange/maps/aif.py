"""An argument graph in the Argument Interchange Format: its nodes, which edges are legal, and its JSON form.

Sources: Chesnevar et al., "Towards an argument interchange format" (2006); Reed et al., "AIF+: Dialogue in the AIF"
(2008); the JSON that AIFdb gives and takes.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

NODE_TYPES: Mapping[str, str] = {
    "I": "information",
    "L": "locution",
    "RA": "inference",
    "CA": "conflict",
    "MA": "rephrase",
    "PA": "preference",
    "YA": "illocution",
    "TA": "transition",
}
"""Node types by their short names: two of information, and six of applied schemes."""
_SCHEMES = frozenset({"RA", "CA", "MA", "PA"})
LEGAL: Mapping[str, frozenset[str]] = {
    "I": _SCHEMES,
    **{scheme: _SCHEMES | {"I"} for scheme in _SCHEMES},
    "L": frozenset({"YA", "TA"}),
    "TA": frozenset({"L", "YA"}),
    "YA": _SCHEMES | {"I", "L"},
}
"""Node types that an edge from each type may lead to. Never from information to information: what joins two pieces is
always named by a scheme. A scheme may end at a scheme: a conflict with an inference is an undercut."""


@dataclass(frozen=True)
class AifNode:
    """One node.

    Attributes:
        id: Its id; says nothing of the content.
        type: One of NODE_TYPES.
        text: What it says; of a scheme, its name.
        timestamp: When it was made, as written; empty = not said.
        scheme: Name of the scheme that is applied, e.g. ``Argument From Example``.
        scheme_id: Its id in the database that the document comes from.
        more: Whatever else was written of it.
    """

    id: str
    type: str
    text: str
    timestamp: str = ""
    scheme: str = ""
    scheme_id: str = ""
    more: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class AifEdge:
    """One edge; ``form`` is the id of the edge of the scheme's form that it fulfils, or None."""

    id: str
    start: str
    end: str
    form: str | None = None


@dataclass(frozen=True)
class Locution:
    """Who said a node and when: the id of the node, and the rest as written."""

    node: str
    said: Mapping[str, Any]


@dataclass(frozen=True)
class AifGraph:
    """An argument graph. Made by ``aif_reading.read_aif`` or ``aif_run.aif_of``.

    Attributes:
        nodes: Its nodes.
        edges: Its edges.
        locutions: Who said what.
        more: Other members of the document, e.g. ``participants``.
    """

    nodes: tuple[AifNode, ...]
    edges: tuple[AifEdge, ...]
    locutions: tuple[Locution, ...] = ()
    more: Mapping[str, Any] = field(default_factory=dict)

    def counts(self) -> dict[str, int]:
        """How many nodes there are of each type, in the order of NODE_TYPES, those of none left out."""
        found = Counter(node.type for node in self.nodes)
        return {name: found[name] for name in NODE_TYPES if found[name]}


def aif_json(graph: AifGraph) -> str:
    """A graph as AIFdb writes it, one node or edge a line; the bytes depend on the graph alone."""
    rows = {
        "nodes": [_node(node) for node in graph.nodes],
        "edges": [
            {"edgeID": edge.id, "fromID": edge.start, "toID": edge.end, "formEdgeID": edge.form} for edge in graph.edges
        ],
        "locutions": [{"nodeID": one.node, **one.said} for one in graph.locutions],
    }
    parts = [f"{_text(name)}: [{_lines(items)}]" for name, items in rows.items()]
    parts += [f"{_text(name)}: {_text(value)}" for name, value in graph.more.items()]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _node(node: AifNode) -> dict[str, Any]:
    said = {"scheme": node.scheme, "schemeID": node.scheme_id}
    told = {"nodeID": node.id, "text": node.text, "type": node.type, "timestamp": node.timestamp}
    return told | {name: value for name, value in said.items() if value} | dict(node.more)


def _lines(items: list[dict[str, Any]]) -> str:
    return "\n  " + ",\n  ".join(map(_text, items)) + "\n" if items else ""


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
