"""Dated events of the documents, in order: who says so, and where two days are given for one event."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.dates import find_dates


def findings(file: CaseFile, today: date | None = None) -> Iterator[Finding]:
    """The dated events of a case file.

    Args:
        file: The case file.
        today: The day by which what is still to come is told from what was.
    """
    for sentence in file:
        for found in find_dates(sentence.text):
            day = found.calendar()
            if day is not None and sentence.structure != "heading":
                ahead = today is not None and day > today
                yield Finding(
                    "timeline", f"{found.words()}: {sentence.text.strip()}", (sentence.id,), rule="timeline",
                    inputs={"day": day.isoformat(), "ahead": ahead},
                )  # fmt: skip
