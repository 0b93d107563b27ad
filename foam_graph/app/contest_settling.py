"""What lodging and ruling share: one contest of a run at a time, the repair that a ruling asks for, and what is told of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import NamedTuple

from foam_graph.app.contest_forms import Changed, Contest, Ruled
from foam_graph.app.debate_contesting import challenge_debate, rule_debate, take_up_debate
from foam_graph.app.map_contesting import challenge_map, rule_map, take_up_map
from foam_graph.app.position import read_position
from foam_graph.app.result import plain_json
from foam_graph.app.session import Session
from foam_graph.contest.estimate import Frontier
from foam_graph.contest.relabelled import Standings
from foam_graph.contest.repair import Repaired, repair
from foam_graph.files.locking import locked
from foam_graph.model.subgraph import Node
from foam_graph.pipeline.state import RunState
from foam_graph.reasoning.challenges import (
    next_step,
    provisional_ruling,
    remarks,
)
from foam_graph.reasoning.overturned import staying, stays_for
from foam_graph.reasoning.rulings import ruling_of

OTHERS = {
    "debate": (challenge_debate, rule_debate, take_up_debate),
    "memory": (challenge_debate, rule_debate, take_up_debate),
    "import": (challenge_map, rule_map, take_up_map),
}
"""Kinds of chains that are no runs: how they are challenged, ruled on, and taken up."""
MAX_GROUNDS = 20_000
"""Most characters of the grounds of a challenge, and of the reason for which one is withdrawn."""
CONTEST_WAIT = 600.0
"""Seconds to wait for another contest of the same run."""


@contextmanager
def one_at_a_time(session: Session, run: str) -> Iterator[None]:
    """Holds a run's position for the length of a contest: the next one begins with what this one leaves.

    Raises:
        EnvironmentFault: Another contest of the run did not end in time. Nothing was written.
    """
    with locked(session.settings.home / "contests" / f"{run}.lock", f"the position of run {run}", CONTEST_WAIT):
        yield


class Expected(NamedTuple):
    """What was known of a repair before it began: what it touches, what it would cost, and how everything stood."""

    frontier: Frontier
    cost: dict[str, int]
    stood: Standings


def settle(state: RunState, node: Node, before: Expected, shown: Contest) -> Contest:
    """Rules on a challenge as the machine does, repairs what that fells, and tells of it."""
    state.prefix = f"{node.id}:"
    state.perform("rule", lambda step: provisional_ruling(state.brief, state.graph, node, state.evidence, step))
    return report(state, node, repair(state, node, *before), shown)


def report(state: RunState, node: Node, repaired: Repaired, shown: Contest) -> Contest:
    """What a contest came to, beside what was shown of it before."""
    ruling = ruling_of(state.graph, node.id)
    position = read_position(state.graph, state.brief.run)
    return replace(
        shown,
        challenge=node.id,
        ruling=None if ruling is None else Ruled.of(ruling),
        outcome=repaired.outcome,
        position=repaired.position,
        certified=position.certified,
        checks=position.checks,
        revised=repaired.revised,
        withdrawn=tuple(repaired.withdrawn),
        cost={name: plain_json(value) for name, value in repaired.cost.items()},
        changed=Changed.listed(repaired.relabelled),
        remarks=(*remarks(state.graph, node), *staying(stays_for(state.graph, node))),
        next=next_step(state.graph, node),
    )
