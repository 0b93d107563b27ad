"""Amounts and dates in sentences."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.findings.language.dates import find_dates
from foam_graph.findings.language.quantities import find_quantities


@pytest.mark.parametrize(
    ("text", "value", "unit", "period", "comparator"),
    [
        ("It costs $1,450.00 per month.", "1450.00", "money:USD", "month", "="),
        ("They paid 1,450 dollars.", "1450", "money:USD", "", "="),
        ("It cost 3.2 million dollars.", "3200000", "money:USD", "", "="),
        ("It cost €12.", "12", "money:EUR", "", "="),
        ("Bills rose by 6 per cent.", "6", "percent", "", "="),
        ("Nurses make four home visits a week.", "4", "visit", "week", "="),
        ("It took twelve weeks.", "12", "week", "", "="),
        ("It makes 3.5 megawatts.", "3.5", "megawatt", "", "="),
        ("Keep no more than 30 books.", "30", "book", "", "<="),
        ("It may not exceed 40 hours.", "40", "hour", "", "<="),
        ("It exceeds 40 hours.", "40", "hour", "", ">"),
        ("Work at least 80 hours a month.", "80", "hour", "month", ">="),
        ("Under 50 people came.", "50", "person", "", "<"),
        ("File within 30 days of the notice.", "30", "day", "", "<="),
        ("Three hundred and twenty pupils attend.", "320", "pupil", "", "="),
        ("There is a 14-day period.", "14", "day", "", "="),
        ("It treats 100 patients annually.", "100", "patient", "year", "="),
        ("About 400 people came.", "400", "person", "", "~"),
        ("It holds 1,900 m3.", "1900", "cubic metre", "", "="),
        ("The hall has 600 m² of floor.", "600", "square metre", "", "="),
        ("3. The board has 4 members.", "4", "member", "", "="),
        ("III.1 A kite longer than 60 m is flown by experts.", "60", "metre", "", ">"),
        ("It opens at 9 a.m.", "540", "clock", "", "="),
    ],
)
def test_amounts(text: str, value: str, unit: str, period: str, comparator: str) -> None:
    (found,) = find_quantities(text)
    assert (found.value, found.unit, found.period, found.comparator) == (Decimal(value), unit, period, comparator)
    assert text[found.start : found.end].strip() == found.text


@pytest.mark.parametrize(
    "text",
    ["See § 12.3 and Section 4.", "Rule 7 applies.", "On page 3 of case 12-345.", "In 2024 it rained.", "The 3rd of them.",
     "On 3 March 2026 it snowed.", "Route 12 is closed.", "", "One of us left it."],
)  # fmt: skip
def test_numbers_that_measure_nothing(text: str) -> None:
    assert find_quantities(text) == ()


def test_ranges() -> None:
    (found,) = find_quantities("It needs between 20 and 30 nurses.")
    assert (found.value, found.high, found.unit) == (20, 30, "nurse")


def test_dates() -> None:
    text = "On 2026-03-14, 3 March 2026 and March 5, 2026; in March 2026 and in 2025."
    found = find_dates(text)
    assert [one.precision for one in found] == ["day", "day", "day", "month", "year"]
    assert [one.words() for one in found] == ["14 March 2026", "3 March 2026", "5 March 2026", "March 2026", "2025"]
    assert find_dates("He may go to 2000 houses.") == ()
    assert find_dates("On 31 February 2026 nothing is.")[0].calendar() is None


@given(st.integers(1, 10**7), st.sampled_from(["hours", "visits", "tonnes", "pupils"]))
def test_figures_keep_their_value(number: int, noun: str) -> None:
    (found,) = find_quantities(f"The office logged {number:,} {noun} there.")
    assert found.value == number


@given(st.text(max_size=60))
def test_any_text_is_read_without_fault(text: str) -> None:
    for found in find_quantities(text):
        assert 0 <= found.start < found.end <= len(text)
    starts = [one.start for one in find_dates(text)]
    assert starts == sorted(starts)
