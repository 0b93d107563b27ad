"""An imported map as a network to walk in: its statements, and the inferences and conflicts between them.

Steps stay nodes, since one may have several premises and another may attack it. What somebody said stands on the page of
the map.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from foam_graph.exchange.dossier.words import clipped
from foam_graph.exchange.maps.aif import AifGraph, AifNode
from foam_graph.exchange.maps.labels import labels_of
from foam_graph.exchange.maps.map_correcting import corrected_map, newest_by_name
from foam_graph.exchange.walking import TEXT, ArgumentEdge, ArgumentNode, Walk
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.sublation.grounded import Label

_STEPS: Mapping[str, tuple[str, str, str, str]] = {
    "RA": ("inference", "Inference", "supports", "supports"),
    "CA": ("conflict", "Conflict", "attacks", "attacks"),
    "MA": ("step", "Rephrase", "leads", "says otherwise"),
    "PA": ("step", "Preference", "leads", "sets below"),
}
"""Type of a step in AIF to its kind and name here, and to what it does to what it leads to: the kind of edge, in words."""
_LABELS: Mapping[Label, str] = {"in": "accepted", "out": "not accepted", "undecided": "undecided"}


class MapNetwork(Walk):
    """The network of a map as it stands.

    Args:
        held: The map's chain.
    """

    def __init__(self, held: Subgraph) -> None:
        graph = corrected_map(held)
        self._labels = labels_of(graph)
        rows = newest_by_name(held)
        self._names = {node.id: rows[node.id].id if node.id in rows else node.id for node in graph.nodes}
        self._raised = {node.id for node in graph.nodes if node.id not in rows}
        self._drawn = {self._names[node.id]: node for node in graph.nodes if self._is_drawn(node)}
        stated = [name for name, node in self._drawn.items() if node.type == "I"]
        self._places = {name: n for n, name in enumerate(stated, 1)}
        super().__init__(self._told_edges(graph))

    def __contains__(self, node_id: str) -> bool:
        """Whether a statement or step is among them."""
        return node_id in self._drawn

    def first(self) -> str:
        """The statement that most lead to and that leads to nothing; else the first one; empty for none."""
        into: dict[str, int] = dict.fromkeys(self._places, 0)
        for edge in self._edges.values():
            if edge.target in into:
                into[edge.target] += 1
        leading = {edge.source for edge in self._edges.values()}
        ends = [name for name in into if name not in leading]
        return max(ends or into, key=into.__getitem__, default="")

    def claims(self) -> list[ArgumentNode]:
        """The statements in the map's order."""
        return [self.node(name) for name in self._places]

    def node(self, node_id: str, more: int = 0) -> ArgumentNode:
        """A statement or step in a reader's words."""
        node = self._drawn[node_id]
        label = self._labels.get(node.id)
        if node.type == "I":
            kind, name = "objection" if node.id in self._raised else "claim", f"Statement {self._places[node_id]}"
            text = node.text or "(no text)"
        else:
            kind, name, _, _ = _STEPS[node.type]
            text = node.scheme or node.text
        state = _LABELS[label] if label is not None else ""
        return ArgumentNode(node_id, kind, name, clipped(text, TEXT), "", 0, state, label == "out", more)

    def _is_drawn(self, node: AifNode) -> bool:
        # The conflict of a challenge that was upheld here is a line: it is no node of the graph that could be opened.
        return node.type == "I" or (node.type in _STEPS and node.id not in self._raised)

    def _told_edges(self, graph: AifGraph) -> Iterator[ArgumentEdge]:
        types = {node.id: node.type for node in graph.nodes}
        against = {
            edge.start: edge.end for edge in graph.edges if edge.start in self._raised and types[edge.start] == "CA"
        }
        for edge in graph.edges:
            start, end = self._names[edge.start], self._names[edge.end]
            if edge.end in against:
                yield ArgumentEdge(start, self._names[against[edge.end]], "attacks", "attacks")
            elif start in self._drawn and end in self._drawn:
                kind, words = (
                    _STEPS[types[edge.start]][2:] if types[edge.start] in _STEPS else ("supports", "goes into")
                )
                yield ArgumentEdge(start, end, kind, words)
