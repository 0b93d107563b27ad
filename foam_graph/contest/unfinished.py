"""Repairs that were cut short: a challenge or a person's ruling is in the chain, and what it came to is not."""

from __future__ import annotations

from typing import NamedTuple

from foam_graph.model.subgraph import Node, Subgraph

OUTCOME = "outcome"
"""Step with which a repair ends."""


class Unfinished(NamedTuple):
    """A repair that was begun.

    Attributes:
        challenge: The challenge.
        seq: Place of the activity that it began with in its chain.
        at: When that was.
        prefix: What the names of its steps begin with.
        lodged: Whether it began with the challenge itself, so that a machine rules first; else with a person's ruling.
    """

    challenge: Node
    seq: int
    at: str
    prefix: str
    lodged: bool


def unfinished(graph: Subgraph) -> list[Unfinished]:
    """The repairs of a run that were cut short, in the order in which they began.

    Of several rulings on one challenge only the last counts: what it led to takes the place of the others' repairs. A
    challenge against a version that was superseded is only recorded, so nothing of it is to be carried out.

    Args:
        graph: The run.
    """
    steps = {str(activity["step"]) for activity in graph.of("Activity")}
    found = [_last_begun(graph, one) for one in graph.of("Challenge") if not one["stale"]]
    return sorted((one for one in found if one.prefix + OUTCOME not in steps), key=lambda one: one.seq)


def _last_begun(graph: Subgraph, challenge: Node) -> Unfinished:
    rulings = [ruling for ruling in graph.into(challenge.id, "DECIDES") if ruling["human"]]
    if not rulings:
        return Unfinished(challenge, challenge.seq, challenge.at, f"{challenge.id}:", lodged=True)
    last = max(rulings, key=lambda ruling: ruling.seq)
    return Unfinished(challenge, last.seq, last.at, f"{last.activity}:", lodged=False)
