"""Weighings by rules: typed reasons in their order; what none of them decides stays open."""

from __future__ import annotations

from typing import Literal

from foam_graph.agents.protocol import CaseData
from foam_graph.agents.rules.case.bearing import INTERESTED
from foam_graph.agents.rules.case.plan import planned
from foam_graph.agents.rules.case.showing import Showing
from foam_graph.agents.rules.case.theories import stronger
from foam_graph.agents.tasks.rounds import Opposed, WeighIn, WeighingOut, WeighOut

_Reason = Literal["specificity", "recomputed", "disinterested"]
_UNKNOWN = INTERESTED | {"unknown"}


def weigh(asked: WeighIn, data: CaseData) -> WeighOut:
    """Weighs opposed outcomes.

    Args:
        asked: What is asked.
        data: The case.
    """
    issues = planned(asked.question, data).issues
    found = []
    for pair in asked.pairs:
        issue = issues.get(pair.issue)
        a, b = (issue.showing(pair.a), issue.showing(pair.b)) if issue is not None else (None, None)
        found.append(_weighed(pair, a, b, data))
    return WeighOut(weighings=found[:24])


def _weighed(pair: Opposed, a: Showing | None, b: Showing | None, data: CaseData) -> WeighingOut:
    for over, won, lost in ((pair.a, a, b), (pair.b, b, a)):
        under = pair.b if over == pair.a else pair.a
        if won is None or lost is None or won.disputed or lost.disputed:
            continue
        decided = _decided(won, lost, data)
        if decided is not None:
            reason, text, evidence = decided
            return WeighingOut(
                issue=pair.issue, over=over, under=under, reason=reason, text=text, evidence=evidence[:5]
            )
    return WeighingOut(
        issue=pair.issue,
        over="",
        under="",
        reason="judgement",
        text="None of the typed reasons decides between the two: both are tested, by sources that rules cannot rank.",
    )


def _decided(won: Showing, lost: Showing, data: CaseData) -> tuple[_Reason, str, list[str]] | None:
    """The first typed reason for which one side outweighs the other, why, and the sentences that decide."""
    if stronger(won, lost) and won.basis == "exception":
        text = "The exception speaks of this very case and goes before the rule that it excepts from."
        return "specificity", text, list(won.exception)
    if stronger(won, lost) and won.basis == "recomputed":
        text = "The one outcome was computed from figures of the file, the other is only stated."
        return "recomputed", text, _facts(won)
    if not stronger(lost, won) and _interested(lost, data) and not _interested(won, data):
        text = "The one side rests on sources without an interest in the outcome, the other on a party's own."
        return "disinterested", text, _facts(won)
    return None


def _facts(shown: Showing) -> list[str]:
    groups = (*shown.facts, *shown.excepted)
    return list(dict.fromkeys(s for one in groups if not one.against for s in one.sentences))


def _interested(shown: Showing, data: CaseData) -> bool:
    """Whether a side rests on somebody's word alone who has an interest."""
    file = data.file
    classes = {file.document_of(file.sentence(s)).source_class for s in _facts(shown)}
    return bool(classes) and classes <= _UNKNOWN
