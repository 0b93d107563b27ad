"""Premises on what another issue comes to: how they are named, which there are, and that none runs in a circle."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping

from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.agenda.shown import Agenda

_NAMED = re.compile(r"issue:([a-z][a-z0-9_]{0,39})=([a-z][a-z0-9_]{0,39})")

Needs = Mapping[str, Collection[str]]
"""Issue to the issues that arguments on it presuppose, or on which it arises."""


def outcome_named(premise: str) -> tuple[str, str] | None:
    """Issue and outcome of a premise such as ``issue:form=late``; None for any other premise."""
    found = _NAMED.fullmatch(premise.strip())
    return (found[1], found[2]) if found else None


def premise_name(issue: str, outcome: str) -> str:
    """How a draft names an outcome of another issue as a premise."""
    return f"issue:{issue}={outcome}"


def presupposed(graph: Subgraph, node: Node) -> list[str]:
    """What a part or a rule's application presupposes, as a draft names it."""
    edges = graph.out_edges(node.id, "PRESUPPOSES")
    return [premise_name(graph[edge.end]["name"], edge.fields["outcome"]) for edge in edges if edge.end in graph]


def needs_of(graph: Subgraph, agenda: Agenda) -> dict[str, set[str]]:
    """Which issues the arguments of a run presuppose, by the issue that they argue, and on which issues arise."""
    needs: dict[str, set[str]] = {name: set() for name in agenda.issues}
    for name, node in agenda.issues.items():
        given = json.loads(node.get("given") or "[]")
        needs[name] |= set(given[:1])
    for claim in graph.live("Claim"):
        for premise in presupposed(graph, claim):
            found = outcome_named(premise)
            if found:
                needs.setdefault(issue_of(claim), set()).add(found[0])
    return needs


def issue_of(claim: Node) -> str:
    """Name of the issue that a part of an argument is about."""
    return str(claim["leaf"]).partition(".")[0]


def premise_faults(premise: str, issue: str, agenda: Agenda, needs: Needs) -> Iterator[str]:
    """What is wrong with a premise on another issue's outcome.

    Args:
        premise: As a draft names it.
        issue: The issue that is argued.
        agenda: The agenda.
        needs: What arguments presuppose so far.
    """
    found = outcome_named(premise)
    if found is None:
        yield f"premise {premise[:60]!r} is not of the form issue:NAME=OUTCOME"
        return
    name, outcome = found
    if name not in agenda.issues or outcome not in agenda.issues[name]["outcomes"]:
        yield f"premise {premise[:60]!r} names no outcome of the agenda"
    elif name == issue:
        yield f"premise {premise} is what is argued here"
    elif way := _way(name, issue, needs):
        yield f"premise {premise} runs in a circle: {' rests on '.join([issue, *way])}"


def _way(start: str, end: str, needs: Needs) -> list[str]:
    """The issues from one to another along what they presuppose; empty where there is no way."""
    ways = [[start]]
    seen = {start}
    for way in ways:  # grows while it is read
        if way[-1] == end:
            return way
        fresh = sorted(set(needs.get(way[-1], ())) - seen)
        seen |= set(fresh)
        ways.extend([*way, one] for one in fresh)
    return []
