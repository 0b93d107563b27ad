"""Points of a debate put to a case by rules: what was said there, as such; no rule tells whether it holds here."""

from __future__ import annotations

from foam_graph.agents.protocol import CaseData
from foam_graph.agents.rules.case.criticism import MOST
from foam_graph.agents.rules.case.showing import joined
from foam_graph.agents.tasks.cross_examination import (
    CrossCritiqueOut,
    CrossExamineIn,
    CrossExamineOut,
    DebatePoint,
    Touched,
)
from foam_graph.agents.tasks.rounds import PartShown
from foam_graph.agents.tasks.ruling import CritiqueType

_LONGEST = 290
"""Most characters of a part that are quoted."""


def cross_examine(asked: CrossExamineIn, data: CaseData) -> CrossExamineOut:
    """Critiques that tell what was held against the same in a debate: those that bring evidence first.

    Args:
        asked: What is asked.
        data: The case.
    """
    barred = frozenset(asked.speaker.not_citable)
    parts = {part.id: part for one in asked.arguments if one.id in asked.opposed for part in one.parts}
    made = [
        one
        for point in asked.debate
        for touch in point.touches
        if touch.part in parts and (one := _critique(point, touch, parts[touch.part], barred, data)) is not None
    ]
    made.sort(key=lambda one: not one.evidence)
    return CrossExamineOut(critiques=made[:MOST])


def _critique(
    point: DebatePoint, touch: Touched, part: PartShown, barred: frozenset[int], data: CaseData
) -> CrossCritiqueOut | None:
    file = data.file
    cited = list(dict.fromkeys(s for one in point.attacks for s in one.evidence))
    evidence = [s for s in cited if file.sentence(s).document not in barred and s not in part.cites]
    if not point.flaw and not evidence:
        return None  # the part tells of the same sentences itself
    text = file.sentence(touch.sentences[0]).text if touch.sentences else part.text
    return CrossCritiqueOut(
        target=part.id,
        type=_type(point),
        flaw="other",
        quoted=joined(text, _LONGEST).removesuffix(" …"),
        grounds=joined(_told(point, touch), 690),
        evidence=evidence[:5],
        takes_up=[point.id],
    )


def _type(point: DebatePoint) -> CritiqueType:
    return "missing_evidence" if point.flaw == "no_support" else "logical_gap"


def _told(point: DebatePoint, touch: Touched) -> str:
    """What was said in the debate, and why it is put here."""
    rests = f"rests on the same sentence ({', '.join(touch.sentences)})"
    why = rests if touch.sentences else "speaks of the same thing"
    if point.flaw:
        held = f"a flaw was found ({point.flaw.replace('_', ' ')}: {joined(point.grounds, 300)})"
        return f"In the debate {held} in a speech that {why}: “{joined(point.said, 200)}”"
    answered = f"it was answered there: “{joined(point.grounds, 300)}”"
    return f"In the debate a speech that {why} said: “{joined(point.said, 200)}”; {answered}"
