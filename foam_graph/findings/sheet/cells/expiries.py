"""Permits and the like that had run out on the day on which something was done under them: the day of their column against prose and other rows."""

from __future__ import annotations

import re
from collections import Counter
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
from foam_graph.findings.sheet.standing.naming import quote, says
from foam_graph.findings.sheet.standing.statements import Statement, Statements, statements
from foam_graph.findings.sheet.years import calendar_day
from foam_graph.phrases import acting

RULE: Final = "run out before it was used"
_THING: Final = r"(?:permit|licen[cs]e|certificate|authori[sz]ation|consent|approval|insurance|policy|pass|ticket|accreditation|registration|visa|card|warrant|concession|badge)"
_EXPIRES: Final = re.compile(
    rf"^(?:(?:date of )?expir(?:y|es|ed|ation)(?: (?:date|on))?|(?:{_THING} )?valid (?:until|till|to|through)|runs out(?: on)?|(?:{_THING} )?(?:until|ends?(?: on)?)|end of validity|lapses(?: on)?|(?:{_THING} )?expires(?: on)?)$",
    re.IGNORECASE,
)
_CODE: Final = re.compile(r"(?<![\w-])[A-Z]{1,5}[-/ ]?\d+(?:[-/]\d+)*[a-z]?(?![\w-])")
_USED: Final = r"(?:under|with|using|on (?:the strength|the basis) of|by virtue of|covered by|relying on)"
_DID: Final = re.compile(
    r"\b(?:worked|work|used|drove|driven|drilled|dug|cut|felled|carried out|done|ran|opened|sold|served|poured|lifted|dived|flew|fished|shot|fired|burn(?:ed|t)|moved|transported|performed|played|held|took place|started|began|installed|treated|sprayed)\b",
    re.IGNORECASE,
)
_DONE_HEAD: Final = re.compile(
    r"^(?:date|day|on|done(?: on)?|(?:date|day) of (?:the )?(?:work|works|use|job|trip|event|dive|flight|visit)|worked(?: on)?|carried out(?: on)?|used(?: on)?)$",
    re.IGNORECASE,
)
_NOT_IT: Final = re.compile(
    r"\b(?:not|never|no|nobody|would|could|will|if|should|whether|applied|apply|renew\w*|extend\w*|extension|prolong\w*|expire[sd]?|expiry|lapse[sd]?|ran out|ended|until|till|before|since|after|inspected|checked|withdrawn|returned|refused|stopped)\b",
    re.IGNORECASE,
)
_LONGER: Final = re.compile(
    rf"\b(?:renewed|extended|prolonged|re-?issued)\b|\b(?:extension|renewal|new {_THING})\s(?:was|is|has been|of)\b|\b(?:granted|got|received|issued|has)\s(?:an?|the)\s(?:extension|renewal|new {_THING})\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, eq=False)
class _Ending:
    """What runs out, with its last day.

    Attributes:
        code: What it is called.
        row: Its row.
        cell: The cell with the last day.
        last: That day.
    """

    code: str
    row: Row
    cell: Cell
    last: date


def findings(file: CaseFile) -> Iterator[Finding]:
    """What was done under a permit, by its code, after the day on which its column says that it ran out.

    Args:
        file: The case file.
    """
    dates = document_dates(file)
    every = tables(file)
    found = [made for table in every for row in table.rows if (made := _ending(row, dates)) is not None]
    read = statements(file)
    longer = _longer(read) if found else []
    times = Counter(each.code for each in found)
    known = {
        each.code: each for each in found
        if times[each.code] == 1 and not any(each.code in text or not _CODE.search(text) for text in longer)
    }  # fmt: skip
    if not known:
        return
    rows = {cell.statement.id for table in every for row in table.rows for cell in row.cells}
    for one in read.of("fact"):
        if one.id not in rows and one.document.number not in read.laws:
            yield from _in_prose(one, known, dates)
    for table in every:
        for row in table.rows if not table.records else ():
            yield from _in_row(row, known, dates)


def _ending(row: Row, dates: DocumentDates) -> _Ending | None:
    last = [cell for cell in row.cells if _EXPIRES.match(cell.head)]
    codes = {
        match.group() for cell in row.cells if cell not in last and (match := _CODE.fullmatch(cell.value)) is not None
    }
    day = day_in(last[0], dates) if len(last) == 1 else None
    return _Ending(next(iter(codes)), row, last[0], day) if day is not None and len(codes) == 1 else None


def _longer(read: Statements) -> list[str]:
    """What the file tells of a longer time, of one of them or of all."""
    return [one.text for one in read if one.document.number not in read.laws and _LONGER.search(one.text)]


def _in_prose(one: Statement, known: dict[str, _Ending], dates: DocumentDates) -> Iterator[Finding]:
    codes = [match for match in _CODE.finditer(one.text) if match.group() in known]
    days = [found for found in find_dates(one.text) if found.day]
    if (
        len(codes) != 1
        or len(days) != 1
        or dates.unsure(days[0])
        or _NOT_IT.search(one.text)
        or not _DID.search(one.text)
    ):
        return
    if not re.search(
        rf"\b{_USED}\s(?:the |its |our |their |his |her )?(?:\w+ )?(?:{_THING}\s)?(?:no\.? |number )?$",
        one.text[: codes[0].start()],
        re.IGNORECASE,
    ):
        return
    ending = known[codes[0].group()]
    done = calendar_day(dates.read(days[0]), one.passage, dates)[0]
    if done is not None and done > ending.last:
        yield _finding(ending, f"{says(one)}.", one, done)


def _in_row(row: Row, known: dict[str, _Ending], dates: DocumentDates) -> Iterator[Finding]:
    under = [
        cell for cell in row.cells if re.search(rf"\b{_THING}\b", cell.head, re.IGNORECASE) and cell.value in known
    ]
    days: Sequence[Cell] = [cell for cell in row.cells if _DONE_HEAD.match(cell.head)]
    if len(under) != 1 or len(days) != 1 or _NOT_IT.search(row.text):
        return
    ending, done = known[under[0].value], day_in(days[0], dates)
    if done is not None and done > ending.last and ending.row.table is not row.table:
        yield _finding(
            ending, f"{acting(row.document.cited, 'has')} the row {quote(row.statement)}.", days[0].statement, done
        )


def _finding(ending: _Ending, told: str, by: Statement, done: date) -> Finding:
    late = (done - ending.last).days
    text = (
        f'{acting(ending.row.document.cited, "has")} for "{ending.code}" under "{ending.cell.head}" {spelt_day(ending.last)}. {told} '
        f"{spelt_day(done)} is {late} day{'s' * (late != 1)} later."
    )
    return Finding(
        "timeline", text, (ending.cell.statement.id, by.id), "beyond", rule=RULE,
        inputs={"code": ending.code, "limit": ending.last.isoformat(), "day": done.isoformat()},
    )  # fmt: skip
