"""Figures that a sentence makes of others without writing out how: rounded, "nearly $500" of $496, or multiplied, "9 percent on $110.4 million".

A figure stands for another only where the word before it fits the side on which the other lies, and where it is that one
rounded to as many figures as it shows. What shows a decimal needs no word: nobody reads 16.7 as exact. So many pairs of figures can be
multiplied that a result with few digits comes out of one of them by chance: what is taken shows enough, and a part stands in the sentence.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Set
from dataclasses import dataclass
from decimal import Decimal
from itertools import permutations, product
from typing import Literal

from foam_graph.findings.language.numerals import SCALES
from foam_graph.reasoning.answer.date_sums import MONTH
from foam_graph.reasoning.answer.sums import plain

Kind = Literal["money", "percent", "number"]
Side = Literal["", "about", "below", "above"]
_FARTHEST = Decimal("0.05")
"""Of what is rounded the part by which a rounded figure may be off at most, however few figures it shows."""
_TENS = 100
"""From here on a nought at the end shows that a figure was rounded to tens, hundreds, …; of 20 it does too."""
_SIDES: dict[Side, str] = {
    "about": r"about|roughly|approximately|approx\.?|around|some|circa|close to|~|≈",
    "below": r"nearly|almost|just under|just below|not quite|a little under|a little less than",
    "above": r"just over|just above|over|more than|a little over|a little more than|slightly more than|upwards of",
}
_WORD = "|".join(f"(?P<{side}>{words})" for side, words in _SIDES.items())
_FIGURE = re.compile(
    rf"(?:(?<![\w~≈])(?:{_WORD})\s?(?:the\s)?)?(?P<money>[$€£])?(?<![\w.,])(?P<figure>\d[\d,]*(?:\.\d+)?)(?!\d)"
    r"(?P<scale>\s(?:thousand|million|billion)\b|(?:k|m|bn)\b)?(?!\w)(?P<percent>\s?%|\s(?:percent|per cent)\b)?"
    r"(?P<ratio>:1\b|\s(?:to 1|to one|times)\b)?(?P<after>\sor so\b)?",
    re.IGNORECASE,
)
_DATE = re.compile(rf"\b\d{{1,2}} (?:{MONTH})\b|\b\d{{4}}-\d{{2}}-\d{{2}}\b|\b\d{{1,2}}[./]\d{{1,2}}[./]\d{{4}}\b")
_NOUN = re.compile(r"[\s-]([a-z]{3,})\b")
_YEARS = range(1500, 2100)
"""A bare number of these is mostly a year, of which nobody says about."""

_DIGITS = 4
"""Figures that a result shows at least."""
_LEAST = 2
"""A part is more than one: whatever is multiplied or divided by one stays what it is."""

NO_UNIT = frozenset(
    [
        "and", "are", "but", "for", "from", "had", "has", "have", "into", "its", "more", "less", "nor", "not", "out", "over", "than", "that",
        "the", "then", "there", "this", "under", "was", "were", "when", "where", "which", "who", "will", "with", "below", "above", "left",
        "only", "after", "before", "until", "beyond", "while", "would", "could", "must", "can", "may", "later", "earlier", "short", "each",
    ]
)  # fmt: skip
"""Words behind a figure that are no unit of it."""


@dataclass(frozen=True)
class Shown:
    """A figure as a text shows it.

    Attributes:
        figure: As ``sums.plain`` writes it.
        value: What it is in full, 4800000 for 4.8 million.
        kind: Whether it is money, percent or another number.
        step: The least that its last figure counts, in full.
        decimal: Whether it shows a decimal.
        side: Where the word before it says that the exact figure lies; empty for no word.
        ratio: Whether it says how many times as much.
        unit: The word behind it, as far as that may be its unit.
    """

    figure: str
    value: Decimal
    kind: Kind
    step: Decimal
    decimal: bool
    side: Side = ""
    ratio: bool = False
    unit: str = ""

    def of_one(self, other: Shown) -> bool:
        """Whether this figure may round another: both money, both percent, or of what is called alike, if this is called anything."""
        return self.kind == other.kind and (self.kind != "number" or not self.unit or self.unit == other.unit)

    def rounds(self, exact: Decimal) -> bool:
        """Whether this is a figure rounded as it is said to be."""
        off = exact - self.value
        if not self.side:
            return self.decimal and abs(off) * 2 <= self.step
        half = self.step if self.side == "above" else self.step / 2
        return (
            off != 0
            and abs(off) <= min(half, self.value * _FARTHEST)
            and {"about": True, "below": off < 0, "above": off > 0}[self.side]
        )


def made_of_others(text: str, said: str, known: Set[str], stated: Set[str]) -> set[str]:
    """Figures of a sentence that are others rounded, and say so, or two others multiplied or divided.

    Args:
        text: The sentence.
        said: What it may repeat.
        known: Figures that are supported, as ``sums.plain`` writes them.
        stated: Those of them that stand in what it may repeat; the rest are results.
    """
    return rounded(text, said, known - stated) | multiplied(text, said, known)


def rounded(text: str, said: str, more: Collection[str] = ()) -> set[str]:
    """Figures of a text that are others rounded, and say so.

    Args:
        text: The sentence.
        said: What it may repeat.
        more: Results that it may repeat, as ``sums.plain`` writes them; of whatever kind.
    """
    wanted = [one for one in shown(text) if not one.ratio and (one.side or one.decimal)]
    if not wanted:
        return set()
    there = counting(said)
    results = [Decimal(one) for one in more]
    found = set[str]()
    for one in wanted:
        exact = [other.value for other in there if one.of_one(other) and other.step < one.step]
        if any(one.rounds(value) for value in (*exact, *results)):
            found.add(one.figure)
    return found


def counting(text: str) -> list[Shown]:
    """The figures of a text that count something: no days, no years.

    Args:
        text: The text.
    """
    return [one for one in shown(_DATE.sub(" ", text)) if one.kind != "number" or one.value not in _YEARS]


def rounded_from_two(text: str, near: str, known: Collection[str], made: Iterable[Decimal]) -> set[str]:
    """Figures of a text that are sums or differences rounded, or say how many times as much one of two figures is.

    Args:
        text: The sentence.
        near: It with the sentences right before it, in which the two stand.
        known: Figures that are supported.
        made: Sums and differences of two of these.
    """
    wanted = [one for one in shown(text) if one.side or one.ratio]
    if not wanted:
        return set()
    results = list(made)
    parts = [one for one in shown(near) if one.figure in known and not one.ratio and one.value]
    found = {one.figure for one in wanted if not one.ratio and any(map(one.rounds, results))}
    for one in (one for one in wanted if one.ratio):
        ratios = [a.value / b.value for a, b in permutations(parts, 2) if a.of_one(b) or b.of_one(a)]
        if any(ratio == one.value or one.rounds(ratio) for ratio in ratios):
            found |= {one.figure, "1"}
    return found


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


def shown(text: str) -> Iterator[Shown]:
    """The figures of a text.

    Args:
        text: The text.
    """
    for one in _FIGURE.finditer(text):
        kind: Kind = "money" if one["money"] else "percent" if one["percent"] else "number"
        side: Side = next((side for side in _SIDES if one[side]), "about" if one["after"] else "")
        short = (one["scale"] or "").casefold()
        # A letter is a scale where money has it; 5m of anything else may be metres.
        scale = SCALES[short.strip()] if short and (one["money"] or short[:1].isspace()) else 1
        yield _made(one["figure"], scale, kind, side, bool(one["ratio"]), _unit(text[one.end() :]))


def _unit(after: str) -> str:
    word = _NOUN.match(after)
    return "" if word is None or word[1] in NO_UNIT else word[1].removesuffix("s")


def _made(figure: str, scale: int, kind: Kind, side: Side, ratio: bool, unit: str) -> Shown:
    value = Decimal(figure.replace(",", "").rstrip(".") or "0")
    digits = value.as_tuple()
    decimals = -int(digits.exponent)
    noughts = len(digits.digits) - len("".join(map(str, digits.digits)).rstrip("0")) if value and not decimals else 0
    noughts = noughts if value >= _TENS else min(noughts, 1)
    return Shown(
        plain(value),
        value * scale,
        kind,
        Decimal(1).scaleb(noughts - decimals) * scale,
        decimals > 0,
        side,
        ratio,
        unit,
    )
