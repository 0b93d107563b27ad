"""Rows that are marked as not counting, and totals of the rows that do."""

from __future__ import annotations

import pytest

from foam_graph.findings.finding import Finding
from foam_graph.findings.sheet.counting.list_totals import list_totals
from tests.support.case_texts import case_of


def told(mark: str, label: str, total: int, first: str = "Run 3") -> list[Finding]:
    rows = f"| Run 1 | 310 | |\n| Run 2 | 275 | |\n| {first} | 120 | {mark} |\n| Run 4 | 290 | late |\n| {label} | {total} | |\n"
    table = f"# Ferry log\n\n| Run | Cars | Remark |\n|---|---|---|\n{rows}"
    return list(list_totals(case_of(("Ferry log", "official_record", "2026-03-01", table))))


@pytest.mark.parametrize("mark", ["VOID", "void, ramp stuck", "Cancelled", "struck out", "counted twice, not counted"])
@pytest.mark.parametrize("label", ["Total", "Total of valid runs", "Total without cancelled runs"])
def test_a_total_of_the_rows_that_count_is_right(mark: str, label: str) -> None:
    (found,) = told(mark, label, 875)
    assert found.verdict == "right"
    assert "for 3 items" in found.text
    assert "without the row marked" in found.text
    assert "310 + 275 + 290 is 875" in found.text
    assert len(found.sentences) == 5


def test_a_mark_behind_the_name_of_a_row_counts() -> None:
    assert [one.verdict for one in told("", "Total", 875, "Run 3 (void)")] == ["right"]


def test_a_plain_total_may_count_all_rows() -> None:
    (found,) = told("cancelled", "Total", 995)
    assert found.verdict == "right"
    assert "without" not in found.text


def test_a_total_of_valid_rows_that_counts_a_void_one_is_wrong() -> None:
    (found,) = told("VOID", "Total of valid runs", 995)
    assert found.verdict == "wrong"
    assert 'without the row marked "VOID", 310 + 275 + 290 is 875, so the total is 120 too high' in found.text


def test_a_total_that_is_neither_is_told_with_both() -> None:
    (found,) = told("void", "Total", 900)
    assert found.verdict == "wrong"
    assert 'is 995, and 875 without the row that is marked "void": the total is neither' in found.text


@pytest.mark.parametrize("mark", ["avoided the sandbank", "late", "non-void"])
def test_a_row_without_a_mark_counts(mark: str) -> None:
    (found,) = told(mark, "Total", 875)
    assert found.verdict == "wrong"


def test_a_row_of_cancelled_things_is_an_item() -> None:
    (found,) = told("", "Total", 875, "Cancelled runs")
    assert found.verdict == "wrong"
