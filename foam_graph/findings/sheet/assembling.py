"""The sheet of a case file: what every maker of findings found, merged and in a fixed order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date
from functools import lru_cache
from itertools import chain

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import FINDING_KINDS, Finding
from foam_graph.findings.language.dates import find_dates
from foam_graph.findings.sheet import (
    amounts_told,
    compliance,
    contradictions,
    days_told,
    deadlines,
    denials,
    figures_told,
    leaning,
    parts_told,
    reach,
    rivals,
    rules,
    sums,
    thresholds,
)
from foam_graph.findings.sheet.applying import claimed_kept, days_before, held, in_time, quorum
from foam_graph.findings.sheet.applying.defined import with_computed
from foam_graph.findings.sheet.applying.excusing import first_hand, with_excuses
from foam_graph.findings.sheet.applying.permitted import used
from foam_graph.findings.sheet.cells import (
    attending,
    expiries,
    last_days,
    limits,
    sequences,
    spans,
    told_days,
    told_figures,
)
from foam_graph.findings.sheet.chronology import timeline
from foam_graph.findings.sheet.citing import by_number, quoting
from foam_graph.findings.sheet.described import described
from foam_graph.findings.sheet.facing import (
    days,
    exceptions,
    figures,
    notice,
    opposite,
    priorities,
    receipts,
    replaced,
    required,
    shares,
    terms,
    wide,
)
from foam_graph.findings.sheet.facing.bearing import with_bearing
from foam_graph.findings.sheet.facing.pointing import pointer
from foam_graph.findings.sheet.governing import (
    caps,
    days_within,
    disqualified,
    lodged,
    logged,
    majorities,
    offers,
    present,
    quorums,
    signed,
    sittings,
    terms_given,
    unanimity,
    voting,
)
from foam_graph.findings.sheet.invoking import kept_days, kept_figures, misnumbered, missing
from foam_graph.findings.sheet.replacing import bare_figures, moved_days, named_values, outdated
from foam_graph.findings.sheet.replacing.bounds_in_force import held_in_time
from foam_graph.findings.sheet.replacing.current import as_they_stand
from foam_graph.findings.sheet.replacing.lapsed import in_force
from foam_graph.findings.sheet.restating import attributed, readings, remainders, retold, wholes
from foam_graph.findings.sheet.sections import faulty
from foam_graph.findings.sheet.solving import solved, votes
from foam_graph.findings.sheet.testing.conditions import condition_of, one_condition
from foam_graph.findings.sheet.testing.gate import divided
from foam_graph.findings.sheet.testing.selecting import told
from foam_graph.findings.sheet.timing import announced, fresh, lasting, not_yet, said_in_time
from foam_graph.findings.sheet.weighing import value_conflicts

Maker = Callable[[CaseFile], Iterable[Finding]]

_MAKERS: tuple[Maker, ...] = tuple(
    room.findings
    for room in (
        deadlines, in_time, days_before, terms, sums, solved, votes, thresholds, rules, compliance, contradictions, denials,
        days_told, amounts_told, rivals, reach, retold, wholes, parts_told, leaning, value_conflicts, outdated, held,
        claimed_kept, quorum, figures_told, quoting, by_number, moved_days, receipts, notice, terms_given, days_within, voting, logged, caps, offers, present, quorums, majorities, unanimity, signed, lodged, sittings,
        named_values, misnumbered, missing, kept_days, kept_figures,
        said_in_time, lasting, fresh, announced, remainders, disqualified, bare_figures, attributed, readings, not_yet,
        limits, spans, last_days, sequences, expiries, told_days, told_figures, attending,
    )
)  # fmt: skip
_SIDE_BY_SIDE: tuple[Maker, ...] = (
    *(room.findings for room in (replaced, priorities, wide, figures, exceptions, opposite, days, required)),
    terms.possible,
    receipts.possible,
)
"""Makers that only hold sentences against each other, whatever their words: what they bring up is pointed to."""


_KEPT = 4
"""Sheets that a process keeps: who contests an answer, or turns a page, asks for that of the same sentences again."""
_HEAD = 6
"""So many sentences from the beginning are the head of a paper."""
_SAME = 2
"""So many sentences in common make one finding of two."""
_INVOKED = frozenset({kept_days.RULE, kept_figures.RULE})
_FIGURE = re.compile(r"\d[\d.,]*(?<![.,])")
_OF_RULES = frozenset({"rule", "compliance"})


@lru_cache(maxsize=_KEPT)
def sheet(file: CaseFile, today: date | None = None) -> tuple[Finding, ...]:
    """What the documents of a case file show before anybody argues.

    Args:
        file: The sentences, whole or selected.
        today: The day by which what is still to come is told from what was; None = when each document was written.

    Returns:
        Findings by kind, in each kind the faulty and disputed ones first, else in the makers' order; what two makers
        found alike is there once.
    """
    file = described(file)
    merged = held_in_time(
        in_force(_merged(chain(timeline.findings(file, today), *(maker(file) for maker in _MAKERS))), file), file
    )
    made = with_computed(merged, file)
    counted = {id(one) for one in made} - {id(one) for one in merged}
    stands, pointers = divided(_settled(used(first_hand(made, file), file)), file, counted)
    stands, changed = as_they_stand(with_bearing(stands, file), file)
    stands = with_excuses(_of_own_days(_invoked_once(_replaced_once(_told_once(stands))), file), file)
    sorts = [
        changed,
        [pointer(one) for one in shares.beside(made, file)],
        pointers,
        *([pointer(one) for one in maker(file)] for maker in _SIDE_BY_SIDE),
    ]
    return in_order(map(_sided, [*stands, *told(sorts, stands)]), file)


def in_order(found: Iterable[Finding], file: CaseFile) -> tuple[Finding, ...]:
    """Findings as a sheet has them: by kind, in each kind the faulty and disputed ones first, then as the file goes; pointers last.

    Args:
        found: The findings.
        file: The case file.
    """
    places = {sentence.id: place for place, sentence in enumerate(file)}
    return tuple(sorted(found, key=lambda one: _place(one, places)))


def _sided(one: Finding) -> Finding:
    """A finding whose sentences against it stand on that side alone."""
    own = tuple(name for name in one.sentences if name not in one.against)
    return replace(one, sentences=own) if own and own != one.sentences else one


def _replaced_once(found: list[Finding]) -> list[Finding]:
    """No replaced figure of a named thing where the same sentences are told of as outdated with it."""
    told = [one for one in found if one.kind == "superseded" and one.rule != named_values.RULE]
    return [
        one
        for one in found
        if one.rule != named_values.RULE
        or not any(set(one.sentences) <= set(each.sentences) and _old(one) == _old(each) for each in told)
    ]


def _old(one: Finding) -> list[str]:
    """The figures of what a finding says was replaced."""
    return _FIGURE.findall(str(one.inputs.get("old", "")).replace(",", ""))


def _invoked_once(found: list[Finding]) -> list[Finding]:
    """Nothing beyond the rule that a paper names, nor in time or late, where another maker tells it of the same sentences."""
    told = [{*one.sentences, *one.against} for one in found if one.verdict == "beyond" and one.rule not in _INVOKED]
    counted = [
        {*one.sentences, *one.against} for one in found
        if one.verdict in ("beyond", "disputed") and one.rule != said_in_time.RULE and one.kind in ("timeline", "contradiction")
    ]  # fmt: skip
    old = [set(one.sentences) for one in found if one.kind == "superseded" and one.rule != bare_figures.RULE]
    others = dict.fromkeys(_INVOKED, told) | {said_in_time.RULE: counted, bare_figures.RULE: old}
    return [
        one for one in found
        if not any(len(set(one.sentences) & each) >= _SAME for each in others.get(one.rule, ()))
    ]  # fmt: skip


def _of_own_days(found: list[Finding], file: CaseFile) -> list[Finding]:
    """Nothing disputed of two papers that each say when their own sitting was, or when they were written."""
    heads = {
        sentence.id for document in file.documents for sentence in document.sentences[:_HEAD]
        if (days := [str(one.calendar()) for one in find_dates(sentence.text)]) and set(days) == {document.date}
    }  # fmt: skip
    return [one for one in found if one.verdict != "disputed" or not {*one.sentences, *one.against} <= heads]


def _told_once(found: list[Finding]) -> list[Finding]:
    """No contradiction between sentences of which another one tells as well; nor two days beside a contradiction between the same."""
    sides = {id(one): {*one.sentences, *one.against} for one in found if one.kind == "contradiction"}
    kept: list[Finding] = []
    for place, one in enumerate(found):
        if one.rule == timeline.TWO_DAYS and any({*one.sentences, *one.against} <= other for other in sides.values()):
            continue
        mine = sides.get(id(one))
        others = (sides[id(o)] for n, o in enumerate(found) if n != place and id(o) in sides)
        earlier = (sides[id(o)] for o in kept if id(o) in sides)
        if mine is None or not (any(mine < other for other in others) or any(mine == other for other in earlier)):
            kept.append(one)
    return kept


def _place(finding: Finding, places: dict[str, int]) -> tuple[bool, int, bool, str, int, str]:
    """By kind, faults first; the timeline by its days, everything else by where its first sentence stands; pointers by strength."""
    if finding.is_pointer:
        return True, 0, False, "", -round(float(str(finding.inputs.get("share", 0))) * 100), finding.text
    day = str(finding.inputs.get("day", "")) if finding.kind == "timeline" else ""
    first = places.get(finding.sentences[0], len(places)) if finding.sentences else len(places)
    return False, FINDING_KINDS.index(finding.kind), not faulty(finding.kind, finding.verdict), day, first, finding.text


def _settled(found: list[Finding]) -> list[Finding]:
    """One verdict for each condition of a rule: a definite one before a doubt, the stricter rule's before the wider one's."""
    by_rule: dict[str, list[Finding]] = {}
    for one in found:
        if one.kind in _OF_RULES and one.sentences:
            by_rule.setdefault(one.sentences[0], []).append(one)
    return [one for one in found if one.kind not in _OF_RULES or not _answered(one, by_rule.get(one.sentences[0], []))]


def _answered(one: Finding, others: list[Finding]) -> bool:
    """Whether another finding on the same condition says more, or says otherwise on stricter grounds."""
    for other in others:
        if other is one or not one_condition(condition_of(one), condition_of(other)):
            continue
        if one.verdict == "no_document_says" and other.verdict != "no_document_says":
            return True
        stricter = one.rule == held.RULE and other.rule != held.RULE and other.verdict != "no_document_says"
        cited = {*other.sentences, *other.against}
        more = other.verdict == "disputed" and not set(one.sentences[1:]) & cited  # of another occasion
        if stricter and not more:
            return True
    return False


def _merged(found: Iterable[Finding]) -> list[Finding]:
    """Each finding once: those of one kind, verdict and text lend each other their sentences."""
    once: dict[tuple[str, str | None, str], Finding] = {}
    for one in found:
        key = (one.kind, one.verdict, _counted(one) or one.text)
        known = once.get(key)
        once[key] = one if known is None else _joined(known, one)
    return list(once.values())


def _counted(one: Finding) -> str:
    """What a sum of one sentence counts: two makers word the same sum in two ways."""
    operands = one.inputs.get("operands")
    if one.kind != "sum" or not isinstance(operands, list | tuple) or len(one.sentences) != 1:
        return ""
    told = (one.sentences[0], *(one.inputs.get(name) for name in ("operation", "stated", "computed")), *operands)
    return " ".join(map(str, told))


def _joined(one: Finding, other: Finding) -> Finding:
    return replace(
        one,
        sentences=tuple(dict.fromkeys(one.sentences + other.sentences)),
        against=tuple(dict.fromkeys(one.against + other.against)),
    )
