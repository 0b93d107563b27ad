"""The year of a day that is told without one: by the words beside it, by the sentence, else by the day of its document.

There is one rule for it. Who asks says only whether what is told was still to come, and what day its paper is of:

- of what happened it is the last such day up to the writing, of what was to come the first from then on;
- a day of the week decides, also against that: minutes of a Thursday tell of "Monday, 28 October" after it;
- "next year" and a year behind another day of one list ("on 31 August and 17 September 2025") are the year themselves;
- a sentence that opens with a whole date tells of days near it; where another date of it speaks against the document's, nobody can tell;
- a day that would lie a year off but for a fortnight is given no year: a paper may be finished after the day that it bears.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from functools import lru_cache
from typing import Literal

from foam_graph.findings.language.dates import WEEKDAYS, FoundDate, find_dates
from foam_graph.findings.passages import Passage
from foam_graph.findings.sheet.document_dates import DocumentDates

YearBy = Literal["", "sentence", "document"]
"""What a year follows from: the date has it or the words beside it, its sentence has another date with one, or only the document."""
_FARTHEST = 351
"""Days: a day that would lie farther off is as well one of the fortnight on the other side of the writing: nobody can tell."""
_NEAR = 31
"""Days: so far on the other side of the writing a day of the week is believed; a paper is finished after the day that it bears."""
_NEXT_TO = re.compile(r"^\s?(?:of )?(?P<way>next|last|this|the same|that) year\b", re.IGNORECASE)
_WAYS = {"next": 1, "last": -1, "this": 0}
_LISTED = re.compile(
    r"^(?:,| and| or| to| until| till| through| up to|\s?[-–—])+\s?(?:also |again |then )?(?:on |from |until |till |to )?(?:the )?(?:[A-Z][a-z]+day,? )?$",
    re.IGNORECASE,
)
"""What stands between two days of one list or span."""
_OF_A_PAPER = re.compile(r"\b(?:of|dated)\s(?:the\s)?$", re.IGNORECASE)
_BIRTH = re.compile(r"\b(?:born|birth(?:day|s)?|founded|built)\b", re.IGNORECASE)
_OPENS = re.compile(r"^\W*(?:on|from|by|between|after|since|until)?\s?(?:the )?(?:[A-Z][a-z]+day,? )?$", re.IGNORECASE)
_WEEKDAY = re.compile(
    r"\b(?P<name>Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?\b\.?,?\s(?:the\s)?$", re.I
)
_WEEKDAY_BEHIND = re.compile(r"^,?\s\(?(?:a )?(?P<name>Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b", re.IGNORECASE)


def calendar_day(
    found: FoundDate, passage: Passage, dates: DocumentDates, ahead: bool = False
) -> tuple[date | None, YearBy]:
    """The day of a date; see the module for the year of one without.

    Args:
        found: The date, in the order in which these documents write numeric dates.
        passage: The sentence.
        dates: What the file shows about its dates.
        ahead: What the sentence tells of was still to come.

    Returns:
        The day, None where it cannot be told, and what its year follows from; empty where it is stated.
    """
    if found.year is not None or found.day is None or found.month is None:
        return found.calendar(), ""
    written = dates.written(passage.document, passage.id)
    place = _place(passage.text, found)
    if place is not None and (beside := _told_beside(passage.text, place, written)) is not None:
        return beside
    weekday = None if place is None else _weekday(passage.text, place)
    day = None if written is None else _by_writing(found, written, ahead, weekday)
    if day is None:
        return None, ""
    near = (
        None
        if place is None or weekday is not None
        else _nearest(place, _whole_dates(passage.text, find_dates(passage.text)))
    )
    return (None, "") if near is not None and near != day else (day, "document")


def differ(one: date, one_by: YearBy, other: date, other_by: YearBy) -> bool:
    """Whether two days differ by what papers say: years that this program added tell nothing.

    Args:
        one: A day.
        one_by: What its year follows from.
        other: Another day.
        other_by: What its year follows from.
    """
    if one_by or other_by:
        return (one.month, one.day) != (other.month, other.day)
    return one != other


def weekday_before(text: str) -> int | None:
    """The day of the week that a text ends with, 0 for Monday; None for none.

    Args:
        text: What stands before a date.
    """
    match = _WEEKDAY.search(text)
    return _number(match["name"]) if match is not None else None


def _number(name: str) -> int:
    return next(place for place, one in enumerate(WEEKDAYS) if one.startswith(name.lower()[:3]))


def _weekday(text: str, place: FoundDate) -> int | None:
    before = weekday_before(text[: place.start])
    behind = _WEEKDAY_BEHIND.match(text[place.end :])
    return before if before is not None or behind is None else _number(behind["name"])


@lru_cache(maxsize=8192)
def _place(text: str, found: FoundDate) -> FoundDate | None:
    """Where a sentence has a date that was read in one of its clauses; None where it has it twice, or not at all."""
    same = [d for d in find_dates(text) if (d.day, d.month, d.year) == (found.day, found.month, None)]
    return same[0] if len(same) == 1 else None


def _told_beside(text: str, place: FoundDate, written: date | None) -> tuple[date | None, YearBy] | None:
    """The day of a date whose year stands in its sentence: beside it, or with another day; None where it stands nowhere."""
    way = _NEXT_TO.match(text[place.end :])
    if way is not None:
        step = _WAYS.get(way["way"].lower())
        return (None, "") if written is None or step is None else (_day(place, written.year + step), "document")
    every = find_dates(text)
    at = every.index(place)
    behind = [one for one in every[at + 1 :] if one.day is not None and one.month is not None]
    for n, later in enumerate(behind):
        start = place.end if n == 0 else behind[n - 1].end
        if not _LISTED.match(text[start : later.start]):
            break
        if later.year is not None:
            return _last_up_to(place, later), ""
    first = every[0]
    if first.calendar() is not None and _OPENS.match(text[: first.start]):
        return _nearest(place, _whole_dates(text, (first,))), "sentence"
    return None


def _whole_dates(text: str, every: Iterable[FoundDate]) -> list[date]:
    """The whole dates among some, but those that name a paper or somebody's birth."""
    birth = _BIRTH.search(text) is not None
    told = (one for one in every if not one.mark and not birth and not _OF_A_PAPER.search(text[: one.start]))
    return [day for one in told if (day := one.calendar()) is not None]


