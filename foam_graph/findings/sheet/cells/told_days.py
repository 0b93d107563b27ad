"""Days that a sentence gives for what a row of a table gives another day for: "the survey of 4 March", and the survey's row with 14 March."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.dates import FoundDate, find_dates, spelt_day
from foam_graph.findings.language.kinship import root
from foam_graph.findings.language.words import words
from foam_graph.findings.sheet.cells.days import day_in
from foam_graph.findings.sheet.cells.grid import Cell, Row, Table, tables, told
from foam_graph.findings.sheet.cells.naming import Name, name_of, sentences_on
from foam_graph.findings.sheet.document_dates import DocumentDates, document_dates
from foam_graph.findings.sheet.governing.acts import act_roots, kin
from foam_graph.findings.sheet.standing.naming import says
from foam_graph.findings.sheet.standing.statements import Statement, Statements, statements
from foam_graph.findings.sheet.years import calendar_day
from foam_graph.phrases import opened

RULE: Final = "day of a cell"
_PLAIN_HEAD: Final = re.compile(
    r"^(?:date|day|when|on|held(?: on)?|took place(?: on)?|date of (?:event|entry|the event)|happened(?: on)?)$",
    re.IGNORECASE,
)
_WAS: Final = re.compile(
    r"^\W*(?:(?:itself|there|then|again)\s)?(?:was|took place|happened|was (?:held|made|done|carried out|conducted|performed|given|on)|were|were (?:held|made|done|carried out))?(?: at [^,;.]{2,40}?| in [^,;.]{2,40}?)?"
    r"\s?(?:on|of|dated)\s(?:the\s)?(?:[A-Z][a-z]+day,?\s)?(?:the\s)?$",
    re.IGNORECASE,
)
_AHEAD: Final = re.compile(r"^\W*on (?:the )?(?:[A-Z][a-z]+day,? )?(?:the )?$", re.IGNORECASE)
_LOOSE: Final = re.compile(
    r"\b(?:not|never|no|would|could|should|might|may|will|shall|if|whether|planned|proposed|due|originally|first|second|third|another|again|next|last|moved|postponed|instead|until|before|after|since|by|from|between|later|earlier|report of|draft|asked|demand\w*|wish\w*)\b|n't\b",
    re.IGNORECASE,
)
"""What may make the day of a sentence that of another thing, of a plan, or a bound."""
_BOUND_HEAD: Final = re.compile(
    r"\b(?:until|due|expir\w*|next|planned|deadline|by|valid|end\w*|birth|from|limit|term|last)\b", re.IGNORECASE
)
_HAPPENING: Final = frozenset(
    root(word)
    for word in (
        "took",
        "take",
        "place",
        "held",
        "hold",
        "happen",
        "carry",
        "out",
        "conduct",
        "perform",
        "done",
        "make",
    )
)
"""Words that only say that something was."""
_VERBS_OF_TIME: Final = 3


def findings(file: CaseFile) -> Iterator[Finding]:
    """Sentences that give another day for something than the one row of a table that is of it.

    Args:
        file: The case file.
    """
    read, dates = statements(file), document_dates(file)
    dated = [one for one in tables(file) if not one.records and any(_dated(one, n) for n in range(len(one.heads)))]
    if not dated:
        return
    rows = {cell.statement.id for one in tables(file) for row in one.rows for cell in row.cells}
    wanted = [
        one for one in read.of("fact")
        if one.id not in rows and one.document.number not in read.laws and not one.text.startswith("|") and _days(one.text)
    ]  # fmt: skip
    for one, row, alone in sentences_on(dated, wanted):
        made = _compared(one, row, dates, read) if alone else None
        if made is not None:
            yield made


def _dated(table: Table, place: int) -> bool:
    return any(cell.place == place and find_dates(cell.value) for row in table.rows[:5] for cell in row.cells)


def _days(text: str) -> list[FoundDate]:
    return [one for one in find_dates(text) if one.day]


def _compared(one: Statement, row: Row, dates: DocumentDates, read: Statements) -> Finding | None:
    found = _days(one.text)
    if len(found) != 1 or len(find_dates(one.text)) != 1 or row.subject is None or dates.unsure(found[0]):
        return None
    name = name_of(row.subject.value)
    said = calendar_day(dates.read(found[0]), one.passage, dates)[0]
    cell = _meant(one.text, found[0], name, row) if name is not None else None
    there = day_in(cell, dates) if cell is not None else None
    if said is None or cell is None or there is None or said == there or name is None:
        return None
    written = dates.written(one.document.id, one.id)
    if written is not None and there > written:
        return None  # it could not know of the later day
    if not _of_one(one, name, row) or _known(said, name, row, dates, read, one):
        return None
    text = f"{says(one)}. {opened(row.document.cited)} {told(cell, row)}. The one is {spelt_day(said)}, the other {spelt_day(there)}."
    return Finding(
        "contradiction", text, (one.id, cell.statement.id), "disputed", rule=RULE,
        inputs={"differ_in": "date", "stated": said.isoformat(), "cell": there.isoformat()},
    )  # fmt: skip


def _meant(text: str, found: FoundDate, name: Name, row: Row) -> Cell | None:
    """The cell whose day a sentence gives: of what the row is of, where a noun stands right before the day; else of the verb that a head has."""
    before, after = text[: found.start], text[found.end :]
    clause = re.split(r"[;:]\s|,\s(?=(?:and|but|which|who|where|when)\b)", before)[-1]
    if _LOOSE.search(clause) or _LOOSE.search(re.split(r"[,;:.]", after)[0]):
        return None
    days = [cell for cell in row.cells if find_dates(cell.value) and not _BOUND_HEAD.search(cell.head)]
    own = [cell for cell in days if _PLAIN_HEAD.match(cell.head)] or [
        cell for cell in days if cell.head_roots <= name.parts
    ]
    if name.sort == "noun" and len(own) == 1 and _is_of(clause, after, name):
        return own[0]
    verbs = {root(word.lower) for word in words(f"{clause} {re.split(r'[,;.]', after)[0]}") if not word.function}
    named = [
        cell
        for cell in days
        if cell.head_roots and not cell.head_roots <= name.parts and all(kin(key, verbs) for key in cell.head_roots)
    ]
    return named[0] if len(named) == 1 and name.sort != "noun" else None


def _is_of(clause: str, after: str, name: Name) -> bool:
    """Whether a day is said of a noun: "the survey was on …", "the survey of …", "on … the survey took place"."""
    said = [word for word in words(clause) if not word.function]
    if _AHEAD.match(clause):
        opening = re.match(
            r"^,?\s(?:the|a|an|our|their|its)\s(?P<noun>[\w -]{3,40}?)\s(?:was (?:held|made|done|carried out)|took place|happened)\b",
            after,
        )
        return opening is not None and act_roots(opening["noun"]) == name.parts
    heads = [word for word in said if kin(root(word.lower), name.parts)]
    if not heads:
        return False
    rest = clause[heads[-1].end :]
    before = words(clause[: heads[0].start])
    plain = all(word.function for word in before[-2:]) and len(before) <= _VERBS_OF_TIME
    return plain and _WAS.match(rest) is not None


def _of_one(one: Statement, name: Name, row: Row) -> bool:
    """Whether nothing that a sentence names is missing in the row and its table: names, numbers and codes."""
    around = f"{row.text}. {row.table.lead}. {row.document.title}. {row.document.author}".lower()
    text = one.text
    for found in reversed(find_dates(text)):
        text = text[: found.start] + text[found.end :]
    numbers = set(re.findall(r"\d+", text))
    names = {word.lower for word in words(text) if word.name and not word.lower.endswith("day")}
    there = act_roots(f"{around}. {'. '.join(row.table.heads)}") | name.parts
    known = all(kin(key, there) or key in _HAPPENING for key in act_roots(text.lower()))
    return known and all(number in around for number in numbers) and all(each in around for each in names - name.parts)


def _known(said: date, name: Name, row: Row, dates: DocumentDates, read: Statements, one: Statement) -> bool:
    """Whether the file has the sentence's day for a thing of that name elsewhere: in another row, or in another paper."""
    for each in row.table.rows:
        if each is not row and any(day_in(cell, dates) == said for cell in each.cells):
            return True
    for other in read:
        if other.document is one.document or not name.within(other.text):
            continue
        days: Sequence[FoundDate] = _days(other.text)
        if any((found.month, found.day) == (said.month, said.day) for found in map(dates.read, days)):
            return True
    return any(day_in(cell, dates) == said for cell in row.cells)
