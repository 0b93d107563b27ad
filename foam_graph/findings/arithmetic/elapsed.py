"""Days between two dated events that a rule names, held against the time that the rule gives."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from foam_graph.findings.arithmetic.limits import outcome
from foam_graph.findings.language.clauses import Clause, light, read
from foam_graph.findings.language.composed_text import Composition, amount, clauses_of, quoted
from foam_graph.findings.language.dates import FoundDate, NumericOrder, spelt_day
from foam_graph.findings.language.measures import has_all, of_this_case
from foam_graph.findings.language.numerals import NUMBER
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.quantities import Quantity
from foam_graph.findings.language.words import key_of, same, words
from foam_graph.findings.passages import Passage

_WITHIN = re.compile(
    r"\b(?:within|not later than|no later than|at most|at least|limit of|less than|more than)\s$", re.I
)
_EVENT = re.compile(r"\s(?P<link>after|from|of|since|following|before|runs from)\s(?P<event>[^,;]+)", re.IGNORECASE)
_RUNS = re.compile(r"\b(?:time )?limit of $", re.IGNORECASE)
_LASTING = re.compile(
    rf"\bfor at least (?P<count>{NUMBER}) (?:days?|weeks?|months?|years?) before (?:the )?(?:date of )?(?P<event>[^,;.]+)",
    re.IGNORECASE,
)
_PERFECT = re.compile(r"\b(?:has|have|had)\s(?:been\s)?(?P<verb>[a-z]+)\b", re.IGNORECASE)
_SINCE = re.compile(r"\bsince\s(?:the\s)?$", re.IGNORECASE)
_THING = re.compile(r"\w\sof\s$")
_UNTOLD = frozenset(key_of(word) for word in ("date", "day", "days", "time", "submit", "file", "receive", "get"))
_ENDS = frozenset(
    key_of(word)
    for word in [
        "file",
        "return",
        "submit",
        "receive",
        "arrive",
        "lodge",
        "deliver",
        "hand",
        "post",
        "report",
        "notify",
        "pay",
        "repay",
        "refund",
        "answer",
        "reply",
        "decide",
        "object",
        "publish",
        "inspect",
        "repair",
        "complete",
        "hold",
    ]
)
_UNITS = {"day": 1, "week": 7, "fortnight": 14}


@dataclass(frozen=True)
class _Event:
    """A dated fact."""

    passage: Passage
    clause: Clause
    found: FoundDate
    day: date

    def said(self) -> tuple[str, ...]:
        """Keys of what happened: of the noun that the date belongs to ("the mailing of 3 May"), else of the clause."""
        before = self.clause.text[: self.found.start]
        noun = re.search(r"(?:\b(?:a|an|the)\s)?(?P<noun>[\w-]+(?:\s[\w-]+)?)\sof\s$", before)
        text = noun["noun"] if noun else self.clause.text
        return tuple(dict.fromkeys(word.key for word in words(text) if not word.function))


@dataclass(frozen=True)
class _Term:
    """A time that a rule gives: from one event to another."""

    rule: Passage
    quantity: Quantity
    start: tuple[str, ...]
    end: tuple[str, ...]


@dataclass(frozen=True)
class Span:
    """The time between two dated facts that a rule limits.

    Attributes:
        rule: The sentence that sets the limit.
        limit: The time that it gives.
        start: The sentence that dates the beginning.
        end: The sentence that dates the end.
        first: Day of the beginning.
        last: Day of the end.
        length: The time between them, in whole units of the limit's measure: days or months.
        comparator: How the rule bounds it.
    """

    rule: Passage
    limit: Quantity
    start: Passage
    end: Passage
    first: date
    last: date
    length: Decimal
    comparator: str


def elapsed(passages: Sequence[Passage], focus: str) -> Iterator[Composition]:
    """Days between the two events of each rule that gives a time, and whether they keep it.

    Args:
        passages: Sentences in a fixed order.
        focus: The question; facts of another person's case are left out.

    Yields:
        Statements over at least two documents.
    """
    for span in spans(passages, focus, {}):
        if span.rule.document not in (span.start.document, span.end.document):
            yield _composed(span)


_REMOVED = {"official_record": 0, "decision": 0, "testimony": 3, "news": 4, "advocacy": 5}
"""Classes of sources that write a day down as their duty, and those that repeat it; all others stand between."""


def spans(passages: Sequence[Passage], focus: str, orders: Mapping[str, NumericOrder]) -> Iterator[Span]:
    """The times between the two events of each rule that limits a time.

    Args:
        passages: Sentences in a fixed order.
        focus: The question; facts of another person's case are left out.
        orders: What stands first in numeric dates, by mark; where it is given, dates that it leaves open are passed over.
    """
    yield from _durations(passages, focus, orders)
    terms = _terms(passages)
    events = list(_events(passages, focus, orders)) if terms else []
    for term in terms:
        starts = [one for one in events if _named(term.start, one) and one.passage.id != term.rule.id]
        ends = [one for one in events if _named(term.end, one, True) and one.passage.id != term.rule.id]
        ends = [one for one in ends if any(same(key, other) for key in _ENDS for other in one.said())]
        best: dict[tuple[date, date], tuple[_Event, _Event]] = {}
        own = {start.passage.id for start in starts if _THING.search(start.clause.text[: start.found.start])}
        for start in starts:
            for end in ends:
                # "The landing of 3 May was reported on 9 May" says itself which landing is meant.
                if end.passage.id in own and end.passage.id != start.passage.id and end.said() != start.said():
                    continue
                days = (start.day, end.day)
                if start.found is end.found or start.day >= end.day or _other(start, end):
                    continue
                # Of several sentences that give the same days, those are told that were written down by duty, a party's last.
                if days not in best or _removed(start, end) < _removed(*best[days]):
                    best[days] = (start, end)
        for start, end in best.values():
            yield _span(term, start, end)


def _removed(*events: _Event) -> int:
    """How far the sources of events stand from what happened."""
    return sum(_REMOVED.get(one.passage.source_class, 1) for one in events)


def _durations(passages: Sequence[Passage], focus: str, orders: Mapping[str, NumericOrder]) -> Iterator[Span]:
    """How long what a rule asks for had lasted ("for at least six months before the date of the permit")."""
    for rule in passages:
        match = _LASTING.search(rule.text)
        clause = read(rule.text)
        least = next((one for one in clause.quantities if match and one.start <= match.start("count") < one.end), None)
        if match is None or least is None:
            continue
        perfect = _PERFECT.search(rule.text[: match.start()])
        verb = (key_of(perfect["verb"]),) if perfect else ()
        event = _keys(match["event"])
        starts = [one for one in _events(passages, focus, orders, True) if has_all(verb, one.said())]
        ends = [one for one in _events(passages, focus, orders) if has_all(event, one.clause.topics)]
        for start in starts:
            same_ = [one for one in ends if one.passage.id != start.passage.id and one.day > start.day]
            if same_ and start.passage.id != rule.id:
                yield _span(_Term(rule, least, (), ()), start, min(same_, key=lambda one: one.day))


def _terms(passages: Sequence[Passage]) -> list[_Term]:
    """The times that rules give, an alternative start ("runs from X") with the end of the rule that it belongs to."""
    found: list[_Term] = []
    runs: list[tuple[Passage, Quantity, tuple[str, ...]]] = []
    for passage in passages:
        for clause in clauses_of(passage):
            for quantity in clause.quantities:
                if quantity.unit not in _UNITS or quantity.period or quantity.high is not None:
                    continue
                before, after = clause.text[: quantity.start], clause.text[quantity.end :]
                event = _EVENT.search(after)
                if event is None or after[: event.start()].strip() not in ("", "runs", "counts"):
                    continue
                start = _keys(event["event"])
                if _RUNS.search(before) and event.start() < 12:
                    runs.append((passage, quantity, start))
                elif _WITHIN.search(before) and clause.rule and not clause.past and (end := _keys(before)) and start:
                    found.append(_Term(passage, quantity, start, end))
    for passage, quantity, start in runs:
        twin = next((one for one in found if one.rule.document == passage.document
                     and one.quantity.measure() == quantity.measure()), None)  # fmt: skip
        if twin is not None and start:
            found.append(_Term(passage, twin.quantity, start, twin.end))
    return found


def _keys(text: str) -> tuple[str, ...]:
    """Keys of an event's words, without those that only say that it is a day or a step."""
    kept = [word.key for word in words(text) if not word.function and not light(word.key)]
    return tuple(dict.fromkeys(key for key in kept if key not in _UNTOLD))


