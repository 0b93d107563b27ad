"""A debate as it stands before one of its turns: what a turn that is said anew may know, and nothing that came after."""

from __future__ import annotations

import re

from foam_graph.model.subgraph import Node, Subgraph

_STEP = re.compile(
    r"(?:^|:)(recall|logic|offer|draft|choose|summarise|search|judge|found|modify|undo|compare|speak|settle|hear):(\d+)(?::|$)"
)
_SHARED = ("EvidenceSentence",)
"""Kinds that are the same whenever they were written: a sentence of the corpus is one node of its debate."""


def turn_of(step: str) -> tuple[str, int]:
    """What a step of a debate does, and at which turn; 0 for steps of no turn."""
    found = _STEP.search(step)
    return (found[1], int(found[2])) if found else ("", 0)


def before_turn(graph: Subgraph, turn: int, prefix: str) -> Subgraph:
    """What a turn that is said anew may know: earlier turns in their newest versions, and what is written anew for it.

    How the opponent's earlier turns were read before it first is known as well; what was drafted and judged then is not. Flaws
    keep their short ids: those that were found later are there, and do not stand.

    Args:
        graph: The debate.
        turn: The turn.
        prefix: What the names of the steps begin with that write it anew.
    """
    left = {node.id for node in graph.nodes if _comes_later(graph, node, turn, prefix)}
    attacked = {edge.end for one in left if graph[one].kind == "Critique" for edge in graph.out_edges(one, "ATTACKS")}
    numbered = {one for one in left if graph[one].kind == "Critique"} | (attacked & left)
    kept = [node for node in graph.nodes if node.id not in left or node.id in numbered]
    there = {node.id for node in kept}
    view = Subgraph(kept, (edge for edge in graph.edges if edge.start in there and edge.start not in left))
    for one in numbered:
        for edge in graph.out_edges(one, "ATTACKS"):
            view.connect(edge)
        view.hide(one)
    return view


def _comes_later(graph: Subgraph, node: Node, turn: int, prefix: str) -> bool:
    """Whether a node was written at a later turn, or when this one was said before."""
    if node.kind in _SHARED:
        return False
    activity = node if node.is_a("Activity") else graph.get(node.activity)
    step = str(activity["step"]) if activity is not None else ""
    kind, at = turn_of(step)
    return at > turn or (at == turn and kind != "logic" and not step.startswith(prefix))
