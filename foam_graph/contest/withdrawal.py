"""What was built for a branch that was given up leaves the position by recorded edges; nothing is deleted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.templates.traversal import Traversal
from foam_graph.reasoning.turns import Brief, Turn

_PARTS = ("WARRANTS", "QUALIFIES", "EXCEPTS")


def withdraw(brief: Brief, graph: Subgraph, slots: Sequence[Traversal], step: str) -> Turn:
    """Withdraws what no slot of the run is there for any more.

    That is claims without a successor with all that they stand on, slots, arguments, and the decisions inside the
    branch. What a new argument superseded has left already; only its parts are withdrawn.

    Args:
        brief: The run.
        graph: The run so far, the new branch included.
        slots: The run's slots as chosen now.
        step: Name of the step.
    """
    turn = Turn(brief, Role.REFINER, step)
    leaves, arguments = {s.leaf_id for s in slots}, {s.instance_id for s in slots}
    reached = {branch for s in slots for branch in s.path_ids}
    left = [c for c in graph.of("Claim") if c["leaf"] not in leaves]
    for node, why in (
        *((c, "its branch was given up") for c in left),
        *((part, f"a part of {c.id}, whose branch was given up") for c in left for part in parts_of(graph, c)),
        *((t, "nothing leads there any more") for t in graph.live("TemplateTraversal") if t["leaf"] not in leaves),
        *((s, "its branch was given up") for s in graph.live("Syllogism") if s["branch"] not in arguments),
        *((c, "nothing leads there any more") for c in graph.live("TemplateChoice") if c["branch"] not in reached),
    ):
        if not graph.superseded(node.id) and node.id not in turn.used:
            turn.delta.edge("WITHDRAWS", turn.me, node.ref, why=why)
            turn.used.append(node.id)
    return turn


def parts_of(graph: Subgraph, claim: Node) -> Iterator[Node]:
    """What only this claim stands on: its warrants with their records and backings, its qualifiers and exceptions."""
    for part in graph.into(claim.id, *_PARTS):
        yield part
        if part.is_a("Warrant"):
            yield from graph.into(part.id, "BACKS")
            for record in graph.out(part.id, "USES"):
                users = [w for w in graph.into(record.id, "USES") if w.id != part.id and not graph.superseded(w.id)]
                if not users:
                    yield record
