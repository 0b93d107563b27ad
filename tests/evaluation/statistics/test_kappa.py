"""Cohen's kappa against worked examples of the literature, and what holds of it always."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.evaluation.statistics.kappa import cohen_kappa, kappa_macro, kappa_micro

LABELS = ("causal", "example", "value")
SETS = st.frozensets(st.sampled_from(LABELS))
RATINGS = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=1, max_size=30)


def test_the_common_worked_example() -> None:
    """50 grant proposals: both yes 20, both no 15, first alone 5, second alone 10; kappa 0.4."""
    one = "y" * 20 + "y" * 5 + "n" * 10 + "n" * 15
    other = "y" * 20 + "n" * 5 + "y" * 10 + "n" * 15
    assert cohen_kappa(one, other) == pytest.approx(0.4)


def test_micro_and_macro_differ_where_labels_are_rare() -> None:
    pairs = [
        (frozenset({"causal"}), frozenset({"causal"})),
        (frozenset({"causal"}), frozenset({"causal"})),
        (frozenset({"value"}), frozenset[str]()),
        (frozenset[str](), frozenset({"value"})),
    ]
    macro = kappa_macro(pairs, LABELS)
    assert macro.labels == ("causal", "value")
    assert macro.undefined == ("example",)  # neither ever gave it
    assert macro.value == pytest.approx((1 + -1 / 3) / 2)
    # 12 decisions, 10 agreed, 3 of 12 given by each: expected (9 * 9 + 3 * 3) / 144.
    assert kappa_micro(pairs, LABELS) == pytest.approx((10 / 12 - 90 / 144) / (1 - 90 / 144))


def test_constant_raters_show_nothing() -> None:
    assert cohen_kappa("aaaa", "aaaa") is None
    assert cohen_kappa("aaaa", "abab") == 0
    assert cohen_kappa("", "") is None
    assert kappa_macro([], LABELS).value is None


def test_unequal_rows_are_refused() -> None:
    with pytest.raises(ValueError, match="2 ratings against 3"):
        cohen_kappa("ab", "abc")


@given(RATINGS)
def test_symmetry_and_bounds(ratings: list[tuple[str, str]]) -> None:
    one, other = [a for a, _ in ratings], [b for _, b in ratings]
    value = cohen_kappa(one, other)
    assert value == cohen_kappa(other, one)
    assert value is None or -1 <= value <= 1
    assert (value == 1) == (one == other and len(set(one)) > 1)


@given(st.lists(st.tuples(SETS, SETS), max_size=20))
def test_multi_label_symmetry(pairs: list[tuple[frozenset[str], frozenset[str]]]) -> None:
    turned = [(b, a) for a, b in pairs]
    assert kappa_micro(pairs, LABELS) == kappa_micro(turned, LABELS)
    assert kappa_macro(pairs, LABELS) == kappa_macro(turned, LABELS)
