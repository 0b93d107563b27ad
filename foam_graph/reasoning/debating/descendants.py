"""What was said on the strength of something: the utterances that rest on it, answer it, or come after it was recalled."""

from __future__ import annotations

from collections import deque

from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.debating.floor import was_spoken

_UP = {
    "RESTS_ON": "rests on",
    "ANSWERS": "answers",
    "RECALLED": "recalled",
    "QUOTES": "quotes",
    "ATTACKS": "attacks",
}
"""Edges that lead from what was said later to what it was said on, with their words."""


def descendants(graph: Subgraph, part: Node, past_people: bool = True) -> dict[str, str]:
    """The utterances of a debate that were made with something, in the order of turns: each with the reason.

    Args:
        graph: The debate.
        part: An utterance, a predicate, a flaw, a record or sentence that is cited, or what was recalled.
        past_people: Whether also what was said on the strength of a person's turn is looked for, where that turn was made with it.
    """
    found: dict[str, str] = {}
    if _stands(graph, part):
        found[part.id] = "is the challenged utterance"
    seen, left = {part.id}, deque([part])
    while left:
        below = left.popleft()
        for edge in graph.in_edges(below.id, *_UP):
            node = graph.get(edge.start)
            # A challenge is somebody's word about what was said; nothing is said with it.
            if node is None or node.id in seen or node.is_a("Challenge"):
                continue
            seen.add(node.id)
            if past_people or node.kind != "Utterance" or node["origin"] == "agent":
                left.append(node)
            if _stands(graph, node):
                found[node.id] = f"turn {node['turn']} {_UP[edge.type]} {_named(below)}"
    return dict(sorted(found.items(), key=lambda one: (graph[one[0]]["turn"], graph[one[0]].seq)))


def standing_utterances(graph: Subgraph) -> list[str]:
    """What was said, as it stands now."""
    return [node.id for node in graph.live("Utterance") if _stands(graph, node)]


def _stands(graph: Subgraph, node: Node) -> bool:
    return node.kind == "Utterance" and was_spoken(node) and not graph.superseded(node.id)


def _named(node: Node) -> str:
    if node.kind == "Utterance":
        return f"turn {node['turn']}"
    return {"Critique": "the flaw", "Predicate": "the predicate", "Recollection": "the recollection"}.get(
        node.kind, f"{node.kind}"
    ) + f" {node.id}"
