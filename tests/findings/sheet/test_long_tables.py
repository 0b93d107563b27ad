"""A table of thousands of rows: what is compared grows with the rows, not with their pairs."""

from __future__ import annotations

import pytest

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.arithmetic import calculations
from foam_graph.findings.language.likeness import Statistics
from foam_graph.findings.sheet.case_passages import case_passages
from tests.findings.sheet.texts import made_of


def table(rows: int) -> CaseFile:
    """A register of so many dated rows, some by the day and some by the month, and a paper that speaks of one of them."""
    lines = (
        f"| {n:05d} | {f'{1 + n % 28} May 2025' if n % 2 else 'May 2025'} | sluice {n % 7} | {100 + n} litres |"
        for n in range(rows)
    )
    register = "| No | Date | Place | Flow |\n|---|---|---|---|\n" + "\n".join(lines) + "\n"
    return made_of(
        register, "In June 2025 the flow of the sluice was 90 litres.", titles=("Register of flows", "Letter")
    )


def compared(file: CaseFile, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many pairs of figures are held against each other."""
    count = 0
    likeness = calculations.clause_likeness

    def counted(*given: object) -> float:
        nonlocal count
        count += 1
        return likeness(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(calculations, "clause_likeness", counted)
    passages = list(case_passages(file))
    list(calculations.calculations(passages, Statistics.over(passages)))
    return count


def test_pairs_grow_with_the_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    few = compared(table(60), monkeypatch)
    many = compared(table(240), monkeypatch)
    assert 0 < few <= 60
    assert many <= 4 * few + 4
