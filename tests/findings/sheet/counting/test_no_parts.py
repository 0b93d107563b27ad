"""Columns and rows that are no parts of what is added up."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.counting.list_totals import list_totals
from foam_graph.findings.sheet.counting.no_parts import may_stand_beside, no_parts
from tests.support.case_texts import case_of


def verdicts(heading: str, *rows: tuple[str, str]) -> list[str | None]:
    table = f"| Item | {heading} |\n|---|---|\n" + "".join(f"| {label} | {figure} |\n" for label, figure in rows)
    return [
        one.verdict for one in list_totals(case_of(("Report", "correspondence", "2026-03-01", f"# Report\n\n{table}")))
    ]


@pytest.mark.parametrize(
    "heading",
    ["Max", "Limit", "Balance", "Running total", "Age", "Ceiling", "Meter reading", "Written down value", "Room"],
)
def test_a_column_of_limits_or_states_is_not_told_as_wrong(heading: str) -> None:
    rows = (("North", "40"), ("South", "35"), ("Total", "80"))
    assert verdicts(heading, *rows) == []
    assert verdicts("Votes", *rows) == ["wrong"]


def test_such_a_column_may_be_told_as_right() -> None:
    assert verdicts("Balance", ("Savings", "£400"), ("Current", "£35"), ("Total", "£435")) == ["right"]


@pytest.mark.parametrize("heading", ["Stage", "Management", "Capital", "Weekly cost", "Rooms let", "Percentage point"])
def test_a_column_that_only_looks_so_is_one_of_parts(heading: str) -> None:
    assert not no_parts(heading)


@pytest.mark.parametrize(
    "label", ["Budget", "Agreed limit", "Balance brought forward", "Option: paint", "One and a half times"]
)
def test_a_row_that_may_stand_beside_the_others_accuses_no_total(label: str) -> None:
    assert may_stand_beside(label)
    rows = (("Rent", "£780"), (label, "£900"), ("Food", "£10"))
    assert verdicts("Amount", *rows, ("Total", "£800")) == []
    assert verdicts("Amount", *rows, ("Total", "£1,690")) == ["right"]


def test_rows_that_only_look_so_are_parts() -> None:
    rows = (("Double rooms", "£780"), ("Marginal notes", "£10"), ("Advance for coaches", "£200"), ("Total", "£1,000"))
    assert verdicts("Amount", *rows) == ["wrong"]


def test_a_total_that_is_right_without_the_first_row_is_not_accused() -> None:
    assert verdicts("Amount", ("Money in hand", "£900"), ("Rent", "£780"), ("Food", "£10"), ("Total", "£790")) == []


@pytest.mark.parametrize("label", ["Provisional sum", "Prime cost sum", "Lump sum", "Agreed sum"])
def test_a_sum_that_is_a_thing_of_its_own_is_one_of_the_parts(label: str) -> None:
    assert verdicts("Amount", ("Wall", "£500"), ("Roof", "£200"), (label, "£300"), ("Total", "£1,000")) == ["right"]


def test_a_row_that_says_sum_behind_a_comma_is_a_total() -> None:
    assert verdicts("Amount", ("Wall", "£500"), ("Roof", "£200"), ("Works, sum", "£800")) == ["wrong"]
