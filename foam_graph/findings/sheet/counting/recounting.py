"""A figure as it is stated, and whether what was counted again gives it: with its rounding, its hedges, its bounds."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal, localcontext
from itertools import product
from typing import Literal

from foam_graph.findings.language.composed_text import amount
from foam_graph.findings.language.numerals import SCALES
from foam_graph.findings.language.quantities import Comparator, Quantity
from foam_graph.findings.passages import Passage

Agreement = Literal["right", "wrong"]
_FIGURE = re.compile(
    r"(?P<figure>\d[\d,]*(?:\.(?P<places>\d+))?)\s?(?P<scale>thousand|million|billion|m\b|bn\b|k\b)?", re.IGNORECASE
)
_MILLIONS = re.compile(r"\b(?:million|billion)\b|\d\s?(?:m|bn)\b", re.IGNORECASE)
_HEDGE = Decimal("0.05")
"""How far a hedged figure ("about 25 percent") may lie off, as a share of itself."""
_POINTS = re.compile(r"\bpercentage points?\b", re.IGNORECASE)
_NAMES_SUM = re.compile(
    r"\b(?:total|totals (?:[£€$]|\d|up\b)|totall?(?:ed|ing)|sum of|in all(?!\s(?:the|our|their|these|those|[a-z]+s)\b)|altogether|all told"
    r"|together|add(?:s|ed)? up|adding|plus|made up|composed of|consist(?:s|ed|ing)? of|compris(?:es?|ed|ing)|broken down"
    r"|(?:divided|split) (?:into|between))\b|\+",
    re.IGNORECASE,
)
"""Words by which a figure is a sum and nothing else; "makes", "gives" and "is" are said of a mean too."""
_NAMES_MEAN = re.compile(r"\b(?:mean|averag(?:e[ds]?|ing))\b", re.IGNORECASE)


@dataclass(frozen=True)
class Stated:
    """One figure as a sentence states it.

    Attributes:
        value: The figure.
        unit: Its unit as ``Quantity.unit`` gives it.
        step: One in its last stated place: 0.1 for 15.0, 100,000 for 48.3 million.
        rounded: It is stated in thousands, millions, or in percent with decimals, or hedged: operands that stand for a
            range.
        comparator: How the text bounds it.
        text: The words that state it.
        points: It counts percentage points.
    """

    value: Decimal
    unit: str
    step: Decimal = Decimal(1)
    rounded: bool = False
    comparator: Comparator = "="
    text: str = ""
    points: bool = False

    def ends(self) -> tuple[Decimal, Decimal]:
        """The least and the greatest figure that would be stated so."""
        if not self.rounded:
            return self.value, self.value
        return self.value - self.step / 2, self.value + self.step / 2

    def words(self) -> str:
        """The figure in words and figures."""
        if self.points:
            return f"{amount(self.value, 'number')} percentage points"
        return self.like(self.value)

    def like(self, value: Decimal) -> str:
        """Another figure in the form in which this one is told: written out, or in millions."""
        return shown(value, self.unit, not self.text or _MILLIONS.search(self.text) is not None)


def stated(quantity: Quantity) -> Stated:
    """A quantity as a stated figure.

    Args:
        quantity: It, as ``find_quantities`` read it.
    """
    match = _FIGURE.search(quantity.text)
    places = len(match["places"] or "") if match else 0
    scale = SCALES.get((match["scale"] or "").lower(), 1) if match and quantity.unit != "metre" else 1
    step = Decimal(scale) / 10**places
    rounded = scale > 1 or quantity.comparator == "~" or (quantity.unit == "percent" and places > 0)
    points = bool(_POINTS.search(quantity.text))
    return Stated(quantity.value, quantity.unit, step, rounded, quantity.comparator, quantity.text, points)


@dataclass(frozen=True)
class Recount:
    """A stated calculation and what it comes to.

    Attributes:
        operation: What was counted, e.g. ``sum`` or ``share``.
        told: The calculation in the words of the sentence: "40 of 160 pupils is 30 percent".
        again: What it comes to: "40 of 160 is 25 percent".
        verdict: Whether the two agree.
        result: What was stated.
        computed: What it comes to.
        operands: The figures that went in.
    """

    operation: str
    told: str
    again: str
    verdict: Agreement
    result: Stated
    computed: Decimal
    operands: tuple[Decimal, ...]
    inputs: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Carried:
    """A recount over several sentences.

    Attributes:
        recount: What was counted.
        passages: The sentences, the one that states the result first.
    """

    recount: Recount
    passages: tuple[Passage, ...]


def judged(
    result: Stated, operands: Sequence[Stated], operation: Callable[[Sequence[Decimal]], Decimal | None]
) -> tuple[Agreement, Decimal] | None:
    """Whether operands give the stated result.

    Args:
        result: What is stated.
        operands: What it is computed from.
        operation: The calculation; None where it has no value, as with a division by nothing.

    Returns:
        The verdict and what the operands as stated come to; None where it has no value, or where the rounding of the
        operands allows the result although the figures as stated do not give it.
    """
    with localcontext() as context:
        context.prec = 40
        nominal = operation([one.value for one in operands])
        if nominal is None:
            return None
        if agrees(result, nominal):
            return "right", nominal
        corners = [operation(chosen) for chosen in product(*(set(one.ends()) for one in operands[:8]), *(
            (one.value,) for one in operands[8:]))]  # fmt: skip
        known = [one for one in corners if one is not None]
        half = result.step / 2
        if known and min(known) - half <= result.value <= max(known) + half:
            return None
        return "wrong", nominal


def agrees(result: Stated, computed: Decimal) -> bool:
    """Whether a computed figure is the stated one: rounded to its last place, near it, or within its bound.

    Args:
        result: What is stated.
        computed: What was counted.
    """
    bounds: dict[str, bool] = {
        ">": computed > result.value,
        ">=": computed >= result.value,
        "<": computed < result.value,
        "<=": computed <= result.value,
    }
    if result.comparator in bounds:
        return bounds[result.comparator]
    slack = abs(result.value) * _HEDGE if result.comparator == "~" else Decimal(0)
    return abs(computed - result.value) <= max(result.step / 2, slack)


def shown(value: Decimal, unit: str, scaled: bool = True) -> str:
    """A computed figure, exact up to two decimals, cents only where there are some.

    Args:
        value: The figure.
        unit: Its unit as ``Quantity.unit`` gives it.
        scaled: Whether large round amounts are told in millions, as the paper does.
    """
    short = value.quantize(Decimal("0.01"), rounding=ROUND_HALF_EVEN) if value == value else value
    return amount(short, unit, scaled)


def is_their_mean(operands: Sequence[Decimal], stated: Decimal, text: str) -> bool:
    """Whether what does not add up is the mean of what was added: whoever says so counts otherwise, and rightly; not where the text names it a sum.

    Args:
        operands: What was added.
        stated: What the text says that they come to.
        text: The text.
    """
    if not operands or (_NAMES_SUM.search(text) and not _NAMES_MEAN.search(text)):
        return False
    mean = sum(operands, Decimal(0)) / len(operands)
    places = Decimal(1).scaleb(min(0, int(stated.as_tuple().exponent)))
    return mean.quantize(places, rounding=ROUND_HALF_UP) == stated
