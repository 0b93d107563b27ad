"""Days counted from another day, over the ends of months and of the calendar."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.findings.language.dates import counted_from


@pytest.mark.parametrize(
    ("first", "count", "unit", "day"),
    [
        (date(2026, 1, 31), 1, "month", date(2026, 2, 28)),
        (date(2024, 1, 31), 1, "month", date(2024, 2, 29)),
        (date(2026, 3, 31), -1, "month", date(2026, 2, 28)),
        (date(2026, 11, 30), 3, "month", date(2027, 2, 28)),
        (date(2024, 2, 29), 1, "year", date(2025, 2, 28)),
        (date(2024, 2, 29), -4, "year", date(2020, 2, 29)),
        (date(2026, 12, 28), 1, "week", date(2027, 1, 4)),
        (date(2024, 1, 5), -2, "week", date(2023, 12, 22)),
        (date(2024, 1, 5), -5_000, "year", None),
        (date(9999, 12, 31), 1, "day", None),
        (date(9999, 12, 31), 1, "month", None),
        (date(1, 1, 1), -1, "month", None),
        (date(2026, 1, 1), 10**12, "day", None),
        (date(2026, 1, 1), -(10**12), "year", None),
    ],
)
def test_the_day_so_far_from_another(first: date, count: int, unit: str, day: date | None) -> None:
    assert counted_from(first, count, unit) == day


@given(st.dates(date(100, 1, 1), date(9000, 1, 1)), st.integers(-600, 600))
def test_a_month_later_is_the_next_month_and_never_a_later_day_of_it(first: date, count: int) -> None:
    day = counted_from(first, count, "month")
    assert day is not None
    assert (day.year * 12 + day.month) - (first.year * 12 + first.month) == count
    assert day.day == first.day or ((day + timedelta(1)).month != day.month and day.day < first.day)
