"""Rows of two tables on one code whose days are in an order that cannot be: used before it was received, repaired before it was found."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.dates import find_dates, spelt_day
from foam_graph.findings.sheet.cells.days import day_in
from foam_graph.findings.sheet.cells.grid import Cell, Row, tables
from foam_graph.findings.sheet.document_dates import DocumentDates, document_dates
from foam_graph.phrases import acting

RULE: Final = "order of two rows"
_CODE: Final = re.compile(r"(?<![\w-])(?:[A-Z]{1,5}-?\d[\w]*(?:-\d+)*|\d{2,}-[A-Z\d]+)(?![\w-])")
_CODED: Final = re.compile(r"^(?=.*\d)(?=.*[A-Z])[A-Z\d][\w/-]{2,14}$")
_BEGINS: Final = {
    "received": re.compile(r"^(?:date )?(?:received|receipt|delivered|arrived|date of (?:receipt|delivery|arrival)|delivery|bought|purchased)(?: on)?$", re.IGNORECASE),
    "found": re.compile(r"^(?:date )?(?:discovered|found|noticed|detected|observed)(?: on)?$|^date of discovery$", re.IGNORECASE),
    "issued": re.compile(r"^(?:date )?(?:issued|made|manufactured|built|produced|printed)(?: on)?$|^date of (?:issue|manufacture)$", re.IGNORECASE),
}  # fmt: skip
"""Heads of columns that say when there was something for the first time."""
_USES: Final = {
    "received": re.compile(r"\b(?:used?|uses|fitted|installed|applied|administered|consumed|mounted|worn)\b", re.IGNORECASE),
    "found": re.compile(r"\b(?:repair(?:ed)?|mended|put right|remedied|made good|work done|rectified)\b", re.IGNORECASE),
    "issued": re.compile(r"\b(?:used?|shown|presented|worked under|handed (?:out|over)|distributed)\b", re.IGNORECASE),
}  # fmt: skip
_NOT_IT: Final = re.compile(
    r"\b(?:not|no|never|without|before|until|will|planned|due|instead|old|previous|another|other|second|again|returned|re-?\w+ed)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, eq=False)
class _Dated:
    """A row with a day of one sort.

    Attributes:
        row: The row.
        cell: The cell with the day.
        day: The day.
        code: The code that it is of.
    """

    row: Row
    cell: Cell
    day: date
    code: str


def findings(file: CaseFile) -> Iterator[Finding]:
    """Rows of one code in which what needs the thing comes before there was the thing.

    Args:
        file: The case file.
    """
    dates = document_dates(file)
    rows = [row for table in tables(file) if not table.records for row in table.rows]
    for sort, head in _BEGINS.items():
        first = [one for row in rows if (one := _beginning(row, head, dates)) is not None]
        once = {one.code: one for one in first if sum(other.code == one.code for other in first) == 1}
        for row in rows if once else ():
            for one in _uses(row, once, _USES[sort], dates):
                yield _finding(once[one.code], one)


def _beginning(row: Row, head: re.Pattern[str], dates: DocumentDates) -> _Dated | None:
    """A row with a code of its own and the day on which there was the thing for the first time."""
    days = [cell for cell in row.cells if head.match(cell.head) and find_dates(cell.value)]
    codes = [cell.value for cell in row.cells if _CODED.match(cell.value) and not find_dates(cell.value)]
    if len(days) != 1 or not codes:
        return None
    day = day_in(days[0], dates)
    return _Dated(row, days[0], day, codes[-1]) if day is not None else None


def _uses(row: Row, once: dict[str, _Dated], use: re.Pattern[str], dates: DocumentDates) -> Iterator[_Dated]:
    """What a row of another table tells of a code on a day before there was the thing."""
    days = [cell for cell in row.cells if day_in(cell, dates) is not None]
    for cell in row.cells:
        for code in _CODE.findall(cell.value):
            known = once.get(code)
            if known is None or known.row.table is row.table:
                continue
            meant = _day_of_use(cell, days, use)
            day = day_in(meant, dates) if meant is not None else None
            if meant is not None and day is not None and day < known.day and not _NOT_IT.search(cell.value):
                yield _Dated(row, meant, day, code)


def _day_of_use(cell: Cell, days: Sequence[Cell], use: re.Pattern[str]) -> Cell | None:
    """The cell with the day of a use: the one whose head says so, or the only one where the cell itself tells of a use."""
    headed = [one for one in days if use.search(one.head)]
    if len(headed) == 1:
        return headed[0]
    dated = [one for one in days if re.search(r"\b(?:date|day|on)\b", one.head, re.IGNORECASE)]
    if use.search(cell.value) and dated:
        return (
            dated[0]
            if len(days) == 1 or re.search(r"\b(?:date of work|date|day)\b", dated[0].head, re.IGNORECASE)
            else None
        )
    return None


def _finding(first: _Dated, use: _Dated) -> Finding:
    days = (first.day - use.day).days
    text = (
        f'{acting(first.row.document.cited, "has")} for "{first.code}" under "{first.cell.head}" {spelt_day(first.day)}. {acting(use.row.document.cited, "has")} '
        f'"{_told(use)}" under "{use.cell.head}" {spelt_day(use.day)}, {days} day{"s" * (days != 1)} earlier: one of the two days, or the code, cannot be right.'
    )
    ids = (first.cell.statement.id, use.cell.statement.id)
    return Finding(
        "timeline", text, ids, "disputed", rule=RULE,
        inputs={"code": first.code, "first": first.day.isoformat(), "day": use.day.isoformat()},
    )  # fmt: skip


def _told(use: _Dated) -> str:
    """What a row says of its code: the cell that has it, and the longest one beside it where that is the code alone."""
    cell = next(one for one in use.row.cells if use.code in one.value)
    others = [
        one.value
        for one in use.row.cells
        if one is not cell and not find_dates(one.value) and re.search(r"[a-z]{3}", one.value)
    ]
    return cell.value if cell.value != use.code else ", ".join([cell.value, *others[:1]])
