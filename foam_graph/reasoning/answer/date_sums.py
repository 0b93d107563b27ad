"""Days that a sentence counts: what comes out needs no source where the days it is counted from have one and it is right."""

from __future__ import annotations

import calendar
import re
from collections.abc import Collection
from datetime import date
from decimal import Decimal

from foam_graph.findings.language.dates import DAYS_IN, MONTHS, MONTHS_IN, counted_from, find_dates

MONTH = "|".join(calendar.month_name[1:])
"""The months in full, as a pattern has them."""
_COUNTED = re.compile(
    rf"(\d{{1,2}}) ({MONTH}) (\d{{4}})((?: [+\-−–] \d{{1,4}} (?:day|week|month|year)s?)+) = (\d{{1,2}}) ({MONTH}) (\d{{4}})(?!\d)"
)
_STEP = re.compile(r"([+\-−–]) (\d{1,4}) (day|week|month|year)")
_BETWEEN = re.compile(
    rf"(\d{{1,2}}) ({MONTH}) (\d{{4}}) [\-−–] (\d{{1,2}}) ({MONTH}) (\d{{4}}) = (\d{{1,4}})(?: whole)? (day|week|month|year)s?(?![^\W\d_])"
)
_PROPOSED = "(proposed)"
_WITHIN = re.compile(r"\bwithin (\d{1,3}) (?:calendar |working |clear )?(?:day|week|month)s?\b", re.IGNORECASE)
_FROM = re.compile(
    r"\b(?:(?:more|fewer|less) than|at (?:least|most)|above|below|over|under|exceeds?|one in) [$€£]?"
    r"(\d[\d,]*(?:\.\d+)?)(?:\s?%)?(?: [^\W\d_][\w-]*){0,4} \(proposed\)",
    re.IGNORECASE,
)
"""The sign on which to think again: what stands right before the mark, "one in 500 warnings (proposed)"."""
_OWN = re.compile(r"[$€£](\d[\d,]*(?:\.\d+)?)(?: (?:thousand|million|billion))? \(proposed\)")
"""A sum of money right before the mark."""
_IN_MONTH = re.compile(rf"(?<!\d )\b({MONTH}) (\d{{4}}) \(proposed\)", re.IGNORECASE)
"""A month without a day."""
_UNTIL = re.compile(
    rf"\b(?:by|until|no later than|not later than) (?P<day>\d{{1,2}}) (?P<month>{MONTH})\b(?: (?P<year>\d{{4}}))?"
    rf"|(?P<day_>\d{{1,2}}) (?P<month_>{MONTH})\b(?: (?P<year_>\d{{4}}))?(?= \(proposed\))",
    re.IGNORECASE,
)


def days_recomputed(text: str, known: Collection[str]) -> tuple[set[str], set[str]]:
    """Figures and months of the days, and counts of days, that come out of what a text counts and that are right.

    Args:
        text: The sentence, e.g. ``2 August 2026 - 14 days = 19 July 2026`` or ``28 April 2026 - 9 April 2026 = 19 days``.
        known: Figures that are supported, as ``grounding.figures`` writes them.

    Returns:
        Days, years and counts of the results as figures, and their months in lower case.
    """
    numbers, months = set[str](), set[str]()
    for found in _COUNTED.finditer(text):
        day, month, year, steps, *stated = found.groups()
        counts = [count for _, count, _ in _STEP.findall(steps)]
        if not {str(int(one)) for one in (day, year, *counts)} <= {*known, *numbers}:
            continue
        made = day_of(day, month, year)
        for sign, count, unit in _STEP.findall(steps):
            made = made and counted_from(made, int(count) * (1 if sign == "+" else -1), unit)
        if made is not None and made == day_of(*stated):
            numbers |= {str(made.day), str(made.year)}
            months.add(stated[1].casefold())
    for found in _BETWEEN.finditer(text):
        *later, first_day, first_month, first_year, count, unit = found.groups()
        if not {str(int(one)) for one in (later[0], later[2], first_day, first_year)} <= {*known, *numbers}:
            continue
        last, first = day_of(*later), day_of(first_day, first_month, first_year)
        if last is not None and first is not None and int(count) == _elapsed(first, last, unit):
            numbers.add(str(int(count)))
    return numbers, months


def asked_day(text: str, dated: str) -> tuple[set[str], set[str]]:
    """Figures and month of the day to which ages and limits are counted, where a text names that day: the question says it, whatever documents do.

    Args:
        text: The sentence.
        dated: The day, ISO 8601; empty for none.

    Returns:
        Its figures as the text has them, and its month in lower case; empty where the text does not name it.
    """
    if not dated:
        return set(), set()
    day = date.fromisoformat(dated)
    named = [
        one for one in find_dates(text) if (one.month, one.day) == (day.month, day.day) and one.year in (None, day.year)
    ]
    numbers = {str(int(figure)) for one in named for figure in re.findall(r"\d+", text[one.start : one.end])}
    return numbers, {MONTHS[day.month - 1]} if named else set()


def times_proposed(text: str) -> tuple[set[str], set[str]]:
    """Figures and months of the times, days and thresholds of a sentence that it marks as its author's own proposal.

    No document sets them, and the reader is told so: "repay it within 14 days (proposed)", "by 12 June 2026 (proposed)", "reopen it at
    more than 3 false alarms a year (proposed)", "by December 2026 (proposed)", "$16.02 million (proposed)". No other figure of it is free.

    Args:
        text: The sentence.

    Returns:
        Counts, days and years as figures, and months in lower case.
    """
    if _PROPOSED not in text.casefold():
        return set(), set()
    numbers, months = {str(int(one)) for one in _WITHIN.findall(text)}, set[str]()
    numbers |= {f"{Decimal(one.replace(',', '')).normalize():f}" for one in _FROM.findall(text)}
    numbers |= {f"{Decimal(one.replace(',', '')).normalize():f}" for one in _OWN.findall(text)}
    for month, year in _IN_MONTH.findall(text):
        numbers.add(year)
        months.add(month.casefold())
    for one in _UNTIL.finditer(text):
        day, month, year = (one[name] or one[f"{name}_"] for name in ("day", "month", "year"))
        # Without a year it may be the twenty-ninth of February.
        if day_of(day, month.capitalize(), year or "2004") is not None:
            numbers |= {str(int(figure)) for figure in (day, year) if figure}
            months.add(month.casefold())
    return numbers, months


def _elapsed(first: date, last: date, unit: str) -> int:
    """Whole units from one day to a later one; -1 where it is not later."""
    if last < first:
        return -1
    if unit in DAYS_IN:
        return (last - first).days // DAYS_IN[unit]
    months = (last.year - first.year) * 12 + last.month - first.month - (last.day < first.day)
    return months // MONTHS_IN[unit]


def day_of(day: str, month: str, year: str) -> date | None:
    """A day by its words; None where there is none such.

    Args:
        day: Its number.
        month: Its month in full.
        year: Its year.
    """
    try:
        return date(int(year), list(calendar.month_name).index(month), int(day))
    except ValueError:
        return None
