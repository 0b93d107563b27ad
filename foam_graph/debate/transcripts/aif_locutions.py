"""Debates as argument graphs in AIF+ (Reed et al. 2008, AIF+: Dialogue in the AIF): what is said stands in locution nodes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import Any

from foam_graph.advice import Action, NextStep
from foam_graph.debate.transcripts.located_json import Located, located
from foam_graph.debate.transcripts.orchid import occasion_of, told
from foam_graph.debate.transcripts.speakers import side_of
from foam_graph.debate.transcripts.transcript import Occasion, Side, StatedClaim, Transcript
from foam_graph.debate.transcripts.turns import RawTurn, transcript_of
from foam_graph.errors import CorpusError

FORM = "aif"
MOTION = "motion.pro"
"""Id of the node of the motion, as FOAM Graph exports a debate."""
_NAMED = re.compile(r"[ \t]*(?P<name>[^:：\n]{1,60}?)[ \t]*[:：]\s*")
_ANSWERS = frozenset({"CA", "MA"})
_HINT = NextStep(Action.EXPORT_AIF, "Give AIF with nodes of type L, as a debate is written by")


@dataclass(frozen=True)
class _Said:
    """One locution."""

    node: str
    speaker: str
    text: str
    raw: Located


class _Graph:
    """The nodes and edges of a document, as far as they are well formed."""

    def __init__(self, found: Mapping[str, Any]) -> None:
        self.found = found
        self.nodes: dict[str, Mapping[str, Any]] = {}
        for place, node in enumerate(found["nodes"], 1):
            if not isinstance(node, dict) or not isinstance(node.get("text"), Located):
                raise CorpusError(f"node {place} has no text", _HINT)
            own = str(node.get("nodeID") or "")
            if not own or own in self.nodes:
                raise CorpusError(f"node {place} has no id of its own", _HINT)
            self.nodes[own] = node
        self._after: dict[str, list[str]] = {}
        for place, edge in enumerate(found["edges"], 1):
            ends = (edge.get("fromID"), edge.get("toID")) if isinstance(edge, dict) else (None, None)
            start, end = map(str, ends)
            if start not in self.nodes or end not in self.nodes:
                raise CorpusError(f"edge {place} does not join two nodes", _HINT)
            self._after.setdefault(start, []).append(end)

    def type_of(self, node: str) -> str:
        return str(self.nodes[node].get("type") or "")

    def after(self, node: str, types: Iterable[str]) -> list[str]:
        """The nodes of some types to which an edge leads from a node."""
        wanted = frozenset(types)
        return [one for one in self._after.get(node, ()) if self.type_of(one) in wanted]


def is_aif(found: object) -> bool:
    """Whether a JSON value is an argument graph."""
    return isinstance(found, dict) and isinstance(found.get("nodes"), list) and isinstance(found.get("edges"), list)


def read_aif_locutions(source: str) -> Transcript:
    """A debate from an argument graph; locutions of one speaker that follow each other are one turn.

    The order is that of the transitions (TA) between locutions, and where they leave it open that of the document. Sides are
    told by the speakers' names, or by a member ``sides`` of the document: ``{"pro": ["Ann"], "con": ["Ben"]}``. The motion is
    its member ``topic``, or the node ``motion.pro``.

    Args:
        source: JSON as AIFdb writes it.

    Raises:
        CorpusError: It is not JSON, no argument graph, damaged, or holds no locution of a side.
    """
    found = located(source)
    if not is_aif(found):
        raise CorpusError("no argument graph: it has no nodes and edges", _HINT)
    graph = _Graph(found)
    said = _locutions(graph)
    if not said:
        raise CorpusError(
            "an argument graph without locutions (L): nobody says in it who speaks",
            NextStep(Action.IMPORT_MAP, "Take it in as a map"),
        )
    ordered, circle = _ordered(graph, [one.node for one in said])
    by_node = {one.node: one for one in said}
    turns = list(_turns(graph, [by_node[node] for node in ordered]))
    transcript = transcript_of(FORM, source, _occasion(graph), turns)
    if not circle:
        return transcript
    return transcript.with_remark("its transitions run in a circle: some turns stand in the order of the document")


def _occasion(graph: _Graph) -> Occasion:
    occasion = occasion_of(graph.found)
    if occasion.topic or MOTION not in graph.nodes:
        return occasion
    return Occasion(**{**vars(occasion), "topic": str(graph.nodes[MOTION]["text"]).strip()})


def _locutions(graph: _Graph) -> list[_Said]:
    people = _people(graph.found)
    speaks = {
        str(one.get("nodeID")): str(one.get("personID") or "")
        for one in _rows(graph.found, "locutions")
        if one.get("nodeID") is not None
    }
    said = []
    for own, node in graph.nodes.items():
        if graph.type_of(own) != "L":
            continue
        raw: Located = node["text"]
        person = speaks.get(own, "")
        prefix = _NAMED.match(raw)
        named = people.get(person, "") or (prefix["name"] if prefix else "") or person
        # A colon inside of what is said is no name: it goes only where it names who speaks, or nobody else does.
        names = {named.casefold(), person.casefold()}
        cut = prefix is not None and (not person or prefix["name"].casefold() in names)
        said.append(_Said(own, named, str(raw)[prefix.end() :] if prefix and cut else str(raw), raw))
    return said


def _people(found: Mapping[str, Any]) -> dict[str, str]:
    """Names by the ids of participants."""
    people = {}
    for one in _rows(found, "participants"):
        name = " ".join(part for part in (told(one, ("firstname",)), told(one, ("surname",))) if part)
        people[str(one.get("participantID") or one.get("personID") or "")] = name
    return people


def _rows(found: Mapping[str, Any], member: str) -> list[Mapping[str, Any]]:
    rows = found.get(member)
    return [one for one in rows if isinstance(one, dict)] if isinstance(rows, list) else []


def _ordered(graph: _Graph, nodes: list[str]) -> tuple[list[str], bool]:
    """Locutions in the order of their transitions, else of the document; whether transitions run in a circle."""
    place = {node: number for number, node in enumerate(nodes)}
    after = {
        node: {end for step in graph.after(node, ("TA",)) for end in graph.after(step, ("L",))} - {node}
        for node in nodes
    }
    waits = dict.fromkeys(nodes, 0)
    for ends in after.values():
        for end in ends:
            waits[end] += 1
    ready = [place[node] for node in nodes if not waits[node]]
    heapify(ready)
    ordered: list[str] = []
    while ready:
        node = nodes[heappop(ready)]
        ordered.append(node)
        for end in after[node]:
            waits[end] -= 1
            if not waits[end]:
                heappush(ready, place[end])
    done = set(ordered)
    return [*ordered, *(node for node in nodes if node not in done)], len(done) < len(nodes)


def _turns(graph: _Graph, said: list[_Said]) -> Iterable[RawTurn]:
    sides = _sides(graph.found)
    turn: list[_Said] = []
    for one in [*said, None]:
        if turn and (one is None or one.speaker != turn[-1].speaker):
            speaker = turn[0].speaker
            side: Side = sides.get(speaker.casefold(), "") or side_of(speaker)
            text = "\n".join(each.text.strip() for each in turn if each.text.strip())
            claims = tuple(claim for each in turn for claim in _claims(graph, each))
            yield RawTurn(speaker, side, "", text, tuple(each.raw.span for each in turn), claims)
            turn = []
        if one is not None:
            turn.append(one)


def _sides(found: Mapping[str, Any]) -> dict[str, Side]:
    """Sides by speaker, where the document tells them."""
    given = found.get("sides")
    sides: dict[str, Side] = {}
    for label, names in given.items() if isinstance(given, dict) else ():
        side = side_of(str(label))
        if side and isinstance(names, list):
            sides |= {str(name).casefold(): side for name in names}
    return sides


def _claims(graph: _Graph, one: _Said) -> Iterable[StatedClaim]:
    """What a locution asserts, with what that answers or repeats."""
    for illocution in graph.after(one.node, ("YA",)):
        for claim in graph.after(illocution, ("I",)):
            answered = (end for step in graph.after(claim, _ANSWERS) for end in graph.after(step, ("I",)))
            yield StatedClaim(claim, str(graph.nodes[claim]["text"]), tuple(dict.fromkeys(answered)))
