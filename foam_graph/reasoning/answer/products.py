"""Products and quotients that a reader follows though no sum is written out: "9 percent on $110.4 million makes $120.3 million".

So many pairs of figures can be multiplied that a figure with few digits comes out of one of them by chance. What is taken shows enough
digits, and at least one of its two parts stands in the sentence itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from decimal import Decimal
from itertools import product

from foam_graph.reasoning.answer.rounded import Shown, counting, shown

_DIGITS = 4
"""Figures that a result shows at least."""
_LEAST = 2
"""A part is more than one: whatever is multiplied or divided by one stays what it is."""


def multiplied(text: str, said: str, known: Collection[str]) -> set[str]:
    """Figures of a sentence that are two others multiplied or divided, or one with a percentage on or off it, to the digits shown.

    Args:
        text: The sentence.
        said: What it may repeat.
        known: Figures that are supported, as ``sums.plain`` writes them.
    """
    there = list(shown(text))
    wanted = [one for one in there if one.figure not in known and _digits(one) >= _DIGITS]
    if not wanted:
        return set()
    own = {_key(one): one for one in there if one.figure in known and abs(one.value) >= _LEAST}
    others = own | {_key(one): one for one in counting(said) if abs(one.value) >= _LEAST}
    made = [found for pair in product(own.values(), others.values()) for found in _of_two(*pair)]
    return {
        one.figure
        for one in wanted
        if any(kind == one.kind and abs(value - one.value) * 2 <= one.step for kind, value in made)
    }


def _of_two(one: Shown, other: Shown) -> Iterator[tuple[str, Decimal]]:
    """What two figures make, with its kind."""
    if "percent" in (one.kind, other.kind):
        share, whole = (one, other) if one.kind == "percent" else (other, one)
        if whole.kind != "percent":
            part = whole.value * share.value / 100
            yield from ((whole.kind, value) for value in (part, whole.value + part, whole.value - part))
        return
    if one.kind == other.kind == "money":
        return  # how many times as much one sum is as another is no sum of money, and nobody multiplies two
    yield ("money" if "money" in (one.kind, other.kind) else "number"), one.value * other.value
    for whole, share in ((one, other), (other, one)):
        if share.kind == "number":
            yield whole.kind, whole.value / share.value


def _key(one: Shown) -> tuple[str, Decimal]:
    return one.kind, one.value


def _digits(one: Shown) -> int:
    """Figures that count: those of 11,562.50 are seven, of 12,000 two."""
    return len(str(int(one.value / one.step)))
