"""Counts, sizes, times and days that rules bound, against those that facts and tables give."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from functools import lru_cache

from foam_graph.findings.language.dates import find_dates
from foam_graph.findings.language.numerals import TESTS
from foam_graph.findings.language.quantities import Quantity, find_quantities, singular
from foam_graph.findings.language.words import key_of
from foam_graph.findings.sheet.accounts.senses import keys_of, senses
from foam_graph.findings.sheet.applying.comparable import one_measure
from foam_graph.findings.sheet.applying.day_bounds import FORBIDS, PASSED, Beyond, Span, days_beyond, two_days
from foam_graph.findings.sheet.applying.matching import alike, keys, match, role, told
from foam_graph.findings.sheet.applying.provisions import plain, rules_of, without_exception
from foam_graph.findings.sheet.document_dates import DocumentDates
from foam_graph.findings.sheet.replacing.changes import Change
from foam_graph.findings.sheet.standing.statements import Statement, Statements
from foam_graph.findings.sheet.standing.tables import cells, rows_below

_WORKING = re.compile(r"\b(?:working|business|school|office|court|bank(?:ing)?) days?\b", re.IGNORECASE)
_TIMES = frozenset({"day", "week", "month", "year", "fortnight"})
_DAYS = {"day": 1, "week": 7, "fortnight": 14}
_MODAL = re.compile(
    r"\b(?:must|shall|may|can|cannot|will|has to|have to|is to|are to|is|are|needs?|requires?|lapses?|runs?|reach(?:es)?|costs?)\b",
    re.IGNORECASE,
)
_TRIGGER = re.compile(
    r"\b(?:if|when|where|who|which|that|with|of|unless|except|save|in excess)\b[^,;]*$", re.IGNORECASE
)
_APPLIES = re.compile(
    r"^\s(?:applies|apply|is (?:allowed|permitted|required|asked for)|are (?:allowed|permitted|required))\b",
    re.IGNORECASE,
)
_ASKED_FOR = re.compile(
    r"^\s(?:shall|must|may|can|has to|have to|is to|are to)(?! not)\s(?:be|stand|sit|lie|travel|take|attend)\b",
    re.IGNORECASE,
)
_RESERVED = re.compile(
    r"\b(?:reserved for|open (?:only )?to|restricted to|limited to|only for|admits only|meant for)\b", re.IGNORECASE
)
_SUPERLATIVE = re.compile(
    r"\b(?:(?P<most>longest|highest|largest|greatest|latest|heaviest|maximum|most)|shortest|lowest|smallest|least|earliest|lightest|minimum)\b[^,;.]*\b(?:is|are|be)\s$",
    re.IGNORECASE,
)
_PERIOD = re.compile(
    r"\b(?:period|time|time limit|deadline|term) (?:for|of|to|in which)\b[^,;.]*\b(?:is|are|of|runs for|lasts)\s$",
    re.IGNORECASE,
)
_DUE = re.compile(r"^\s(?:after|from|of)\b[^,;.]*\bmust (?:have )?be(?:en)?\b", re.IGNORECASE)
_MOST = re.compile(
    r"\b(?:within|inside|in|not later than|no later than|not more than|no more than|at most|at the latest|up to|less than|under)\s(?:the\s)?$",
    re.I,
)
_LEAST = re.compile(
    r"\b(?:at least|not less than|no less than|not earlier than|no earlier than|a minimum of|minimum of|more than)\s$",
    re.I,
)
_NOTICE = re.compile(
    r"^['’]?s?['’]?\s(?:(?:written|prior|previous)\s)?notice\b|^\s(?:before|in advance|ahead|beforehand|prior to)\b",
    re.I,
)
_SINCE = re.compile(r"\s(?:after|later than|from|since|of)\b(?P<event>[^,;.]*)", re.IGNORECASE)
_RECORDS = frozenset({"official_record", "statistics", "expert"})
_MOST_OF = 0.6
_THINGS = frozenset(
    [
        "number",
        "metre",
        "meter",
        "litre",
        "liter",
        "floor",
        "door",
        "letter",
        "paper",
        "reminder",
        "order",
        "quarter",
        "motor",
        "tower",
        "river",
        "counter",
        "layer",
        "dollar",
    ]
)
"""Units that end as those do who do something, and count no persons."""


def beyond(
    read: Statements,
    dates: DocumentDates,
    facts: Sequence[Statement],
    tables: dict[str, str],
    changes: Sequence[Change],
) -> Iterator[Beyond]:
    """The facts and rows that are beyond the bounds of the rules of a file.

    Args:
        read: The statements of the file.
        dates: When its documents were written.
        facts: The facts of the file.
        tables: The heads of its tables, by the id of a row.
        changes: What no longer holds, and what holds instead.
    """
    rows = rows_below(tables, read)
    for rule in rules_of(read):
        text = without_exception(plain(rule.text))
        for quantity in find_quantities(text):
            if quantity.unit in _TIMES and not quantity.period:
                yield from _spans(rule, text, quantity, facts, read, dates)
            elif quantity.unit == "hour" and not quantity.period and _MOST.search(text[: quantity.start]):
                yield from _hours(rule, text, quantity, facts, read, dates)
            elif (test := _bound(text, quantity)) is not None and not _struck_out(rule, quantity, changes):
                now = _anew(rule, quantity, changes)
                later = [one for one in (*facts, *rows) if now is None or _since(one, now)]
                bound = (
                    replace(quantity, value=now.now.value, text=_figure(now.now, quantity))
                    if now is not None and now.now is not None
                    else quantity
                )
                for found in _sizes(rule, bound, test, later, tables, read):
                    yield replace(found, also=(now.by,)) if now is not None else found
                if now is not None:
                    before = [one for one in (*facts, *rows) if one.date and not _since(one, now)]
                    yield from _sizes(rule, quantity, test, before, tables, read)
        yield from days_beyond(rule, text, facts, rows, tables, read, dates)


def _figure(now: Quantity, bound: Quantity) -> str:
    """A new figure as it is written, with the unit of the old one where it stands bare."""
    return (
        now.text.strip()
        if not re.fullmatch(r"[\d.,]+", now.text.strip())
        else bound.text.replace(_digits(bound.text), now.text.strip())
    )


def _digits(text: str) -> str:
    match = re.search(r"\d[\d.,]*", text)
    return match.group() if match is not None else text


def _anew(rule: Statement, bound: Quantity, changes: Sequence[Change]) -> Change | None:
    """The change that set the bound of a rule anew; None where none did."""
    for one in changes:
        if (
            one.earlier is rule
            and one.now is not None
            and one.amount is not None
            and one.amount.measure() == bound.measure()
        ):
            return one
    return None


def _struck_out(rule: Statement, bound: Quantity, changes: Sequence[Change]) -> bool:
    """Whether another paper replaces the bare figure of a bound ("the figure of 6,500 is replaced"): which holds when, is not tested."""
    return any(
        one.amount is not None and not one.amount.unit and bound.unit and one.amount.value == bound.value
        and one.by.document is not rule.document
        for one in changes
    )  # fmt: skip


def _since(one: Statement, change: Change) -> bool:
    return change.day is None or one.date >= change.day.isoformat()


def _bound(text: str, one: Quantity) -> str | None:
    """How an amount bounds what a rule speaks of; None where it only says which case is meant."""
    before = text[: one.start]
    modal = _MODAL.search(before)
    comparator = one.comparator if one.comparator not in ("=", "~") else ""
    if modal is None:
        after = text[one.end :]
        forbids = comparator in (">", ">=", "<", "<=") and re.search(
            r"\b(?:are|is|may|must|shall|can|will) ?(?:not\b|prohibited|forbidden|refused|excluded|turned away)", after
        )
        if comparator in ("<=", ">=") and (_APPLIES.match(after) or _ASKED_FOR.match(after)):
            return comparator
        return {">": "<=", ">=": "<", "<": ">=", "<=": ">"}[comparator] if forbids and "unless" not in after else None
    if comparator in ("<=", ">=") and _RESERVED.search(before):
        return comparator
    if not comparator and (superlative := _SUPERLATIVE.search(before)) is not None:
        return "<=" if superlative["most"] else ">="
    if comparator and not _TRIGGER.search(before[modal.end() :]):
        return (
            comparator
            if comparator in ("<=", "<", ">=", ">") and not (comparator == ">" and FORBIDS.search(before))
            else None
        )
    counted = re.search(
        r"\b(?:unless|only (?:if|when|where|after)|provided(?: that)?|requires?|needs?)\s(?:the\s)?$", before, re.I
    )
    return (
        ">="
        if counted and one.unit and one.unit not in ("percent", "clock") and ":" not in one.unit
        else comparator
        if (
            comparator in ("<=", ">=", "<", ">")
            and re.search(r"\b(?:only (?:if|when|where)|provided(?: that)?|on condition that)\b", before, re.I)
        )
        else None
    )


def _sizes(
    rule: Statement, bound: Quantity, test: str, told_of: Sequence[Statement], tables: dict[str, str], read: Statements
) -> Iterator[Beyond]:
    wanted = [key for key in keys(without_exception(plain(rule.text))) if key != key_of(bound.unit)]
    sizes = [q for q in find_quantities(plain(rule.text)) if q.unit != bound.unit and not q.generic()]
    for fact in told_of:
        if fact.document is rule.document or PASSED.search(fact.text) or fact.text.startswith("|"):
            continue
        got = match(wanted, told(fact), read)
        own = 1 if not bound.generic() and not _person(bound.unit) else 2
        if len(got.solid) < own or got.share < 0.3:
            continue
        every = find_quantities(fact.text)
        if any(size.measure() not in {q.measure() for q in every} for size in sizes):
            continue  # the bound holds for a size or sort that the fact does not name
        said = [q for q in every if _comparable(q, bound)]
        if len(said) != 1 or not one_measure(plain(rule.text), bound, fact.text, said[0]):
            continue
        if not TESTS[test](said[0].measure()[1], bound.measure()[1]):
            yield Beyond(rule, fact, _gap(said[0].text, bound, test), False)
    for row in told_of:
        value = _cell(row, tables[row.id], bound, wanted) if row.text.startswith("|") else None
        if value is not None and row.document is not rule.document and not TESTS[test](value, bound.value):
            yield Beyond(rule, row, _gap(f"{value} {bound.unit}", bound, test), False)


def _comparable(one: Quantity, bound: Quantity) -> bool:
    if (
        one.comparator != "="
        or one.partial
        or one.role == "delta"
        or one.high is not None
        or one.period != bound.period
    ):
        return False
    units = (one.measure()[0], bound.measure()[0])
    return (
        units[0] == units[1]
        or (_person(one.unit) and _person(bound.unit))
        or (
            bool(one.unit) and not one.generic() and not bound.generic() and alike(key_of(one.unit), key_of(bound.unit))
        )
    )


@lru_cache(maxsize=4096)
def _person(unit: str) -> bool:
    """Whether a unit counts persons."""
    last = unit.split()[-1] if unit else ""
    persons = keys_of(senses().persons)
    return bool(last) and (
        key_of(last) in persons or role(key_of(last)) or (last.endswith(("er", "or", "ist")) and last not in _THINGS)
    )


def _cell(row: Statement, head: str, bound: Quantity, wanted: Sequence[str]) -> Decimal | None:
    """The figure of a row in the one column that counts in the unit of a bound."""
    names, values = cells(head), cells(row.text)
    counted = bound.unit.rsplit(" ", 1)[-1]
    places = [n for n, name in enumerate(names) if counted and singular(name.lower()) in (bound.unit, counted)]
    if len(places) != 1 or len(values) != len(names) or not re.fullmatch(r"[\d,]+(?:\.\d+)?", values[places[0]]):
        return None
    about = [key for name in names for key in keys(name)]
    around = [*about, *keys(f"{row.document.title} {row.heading}")]
    if not any(alike(key, twin) for key in wanted for twin in around):
        return None
    return Decimal(values[places[0]].replace(",", ""))


def _gap(said: str, bound: Quantity, test: str) -> str:
    side = "the most that is allowed is" if test in ("<", "<=") else "the least that is asked for is"
    return f"{said.strip()}, where {side} {bound.text}"


def _spans(
    rule: Statement, text: str, limit: Quantity, facts: Sequence[Statement], read: Statements, dates: DocumentDates
) -> Iterator[Beyond]:
    """Facts that give two days, further apart or closer than the rule allows."""
    before, after = text[: limit.start], text[limit.end :]
    if _WORKING.search(f"{limit.text} {after[:12]}"):
        return  # which days are worked no document says
    least = (
        bool(_LEAST.search(before))
        or limit.comparator in (">=", ">")
        or bool(_NOTICE.match(after) and not _MOST.search(before))
    )
    most = bool(_MOST.search(before) or _PERIOD.search(before)) or limit.comparator in ("<=", "<")
    most = most or (not before.strip() and bool(_DUE.match(after)))
    if least == most and not (least and limit.comparator in (">=", ">")):
        return
    wanted = [key for key in keys(text) if key not in (key_of(limit.unit), key_of("notice"))]
    for fact in facts:
        if fact.document is rule.document or PASSED.search(fact.text):
            continue
        days = two_days(fact, dates)
        got = match(wanted, told(fact), read)
        # What somebody counts is that one's claim; a record may say how long something took.
        recorded = fact.passage.source_class in _RECORDS
        stated = _stated_span(fact.text, text, limit) if days is None and recorded else None
        if (
            stated is not None
            and got.share >= _MOST_OF
            and (stated.value < limit.value if least else stated.value > limit.value)
        ):
            yield Beyond(rule, fact, _gap(stated.text, limit, ">=" if least else "<="), True)
        few = len(got.solid) < 2 and (not got.solid or got.share < _MOST_OF)
        if days is None or few or got.share < 0.25:
            continue
        length, unit = _length(*days, limit)
        if length < limit.value if least else length > limit.value:
            span = None if least else _span(days, before, limit)
            yield Beyond(rule, fact, f"from {days[0].isoformat()} to {days[1].isoformat()}, {length} {unit}, where "
                         f"{'at least' if least else 'at most'} {limit.text} are allowed or asked for", True, span=span)  # fmt: skip


def _span(days: tuple[date, date], asked: str, limit: Quantity) -> Span:
    """Two days further apart than a limit in days, weeks, months or years."""
    first, gap = days[0], (days[1] - days[0]).days
    fewest = next(n for n in range(1, gap + 1) if _length(first, first + timedelta(n), limit)[0] > limit.value)
    return Span(days, asked, fewest - 1, fewest)


def _hours(
    rule: Statement, text: str, limit: Quantity, facts: Sequence[Statement], read: Statements, dates: DocumentDates
) -> Iterator[Beyond]:
    """Facts that give two times of a day, or two days, further apart than the hours that a rule allows."""
    wanted = [key for key in keys(text) if key != key_of(limit.unit)]
    for fact in facts:
        got = match(wanted, told(fact), read)
        few = len(got.solid) < 2 and (not got.solid or got.share < _MOST_OF)
        if fact.document is rule.document or PASSED.search(fact.text) or few or got.share < 0.25:
            continue
        clocks = [q for q in find_quantities(fact.text) if q.unit == "clock"]
        days, span, allowed = two_days(fact, dates), None, limit.text
        if days is not None and not clocks and ((days[1] - days[0]).days - 1) * 24 > limit.value:
            gap = f"from {days[0].isoformat()} to {days[1].isoformat()}, {(days[1] - days[0]).days} days"
            whole = int(limit.value // 24)
            # Of two days nobody knows the hours: one fewer surely lies between them, and one more may.
            span = Span(days, text[: limit.start], whole - 1, whole + 2)
            if limit.value == whole * 24:
                allowed = f"{whole} day{'s' * (whole > 1)} ({limit.text})"
            else:
                gap += f" (more than {((days[1] - days[0]).days - 1) * 24} hours)"
        elif len(clocks) == 2 and not find_dates(fact.text) and clocks[1].value - clocks[0].value > limit.value * 60:
            minutes = int(clocks[1].value - clocks[0].value)
            gap = f"from {clocks[0].text} to {clocks[1].text}, {minutes // 60} hours and {minutes % 60} minutes"
        else:
            continue
        verb = "is" if allowed.startswith("1 ") else "are"
        yield Beyond(rule, fact, f"{gap}, where at most {allowed} {verb} allowed", True, span=span)


def _stated_span(text: str, rule: str, limit: Quantity) -> Quantity | None:
    """The one span of time that a record says lay after the event that a rule names ("78 days after"); None where it says none."""
    spans = [q for q in find_quantities(text) if q.unit == limit.unit and q.comparator == "=" and q.high is None]
    since = _SINCE.match(text[spans[0].end :]) if len(spans) == 1 else None
    if since is None:
        return None
    event = _SINCE.match(rule[limit.end :])
    named = keys(event["event"]) if event is not None else ()
    return spans[0] if not named or any(alike(named[0], key) for key in keys(since["event"])) else None


def _length(first: date, last: date, limit: Quantity) -> tuple[int, str]:
    """The time between two days in the unit of a limit, parts of months counted as whole where that is more."""
    days = (last - first).days
    if limit.unit in _DAYS:
        return -(-days // _DAYS[limit.unit]), f"{limit.unit}s"
    months = (last.year - first.year) * 12 + last.month - first.month
    months += (last.day > first.day) if limit.comparator in ("<=", "<") else -(last.day < first.day)
    return (months, "months") if limit.unit == "month" else (months // 12, "years")
