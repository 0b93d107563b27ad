"""The perspectives that a run argues from now: those that it began with, and what rulings put in their places. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from foam_graph.model.subgraph import Edge, Node, Subgraph


def held(graph: Subgraph) -> list[Node]:
    """The perspectives of a run as they stand, in order; one that takes another's place takes it in the order too."""
    found = sorted(graph.live("Perspective"), key=lambda node: (node.seq, node.ord, node.id))
    changes = sorted((edge for node in found for edge in graph.in_edges(node.id, "ADOPTS")), key=lambda edge: edge.seq)
    if not changes:
        return found
    now = [node.id for node in found if _began(node.id, changes)]
    for edge in changes:
        old = str(edge.fields.get("instead_of") or "")
        if edge.fields.get("leaves"):
            now = [one for one in now if one != edge.end]
        elif old in now:
            now = [edge.end if one == old else one for one in now]
        elif edge.end not in now:
            now.append(edge.end)
    return [graph[one] for one in now]


def _began(perspective: str, changes: Sequence[Edge]) -> bool:
    """Whether a run began with a perspective: the first change that speaks of it does not bring it in."""
    for edge in changes:
        if edge.end == perspective:
            return bool(edge.fields.get("leaves"))
        if edge.fields.get("instead_of") == perspective:
            return True
    return True
