"""Who was there by the table of a sitting, against what somebody is said to have done at it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import Final

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.dates import find_dates, spelt_day
from foam_graph.findings.language.words import words
from foam_graph.findings.sheet.cells.grid import Cell, Row, Table, tables
from foam_graph.findings.sheet.document_dates import DocumentDates, document_dates
from foam_graph.findings.sheet.standing.naming import says
from foam_graph.findings.sheet.standing.statements import Statement, statements
from foam_graph.findings.sheet.years import calendar_day
from foam_graph.phrases import acting

RULE: Final = "who was there by a table"
_PRESENCE: Final = re.compile(r"^(?:present|attended|attendance|there|came|signed in|took part)\??$", re.IGNORECASE)
_ABSENT: Final = re.compile(
    r"^(?:no|not present|absent|excused|apologies|apologised|sent apologies|did not (?:come|attend)|away|ill|on leave)\b",
    re.IGNORECASE,
)
_PRESENT: Final = re.compile(r"^(?:yes|present|x|✓|here|attended)\b", re.IGNORECASE)
_LATER: Final = re.compile(
    r"\b(?:joined|arrived|came in|later|by (?:telephone|phone|video|proxy|mail|letter)|proxy|remotely|online|deputy|represented|in writing)\b",
    re.IGNORECASE,
)
_DID: Final = r"(?:himself |herself |then |also |had |expressly )?(?:agreed|voted|consented|accepted|promised|conceded|confirmed|moved|seconded|spoke|objected|undertook|admitted|attended|was present|took part|signed in|chaired|presented)\b"
_AT: Final = re.compile(
    r"\b(?:at|of|in) (?:the|that|our|this) (?:[\w-]+ ){0,3}?(?:meeting|sitting|session|hearing|assembly|training|course|briefing|visit|inspection)\b|\battended\b",
    re.IGNORECASE,
)
_SUPPOSED: Final = re.compile(
    r"\b(?:not|never|nobody|was told|if|would|could|should|whether|asked|will)\b|n't\b", re.IGNORECASE
)
_PERSON: Final = re.compile(r"^(?:(?:Mr|Mrs|Ms|Miss|Dr|Prof|Cllr)\.? )?(?:[A-Z][\w.'’-]* ){0,3}[A-Z][\w'’-]{2,}$")


def findings(file: CaseFile) -> Iterator[Finding]:
    """Acts at a sitting of somebody whom its table of those present has as absent.

    Args:
        file: The case file.
    """
    dates, read = document_dates(file), statements(file)
    for table in tables(file):
        for row in (
            table.rows if not table.records and not _LATER.search(" ".join(row.text for row in table.rows)) else ()
        ):
            for cell, day in _absences(row, table, dates):
                last = _last_name(row)
                for one in read.of("fact") if last else ():
                    if one.document is not table.document and _acts(one, last, day, dates):
                        yield _finding(row, cell, one, last, day)


def _absences(row: Row, table: Table, dates: DocumentDates) -> Iterator[tuple[Cell, date]]:
    """The cells of a row that say that somebody was not there, each with the day: of its column, or of the paper."""
    own = dates.days.get(table.document.id)
    for cell in row.cells:
        if cell is row.subject or not _ABSENT.match(cell.value):
            continue
        if _PRESENCE.match(cell.head) and own is not None:
            yield cell, own
            continue
        found = find_dates(cell.head)
        column = [other.value for each in table.rows for other in each.cells if other.place == cell.place]
        day = dates.read(found[0]).calendar() if len(found) == 1 and not dates.unsure(found[0]) else None
        if day is not None and any(map(_PRESENT.match, column)):
            yield cell, day


def _last_name(row: Row) -> str:
    """The last name of the person that a row is of, where no other row has it; empty for none."""
    name = row.subject.value if row.subject is not None else ""
    if not _PERSON.match(name):
        return ""
    last = words(name)[-1].text
    rivals = [
        other
        for other in row.table.rows
        if other is not row and other.subject is not None and last in other.subject.value.split()
    ]
    return "" if rivals else last


def _acts(one: Statement, last: str, day: date, dates: DocumentDates) -> bool:
    """Whether a sentence tells that somebody did something at the sitting of a day."""
    done = re.search(rf"\b{re.escape(last)}\s{_DID}", one.text)
    found = [each for each in find_dates(one.text) if each.day]
    if (
        done is None
        or len(found) != 1
        or not _AT.search(one.text)
        or _LATER.search(one.text)
        or _SUPPOSED.search(one.text)
    ):
        return False
    return calendar_day(dates.read(found[0]), one.passage, dates)[0] == day


def _finding(row: Row, cell: Cell, one: Statement, last: str, day: date) -> Finding:
    name = row.subject.value if row.subject is not None else last
    text = f'{says(one)}. {acting(row.document.cited, "has")} for "{name}" under "{cell.head}": "{cell.value}". That is of {spelt_day(day)}.'
    return Finding(
        "contradiction", text, (one.id, cell.statement.id), "disputed", rule=RULE, inputs={"differ_in": "presence", "name": last}
    )  # fmt: skip
