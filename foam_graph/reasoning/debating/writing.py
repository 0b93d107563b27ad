"""An utterance as it enters the graph: its node, the records that it cites, what it answers and passes on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from foam_graph.model.delta import Delta, Ref
from foam_graph.model.subgraph import Node
from foam_graph.reasoning.debating.checking import Checked
from foam_graph.reasoning.debating.floor import Floor, said_of, sentences_of
from foam_graph.reasoning.debating.speech import Said
from foam_graph.reasoning.evidence import add_record, sentence_refs
from foam_graph.reasoning.turns import json_text


def cuts_of(sentences: Sequence[str]) -> list[int]:
    """Where sentences stand in their joined text, as starts and ends in turn."""
    cuts, place = [], 0
    for one in sentences:
        cuts += [place, place + len(one)]
        place += len(one) + 1
    return cuts


def utterance(delta: Delta, floor: Floor, sentences: Sequence[str], **more: Any) -> Ref:
    """Adds the node of an utterance.

    Args:
        delta: Where it goes.
        floor: Whose turn it is.
        sentences: What is said.
        more: Further fields: origin, round, accepted, …
    """
    speech = floor.speech
    return delta.node(
        "Utterance",
        turn=speech.turn,
        speaker=speech.speaker,
        side=speech.side,
        stage=speech.stage,
        text=" ".join(sentences),
        cuts=cuts_of(sentences),
        **more,
    )


def draft(
    delta: Delta,
    floor: Floor,
    said: Sequence[Said],
    round_: int,
    number: int | None = None,
    advised: bool | None = None,
) -> Ref:
    """Adds a draft with its records, and what it answers.

    Args:
        delta: Where it goes.
        floor: Whose turn it is.
        said: Its sentences.
        round_: Modifications so far.
        number: Of several drafts: its number.
        advised: Of several drafts: whether its writer was given what was recalled and found.
    """
    more = {"origin": "agent", "round": round_, "draft": number, "advised": advised, "schemes": _schemes(said)}
    node = utterance(delta, floor, [one.text for one in said], **more)
    _bound(delta, floor, node, said, advised is not False)
    return node


def _schemes(said: Sequence[Said]) -> list[str] | None:
    schemes = [one.scheme for one in said]
    return schemes if any(schemes) else None


def _bound(delta: Delta, floor: Floor, node: Ref, said: Sequence[Said], advised: bool) -> None:
    """Adds what an utterance cites, answers and, where its writer was shown it, was recalled for it."""
    refs = sentence_refs(floor.graph)
    records: dict[tuple[str, ...], list[int]] = {}
    for n, one in enumerate(said, 1):
        if one.cites:
            records.setdefault(one.cites, []).append(n)
    for cites, numbers in records.items():
        record = add_record(delta, floor.evidence, refs, cites, f"cited at turn {floor.speech.turn}")
        delta.edge("RESTS_ON", node, record, sentences=numbers)
    _answers(delta, floor, node, said)
    if advised:
        _recollection(delta, floor, node)


def _answers(delta: Delta, floor: Floor, node: Ref, said: Sequence[Said]) -> None:
    answerable = floor.answerable()
    pairs: dict[str, tuple[Node, list[int], list[int]]] = {}
    for n, one in enumerate(said, 1):
        for name in one.answers:
            target, of = answerable[name]
            _, mine, theirs = pairs.setdefault(target.id, (target, [], []))
            mine.append(n)
            theirs.append(of)
    for target, mine, theirs in pairs.values():
        delta.edge("ANSWERS", node, target.ref, sentences=mine, of=theirs)


def _recollection(delta: Delta, floor: Floor, node: Ref) -> None:
    recalled = floor.recollection()
    if recalled is not None:
        delta.edge("RESTS_ON", node, recalled.ref)


@dataclass(frozen=True)
class Anew:
    """Why a turn is said anew.

    Attributes:
        old: What was said at it.
        challenge: The challenge that was upheld; of this chain, or of a memory's. None where a ruling was overturned.
    """

    old: Node
    challenge: Ref | None

    def add_to(self, delta: Delta, node: Ref) -> None:
        """Adds the edges from what is said anew."""
        delta.edge("SUPERSEDES", node, self.old.ref)
        if self.challenge is not None:
            delta.edge("ANSWERS", node, self.challenge)


def spoken(
    delta: Delta,
    floor: Floor,
    last: Node,
    accepted: bool,
    checked: Checked,
    said: Sequence[Said],
    anew: Anew | None = None,
) -> Ref:
    """Adds what is spoken: a draft as it stands, with its verdict; it takes the place of that draft and of what came of it.

    Args:
        delta: Where it goes.
        floor: Whose turn it is.
        last: The draft, in the version that is spoken.
        accepted: Whether its judge accepted it.
        checked: What the program found in it.
        said: Its sentences, with what they are tied to.
        anew: Of a turn that was spoken before: what it takes the place of as well, and why.
    """
    graph = floor.graph
    node = utterance(
        delta,
        floor,
        sentences_of(last),
        origin="agent",
        accepted=accepted,
        round=last["round"],
        draft=last.get("draft"),
        advised=last.get("advised"),
        schemes=_schemes(said),
        copied=json_text([list(one) for one in checked.copied]) if checked.copied else None,
    )
    versions = floor.versions()
    # What came of strengthening it and is not spoken goes with it.
    for one in (last, *(one for one in versions if (one.seq, one.ord) > (last.seq, last.ord))):
        delta.edge("SUPERSEDES", node, one.ref)
    if anew is not None:
        anew.add_to(delta, node)
    if said_of(graph, last) == list(said):
        for edge in graph.out_edges(last.id, "RESTS_ON", "ANSWERS"):
            delta.edge(edge.type, node, graph[edge.end].ref, **edge.fields)
    else:  # its judge tied it to more than its writer had
        _bound(delta, floor, node, said, last.get("advised") is not False)
    _passes_on(delta, floor, node, checked.borrowed)
    return node


def _passes_on(delta: Delta, floor: Floor, node: Ref, borrowed: Mapping[int, Sequence[int]]) -> None:
    """Edges to the utterances whose word is passed on, which the program adds."""
    by_turn: dict[int, list[int]] = {}
    for number, turns in borrowed.items():
        for turn in turns:
            by_turn.setdefault(turn, []).append(number)
    for one in floor.earlier():
        if one["turn"] in by_turn:
            delta.edge("RESTS_ON", node, one.ref, sentences=by_turn[one["turn"]], derived=True)
