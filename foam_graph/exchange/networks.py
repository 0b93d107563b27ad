"""Nodes and edges as a graph of networkx, for who reckons on graphs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from networkx import MultiDiGraph

    Network: TypeAlias = MultiDiGraph[str]


def network(
    nodes: Iterable[tuple[str, Mapping[str, object]]], edges: Iterable[tuple[str, str, str, Mapping[str, object]]]
) -> Network:
    """A directed graph with several edges between two nodes.

    Args:
        nodes: Id and attributes of each.
        edges: Start, end, key and attributes of each; two of one key between the same nodes are both kept.
    """
    # networkx takes a third of a second to import, which only who asks for such a graph should pay.
    from networkx import MultiDiGraph

    graph: MultiDiGraph[str] = MultiDiGraph()
    for node, about in nodes:
        graph.add_node(node, **about)
    for start, end, type_, about in edges:
        graph.add_edge(start, end, **{**about, "type": type_})
    return graph
