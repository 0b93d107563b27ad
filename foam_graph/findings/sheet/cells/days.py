"""Days of cells."""

from __future__ import annotations

import re
from datetime import date
from typing import Final

from foam_graph.findings.language.dates import find_dates
from foam_graph.findings.sheet.applying.day_bounds import day_of
from foam_graph.findings.sheet.cells.grid import Cell
from foam_graph.findings.sheet.document_dates import DocumentDates

_BESIDE: Final = re.compile(
    r"^[\s,]*(?:(?:at\s)?\d{1,2}[.:]\d\d(?:\s?(?:h|am|pm))?|(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?\.?,?)?[\s,]*$",
    re.IGNORECASE,
)
"""What may stand beside the day in a cell that is a day: an hour, a day of the week."""


def day_in(cell: Cell, dates: DocumentDates) -> date | None:
    """The day that is all of a cell, but for an hour; None where it says something else, or the day is not sure.

    Args:
        cell: The cell.
        dates: How the documents of the file write dates.
    """
    found = find_dates(cell.value)
    if len(found) != 1 or not found[0].day:
        return None
    before, after = cell.value[: found[0].start], cell.value[found[0].end :]
    if not _BESIDE.match(before) or not _BESIDE.match(after):
        return None
    return day_of(found[0], cell.statement, dates)
