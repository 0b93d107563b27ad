"""Labelled figures in lines of their own, counted where a total is named."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.counting.labelled import is_labelled, unremarked
from foam_graph.findings.sheet.counting.list_totals import list_totals
from tests.support.case_texts import case_of


def verdicts(*lines: str, gap: str = "\n") -> list[str | None]:
    text = f"What the flat costs.\n\n{gap.join(lines)}\n\nPlease pay by the third.\n"
    return [
        one.verdict for one in list_totals(case_of(("Letter of the landlord", "correspondence", "2025-03-01", text)))
    ]


@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_labelled_lines_are_counted_whether_or_not_each_is_a_paragraph(gap: str) -> None:
    assert verdicts("Rent: €640", "Heating: €85", "Total: €715", gap=gap) == ["wrong"]
    assert verdicts("Rent: €640", "Heating: €85", "Total: €725", gap=gap) == ["right"]


def test_a_remark_behind_a_figure_is_no_hindrance() -> None:
    assert verdicts("Rent: €640", "Heating: €85 (advance)", "Total: €715") == ["wrong"]


@pytest.mark.parametrize(
    "lines",
    [
        ("Contract no.: 4711", "Rent: €640", "Heating: €85", "Total: €725"),
        ("Rooms: 3", "Persons: 2", "Total fee: €725"),
        ("Rent: €640", "Heating: €85 (per person)", "Total: €810"),
        ("Rent: €640", "Heating: €85 (if used)", "Total: €640"),
    ],
)
def test_what_a_total_does_not_add_up_makes_no_wrong_sum(lines: tuple[str, ...]) -> None:
    assert "wrong" not in verdicts(*lines)


def test_figures_without_unit_are_counted_where_they_come_near_their_total() -> None:
    assert verdicts("Rent: 640", "Heating: 85", "Total: €715") == ["wrong"]


@pytest.mark.parametrize(
    ("line", "plain"),
    [
        ("Music: €450 (two hours)", "Music: €450"),
        ("Music: €450 (estimated)", "Music: €450 (estimated)"),
        ("Music (two hours)", "Music (two hours)"),
    ],
)
def test_only_remarks_that_leave_the_figure_what_it_is_are_taken_off(line: str, plain: str) -> None:
    assert unremarked(line) == plain


def test_a_label_ends_in_a_colon() -> None:
    assert is_labelled("Rent: €640")
    assert not is_labelled("| Rent: | €640 |")
    assert not is_labelled("Rent €640")
