"""What an upheld challenge has mended in a debate: which turn hears which fault, what is struck, and what may not be cited again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from foam_graph.agents.tasks.debate_speaking import UpheldShown
from foam_graph.model.delta import Delta, Ref
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.challenges import barred_sentences
from foam_graph.reasoning.debating.floor import sentences_of
from foam_graph.reasoning.debating.versions import older_versions, said_anew_for
from foam_graph.reasoning.rulings import settled
from foam_graph.reasoning.turns import Brief, Turn

STRUCK = ("Predicate", "Critique", "SchemeLabel")
"""Kinds that an upheld challenge takes out of a debate; what was said is said anew instead."""
_UPHELD_BEFORE = "a ruling upheld this challenge to what was said at this turn before; mend it where it still holds"
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_NAMED = re.compile(rf"\b(?:sentence (\d+)|(\d+)\.(\d+)|({'|'.join(_ORDINALS)}) sentence)\b", re.IGNORECASE)


def against_ballots(graph: Subgraph) -> list[str]:
    """What rulings upheld against ballots of a debate, told to who decides it again."""
    told = "A ruling upheld this challenge to the ballot that was cast before, so do not decide in that way"
    return [
        f"{told}: {challenge['grounds']}"
        for challenge in graph.of("Challenge")
        if settled(graph, challenge.id) == "valid"
        and any(part.kind == "Ballot" for part in graph.out(challenge.id, "ATTACKS"))
    ]


def faults_of(graph: Subgraph, part: Node, challenge: Node, touched: Iterable[str]) -> dict[str, list[str]]:
    """What speakers are told to mend, by utterance; others are drafted from nothing, since what they were made with changes.

    Args:
        graph: The debate.
        part: What was challenged.
        challenge: The challenge.
        touched: The utterances that were made with it.
    """
    grounds = str(challenge["grounds"])
    if part.kind == "Utterance" and part["origin"] == "agent":
        now = graph.newest(part.id)
        return {now.id: faults_in(now, part, grounds)}
    if part.kind == "Utterance":
        # It stays until its speaker says something else, so whoever answered it hears what is wrong with it.
        said = f"what was said at turn {part['turn']}, on which this rests, was found wrong: {grounds}"
        now = graph.newest(part.id)
        return {one: [said] for one in touched if one != now.id and _names(graph, one, now.id)}
    if barred_sentences(part, challenge["kind"]) or part.kind not in ("EvidenceSentence", "EvidenceRecord"):
        return {}
    return {one: _told(_citing(graph, one, part), grounds) for one in touched if _citing(graph, one, part)}


def faults_in(now: Node, part: Node, grounds: str) -> list[str]:
    """What a speaker is told to mend in a version of a turn after a challenge to that version or to another one.

    Sentences that the grounds name are looked for by their words: another version may have them at other places, or no more.

    Args:
        now: The version that is mended.
        part: The version that was challenged.
        grounds: What is wrong with it.
    """
    named = _worded(part, grounds)
    if now.id == part.id or not named:
        return _told(named_sentences(grounds, int(part["turn"])), grounds)
    places = [n for n, text in enumerate(sentences_of(now), 1) if text in named]
    return _told(places, grounds) if places else [f"{_UPHELD_BEFORE}: {grounds}"]


def upheld_against(graph: Subgraph, now: Node, but: str = "") -> list[tuple[Node, Node]]:
    """The upheld challenges to the versions of a turn, in the order in which they were lodged, each with what it attacked.

    Args:
        graph: The debate.
        now: The version of the turn that stands.
        but: Id of a challenge that is left out.
    """
    found = [
        (challenge, version)
        for version in [now, *older_versions(graph, now)]
        for challenge in graph.into(version.id, "ATTACKS")
        if challenge.is_a("Challenge") and challenge.id != but and settled(graph, challenge.id) == "valid"
    ]
    return sorted(found, key=lambda one: one[0].seq)


def upheld_shown(found: Iterable[tuple[Node, Node]]) -> tuple[UpheldShown, ...]:
    """Upheld challenges as the speaker of a turn is shown them, who must not say again what they found wrong."""
    return tuple(
        UpheldShown(words=_worded(version, str(challenge["grounds"])), grounds=str(challenge["grounds"]))
        for challenge, version in found
    )


def _worded(version: Node, grounds: str) -> list[str]:
    """The sentences of a version that grounds name."""
    texts = sentences_of(version)
    return [texts[n - 1] for n in named_sentences(grounds, int(version["turn"])) if 0 < n <= len(texts)]


def named_sentences(grounds: str, turn: int) -> list[int]:
    """Sentences of a turn that grounds name: ``sentence 2``, ``3.2`` or ``the second sentence``."""
    found = []
    for plain, of, place, ordinal in _NAMED.findall(grounds):
        if plain:
            found.append(int(plain))
        elif ordinal:
            found.append(_ORDINALS.index(ordinal.lower()) + 1)
        elif int(of) == turn:
            found.append(int(place))
    return sorted(set(found))


def _told(sentences: Sequence[int], grounds: str) -> list[str]:
    ruled = "a ruling upheld this challenge to it"
    return [f"sentence {n}: {ruled}: {grounds}" for n in sentences] or [f"{ruled}: {grounds}"]


def _names(graph: Subgraph, utterance: str, other: str) -> bool:
    return any(edge.end == other for edge in graph.out_edges(utterance, "ANSWERS", "RESTS_ON"))


def _citing(graph: Subgraph, utterance: str, part: Node) -> list[int]:
    records = {part.id, *(one.id for one in graph.into(part.id, "QUOTES"))}
    edges = [edge for edge in graph.out_edges(utterance, "RESTS_ON") if edge.end in records]
    return sorted({int(n) for edge in edges for n in edge.fields.get("sentences", ())})


def strike(brief: Brief, part: Node, challenge: Node, step: str) -> Turn:
    """Takes a predicate, flaw or label out of a debate; it stays in the graph, and nothing takes its place."""
    turn = Turn(brief, Role.REFINER, step)
    turn.delta.edge("WITHDRAWS", turn.me, part.ref, why=f"challenge {challenge.id} to it was upheld")
    turn.used += [part.id, challenge.id]
    return turn


def said_anew(graph: Subgraph, challenge: str) -> list[Node]:
    """The utterances that stand and were said anew after a challenge, in the order of turns."""
    found = [one for one in graph.live("Utterance") if challenge in said_anew_for(graph, one)]
    return sorted(found, key=lambda one: (one["turn"], one.seq))


def restored(brief: Brief, graph: Subgraph, now: Node, old: Node, step: str) -> Turn:
    """Says again what was said at a turn before a challenge whose ruling was overturned; all versions stay.

    Args:
        brief: The debate.
        graph: The debate so far, earlier turns restored.
        now: What stands at the turn.
        old: What was said at it.
        step: Name of the step.
    """
    turn = Turn(brief, Role.REFINER, step)
    node = turn.delta.node("Utterance", **old.fields)
    turn.delta.edge("SUPERSEDES", node, now.ref)
    for edge in graph.out_edges(old.id, "RESTS_ON", "ANSWERS"):
        end = graph.get(edge.end)
        if end is None or end.is_a("Challenge"):  # one to a memory stands in another chain
            turn.delta.edge(edge.type, node, Ref(edge.end, "Challenge"))
        elif edge.fields or end.kind == "Recollection":
            turn.delta.edge(edge.type, node, _standing(graph, end).ref, **edge.fields)
    turn.used += [now.id, old.id]
    return turn


def _standing(graph: Subgraph, node: Node) -> Node:
    """The version of a node that stands and says the same; the node itself where there is none."""
    newest = graph.newest(node.id)
    same: Mapping[str, object] = newest.fields
    return newest if all(same.get(name) == value for name, value in node.fields.items()) else node


def stands_again(graph: Subgraph, part: Node) -> Delta:
    """What a ruling struck, as a version of its own that stands again, with what it attacks, rests on or is about."""
    delta = Delta()
    node = delta.node(part.kind, **part.fields)
    delta.edge("SUPERSEDES", node, part.ref)
    for edge in graph.out_edges(part.id, "ATTACKS", "RESTS_ON", "ABOUT"):
        delta.edge(edge.type, node, _standing(graph, graph[edge.end]).ref, **edge.fields)
    return delta
