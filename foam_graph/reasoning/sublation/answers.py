"""What the issues and the options of an agenda come to, for whom and under which condition (protocol 6.16)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from foam_graph.reasoning.agenda.tree import Leaf, arises
from foam_graph.reasoning.sublation.agenda_reading import LiveAgenda
from foam_graph.reasoning.sublation.conditions import Condition
from foam_graph.reasoning.sublation.framework import Labelled
from foam_graph.reasoning.sublation.grounded import Label

IssueEnd = Literal["answered", "contested", "open", "moot", "out_of_scope"]
AnswerStatus = Literal["core", "conditional", "open", "dissent"]


@dataclass(frozen=True)
class IssueStanding:
    """What became of one issue.

    Attributes:
        issue: Its node.
        name: Its name.
        end: ``answered`` where an outcome is in for every audience for which the issue arises, ``contested`` where a
            conclusion is left that is not out for everybody, ``moot`` where it arises for nobody.
        labels: Outcome to audience to label.
        conclusions: Outcome to the claims that conclude for it, whatever their labels.
        moot_for: Audiences for which it does not arise.
        by_burden: Audience to the outcome that is in by the burden of proof alone: not proved, not disproved.
    """

    issue: str
    name: str
    end: IssueEnd
    labels: Mapping[str, Mapping[str, Label]]
    conclusions: Mapping[str, tuple[str, ...]]
    moot_for: tuple[str, ...]
    by_burden: Mapping[str, str]

    def outcome(self, audience: str) -> str:
        """The outcome that is in for an audience, or empty."""
        return next((name for name, labels in self.labels.items() if labels[audience] == "in"), "")


@dataclass(frozen=True)
class AnswerStanding:
    """What became of one option.

    Attributes:
        option: Its node.
        name: Its name.
        status: ``core`` where it is in for all audiences, ``conditional`` for some, ``dissent`` where it is out for
            all, else ``open``.
        labels: Audience to label.
        condition: When it is in, over all value orders; None where no order or policy matters to it.
        falls_if: For ``core``: when it would not be in; None where no order or policy matters.
    """

    option: str
    name: str
    status: AnswerStatus
    labels: Mapping[str, Label]
    condition: Condition | None = None
    falls_if: Condition | None = None

    def audiences(self, label: Label) -> list[str]:
        """The audiences that give it a label."""
        return [name for name, found in self.labels.items() if found == label]


def issue_standings(agenda: LiveAgenda, labelled: Mapping[str, Labelled]) -> dict[str, IssueStanding]:
    """The standing of every issue, by name."""
    return {name: _issue(agenda, name, labelled) for name in agenda.issues}


def _issue(agenda: LiveAgenda, name: str, labelled: Mapping[str, Labelled]) -> IssueStanding:
    spec, node = agenda.issues[name], agenda.issue_nodes[name]
    labels = {o: {a: found.of(f"outcome:{name}={o}") for a, found in labelled.items()} for o in spec.outcomes}
    conclusions = {o: tuple(c.claim for c in agenda.conclusions if (c.issue, c.outcome) == (name, o)) for o in labels}
    moot = tuple(a for a, found in labelled.items() if _moot(agenda, name, found))
    burden = {
        a: o
        for o, by_audience in labels.items()
        for a, found in labelled.items()
        if by_audience[a] == "in" and all(found.of(claim) != "in" for claim in conclusions[o])
    }
    decided = all(a in moot or any(by[a] == "in" for by in labels.values()) for a in labelled)
    live = any(found.of(c) != "out" for claims in conclusions.values() for c in claims for found in labelled.values())
    end: IssueEnd = "answered" if decided else "contested" if live else "open"
    if len(moot) == len(labelled):
        end = "moot"
    if node.get("out_of_scope"):
        end = "out_of_scope"
    return IssueStanding(node.id, name, end, labels, conclusions, moot, burden)


def _moot(agenda: LiveAgenda, name: str, found: Labelled) -> bool:
    """Whether an outcome that the issue is given, or that one is given, is out."""
    given = agenda.issues[name].given
    above = arises(given, agenda.issues) if given is not None else ()
    return any(
        leaf.issue in agenda.issues
        and leaf.outcome in agenda.issues[leaf.issue].outcomes
        and found.of(f"outcome:{leaf.issue}={leaf.outcome}") == "out"
        for leaf in above
    )


def answer_standings(
    agenda: LiveAgenda, labelled: Mapping[str, Labelled], when: Callable[[str, bool], Condition | None]
) -> dict[str, AnswerStanding]:
    """The standing of every option, by name.

    Args:
        agenda: The agenda.
        labelled: Audience to labelling.
        when: The condition under which an argument is in (True) or is not in (False).
    """
    found = {}
    for option in agenda.options:
        id_ = f"answer:{option.name}"
        labels = {audience: one.of(id_) for audience, one in labelled.items()}
        status = _status(set(labels.values()))
        falls = when(id_, False) if status == "core" else None
        node = agenda.option_nodes[option.name].id
        found[option.name] = AnswerStanding(node, option.name, status, labels, when(id_, True), falls)
    return found


def _status(labels: set[Label]) -> AnswerStatus:
    if "in" in labels:
        return "core" if len(labels) == 1 else "conditional"
    return "dissent" if labels == {"out"} else "open"


def answer_of(agenda: LiveAgenda, found: Labelled) -> str:
    """Name of the option that is in, or empty: the answer is open."""
    return next((o.name for o in agenda.options if found.of(f"answer:{o.name}") == "in"), "")


def outcome_of(agenda: LiveAgenda, issue: str, found: Labelled) -> str:
    """The outcome of an issue that is in, or empty."""
    leaves = (Leaf(issue, outcome) for outcome in agenda.issues[issue].outcomes)
    return next((leaf.outcome for leaf in leaves if found.of(f"outcome:{issue}={leaf.outcome}") == "in"), "")
