"""What was written to answer challenges that are rejected by now: what is said again in its place, and what stays, and for which others."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.phrases import listed
from foam_graph.reasoning.agenda_versions.made import UNDO
from foam_graph.reasoning.rulings import settled
from foam_graph.reasoning.slot_versions import said_again
from foam_graph.reasoning.taken_back import felling, upheld_against

RESTORE = "restore"
"""Begins the names of the steps that say again what was said before."""


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


def stays_for(graph: Subgraph, challenge: Node) -> tuple[str, ...]:
    """Ids of the challenges, upheld still, for which what was written to answer a rejected one stays; none where none of it does.

    It left behind what they fell, or they were answered on top of it.

    Args:
        graph: The run.
        challenge: The challenge.
    """
    if settled(graph, challenge.id) != "invalid":
        return ()
    own = answering(graph, challenge)
    if not own:
        return ()
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
    return tuple(sorted(by))


def staying(by: Collection[str], names: Callable[[str], str] = str) -> list[str]:
    """That what was written to answer a rejected challenge stays, and for which others that are upheld; nothing where none of it does.

    Args:
        by: Ids of these others, as ``stays_for`` has them.
        names: What to call a challenge, by its id.
    """
    if not by:
        return []
    stand = "stands" if len(by) == 1 else "stand"
    others = listed([names(one) for one in by])
    return [
        f"What was written because of it stays as long as {others} {stand} upheld; its words may still concede what this "
        "challenge said."
    ]


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
