"""Days that rules bound: a last day, a first one, a time that is closed; and what is beyond a bound of any kind."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from foam_graph.findings.language.dates import FoundDate, find_dates
from foam_graph.findings.sheet.applying.matching import alike, keys, match, told
from foam_graph.findings.sheet.document_dates import DocumentDates
from foam_graph.findings.sheet.standing.statements import Statement, Statements
from foam_graph.findings.sheet.standing.tables import cells
from foam_graph.findings.sheet.years import calendar_day

FORBIDS = re.compile(r"\b(?:not|no|never|prohibited|forbidden|banned|barred)\b", re.IGNORECASE)
"""A rule forbids what it names."""
_BY = re.compile(
    r"\b(?:by|before|until|till|not later than|no later than|on or before|up to)\s(?:the\s)?(?:end of\s)?$",
    re.IGNORECASE,
)
_NOT_BEFORE = re.compile(
    r"\b(?:not before|no earlier than|not earlier than|not until|only (?:from|after)|after)\s(?:the\s)?$", re.IGNORECASE
)
_BETWEEN = re.compile(r"\b(?:between|from)\s$", re.IGNORECASE)
PASSED = re.compile(r"\b(?:will|shall|would|could|should|planned|expected|due|hopes?|if|unless|If|Unless)\b")
"""A statement tells of what is to come, or supposes it: no fact yet."""


@dataclass(frozen=True)
class Span:
    """Two days that lie further apart than a rule allows.

    Attributes:
        days: The two, the earlier first.
        asked: What the rule asks for within that time: its words before the time.
        most: The most days that are surely not too many.
        fewest: The fewest days that surely are too many.
    """

    days: tuple[date, date]
    asked: str
    most: int
    fewest: int

    def kept(self, day: date) -> bool:
        """Whether the limit may be kept where the later of the two is another day."""
        return (day - self.days[0]).days < self.fewest

    def surely(self, day: date) -> bool:
        """Whether it then surely is kept, whatever the hours of the two days."""
        return (day - self.days[0]).days <= self.most


@dataclass(frozen=True, eq=False)
class Beyond:
    """A fact beyond what a rule allows.

    Attributes:
        rule: The rule.
        fact: The fact.
        told: What the fact gives, and by how much it misses, in words.
        timed: It is a time or a day.
        also: The sentences that set the bound anew.
        span: The two days and what is allowed between them, where it is that.
    """

    rule: Statement
    fact: Statement
    told: str
    timed: bool
    also: tuple[Statement, ...] = ()
    span: Span | None = None


def days_beyond(
    rule: Statement,
    text: str,
    facts: Sequence[Statement],
    rows: Sequence[Statement],
    tables: dict[str, str],
    read: Statements,
    dates: DocumentDates,
) -> Iterator[Beyond]:
    """Facts of a day that a rule rules out: after its last day, before its first, or within a closed time."""
    found = [one for one in find_dates(text) if one.day and one.month]
    if not found or len(found) > 2 or PASSED.search(text[: found[0].start].rsplit(",", 1)[-1]):
        return
    window = len(found) == 2 and bool(_BETWEEN.search(text[: found[0].start])) and bool(FORBIDS.search(text))
    last = len(found) == 1 and bool(_BY.search(text[: found[0].start]))
    first = len(found) == 1 and bool(_NOT_BEFORE.search(text[: found[0].start])) and not last
    if not (window or last or first):
        return
    wanted = keys(_undated(text))
    for fact in (*facts, *rows):
        if fact.document is rule.document or PASSED.search(fact.text):
            continue
        day = (
            _row_day(fact, tables[fact.id], wanted, dates)
            if fact.text.startswith("|")
            else _one_day(fact, wanted, read, dates)
        )
        if day is None or (found[0].year and found[0].year != day.year):
            continue
        low = (found[0].month or 0, found[0].day or 0)
        high = (found[-1].month or 0, found[-1].day or 0)
        mine = (day.month, day.day)
        if (
            (window and low <= mine <= high)
            or (last and mine > high and not _next_year(fact, day))
            or (first and mine < low)
        ):
            named = (
                "is in the time that is closed"
                if window
                else "is after the last day"
                if last
                else "is before the first day"
            )
            yield Beyond(rule, fact, f"{day.isoformat()} {named}", True)


def _undated(text: str) -> str:
    """A text without its dates."""
    for one in reversed(find_dates(text)):
        text = f"{text[: one.start]} {text[one.end :]}"
    return text


def _next_year(fact: Statement, day: date) -> bool:
    """Whether a day so late in the year may be early for the next term."""
    return day.month >= 10 and fact.date[:4].isdigit() and int(fact.date[:4]) > day.year


def _one_day(fact: Statement, wanted: Sequence[str], read: Statements, dates: DocumentDates) -> date | None:
    found = find_dates(fact.text)
    got = match(wanted, told(fact), read)
    if len(found) != 1 or not got.solid or got.share < 0.3 or (len(got.keys) < min(2, len(wanted)) and got.share < 0.5):
        return None
    return day_of(found[0], fact, dates)


def _row_day(row: Statement, head: str, wanted: Sequence[str], dates: DocumentDates) -> date | None:
    """The day of a row in the one column whose head says what the rule bounds."""
    names, values = cells(head), cells(row.text)
    if len(names) != len(values):
        return None
    places = [
        n
        for n, name in enumerate(names)
        if find_dates(values[n]) and any(alike(a, b) for a in wanted for b in keys(name))
    ]
    if len(places) != 1:
        return None
    return day_of(find_dates(values[places[0]])[0], row, dates)


def two_days(fact: Statement, dates: DocumentDates) -> tuple[date, date] | None:
    """The two days that a fact gives, the earlier first; None where it gives another number of them, or a time between two."""
    found = find_dates(fact.text)
    if found and _BETWEEN.search(fact.text[: found[0].start]):
        return None
    days = [day_of(one, fact, dates) for one in found]
    if len(days) != 2 or days[0] is None or days[1] is None or days[0] == days[1]:
        return None
    first, last = sorted((days[0], days[1]))
    return first, last


def day_of(found: FoundDate, fact: Statement, dates: DocumentDates) -> date | None:
    """The day of a date in a statement; None where that is not sure."""
    read = dates.read(found)
    if dates.unsure(found) or read.day is None:
        return None
    return read.calendar() or calendar_day(read, fact.passage, dates)[0]
