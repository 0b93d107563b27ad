"""Correlations against values that other libraries give, and what holds of them always."""

from __future__ import annotations

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.evaluation.statistics.correlation import kendall, pearson, ranks, spearman

MARKS = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=2, max_size=25)


def test_values_from_the_documentation_of_scipy() -> None:
    assert pearson([1, 2, 3, 4, 5, 6, 7], [10, 9, 2.5, 6, 4, 3, 2]) == pytest.approx(-0.8285038835884279)
    assert spearman([1, 2, 3, 4, 5], [5, 6, 7, 8, 7]) == pytest.approx(0.8207826816681233)
    assert kendall([12, 2, 1, 12, 2], [1, 4, 7, 1, 0]) == pytest.approx(-0.47140452079103173)


def test_equal_values_share_their_rank() -> None:
    assert ranks([10, 20, 20, 5]) == [2, 3.5, 3.5, 1]


@pytest.mark.parametrize("measure", [pearson, spearman, kendall])
def test_a_constant_row_has_no_correlation(measure: object) -> None:
    assert callable(measure)
    assert measure([3, 3, 3], [1, 2, 3]) is None
    assert measure([1, 2, 3], [3, 3, 3]) is None
    assert measure([], []) is None
    assert measure([1], [2]) is None
    with pytest.raises(ValueError, match="1 scores against 2"):
        measure([1], [2, 3])


@given(MARKS)
def test_as_pandas_has_it(marks: list[tuple[int, int]]) -> None:
    table = pd.DataFrame(marks, columns=["one", "other"])
    one, other = [float(a) for a, _ in marks], [float(b) for _, b in marks]
    for name, measure in (("pearson", pearson), ("spearman", spearman)):
        expected = table.corr(method=name)["one"]["other"]  # type: ignore[arg-type]
        value = measure(one, other)
        assert (value is None) == bool(pd.isna(expected))
        assert value is None or value == pytest.approx(expected, abs=1e-9)


@given(MARKS)
def test_symmetry_bounds_and_direction(marks: list[tuple[int, int]]) -> None:
    one, other = [float(a) for a, _ in marks], [float(b) for _, b in marks]
    for measure in (pearson, spearman, kendall):
        value = measure(one, other)
        if value is None:
            assert len(set(one)) == 1 or len(set(other)) == 1
            continue
        assert -1 - 1e-9 <= value <= 1 + 1e-9
        assert value == pytest.approx(measure(other, one))
        assert value == pytest.approx(-(measure([-a for a in one], other) or 0))
        assert measure(one, one) == pytest.approx(1)
