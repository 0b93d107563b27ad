"""Blast radius and cost, shown before anything is spent (protocol 7.2)."""

from __future__ import annotations

from dataclasses import dataclass

from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.agenda_versions.withdrawing import with_issues
from foam_graph.store.store import Store

CALLS_PER_SLOT = 6
"""Model calls for one slot of a frontier: revision, critiques, reply, ratings."""
CALLS_FOR_AGENDA = 2
"""Model calls for a new agenda, before anything in it is argued: it is asked for, and rated."""
WHOLE = frozenset({"drift", "label", "compile"})
"""Steps that are about the whole position; a repair takes them too, but writes only what differs."""
TOKENS_PER_CALL = 2500
"""A cautious guess, for runs that have no calls of their own to average."""


@dataclass(frozen=True)
class Frontier:
    """What a challenge touches.

    Attributes:
        direct: Claims that rest on the challenged node, directly or through lines.
        dependent: Claims that rest on these.
        reasons: Why each claim is in the frontier.
        untouched: Live claims outside of it.
    """

    direct: tuple[str, ...]
    dependent: tuple[str, ...]
    reasons: dict[str, str]
    untouched: tuple[str, ...]

    @property
    def all(self) -> tuple[str, ...]:
        """The whole frontier."""
        return self.direct + self.dependent


OF_THE_ISSUE = "leaves with the challenged issue, which is argued anew"


def localize(store: Store, graph: Subgraph, part: Node, anew: bool = False) -> Frontier:
    """Asks the graph what rests on a node.

    Args:
        store: The graph.
        graph: The run, for the claims outside the frontier.
        part: The challenged node.
        anew: Whether the agenda is made anew where a person upholds it, so that whole arguments leave with an issue.
    """
    # A perspective of the library is held by other runs too, whose claims are none of this one's.
    rows = [row for row in store.ask("localize", id=part.id) if row["claim"] in graph]
    direct = tuple(row["claim"] for row in rows if row["depth"] == 0)
    dependent = tuple(row["claim"] for row in rows if row["depth"] > 0)
    reasons = {row["claim"]: row["why"] for row in rows}
    if anew and part.kind == "Issue":
        leaving = [one.id for one in with_issues(graph, [graph.newest(part.id)]) if one.kind == "Claim"]
        direct = tuple(dict.fromkeys([*direct, *leaving]))
        dependent = tuple(one for one in dependent if one not in leaving)
        reasons = {**dict.fromkeys(leaving, OF_THE_ISSUE), **reasons}
    untouched = tuple(c.id for c in graph.live("Claim") if c.id not in reasons)
    return Frontier(direct, dependent, reasons, untouched)


def estimate(graph: Subgraph, frontier: Frontier, offline: bool, anew: bool = False) -> dict[str, int]:
    """What a repair would take: model calls, tokens and graph writes, and the floor below which it cannot go.

    Args:
        graph: The run.
        frontier: What is touched.
        offline: Whether the agents are rules, which cost nothing.
        anew: Whether the agenda is made anew where a person upholds it.
    """
    calls = graph.of("ModelCall")
    tokens = sum(c["tokens_in"] + c["tokens_out"] for c in calls)
    per_call = tokens // len(calls) if calls else TOKENS_PER_CALL
    slots = len(frontier.all)
    wanted = 0 if offline else slots * CALLS_PER_SLOT + (CALLS_FOR_AGENDA if anew else 0)
    rows = _rows_by_step(graph)
    parts = sum(count for step, count in rows.items() if step.rpartition(":")[2] not in WHOLE)
    per_claim = parts // max(1, len(graph.of("Claim")))
    compiled = [count for step, count in rows.items() if step.rpartition(":")[2] == "compile"]
    return {
        "slots": slots,
        "model_calls": wanted,
        "tokens": wanted * per_call,
        "writes": len(frontier.direct) * per_claim + sum(compiled) // max(1, len(compiled)),
        "floor": slots,
    }


def _rows_by_step(graph: Subgraph) -> dict[str, int]:
    """Nodes and edges that each step of this run wrote."""
    steps = {a.seq: str(a["step"]) for a in graph.of("Activity")}
    counts: dict[str, int] = {}
    for seq in (*(node.seq for node in graph.nodes), *(edge.seq for edge in graph.edges)):
        # What other chains wrote before, such as documents, cost this run nothing.
        if seq in steps:
            counts[steps[seq]] = counts.get(steps[seq], 0) + 1
    return counts