def _events(
    passages: Sequence[Passage], focus: str, orders: Mapping[str, NumericOrder], lasting: bool = False
) -> Iterator[_Event]:
    """The dated facts that happened, or those that have lasted since a date."""
    for passage in passages:
        if not of_this_case(passage, focus):
            continue
        for clause in clauses_of(passage):
            if orders and any(one.unsure(orders) for one in clause.dates):
                continue
            told = [one.ordered(orders) for one in clause.dates]
            days = [(one, day) for one in told if (day := one.calendar()) is not None]
            if days and lasting != bool(_SINCE.search(clause.text[: days[0][0].start])):
                continue
            if clause.rule or not days or negations(clause.text) or not clause.past:
                continue
            if len(days) == 1 or (len(days) == 2 and _thing_and_day(clause.text, days[0][0], days[1][0])):
                yield from (_Event(passage, clause, found, day) for found, day in days)


def _thing_and_day(text: str, one: FoundDate, other: FoundDate) -> bool:
    """Whether two dates are that of a thing and that of what befell it: "the landing of 3 May was reported on 9 May"."""
    return bool(_THING.search(text[: one.start]) and re.search(r"\bon\s$", text[: other.start]))


def _named(wanted: Sequence[str], one: _Event, done: bool = False) -> bool:
    """Whether a fact is an event that a rule names: its thing, and most of its words; of what is to be done, the verb too."""
    said = one.said()
    shared = [key for key in wanted if any(same(key, other) for other in said)]
    subject = one.clause.subject
    things = [key for key in wanted if key not in _ENDS]
    if not things or not shared or len(shared) < 0.6 * len(wanted):
        return False
    if any(same(key, other) for key in things for other in subject) or len(shared) == len(wanted):
        return True
    return done and any(key in _ENDS for key in shared) and any(key in things for key in shared)


