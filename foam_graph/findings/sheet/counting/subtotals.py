"""Rows of a list that are what rows above them come to, and whether figures allow for one that is not called so."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

_TAX = r"(?:VAT|V\.A\.T\.?|value[- ]added tax|sales tax|GST|HST|MwSt\.?|USt\.?|tax(?:es)?)"
_BEFORE_TAX = re.compile(
    r"^(?:(?:the )?net(?:to)?(?: (?:invoice |contract )?(?:amount|sum|price|value|due|payable|charges?))?(?: due| payable)?|zwischensumme"
    r"|(?:(?:net |the )?(?:amount|sum|price|value|charges?|goods|works?)(?: due| payable)? )?"
    rf"(?:before|without|net of|excl\.?|excluding|exclusive of|ex\.?) (?:any |the )?{_TAX})\W*$",
    re.IGNORECASE,
)
"""Labels of what items come to before tax: a subtotal where a total follows; else it may be one item of others."""
_IS_TAX = re.compile(
    rf"^(?:plus |add |\+ ?)?(?:\d[\d.,]* ?(?:%|percent|per cent) )?{_TAX}(?: ?\(?(?:at |of |@ ?)?\d[\d.,]* ?(?:%|percent|per cent)\)?)?\W*$",
    re.IGNORECASE,
)
_GROSS = re.compile(r"^(?:the )?gross\b", re.IGNORECASE)
_OF_DEDUCTIONS = re.compile(
    r"^(?:total|sum)(?: of)?(?: all| the)? (?:deductions?|discounts?|credits?|refunds?|withheld|deducted|taken off)\b|^deductions?,? (?:in all|total)",
    re.IGNORECASE,
)
_MOST_SIGNS = 10
"""Rows of which all signs are tried: beyond them nothing is said of a net row that misses."""


def is_before_tax(label: str) -> bool:
    """Whether a row is called what the rows above come to before tax."""
    return _BEFORE_TAX.match(label) is not None


def is_tax(label: str) -> bool:
    """Whether a row is called a tax on the rows above."""
    return _IS_TAX.match(label) is not None


def is_gross(label: str) -> bool:
    """Whether a row is called what there is before something is taken off."""
    return _GROSS.match(label) is not None


def of_deductions(label: str) -> bool:
    """Whether a total is called that of what is taken off.

    Args:
        label: What the total is called.
    """
    return _OF_DEDUCTIONS.search(label) is not None


def hides_subtotal(values: Sequence[Decimal], stated: Decimal, within: Decimal) -> bool:
    """Whether a row is the sum of rows above it, without a name that says so, and a total is right when it is left out.

    Args:
        values: Figures of the rows.
        stated: The total.
        within: By how much it may miss.
    """
    kept: list[Decimal] = []
    begin, found = 0, False
    for value in values:
        if (len(kept) - begin > 1 and value == sum(kept[begin:])) or (len(kept) > 1 and value == sum(kept)):
            begin, found = len(kept), True
        else:
            kept.append(value)
    return found and abs(sum(kept, Decimal(0)) - stated) <= within


def may_be_left(values: Sequence[Decimal], stated: Decimal) -> bool:
    """Whether a total may be what is left when any rows but the first are taken off; of many rows nobody tries.

    Args:
        values: Figures of the rows.
        stated: The total.
    """
    if len(values) > _MOST_SIGNS:
        return True
    found = {values[0]}
    for value in values[1:]:
        found = {one + signed for one in found for signed in (value, -value)}
    return stated in found
