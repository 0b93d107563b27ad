"""Versions of what was said: the older ones of a turn, why it was said anew, which turns were written before that, and whom it asks."""

from __future__ import annotations

from typing import NamedTuple

from foam_graph.model.delta import Ref
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.debating.floor import spoken_nodes, was_spoken
from foam_graph.reasoning.rulings import ruling_of, settled

LET_STAND = "stand"
"""Step in which the speaker of a turn lets its words stand, with the turn's number behind it."""


def older_versions(graph: Subgraph, node: Node) -> list[Node]:
    """What was said at the turn of an utterance before it, the latest first; drafts are none of it."""
    spoken = [one for one in graph.older(node.id) if one.kind == "Utterance" and was_spoken(one)]
    return sorted(spoken, key=lambda one: -one.seq)


def said_anew_for(graph: Subgraph, node: Node) -> list[str]:
    """Ids of the challenges after which an utterance was said anew; those to a memory stand in another chain."""
    versions = {node.id, *(one.id for one in older_versions(graph, node))}
    return list(dict.fromkeys(end for one in versions for end in _made_for(graph, one)))


def before_challenge(graph: Subgraph, node: Node, challenge: str) -> Node | None:
    """What was last said at the turn of an utterance before a challenge had it said anew; None where there is nothing.

    What was said for another challenge whose ruling was overturned as well is passed over.
    """

    def counts(one: Node) -> bool:
        made = _made_for(graph, one.id)
        return challenge not in made and all(each not in graph or settled(graph, each) == "valid" for each in made)

    return next((one for one in older_versions(graph, node) if counts(one)), None)


def _made_for(graph: Subgraph, utterance: str) -> list[str]:
    """The challenges that this version answers."""
    flaws_and_turns = ("Utterance", "Critique")
    ends = [edge.end for edge in graph.out_edges(utterance, "ANSWERS") if not edge.fields]
    return [end for end in ends if end not in graph or graph[end].kind not in flaws_and_turns]


def written_before(graph: Subgraph) -> dict[str, tuple[int, ...]]:
    """What stands and was said before an earlier turn was said anew: by utterance, the turns whose newest words it did not know."""
    spoken = spoken_nodes(graph)
    found = {
        one.id: tuple(earlier["turn"] for earlier in spoken if earlier["turn"] < one["turn"] and earlier.seq > one.seq)
        for one in spoken
    }
    return {one: turns for one, turns in found.items() if turns}


class Asked(NamedTuple):
    """A turn whose speaker is asked whether it stands.

    Attributes:
        node: What was said at it.
        why: What changed since, in words.
        since: Place in the chain of the change.
        challenge: The challenge that led to it; None where a ruling was overturned.
    """

    node: Node
    why: str
    since: int
    challenge: Ref | None


def to_be_asked(graph: Subgraph) -> list[Asked]:
    """Turns of people, or of a transcript, that nobody may write anew and that need another look, in order.

    These are turns that a ruling found wrong, and turns that were said to words which do not stand any more: by what they say they
    answer or, where they say nothing of that, because they came right after them. A turn that its speaker let stand since is none.
    """
    spoken = spoken_nodes(graph)
    found = []
    for place, node in enumerate(spoken):
        if node["origin"] != "agent" and (changes := _changes(graph, node, spoken[:place])):
            latest = max(changes, key=lambda one: one.since)
            if latest.since > _let_stand(graph, node):
                found.append(latest)
    return found


def was_let_stand(graph: Subgraph, node: Node) -> bool:
    """Whether the speaker of a turn was asked, and let it stand."""
    return bool(_let_stand(graph, node))


def _let_stand(graph: Subgraph, node: Node) -> int:
    """Place in the chain at which a turn's speaker last let it stand; 0 where that was never asked."""
    step = f"{LET_STAND}:{node['turn']}"
    acts = (one for one in graph.of("HumanAct") if str(one["step"]).endswith(step) and node.id in one.get("used", ()))
    return max((one.seq for one in acts), default=0)


def _changes(graph: Subgraph, node: Node, before: list[Node]) -> list[Asked]:
    """What changed since a turn was said that it was said to, and what was ruled on it."""
    found = []
    versions = [node, *older_versions(graph, node)]
    for challenge in (one for each in versions for one in graph.into(each.id, "ATTACKS") if one.is_a("Challenge")):
        ruling = ruling_of(graph, challenge.id)
        # What was said again knew the rulings before it.
        if ruling is not None and ruling.seq > node.seq and settled(graph, challenge.id) == "valid":
            why = f"a ruling upheld a challenge to it: {challenge['grounds']}"
            found.append(Asked(node, why, ruling.seq, challenge.ref))
    basis = [
        one
        for one in graph.out(node.id, "ANSWERS", "RESTS_ON")
        if one.kind in ("Utterance", "Critique") and not one.is_a("Challenge")
    ]
    for one in basis:
        if since := _fell_at(graph, one):
            what = f"turn {one['turn']}" if one.kind == "Utterance" else "the flaw"
            found.append(Asked(node, f"{what}, which it answers, stands no more as it was", since, _cause(graph, one)))
    if not basis and before and not _heard(graph, before[-1], node):
        said = before[-1]
        why = f"turn {said['turn']}, which it was said to, was said anew"
        found.append(Asked(node, why, said.seq, _cause(graph, said)))
    return found


def _heard(graph: Subgraph, said: Node, node: Node) -> bool:
    """Whether the words that stand at a turn are those that a later turn was said to."""
    known = (one for one in [said, *older_versions(graph, said)] if one.seq < node.seq)
    return (last := next(known, None)) is not None and last["text"] == said["text"]


def _cause(graph: Subgraph, node: Node) -> Ref | None:
    """The challenge that the newest version of something was made for."""
    below = graph.out(node.id, "ATTACKS") if node.kind == "Critique" else [node]
    ends = [end for one in below if one.kind == "Utterance" for end in _made_for(graph, graph.newest(one.id).id)]
    struck = [one.id for one in graph.into(node.id, "ATTACKS") if one.is_a("Challenge")]
    return next((Ref(end, "Challenge") for end in [*ends, *struck]), None)


def _fell_at(graph: Subgraph, node: Node) -> int:
    """Place in the chain at which an utterance or flaw fell, a flaw also with the words that it was found in; 0 where it stands.

    What stands again in the same words did not fall.
    """
    below = [
        node,
        *(one for one in graph.out(node.id, "ATTACKS") if node.kind == "Critique" and one.kind == "Utterance"),
    ]
    newest = {one.id: graph.newest(one.id) for one in below if graph.superseded(one.id)}
    fallen = [one for one in below if one.id in newest and not _says_the_same(graph, one, newest[one.id])]
    by = [act.seq for one in fallen for act in graph.into(newest[one.id].id, "WITHDRAWS")]
    return max([*by, *(newest[one.id].seq for one in fallen)], default=0)


def _says_the_same(graph: Subgraph, old: Node, new: Node) -> bool:
    words = ("text",) if old.kind == "Utterance" else ("quoted", "grounds")
    return not graph.superseded(new.id) and all(old[name] == new[name] for name in words)
