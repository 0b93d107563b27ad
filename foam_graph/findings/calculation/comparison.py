"""Two values compared: whether the relation holds, by what margin, and what would turn it."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from foam_graph.findings.calculation.faults import Unfit
from foam_graph.findings.calculation.units import DAY, Unit
from foam_graph.findings.calculation.values import Value, same_unit, shown, size

_HOLDS: dict[str, Callable[[Fraction | int, Fraction | int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
}
_WORDS = {"<": "below", "<=": "at most", ">": "over", ">=": "at least", "=": "equal to"}
_DAY_WORDS = {
    "<": "before",
    "<=": "no later than",
    ">": "after",
    ">=": "no earlier than",
    "=": "the same day as",
}


@dataclass(frozen=True)
class Compared:
    """One comparison.

    Attributes:
        left: What is compared.
        comparator: The relation.
        threshold: What it is held against.
        holds: Whether the relation is true.
        gap: The distance in words, e.g. ``$106 under``.
        margin: The distance with what it is counted from, e.g. ``$106 under the limit``.
        text: The comparison in words, e.g. ``$1,874 is at most $1,980``.
        turns: What would turn it.
    """

    left: Value
    comparator: str
    threshold: Value
    holds: bool
    gap: str
    margin: str
    text: str
    turns: str


def compared(left: Value, comparator: str, threshold: Value) -> Compared:
    """Compares two amounts of fitting units, or two days.

    Args:
        left: What is compared.
        comparator: One of ``typed.COMPARATORS``.
        threshold: What it is held against.

    Raises:
        Unfit: Units do not fit together, or a date is held against an amount.
    """
    dated = isinstance(left.number, date)
    if dated != isinstance(threshold.number, date):
        raise Unfit("unit", f"{shown(left)} and {shown(threshold)} do not fit together: one is a date")
    if isinstance(left.number, date):
        unit, one, two = DAY, Fraction(left.day.toordinal()), Fraction(threshold.day.toordinal())
    else:
        unit, _ = same_unit([left, threshold])
        one, two = left.to(unit), threshold.to(unit)
    holds = _HOLDS[comparator](one, two)
    relation = (_DAY_WORDS if dated else _WORDS)[comparator]
    text = f"{shown(left)} is {'' if holds else 'not '}{relation} {shown(threshold)}"
    gap = _gap(one - two, unit, dated)
    named = _named(comparator, dated)
    margin = f"exactly at the {named}" if one == two else f"{gap} the {named}"
    return Compared(
        left, comparator, threshold, holds, gap, margin, text, _turns(one - two, comparator, holds, unit, dated)
    )


def _gap(difference: Fraction, unit: Unit, dated: bool) -> str:
    if difference == 0:
        return "the same day" if dated else "no margin"
    way = ("before", "after") if dated else ("under", "over")
    return f"{_told(difference, unit)} {way[difference > 0]}"


def _told(difference: Fraction, unit: Unit) -> str:
    return size(Value(difference, unit))


def _named(comparator: str, dated: bool) -> str:
    if comparator in ("<", "<="):
        return "last day" if dated else "limit"
    if comparator in (">", ">="):
        return "first day" if dated else "minimum"
    return "day" if dated else "figure"


def _turns(difference: Fraction, comparator: str, holds: bool, unit: Unit, dated: bool) -> str:
    """What change of the compared value would turn the relation."""
    if comparator == "=":
        return "any change" if holds else f"a change of exactly {_told(difference, unit)}"
    rises = (comparator in ("<", "<=")) == holds
    # A relation that holds up to and at the threshold is turned only beyond it.
    beyond = (comparator in ("<=", ">=")) == holds
    way = ("later" if rises else "earlier") if dated else ("more" if rises else "less")
    if difference == 0:
        return f"any day {way}" if dated else f"any amount {way}"
    told = _told(difference, unit)
    return f"more than {told} {way}" if beyond else f"{told} {way} or beyond"
