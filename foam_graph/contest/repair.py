"""A ruled challenge is carried out: only the frontier is written anew, then labels, position, diff (protocol 7.4).

Every step is an activity whose name begins with the challenge's id, or with that of a person's ruling, so that a killed
repair can be taken up (``unfinished``).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from foam_graph.contest.case_repair import carry_out_case, undo
from foam_graph.contest.estimate import Frontier
from foam_graph.contest.normative import remedied
from foam_graph.contest.outcomes import Change, outcome_of
from foam_graph.contest.relabelled import Relabelled, Standings, relabelled
from foam_graph.contest.structural import exchange, rechoose, undone_swap
from foam_graph.contest.unfinished import OUTCOME
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node
from foam_graph.pipeline.checking import COMPILED, compile_position, label, validate_records
from foam_graph.pipeline.deliberating import compile_case
from foam_graph.pipeline.phases import deliberate
from foam_graph.pipeline.state import RunState
from foam_graph.reasoning.agenda.shown import agenda_of
from foam_graph.reasoning.challenges import barred_sentences, settled
from foam_graph.reasoning.deliberation.rating import answer_critiques, claims_behind, hook, rate
from foam_graph.reasoning.deliberation.redrafting import inferred, redraft, resting_on
from foam_graph.reasoning.deliberation.revision import revise_claim
from foam_graph.reasoning.drafting.structure import slots_of
from foam_graph.reasoning.evidence import Evidence
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
        withdrawn: Claims that left with their branch, without a successor.
        relabelled: What stands otherwise than before, by the kernel.
        cost: Figures of the repair.
    """

    outcome: str
    position: str
    revised: dict[str, str]
    withdrawn: list[str]
    relabelled: list[Relabelled]
    cost: dict[str, Any]


def repair(
    state: RunState, challenge: Node, frontier: Frontier, expected: dict[str, Any], stood: Standings
) -> Repaired:
    """Carries out what was ruled: regenerate, restore or defend, relabel, recompile.

    Args:
        state: The run, its step prefix set to the challenge's or ruling's id.
        challenge: The challenge, ruled on.
        frontier: What rests on the challenged node.
        expected: The estimate that was shown before.
        stood: How everything stood before the challenge or ruling that is carried out.
    """
    began, before, taken_over = time.monotonic(), state.store.traffic.snapshot(), state.taken_over
    old = {c.id: c for c in state.graph.live("Claim")}
    _carry_out(state, challenge, frontier)
    gone = [i for i in old if state.graph.superseded(i)]
    revised = {i: state.graph.newest(i).id for i in gone if state.graph.newest(i).id != i}
    new = frozenset(c.id for c in state.graph.live("Claim") if c.id not in old)
    case = agenda_of(state.graph) is not None
    if new and not case:
        deliberate(state, only=new)
        revised = {i: state.graph.newest(i).id for i in revised}
    label(state)
    if not state.done(COMPILED):
        # Asked only now: what others came to since this repair was cut short is taken over by then.
        (compile_case if case else compile_position)(state, state.graph.live("Position")[-1])
    position = state.graph.live("Position")[-1]
    spent = state.store.traffic.since(before)
    cost = {
        "estimate": expected,
        "writes": spent.writes + state.taken_over - taken_over,
        "round_trips": spent.round_trips,
        "seconds": round(time.monotonic() - began, 3),
        "floor": len(frontier.all),
    }
    if state.taken_over:
        # Time and round trips are those of the process that took the repair up.
        cost["resumed"] = True
    outcome = outcome_of(state.graph, challenge, Change(frontier.direct, revised))
    state.perform(OUTCOME, lambda step: _record(state, step, challenge, frontier, outcome, position, cost))
    changes = relabelled(state.graph, stood, Standings.now(state.graph, state.brief.limits.materiality))
    return Repaired(outcome, position.id, revised, [i for i in gone if i not in revised], changes, cost)


def _carry_out(state: RunState, challenge: Node, frontier: Frontier) -> None:
    verdict = settled(state.graph, challenge.id)
    if agenda_of(state.graph) is not None:
        carry_out_case(state, challenge)
    elif verdict == "requires_more_evidence":
        _defend(state, challenge)
    elif challenge["kind"] == "structural" and verdict in ("valid", "invalid"):
        _rebuild(state, challenge, upheld=verdict == "valid")
    elif verdict == "invalid":
        undo(state, challenge)
    elif verdict == "valid" and challenge["kind"] == "normative":
        _reconsider(state, challenge, remedied(state, challenge))
    elif verdict == "valid" and challenge["kind"] in REGENERATES:
        _regenerate(state, challenge, frontier)


