"""Critiques by rules: only for what a test showed of a sentence that a part rests on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from foam_graph.agents.protocol import CaseData
from foam_graph.agents.rules.case.bearing import Numbered, numbered
from foam_graph.agents.rules.case.showing import joined
from foam_graph.agents.tasks.rounds import CaseCritiqueOut, CriticiseIn, CriticiseOut, PartShown
from foam_graph.agents.tasks.ruling import CritiqueType, Flaw

MOST = 8
"""Most critiques of one critic."""
CONTRADICTION = "contradiction"
"""Rule of the sheet whose contradictions are of one thing told by two sentences; others may be of two things."""


@dataclass(frozen=True)
class Tested:
    """What a test says against a sentence.

    Attributes:
        finding: The finding.
        said: Short id of the sentence that it tells against.
        evidence: Short ids of the sentences that speak against it.
        flaw: What is wrong with it.
        type: Type of critique.
    """

    finding: Numbered
    said: str
    evidence: tuple[str, ...]
    flaw: Flaw
    type: CritiqueType = "logical_gap"


def criticise(asked: CriticiseIn, data: CaseData) -> CriticiseOut:
    """Critiques of opponents' parts.

    Args:
        asked: What is asked.
        data: The case.
    """
    out = frozenset(asked.speaker.not_citable)
    tests = list(against(data))
    found: list[CaseCritiqueOut] = []
    seen: set[tuple[str, str]] = set()
    for argument in (one for one in asked.arguments if one.id in asked.opposed):
        for part in argument.parts:
            for one in tests:
                made = _critique(part, one, out, data)
                if made is not None and (part.id, one.finding.number) not in seen:
                    seen.add((part.id, one.finding.number))
                    found.append(made)
    return CriticiseOut(critiques=found[:MOST])


def against(data: CaseData) -> Iterator[Tested]:
    """Everything that a test of the sheet says against a sentence.

    Args:
        data: The case.
    """
    short = {name: one.short for name, one in data.file.by_id.items()}
    for one in numbered(data, "sum"):
        if one.finding.verdict == "wrong":
            rest = tuple(short[name] for name in one.finding.sentences[1:6])
            yield Tested(one, short[one.finding.sentences[0]], rest, "number_conflict")
    for one in numbered(data, "superseded"):
        # The sentence that replaced the figure stands last.
        *old, new = one.finding.sentences
        for name in old:
            yield Tested(one, short[name], (short[new],), "stale_date")
    for one in numbered(data, "contradiction"):
        if one.finding.rule == CONTRADICTION and one.finding.sentences and one.finding.against:
            flaw: Flaw = "negation_conflict" if one.finding.inputs.get("differ_in") == "negation" else "number_conflict"
            sides = one.finding.sentences, one.finding.against
            for mine, theirs in (sides, sides[::-1]):
                for name in mine:
                    yield Tested(one, short[name], tuple(short[other] for other in theirs[:5]), flaw)


def _critique(part: PartShown, one: Tested, barred: frozenset[int], data: CaseData) -> CaseCritiqueOut | None:
    file = data.file
    evidence = [s for s in one.evidence if file.sentence(s).document not in barred]
    if one.said not in part.cites or not evidence or set(evidence) & set(part.cites):
        return None
    return CaseCritiqueOut(
        target=part.id,
        type=one.type,
        flaw=one.flaw,
        quoted=joined(file.sentence(one.said).text, 290).removesuffix(" …"),
        grounds=joined(one.finding.finding.text, 690),
        evidence=evidence[:5],
    )
