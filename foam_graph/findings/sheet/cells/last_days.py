"""Days of cells after the last day that a rule sets for what the head of their column names: "entries must be received by 31 March"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.dates import FoundDate, find_dates, spelt_day
from foam_graph.findings.language.kinship import root
from foam_graph.findings.language.words import words
from foam_graph.findings.sheet.applying.provisions import plain
from foam_graph.findings.sheet.cells.days import day_in
from foam_graph.findings.sheet.cells.grid import Cell, Row, Table, told
from foam_graph.findings.sheet.cells.plain_rules import rules_over_tables
from foam_graph.findings.sheet.document_dates import document_dates
from foam_graph.findings.sheet.governing.acts import act_roots, kin
from foam_graph.findings.sheet.governing.conditioned import conditioned
from foam_graph.findings.sheet.replacing.current import Amendment, touched
from foam_graph.findings.sheet.standing.naming import called, quote
from foam_graph.findings.sheet.standing.statements import Statement, statements
from foam_graph.phrases import opened

RULE: Final = "last day for a row"
_BY: Final = re.compile(
    r"\b(?:by|not later than|no later than|on or before|until|till|up to)\s(?:the end of\s)?(?:[A-Z][a-z]+day,?\s)?(?:the\s)?$"
)
_BINDS: Final = re.compile(
    r"\b(?:must|shall|has to|have to|is to|are to|may|can|reach(?:es)?|(?:is|are) (?:due|open|accepted|taken))\b",
    re.IGNORECASE,
)
_FORBIDS: Final = re.compile(r"\b(?:not|no|never|nobody)\b(?!\s(?:later|after))", re.IGNORECASE)
_GOES_ON: Final = re.compile(r"\b(?:or|thereafter|afterwards)\b", re.IGNORECASE)
_ARRIVING: Final = frozenset(
    root(word)
    for word in (
        "reach",
        "receive",
        "arrive",
        "hand",
        "submit",
        "lodge",
        "deliver",
        "file",
        "enter",
        "come",
        "send",
        "post",
        "application",
        "entry",
    )
)
_PLACES: Final = frozenset(
    root(word)
    for word in (
        "office",
        "secretary",
        "bureau",
        "hall",
        "clerk",
        "desk",
        "treasurer",
        "latest",
        "organiser",
        "organizer",
        "noon",
        "midnight",
    )
)
"""Words that only say where something has to arrive."""
_FARTHEST: Final = 92
"""Days behind a last day without a year from which on a day may be early for the next one."""
_ARRIVED: Final = frozenset(root(word) for word in ("receive", "arrive", "reach", "hand", "submit", "lodge", "file"))
_KEPT: Final = re.compile(
    r"\b(?:late|out of time|extend\w*|extension|excus\w*|waive\w*|exempt\w*|reject\w*|refus\w*|returned|withdrawn|not (?:counted|admitted|accepted|opened)|exclud\w*|disregard\w*|post(?:mark)?\w*|leave|agreed|no|fee|surcharge)\b",
    re.IGNORECASE,
)
"""What in a row tells that a late day was dealt with, or counted otherwise."""


@dataclass(frozen=True, eq=False)
class _Last:
    """The last day that a rule sets.

    Attributes:
        rule: The rule.
        day: The day as written.
        words: The day in the rule's words.
        thing: Roots of what has to be there, or to be done, by then.
        arriving: It has to arrive.
    """

    rule: Statement
    day: FoundDate
    words: str
    thing: frozenset[str]
    arriving: bool


def findings(file: CaseFile) -> Iterator[Finding]:
    """Rows whose day is after the last one for what they are of.

    Args:
        file: The case file.
    """
    read = statements(file)
    dates = document_dates(file)
    for table, rules in rules_over_tables(read, file, _standing):
        for one in rules:
            place = _column(one, table)
            for row in table.rows if place is not None else ():
                cell = next((cell for cell in row.cells if cell.place == place), None)
                day = day_in(cell, dates) if cell is not None else None
                bound = _bound(one, day) if day is not None else None
                if (
                    cell is not None
                    and day is not None
                    and bound is not None
                    and day > bound
                    and not _KEPT.search(row.text)
                ):
                    yield _finding(one, row, cell, day, bound)


def _standing(rule: Statement, changed: Mapping[str, Amendment]) -> list[_Last]:
    found = _last(rule)
    return [found] if found is not None and not touched(changed, found.rule.id, found.words) else []


def _last(rule: Statement) -> _Last | None:
    text = plain(rule.text)
    case = conditioned(text)
    days = [one for one in find_dates(text) if one.day and one.month]
    if case is None or case.roots or len(days) != 1 or len(find_dates(text)) != 1:
        return None
    before, after = text[: days[0].start], text[days[0].end :]
    if not _BY.search(before) or not _BINDS.search(before) or _FORBIDS.search(before) or _GOES_ON.search(after):
        return None
    said = frozenset(root(word.lower) for word in words(before) if not word.function)
    thing = act_roots(before[:1].lower() + before[1:])
    return (
        _Last(rule, days[0], text[days[0].start : days[0].end], thing, any(kin(key, said) for key in _ARRIVING))
        if thing
        else None
    )


def _column(one: _Last, table: Table) -> int | None:
    """The one column of days whose head names what has to be done; of what has to arrive, that of the arrival."""
    heads = {
        n: head
        for n, head in enumerate(table.heads)
        if any(c.place == n and find_dates(c.value) for row in table.rows[:5] for c in row.cells)
    }
    said = act_roots(". ".join(table.heads)) | table.about
    found = []
    for n, head in heads.items():
        own = frozenset(
            root(word.lower) for word in words(head) if not word.function and word.lower not in ("date", "day", "on")
        )
        arrived = one.arriving and bool(own) and all(kin(key, _ARRIVED) for key in own)
        if arrived or (bool(own) and all(kin(key, one.thing) for key in own)):
            found.append(n)
    nouns = [key for key in one.thing if not kin(key, _ARRIVING)]
    of_it = any(kin(key, said) for key in one.thing)
    return found[0] if len(found) == 1 and of_it and all(kin(key, said) or key in _PLACES for key in nouns) else None


def _bound(one: _Last, day: date) -> date | None:
    """The last day, in the year of the row's where the rule names none and the year is not about to turn."""
    if one.day.year is not None:
        return one.day.calendar()
    try:
        bound = date(day.year, one.day.month or 0, one.day.day or 0)
    except ValueError:
        return None
    return bound if 0 < (day - bound).days <= _FARTHEST else None


def _finding(one: _Last, row: Row, cell: Cell, day: date, bound: date) -> Finding:
    late = (day - bound).days
    text = (
        f"{opened(called(one.rule))}: {quote(one.rule)}. {opened(row.document.cited)} {told(cell, row)}. "
        f"{spelt_day(day)} is {late} day{'s' * (late != 1)} after {spelt_day(bound)}."
    )
    return Finding(
        "timeline", text, (one.rule.id, cell.statement.id), "beyond", rule=RULE,
        inputs={"day": day.isoformat(), "limit": bound.isoformat()},
    )  # fmt: skip
