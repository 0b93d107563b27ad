"""What leaves a position with an issue: its arguments with their slots, and how it was weighed. Nothing is deleted."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.sublation.agenda_reading import concludes
from foam_graph.reasoning.turns import Turn


def with_issues(graph: Subgraph, issues: Collection[Node]) -> list[Node]:
    """Everything live that was said on some issues, in the order of the chain; other issues keep what was said on them.

    Args:
        graph: The run.
        issues: The issues, as the agenda has them.
    """
    own = {version.id for issue in issues for version in (issue, *graph.older(issue.id))}
    ending = [claim for claim in graph.live("Claim") if any(edge.end in own for edge in concludes(graph, claim))]
    arguments = {one.id: one for claim in ending for one in graph.out(claim.id, "FILLS")}
    claims = {one.id: one for name in arguments for one in graph.into(name, "FILLS") if not graph.superseded(one.id)}
    claims |= {one.id: one for one in ending}
    slots = {slot.id: slot for claim in claims.values() for slot in graph.out(claim.id, "FOLLOWS")}
    names = {issue["name"] for issue in issues}
    weighings = [one for one in graph.live("Weighing") if one["issue"] in names]
    found = [*arguments.values(), *slots.values(), *claims.values(), *_behind(graph, claims), *weighings]
    return sorted((one for one in found if not graph.superseded(one.id)), key=lambda one: (one.seq, one.ord))


def _behind(graph: Subgraph, claims: Collection[str]) -> list[Node]:
    """Calculations and rules' applications that no other claim rests on: an exception must not outlive its argument."""
    found = {one.id: one for claim in claims for one in graph.out(claim, "RESTS_ON") if one.kind in _OWN}
    return [one for one in found.values() if all(_gone(graph, up, claims) for up in graph.into(one.id, "RESTS_ON"))]


_OWN = ("Calculation", "RuleApplication")


def _gone(graph: Subgraph, node: Node, claims: Collection[str]) -> bool:
    return node.id in claims or graph.superseded(node.id)


def withdraw(turn: Turn, nodes: Sequence[Node], why: str) -> None:
    """Takes nodes out of the position; they stay in the graph."""
    for node in nodes:
        turn.delta.edge("WITHDRAWS", turn.me, node.ref, why=why)


def left_without_outcome(graph: Subgraph, outcomes: Collection[tuple[str, str]]) -> list[tuple[Node, str]]:
    """Live claims that rest on an outcome which the agenda has no more, each with that outcome.

    Args:
        graph: The run.
        outcomes: The outcomes of the agenda: issue and outcome.
    """
    found = []
    for claim in graph.live("Claim"):
        needs = [
            (str(graph[e.end]["name"]), str(e.fields["outcome"])) for e in graph.out_edges(claim.id, "PRESUPPOSES")
        ]
        gone = [need for need in needs if need not in outcomes]
        if gone:
            found.append((claim, "=".join(gone[0])))
    return found
