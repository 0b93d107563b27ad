"""Numbers in figures and in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from functools import lru_cache
from operator import ge, gt, le, lt

_UNITS = dict(
    zip(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
        ],
        range(20),
        strict=True,
    )
)
_TENS = dict(
    zip(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], range(20, 100, 10), strict=True)
)
SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "dozen": 12, "m": 10**6, "bn": 10**9,
          "k": 1000}  # fmt: skip
"""What words and letters of scale multiply by."""
TESTS: dict[str, Callable[[Decimal, Decimal], bool]] = {"<": lt, "<=": le, ">": gt, ">=": ge}
"""Comparators, each with the test of a value against its bound."""
_SMALL = "|".join([*_UNITS, *_TENS])
_BIG = "hundred|thousand|million|billion|dozen"
_BELOW_HUNDRED = rf"(?:(?:{'|'.join(_TENS)})(?:[\s-](?:{'|'.join(list(_UNITS)[1:10])}))?|(?:{'|'.join(_UNITS)}))\b"
SPOKEN = (
    rf"\b(?:{_BELOW_HUNDRED}|an?(?=\s(?:{_BIG})\b))"
    # What is joined by "and" is the rest of the number ("hundred and five"), not the next one ("one hundred and two
    # hundred").
    rf"(?:(?:[\s-](?:{_BIG})\b)+(?:[\s-]{_BELOW_HUNDRED}|\sand\s{_BELOW_HUNDRED}(?![\s-](?:hundred|dozen)\b))?)*(?!\w)"
)
"""Pattern of one number in words, from "zero" to "two million five hundred thousand and six"."""
NUMBER = (
    r"(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
    r"(?:(?:\s(?:thousand|million|billion|dozen))\b|(?:m|bn|k)\b(?!\w))?"
    rf"|{SPOKEN}"
)
"""Pattern of one number, in figures ("1,450.00", "3.2 million") or in words ("three hundred and twenty")."""


_SHARED_SCALE = re.compile(
    rf"\b({_BELOW_HUNDRED})\s(?:or|to)\s{_BELOW_HUNDRED}\s(hundred|thousand|million|billion)\b", re.IGNORECASE
)
_DIGITS = re.compile(r"\d+(?:\.\d+)?")
_HALF = re.compile(r"\bhalf\sa\s(hundred|thousand|million|billion|dozen)\b", re.IGNORECASE)
_KEPT = 2_000
"""Characters of the longest text whose values are kept: all that an answer is made of comes in one piece too, 50 kB at each
challenge and never the same, and a server kept thousands of those."""


def number_value(text: str) -> Decimal | None:
    """Value of a number that ``NUMBER`` matched.

    Args:
        text: The number, in figures or in words.

    Returns:
        Its value, or None where the words make no number.
    """
    lower = text.strip().lower()
    figures = re.match(r"[\d,]+(?:\.\d+)?", lower)
    if figures:
        scale = lower[figures.end() :].strip()
        return Decimal(figures.group().replace(",", "")) * SCALES.get(scale, 1)
    return _spoken(re.findall(r"[a-z]+", lower))


def writes(figure: str, value: Decimal, text: str) -> bool:
    """Whether a figure is an amount in full, or stands in the words that state it: 2400000 and 2.4 for 2.4 million.

    Args:
        figure: The figure, in one form.
        value: The amount.
        text: The words that state it.
    """
    return f"{value.normalize():f}" == figure or figure in _DIGITS.findall(text.replace(",", ""))


def spoken_values(text: str) -> tuple[Decimal, ...]:
    """Values of all numbers that a text says in words; of "twenty-five or thirty thousand" both, and half a million too.

    Args:
        text: The text.
    """
    return _kept_values(text) if len(text) <= _KEPT else tuple(_said_in_words(text))


# What a sentence of an answer may say is looked for in the same sentences again and again: at each check and each repair.
@lru_cache(maxsize=4096)
def _kept_values(text: str) -> tuple[Decimal, ...]:
    return tuple(_said_in_words(text))


def _said_in_words(text: str) -> Iterator[Decimal]:
    values = (number_value(found[0]) for found in re.finditer(SPOKEN, _HALF.sub(" ", text), re.IGNORECASE))
    yield from (value for value in values if value is not None)
    for found in _SHARED_SCALE.finditer(text):
        first = number_value(found[1])
        if first is not None:
            yield first * SCALES[found[2].lower()]
    yield from (Decimal(SCALES[found[1].lower()]) / 2 for found in _HALF.finditer(text))


def _spoken(parts: list[str]) -> Decimal | None:
    """Value of a number in words."""
    total, current, seen, last = 0, 0, False, 10**12
    for part in parts:
        if part in _UNITS or part in _TENS:
            current += _UNITS.get(part, _TENS.get(part, 0))
            seen = True
        elif part in ("a", "an"):
            current, seen = 1, True
        elif part in ("hundred", "dozen"):
            current = max(current, 1) * SCALES[part]
        elif part in SCALES:
            if SCALES[part] >= last:  # "one thousand and two thousand" are two numbers
                return None
            last = SCALES[part]
            total, current = total + max(current, 1) * SCALES[part], 0
    return Decimal(total + current) if seen else None
