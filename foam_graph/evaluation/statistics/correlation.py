"""Whether two rows of scores rise together: by value (Pearson), by rank (Spearman), by pairs (Kendall's tau-b)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import combinations


def pearson(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Pearson's r; None with fewer than two scores, or where one row is constant.

    Raises:
        ValueError: The rows differ in length.
    """
    _same_length(one, other)
    if len(one) < 2 or len(set(one)) < 2 or len(set(other)) < 2:
        return None
    mean, mean_other = math.fsum(one) / len(one), math.fsum(other) / len(other)
    left, right = [value - mean for value in one], [value - mean_other for value in other]
    size = math.sqrt(math.fsum(v * v for v in left)) * math.sqrt(math.fsum(v * v for v in right))
    if not size:  # values so near to each other that their squares vanish
        return None
    return max(-1.0, min(1.0, math.fsum(a * b for a, b in zip(left, right, strict=True)) / size))


def spearman(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Spearman's rho: Pearson's r of the ranks, equal scores sharing theirs."""
    _same_length(one, other)
    return pearson(ranks(one), ranks(other))


def kendall(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Kendall's tau-b, which counts pairs of items and allows for ties; None where one row is constant."""
    _same_length(one, other)
    pairs = list(combinations(range(len(one)), 2))
    score = sum(_sign(one[a] - one[b]) * _sign(other[a] - other[b]) for a, b in pairs)
    free, free_other = len(pairs) - _tied(one), len(pairs) - _tied(other)
    return score / math.sqrt(free * free_other) if free and free_other else None


def ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value, from 1; equal values share the mean of theirs."""
    counts, place, reached = Counter(values), {}, 0
    for value in sorted(counts):
        place[value] = reached + (counts[value] + 1) / 2
        reached += counts[value]
    return [place[value] for value in values]


def _tied(values: Sequence[float]) -> int:
    return sum(math.comb(count, 2) for count in Counter(values).values())


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def _same_length(one: Sequence[float], other: Sequence[float]) -> None:
    if len(one) != len(other):
        raise ValueError(f"{len(one)} scores against {len(other)}")
