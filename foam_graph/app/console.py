"""An auditor's statement as a page asks it: smaller bounds than on the command line, and the nodes it gave as a graph."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from foam_graph.app.auditing import Rows, cypher, free_parameters
from foam_graph.app.node_texts import text_of
from foam_graph.app.result import JsonValue, Listing, Result
from foam_graph.app.session import Session
from foam_graph.exchange.walking import ArgumentEdge, ArgumentNode
from foam_graph.store.auditing.free_cypher import Bounds
from foam_graph.store.reading import kind_of

BOUNDS = Bounds(seconds=10.0, rows=500, bytes=2**20)
"""What a statement may use while a page waits for it."""
MOST_DRAWN = 150
MOST_EDGES = 1_000
_ID = re.compile(r"[a-z][\w.-]{0,80}-\d+-\d+")
"""Looks like a node's id."""
_TEXT = 220
_SHAPES = {
    "Claim": "claim", "EvidenceRecord": "evidence", "EvidenceSentence": "evidence", "Critique": "objection",
    "Challenge": "objection", "Reply": "reply", "Issue": "issue", "Calculation": "computation",
    "RuleApplication": "computation",
}  # fmt: skip
"""Kinds that a drawing has a shape of their own for; the others are drawn as nodes."""


@dataclass(frozen=True)
class ResultGraph(Result):
    """The nodes that a statement gave, and the edges among them.

    Attributes:
        nodes: The first nodes, in the order in which they came.
        edges: The edges among them, given or not.
        cut: Whether there were more nodes than are told.
    """

    nodes: Listing[ArgumentNode]
    edges: Listing[ArgumentEdge]
    cut: bool


@dataclass(frozen=True)
class ConsoleAnswer(Result):
    """What a statement gave.

    Attributes:
        rows: Its rows.
        graph: The nodes in them.
        seconds: How long it took.
        most_seconds: How long it may take.
        most_rows: How many rows it may give.
    """

    rows: Rows
    graph: ResultGraph
    seconds: float
    most_seconds: float
    most_rows: int


def ask_console(session: Session, text: str, parameters: Sequence[str] = (), bounds: Bounds = BOUNDS) -> ConsoleAnswer:
    """Runs a statement that only reads, behind the gate of ``foam cypher``.

    Args:
        session: The session.
        text: One statement.
        parameters: Its parameters, each ``NAME=VALUE``.
        bounds: What it may use.

    Raises:
        UsageError: It is no statement, not one that only reads, or a parameter is none.
        EnvironmentFault: It took more time or memory than it may.
    """
    begun = time.perf_counter()
    rows = cypher(session, text, free_parameters(parameters), bounds)
    seconds = round(time.perf_counter() - begun, 3)
    return ConsoleAnswer(rows, _graph(session, rows), seconds, bounds.seconds, bounds.rows)


def _graph(session: Session, rows: Rows) -> ResultGraph:
    ids = list(dict.fromkeys(one for row in rows.rows for value in row for one in _ids(value)))
    found = session.store.ask("nodes_by_id", ids=ids[: 2 * MOST_DRAWN])
    nodes = [_node(row["labels"], row["props"]) for row in found]
    shown = nodes[:MOST_DRAWN]
    among = session.store.ask("edges_among", ids=[one.id for one in shown], limit=MOST_EDGES)
    edges = [ArgumentEdge(row["start"], row["end"], _kind(row["type"]), _words(row["type"])) for row in among]
    return ResultGraph(Listing(shown), Listing(edges), len(nodes) > MOST_DRAWN)


def _ids(value: JsonValue) -> Iterator[str]:
    """Ids of nodes in a value: nodes, nodes of paths, and texts that look like an id."""
    if isinstance(value, str):
        if _ID.fullmatch(value):
            yield value
    elif isinstance(value, dict):
        if "labels" in value and isinstance(value.get("id"), str):
            yield str(value["id"])
        else:
            for one in value.values():
                yield from _ids(one)
    elif isinstance(value, list):
        for one in value:
            yield from _ids(one)


def _node(labels: Sequence[str], props: dict[str, object]) -> ArgumentNode:
    kind = kind_of(labels)
    text = " ".join(text_of(props).split())[:_TEXT]
    stance = str(props.get("stance_id", "") or "").replace("_", " ")
    return ArgumentNode(str(props["id"]), _SHAPES.get(kind, "node"), kind, text, stance, 0, "", False)


def _kind(edge: str) -> str:
    return "attacks" if edge in ("ATTACKS", "REBUTS", "UNDERCUTS") else "rests" if edge == "RESTS_ON" else "other"


def _words(edge: str) -> str:
    return edge.lower().replace("_", " ")
