"""Times of PROV: ``xsd:dateTime`` as values that compare (XML Schema 1.1 part 2, section 3.3.7)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

_DATE_TIME = re.compile(
    r"(-?(?:[1-9]\d{4,}|\d{4}))-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)?\Z", re.ASCII
)
_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_MOST_ZONE = 14 * 60
_DAY_SECONDS = 24 * 60 * 60


class Instant(NamedTuple):
    """A time.

    Attributes:
        zoned: Whether it has a time zone; times with and without one do not compare.
        seconds: Since 1 January of the year 0 in UTC, or in the unknown zone.
        fraction: Digits after the decimal point, without zeros at the end; they compare as text.
    """

    zoned: bool
    seconds: int
    fraction: str


@lru_cache(maxsize=65536)
def instant(text: str) -> Instant:
    """The instant that an ``xsd:dateTime`` names.

    Raises:
        ValueError: The text is no ``xsd:dateTime``.
    """
    found = _DATE_TIME.match(text.strip())
    if found is None:
        raise ValueError(f"{text[:60]!r} is no xsd:dateTime")
    year, month, day, hour, minute, second = (int(part) for part in found.groups()[:6])
    fraction = (found[7] or "").rstrip("0")
    midnight = hour == 24 and not minute and not second and not fraction
    if not (1 <= month <= 12 and 1 <= day <= _days(year, month) and (hour < 24 or midnight)):
        raise ValueError(f"{text[:60]!r} is no day and hour")
    if minute > 59 or second > 59:
        raise ValueError(f"{text[:60]!r} is no time of day")
    seconds = _day_number(year, month, day) * _DAY_SECONDS + hour * 3600 + minute * 60 + second
    return Instant(bool(found[8]), seconds - 60 * _zone(found[8] or "Z", text), fraction)


def _zone(text: str, whole: str) -> int:
    if text == "Z":
        return 0
    minutes = int(text[1:3]) * 60 + int(text[4:])
    if minutes > _MOST_ZONE or int(text[4:]) > 59:
        raise ValueError(f"{whole[:60]!r} has no such time zone")
    return -minutes if text[0] == "-" else minutes


def _leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _days(year: int, month: int) -> int:
    return 28 if month == 2 and not _leap(year) else _DAYS[month - 1]


def _day_number(year: int, month: int, day: int) -> int:
    """Days since 1 January of the year 0, proleptic Gregorian."""
    before = year - 1
    leap_days = before // 4 - before // 100 + before // 400 + 1
    in_year = sum(_days(year, m) for m in range(1, month)) + day - 1
    return year * 365 + leap_days + in_year


def canonical(time: Instant) -> str:
    """The one spelling of an instant: in UTC where it has a zone, without needless digits."""
    days, rest = divmod(time.seconds, _DAY_SECONDS)
    year = days * 400 // 146097
    while _day_number(year, 1, 1) > days:
        year -= 1
    while _day_number(year + 1, 1, 1) <= days:
        year += 1
    left, month = days - _day_number(year, 1, 1), 1
    while left >= _days(year, month):
        left -= _days(year, month)
        month += 1
    date = f"{'-' if year < 0 else ''}{abs(year):04d}-{month:02d}-{left + 1:02d}"
    clock = f"{rest // 3600:02d}:{rest // 60 % 60:02d}:{rest % 60:02d}"
    return f"{date}T{clock}{'.' + time.fraction if time.fraction else ''}{'Z' if time.zoned else ''}"
