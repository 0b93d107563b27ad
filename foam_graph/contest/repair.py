"""A ruled challenge is carried out: only the frontier is written anew, then labels, position, diff (foam.md 7).

Every step is an activity whose name begins with the challenge's id, so that a killed repair resumes like a run.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from foam_graph.contest.estimate import Frontier
from foam_graph.contest.structural import rechoose
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.pipeline.checking import compile_position, label, validate_records
from foam_graph.pipeline.phases import deliberate
from foam_graph.pipeline.state import RunState
from foam_graph.reasoning.checks import standings
from foam_graph.reasoning.contesting import barred_sentences, ruling_of
from foam_graph.reasoning.evidence import claim_sentences
from foam_graph.reasoning.revision import revise_claim
from foam_graph.reasoning.structure import slots_of
from foam_graph.reasoning.turns import Turn, json_text

REGENERATES = frozenset({"relevance", "adequacy", "selection_bias", "inferential", "scope"})
"""Kinds of challenge that have slots written anew; the others relabel or rebuild a branch."""


@dataclass(frozen=True)
class Repaired:
    """What a repair came to.

    Attributes:
        outcome: Kind of outcome.
        position: The new position.
        revised: New versions by the claim they supersede.
        cost: Figures of the repair.
    """

    outcome: str
    position: str
    revised: dict[str, str]
    cost: dict[str, Any]


def repair(state: RunState, challenge: Node, frontier: Frontier, expected: dict[str, Any]) -> Repaired:
    """Carries out what was ruled: regenerate, relabel, recompile.

    Args:
        state: The run, its step prefix set to the challenge's id.
        challenge: The challenge, ruled on.
        frontier: What rests on the challenged node.
        expected: The estimate that was shown before.
    """
    began, before = time.monotonic(), state.store.traffic.snapshot()
    ruling = ruling_of(state.graph, challenge.id)
    upheld = ruling is not None and ruling["verdict"] == "valid"
    previous = state.graph.live("Position")[-1]
    old = {c.id: c for c in state.graph.live("Claim")}
    if upheld and challenge["kind"] == "structural":
        rechoose(state, state.graph.out(challenge.id, "ATTACKS")[0])
    elif upheld and challenge["kind"] in REGENERATES:
        _regenerate(state, challenge, frontier)
    revised = _revised(state.graph, old)
    if upheld and (revised or challenge["kind"] == "structural"):
        new = [c.id for c in state.graph.live("Claim") if c.id not in old]
        deliberate(state, only=frozenset(new))
    label(state)
    dropped = _dropped(state.graph, frontier)
    compile_position(state, previous)
    position = state.graph.live("Position")[-1]
    spent = state.store.traffic.since(before)
    cost = {
        "estimate": expected,
        "writes": spent.writes,
        "round_trips": spent.round_trips,
        "seconds": round(time.monotonic() - began, 3),
        "floor": len(frontier.all),
    }
    outcome = _outcome(state.graph, challenge, ruling, revised, dropped)
    state.perform("outcome", lambda step: _record(state, step, challenge, frontier, outcome, position, cost))
    return Repaired(outcome, position.id, revised, cost)


def _regenerate(state: RunState, challenge: Node, frontier: Frontier) -> None:
    """Writes the frontier's slots anew, in order of research, each by the perspective that made it."""
    part = state.graph.out(challenge.id, "ATTACKS")[0]
    barred = barred_sentences(part)
    direct = [state.graph[i] for i in frontier.direct if not state.graph.superseded(i)]
    wanted = {c["leaf"]: [f"{state.brief.question} {c['text']}", challenge["grounds"]] for c in direct}
    state.retrieve("retrieve", wanted)
    _revise(state, "revise", direct, challenge, barred)
    moved = {c.id for c in direct if state.graph.superseded(c.id)}
    if moved:
        above = [state.graph[i] for i in frontier.dependent if not state.graph.superseded(i)]
        _revise(state, "revise-dependent", above, challenge, barred)
    validate_records(state, "validate-revised-frontier")


def _revise(state: RunState, name: str, claims: Sequence[Node], challenge: Node, barred: frozenset[str]) -> None:
    order = {s.leaf_id: s.research_order for s in slots_of(state.graph, state.template)}
    for stance in dict.fromkeys(c["stance_id"] for c in claims):
        own = sorted((c for c in claims if c["stance_id"] == stance), key=lambda c: order.get(c["leaf"], 0))
        state.perform(f"{name}:{stance}", lambda step, o=own, s=stance: _turn(state, step, s, o, challenge, barred))  # type: ignore[misc]


def _turn(
    state: RunState, step: str, stance: str, claims: Sequence[Node], challenge: Node, barred: frozenset[str]
) -> Turn:
    turn = Turn(state.brief, Role.REFINER, step, stance)
    for claim in claims:
        revise_claim(turn, state.graph, claim, [challenge], state.template, state.evidence, barred)
    turn.used.append(challenge.id)
    return turn


def _revised(graph: Subgraph, old: dict[str, Node]) -> dict[str, str]:
    return {i: graph.newest(i).id for i in old if graph.superseded(i)}


def _dropped(graph: Subgraph, frontier: Frontier) -> list[str]:
    """Claims of the frontier that are asserted for nobody any more."""
    found = standings(graph)
    newest = [graph.newest(i).id for i in frontier.all if i in graph]
    return [i for i in newest if i in found and found[i]["class"] in ("dissent", "unsupported", "contested")]


def _outcome(graph: Subgraph, challenge: Node, ruling: Node | None, revised: dict[str, str], dropped: list[str]) -> str:
    if ruling is None or ruling["verdict"] == "requires_more_evidence":
        return "recorded"
    if ruling["verdict"] == "invalid":
        return "rejected"
    if challenge["kind"] == "normative":
        return "relabelled"
    if challenge["kind"] == "structural":
        return "regenerated"
    swapped = [o for o, n in revised.items() if set(claim_sentences_of(graph, o)) != set(claim_sentences(graph, n))]
    if swapped:
        return "evidence_swapped"
    if revised:
        return "narrowed"
    return "retracted" if dropped else "defended"


def claim_sentences_of(graph: Subgraph, claim: str) -> list[str]:
    """Sentences of a superseded claim, read through its superseded records too."""
    records = [r for w in graph.into(claim, "WARRANTS") for r in graph.out(w.id, "USES")]
    return [s for r in records for s in r["sentence_ids"]]


def _record(
    state: RunState,
    step: str,
    challenge: Node,
    frontier: Frontier,
    outcome: str,
    position: Node,
    cost: dict[str, Any],
) -> Turn:
    turn = Turn(state.brief, Role.COMPILER, step, kind="Compilation")
    ref = turn.delta.node(
        "Outcome",
        kind=outcome,
        frontier=list(frontier.all),
        untouched=len(frontier.untouched),
        cost=json_text(cost),
    )
    turn.delta.edge("RESOLVES", ref, challenge.ref)
    turn.delta.edge("ABOUT", ref, position.ref)
    return turn
