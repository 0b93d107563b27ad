"""What is told to have been used, shown or handed over before, by another paper, there was any: printed, built or opened later."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Final

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.dates import FoundDate, find_dates, spelt_day
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.sheet.document_dates import DocumentDates, document_dates
from foam_graph.findings.sheet.standing.naming import says
from foam_graph.findings.sheet.standing.statements import Statement, statements
from foam_graph.findings.sheet.timing.told_days import dated

RULE: Final = "before there was any"
_BEGAN: Final = re.compile(
    r"\b(?:was|were|is|has been|had been)? ?(?:first (?:printed|published|issued|made|built|used|installed|opened|sold|introduced|shown|manufactured|produced)|not (?:printed|published|issued|made|built|installed|opened|introduced|manufactured|produced) (?:until|before)|(?:printed|published|built|manufactured|produced|introduced) (?:only )?in)\b",
    re.IGNORECASE,
)
_USED: Final = re.compile(
    r"\b(?:handed|given|gave|received|shown|showed|used|signed|read|sent|explained|enclosed|had|got|took|saw|seen|wore|drove|bought|delivered|fitted)\b",
    re.IGNORECASE,
)
_NAMED: Final = re.compile(r"[\"“](?P<name>[A-Z][^\"“”]{3,60})[\"”]")
_CODE: Final = re.compile(r"\b(?P<code>[A-Z]{1,4}[- ]?\d{1,5}[a-z]?)\b")
_OPEN: Final = re.compile(r"\b(?:will|if|would|could|should|(?-i:may)|draft|earlier (?:edition|version)|previous|old(?:er)? (?:edition|version)|reprint\w*|new edition|revised|second edition)\b|\?", re.IGNORECASE)  # fmt: skip


@dataclass(frozen=True, eq=False)
class _Begun:
    one: Statement
    name: str
    day: date
    found: FoundDate


def findings(file: CaseFile) -> Iterator[Finding]:
    """Sentences that tell of a thing, called by its title or code, on a day before it came to be.

    Args:
        file: The case file.
    """
    read, dates = statements(file), document_dates(file)
    for begun in (each for one in read if (each := _begun(one, dates)) is not None):
        for one in read:
            if one.document is begun.one.document or begun.name not in one.text or _OPEN.search(one.text):
                continue
            days = dates.days_in(one.text)
            told = dated(days[0], one, dates) if len(days) == 1 else None
            if told is None or told.day >= begun.day or not _USED.search(one.text) or negations(one.text):
                continue
            when = spelt_day(begun.day) if begun.found.day else begun.found.words()
            text = f"{says(one)}. {says(begun.one)}. On {spelt_day(told.day)} there was none yet, if it came in {when}: one of the two cannot be right."
            inputs: dict[str, object] = {"differ_in": "date", "day": told.day.isoformat(), "from": begun.day.isoformat()}  # fmt: skip
            yield Finding("contradiction", text, (one.id, begun.one.id), "disputed", rule=RULE, inputs=inputs)


def _begun(one: Statement, dates: DocumentDates) -> _Begun | None:
    """A thing that a sentence calls by its title or code, and the first day on which there was one."""
    match = _BEGAN.search(one.text)
    if match is None or one.standing == "question" or _OPEN.search(one.text):
        return None
    clause = re.split(r";\s", one.text)[0]
    names = [m["name"] for m in _NAMED.finditer(clause)] or [m["code"] for m in _CODE.finditer(clause[: match.start()])]
    days = [dates.read(each) for each in find_dates(clause) if each.year and each.start >= match.start() and not dates.unsure(each)]  # fmt: skip
    if len(names) != 1 or len(days) != 1:
        return None
    found = days[0]
    day = date(found.year or 1, found.month or 1, found.day or 1)
    return _Begun(one, names[0], day, found)
