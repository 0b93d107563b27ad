"""The sheet of a case file: what every maker of findings found, merged and in a fixed order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import FINDING_KINDS, Finding
from foam_graph.findings.sheet import (
    amounts_told,
    compliance,
    contradictions,
    days_told,
    deadlines,
    denials,
    leaning,
    parts_told,
    reach,
    rules,
    sums,
    superseded,
    thresholds,
    timeline,
)
from foam_graph.findings.sheet.sections import faulty

Maker = Callable[[CaseFile, date | None], Iterable[Finding]]

_MAKERS: tuple[Maker, ...] = tuple(
    room.findings
    for room in (
        timeline, deadlines, sums, thresholds, rules, compliance, contradictions, denials,
        days_told, amounts_told, reach, parts_told, superseded, leaning
    )
)  # fmt: skip


def sheet(file: CaseFile, today: date | None = None) -> tuple[Finding, ...]:
    """What the documents of a case file show before anybody argues.

    Args:
        file: The sentences, whole or selected.
        today: The day by which ages and open limits are judged; None = the file's own dates alone.

    Returns:
        Findings by kind, in each kind the faulty and disputed ones first, else in the makers' order; what two makers
        found alike is there once.
    """
    found = _merged(one for maker in _MAKERS for one in maker(file, today))
    places = {sentence.id: place for place, sentence in enumerate(file)}
    return tuple(sorted(found, key=lambda one: _place(one, places)))


def _place(finding: Finding, places: dict[str, int]) -> tuple[int, bool, str, int, str]:
    """By kind, faults first; the timeline by its days, everything else by where its first sentence stands."""
    day = str(finding.inputs.get("day", "")) if finding.kind == "timeline" else ""
    first = places.get(finding.sentences[0], len(places)) if finding.sentences else len(places)
    return FINDING_KINDS.index(finding.kind), not faulty(finding.kind, finding.verdict), day, first, finding.text


def _merged(found: Iterable[Finding]) -> list[Finding]:
    """Each finding once: those of one kind, verdict and text lend each other their sentences."""
    once: dict[tuple[str, str | None, str], Finding] = {}
    for one in found:
        key = (one.kind, one.verdict, one.text)
        known = once.get(key)
        once[key] = one if known is None else _joined(known, one)
    return list(once.values())


def _joined(one: Finding, other: Finding) -> Finding:
    return replace(
        one,
        sentences=tuple(dict.fromkeys(one.sentences + other.sentences)),
        against=tuple(dict.fromkeys(one.against + other.against)),
    )
