"""Shown sums that do not come to their total."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation

_SUM = re.compile(r"((?:[$€£]?\d[\d,]*(?:\.\d+)?\s\+\s)+[$€£]?\d[\d,]*(?:\.\d+)?)\scome to\s([$€£]?\d[\d,]*(?:\.\d+)?)")


def wrong_sum(claim: str) -> tuple[str, str] | None:
    """A shown sum that does not come to its total: the words, and what they come to.

    Args:
        claim: A claim's text.
    """
    for match in _SUM.finditer(claim):
        try:
            parts = [_figure(part) for part in match[1].split("+")]
            total = _figure(match[2])
        except InvalidOperation:
            continue
        if sum(parts, Decimal(0)) != total:
            return match.group(), f"The amounts come to {sum(parts, Decimal(0)):,}, not to {match[2]}."
    return None


def _figure(text: str) -> Decimal:
    return Decimal(re.sub(r"[^\d.]", "", text))
