"""The table of node kinds (protocol 8.2), put together from its parts. One row a kind; adding a kind is one row."""

from __future__ import annotations

from foam_graph.model.activities import ACTIVITY_FIELDS, ACTIVITY_KINDS
from foam_graph.model.argument_nodes import ARGUMENT_NODES
from foam_graph.model.criticism_nodes import CRITICISM_NODES
from foam_graph.model.debate_nodes import DEBATE_NODES
from foam_graph.model.deliberation_nodes import DELIBERATION_NODES
from foam_graph.model.imported_nodes import IMPORTED_NODES
from foam_graph.model.kinds import Field, NodeKind
from foam_graph.model.plan_nodes import PLAN_NODES
from foam_graph.model.result_nodes import RESULT_NODES

NODE_KINDS: tuple[NodeKind, ...] = (
    *PLAN_NODES,
    *ARGUMENT_NODES,
    *CRITICISM_NODES,
    *DELIBERATION_NODES,
    *RESULT_NODES,
    *IMPORTED_NODES,
    *DEBATE_NODES,
)
NODES: dict[str, NodeKind] = {kind.label: kind for kind in NODE_KINDS}
ACTIVITIES: dict[str, NodeKind] = {kind.label: kind for kind in ACTIVITY_KINDS}
ARGUABLE: tuple[str, ...] = tuple(kind.label for kind in NODE_KINDS if kind.arguable)


def labels_of(kind: str) -> tuple[str, ...]:
    """All labels of a node of this kind, generic one first: ``("Artifact", "Critique", "Challenge")``."""
    return ("Artifact", *NODES[kind].also, kind)


def fields_of(kind: str) -> tuple[Field, ...]:
    """All fields of a kind, those of the kinds it also is included."""
    row = NODES[kind]
    return tuple(field for other in row.also for field in NODES[other].fields) + row.fields


__all__ = [
    "ACTIVITIES",
    "ACTIVITY_FIELDS",
    "ACTIVITY_KINDS",
    "ARGUABLE",
    "NODES",
    "NODE_KINDS",
    "fields_of",
    "labels_of",
]
