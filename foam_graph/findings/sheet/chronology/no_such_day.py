"""Days that no calendar has, such as 31 April: whoever goes by one is told."""

from __future__ import annotations

import re
from calendar import isleap
from collections.abc import Iterator, Mapping

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.dates import MONTHS, FoundDate, find_dates
from foam_graph.findings.sheet.standing.naming import called, opened, quote
from foam_graph.findings.sheet.standing.statements import Statement, statements
from foam_graph.findings.sheet.standing.tables import cells, heads, is_row

RULE, VERSION = "no such day", "1"
_MOST = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
"""Days of each month, of February those of a leap year."""
_COUNTED_SO_SINCE = 1932
"""Before, February had other days in places: the 29th in 1900 by the old calendar, a 30th in Sweden and the Soviet Union."""
_WEEKDAY = r"(?:(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?\.?,?\s)?"
_LEAD = re.compile(
    r"(?:^|[,;:(|\"“„*_>–—]|\b(?:on|by|until|till|before|after|from|since|dated|sent|of|to|through|between|and|or|due|effective|is|was|for|at))"
    rf"\s*(?:the\s|or about\s|about\s)?{_WEEKDAY}$",
    re.IGNORECASE,
)
"""What stands before a day: behind any other word the figure may be a number of something ("page 31")."""
_NUMBERED = re.compile(
    r"(?:\b(?:nos?|numbers?|issues?|vol(?:ume)?s?|pages?|pp?|items?|lots?|rooms?|weeks?|sections?|clauses?|articles?|rules?|para(?:graph)?s?|art|sec|chapters?|parts?|schedules?)|[#§])"
    r"[\s.:(]*(?:\d+[\s,]*(?:(?:and|or|to)\s)?)*$",
    re.IGNORECASE,
)
_THINGS = re.compile(r"^\s(?!(?:is|was|has|does|as|this|its|his|us)\b)[a-z]+s\b")
"""Behind a figure and a month: so many of them ("31 April invoices")."""
_OVER = re.compile(
    r"^\s*(?:$|[.,;:)\]|\"”!?*–—-]|(?:and|or|to|at|in|the|we|he|she|they|it|is|was|were|has|had|will|shall|must|with|by|from|until|but|as|when|if|because|each|every)\b)"
)
_FIGURE_LAST = re.compile(r"^\D+\d{1,2}(?:st|nd|rd|th)?$")
_KNOWS = re.compile(
    r"\b(?:no such|no (?:day|date)|there (?:is|was|are) no|(?:non-?)?exist\w*|impossible|invalid|wrong\w*|errors?|mistake\w*|typo\w*|misprint\w*|misdated|meant|means|corrected|should (?:read|have|be)|sic|hypothetical\w*|imagin\w+|joke\w*|leap|never)\b",
    re.IGNORECASE,
)
"""A sentence with such a word may speak of the day as one that there is not."""
_DAYS = re.compile(r"\b(?:date[ds]?|days?|when)\b", re.IGNORECASE)
_FIGURES = re.compile(
    r"(?<![\w.,/$€£§-])(?P<one>\d{1,2})(?P<mark>[-/.])\s?(?P<two>\d{1,2})(?P=mark)\s?(?:(?P<year>1[5-9]\d\d|20\d\d)|(?P<short>\d\d))(?!\w|[./,-]?\d)"
)
_MONTHS, _LONGEST = 12, 31
_LABEL_OF_DAY = re.compile(
    r"\b(?:date[ds]?|day|when|sent|received|due|signed|paid|from|to|until|on|starts?|ends?|issued|delivered|held|expires?)\W*:\s*$",
    re.IGNORECASE,
)
_ISO = re.compile(r"\d{4}-\d\d-\d\d")


def findings(file: CaseFile) -> Iterator[Finding]:
    """Days, written out or in figures, that no calendar has; one that can be read as anything else is left alone.

    Args:
        file: The case file.
    """
    read = statements(file)
    tables: Mapping[str, str] | None = None
    for one in read:
        for found in (*find_dates(one.text), *_in_figures(one.text)):
            why = _why_not(found)
            if not why or _KNOWS.search(one.text):
                continue
            if _ISO.fullmatch(one.text[found.start : found.end]) or (found.mark and is_row(one.text)):
                tables = heads(read) if tables is None else tables
                if not _in_column_of_days(one, found, tables.get(one.id, "")):
                    continue
            elif not _is_day(one.text, found):
                continue
            told = f'"{", ".join(filter(None, cells(one.text)))}"' if is_row(one.text) else quote(one)
            text = f"{opened(called(one))} names {found.words()}, a day that does not exist: {why} ({told})."
            inputs: dict[str, object] = {"year": found.year, "month": found.month, "day": found.day}
            yield Finding("timeline", text, (one.id,), "wrong", rule=RULE, version=VERSION, inputs=inputs)


def _in_figures(text: str) -> Iterator[FoundDate]:
    """What is written as a day in figures and is none in either order: one part may be a month, the other can only be its day."""
    for match in _FIGURES.finditer(text):
        month, day = sorted((int(match["one"]), int(match["two"])))
        if 0 < month <= _MONTHS < day <= _LONGEST:
            year = int(match["year"] or f"20{match['short']}")
            yield FoundDate(match.start("one"), match.end(), "day", year, month, day, match["mark"])


def _why_not(found: FoundDate) -> str:
    """Why no calendar has a day; empty where one may."""
    if found.day is None or found.month is None:
        return ""
    name, most = MONTHS[found.month - 1].title(), _MOST[found.month - 1]
    if found.month != 2:
        return f"{name} has {most} days" if found.day > most else ""
    if found.year is not None and found.year < _COUNTED_SO_SINCE:
        return ""
    if found.day > most:
        return f"{name} has at most {most} days"
    if found.day == most and found.year is not None and not isleap(found.year):
        return f"in {found.year} {name} has {most - 1} days"
    return ""


def _is_day(text: str, found: FoundDate) -> bool:
    """Whether figure and month can be nothing but a day: by what stands before, without a year also by what follows."""
    before, after, written = text[: found.start], text[found.end :], text[found.start : found.end]
    if not _LEAD.search(before) or _NUMBERED.search(before) or _THINGS.match(after):
        return False
    if found.mark and before.rstrip().endswith(":"):  # "Ref: 31/02/2026" is a number of something
        return _LABEL_OF_DAY.search(before) is not None
    if found.year is not None:
        return True
    if _FIGURE_LAST.match(written):  # "in April 31 of them came"
        return bool(re.match(r"\s*(?:$|[.,;:)|])", after)) and not re.search(r"\b(?:in|of|for)\s*$", before, re.I)
    return bool(_OVER.match(after))


def _in_column_of_days(one: Statement, found: FoundDate, head: str) -> bool:
    """Whether year, month and day in figures are a cell of a column of days: elsewhere they may number something."""
    row, columns = cells(one.text), cells(head)
    day = one.text[found.start : found.end]
    return is_row(one.text) and any(
        cell == day and _DAYS.search(column) for cell, column in zip(row, columns, strict=False)
    )
