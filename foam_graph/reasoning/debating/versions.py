"""Versions of what was said: the older ones of a turn, why it was said anew, and which turns were written before that."""

from __future__ import annotations

from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.debating.floor import spoken_nodes, was_spoken


def older_versions(graph: Subgraph, node: Node) -> list[Node]:
    """What was said at the turn of an utterance before it, the latest first; drafts are none of it."""
    spoken = [one for one in graph.older(node.id) if one.kind == "Utterance" and was_spoken(one)]
    return sorted(spoken, key=lambda one: -one.seq)


def said_anew_for(graph: Subgraph, node: Node) -> list[str]:
    """Ids of the challenges after which an utterance was said anew; those to a memory stand in another chain."""
    versions = {node.id, *(one.id for one in older_versions(graph, node))}
    flaws_and_turns = ("Utterance", "Critique")
    ends = [edge.end for one in versions for edge in graph.out_edges(one, "ANSWERS") if not edge.fields]
    return [end for end in dict.fromkeys(ends) if end not in graph or graph[end].kind not in flaws_and_turns]


def written_before(graph: Subgraph) -> dict[str, tuple[int, ...]]:
    """What stands and was said before an earlier turn was said anew: by utterance, the turns whose newest words it did not know."""
    spoken = spoken_nodes(graph)
    found = {
        one.id: tuple(earlier["turn"] for earlier in spoken if earlier["turn"] < one["turn"] and earlier.seq > one.seq)
        for one in spoken
    }
    return {one: turns for one, turns in found.items() if turns}


def to_be_asked(graph: Subgraph) -> list[Node]:
    """Turns of people, or of a transcript, that nobody may write anew and that need another look, in order.

    These are turns that were said to words which do not stand any more: by what they say they answer or, where they say
    nothing of that, because they came right after them.
    """
    spoken = spoken_nodes(graph)
    found = []
    for place, node in enumerate(spoken):
        if node["origin"] == "agent":
            continue
        basis = [one for one in graph.out(node.id, "ANSWERS", "RESTS_ON") if one.kind in ("Utterance", "Critique")]
        told = any(_fallen(graph, one) for one in basis)
        if told or (not basis and place and spoken[place - 1].seq > node.seq):
            found.append(node)
    return found


def _fallen(graph: Subgraph, node: Node) -> bool:
    below = graph.out(node.id, "ATTACKS") if node.kind == "Critique" else []
    return graph.superseded(node.id) or any(graph.superseded(one.id) for one in below if one.kind == "Utterance")
