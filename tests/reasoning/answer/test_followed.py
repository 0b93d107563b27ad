"""Figures that a reader follows from two beside them need no sum that is written out; no others do without."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.reasoning.answer.followed import all_followed, followed
from foam_graph.reasoning.answer.grounding import figures


def written(day: date) -> str:
    return f"{day.day} {day:%B} {day.year}"


@pytest.mark.parametrize(
    ("before", "text", "known", "found"),
    [
        ([], "Income of $1,874 is $106 under the limit of $1,980.", {"1874", "1980"}, {"106"}),
        (["Income was $1,874."], "With the back payment of $248 it is $2,122.", {"1874", "248"}, {"2122"}),
        (["Income was $1,874.", "That is so."], "With $248 it is $2,122.", {"1874", "248"}, {"2122"}),
        (["Income was $1,874.", "So.", "So it is."], "With $248 it is $2,122.", {"1874", "248"}, set()),
        ([], "Income of $1,874 is $107 under the limit of $1,980.", {"1874", "1980"}, set()),
        ([], "Income of $1,874 is $106 under the limit of $1,980.", {"1980"}, set()),
        # Of small figures nearly any comes out of some two others.
        ([], "Of 19 hours and 16 hours 35 remain.", {"19", "16"}, set()),
        # What takes two steps is written out.
        ([], "$380, $390 and $210 are $980.", {"380", "390", "210"}, set()),
        ([], "It was mailed on 20 March and came on 7 April, day 18.", {"20", "7"}, {"18"}),
        (["It was mailed on 20 March 2026."], "It came on 7 April 2026, 18 days later.", {"20", "7", "2026"}, {"18"}),
        ([], "It was mailed on 20 March and came on 7 April, day 19.", {"20", "7"}, set()),
        ([], "The 21 days from 20 March ended on 10 April.", {"21", "20"}, {"10"}),
        ([], "The 21 days from 20 March ended on 11 April.", {"21", "20"}, set()),
        ([], "The 21 days from 20 March ended on 10 April.", {"20"}, set()),
        ([], "It was mailed on 31 February and came on 7 April, day 35.", {"31", "7"}, set()),
        # Before and after these days there is no calendar.
        ([], "The 21 days from 31 December 9999 ended on 10 April.", {"21", "31", "9999"}, set()),
        ([], "It ended on 1 January 0001, 21 days later.", {"21", "1"}, set()),
        # Years are no amounts.
        ([], "In 2026 the fee of $1,874 rose to 3,900.", {"2026", "1874"}, set()),
        ([], "", {"1"}, set()),
    ],
)
def test_a_figure_is_followed_from_two_that_stand_beside_it(
    before: list[str], text: str, known: set[str], found: set[str]
) -> None:
    assert followed(text, before, known) == found


def test_in_a_text_each_sentence_is_looked_at_with_those_before_it() -> None:
    texts = ["Income was $1,874.", "The limit is $1,980.", "So $106 are left.", "The sky is blue.", "It is $106."]
    known = [{"1874"}, {"1980"}, set[str](), set[str](), set[str]()]
    assert all_followed(texts, known) == [set(), set(), {"106"}, set(), set()]
    assert all_followed([], []) == []


@given(st.integers(2_200, 99_999), st.integers(2_200, 99_999), st.integers(-3, 3))
def test_only_the_right_sum_is(one: int, other: int, off: int) -> None:
    made = one + other + off
    found = followed(f"With {other:,} and {one:,} it is {made:,}.", [], {str(one), str(other)})
    assert found == ({str(made)} if off == 0 and one != other else set())


@given(st.dates(date(1700, 1, 1), date(2900, 1, 1)), st.integers(1, 900), st.integers(-2, 2))
def test_only_the_right_count_of_days_is(first: date, count: int, off: int) -> None:
    last = first + timedelta(days=count)
    told = count + off
    known = {str(one) for day in (first, last) for one in (day.day, day.year)}
    found = followed(f"It began on {written(first)} and ended on {written(last)}, {told} days later.", [], known)
    assert (str(told) in found) == (off == 0 and str(told) not in known)


@given(
    st.lists(
        st.sampled_from(
            [
                "1 January 0001",
                "31 December 9999",
                "999 days",
                "day 0",
                "$0",
                "1,874",
                "0.5",
                "=",
                "-",
                "2000",
                "9" * 60,
                "31 April",
                ".",
            ]
        ),
        max_size=12,
    ),
    st.sets(st.sampled_from(["0", "1", "31", "999", "1874", "2000", "0.5", "9999"])),
)
def test_whatever_a_text_says_only_its_own_figures_are_followed(pieces: list[str], known: set[str]) -> None:
    text = " ".join(pieces)
    assert followed(text, ["It was 31 December 9999."], known) <= figures(text) - known
