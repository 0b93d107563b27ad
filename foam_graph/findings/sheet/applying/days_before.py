"""Times that a rule gives back from an event ("not more than five years before the race"), against days that papers state as particulars."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding, Verdict
from foam_graph.findings.language.clauses import light
from foam_graph.findings.language.dates import counted_from, spelt_day
from foam_graph.findings.language.numerals import NUMBER, number_value
from foam_graph.findings.language.words import key_of
from foam_graph.findings.sheet.applying.matching import all_among, keys
from foam_graph.findings.sheet.applying.provisions import plain
from foam_graph.findings.sheet.document_dates import DocumentDates, document_dates
from foam_graph.findings.sheet.standing.naming import called, opened, quote, says
from foam_graph.findings.sheet.standing.statements import Statement, Statements, statements
from foam_graph.findings.sheet.years import calendar_day

RULE = "days before an event"
_BEFORE = re.compile(
    rf"^(?P<main>.+?) (?P<bound>not more than|no more than|at most|at least|not less than|no less than|not later than) (?P<n>{NUMBER})"
    r" (?P<unit>day|week|month|year)s? (?:before|prior to|ahead of) (?P<event>[^,;.]+)",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"^\W*(?:(?:date|day) of (?:the )?)?(?P<label>[A-Za-z][A-Za-z ]{2,30}):\W*(?P<rest>.+)$", re.IGNORECASE
)
_UNTOLD = frozenset(
    key_of(word)
    for word in (
        "day",
        "date",
        "take",
        "place",
        "have",
        "must",
        "valid",
        "time",
        "start",
        "beginning",
        "take-place",
        "only",
    )
)
_ITS = re.compile(r"^(?:its|the|that|this) (?:date|day)$", re.IGNORECASE)


@dataclass(frozen=True)
class _Term:
    rule: Statement
    least: bool
    count: int
    unit: str
    first: tuple[str, ...]
    event: tuple[str, ...]


@dataclass(frozen=True)
class _Day:
    said: tuple[str, ...]
    fact: Statement
    day: date


def findings(file: CaseFile) -> Iterator[Finding]:
    """Days that lie too long, or not long enough, before the event that a rule counts from.

    Args:
        file: The case file.
    """
    read, dates = statements(file), document_dates(file)
    terms = [term for rule in read.of("rule") if (term := _term(rule)) is not None]
    if not terms:
        return
    labelled = list(_labelled(read, dates))
    for term in terms:
        firsts = [one for one in labelled if _is(one.said, term.first)]
        events = [one for one in labelled if _is(one.said, term.event)]
        if (
            len({one.day for one in firsts}) == 1
            and len({one.day for one in events}) == 1
            and firsts[0].day < events[0].day
        ):
            yield from _finding(term, firsts[0], events[0])
        for fact in read:
            pair = _pair(term, fact, dates) if fact.standing != "rule" else None
            if pair is not None:
                yield from _finding(term, *pair)


def _term(rule: Statement) -> _Term | None:
    match = _BEFORE.match(plain(rule.text))
    count = number_value(match["n"]) if match else None
    if match is None or count is None or count != int(count):
        return None
    main = re.split(r"\b(?:only )?(?:when|if|where|unless)\b", match["main"], flags=re.IGNORECASE)[-1]
    event = match["main"].split(" is ")[0] if _ITS.match(match["event"].strip()) else match["event"]
    first, last = _told(main), _told(event)
    least = match["bound"].lower() in ("at least", "not less than", "no less than", "not later than")
    return _Term(rule, least, int(count), match["unit"].lower(), first, last) if first and last else None


def _told(text: str) -> tuple[str, ...]:
    return tuple(key for key in keys(text) if key not in _UNTOLD and not light(key))


def _labelled(read: Statements, dates: DocumentDates) -> Iterator[_Day]:
    """The days that heads of papers give under a name ("Date of ride: 4 May 2019")."""
    for fact in read:
        match = _LABEL.match(fact.text) if fact.standing in ("fragment", "fact") else None
        told = [one for clause in fact.clauses for one in clause.dates if one.day and one.month] if match else []
        if match is None or len(told) != 1 or fact.text.startswith("|"):
            continue
        day = calendar_day(dates.read(told[0]), fact.passage, dates)[0]
        said = _told(match["label"])
        if day is not None and said and not dates.unsure(told[0]):
            yield _Day(said, fact, day)


def _is(said: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    """Whether a label names what a rule speaks of, and nothing else."""
    return all_among(said, wanted)


def _pair(term: _Term, fact: Statement, dates: DocumentDates) -> tuple[_Day, _Day] | None:
    """Both days in one sentence, each behind the words of its own event ("bill of 2 June 2025, meter read on 6 May")."""
    told = [(clause, one) for clause in fact.clauses for one in clause.dates if one.day and one.month]
    if len(told) != 2 or told[0][0] is not told[1][0]:
        return None
    text = told[0][0].text
    pieces = (text[: told[0][1].start], text[told[0][1].end : told[1][1].start])
    days = [calendar_day(dates.read(one), fact.passage, dates)[0] for _, one in told]
    one, two = days
    if one is None or two is None or any(dates.unsure(found) for _, found in told) or len(term.first) < 2:
        return None
    for (first, a), (last, b) in (((pieces[0], one), (pieces[1], two)), ((pieces[1], two), (pieces[0], one))):
        if not all_among(term.event, keys(last)) or all_among(term.first, keys(last)):
            continue
        if all_among(term.first, keys(first)) and a <= b:
            return _Day((), fact, a), _Day((), fact, b)
    return None


def _finding(term: _Term, first: _Day, event: _Day) -> Iterator[Finding]:
    bound = counted_from(event.day, -term.count, term.unit)
    if bound is None:
        return
    kept = first.day <= bound if term.least else first.day >= bound
    asks = "at the latest" if term.least else "at the earliest"
    text = (
        f"{opened(called(term.rule))}: {quote(term.rule)}. Counted back from {spelt_day(event.day)} that is {asks} {spelt_day(bound)}; "
        f"it was {spelt_day(first.day)}. {says(first.fact)}."
    )
    if event.fact is not first.fact:
        text += f" {says(event.fact)}."
    verdict: Verdict = "within" if kept else "beyond"
    ids = tuple(dict.fromkeys((term.rule.id, first.fact.id, event.fact.id)))
    inputs: dict[str, object] = {
        "day": first.day.isoformat(),
        "event": event.day.isoformat(),
        "bound": bound.isoformat(),
    }
    yield Finding("timeline", text, ids, verdict, rule=RULE, inputs=inputs)
