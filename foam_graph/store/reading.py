"""Reading a chain back: as a Subgraph for reasoning, as raw rows for the ledger."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from foam_graph.advice import Action, NextStep
from foam_graph.errors import StoreFault
from foam_graph.model.nodes import ACTIVITIES, NODES
from foam_graph.model.row_commitment import BESIDE, FORM
from foam_graph.model.subgraph import Edge, Node, Subgraph

STAMP_NAMES = frozenset({"run", "activity", "seq", "at", "ord", "id", "caption"})
CHAIN_NAMES = frozenset({"body_hash", "prev_hash", "hash", "nodes", "edges"})
LAST = 2**31
"""A seq beyond any chain's end."""

WINDOW = 2_000
"""Activities whose rows are asked for at once: packing all of a long chain outgrows the memory that a statement may use."""

Ask = Callable[..., Iterable[dict[str, Any]]]
"""Runs a named query: ``ask(name, **params)``; best one that gives rows as they come, so that they are not all held at once."""


def kind_of(labels: Iterable[str]) -> str:
    """The own label among all labels of a node: the one that carries the others.

    Raises:
        StoreFault: No declared kind has this set of labels.
    """
    found = frozenset(labels)
    for label in found:
        if label in ACTIVITIES and found == {"Activity", label}:
            return label
        if label in NODES and found == {"Artifact", label, *NODES[label].also}:
            return label
    raise StoreFault(
        f"no kind of the model has the labels {sorted(found)}", NextStep(Action.VERIFY, "See what does not hold with")
    )


_kind = lru_cache(maxsize=1024)(kind_of)


def plain(props: Mapping[str, Any]) -> dict[str, Any]:
    """Properties without stamps, captions, chain hashes, salts and commitments."""
    return {key: props[key] for key in _plain_names(tuple(props))}


@lru_cache(maxsize=4096)
def _plain_names(names: tuple[str, ...]) -> tuple[str, ...]:
    beside = STAMP_NAMES | CHAIN_NAMES | BESIDE | {FORM}
    return tuple(name for name in names if name not in beside and not name.endswith(("_salt", "_commitment")))


def whole(props: Mapping[str, Any]) -> dict[str, Any]:
    """Properties without stamps and captions: what a row must have to be the same row again."""
    return {key: value for key, value in props.items() if key not in STAMP_NAMES}


def node_from(labels: Iterable[str], props: Mapping[str, Any], sealed: bool = False) -> Node:
    """A node as reasoning sees it.

    Args:
        labels: Its labels.
        props: Its properties.
        sealed: With salts, commitments and hashes among its fields.
    """
    kind = _kind(tuple(labels))
    return Node(
        id=props["id"],
        kind=kind,
        fields=whole(props) if sealed else plain(props),
        seq=props.get("seq", 0),
        ord=props.get("ord", 0),
        activity=props["id"] if kind in ACTIVITIES else props.get("activity", ""),
        at=props.get("at", ""),
    )


def read_subgraph(ask: Ask, run: str, until: int = LAST) -> Subgraph:
    """Reads a chain and the documents and perspectives it refers to, in four statements; a long one in more.

    Args:
        ask: Runs a named query.
        run: Chain id.
        until: Only what was written at seq <= until.

    Returns:
        The subgraph; empty when there is no such chain.
    """
    high = until + 1
    nodes = [node_from(row["labels"], row["props"]) for row in ask("run_activities", run=run, low=0, high=high)]
    windows = _windows(nodes[-1].seq if nodes else 0, high)
    for low, end in windows:
        for row in ask("run_nodes", run=run, low=low, high=end):
            nodes.extend(node_from(labels, props) for labels, props in row["rows"])
    nodes.sort(key=lambda n: (n.seq, n.ord))
    outside = [node_from(row["labels"], row["props"]) for row in ask("run_outside", run=run)]
    edges: list[tuple[int, int, Edge]] = []
    for low, end in windows:
        for row in ask("run_edges", run=run, low=low, high=end):
            for type_, start, to, props in row["rows"]:
                edges.append((row["seq"], props.get("ord", 0), Edge(type_, start, to, plain(props), row["seq"])))
    edges.sort(key=lambda e: (e[0], e[1]))
    return Subgraph([*sorted(outside, key=lambda n: n.id), *nodes], (edge for _, _, edge in edges))


def _windows(last: int, high: int) -> list[tuple[int, int]]:
    """Stretches of a chain up to its last activity; the last one is open to what is written meanwhile."""
    lows = range(0, last + 1, WINDOW)
    return [(low, low + WINDOW if low + WINDOW <= last else high) for low in lows]
