"""How strongly two sentences are bound to one matter: the seldom words that they share, in whatever form."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass

from foam_graph.findings.language.kinship import kinship
from foam_graph.findings.sheet.facing.telling import Telling

_FULL = 4.0
"""Weight from which on a longer sentence does not ask for more."""


@dataclass(frozen=True, eq=False)
class Bond:
    """What two sentences share.

    Attributes:
        one: A sentence.
        other: A sentence of another document.
        pairs: Their roots that are near each other, with the weight of the pair, the heaviest first.
        strength: Weight of the pairs against the weight of both sentences, from 0 to about 1.
    """

    one: Telling
    other: Telling
    pairs: tuple[tuple[str, str, float], ...]
    strength: float

    @property
    def ids(self) -> tuple[str, str]:
        """Ids of the two sentences."""
        return self.one.statement.id, self.other.statement.id

    @property
    def weight(self) -> float:
        """Weight of the pairs together."""
        return sum(weight for _, _, weight in self.pairs)


def bond(one: Telling, other: Telling, ignore: Collection[str] = ()) -> Bond:
    """What two sentences share.

    Args:
        one: A sentence.
        other: Another one.
        ignore: Roots that do not count.
    """
    ranked = sorted(
        (
            (min(w, v) * near, a, b)
            for a, w in one.weights.items()
            if w and a not in ignore
            for b, v in other.weights.items()
            if v and b not in ignore and (near := kinship(a, b))
        ),
        key=lambda item: (-item[0], item[1], item[2]),
    )
    pairs: list[tuple[str, str, float]] = []
    mine: set[str] = set()
    theirs: set[str] = set()
    for weight, a, b in ranked:
        if a not in mine and b not in theirs:
            mine.add(a)
            theirs.add(b)
            pairs.append((a, b, weight))
    marks = len(one.marks & other.marks)
    shared = sum(weight for _, _, weight in pairs) + marks
    left = min(_FULL, sum(w for key, w in one.weights.items() if key not in ignore) + len(one.marks))
    right = min(_FULL, sum(w for key, w in other.weights.items() if key not in ignore) + len(other.marks))
    strength = shared / math.sqrt(left * right) if left and right else 0.0
    return Bond(one, other, tuple(pairs), strength)
