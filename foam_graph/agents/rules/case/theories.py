"""Case theories by rules: of what tests show, what a perspective's evidence policy lets it argue."""

from __future__ import annotations

from collections.abc import Iterable

from foam_graph.agents.protocol import CaseData
from foam_graph.agents.rules.case.plan import PlannedIssue, planned
from foam_graph.agents.rules.case.showing import STRENGTH, Showing, joined
from foam_graph.agents.tasks.arguments import Holding, TheoryIn, TheoryOut


def case_theory(asked: TheoryIn, data: CaseData) -> TheoryOut:
    """Says which outcomes a perspective can argue.

    Args:
        asked: What is asked.
        data: The case.
    """
    plan = planned(asked.question, data)
    place = data.stances.index(asked.speaker.id) if asked.speaker.id in data.stances else 0
    holdings = []
    for issue in (one for one in asked.agenda.issues if not asked.only or one.name in asked.only):
        known = plan.issues.get(issue.name)
        held = held_by(known, asked.speaker.not_citable, place, data) if known is not None else None
        if held is not None:
            holdings.append(Holding(issue=issue.name, outcome=held.outcome, why=joined(held.conclusion, 680)))
    return TheoryOut(
        goal="What the tests of the case sheet show, as far as its evidence policy admits what they rest on.",
        holdings=holdings[:12],
    )


def held_by(issue: PlannedIssue, barred: Iterable[int], place: int, data: CaseData) -> Showing | None:
    """The showing that a perspective argues.

    What is special goes before what is general. Where two are as good, perspectives take them in turn, so that neither
    side is missing.

    Args:
        issue: The issue.
        barred: Numbers of the documents that the perspective may not cite.
        place: Its place among the perspectives.
        data: The case.
    """
    out = frozenset(barred)
    able = [one for one in issue.showings if one.open_to(data.file, out)]
    best = max((_strength(one) for one in able), default=0)
    equal = [one for one in able if _strength(one) == best]
    return equal[place % len(equal)] if equal else None


def _strength(shown: Showing) -> int:
    return -1 if shown.disputed else STRENGTH.index(shown.basis)


def stronger(one: Showing, other: Showing) -> bool:
    """Whether one showing outweighs another by what it is, whatever its sources."""
    return _strength(one) > _strength(other)
