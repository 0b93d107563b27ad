"""Intervals and probabilities: seeded, by group, exact."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.evaluation.statistics.certainty import Interval, binomial_p, bootstrap, mean, spread


def test_exact_probabilities() -> None:
    """Nine of ten: 22 of 1,024 outcomes are as lopsided; the common table has 0.0215."""
    assert binomial_p(9, 1) == pytest.approx(22 / 1024)
    assert binomial_p(5, 5) == 1
    assert binomial_p(0, 0) == 1
    assert binomial_p(0, 6) == pytest.approx(2 / 64)
    assert 0 <= binomial_p(3000, 2000) < 1e-40
    with pytest.raises(ValueError, match="from 0"):
        binomial_p(-1, 3)


@given(st.integers(0, 60), st.integers(0, 60))
def test_probabilities_are_symmetric_and_fall_with_the_margin(wins: int, losses: int) -> None:
    value = binomial_p(wins, losses)
    assert 0 < value <= 1
    assert value == binomial_p(losses, wins)
    if wins > losses:
        assert binomial_p(wins + 1, losses - 1) <= value if losses else True


@given(st.lists(st.integers(0, 10), min_size=2, max_size=12), st.integers(0, 99))
def test_an_interval_holds_its_seed_and_stays_in_range(values: list[int], seed: int) -> None:
    found = bootstrap(values, mean, seed, draws=200)
    assert found == bootstrap(values, mean, seed, draws=200)
    assert isinstance(found, Interval)
    assert min(values) <= found.low <= found.high <= max(values)
    assert found.value == pytest.approx(sum(values) / len(values))


def test_more_groups_make_it_narrower() -> None:
    few, many = (bootstrap([0, 1] * times, mean, 1) for times in (5, 100))
    assert few is not None
    assert many is not None
    assert many.high - many.low < (few.high - few.low) / 2
    # 200 fair coins: 0.5 ± 1.96 · sqrt(0.25 / 200) = 0.431 to 0.569.
    assert many.low == pytest.approx(0.431, abs=0.02)
    assert many.high == pytest.approx(0.569, abs=0.02)


def test_draws_take_whole_groups() -> None:
    """Ten answers of one reader are no ten readers: with one group there is nothing to draw but itself, and no interval."""

    def over_all(drawn: Sequence[Sequence[float]]) -> float | None:
        return mean([one for group in drawn for one in group])

    reader = [1.0] * 9 + [0.0]
    assert bootstrap([reader], over_all, 0, draws=50) is None
    assert bootstrap([reader, reader], over_all, 0, draws=50) == Interval(0.9, 0.9, 0.9, 2)


def test_nothing_has_no_interval() -> None:
    assert bootstrap([], mean, 0) is None
    assert bootstrap([1, 2], lambda _drawn: None, 0) is None


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=20))
def test_spread_is_the_deviation_of_a_sample(values: list[int]) -> None:
    assert spread(values) == pytest.approx(stdev(values), abs=1e-9)
    assert spread(values[:1]) is None
