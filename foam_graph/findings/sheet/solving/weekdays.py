"""Dates with a weekday that the calendar does not give them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.dates import MONTHS, FoundDate, find_dates
from foam_graph.findings.sheet.document_dates import document_dates

RULE = "weekday"
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_BEFORE = re.compile(rf"\b(?P<day>{'|'.join(DAYS)})(?:,| the)?\s(?:the\s)?$")
_AFTER = re.compile(rf"^(?:,\s|\s\()(?:a\s)?(?P<day>{'|'.join(DAYS)})\b")


def findings(file: CaseFile, today: date | None = None) -> Iterator[Finding]:
    """Sentences that call a day by the wrong weekday.

    Args:
        file: The case file.
        today: Not needed; every maker takes it.
    """
    del today
    dates = document_dates(file)
    for document in file.documents:
        for sentence in document.sentences:
            for found in find_dates(sentence.text):
                said = _said(sentence.text, found)
                read = dates.read(found)
                if not said or dates.unsure(found) or read.day is None or read.month is None:
                    continue
                written = dates.written(document.id, sentence.id)
                years = (
                    [read.year] if read.year else [written.year, written.year - 1, written.year + 1] if written else []
                )
                days = [day for year in years if (day := _day(year, read.month, read.day)) is not None]
                if days and len(days) == len(years) and all(DAYS[day.weekday()] != said for day in days):
                    real = days[0]
                    name = f"{real.day} {MONTHS[real.month - 1].title()} {real.year}"
                    text = f'"{document.title}" speaks of {said}, {name}; that day was a {DAYS[real.weekday()]}.'
                    yield Finding(
                        "timeline",
                        text,
                        (sentence.id,),
                        "disputed",
                        rule=RULE,
                        inputs={"day": real.isoformat(), "said": said},
                    )


def _said(text: str, found: FoundDate) -> str:
    match = _BEFORE.search(text[: found.start]) or _AFTER.match(text[found.end :])
    return match["day"] if match is not None else ""


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
