"""Sets of labels against sets of labels, item by item."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.evaluation.statistics.label_sets import (
    Pair,
    hamming_loss,
    jaccard,
    mean_jaccard,
    mean_precision,
    precision,
)

LABELS = ("analogy", "causal", "example", "value")
SETS = st.frozensets(st.sampled_from(LABELS))
PAIRS = st.lists(st.tuples(SETS, SETS), min_size=1, max_size=20)


def labels(*names: str) -> frozenset[str]:
    return frozenset(names)


def test_a_worked_example() -> None:
    pairs: list[Pair] = [(labels("causal", "value"), labels("causal")), (labels(), labels("example"))]
    assert mean_jaccard(pairs) == pytest.approx(0.25)
    assert mean_precision(pairs) == 0.5  # the second found nothing, so it claimed nothing wrong
    assert hamming_loss(pairs, LABELS) == pytest.approx((1 / 4 + 1 / 4) / 2)


def test_nothing_has_no_measure() -> None:
    assert mean_jaccard([]) is None
    assert hamming_loss([], LABELS) is None
    assert hamming_loss([(labels(), labels())], ()) is None
    assert mean_precision([(labels(), labels("causal"))]) is None
    assert jaccard(labels(), labels()) == 1


def test_a_label_from_nowhere_is_refused() -> None:
    with pytest.raises(ValueError, match="'mood' is not among"):
        hamming_loss([(labels("mood"), labels())], LABELS)


@given(PAIRS)
def test_bounds_and_symmetry(pairs: list[Pair]) -> None:
    turned = [(right, found) for found, right in pairs]
    assert mean_jaccard(pairs) == pytest.approx(mean_jaccard(turned))
    assert hamming_loss(pairs, LABELS) == pytest.approx(hamming_loss(turned, LABELS))
    for value in (mean_jaccard(pairs), hamming_loss(pairs, LABELS), mean_precision(pairs)):
        assert value is None or 0 <= value <= 1


@given(SETS, SETS)
def test_only_equal_sets_are_wholly_alike(one: frozenset[str], other: frozenset[str]) -> None:
    assert (jaccard(one, other) == 1) == (one == other)
    assert (hamming_loss([(one, other)], LABELS) == 0) == (one == other)
    assert (precision(one, other) == 1) == (bool(one) and one <= other)
