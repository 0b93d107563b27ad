"""Units of amounts: what is counted and per what, how units combine, and which can be turned into one another."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from foam_graph.findings.calculation.faults import Unfit
from foam_graph.findings.language.composed_text import plural
from foam_graph.findings.language.quantities import CODES, CURRENCY, LY, singular

_SCALES: dict[str, tuple[str, Fraction]] = {
    "day": ("day", Fraction(1)),
    "week": ("day", Fraction(7)),
    "fortnight": ("day", Fraction(14)),
    "month": ("month", Fraction(1)),
    "quarter": ("month", Fraction(3)),
    "year": ("month", Fraction(12)),
    "decade": ("month", Fraction(120)),
    "hour": ("hour", Fraction(1)),
    "minute": ("hour", Fraction(1, 60)),
    "second": ("hour", Fraction(1, 3600)),
    "kilometre": ("metre", Fraction(1000)),
    "metre": ("metre", Fraction(1)),
    "centimetre": ("metre", Fraction(1, 100)),
    "millimetre": ("metre", Fraction(1, 1000)),
    "tonne": ("kilogram", Fraction(1000)),
    "kilogram": ("kilogram", Fraction(1)),
    "gram": ("kilogram", Fraction(1, 1000)),
}
CALENDAR = ("day", "week", "fortnight", "month", "quarter", "term", "semester", "season", "year")
"""Periods for one of which an amount may stand without saying so: "$75 per month" is $75 for one month."""

_DOLLARS = {"canadian": "CAD", "australian": "AUD"}
_BARE = frozenset(("", "none", "number", "date", "ratio", "unit"))
_WORKING = frozenset(("working", "business", "banking"))
_OTHER_DAYS = frozenset(("school", "court", "sitting", "trading"))
_MEASURES = frozenset(("percent", "day", *_SCALES))
_LONGEST = 60


@dataclass(frozen=True)
class Unit:
    """A unit.

    Attributes:
        of: A currency code, ``percent``, a singular noun, or empty for a bare number.
        per: What it is counted per, singular nouns in order; mostly none or one.
    """

    of: str = ""
    per: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " per ".join((self.of or "number", *self.per)) if self.of or self.per else "bare number"

    @property
    def money(self) -> bool:
        """Whether it is an amount of a currency."""
        return is_currency(self.of)


NUMBER = Unit()
PERCENT = Unit("percent")
DAY = Unit("day")
WORKING_DAY = Unit("working day")
MONTH = Unit("month")


def is_currency(name: str) -> bool:
    """Whether a unit's name is a currency code."""
    return name.isupper() and len(name) == 3


def is_measure(name: str) -> bool:
    """Whether a unit's name is a currency, a share or a known measure of time, length or weight."""
    return is_currency(name) or name in _MEASURES


def parse_unit(text: str) -> Unit:
    """A unit as somebody wrote it: ``USD``, ``dollars``, ``$ per month``, ``hours/week``, ``%``, ``working days``.

    Raises:
        Unfit: It is too long or no unit.
    """
    if len(text) > _LONGEST:
        raise Unfit("unit", f"a unit of {len(text)} characters is none")
    short = re.sub(r"\bper[\s-]cent\b", "percent", text.strip().lower().removeprefix("money:"))
    if short in _BARE:
        return NUMBER
    parts = re.split(r"\s*/\s*|\s+(?:per|an?|each|every)\s+", short)
    first, *per = parts
    adjective = first.split(" ")[0]
    if adjective in LY and " " in first:
        first, per = first[len(adjective) :], [LY[adjective], *per]
    of, periods = name_of(first), tuple(sorted(name_of(one) for one in per))
    if not of or not all(periods):
        raise Unfit("unit", f"{text[:40]!r} is no unit; write a currency code, percent or a singular noun")
    return Unit(of, periods)


def name_of(text: str) -> str:
    """Name of one unit in its fixed form; empty where the text names none."""
    short = text.strip().lower()
    for sign, code in CURRENCY.items():
        if short == sign.lower():
            return code
    if short == "%":
        return "percent"
    found: list[str] = re.findall(r"[^\W\d_]+", short)
    if not found or "per" in found or re.search(r"[0-9]", short):
        return ""
    if found[-1].upper() in CODES:
        return found[-1].upper()
    return head_of(found)


