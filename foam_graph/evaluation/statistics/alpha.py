"""Krippendorff's alpha: agreement beyond chance of any number of raters, with missing ratings.

As in Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011): 1 − observed over expected disagreement, both from
the matrix of coincidences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Literal, TypeVar

from foam_graph.evaluation.statistics.label_sets import Labels

Value = TypeVar("Value", bound=Hashable)
Difference = Callable[[Value, Value], float]
Level = Literal["ordinal", "interval"]


def nominal_alpha(units: Sequence[Sequence[Value]]) -> float | None:
    """Alpha where values are only the same or not.

    Args:
        units: The ratings of each unit, those that were given; a unit with fewer than two counts for nothing.

    Returns:
        None where nothing can be paired, or where all values are the same.
    """
    return _alpha(units, lambda _totals: lambda one, other: float(one != other))


def ordinal_alpha(units: Sequence[Sequence[float]]) -> float | None:
    """Alpha where values have an order, but no distances, as marks that judges give."""
    return _alpha(units, _ordinal)


def interval_alpha(units: Sequence[Sequence[float]]) -> float | None:
    """Alpha where the differences of values mean something."""
    return _alpha(units, lambda _totals: lambda one, other: (one - other) ** 2)


def alpha_of_decisions(units: Sequence[Sequence[Labels]], labels: Sequence[Hashable]) -> float | None:
    """Nominal alpha of multi-label units: whether each label is given to each item is a unit of its own."""
    return nominal_alpha([[label in given for given in unit] for unit in units for label in labels])


def _alpha(
    units: Sequence[Sequence[Value]], difference_of: Callable[[Mapping[Value, float]], Difference[Value]]
) -> float | None:
    coincidences: dict[tuple[Value, Value], float] = {}
    for unit in units:
        _add(coincidences, unit)
    totals: dict[Value, float] = {}
    for (one, _), count in coincidences.items():
        totals[one] = totals.get(one, 0.0) + count
    n = sum(totals.values())
    difference = difference_of(totals)
    expected = sum(totals[one] * totals[other] * difference(one, other) for one in totals for other in totals)
    if n <= 1 or not expected:
        return None
    observed = sum(count * difference(one, other) for (one, other), count in coincidences.items())
    return 1 - (n - 1) * observed / expected


def _add(coincidences: dict[tuple[Value, Value], float], unit: Sequence[Value]) -> None:
    """Adds the pairs of a unit's ratings, each in both orders, weighted so that a rating counts once."""
    if len(unit) < 2:
        return
    counts = Counter(unit)
    for one, times in counts.items():
        for other, others in counts.items():
            pairs = times * (others - (one == other))
            if pairs:
                coincidences[one, other] = coincidences.get((one, other), 0.0) + pairs / (len(unit) - 1)


def _ordinal(totals: Mapping[float, float]) -> Difference[float]:
    """Squared number of ratings between two values, half of each value's own counted."""
    place, reached = {}, 0.0
    for value in sorted(totals):
        place[value] = reached + totals[value] / 2
        reached += totals[value]
    return lambda one, other: (place[one] - place[other]) ** 2
