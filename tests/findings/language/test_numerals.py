"""Numbers in words: what is read of a long text is not kept."""

from __future__ import annotations

from decimal import Decimal

import pytest

from foam_graph.findings.language import numerals

SAID = "She was paid twenty-five dollars and owed half a million."
READ = {Decimal(25), Decimal(500_000)}


@pytest.mark.parametrize(("times", "kept"), [(1, 1), (2_000, 0)])
def test_values_are_kept_of_what_comes_again_and_not_of_long_texts(times: int, kept: int) -> None:
    text = " ".join([f"Said {times} times.", *[SAID] * times])
    numerals._kept_values.cache_clear()
    assert set(numerals.spoken_values(text)) == READ
    assert numerals._kept_values.cache_info().currsize == kept


@pytest.mark.parametrize(
    ("figure", "found"), [("2400000", True), ("2.4", True), ("2", False), ("4", False), ("24", False)]
)
def test_a_figure_is_an_amount_in_full_or_stands_in_its_words(figure: str, found: bool) -> None:
    assert numerals.writes(figure, Decimal(2_400_000), "$2.4 million") is found


def test_marks_between_thousands_are_no_part_of_a_figure() -> None:
    assert numerals.writes("12450", Decimal("12450.00"), "12,450 bolts")
