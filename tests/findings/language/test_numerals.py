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
