"""Days on which a paper says that something was done in the time of a rule which it names by its number, counted from what starts that time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Final

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.clauses import light
from foam_graph.findings.language.dates import FoundDate, counted_from, find_dates, spelt_day
from foam_graph.findings.language.numerals import NUMBER, number_value
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.words import key_of
from foam_graph.findings.sheet.applying.matching import alike, all_among, keys
from foam_graph.findings.sheet.applying.one_day import ToldDay, one_day
from foam_graph.findings.sheet.document_dates import DocumentDates, document_dates
from foam_graph.findings.sheet.invoking.cited import Cited, cited
from foam_graph.findings.sheet.invoking.claims import keeps, misses
from foam_graph.findings.sheet.replacing.current import amendments, touched
from foam_graph.findings.sheet.standing.naming import called, opened, quote, says
from foam_graph.findings.sheet.standing.statements import Statement, Statements, statements
from foam_graph.findings.sheet.working_days import working_days
from foam_graph.findings.sheet.years import calendar_day

RULE: Final = "time of a rule that is named"
_SORT: Final = r"(?P<sort>working |business |calendar |clear |full )?(?P<unit>hour|day|week|month|year)s?['’]?"
_AFTER: Final = re.compile(
    rf"\b(?:within|inside|not later than|no later than|at most|not more than|at the latest) (?:a period of )?(?P<n>{NUMBER}) {_SORT} (?:after|of|from|following|since) (?P<event>[^,;.]+)",
    re.IGNORECASE,
)
_BEFORE: Final = re.compile(
    rf"\b(?:at least|not less than|no less than|not later than|no later than|a minimum of) (?P<n>{NUMBER}) {_SORT} (?:(?:written |prior |previous )?notice (?:of|before)|before|prior to|ahead of|in advance of) (?P<event>[^,;.]+)",
    re.IGNORECASE,
)
_EXCEPT: Final = re.compile(r"\b(?:unless|except\w*|save|however|does not apply|do not apply|otherwise|extend\w*|prolong\w*|in (?:urgent|special) cases|whichever|the later of|the earlier of)\b", re.IGNORECASE)  # fmt: skip
_NO_EVENT: Final = frozenset(key_of(word) for word in ("day", "date", "time", "end", "receiving", "receipt", "start", "beginning", "which", "whole", "said"))  # fmt: skip
_RECEIPT: Final = re.compile(r"\b(?:receipt|receiv\w+|deliver\w+|serv(?:ed|ice)|notif\w+|reach\w*|arriv\w+|knowledge|aware|learn\w*)\b", re.IGNORECASE)  # fmt: skip
_SPANS: Final = re.compile(r"\b(?:by|before|until|till|after|since|from|between|within|to|than|due)\s(?:the\s)?(?:[A-Z][a-z]+day,?\s)?$", re.IGNORECASE)  # fmt: skip
_ON: Final = re.compile(r"^\W*(?:(?:it|this|and|then|so)\s)?(?:on\s)?(?:the\s)?(?:[A-Z][a-z]+day,?\s)?$", re.IGNORECASE)
_BESIDE: Final = 4
"""So few words lie between what happened and its day."""
_SHORT: Final = 8
_PLANNED: Final = re.compile(r"\b(?:will|shall|would|should|could|might|if|unless|planned|proposed|supposed|not|never|moved|postponed|cancelled|adjourned)\b", re.I)  # fmt: skip
_UNSURE_DAYS: Final = 3
"""Holidays are not known: so many working days too many may be none."""


@dataclass(frozen=True, eq=False)
class _Term:
    """A time that a rule gives, after an event or before it."""

    rule: Statement
    count: int
    unit: str
    sort: str
    ahead: bool
    event: tuple[str, ...]
    received: bool
    said: str

    @property
    def working(self) -> bool:
        """Whether days of work are counted."""
        return self.sort in ("working", "business")


def findings(file: CaseFile) -> Iterator[Finding]:
    """Days that lie outside the time of the rule which they are said to keep.

    Args:
        file: The case file.
    """
    read, dates = statements(file), document_dates(file)
    by_id = {one.id: one for one in read}
    changed = amendments(read, file) if read.laws else {}
    for one in cited(read, file):
        late = bool(one.parts) and one.alone and misses(one)
        if not late and not (one.parts and one.alone and keeps(one)):
            continue
        rules = [by_id[s.id] for part in one.parts for s in part.sentences if s.id in by_id]
        terms = [term for rule in rules for term in _terms(rule)]
        if (
            len(terms) != 1
            or any(_EXCEPT.search(rule.text) for rule in rules)
            or touched(changed, terms[0].rule.id, terms[0].said)
        ):
            continue
        pair = _pair(one, terms[0], read, dates)
        if pair is not None:
            yield from _in_time(one, terms[0], *pair) if late else _finding(one, terms[0], *pair)


def _terms(rule: Statement) -> Iterator[_Term]:
    for pattern, ahead in ((_AFTER, False), (_BEFORE, True)):
        for match in pattern.finditer(rule.text):
            count = number_value(match["n"])
            event = re.split(
                r"\b(?:on which|at which|to|in|by|if|where|when|and|or|that|who|with|at|for)\b", match["event"]
            )[0]
            told = tuple(key for key in keys(event) if key not in _NO_EVENT and not light(key)) or tuple(key for key in keys(event) if key not in _NO_EVENT)  # fmt: skip
            sort = (match["sort"] or "").strip().lower()
            # Working days are counted; nobody says which hours, weeks or months of work are.
            counted = sort not in ("working", "business") or match["unit"].lower() == "day"
            if told and counted and count is not None and count == int(count):
                received = _RECEIPT.search(match["event"]) is not None
                yield _Term(
                    rule,
                    int(count),
                    match["unit"].lower(),
                    sort,
                    ahead,
                    told,
                    received,
                    match.group(),
                )


def _pair(one: Cited, term: _Term, read: Statements, dates: DocumentDates) -> tuple[ToldDay, ToldDay] | None:
    """The day of what was done, and that of what the time is counted from."""
    text = one.claim.text
    found = [each for each in find_dates(text) if each.day and each.month and not (one.start <= each.start < one.end)]
    if not found or len(found) > 2 or any(dates.unsure(each) or _SPANS.search(text[: each.start]) for each in found):
        return None
    events = [each for each in found if _is_event(text, each, term)]
    acts = [each for each in found if each not in events]
    if len(acts) > 1 or len(events) > 1:
        return None
    event = _told(events[0], one.claim, dates) if events else _event(term, one, read, dates)
    if acts:
        act = _told(acts[0], one.claim, dates)
    else:
        return None
    return (act, event) if act is not None and event is not None and act.day != event.day else None


def _told(found: FoundDate, one: Statement, dates: DocumentDates) -> ToldDay | None:
    day = calendar_day(dates.read(found), one.passage, dates)[0]
    return ToldDay(one, day) if day is not None else None


def _is_event(text: str, found: FoundDate, term: _Term) -> bool:
    """Whether a date in a text is the day of the event: its last word stands right before the date, or the date leads a short telling of it."""
    before = text[: found.start]
    lead = re.split(r"[,;:(]\s?|\b(?:and|but|while|after|before)\b", before)[-1]
    behind = re.split(r"[,;:)]|\b(?:and|but|while)\b", text[found.end :])[0]
    said = keys(lead)
    if all_among(term.event, said) and len(lead.split()) and _near(term, lead):
        return not term.received or _RECEIPT.search(lead) is not None
    leads = _ON.match(lead) is not None and all_among(term.event, keys(behind)) and len(behind.split()) <= _SHORT
    return leads and (not term.received or _RECEIPT.search(behind) is not None)


def _near(term: _Term, lead: str) -> bool:
    tail = keys(" ".join(lead.split()[-_BESIDE:]))
    return any(alike(key, other) for key in term.event for other in tail)


def _event(term: _Term, one: Cited, read: Statements, dates: DocumentDates) -> ToldDay | None:
    """The one day that the paper itself gives for the event, else the one that all papers give."""
    found: list[ToldDay] = []
    for fact in read:
        if (
            fact is one.claim
            or fact.document.number in read.laws
            or fact.standing in ("question", "opinion", "supposition")
            or fact.text.startswith("|")
        ):
            continue
        every = find_dates(fact.text)
        if not every or _PLANNED.search(fact.text) or negations(fact.text):
            continue
        for each in every:
            if (
                each.day
                and each.month
                and not dates.unsure(each)
                and not _SPANS.search(fact.text[: each.start])
                and _is_event(fact.text, each, term)
            ):
                told = _told(each, fact, dates)
                found += [told] if told is not None else []
    return one_day(found, one.claim.document)


def _finding(one: Cited, term: _Term, act: ToldDay, event: ToldDay) -> Iterator[Finding]:
    if (act.day >= event.day) if term.ahead else (act.day <= event.day):
        return
    counted = _outside(term, act.day, event.day)
    if counted is None:
        return
    ids, text = _beside_rule(one, term, act, event)
    text += f"{counted}."
    if term.working:
        text += " Working days are Monday to Friday; holidays are not known here."
    inputs: dict[str, object] = {
        "day": act.day.isoformat(), "from": event.day.isoformat(), "limit": str(term.count), "unit": term.unit,
    }  # fmt: skip
    yield Finding("timeline", text, ids, "beyond", rule=RULE, inputs=inputs)


def _in_time(one: Cited, term: _Term, act: ToldDay, event: ToldDay) -> Iterator[Finding]:
    """What is said to be too late, and surely is not."""
    if term.ahead or act.day <= event.day or _RECEIPT.search(term.rule.text.replace(term.said, "")):
        return
    if term.working:
        worked = working_days(event.day, act.day)
        kept, counted = worked <= term.count, f"{'is' if worked == 1 else 'are'} {worked} working days at most"
    else:
        bound = counted_from(event.day, term.count, term.unit) if term.unit != "hour" else None
        kept, counted = bound is not None and act.day <= bound, _days_between(act.day, event.day)
    if not kept:
        return
    ids, text = _beside_rule(one, term, act, event)
    inputs: dict[str, object] = {
        "differ_in": "date", "from": event.day.isoformat(), "to": act.day.isoformat(), "limit": str(term.count),
    }  # fmt: skip
    yield Finding("contradiction", f"{text}{counted}, which is in time.", ids, "disputed", rule=RULE, inputs=inputs)


def _beside_rule(one: Cited, term: _Term, act: ToldDay, event: ToldDay) -> tuple[tuple[str, ...], str]:
    """What a finding rests on, and its words up to what lies between the two days."""
    first, last = sorted((act.day, event.day))
    start = f"{says(event.fact)}. " if event.fact is not one.claim else ""
    text = f"{says(one.claim)}. {opened(called(term.rule))}: {quote(term.rule)}. {start}From {spelt_day(first)} to {spelt_day(last)} "
    return tuple(dict.fromkeys((one.claim.id, term.rule.id, event.fact.id))), text


def _days_between(one: date, other: date) -> str:
    days = abs((one - other).days)
    return f"{'is' if days == 1 else 'are'} {days} day{'s' * (days != 1)}"


def _outside(term: _Term, act: date, event: date) -> str | None:
    """What lies between two days, where it surely is outside of a time; None where it may be inside."""
    first, last = sorted((act, event))
    days = (last - first).days
    limit = f"{term.count} {term.sort + ' ' if term.sort else ''}{term.unit}{'s' * (term.count != 1)}"
    told = _days_between(act, event)
    side = "at least" if term.ahead else "at most"
    if term.unit == "hour":
        # Of two days nobody knows the hours: one day more or less may lie between them.
        sure = (days + 1) * 24 <= term.count if term.ahead else (days - 1) * 24 > term.count
        return f"{told}, where {side} {limit} are asked for" if sure else None
    if term.working:
        worked = working_days(first, last)
        sure = worked < term.count if term.ahead else worked > term.count + _UNSURE_DAYS
        return f"are {worked} working days, where {side} {limit} are asked for" if sure else None
    if term.ahead:
        bound = counted_from(event, -term.count, term.unit)
        clear = term.sort in ("clear", "full") and term.unit == "day" and days - 1 < term.count
        late = bound is not None and (act > bound or clear)
    else:
        bound = counted_from(event, term.count, term.unit)
        late = bound is not None and act > bound
    return f"{told}, where {side} {limit} are asked for" if late else None
