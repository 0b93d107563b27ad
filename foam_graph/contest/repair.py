"""A ruled challenge is carried out: only what rests on it is written anew, then labels, position, diff (protocol 7.4).

Every step is an activity whose name begins with the challenge's id, or with that of a person's ruling, so that a killed
repair can be taken up (``unfinished``).
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from foam_graph.contest.carrying_out import carry_out
from foam_graph.contest.estimate import Frontier
from foam_graph.contest.outcomes import Change, outcome_of
from foam_graph.contest.relabelled import Relabelled, Standings, relabelled
from foam_graph.contest.unfinished import OUTCOME
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node
from foam_graph.pipeline.checking import COMPILED, compile_position, label
from foam_graph.pipeline.deliberating import compile_case
from foam_graph.pipeline.state import RunState
from foam_graph.reasoning.agenda.shown import agenda_of
from foam_graph.reasoning.turns import Turn, json_text


@dataclass(frozen=True)
class Repaired:
    """What a repair came to.

    Attributes:
        outcome: Kind of outcome.
        position: The new position.
        revised: New versions by the claim they supersede.
        withdrawn: Claims that left with their branch, without a successor.
        relabelled: What stands otherwise than before, by the kernel.
        stands: How everything stands now.
        cost: Figures of the repair.
    """

    outcome: str
    position: str
    revised: dict[str, str]
    withdrawn: list[str]
    relabelled: list[Relabelled]
    stands: Standings
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
    carry_out(state, challenge)
    gone = [i for i in old if state.graph.superseded(i)]
    revised = {i: state.graph.newest(i).id for i in gone if state.graph.newest(i).id != i}
    label(state)
    if not state.done(COMPILED):
        # Asked only now: what others came to since this repair was cut short is taken over by then.
        # A run that was argued slot by slot has no agenda, so no answer: its claims are worded.
        compiled = compile_position if agenda_of(state.graph) is None else compile_case
        compiled(state, state.graph.live("Position")[-1])
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
    stands = Standings.now(state.graph, state.brief.limits.materiality)
    changes, withdrawn = relabelled(state.graph, stood, stands), [i for i in gone if i not in revised]
    return Repaired(outcome, position.id, revised, withdrawn, changes, stands, cost)


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
