"""The operators of a calculation, over exact numbers and calendar days."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction

from foam_graph.findings.calculation.faults import Unfit
from foam_graph.findings.calculation.units import (
    DAY,
    MONTH,
    NUMBER,
    PERCENT,
    WORKING_DAY,
    Unit,
    over,
    parse_unit,
    times,
)
from foam_graph.findings.calculation.values import Value, bounded, same_period, same_unit, shown, spoken_of
from foam_graph.findings.language.dates import counted_from

_MOST_DAYS = 366 * 200
"""Two hundred years: longer spans of working days are counted for nobody."""
_SATURDAY = 5

Values = Sequence[Value]


def applied(operator: str, values: Values, unit: str = "") -> Value:
    """What an operator makes of its operands.

    Args:
        operator: One of ``typed.OPERATORS``.
        values: Its operands in order.
        unit: For ``count``: what is counted.

    Raises:
        Unfit: No such operator, a wrong number of operands, units that do not fit, a division by zero, a date that
            does not exist, or a number that grows too large.
    """
    known = _OPERATORS.get(operator)
    if known is None:
        raise Unfit("operand", f"there is no operator {operator[:40]!r}; there are {', '.join(_OPERATORS)}")
    least, most, made = known
    if not values:
        raise Unfit("no_operands", f"{operator} has nothing to work on")
    if not least <= len(values) <= (most or len(values)):
        needed = f"{least}" if most == least else f"{least} or more" if most is None else f"{least} to {most}"
        raise Unfit("operand", f"{operator} takes {needed} operands, not {len(values)}")
    if unit and operator != "count":
        raise Unfit("unit", f"only count names what it counts; the unit of {operator} follows from its operands")
    if operator == "count":
        return Value(Fraction(len(values)), parse_unit(unit))
    result = replace(made(values), spoken=spoken_of(list(values)))
    if not isinstance(result.number, date):
        bounded(result.number)
    return result


def _sum(values: Values) -> Value:
    if isinstance(values[0].number, date):
        raise Unfit("unit", "a date is not added up; use add_days, add_months or days_between")
    unit, within = same_unit(list(values))
    return Value(sum((one.to(unit) for one in values), Fraction(0)), unit, within)


def _subtract(values: Values) -> Value:
    first, *others = values
    if isinstance(first.number, date):
        if any(isinstance(one.number, date) for one in others):
            raise Unfit("unit", "dates are not subtracted; use days_between or months_between")
        for one in others:
            first = Value(_shifted(first.day, one, -1))
        return first
    unit, within = same_unit(list(values))
    return Value(first.to(unit) - sum((one.to(unit) for one in others), Fraction(0)), unit, within)


def _multiply(values: Values) -> Value:
    within = same_period(list(values))
    made, unit = values[0].amount, values[0].unit
    for one in values[1:]:
        unit, scale = times(unit, one.unit)
        made = bounded(made * one.amount * scale)
    return Value(made, unit, within)


def _divide(values: Values) -> Value:
    top, base = values
    if base.amount == 0:
        raise Unfit("divided_by_zero", f"{shown(top)} is divided by zero")
    unit, scale = over(top.unit, base.unit)
    within = same_period(list(values))
    return Value(top.amount / base.amount * scale, unit, "" if unit == NUMBER != base.unit else within)


def _share(values: Values) -> Value:
    part, whole = values
    _no_percentages(values, "a share of a percentage is no amount; name the amounts themselves")
    unit, _ = same_unit(list(values))
    if whole.amount == 0:
        raise Unfit("divided_by_zero", "the whole of which a share is taken is zero")
    return Value(part.to(unit) / whole.to(unit) * 100, PERCENT)


def _percent_change(values: Values) -> Value:
    before, after = values
    _no_percentages(values, "a change between percentages is told in percentage points; subtract them")
    unit, _ = same_unit(list(values))
    if before.amount == 0:
        raise Unfit("divided_by_zero", "the change is counted from zero")
    return Value((after.to(unit) - before.to(unit)) / abs(before.to(unit)) * 100, PERCENT)


def _no_percentages(values: Values, told: str) -> None:
    if any(one.unit.of == "percent" for one in values):
        raise Unfit("unit", told)


def _ordered(values: Values) -> tuple[date, date]:
    start, end = values[0].day, values[1].day
    if end < start:
        raise Unfit("order", f"{shown(values[1])} lies before {shown(values[0])}; name the earlier date first")
    return start, end


def _days_between(values: Values) -> Value:
    start, end = _ordered(values)
    return Value(Fraction((end - start).days), DAY)


def _working_days_between(values: Values) -> Value:
    start, end = _ordered(values)
    if (end - start).days > _MOST_DAYS:
        raise Unfit("too_large", "working days are counted over two hundred years at most")
    free = {one.day for one in values[2:]}
    days = (start + timedelta(n) for n in range(1, (end - start).days + 1))
    return Value(Fraction(sum(day.weekday() < _SATURDAY and day not in free for day in days)), WORKING_DAY)


def _add_days(values: Values) -> Value:
    start, many, *free = values
    if many.unit == WORKING_DAY:
        return Value(_working_day(start.day, _whole(many, WORKING_DAY), {one.day for one in free}))
    if free:
        raise Unfit("operand", "days off are named for working days only")
    return Value(_shifted(start.day, many, 1))


def _shifted(day: date, many: Value, way: int) -> date:
    try:
        return day + timedelta(way * _whole(many, DAY))
    except OverflowError:
        raise Unfit("too_large", f"no calendar reaches {shown(many)} from {day.isoformat()}") from None


def _working_day(day: date, many: int, free: set[date]) -> date:
    if not 0 <= many <= _MOST_DAYS:
        raise Unfit("too_large", "working days are added forwards, over two hundred years at most")
    try:
        while many:
            day += timedelta(1)
            many -= day.weekday() < _SATURDAY and day not in free
    except OverflowError:
        raise Unfit("too_large", "no calendar reaches that day") from None
    return day


def _whole(value: Value, unit: Unit) -> int:
    """A whole number of days or months."""
    made = value.to(unit)
    if made.denominator != 1:
        raise Unfit("unit", f"{shown(value)} is no whole number of {unit.of}s")
    return made.numerator


def _add_months(values: Values) -> Value:
    start, many = values
    return Value(_months_later(start.day, _whole(many, MONTH)))


def _months_later(day: date, many: int) -> date:
    """The same day some months later, or the last day of a shorter month."""
    later = counted_from(day, many, "month")
    if later is None:
        raise Unfit("too_large", "no calendar reaches that month")
    return later


def _months_between(values: Values) -> Value:
    """Full months, and the part of the next one that has passed: six months and a day are more than six months."""
    start, end = _ordered(values)
    full = (end.year - start.year) * 12 + end.month - start.month
    full -= _months_later(start, full) > end
    left = (end - _months_later(start, full)).days
    if not left:
        return Value(Fraction(full), MONTH)
    length = (_months_later(start, full + 1) - _months_later(start, full)).days
    words = f"{full} month{'s' * (full != 1)} and {left} day{'s' * (left != 1)}"
    return Value(full + Fraction(left, length), MONTH, "", words, full)


_OPERATORS: dict[str, tuple[int, int | None, Callable[[Values], Value]]] = {
    "add": (2, None, _sum),
    "subtract": (2, None, _subtract),
    "multiply": (2, None, _multiply),
    "divide": (2, 2, _divide),
    "sum": (2, None, _sum),
    "share": (2, 2, _share),
    "percent_change": (2, 2, _percent_change),
    "days_between": (2, 2, _days_between),
    "working_days_between": (2, None, _working_days_between),
    "add_days": (2, None, _add_days),
    "months_between": (2, 2, _months_between),
    "add_months": (2, 2, _add_months),
    "count": (1, None, _sum),
}
"""Least and most operands (None: any number), and what is made of them."""
