"""Contrary findings: each decided issue turned once, with what that makes of the answer and by how much it holds."""

from __future__ import annotations

from collections.abc import Mapping

from foam_graph.reasoning.agenda.tree import Tree, terms
from foam_graph.reasoning.answer.plain import listed, spoken
from foam_graph.reasoning.answer.results import IssueEnd, Results, Turning
from foam_graph.reasoning.sublation import Sublation


def contrary_findings(results: Results, sublation: Sublation) -> list[Turning]:
    """What the answer would be if an issue came out otherwise, for each issue that is decided alike for everybody.

    Args:
        results: What the run came to, without what would turn it.
        sublation: Its labels; its agenda has the trees.

    Returns:
        Those that turn the answer, in the order of the agenda; then in one of its own what changes nothing.
    """
    agenda = sublation.agenda
    if agenda is None or not agenda.decidable:
        return []
    trees = {option.name: option.condition for option in agenda.options if option.condition is not None}
    decided = {one.name: told[0] for one in results.issues if len(told := _told(one)) == 1}
    now = _answer(trees, sublation, decided)
    found, idle = list[Turning](), list[str]()
    for issue in results.issues:
        if issue.name not in decided:
            continue
        others = [one for one in agenda.issues[issue.name].outcomes if one != decided[issue.name]]
        then = {one: _answer(trees, sublation, {**decided, issue.name: one}) for one in others}
        found += [_turning(results, issue, one, answer) for one, answer in then.items() if answer != now]
        if set(then.values()) <= {now}:
            idle.append(f"“{issue.question}”")
    if idle and now:
        found.append(Turning("contrary", f"Either way the answer is the same on {listed(idle)}", "", now))
    return found


def _told(issue: IssueEnd) -> list[str]:
    return list(dict.fromkeys(one for one in issue.outcomes.values() if one)) if issue.end == "answered" else []


def _answer(trees: Mapping[str, Tree], sublation: Sublation, decided: Mapping[str, str]) -> str:
    """Name of the option that holds, however the other issues come out; empty where none does."""
    agenda = sublation.agenda
    issues = agenda.issues if agenda else {}
    for name, tree in trees.items():
        for term in terms(tree, issues) or ():
            if all(decided.get(leaf.issue) == leaf.outcome for leaf in term):
                return name
    return ""


def _turning(results: Results, issue: IssueEnd, outcome: str, then: str) -> Turning:
    words = results.outcomes[issue.name].get(outcome, spoken(outcome))
    texts = [one.text for one in results.options if one.name == then]
    becomes = f"the answer would be: {texts[0].rstrip('.')}" if texts else "the answer would be open"
    margin = f" {issue.margins[0]}" if issue.margins else ""
    told = f"If “{issue.question}” were answered “{words}”, {becomes}.{margin}"
    return Turning("contrary", told, issue.name, then)
