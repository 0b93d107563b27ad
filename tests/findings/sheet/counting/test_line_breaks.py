"""Rows of a list that stand in one sentence with the heading above them."""

from __future__ import annotations

from foam_graph.findings.sheet.counting.line_breaks import by_lines
from foam_graph.findings.sheet.counting.list_totals import list_totals
from tests.support.case_texts import case_of

HEAD = "Application, 2 April 2025 (own figures, monthly)\n"
ROWS = "   rent                £780\n   food                £310\n   books                £95\n   Total             £1,285\n"


def test_the_first_row_below_a_heading_without_a_blank_line_is_counted() -> None:
    (found,) = list_totals(case_of(("File of the fund", "correspondence", "2025-04-02", HEAD + ROWS)))
    assert found.verdict == "wrong"
    assert "for 3 items; 780 + 310 + 95 is £1,185, so the total is £100 too high" in found.text


def test_rows_in_small_letters_are_not_lost_in_the_row_above() -> None:
    text = "Invoice of July\nMachines    1,368.00\nTraining       36.00\nless advance  404.00\nTo pay      1,000.00\n"
    (found,) = list_totals(case_of(("Invoice", "correspondence", "2025-07-31", text)))
    assert found.verdict == "right"
    assert "1,368.00 + 36.00 - 404.00 is 1,000" in found.text


def test_prose_that_runs_over_lines_stays_one_sentence() -> None:
    file = case_of(
        ("Letter", "correspondence", "2025-07-31", "We met in the hall\nand the rent was then 400\nas before.\n")
    )
    (document,) = file.documents
    assert list(by_lines(document)) == list(document.sentences)
