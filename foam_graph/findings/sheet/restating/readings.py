"""One measure of one day that two papers read off differently: "on 12 January he measured a pressure of 48 bar", "12 Jan: pressure 38 bar"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.clauses import light
from foam_graph.findings.sheet.document_dates import DocumentDates, document_dates
from foam_graph.findings.sheet.standing.naming import says
from foam_graph.findings.sheet.standing.statements import Statement, statements
from foam_graph.findings.sheet.testing.fitting import of_one_thing
from foam_graph.findings.sheet.years import calendar_day

RULE: Final = "two readings of one day"
_MEASURED: Final = re.compile(r"\b(?:measured?|measurement|read|reading|registered|recorded|showed|logged|tested|weighed|counted|stood at)\b", re.IGNORECASE)  # fmt: skip
_OPEN: Final = re.compile(r"\b(?:should|must|(?-i:may)|would|if|limit|target|at least|at most|not|never|between|from|again|second|later|before|after|corrected|instead)\b|\?", re.IGNORECASE)  # fmt: skip
_WORD: Final = re.compile(r"[a-z]{3,}")
_CLOCK: Final = re.compile(r"\b(?:[01]?\d|2[0-3])[:.][0-5]\d\b")
_BEFORE: Final = 7
_LEAST: Final = 2
_MOST: Final = 6
"""More readings of one day are a series: each is of its own hour."""
_SHORT: Final = 4
_FIGURE: Final = re.compile(
    r"(?<![\w.,:/-])(?P<v>\d{1,6}(?:[.,]\d{1,3})?)\s?(?P<unit>°\s?[CF]|degrees|bar|mbar|kPa|hPa|dB(?:\(A\))?|mm|cm|m²|m³|km/h|m/s|mg/l|mg|kg|g|kWh|kW|V|A|Hz|lux|ppm|%|per cent|litres?|l/min|rpm|tonnes?|metres?)(?![\w²³/])"
)
_FILLERS: Final = frozenset(["the", "and", "with", "was", "were", "for", "his", "her", "our", "their", "that", "this", "they", "had", "has", "been", "when", "mister", "measured", "measure", "reading", "read", "recorded", "registered", "attended", "called", "showed", "stood", "about"])  # fmt: skip


@dataclass(frozen=True, eq=False)
class _Reading:
    one: Statement
    value: Decimal
    unit: str
    told: str
    day: tuple[int, int]
    year: int | None
    words: tuple[str, ...]
    clock: str


def findings(file: CaseFile) -> Iterator[Finding]:
    """Sentences of two papers that give different readings of one measure on one day.

    Args:
        file: The case file.
    """
    dates = document_dates(file)
    by_day: dict[tuple[tuple[int, int], str], list[_Reading]] = {}
    for one in statements(file):
        reading = _reading(one, dates)
        if reading is not None:
            by_day.setdefault((reading.day, reading.unit), []).append(reading)
    for found in by_day.values():
        if len(found) > _MOST:
            continue
        for place, a in enumerate(found):
            for b in found[place + 1 :]:
                if a.one.document is not b.one.document and _differ(a, b):
                    yield _finding(a, b)


def _reading(one: Statement, dates: DocumentDates) -> _Reading | None:
    if one.standing in ("question", "rule", "opinion") or one.text.startswith("|") or not _MEASURED.search(one.text):
        return None
    first = re.split(r"(?<=[a-z\d])\.\s(?=[A-Z])", one.text)[0]
    if _OPEN.search(first):
        return None
    days = dates.days_in(first)
    figures = list(_FIGURE.finditer(first))
    if len(days) != 1 or len(figures) != 1:
        return None
    read = dates.read(days[0])
    whole = calendar_day(read, one.passage, dates)[0]
    day = (read.month or 0, read.day or 0)
    before = _WORD.findall(first[: figures[0].start()].lower())[-_BEFORE:]
    told = tuple(word for word in before if word not in _FILLERS and not light(word))
    clock = _CLOCK.search(first)
    value = Decimal(figures[0]["v"].replace(",", "."))
    unit = figures[0]["unit"].replace(" ", "").rstrip("s")
    return _Reading(
        one, value, unit, figures[0].group(), day, whole.year if whole else None, told, clock.group() if clock else ""
    )


def _differ(a: _Reading, b: _Reading) -> bool:
    """Whether two readings are of one measure and of two values; at two hours both may be so."""
    if a.value == b.value or (a.year and b.year and a.year != b.year) or (a.clock and b.clock and a.clock != b.clock):
        return False
    if not of_one_thing(a.one.text, b.one.text, days=False):
        return False
    common = {word for word in a.words if any(_same(word, other) for other in b.words)}
    return len(common) >= _LEAST


def _same(one: str, other: str) -> bool:
    """Whether two words are one, of which one may be cut short ("temp" for "temperature")."""
    short, long = sorted((one, other), key=len)
    return one == other or (len(short) >= _SHORT and long.startswith(short))


def _finding(a: _Reading, b: _Reading) -> Finding:
    text = f"{says(a.one)}. {says(b.one)}. Of one day two readings are told, {a.told} and {b.told}."
    return Finding(
        "contradiction", text, (a.one.id, b.one.id), "disputed", rule=RULE,
        inputs={"differ_in": "number", "stated": str(a.value), "other": str(b.value)},
    )  # fmt: skip
