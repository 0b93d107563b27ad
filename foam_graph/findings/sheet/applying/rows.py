"""Rows of tables held against rules: what must come first and came later, and what a column says is lacking."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from foam_graph.findings.language.clauses import light
from foam_graph.findings.language.dates import find_dates
from foam_graph.findings.language.numerals import TESTS
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.quantities import Quantity, find_quantities
from foam_graph.findings.sheet.applying.day_bounds import day_of
from foam_graph.findings.sheet.applying.matching import all_among, keys, role
from foam_graph.findings.sheet.applying.provisions import Provision, plain
from foam_graph.findings.sheet.document_dates import DocumentDates
from foam_graph.findings.sheet.standing.statements import Statement
from foam_graph.findings.sheet.standing.tables import cells

_FIRST = re.compile(r"\b(?:before|until|without|prior to|first|only after|only once)\b", re.IGNORECASE)
_LACKS = re.compile(r"(?:no|none|not|n|nil|missing|absent|lacking|never)", re.IGNORECASE)
_LIMITING = re.compile(
    r"\b(?:longer|higher|taller|heavier|wider|deeper|larger|bigger|older|younger|more|over|above|of|under|below)\b"
)


@dataclass(frozen=True, eq=False)
class Failing:
    """A row that fails what a rule requires.

    Attributes:
        rule: The rule.
        row: The row.
        condition: What the rule requires, in its words.
        told: What its cells say, in words.
    """

    rule: Statement
    row: Statement
    condition: str
    told: str


def rows_failing(
    rules: Iterable[Statement],
    provisions: Sequence[Provision],
    rows: Sequence[Statement],
    tables: dict[str, str],
    dates: DocumentDates,
) -> Iterator[Failing]:
    """The rows of tables that fail what rules ask for.

    Args:
        rules: The rules of the file.
        provisions: What they require.
        rows: The rows of the file's tables, their heads left out.
        tables: The heads, by the id of a row.
        dates: When documents were written, and how they write dates.
    """
    read = [(row, cells(tables[row.id]), cells(row.text)) for row in rows]
    whole = [(row, names, values) for row, names, values in read if len(names) == len(values)]
    for one in provisions:
        if one.kind == "requirement" and _FIRST.search(one.rule.text):
            for row, names, values in whole:
                if row.document is not one.rule.document and (told := _late(one, row, names, values, dates)):
                    yield Failing(one.rule, row, one.condition, told)
    for rule in rules:
        bound = _size(rule.text)
        if bound is not None and not negations(rule.text):
            for row, names, values in whole:
                if row.document is not rule.document and (told := _lacking(rule, bound, names, values)):
                    yield Failing(rule, row, plain(rule.text), told)


def _late(one: Provision, row: Statement, names: list[str], values: list[str], dates: DocumentDates) -> str:
    """What a row says of two days that are in the wrong order; empty where it says nothing of it."""
    days = {place: day for place, value in enumerate(values) if (day := _day(value, row, dates)) is not None}
    asked = [place for place in days if _named(names[place], one.condition)]
    done = [place for place in days if _named(names[place], one.main) and place not in asked]
    if len(asked) != 1 or len(done) != 1 or days[asked[0]] <= days[done[0]]:
        return ""
    first, then = asked[0], done[0]
    return f"{names[then]} {values[then]}, {names[first]} only {values[first]}"


def _named(name: str, text: str) -> bool:
    """Whether all that the head of a column names is in a text."""
    own = [key for key in keys(name) if not light(key)]
    return bool(own) and all_among(own, keys(text))


def _day(value: str, row: Statement, dates: DocumentDates) -> date | None:
    found = find_dates(value)
    if len(found) != 1 or found[0].end - found[0].start != len(value.strip()):
        return None
    return day_of(found[0], row, dates)


def _lacking(rule: Statement, bound: Quantity, names: list[str], values: list[str]) -> str:
    """What a row says to be lacking that a rule asks for of things of a size, where the row gives the size as well."""
    sized = [n for n, value in enumerate(values) if _comparable(value, bound)]
    asked = [
        n for n, name in enumerate(names)
        if _LACKS.fullmatch(values[n]) and any(not role(key) for key in keys(name)) and _named(name, rule.text)
    ]  # fmt: skip
    if len(sized) != 1 or len(asked) != 1:
        return ""
    size = find_quantities(values[sized[0]])[0]
    if not TESTS[bound.comparator](size.measure()[1], bound.measure()[1]):
        return ""
    return f"{names[sized[0]]} {values[sized[0]]}, {names[asked[0]]}: {values[asked[0]]}"


@lru_cache(maxsize=1024)
def _size(text: str) -> Quantity | None:
    """The one bound of a rule that says which things it is for ("a boat longer than 9 m"); None where there is none."""
    found = [q for q in find_quantities(text) if q.comparator in ("<", "<=", ">", ">=")]
    if len(found) != 1 or len(find_quantities(text)) != 1 or not found[0].unit:
        return None
    return found[0] if _LIMITING.search(text[: found[0].start]) else None


def _comparable(value: str, bound: Quantity) -> bool:
    found = find_quantities(value)
    return len(found) == 1 and found[0].measure()[0] == bound.measure()[0] and found[0].comparator == "="
