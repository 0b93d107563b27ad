"""How far a figure can be trusted: bootstrap intervals by whole groups, spread, and exact binomial probabilities."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

Group = TypeVar("Group")
DRAWS = 2000


@dataclass(frozen=True)
class Interval:
    """A figure with what resampling makes of it.

    Attributes:
        value: The figure over all groups.
        low: Lower end.
        high: Upper end.
        groups: Groups that were drawn from.
    """

    value: float
    low: float
    high: float
    groups: int


def bootstrap(
    groups: Sequence[Group],
    figure: Callable[[Sequence[Group]], float | None],
    seed: int,
    *,
    level: float = 0.95,
    draws: int = DRAWS,
) -> Interval | None:
    """The percentile interval of a figure.

    What is drawn are groups, e.g. all answers of one reader or one debate: two answers of one reader are not independent,
    and an interval over single rows would be too narrow.

    Args:
        groups: What is drawn from, with replacement.
        figure: The figure of such a draw; a draw without one is left out.
        seed: Of the draws.
        level: Share of draws inside of the interval.
        draws: How many.

    Returns:
        None with fewer than two groups, where there is nothing to draw, or where the figure has no value.
    """
    value = figure(groups) if len(groups) > 1 else None
    if value is None:
        return None
    chance = random.Random(seed)  # noqa: S311 - draws for a statistic, no secret
    found = [figure([chance.choice(groups) for _ in groups]) for _ in range(draws)]
    sorted_found = sorted(one for one in found if one is not None)
    if not sorted_found:
        return None
    tail = (1 - level) / 2
    return Interval(value, _quantile(sorted_found, tail), _quantile(sorted_found, 1 - tail), len(groups))


def mean(values: Sequence[float]) -> float | None:
    """The mean; None of nothing."""
    return math.fsum(values) / len(values) if values else None


def spread(values: Sequence[float]) -> float | None:
    """The standard deviation of a sample; None with fewer than two values."""
    if len(values) < 2:
        return None
    middle = math.fsum(values) / len(values)
    return math.sqrt(math.fsum((one - middle) ** 2 for one in values) / (len(values) - 1))


def binomial_p(wins: int, losses: int) -> float:
    """The exact two-sided probability of a result at least as lopsided where either side wins as easily.

    Ties decide nothing and are left out beforehand (sign test).

    Raises:
        ValueError: A negative number.
    """
    if wins < 0 or losses < 0:
        raise ValueError("wins and losses are counted from 0")
    total = wins + losses
    # With equal chances the outcomes no likelier than this one are its own tail and the mirrored tail.
    tail = sum(math.comb(total, k) for k in range(min(wins, losses) + 1))
    # Whole numbers are divided, since 2**total is no float from 1,024 decisions on.
    return min(1.0, 2 * tail / (1 << total))


def _quantile(ordered: Sequence[float], share: float) -> float:
    place = share * (len(ordered) - 1)
    low = math.floor(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)