def _last_up_to(place: FoundDate, later: FoundDate) -> date | None:
    """A day of a list whose later day has the year: of that year, of the one before where it comes later in the year."""
    end = later.calendar()
    if end is None:
        return None
    day = _day(place, end.year)
    return _day(place, end.year - 1) if day is not None and day > end else day


def _nearest(place: FoundDate, full: Iterable[date]) -> date | None:
    """The day nearest to one that the sentence gives in full."""
    found = [
        (abs((day - known).days), day)
        for known in full
        for year in (known.year - 1, known.year, known.year + 1)
        if (day := _day(place, year)) is not None
    ]
    return min(found)[1] if found else None


def _by_writing(found: FoundDate, written: date, ahead: bool, weekday: int | None) -> date | None:
    """The last such day up to the writing, or the first from then on; of a day of the week the one that falls on it."""
    order = (written.year, written.year + (1 if ahead else -1), written.year + (-1 if ahead else 1))
    days = [day for year in order if (day := _day(found, year)) is not None]
    if weekday is not None:
        fits = (d for d in days if d.weekday() == weekday)
        return next(
            (d for d in fits if d == written or (d > written) == ahead or abs((d - written).days) <= _NEAR), None
        )
    right = (day for day in days if day == written or (day > written) == ahead)
    day = next(right, None)
    return day if day is not None and abs((day - written).days) <= _FARTHEST else None


def _day(found: FoundDate, year: int) -> date | None:
    return replace(found, year=year).calendar()
