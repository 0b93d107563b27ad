"""Protocol 6.13: weighings of the outcomes of an issue, and what they do to rebuttals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

from foam_graph.model.subgraph import Node
from foam_graph.reasoning.agenda.tree import IssueSpec
from foam_graph.reasoning.sublation.attack_rules import Objections, carry
from foam_graph.reasoning.sublation.drafting import Draft, chain_order
from foam_graph.reasoning.sublation.framework import Preference
from foam_graph.reasoning.sublation.ratings import Evaluator, evaluator_of

RULE = 13


@dataclass(frozen=True, slots=True)
class Act:
    """One outcome outweighs another, as one weighing says.

    Attributes:
        argument: The argument that has to stand for it.
        weighing: The weighing.
        issue: Name of the issue.
        over: Outcome that outweighs.
        under: Outcome that is outweighed.
        rank: 2 where a person weighed by anything but a burden, and so on down: see ``_rank``.
        value: Whether it decides by values, and so between weighing components alone.
        burden: Whether it places the burden of proof.
    """

    argument: int
    weighing: str
    issue: str
    over: str
    under: str
    rank: tuple[bool, bool]
    value: bool = False
    burden: bool = False


def add_weighings(draft: Draft, issues: Mapping[str, IssueSpec], objections: Objections) -> dict[str, list[Act]]:
    """Adds the weighings of a run to a draft.

    Args:
        draft: The draft, with critiques and challenges.
        issues: The issues of the agenda by name.
        objections: Objections against each node, to which carried ones are added.

    Returns:
        What they say, by issue.
    """
    acts: dict[str, list[Act]] = defaultdict(list)
    for node in _counted(draft, issues, objections):
        made = _value_acts(draft, node) if node["reason"] == "value" else [_act(draft, node)]
        acts[node["issue"]].extend(made)
    for found in acts.values():
        for one, other in combinations(found, 2):
            _oppose(draft, one, other)
    return acts


def _counted(draft: Draft, issues: Mapping[str, IssueSpec], objections: Objections) -> list[Node]:
    """Live weighings that decide something; the later one of an evaluator takes the place of the earlier.

    One that says the same again for the same reason inherits what was said against the earlier one.
    """
    latest: dict[tuple[Evaluator, str, frozenset[str], bool], Node] = {}
    kept: dict[str, Node] = {}
    for node in sorted(draft.graph.live("Weighing"), key=chain_order):
        fault = _fault(node, issues)
        if fault:
            draft.frame.refused[node.id] = fault
            draft.strike(node.id, "refused", RULE, fault)
            continue
        pair = frozenset((node["over"], node["under"])) if node["over"] else frozenset(node["under"].split("|"))
        key = evaluator_of(draft.graph, node), node["issue"], pair, node["reason"] == "value"
        earlier = latest.get(key)
        if earlier is not None and earlier.activity != node.activity:
            draft.strike(earlier.id, "superseded", RULE, "the same evaluator weighed again later")
            kept.pop(earlier.id, None)
            if (earlier["over"], earlier["reason"]) == (node["over"], node["reason"]):
                for objection in list(objections.get(earlier.id, ())):
                    carry(draft, objections, objection, node.id)
        latest[key] = node
        if node["over"]:
            kept[node.id] = node
    return list(kept.values())


def _fault(node: Node, issues: Mapping[str, IssueSpec]) -> str:
    issue = issues.get(str(node.get("issue", "")))
    if issue is None:
        return "it weighs an issue that the agenda does not have"
    over, under = node.get("over") or "", node.get("under") or ""
    if over and (over == under or not {over, under} <= set(issue.outcomes)):
        return "it does not compare two outcomes of its issue"
    if over and node["reason"] == "value" and not (node.get("value_over") and node.get("value_under")):
        return "a weighing by values must name the value on each side"
    return ""


def _act(draft: Draft, node: Node) -> Act:
    burden = node["reason"] == "burden"
    rank = evaluator_of(draft.graph, node).person, not burden
    return Act(draft.at(node.id), node.id, node["issue"], node["over"], node["under"], rank, burden=burden)


def _value_acts(draft: Draft, node: Node) -> list[Act]:
    """Either side outweighs the other for audiences that strictly prefer its value; a tie is neither side.

    For an audience whose order does not name both values it is as the weigher, who is neither party, judged: what an
    order does not name is not thereby its last.

    ``not-preferred`` falls for no other reason than the audience's order: its attack fails where the value is
    strictly preferred, which is all that a gate can say.
    """
    found = []
    rank = evaluator_of(draft.graph, node).person, True
    won, lost = node["value_over"], node["value_under"]
    sides = (
        (node["over"], node["under"], Preference(won, lost, "closed")),
        (node["under"], node["over"], Preference(lost, won, "open")),
    )
    for over, under, gate in sides:
        me = draft.derive(f"prefers:{node.id}/{over}", node.id)
        neither = draft.derive(f"not-preferred:{node.id}/{over}", node.id)
        draft.frame.attack(neither, me, RULE, f"{gate.target} does not weigh more than {gate.critic}", gate)
        draft.falls_with_argument(me, draft.at(node.id), RULE, "the weighing fell")
        found.append(Act(me, node.id, node["issue"], over, under, rank, value=True))
    return found


def _oppose(draft: Draft, one: Act, other: Act) -> None:
    """Opposed weighings attack each other, a person's defeats a machine's, and records come before burdens."""
    if one.weighing == other.weighing or (one.over, one.under) != (other.under, other.over):
        return
    for attacker, target in ((one, other), (other, one)):
        if attacker.rank >= target.rank:
            draft.frame.attack(attacker.argument, target.argument, RULE, "weighed the other way")
