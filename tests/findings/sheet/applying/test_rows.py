"""Rows of tables are held against rules: days in the wrong order, and what a column says is lacking."""

from __future__ import annotations

import pytest

from foam_graph.findings.finding import Finding
from foam_graph.findings.sheet.applying.held import findings
from tests.support.case_texts import case_of

SIGNED = "Nobody is enrolled before he has signed the waiver."
SIZED = "A kite larger than 12 m2 is flown with a second pilot."


def told(rule: str, *lines: str) -> list[Finding]:
    file = case_of(
        ("Rules of the club", "law", "2024-01-01", rule),
        ("List of the season", "official_record", "2026-03-01", "\n".join(lines)),
    )
    return [one for one in findings(file) if one.verdict == "not_met"]


def dives(waiver: str, dive: str) -> list[Finding]:
    return told(SIGNED, "| diver | waiver signed | enrolled |", "| --- | --- | --- |", f"| Lund | {waiver} | {dive} |")


def kites(size: str, pilot: str) -> list[Finding]:
    return told(SIZED, "| kite | size | second pilot |", "| --- | --- | --- |", f"| Merlin | {size} | {pilot} |")


def test_a_day_that_had_to_come_first_and_came_later_is_told_with_both_days() -> None:
    (one,) = dives("14.02.2026", "11.02.2026")
    assert one.text.endswith("enrolled 11.02.2026, waiver signed only 14.02.2026.")
    assert len(one.sentences) == 2


@pytest.mark.parametrize(
    ("waiver", "dive"),
    [("09.02.2026", "11.02.2026"), ("11.02.2026", "11.02.2026"), ("", "11.02.2026"), ("yes", "11.02.2026")],
)
def test_days_in_order_or_none_are_left_alone(waiver: str, dive: str) -> None:
    assert dives(waiver, dive) == []


def test_what_a_column_says_is_lacking_counts_for_things_of_the_size_of_the_rule() -> None:
    (one,) = kites("15 m2", "no")
    assert one.text.endswith("size 15 m2, second pilot: no.")


@pytest.mark.parametrize(("size", "pilot"), [("9 m2", "no"), ("15 m2", "Lund"), ("15 m", "no"), ("large", "no")])
def test_smaller_things_and_those_that_have_it_are_left_alone(size: str, pilot: str) -> None:
    assert kites(size, pilot) == []


def test_a_row_of_another_shape_is_left_alone() -> None:
    assert told(SIZED, "| kite | size | second pilot |", "| --- | --- | --- |", "| Merlin | 15 m2 |") == []
