"""What the labels decide: each issue's outcome for each audience, and from the agenda's trees each option.

An issue comes out as an outcome where a conclusion for it is accepted, is undecided where none is, and does not arise
where the outcome that it is given is out. An option is in where its condition holds however the undecided issues come
out, and out where it can hold in no way. The certificate uses this to hold answers against labels.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.sublation.agenda_reading import concludes

Verdict = Literal["in", "out", "undecided"]
MOOT = "(does not arise)"
"""Stands in the place of an outcome."""


@dataclass(frozen=True)
class Concluding:
    """A live claim that concludes for an outcome."""

    claim: Node
    issue: str
    outcome: str
    advocacy: bool


def conclusions(graph: Subgraph) -> list[Concluding]:
    """Live conclusions, in the order of the chain; a version that does not say concludes as the one before it."""
    found = []
    for claim in graph.live("Claim"):
        for edge in concludes(graph, claim):
            issue = graph.get(edge.end)
            if issue is not None:
                advocacy = bool(edge.fields.get("advocacy"))
                found.append(Concluding(claim, issue["name"], str(edge.fields["outcome"]), advocacy))
    return found


def outcomes(
    issues: Mapping[str, Node], found: Sequence[Concluding], labels: Mapping[str, str], forced: Mapping[str, str] = {}
) -> dict[str, str]:
    """Each issue's outcome for one audience.

    Args:
        issues: The agenda's issues, by name.
        found: The conclusions.
        labels: Node id to label, for this audience.
        forced: Outcomes by assumption.

    Returns:
        Issue to outcome; empty where it is undecided, ``MOOT`` where it does not arise.
    """
    decided: dict[str, str] = {}
    for name, node in issues.items():
        standing = {
            one.outcome for one in found if one.issue == name and not one.advocacy and labels.get(one.claim.id) == "in"
        }
        put = labels.get(node.id, "in") == "in"
        decided[name] = standing.pop() if len(standing) == 1 and put else ""
    decided.update({name: outcome for name, outcome in forced.items() if name in decided})
    return {name: MOOT if _moot(name, issues, decided) else outcome for name, outcome in decided.items()}


def _moot(name: str, issues: Mapping[str, Node], decided: Mapping[str, str]) -> bool:
    seen = {name}
    while True:
        needed = given(issues[name])
        if needed is None or needed[0] not in issues or needed[0] in seen:
            return False
        parent, outcome = needed
        if decided[parent] and decided[parent] != outcome:
            return True
        seen.add(parent)
        name = parent


def given(issue: Node) -> tuple[str, str] | None:
    """Issue and outcome on which an issue depends; None where it always arises."""
    found = _parsed(issue.get("given") or "[]")
    return (str(found[0]), str(found[1])) if isinstance(found, list) and len(found) == 2 else None


@lru_cache(maxsize=1024)
def _parsed(text: str) -> Any:
    """JSON of a field; many ways to decide the same few conditions are tried."""
    return json.loads(text)


def options_of(
    issues: Mapping[str, Node], options: Mapping[str, Node], decided: Mapping[str, str]
) -> dict[str, Verdict]:
    """Each option for one audience, from the trees alone.

    Args:
        issues: The agenda's issues, by name.
        options: Its options, by name.
        decided: What ``outcomes`` gave.
    """
    found: dict[str, Verdict] = {}
    for name, node in options.items():
        tree = _parsed(node["condition"]) if node.get("condition") else None
        found[name] = "undecided" if tree is None else _verdict(tree, issues, dict(decided))
    return found


def can_both_hold(issues: Mapping[str, Node], one: Node, other: Node) -> bool:
    """Whether some way to decide the issues gives two options."""
    both = {"all": [_parsed(one["condition"]), _parsed(other["condition"])]}
    return _verdict(both, issues, dict.fromkeys(issues, "")) != "out"


def _verdict(tree: Mapping[str, object], issues: Mapping[str, Node], decided: dict[str, str]) -> Verdict:
    truth = _truth(tree, issues, decided)
    if truth is not None:
        return "in" if truth else "out"
    name = next(one for one in _mentioned(tree, issues) if not decided.get(one))
    told: set[Verdict] = set()
    for outcome in issues[name]["outcomes"]:
        further = {**decided, name: outcome}
        further = {one: MOOT if _moot(one, issues, further) else it for one, it in further.items()}
        told.add(_verdict(tree, issues, further))
        if len(told) > 1 or "undecided" in told:
            return "undecided"
    return told.pop()


def _truth(tree: Mapping[str, object], issues: Mapping[str, Node], decided: Mapping[str, str]) -> bool | None:
    for key, ends in (("any", True), ("all", False)):
        parts = tree.get(key)
        if isinstance(parts, list):
            return _joined([_truth(part, issues, decided) for part in parts], ends)
    needs = [(str(tree.get("issue")), str(tree.get("outcome")))]
    while needs[-1][0] in issues and (more := given(issues[needs[-1][0]])) and more not in needs:
        needs.append(more)
    found = [decided.get(name, MOOT) for name, _ in needs]
    return _joined([one == wanted if one else None for one, (_, wanted) in zip(found, needs, strict=True)], False)


def _joined(found: Sequence[bool | None], ends: bool) -> bool | None:
    """Truth of several together: one that is ``ends`` decides, else one that is not known leaves it open."""
    return ends if ends in found else None if None in found else not ends


def _mentioned(tree: Mapping[str, object], issues: Mapping[str, Node]) -> list[str]:
    """Issues on which a tree depends, parents before what depends on them."""
    found: dict[str, None] = {}
    stack: list[Mapping[str, object]] = [tree]
    while stack:
        one = stack.pop()
        for key in ("any", "all"):
            parts = one.get(key)
            stack += parts if isinstance(parts, list) else []
        chain, name = list[str](), str(one.get("issue", ""))
        while name in issues and name not in chain:
            chain.insert(0, name)
            needed = given(issues[name])
            name = needed[0] if needed else ""
        found.update(dict.fromkeys(chain))
    return list(found)


def status_of(verdicts: Sequence[Verdict]) -> Literal["core", "conditional", "open", "dissent"]:
    """What became of an option over all audiences."""
    told = set(verdicts)
    if told == {"in"}:
        return "core"
    if told == {"out"}:
        return "dissent"
    return "conditional" if "in" in told else "open"


def end_of(issue: Node, by_audience: Sequence[str], argued: bool) -> str:
    """How an issue ends over all audiences.

    Args:
        issue: The issue.
        by_audience: Its outcome for each audience.
        argued: Whether conclusions for different outcomes of it are alive.
    """
    if issue.get("out_of_scope"):
        return "out_of_scope"
    arising = [one for one in by_audience if one != MOOT]
    if by_audience and not arising:
        return "moot"
    if arising and all(arising):
        return "answered"
    return "contested" if argued else "open"
