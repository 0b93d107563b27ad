"""Days that a sentence counts."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.reasoning.answer.date_sums import days_recomputed, times_proposed
from foam_graph.reasoning.answer.grounding import figures


def written(day: date) -> str:
    return f"{day.day} {day:%B} {day.year}"


@pytest.mark.parametrize(
    ("text", "numbers", "months"),
    [
        ("2 August 2026 - 14 days = 19 July 2026", {"19", "2026"}, {"july"}),
        ("3 February 2026 + 180 days = 2 August 2026, when it lapses", {"2", "2026"}, {"august"}),
        ("31 December 2028 + 12 months = 31 December 2029", {"31", "2029"}, {"december"}),
        ("31 January 2026 + 1 month = 28 February 2026", {"28", "2026"}, {"february"}),
        ("29 February 2028 + 1 year = 28 February 2029", {"28", "2029"}, {"february"}),
        ("3 February 2026 + 180 days - 14 days = 19 July 2026", {"19", "2026"}, {"july"}),
        ("3 February 2026 + 180 days - 15 days = 19 July 2026", set(), set()),
        ("9 March 2026 + 3 weeks = 30 March 2026", {"30", "2026"}, {"march"}),
        ("28 April 2026 - 9 April 2026 = 19 days", {"19"}, set()),
        ("31 March 2026 − 1 November 2025 = 150 days, of 60", {"150"}, set()),
        ("18 February 2026 - 4 June 2024 = 20 whole months", {"20"}, set()),
        ("4 June 2026 - 4 June 2024 = 2 years", {"2"}, set()),
        ("30 March 2026 - 9 March 2026 = 3 weeks", {"3"}, set()),
        ("18 February 2026 - 4 June 2024 = 21 months", set(), set()),
        ("9 April 2026 - 28 April 2026 = 19 days", set(), set()),
        ("28 April 2026 - 31 February 2026 = 56 days", set(), set()),
        ("2 August 2026 − 14 days = 20 July 2026", set(), set()),
        ("31 February 2026 + 1 day = 1 March 2026", set(), set()),
        ("1 March 2026 - 9999 years = 1 March 2026", set(), set()),
        ("on 2 August 2026 14 days = 19 July 2026", set(), set()),
    ],
)
def test_a_day_is_taken_where_it_is_right(text: str, numbers: set[str], months: set[str]) -> None:
    assert days_recomputed(text, figures(text)) == (numbers, months)


def test_what_it_is_counted_from_needs_a_source() -> None:
    text = "2 August 2026 - 14 days = 19 July 2026"
    assert days_recomputed(text, {"2", "2026"}) == (set(), set())
    # A day that came out may be counted from again.
    more = f"{text}; 19 July 2026 + 1 day = 20 July 2026"
    assert days_recomputed(more, {"2", "2026", "14", "1"})[0] == {"19", "20", "2026"}


@given(st.dates(date(1700, 1, 1), date(2900, 1, 1)), st.integers(0, 9999), st.booleans(), st.integers(-2, 2))
def test_only_the_right_day_is(first: date, count: int, later: bool, off: int) -> None:
    made = first + timedelta(days=count if later else -count)
    stated = made + timedelta(days=off)
    text = f"{written(first)} {'+' if later else '-'} {count} days = {written(stated)}"
    assert (days_recomputed(text, figures(text))[0] != set()) == (off == 0)


@pytest.mark.parametrize(
    ("text", "free"),
    [
        ("The Agency repays it by 12 June 2026 (proposed).", {"12", "2026", "june"}),
        ("The Agency repays it no later than 12 June (proposed).", {"12", "june"}),
        ("It is heard again on 12 June 2026 (proposed).", {"12", "2026", "june"}),
        ("The notice of 9 March 2026 is sent again by 12 June (proposed).", {"12", "june"}),
        ("It was mailed on 9 March and repaid within 14 days (proposed).", {"14"}),
        ("It is repaid by 31 June 2026 (proposed).", set()),
        ("It is repaid by 29 February (proposed).", {"29", "february"}),
        ("The Agency repays it by 12 June 2026.", set()),
        ("The Agency repays it within 14 days (proposed).", {"14"}),
        ("(Proposed) Within 2 working weeks the Agency tells her of 3 forms.", {"2"}),
        ("It repays $430 within 30 days and within 6 months (proposed).", {"30", "6"}),
        ("The Agency repays it within 14 days.", set()),
        ("It is proposed to repay it within 14 days.", set()),
        ("It repays $430 of the 14 days (proposed).", set()),
        ("It was late by 14 days (proposed).", set()),
        ("Think again at more than one in 500 warnings (proposed).", {"500"}),
        ("Think again where false alarms exceed 3 a year (proposed), not 12.", {"3"}),
        ("Think again above $1,980.50 (proposed) of 2,400.", {"1980.5"}),
        ("Think again at more than one in 500 warnings.", set()),
        ("It cost more than 500, and the rest is as the owner has it (proposed).", set()),
        ("It cost 500 (proposed).", set()),
        ("A night drill by December 2026 (proposed).", {"december", "2026"}),
        ("A night drill by December 2026, as the owner has it (proposed).", set()),
        ("Reopen if losses fall below $16.02 million (proposed) of $320.4 million.", {"16.02"}),
        ("Offer $1,800 (proposed), not $900.", {"1800"}),
    ],
)
def test_a_time_or_threshold_is_free_where_it_is_marked_as_proposed(text: str, free: set[str]) -> None:
    numbers, months = times_proposed(text)
    assert numbers | months == free