def _other(start: _Event, end: _Event) -> bool:
    """Whether two events cannot be the start and the end of one time: they are the same thing said twice."""
    return set(start.said()) == set(end.said())


def _span(term: _Term, start: _Event, end: _Event) -> Span:
    unit, _ = term.quantity.measure()
    days = Decimal((end.day - start.day).days)
    length = days if unit == "day" else Decimal(_months(start.day, end.day))
    comparator = "<=" if term.quantity.comparator in ("=", "~") else term.quantity.comparator
    return Span(term.rule, term.quantity, start.passage, end.passage, start.day, end.day, length, comparator)


def _composed(span: Span) -> Composition:
    days = amount(Decimal((span.last - span.first).days), "day")
    unit, bound = span.limit.measure()
    verdict = outcome(span.length, bound, span.comparator)
    first, last, limit = spelt_day(span.first), spelt_day(span.last), amount(bound, unit)
    text = (
        f"From {first} to {last} is {days}, which {verdict} "
        f"{limit} set by {quoted(span.rule)}. The dates are from: "
        f"{quoted(span.start)}; {quoted(span.end)}."
    )
    named = {"operation": "elapsed days", "result": days, "limit": limit,
             "outcome": verdict, "start": first, "end": last}  # fmt: skip
    ids = tuple(dict.fromkeys([span.rule.id, span.start.id, span.end.id]))
    return Composition("calculation", text, ids, named, f"{span.first} to {span.last} = {days}; {verdict} {bound}")


def _months(start: date, end: date) -> int:
    """Whole months from one day to another."""
    return (end.year - start.year) * 12 + end.month - start.month - (end.day < start.day)
