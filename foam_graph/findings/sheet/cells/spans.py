"""Two days of a row against the time that a rule gives from the one to the other: "must be notified within seven days of discovery"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.dates import counted_from, find_dates, spelt_day
from foam_graph.findings.language.kinship import root
from foam_graph.findings.language.numerals import NUMBER, number_value
from foam_graph.findings.language.words import words
from foam_graph.findings.sheet.cells.days import day_in
from foam_graph.findings.sheet.cells.grid import Cell, Row, Table
from foam_graph.findings.sheet.cells.plain_rules import rules_over_tables
from foam_graph.findings.sheet.document_dates import DocumentDates, document_dates
from foam_graph.findings.sheet.governing.acts import act_roots, kin
from foam_graph.findings.sheet.governing.conditioned import conditioned
from foam_graph.findings.sheet.replacing.current import Amendment, touched
from foam_graph.findings.sheet.standing.naming import called, quote
from foam_graph.findings.sheet.standing.statements import Statement, statements
from foam_graph.findings.sheet.working_days import working_days
from foam_graph.phrases import acting, opened

RULE: Final = "two days of a row"
_LENGTH: Final = (
    rf"(?P<n>{NUMBER}) (?P<sort>(?:working|business|calendar|clear|school) )?(?P<unit>day|week|month|year)s?"
)
_WITHIN: Final = re.compile(
    rf"^(?P<act>.*?)\b(?:within|not later than|no later than|at most|not more than|no more than) (?:a period of )?{_LENGTH} (?P<way>of|after|from|following|since) (?P<event>[^,;.]+)",
    re.IGNORECASE | re.DOTALL,
)
_AHEAD: Final = re.compile(
    rf"^(?P<act>.*?)\b(?:at least|not less than|no less than|not later than|no later than|a minimum of) {_LENGTH} (?P<way>before|ahead of|prior to|in advance of) (?P<event>[^,;.]+)",
    re.IGNORECASE | re.DOTALL,
)
_FORBIDS: Final = re.compile(r"\b(?:not|no|never|nobody)\b(?!\s(?:later|more|less))", re.IGNORECASE)
_KEPT: Final = re.compile(
    r"\b(?:late|out of time|too (?:late|short|near)|extend\w*|extension|exten[ts]\w*|excused?|waive\w*|exempt\w*|urgent|emergency|leave|agreed|not (?:counted|admitted|accepted)|reject\w*|refus\w*|returned|withdrawn|again|second|repeat\w*)\b",
    re.IGNORECASE,
)
"""What in a row may tell that a late day was dealt with."""
_TIME_WORDS: Final = frozenset(
    {
        "day",
        "days",
        "date",
        "dates",
        "time",
        "week",
        "weeks",
        "month",
        "months",
        "year",
        "years",
        "working",
        "least",
        "most",
        "later",
        "than",
        "within",
    }
)
_SLACK: Final = 2
"""Working days by which a time has to be missed: holidays are not known."""


@dataclass(frozen=True, eq=False)
class _Time:
    """A time that a rule gives between two days.

    Attributes:
        rule: The rule.
        words: The length, in the rule's words.
        count: How many units.
        unit: The unit.
        working: They are working days.
        ahead: The act has to come so long before the event, not after it.
        act: Roots of what is to be done.
        event: Roots of what it is counted from.
        case: Roots of the case that the rule is for.
        said: Roots of the whole rule.
        solid: Those of them that name an act or a thing.
    """

    rule: Statement
    words: str
    count: int
    unit: str
    working: bool
    ahead: bool
    act: frozenset[str]
    event: frozenset[str]
    case: frozenset[str]
    said: frozenset[str]
    solid: frozenset[str]


def findings(file: CaseFile) -> Iterator[Finding]:
    """Rows whose two days lie further apart, or nearer to each other, than the rule for them allows.

    Args:
        file: The case file.
    """
    read = statements(file)
    dates = document_dates(file)
    for table, times in rules_over_tables(read, file, _times):
        for one in times:
            columns = _columns(one, table)
            for row in table.rows if columns is not None else ():
                made = _held(one, row, columns, dates) if columns is not None else None
                if made is not None:
                    yield made


def _times(rule: Statement, changed: Mapping[str, Amendment]) -> list[_Time]:
    found = _time(rule, changed)
    return [found] if found is not None else []


def _time(rule: Statement, changed: Mapping[str, Amendment]) -> _Time | None:
    case = conditioned(rule.text)
    if case is None:
        return None
    match = _AHEAD.search(case.main) or _WITHIN.search(case.main)
    count = number_value(match["n"]) if match is not None else None
    if match is None or count is None or count != int(count) or _FORBIDS.search(match["act"]):
        return None
    act, event = _roots(re.split(r"[;:]\s", match["act"])[-1]), _roots(match["event"])
    act -= event
    if (
        not act
        or not event
        or len(list(re.finditer(_LENGTH, case.main, re.IGNORECASE))) != 1
        or touched(changed, rule.id, match["n"])
    ):
        return None
    working = (match["sort"] or "").strip().lower() in ("working", "business", "school")
    ahead = match["way"].lower() not in ("of", "after", "from", "following", "since")
    words = re.search(_LENGTH, match.group(), re.IGNORECASE)
    return _Time(
        rule,
        words.group() if words else "",
        int(count),
        match["unit"].lower(),
        working,
        ahead,
        act,
        event,
        case.roots,
        _roots(case.main),
        act_roots(case.main),
    )


def _roots(text: str) -> frozenset[str]:
    """Roots of the words of a text, but for those of time, of function and names."""
    return frozenset(
        root(word.lower) for word in words(text)
        if not word.function and not (word.name and word.start) and len(word.lower) > 2 and word.lower not in _TIME_WORDS
    )  # fmt: skip


def _columns(one: _Time, table: Table) -> tuple[int, int] | None:
    """The columns of days that are the event's and the act's; None where a head fits both, or two fit one."""
    heads = {
        n: head
        for n, head in enumerate(table.heads)
        if any(c.place == n and find_dates(c.value) for row in table.rows for c in row.cells)
    }
    event = [n for n, head in heads.items() if _named(head, one.event, one.act, one.said)]
    act = [n for n, head in heads.items() if _named(head, one.act, one.event, one.said)]
    return (event[0], act[0]) if len(event) == 1 and len(act) == 1 and event != act else None


def _named(head: str, mine: frozenset[str], others: frozenset[str], said: frozenset[str]) -> bool:
    """Whether a head names one of two things and not the other, in words of the rule."""
    own = _roots(head)
    return any(kin(key, mine) and not kin(key, others) for key in own) and all(kin(key, said) for key in own)


def _held(one: _Time, row: Row, columns: tuple[int, int], dates: DocumentDates) -> Finding | None:
    cells = {cell.place: cell for cell in row.cells}
    event, act = (cells.get(n) for n in columns)
    if event is None or act is None:
        return None
    began, done = day_in(event, dates), day_in(act, dates)
    if began is None or done is None or _KEPT.search(row.text) or not _of_it(one, row):
        return None
    return _finding(one, row, (event, began), (act, done)) if _missed(one, began, done) else None


def _of_it(one: _Time, row: Row) -> bool:
    """Whether a row or its table has all that the rule is of: what is done, what it is counted from, and the case."""
    said = act_roots(f"{row.text}. {'. '.join(row.table.heads)}") | row.table.about
    return all(kin(key, said) for key in (*(one.act & one.solid), *(one.event & one.solid), *one.case))


def _missed(one: _Time, began: date, done: date) -> bool:
    """Whether the time surely was not kept: both days count or do not, and so may a holiday."""
    if one.ahead:
        if done > began:
            return False  # done after what it had to come before: one of the two is of something else
        last = counted_from(done, one.count, one.unit)
        return last is not None and last > began and not one.working
    if done < began:
        return False
    if one.working:
        return working_days(began, done) > one.count + _SLACK
    last = counted_from(began, one.count, one.unit)
    return last is not None and done > last


def _finding(one: _Time, row: Row, event: tuple[Cell, date], act: tuple[Cell, date]) -> Finding:
    days = abs((act[1] - event[1]).days)
    length = (
        f"{working_days(event[1], act[1])} working days, holidays not known"
        if one.working
        else f"{days} day{'s' * (days != 1)}"
    )
    name = f' for "{row.subject.value}"' if row.subject is not None else ""
    first, then = (act, event) if one.ahead else (event, act)
    text = (
        f"{opened(called(one.rule))}: {quote(one.rule)}. {acting(row.document.cited, 'has')}{name} {spelt_day(first[1])} under "
        f'"{first[0].head}" and {spelt_day(then[1])} under "{then[0].head}": {length}, where {"at least" if one.ahead else "at most"} {one.words} are asked for.'
    )
    ids = tuple(dict.fromkeys((one.rule.id, event[0].statement.id, act[0].statement.id)))
    return Finding(
        "timeline", text, ids, "beyond", rule=RULE,
        inputs={"from": first[1].isoformat(), "day": then[1].isoformat(), "limit": one.words},
    )  # fmt: skip
