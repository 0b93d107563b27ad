"""A ruling overturned on appeal: what was revised because of it says again what it said, with all that it stood on (protocol 6.4)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from foam_graph.model.delta import Ref
from foam_graph.model.kinds import Role
from foam_graph.model.nodes import fields_of
from foam_graph.model.subgraph import Edge, Node, Subgraph
from foam_graph.pipeline.state import RunState
from foam_graph.reasoning.agenda_versions.made import UNDO
from foam_graph.reasoning.rounds.versions import supersede_parts
from foam_graph.reasoning.rulings import settled
from foam_graph.reasoning.slot_versions import branched_from, said_again
from foam_graph.reasoning.taken_back import felling, upheld_against
from foam_graph.reasoning.turns import Turn

RESTORE = "restore"
"""Begins the names of the steps that say again what was said before."""
_COPIED = ("EvidenceRecord", "Calculation", "RuleApplication")
"""What belongs to one version of a part alone; whatever else it rests on is there in its newest version."""
_OF_THE_VERSION = ("SUPERSEDES", "ANSWERS", "WAS_GENERATED_BY", "BRANCHES")


@dataclass(frozen=True)
class Overturned:
    """What is to be undone now that challenges were rejected.

    Attributes:
        pairs: Live claims, each with the version that is to be said again.
        held: Turns that answered a challenge that was rejected and stay, each with the challenges that what was said before would
            fall with.
    """

    pairs: list[tuple[Node, Node]]
    held: Mapping[str, frozenset[str]]


def overturned(graph: Subgraph, challenge: Node) -> Overturned:
    """What was written to answer a challenge that was rejected, and what is said again in its place.

    Whoever answers a challenge may revise what follows in the argument as well: that goes with it. What was written for other
    challenges that are rejected too, now or before, goes as well, in whatever order they fell. Said again is only what no challenge
    that is upheld still fells: until then the revision stays.
    """
    rejected = {one.id: one for one in graph.of("Critique") if settled(graph, one.id) == "invalid"}
    turns = answering(graph, *rejected.values(), challenge)
    held: dict[str, frozenset[str]] = {}
    while True:
        found = [(one, _before(graph, one, turns - held.keys())) for one in graph.live("Claim")]
        pairs = [(live, *before) for live, before in found if before is not None]
        felling = {turn: by for _, old, turn in pairs if (by := _felling(graph, old))}
        if not felling:
            return Overturned([(live, old) for live, old, _ in pairs], held)
        held |= felling


def staying(graph: Subgraph, challenge: Node) -> list[str]:
    """That what was written to answer a rejected challenge stays, and for which others that are upheld; nothing where none of it does.

    It left behind what they fell, or they were answered on top of it.
    """
    if settled(graph, challenge.id) != "invalid":
        return []
    own = answering(graph, challenge)
    held = overturned(graph, challenge).held
    by = {one for turn in own for one in held.get(turn, ())}
    for claim in graph.live("Claim"):
        later = set[str]()
        version: Node | None = _said_again(graph, claim)
        while version is not None:
            if version.activity in own:
                by |= later
                break
            later |= {one.id for one in graph.out(version.id, "ANSWERS") if settled(graph, one.id) == "valid"}
            version = _made_from(graph, version)
    stand = "stands" if len(by) == 1 else "stand"
    told = f"What was written because of it stays as long as {', '.join(sorted(by))} {stand} upheld."
    return [told] if by else []


def answering(graph: Subgraph, *challenges: Node) -> set[str]:
    """Turns in which owners answered challenges."""
    answers = [one for each in challenges if each.is_a("Challenge") for one in graph.into(each.id, "ANSWERS")]
    return {one.activity for one in answers if one.kind in ("Claim", "Reply")}


def _before(graph: Subgraph, claim: Node, turns: Collection[str]) -> tuple[Node, str] | None:
    """The version of a claim before those of some turns, and the first of these turns; None where none of them wrote it."""
    version, last = _said_again(graph, claim), ""
    while version.activity in turns:
        older = _made_from(graph, version)
        if older is None:
            return None
        version, last = older, version.activity
    return (version, last) if last else None


def _made_from(graph: Subgraph, version: Node) -> Node | None:
    """The version that an author went on from, itself and not a copy of it."""
    older = [one for one in graph.out(version.id, "SUPERSEDES") if one["leaf"] == version["leaf"]]
    return _said_again(graph, max(older, key=lambda one: (one.seq, one.ord))) if older else None


def _said_again(graph: Subgraph, claim: Node) -> Node:
    """The version that one that was restored says again; any other itself."""
    if (known := said_again(graph, claim)).id != claim.id:
        return _said_again(graph, known)
    turn = graph.get(claim.activity)
    step = str(turn["step"]).split(":") if turn is not None else []
    if turn is None or not (RESTORE in step or step[-1].startswith(f"{UNDO}-")):
        return claim
    # Turns of earlier releases do not name it, nor do those that put an agenda back.
    named = [one for one in graph.older(claim.id) if (one["leaf"], one["text"]) == (claim["leaf"], claim["text"])]
    return _said_again(graph, named[0]) if named else claim


def _felling(graph: Subgraph, old: Node) -> frozenset[str]:
    """Challenges, upheld still, that a version would fall with if it were said again: those to it that it does not answer, or to what it needs."""
    made: list[Node] = []
    version: Node | None = old
    while version is not None and version not in made:
        made.append(version)
        version = _made_from(graph, version)
    answered = {one.id for version in made for one in graph.out(version.id, "ANSWERS")}
    warrants = graph.into(old.id, "WARRANTS")
    records = [one for warrant in warrants for one in graph.out(warrant.id, "USES")]
    versions = [
        one for part in (old, *warrants, *records) for one in (part, *graph.older(part.id), *graph.newer(part.id))
    ]
    by = [one for version in versions for one in upheld_against(graph, version)]
    return frozenset(one.id for one in (*by, *felling(graph, old)) if one.id not in answered)


def restore(state: RunState, challenge: Node, undone: list[tuple[Node, Node]], step: str) -> Turn:
    """Writes versions that say what was said before a challenge; those in between stay in the graph.

    Args:
        state: The run.
        challenge: The challenge whose ruling was overturned.
        undone: Live claims of one perspective, each with the version that is to be said again.
        step: Name of the step.
    """
    turn = Turn(state.brief, Role.REFINER, step, undone[0][1]["stance_id"])
    turn.used.append(challenge.id)
    for live, old in undone:
        Restored(turn, state.graph).write(live, old)
    return turn


def again(turn: Turn, node: Node) -> Ref:
    """Writes a node that says what another one says."""
    names = {field.name for field in fields_of(node.kind)}
    fields: dict[str, Any] = {name: value for name, value in node.fields.items() if name in names}
    return turn.delta.node(node.kind, **fields)


class Restored:
    """Copies of an old version and of what belongs to it.

    Args:
        turn: The turn that writes them.
        graph: The run so far.
        made: Id to copy of what has been copied before, e.g. the issue that they conclude on.
    """

    def __init__(self, turn: Turn, graph: Subgraph, made: Mapping[str, Ref] | None = None) -> None:
        self._turn, self._graph = turn, graph
        self._made: dict[str, Ref] = dict(made or {})

    def write(self, live: Node, old: Node) -> None:
        """Puts a copy of the old version in the place of the live one."""
        graph, delta = self._graph, self._turn.delta
        first = len(delta.nodes)
        new = self._copy(old)
        delta.edge("PROPOSES", self._turn.me, new)
        delta.edge("REVISES", self._turn.me, live.ref)
        delta.edge("SUPERSEDES", new, live.ref)
        home = branched_from(graph, live)
        if home is not None:
            delta.edge("BRANCHES", new, home.ref)
        for edge in graph.out_edges(old.id):
            if edge.type not in _OF_THE_VERSION and edge.end in graph:
                delta.edge(edge.type, new, self._end(edge), **edge.fields)
        for record in graph.into(old.id, "SUPPORTS"):
            delta.edge("SUPPORTS", self._copy(record), new)
        for warrant in graph.into(old.id, "WARRANTS"):
            delta.edge("WARRANTS", self._copy(warrant), new)
            for record in graph.out(warrant.id, "USES"):
                delta.edge("USES", self._copy(warrant), self._copy(record))
            for backing in graph.into(warrant.id, "BACKS"):
                delta.edge("BACKS", self._copy(backing), self._copy(warrant))
        for type_ in ("QUALIFIES", "EXCEPTS"):
            for part in graph.into(old.id, type_):
                delta.edge(type_, self._copy(part), new)
        supersede_parts(self._turn, graph, live, first)

    def _end(self, edge: Edge) -> Ref:
        end = self._graph[edge.end]
        newest = self._graph.newest(end.id)
        known = self._made.get(end.id) or self._made.get(newest.id)
        return known or (self._copy(end) if end.kind in _COPIED else newest.ref)

    def _copy(self, node: Node) -> Ref:
        """A node that says the same; one for each, however often it is named."""
        if node.id not in self._made:
            self._made[node.id] = again(self._turn, node)
            self._turn.used.append(node.id)
            if node.kind in _COPIED:
                for edge in self._graph.out_edges(node.id, "QUOTES", "RESTS_ON", "UNDERCUTS"):
                    if edge.end in self._graph:
                        self._turn.delta.edge(edge.type, self._made[node.id], self._end(edge), **edge.fields)
        return self._made[node.id]
