"""A product or quotient needs no sum where its parts stand there and it shows enough digits; a wrong one stays unsupported."""

from __future__ import annotations

import pytest

from foam_graph.reasoning.answer.products import multiplied

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
