"""Values as they are computed with: exact numbers with units, and calendar days; how they are shown."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from foam_graph.findings.calculation.faults import Unfit
from foam_graph.findings.calculation.units import CALENDAR, NUMBER, Unit, common, factor, worded
from foam_graph.findings.language.dates import MONTHS

_SIGNS = {"USD": "$", "EUR": "€", "GBP": "£"}
_LARGEST = Fraction(10**18)
_FINEST = 10**60
"""Denominators beyond this come from no calculation that a person could follow."""
_SHOWN = 4
"""Decimals that are shown of a figure that has no end, e.g. a third."""
_EXACT = 10
"""Decimals up to which a figure is shown whole."""


@dataclass(frozen=True)
class Value:
    """An amount or a day.

    Attributes:
        number: An exact number, or a calendar day.
        unit: Its unit; of a day none.
        within: Period for one of which it stands ("$75 per month" taken as $75), empty for none.
        words: How it is shown where a figure would say less ("6 months and 3 days").
        whole: The whole part that may be told in its place ("6 months"); None for none.
        spoken: Periods of which its sentence speaks: ``month``, or by name ``month:2026-3``.
    """

    number: Fraction | date
    unit: Unit = NUMBER
    within: str = ""
    words: str = ""
    whole: int | None = None
    spoken: frozenset[str] = frozenset()

    @property
    def amount(self) -> Fraction:
        """The number.

        Raises:
            Unfit: It is a day.
        """
        if isinstance(self.number, date):
            raise Unfit("unit", f"{shown(self)} is a date where an amount is needed")
        return self.number

    @property
    def day(self) -> date:
        """The calendar day.

        Raises:
            Unfit: It is an amount.
        """
        if not isinstance(self.number, date):
            raise Unfit("unit", f"{shown(self)} is an amount where a date is needed")
        return self.number

    @property
    def periodic(self) -> Unit:
        """Its unit with the period for one of which it stands."""
        return Unit(self.unit.of, (self.within,)) if self.within and not self.unit.per else self.unit

    def stands_for(self, period: str) -> bool:
        """Whether it is an amount of one period: "monthly income of $1,874", or $1,874 of wages paid in March."""
        if self.unit.per or self.within:
            return self.within == period
        return any(one.partition(":")[0] == period for one in self.spoken)

    def to(self, unit: Unit) -> Fraction:
        """The amount in another unit.

        Raises:
            Unfit: The units do not fit together.
        """
        scale = factor(self.unit, unit)
        if scale is None and self.within:
            scale = factor(self.periodic, unit)
        if scale is None and not self.unit.per and len(unit.per) == 1 and self.stands_for(unit.per[0]):
            scale = factor(Unit(self.unit.of, unit.per), unit)
        if scale is None:
            raise Unfit("unit", f"{self.unit} and {unit} do not fit together")
        return self.amount * scale


def bounded(number: Fraction) -> Fraction:
    """A number that is not too large.

    Raises:
        Unfit: It is.
    """
    if abs(number) > _LARGEST or number.denominator > _FINEST:
        raise Unfit("too_large", "the number grows beyond what is computed with (10 to the power of 18)")
    return number


def same_unit(values: list[Value]) -> tuple[Unit, str]:
    """The unit that amounts are added and compared in, and the period for one of which they stand.

    Raises:
        Unfit: Units or periods do not fit together.
    """
    for one in values:
        _ = one.amount
    periods = {one.unit.per for one in values if one.unit.per}
    within = same_period(values)
    if not periods:
        return common([one.unit for one in values]), within
    # Held against an amount per month, what its sentence tells of one month is such an amount.
    only = next(iter(periods)) if len(periods) == 1 else ()
    units = [
        Unit(one.unit.of, only) if not one.unit.per and len(only) == 1 and one.stands_for(only[0]) else one.periodic
        for one in values
    ]
    return common(units), ""


def spoken_of(values: list[Value]) -> frozenset[str]:
    """The periods of which all amounts speak that are no rates, shares, bare numbers or spans of time."""
    amounts = [one for one in values if not one.unit.per and one.unit.of not in ("", "percent", *CALENDAR)]
    sets = [one.spoken | ({one.within} if one.within else set()) for one in amounts]
    found = sets[0] if sets else frozenset[str]()
    for other in sets[1:]:
        # "Wages paid in March" and "the monthly allowance" speak of one month; March and April do not.
        found = frozenset(one for one in found | other if _spoken_in(one, found) and _spoken_in(one, other))
    return frozenset(found)


def _spoken_in(one: str, others: frozenset[str]) -> bool:
    return one in others or one.partition(":")[0] in others


def same_period(values: list[Value]) -> str:
    """The period for one of which values stand; empty for none.

    Raises:
        Unfit: They stand for different ones.
    """
    periods = sorted({one.within for one in values if one.within})
    if len(periods) > 1:
        raise Unfit("unit", f"an amount for one {periods[0]} and an amount for one {periods[1]} do not fit together")
    return periods[0] if periods else ""


def plain_number(number: Fraction) -> str:
    """A number in figures without thousands separators; one without end is rounded half up to four decimals."""
    places = decimals(number)
    kept = _SHOWN if places is None or places > _EXACT else places
    scaled = rounded(number, "half_up", kept) * 10**kept
    digits = str(abs(scaled.numerator)).rjust(kept + 1, "0")
    text = f"{digits[:-kept]}.{digits[-kept:]}" if kept else digits
    text = text.rstrip("0").rstrip(".") if kept else text
    return f"-{text}" if scaled < 0 else text


def decimals(number: Fraction) -> int | None:
    """How many decimals a number has; None where they have no end."""
    rest, twos, fives = number.denominator, 0, 0
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    return max(twos, fives) if rest == 1 else None


def rounded(number: Fraction, mode: str, places: int) -> Fraction:
    """A number rounded down, up or half up (away from zero) to some decimals; ``none`` leaves it."""
    scaled = number * 10**places
    low = scaled.numerator // scaled.denominator
    if mode == "none":
        return number
    if mode == "down":
        made = low
    elif mode == "up":
        made = -(-scaled.numerator // scaled.denominator)
    else:
        away = abs(scaled) + Fraction(1, 2)
        made = (away.numerator // away.denominator) * (-1 if scaled < 0 else 1)
    return Fraction(made, 10**places)


def figure(number: Fraction) -> str:
    """A number as people read it, thousands separated."""
    text = plain_number(number)
    whole, point, rest = text.lstrip("-").partition(".")
    return f"{'-' if text.startswith('-') else ''}{int(whole):,}{point}{rest}"


def shown(value: Value) -> str:
    """A value as people read it: ``$1,874``, ``24 hours per week``, ``3 March 2026``."""
    if isinstance(value.number, date):
        return f"{value.number.day} {MONTHS[value.number.month - 1].title()} {value.number.year}"
    if value.words:
        return value.words
    text, unit = figure(value.number), value.unit
    if unit.of in _SIGNS:
        if "." in text and len(text.partition(".")[2]) == 1:
            text += "0"
        minus = "-" if text.startswith("-") else ""
        per = "".join(f" per {one}" for one in unit.per)
        return f"{minus}{_SIGNS[unit.of]}{text.lstrip('-')}{per}"
    return " ".join(filter(None, (text, worded(unit, abs(value.number) == 1))))


def size(value: Value) -> str:
    """A value without its sign and without a special wording."""
    return shown(replace(value, number=abs(value.amount), words=""))


def plain_value(value: Value) -> str:
    """A value as data: digits, or an ISO 8601 date."""
    return value.number.isoformat() if isinstance(value.number, date) else plain_number(value.number)
