"""What was ruled on a challenge, read from the graph. Pure."""

from __future__ import annotations

from foam_graph.model.subgraph import Node, Subgraph


def ruling_of(graph: Subgraph, challenge: str) -> Node | None:
    """The ruling that counts: a person's before a machine's, the latest of each."""
    found = standing_rulings(graph, challenge)
    return found[-1] if found else None


def settled(graph: Subgraph, challenge: str) -> str:
    """What the rulings that count come to: a verdict, ``opposed`` where two people differ, or empty without a ruling."""
    verdicts = {str(r["verdict"]) for r in standing_rulings(graph, challenge)}
    return "opposed" if len(verdicts) > 1 else next(iter(verdicts), "")


def standing_rulings(graph: Subgraph, challenge: str) -> list[Node]:
    """The rulings that count: those of people, else a machine's last one."""
    rulings = [r for r in graph.into(challenge, "DECIDES") if not graph.superseded(r.id)]
    people = [r for r in rulings if r["human"]]
    return people or rulings[-1:]
