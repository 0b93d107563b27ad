"""Answers to critiques and their ratings by rules: by what the decision itself says, then by the strength of sources."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from foam_graph.agents.protocol import CaseData
from foam_graph.agents.rules.case.criticism import Tested, against
from foam_graph.agents.rules.case.decision import decision_of
from foam_graph.agents.rules.case.showing import joined
from foam_graph.agents.rules.source_strength import strengths
from foam_graph.agents.tasks.cross_examination import CrossRespondOut, CrossResponseOut
from foam_graph.agents.tasks.rounds import (
    ArgumentShown,
    CritiqueShown,
    RateCaseIn,
    RateCaseOut,
    RatingOut,
    RespondIn,
    RespondOut,
    ResponseOut,
)
from foam_graph.findings.language.quantities import find_quantities

Worth = Literal["valid", "invalid", "requires_more_evidence"]


@dataclass(frozen=True)
class Judged:
    """What a critique is worth.

    Attributes:
        verdict: The verdict.
        materiality: How much of it remains.
        why: Why, in a sentence.
    """

    verdict: Worth
    materiality: float
    why: str


def rate_case(asked: RateCaseIn, data: CaseData) -> RateCaseOut:
    """Rates critiques.

    Args:
        asked: What is asked.
        data: The case.
    """
    tests, cites = list(against(data)), _cites(asked.arguments)
    found = []
    for one in asked.critiques:
        judged = worth(one, tests, cites, data)
        replied = one.answer.startswith("replies")
        if one.new_version and _on_issue(one):
            found.append(_agenda_made(one))
            continue
        if _on_issue(one):
            found.append(_omission(one, replied))
            continue
        held = judged.verdict == "invalid"
        found.append(
            RatingOut(
                critique=one.id,
                verdict=judged.verdict,
                reply=("adequate" if held else "inadequate") if replied else "none",
                version="not_answered" if one.new_version else "none",
                materiality=judged.materiality,
                reasons=judged.why,
            )
        )
    return RateCaseOut(ratings=found[:60])


def respond(asked: RespondIn, data: CaseData) -> RespondOut:
    """Answers critiques of one's own case: what a test settles is defended or conceded, everything else left.

    Args:
        asked: What is asked.
        data: The case.
    """
    tests, cites, barred = list(against(data)), _cites(asked.mine), frozenset(asked.speaker.not_citable)
    found: list[ResponseOut] = []
    for one in asked.critiques:
        if _on_issue(one):
            if _argued(one, asked.mine):
                told = "What was given with it was read, tested and argued."
                found.append(ResponseOut(critique=one.id, answer="reply", text=told))
            continue
        if one.by not in data.stances:
            told = "A person raised it; no test of the file speaks against it."
            found.append(ResponseOut(critique=one.id, answer="concede", text=told))
            continue
        judged = worth(one, tests, cites, data)
        if judged.verdict == "invalid":
            found.append(ResponseOut(critique=one.id, answer="reply", text=judged.why))
        elif judged.verdict == "valid":
            found.append(ResponseOut(critique=one.id, answer="concede", text=judged.why))
        elif one.debate:
            found.append(_as_there(one, barred))
    if any(isinstance(one, CrossResponseOut) for one in found):
        return CrossRespondOut(answers=[CrossResponseOut(**one.model_dump()) for one in found[:40]])
    return RespondOut(answers=found[:40])


def _as_there(one: CritiqueShown, barred: frozenset[int]) -> CrossResponseOut:
    """The answer that the debate gave to the same point, as such: no rule tells whether it meets it."""
    first = one.debate[0]
    cited = [s for s in first.evidence if int(s.partition(".")[0]) not in barred]
    told = f"In the debate this was answered so: {joined(first.text, 500)}"
    return CrossResponseOut(critique=one.id, answer="reply", text=told, evidence=cited[:5], takes_up=[first.name])


def _on_issue(one: CritiqueShown) -> bool:
    """Whether something is said to be left out of an issue: its target is no part of an argument."""
    return "." not in one.target


def _argued(one: CritiqueShown, arguments: Sequence[ArgumentShown]) -> bool:
    """Whether an argument of the issue rests on what is given with a critique."""
    own = [a for a in arguments if a.issue == one.target and not a.advocacy]
    return any(set(one.evidence) & set(part.cites) for a in own for part in a.parts) or bool(own and one.evidence)


def _omission(one: CritiqueShown, replied: bool) -> RatingOut:
    """What became of something that was left out: it was argued, or it is open still."""
    why = "It was argued since." if replied else "Nothing that was tested bears on it so far."
    return RatingOut(
        critique=one.id,
        verdict="valid" if replied else "requires_more_evidence",
        reply="adequate" if replied else "none",
        materiality=0.1 if replied else 0.4,
        reasons=why,
    )


def _agenda_made(one: CritiqueShown) -> RatingOut:
    """Whether a new agenda says what the challenger wants it to say, or has what was challenged no more."""
    own, now = _bare_words(one.proposed), _bare_words(one.new_version)
    met = own <= now if own else one.attacked not in one.new_version
    told = "says what was asked for" if own else "has what was challenged no more"
    return RatingOut(
        critique=one.id,
        verdict="valid",
        version="answered" if met else "not_answered",
        materiality=0.1 if met else 0.8,
        reasons=f"The new agenda {told if met else 'does not say what was asked for'}.",
    )


def _bare_words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[^\W_]+", text.casefold()))


def _cites(arguments: Sequence[ArgumentShown]) -> Mapping[str, list[str]]:
    return {part.id: part.cites for argument in arguments for part in argument.parts}


def worth(one: CritiqueShown, tests: Iterable[Tested], cites: Mapping[str, list[str]], data: CaseData) -> Judged:
    """What a critique is worth, by the test that it tells of.

    Args:
        one: The critique.
        tests: What tests say against sentences.
        cites: Part to the sentences that it cites.
        data: The case.
    """
    mine = cites.get(one.target, [])
    fitting = [t for t in tests if t.said in mine and set(one.evidence) & set(t.evidence)]
    if not fitting:
        if one.by not in data.stances:
            return Judged("valid", 0.8, "A person raised it, and no test of the file speaks against it.")
        return Judged("requires_more_evidence", 0.4, "No test of the file bears it out.")
    test = fitting[0]
    if test.finding.finding.kind != "contradiction":
        return Judged("valid", 0.8, "The test was repeated and holds.")
    if _common_ground(test, data):
        return Judged("invalid", 0.1, "The decision under review says the same, so that it is not in dispute here.")
    gap = _strongest([test.said], data) - _strongest(test.evidence, data)
    if abs(gap) < strengths().margin:
        return Judged("requires_more_evidence", 0.4, "Two sources of like strength contradict each other.")
    if gap > 0:
        return Judged("invalid", 0.1, "The source of the part is the stronger one for a fact.")
    return Judged("valid", 0.8, "The source that contradicts the part is the stronger one for a fact.")


def _strongest(shorts: Iterable[str], data: CaseData) -> float:
    file = data.file
    classes = [file.document_of(file.sentence(s)).source_class for s in shorts]
    return max((strengths().named(one).fact for one in classes), default=0.0)


def _common_ground(test: Tested, data: CaseData) -> bool:
    """Whether the decision under review states the amounts that are contradicted, as the part does."""
    decision = decision_of(data.file)
    said = _amounts([test.said], data) - _amounts(test.evidence, data)
    if decision is None or not said:
        return False
    return any(said <= _amounts([one.short], data) for one in decision.document.sentences)


def _amounts(shorts: Iterable[str], data: CaseData) -> set[tuple[str, str]]:
    found = (q for s in shorts for q in find_quantities(data.file.sentence(s).text))
    return {(q.unit, str(q.value.normalize())) for q in found}
