"""Sums that a sentence writes out: their result needs no source where all their parts have one and it is right."""

from __future__ import annotations

import re
from collections.abc import Collection
from decimal import Decimal, InvalidOperation

_NUMBER = r"[$€£]?\d[\d,]*(?:\.\d+)?%?"
_SUM = re.compile(rf"({_NUMBER}(?:\s*[+\-−–×*/÷]\s*{_NUMBER})+)\s*=\s*({_NUMBER})")
_BEGUN = re.compile(r"\d\s*[+\-−–×*/÷]\s*[$€£]?\d[^=]*=")
_PART = re.compile(rf"([+\-−–×*/÷]?)\s*({_NUMBER})")


def writes_out(text: str) -> bool:
    """Whether a sentence writes out a calculation, one with brackets included, which ``recomputed`` does not read."""
    return _BEGUN.search(text) is not None


def recomputed(text: str, known: Collection[str]) -> set[str]:
    """Results of sums in a text that are right, given its parts.

    Args:
        text: The sentence, e.g. ``1,949 - 75 = 1,874``. Sums of plus and minus, or of one times or division.
        known: Figures that are supported, as ``grounding.figures`` writes them.

    Returns:
        The results, written the same way; a result may be a part of a later sum.
    """
    found: set[str] = set()
    for expression, result in _SUM.findall(text):
        parts = [(sign, _value(number)) for sign, number in _PART.findall(expression)]
        values = [value for _, value in parts]
        supported = all(value is not None and plain(value) in {*known, *found} for value in values)
        stated, made = _value(result), _computed(parts) if supported else None
        if made is not None and stated is not None and _same(made, stated):
            found.add(plain(stated))
    return found


def plain(value: Decimal) -> str:
    """A figure in one form: without trailing zeros or an exponent."""
    return f"{value.normalize():f}"


def _value(number: str) -> Decimal | None:
    try:
        return Decimal(number.strip("$€£%").replace(",", ""))
    except InvalidOperation:
        return None


def _computed(parts: list[tuple[str, Decimal | None]]) -> Decimal | None:
    signs = {sign for sign, _ in parts[1:]}
    values = [value for _, value in parts if value is not None]
    if signs <= set("+-−–"):
        return values[0] + sum(
            value if sign == "+" else -value for (sign, _), value in zip(parts[1:], values[1:], strict=True)
        )
    if len(values) != 2:
        return None
    if signs <= set("×*"):
        return values[0] * values[1]
    return values[0] / values[1] if signs <= set("/÷") and values[1] else None


def _same(made: Decimal, stated: Decimal) -> bool:
    """Whether a result is right to the decimals that are stated; of a share in percent as well."""
    step = Decimal(1).scaleb(int(stated.as_tuple().exponent))
    return any(abs(one - stated) * 2 <= step for one in (made, made * 100))