def head_of(found: list[str]) -> str:
    """Name of the unit that a row of lower-case words makes: its first plural or measure, else its last word."""
    for number, word in enumerate(found):
        single = singular(word)
        if single in CURRENCY:
            return next((_DOLLARS[one] for one in found[:number] if one in _DOLLARS), CURRENCY[single])
        if word in ("percent", "pct") or (
            word == "percentage" and found[number + 1 : number + 2] in (["point"], ["points"])
        ):
            return "percent"
        if single == "day":
            return _day(found[:number])
        if single != word or single in _MEASURES or number == len(found) - 1:
            return single
    return ""


def _day(before: list[str]) -> str:
    """Which days: a working day is no calendar day."""
    if _WORKING & set(before):
        return "working day"
    return next((f"{one} day" for one in before if one in _OTHER_DAYS), "day")


def factor(one: Unit, other: Unit) -> Fraction | None:
    """By what an amount of one unit is multiplied to become one of the other; None where it cannot."""
    if len(one.per) != len(other.per):
        return None
    made = _factor(one.of, other.of)
    for left, right in zip(one.per, other.per, strict=True):
        step = _factor(right, left)
        made = None if made is None or step is None else made * step
    return made


def _factor(one: str, other: str) -> Fraction | None:
    if one == other:
        return Fraction(1)
    first, second = _SCALES.get(one), _SCALES.get(other)
    return first[1] / second[1] if first and second and first[0] == second[0] else None


def common(units: list[Unit]) -> Unit:
    """The finest of units that can be turned into one another.

    Raises:
        Unfit: They cannot.
    """
    first = units[0]
    for unit in units[1:]:
        scale = factor(unit, first)
        if scale is None:
            raise Unfit("unit", f"{first} and {unit} do not fit together{_advice(first, unit)}")
        first = unit if scale < 1 else first
    return first


def _advice(one: Unit, other: Unit) -> str:
    period = next(iter({*one.per} ^ {*other.per}), "")
    if one.of != other.of or f"one_{period}" not in ("one_day", "one_week", "one_month", "one_quarter", "one_year"):
        return ""
    return f"; if the amount is that of one {period}, divide it by the constant one_{period}"


def times(one: Unit, other: Unit) -> tuple[Unit, Fraction]:
    """The unit of a product, and the factor that units of one measure leave (days and weeks).

    Raises:
        Unfit: Two units are left above the line (dollars times dollars, percent of percent).
    """
    if one == other == PERCENT:
        raise Unfit("unit", "a percentage of a percentage is no amount; multiply an amount by a percentage")
    return _cancelled([one.of, other.of], [*one.per, *other.per])


def over(one: Unit, other: Unit) -> tuple[Unit, Fraction]:
    """The unit of a quotient, and the factor that units of one measure leave.

    Raises:
        Unfit: Two units are left above the line, or it is a percentage of a percentage.
    """
    if one == other == PERCENT:
        raise Unfit("unit", "a percentage is not divided by a percentage; compare them, or subtract one")
    return _cancelled([one.of, *other.per], [*one.per, other.of])


def _cancelled(above: list[str], below: list[str]) -> tuple[Unit, Fraction]:
    """What is left of a fraction of units; a percentage is a bare number beside another unit."""
    for line in (above, below):
        line[:] = [name for name in line if name]
    if below or above != ["percent"]:
        scale = Fraction(1, 100) ** above.count("percent") * 100 ** below.count("percent")
        above, below = ([name for name in line if name != "percent"] for line in (above, below))
    else:
        scale = Fraction(1)
    for exactly in (True, False):
        for name in list(above):
            twin = next((b for b in below if (b == name if exactly else _factor(name, b) is not None)), None)
            if twin is not None:
                scale *= _factor(name, twin) or 1
                above.remove(name)
                below.remove(twin)
    if len(above) > 1:
        raise Unfit("unit", f"{' times '.join(above)} is no amount")
    return Unit(above[0] if above else "", tuple(sorted(below))), scale


def worded(unit: Unit, one: bool = False) -> str:
    """A unit in words after a figure: ``hours per week``.

    Args:
        unit: The unit.
        one: Whether the figure is one.
    """
    name = "percent" if unit.of == "percent" else unit.of if unit.money or one or not unit.of else plural(unit.of)
    return " per ".join(filter(None, (name, *unit.per))) if unit.of else "".join(f" per {p}" for p in unit.per).strip()