def _reconsider(state: RunState, challenge: Node, fallen: Sequence[Relabelled]) -> None:
    """Has what other weights let fall written anew by the perspectives that made it."""
    claims = [state.graph[one.id] for one in fallen if not state.graph.superseded(one.id)]
    if claims:
        _revise(state, claims, challenge, frozenset())
        _redraw(state, [c.id for c in claims if state.graph.superseded(c.id)], frozenset())
        validate_records(state, "validate-revised-frontier")


def _rebuild(state: RunState, challenge: Node, upheld: bool) -> None:
    """Makes a branch decision again, or undoes that, and draws anew what was inferred from the branch that leaves."""
    choice = state.graph.out(challenge.id, "ATTACKS")[0]
    outcomes = state.graph.into(challenge.id, "RESOLVES")
    rebuilt = bool(outcomes) and outcomes[-1]["kind"] == "regenerated"
    if rebuilt == upheld:
        return
    swap = exchange(state.graph, choice, challenge["grounds"]) if upheld else undone_swap(state.graph, choice)
    if swap is not None:
        before = {c.id for c in state.graph.live("Claim")}
        rechoose(state, state.graph.newest(choice.id), swap)
        _redraw(state, [i for i in before if state.graph.superseded(i)], frozenset())


def _defend(state: RunState, challenge: Node) -> None:
    """What a ruling asks for is searched for, and the owner of what was challenged answers (protocol 7.4)."""
    state.retrieve("retrieve-hook", {hook(challenge.id): [challenge["grounds"], challenge["quoted"]]})
    part = state.graph.out(challenge.id, "ATTACKS")[0]
    claims = {c.id: c["stance_id"] for c in claims_behind(state.graph, part)}
    for stance in dict.fromkeys(claims.values()):
        owner = state.brief.perspective(stance)
        state.perform(
            f"answer:{stance}",
            lambda step, p=owner: answer_critiques(  # type: ignore[misc]
                state.brief, state.graph, p, state.evidence, step, claims
            ),
        )
    state.perform("rate-answer", lambda step: rate(state.brief, state.graph, state.evidence, step))


def _regenerate(state: RunState, challenge: Node, frontier: Frontier) -> None:
    """Writes the frontier's slots anew, in order of research, each by the perspective that made it."""
    part = state.graph.out(challenge.id, "ATTACKS")[0]
    barred = barred_sentences(part, challenge["kind"])
    direct = [state.graph[i] for i in frontier.direct if not state.graph.superseded(i)]
    wanted = {c["leaf"]: [f"{state.brief.question} {c['text']}", challenge["grounds"]] for c in direct}
    state.retrieve("retrieve", wanted)
    _revise(state, direct, challenge, barred)
    _redraw(state, [c.id for c in direct if state.graph.superseded(c.id)], barred)
    validate_records(state, "validate-revised-frontier")


def _revise(state: RunState, claims: Sequence[Node], challenge: Node, barred: frozenset[str]) -> None:
    order = {s.leaf_id: s.research_order for s in slots_of(state.graph, state.template)}
    for stance in dict.fromkeys(c["stance_id"] for c in claims):
        own = sorted((c for c in claims if c["stance_id"] == stance), key=lambda c: order.get(c["leaf"], 0))
        state.perform_bound(
            f"revise-frontier:{stance}",
            lambda step, found, o=own, s=stance: _turn(state, step, s, o, challenge, barred, found),  # type: ignore[misc]
        )


def _turn(
    state: RunState,
    step: str,
    stance: str,
    claims: Sequence[Node],
    challenge: Node,
    barred: frozenset[str],
    evidence: Evidence,
) -> Turn:
    turn = Turn(state.brief, Role.REFINER, step, stance)
    for claim in claims:
        revise_claim(turn, state.graph, claim, [challenge], state.template, evidence, barred)
    turn.used.append(challenge.id)
    return turn


def _redraw(state: RunState, moved: Sequence[str], barred: frozenset[str]) -> None:
    """Has what is inferred from claims that were replaced or withdrawn drawn anew; the rest keeps its words."""
    above = [c for c in resting_on(state.graph, moved) if inferred(c)]
    for stance in dict.fromkeys(c["stance_id"] for c in above):
        own = [c for c in above if c["stance_id"] == stance]
        state.perform_bound(
            f"redraw:{stance}",
            lambda step, found, o=own, s=stance: redraft(  # type: ignore[misc]
                state.brief, state.graph, s, o, state.template, found, step, barred
            ),
        )


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
