"""Krippendorff's alpha against the values that its author published, and what holds of it always."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.evaluation.statistics.alpha import alpha_of_decisions, interval_alpha, nominal_alpha, ordinal_alpha

NAN = 0
FOUR_OBSERVERS = (
    (1, 2, 3, 3, 2, 1, 4, 1, 2, NAN, NAN, NAN),
    (1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NAN, 3),
    (NAN, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NAN),
    (1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NAN),
)
"""Krippendorff 2011, section D: any number of observers, any metric, missing data."""
THREE_CODERS = (
    (0, 0, 0, 0, 0, 3, 4, 1, 2, 1, 1, 3, 3, 0, 3),
    (1, 0, 2, 1, 3, 3, 4, 3, 0, 0, 0, 0, 0, 0, 0),
    (0, 0, 2, 1, 3, 4, 4, 0, 2, 1, 1, 3, 3, 0, 4),
)
"""The worked example of Wikipedia's article."""


def units(rows: tuple[tuple[int, ...], ...]) -> list[list[float]]:
    return [[value for value in unit if value != NAN] for unit in zip(*rows, strict=True)]


def test_two_observers_binary() -> None:
    rows = zip("0100000010", "1110010000", strict=True)
    assert nominal_alpha(list(rows)) == pytest.approx(0.095, abs=5e-4)


def test_two_observers_nominal() -> None:
    rows = zip("aabbdcccedda", "babbbccceddd", strict=True)
    assert nominal_alpha(list(rows)) == pytest.approx(0.692, abs=5e-4)


def test_four_observers_with_missing_data() -> None:
    rated = units(FOUR_OBSERVERS)
    assert nominal_alpha(rated) == pytest.approx(0.743, abs=5e-4)
    assert ordinal_alpha(rated) == pytest.approx(0.815, abs=5e-4)
    assert interval_alpha(rated) == pytest.approx(0.849, abs=5e-4)


def test_three_coders() -> None:
    rated = units(THREE_CODERS)
    assert nominal_alpha(rated) == pytest.approx(0.691, abs=5e-4)
    assert interval_alpha(rated) == pytest.approx(0.811, abs=5e-4)


def test_what_shows_nothing_has_no_alpha() -> None:
    assert nominal_alpha([]) is None
    assert nominal_alpha([["a"], ["b"], []]) is None  # nobody rated what another rated
    assert nominal_alpha([["a", "a"], ["a", "a"]]) is None  # no variation
    assert ordinal_alpha([[2, 2]]) is None


def test_a_constant_rater_is_not_reliable() -> None:
    found = nominal_alpha([["a", "a"], ["b", "a"], ["a", "a"], ["b", "a"]])
    assert found is not None
    assert found < 0


def test_multi_label_units_are_decisions() -> None:
    one, two = frozenset({"causal"}), frozenset({"causal", "value"})
    assert alpha_of_decisions([[one, one], [two, two]], ("causal", "value")) == 1
    # Four decisions as 0/1 pairs: (1,1), (0,0), (1,1), (1,0): observed 1 of 4 pairs, 5 ones and 3 zeros.
    found = alpha_of_decisions([[one, one], [two, one]], ("causal", "value"))
    assert found == pytest.approx(1 - 7 * 2 / (2 * 5 * 3))


RATED = st.lists(st.lists(st.integers(1, 4), max_size=4), max_size=12)


@given(RATED)
def test_order_of_units_and_raters_does_not_count(rated: list[list[int]]) -> None:
    turned = [list(reversed(unit)) for unit in reversed(rated)]
    for alpha in (nominal_alpha, ordinal_alpha, interval_alpha):
        value, other = alpha(rated), alpha(turned)
        assert (value is None) == (other is None)
        assert value is None or value == pytest.approx(other)
        assert value is None or value <= 1 + 1e-9


@given(RATED)
def test_full_agreement_is_one_and_nothing_else_is(rated: list[list[int]]) -> None:
    paired = [unit for unit in rated if len(unit) > 1]
    value = nominal_alpha(rated)
    if value is None:
        assert len({one for unit in paired for one in unit}) < 2
    else:
        assert (value == pytest.approx(1)) == all(len(set(unit)) == 1 for unit in paired)


@given(RATED)
def test_ordinal_alpha_needs_the_order_alone(rated: list[list[int]]) -> None:
    stretched = [[one**3 for one in unit] for unit in rated]
    value, other = ordinal_alpha(rated), ordinal_alpha(stretched)
    assert (value is None and other is None) or value == pytest.approx(other)
