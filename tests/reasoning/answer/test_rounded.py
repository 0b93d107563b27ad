"""A rounded figure is taken where its sentence says so and it rounds right; no other is."""

from __future__ import annotations

import pytest

from foam_graph.reasoning.answer.followed import followed
from foam_graph.reasoning.answer.rounded import multiplied, rounded


@pytest.mark.parametrize(
    ("text", "said", "found"),
    [
        ("It is roughly 17 hours.", "16.67 hours", {"17"}),
        ("It is roughly 16 hours.", "16.67 hours", set()),
        ("It is 17 hours.", "16.67 hours", set()),
        ("It is nearly $500.", "a fee of $496", {"500"}),
        ("It is nearly $500.", "a fee of $504", set()),
        ("It is nearly $500.", "a fee of $452", set()),
        ("It is almost 17.", "16.67", {"17"}),
        ("It is just over 17.", "16.67", set()),
        ("It is just over 17.", "17.2", {"17"}),
        ("It is over $1,600.", "$1,640.00", {"1600"}),
        ("It is over $1,600.", "$1,560.00", set()),
        ("It is about $1,900.", "$1,874", {"1900"}),
        ("It is about $1,800.", "$1,874", set()),
        ("It is about $1,870.", "$1,874", {"1870"}),
        ("It is about $1,873.", "$1,874", set()),
        ("It is about 1,900 hours.", "$1,874", set()),
        ("It is about 20 days.", "19 days", {"20"}),
        ("It is about 20 days.", "24 days", set()),
        ("It is nearly 60 days.", "57 decibels", set()),
        ("It is nearly 60 days.", "57 and more", set()),
        ("It is nearly 60.", "57 decibels", {"60"}),
        ("It came about 20 days later.", "on 19 April 2026", set()),
        ("It is about 2,000 hours.", "in 2026", set()),
        ("It is 16.7 percent.", "16.67 percent", {"16.7"}),
        ("It is 16.6 percent.", "16.67 percent", set()),
        ("It is 16.7 percent.", "16.67 hours", set()),
        ("It is 52.56%.", "52.5614 percent", {"52.56"}),
        ("It is 16.7 percent.", "16.6 percent", set()),
        ("It is $4.8 million.", "$4,812,345", {"4.8"}),
        ("It is $4.9 million.", "$4,812,345", set()),
        ("It is about $5m.", "$4.8 million", {"5"}),
        ("It is 30 or so.", "30.4", {"30"}),
        ("It is ~17 or ≈ 18.", "16.8 and 18.2", {"17", "18"}),
        ("It is about zero: 0, and about 0.", "0.3", set()),
        ("", "16.67", set()),
        ("It is about 17.", "", set()),
    ],
)
def test_a_rounded_figure_is_taken_where_that_is_said_and_right(text: str, said: str, found: set[str]) -> None:
    assert rounded(text, said) == found


def test_results_are_rounded_like_figures_of_documents() -> None:
    assert rounded("It is roughly $110.", "", {"106"}) == {"110"}
    assert rounded("It is roughly $100.", "", {"106"}) == set(), "more than a twentieth would be rounded away"
    assert rounded("It is roughly $310.", "", {"308"}) == {"310"}


@pytest.mark.parametrize(
    ("before", "text", "known", "found"),
    [
        ("It cost $48 million and took in $2.8 million.", "That is about 17 to 1.", {"48", "2.8"}, {"17", "1"}),
        ("It cost $48 million and took in $2.8 million.", "That is about 18 to 1.", {"48", "2.8"}, set()),
        ("It cost $48 million and took in $2.8 million.", "That is 17 to 1.", {"48", "2.8"}, set()),
        ("It cost $48 and took in $3.", "That is 16 to 1, or 16 times as much.", {"48", "3"}, {"16", "1"}),
        ("It cost $48 and took in $3.", "That is 15 times as much.", {"48", "3"}, set()),
        ("It cost $48 and took in $3.", "That is 16 to 1.", {"48"}, set()),
        ("It cost $48 and 3 came.", "That is 16 to 1.", {"48", "3"}, set()),
        ("Income was $1,874, the limit $1,570.", "It is over by just over $300.", {"1874", "1570"}, {"300"}),
        ("Income was $1,874, the limit $1,570.", "It is over by nearly $300.", {"1874", "1570"}, set()),
    ],
)
def test_what_is_followed_may_be_rounded_and_two_figures_compared(
    before: str, text: str, known: set[str], found: set[str]
) -> None:
    assert followed(text, [before], known) == found


COST = "46 x $2.4 million = $110.4 million. Works overran by 9 percent. Of $4.0 million 12 went."


@pytest.mark.parametrize(
    ("text", "said", "known", "found"),
    [
        ("At 9 percent even 46 stations cost $120.3 million.", COST, {"9", "46", "110.4"}, {"120.3"}),
        ("At 9 percent even 46 stations cost $120.4 million.", COST, {"9", "46", "110.4"}, set()),
        ("At 9 percent even 46 stations cost 120.3 percent.", COST, {"9", "46", "110.4"}, set()),
        ("$740,000 for 64 of staff leaves $11,562.50 each.", "$740,000; 64 staff", {"740000", "64"}, {"11562.5"}),
        ("$740,000 for 64 of staff leaves $11,563.50 each.", "$740,000; 64 staff", {"740000", "64"}, set()),
        # One part has to stand in the sentence, and to be supported.
        ("It would be $120.3 million.", COST, {"110.4"}, set()),
        ("At 9 percent it would be $120.3 million.", COST, {"110.4"}, set()),
        # Of few digits nearly any comes out of some two others.
        ("At 9 percent 46 stations leave 45.", COST, {"9", "46", "110.4"}, set()),
        ("At 9 percent it is $13.1 million.", "$12.0 million", {"9", "12"}, set()),
        # A year is no number to multiply by.
        ("Of $10 the rest is $20,260.", "9 March 2026; in 2026", {"10"}, set()),
    ],
)
def test_what_two_figures_make_is_taken_where_it_is_right(
    text: str, said: str, known: set[str], found: set[str]
) -> None:
    assert multiplied(text, said, known) == found
