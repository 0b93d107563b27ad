"""Argument maps labelled: what ``foam label`` gives. Nothing is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from foam_graph.advice import Action, NextStep
from foam_graph.app.result import Result
from foam_graph.app.session import Session
from foam_graph.errors import UsageError
from foam_graph.exchange.maps.aif import AifGraph
from foam_graph.exchange.maps.labels import labels_of
from foam_graph.exchange.maps.map_correcting import corrected_map
from foam_graph.exchange.maps.map_import import KIND
from foam_graph.exchange.maps.map_reading import read_map
from foam_graph.reasoning.sublation.grounded import Label


@dataclass(frozen=True)
class LabelledNode(Result):
    """A node of a map with its label.

    Attributes:
        id: Its id in the map.
        type: ``I``, ``RA`` or ``CA``.
        label: Whether it is in, out or undecided.
        text: What it says.
    """

    id: str
    type: str
    label: Label
    text: str


@dataclass(frozen=True)
class LabelledMap(Result):
    """The grounded labelling of an argument map.

    Attributes:
        map: Its chain, or its file as it was given.
        counts: How many nodes have which label; all labels are named.
        nodes: Nodes that have a label, in the map's order.
    """

    map: str
    counts: Mapping[Label, int]
    nodes: tuple[LabelledNode, ...]


def label_map(session: Session, what: str) -> LabelledMap:
    """The grounded labelling of an argument map.

    Args:
        session: The session; a file needs no database.
        what: Id of an imported map, or its beginning; or a file.

    Raises:
        UnknownId: No such map.
        UsageError: The chain is no imported map.
        DataFileError: The file cannot be read.
    """
    name, graph = (what, read_map(Path(what)).graph) if _is_file(what) else _imported(session, what)
    labels = labels_of(graph)
    nodes = tuple(
        LabelledNode(node.id, node.type, labels[node.id], node.text) for node in graph.nodes if node.id in labels
    )
    counts = {label: sum(node.label == label for node in nodes) for label in get_args(Label)}
    return LabelledMap(name, counts, nodes)


def _is_file(what: str) -> bool:
    try:
        return Path(what).is_file()
    except OSError:  # a name that is too long for one
        return False


def _imported(session: Session, prefix: str) -> tuple[str, AifGraph]:
    chain = str(session.store.find(prefix, ("Run",))["id"])
    graph = session.store.subgraph(chain)
    kind = graph[chain]["kind"]
    if kind != KIND:
        raise UsageError(
            f"{chain} is of kind {kind}, not an imported map",
            ("A position is labelled when it is made.", NextStep(Action.SHOW, "See")),
        )
    return chain, corrected_map(graph)
