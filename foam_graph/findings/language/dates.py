"""Explicit dates in text, with their span and how precise they are.

A numeric date such as 3/4/2026 can be read in two ways. Where nothing decides it is read month first with "/" and day
first with "." and "-"; ``numeric_orders`` decides from the other dates of the same documents, ``FoundDate.ordered`` applies
that.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import lru_cache
from typing import Literal

MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
Precision = Literal["day", "month", "year"]
NumericOrder = Literal["day", "month"]
"""What stands first in a numeric date."""
_USUAL: dict[str, NumericOrder] = {"/": "month", ".": "day", "-": "day"}
"""How a numeric date is read where nothing decides."""
_MONTH = (
    r"(?P<month>January|February|March|April|May|June|July|August|September|October|November|December"
    r"|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec)\b\.?)(?!\w)"
)
_YEAR = r"(?P<year>1[5-9]\d\d|20\d\d)(?![\d,.]*\d)"
_DAY = r"(?P<day>[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?"
_PATTERNS = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?<![\w./-])(?P<year>1[5-9]\d\d|20\d\d)(?P<mark>[-/.])(?P<month>0?[1-9]|1[0-2])(?P=mark)"
        r"(?P<day>[12]\d|3[01]|0?[1-9])(?=T\d\d:|(?!\w|[./-]\d))",
        r"(?<![\w.,/$€£§-])(?P<one>\d{1,2})(?P<mark>[-/.])\s?(?P<two>\d{1,2})(?P=mark)\s?"
        r"(?P<year>1[5-9]\d\d|20\d\d)(?!\w|[./-]\d)",
        r"\b(?i:dated|date:|on|from|by|until|till|since|before|after|sent:|received:)\s"
        r"(?P<one>[0-3]\d)(?P<mark>[-/.])(?P<two>[0-3]\d)(?P=mark)(?P<short>\d\d)(?!\w|[./-]\d)",
        r"(?<![\w.,/-])(?P<one>[0-3]\d)(?P<mark>[-/.])(?P<two>[0-3]\d)(?P=mark)(?P<short>[0-4]\d)"
        r"(?=,?\s{1,4}(?:at\s)?(?:[01]\d|2[0-3])[:.][0-5]\d\b)",
        rf"(?<![\w.,/-])(?P<day>[12]\d|3[01]|0?[1-9])-{_MONTH}-{_YEAR}",
        rf"(?<![\d.$€£])\b{_DAY}(?:\s+(?:day\s+)?of)?\s+{_MONTH}(?:,?\s+{_YEAR})?",
        rf"\b{_MONTH}\s+{_DAY}(?![\d%.]*\d)\b(?:,?\s+{_YEAR})?",
        rf"\b{_MONTH}(?:\s+of)?,?\s+{_YEAR}",
        rf"\b{_MONTH}",
        rf"(?<![\w$€£.,§#-])(?:FY\s?)?{_YEAR}(?![\w%])",
    )
)
_MONTH_LEAD = re.compile(
    r"\b(?:in|of|by|since|until|till|last|next|this|early|late|mid|during|from|to|and|or|through"
    r"|for|between|each|every"
    r"|before|after|throughout|than)[\s-]+$",
    re.IGNORECASE,
)
_YEAR_LEAD = re.compile(
    r"(?:\b(?:in|of|since|by|until|till|from|to|through|between|and|or|during|year|years|early|late"
    r"|mid|for|before|after"
    r"|throughout|than|the|fiscal|season|spring|summer|autumn|fall|winter|quarter|its|dated|circa)|[(–,/-])[\s-]*$",
    re.IGNORECASE,
)
_NOT_YEAR = re.compile(r"\s+(?:percent|per cent|dollars|euros|pounds|[a-z]+s)\b(?!')")
_VERB_AFTER = re.compile(r"\s+(?:was|has|is|saw|brings|shows)\b")


@dataclass(frozen=True)
class FoundDate:
    """One date in a text.

    Attributes:
        start: Offset of its first character.
        end: Offset after its last character.
        precision: What it is precise to.
        year: The year, or None for a date such as "3 March".
        month: 1 to 12, or None.
        day: 1 to 31, or None.
        mark: What divides the parts of a numeric date whose year stands last: ``/``, ``.`` or ``-``; else empty.
        order: What stands first in such a date as it was read here; None for other dates.
    """

    start: int
    end: int
    precision: Precision
    year: int | None
    month: int | None
    day: int | None
    mark: str = ""
    order: NumericOrder | None = None

    @property
    def ambiguous(self) -> bool:
        """Whether day and month of a numeric date could be told the other way round, as another day."""
        return bool(self.mark) and self.day is not None and self.day <= 12 and self.day != self.month

    def ordered(self, orders: Mapping[str, NumericOrder]) -> FoundDate:
        """The date as documents write it whose numeric dates have an order.

        Args:
            orders: What stands first, by mark, see ``numeric_orders``.
        """
        wanted = orders.get(self.mark) if self.ambiguous else None
        if wanted is None or wanted == self.order:
            return self
        return replace(self, month=self.day, day=self.month, order=wanted)

    def unsure(self, orders: Mapping[str, NumericOrder]) -> bool:
        """Whether nothing shows which part of a numeric date is the day.

        Args:
            orders: What stands first, by mark, see ``numeric_orders``.
        """
        return self.ambiguous and self.mark not in orders

    def sure_day(self, orders: Mapping[str, NumericOrder]) -> date | None:
        """The calendar day that documents with an order of numeric dates give for sure; None where there is none.

        Args:
            orders: What stands first, by mark, see ``numeric_orders``.
        """
        return None if self.unsure(orders) else self.ordered(orders).calendar()

    def calendar(self) -> date | None:
        """The calendar day where the text gives all three parts and they make a day."""
        if self.year is None or self.month is None or self.day is None:
            return None
        try:
            return date(self.year, self.month, self.day)
        except ValueError:
            return None

    def differs(self, other: FoundDate) -> bool:
        """Whether no single moment fits both: some part that both give is not the same."""
        parts = ((self.year, other.year), (self.month, other.month), (self.day, other.day))
        return any(one is not None and two is not None and one != two for one, two in parts)

    def words(self) -> str:
        """The date in words, e.g. ``3 March 2026``."""
        name = MONTHS[self.month - 1].title() if self.month else ""
        return " ".join(str(part) for part in (self.day, name, self.year) if part)


def numeric_orders(found: Iterable[FoundDate]) -> dict[str, NumericOrder]:
    """What stands first in the numeric dates of some documents, as their unambiguous ones show.

    Args:
        found: Dates of the documents, as ``find_dates`` read them.

    Returns:
        The order by mark. A mark without evidence of its own follows the others where these agree; a mark whose dates
        disagree is left out. Dates with "." are day first unless they show otherwise.
    """
    shown: dict[str, set[NumericOrder]] = {}
    for one in found:
        if one.order is not None and not one.ambiguous and one.day != one.month:
            shown.setdefault(one.mark, set()).add(one.order)
    orders: dict[str, NumericOrder] = {mark: next(iter(seen)) for mark, seen in shown.items() if len(seen) == 1}
    common = {order for seen in shown.values() for order in seen}
    for mark in _USUAL:
        if mark not in shown and len(common) == 1:
            orders[mark] = next(iter(common))
    if "." not in shown:
        orders["."] = "day"
    return orders


@lru_cache(maxsize=65536)
def find_dates(text: str) -> tuple[FoundDate, ...]:
    """Finds the explicit dates of a text.

    Args:
        text: A sentence.

    Returns:
        Dates in order of their start; none overlap.
    """
    found: list[FoundDate] = []
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            if any(match.start() < one.end and one.start < match.end() for one in found):
                continue
            made = _made(text, match)
            if made is not None:
                found.append(made)
    return tuple(sorted(found, key=lambda one: one.start))


@lru_cache(maxsize=8192)
def without_dates(text: str) -> str:
    """A text whose dates have letters in the place of figures, so that no rule takes them for amounts.

    Args:
        text: A sentence; every other character keeps its place.
    """
    kept = list(text)
    for one in find_dates(text):
        kept[one.start : one.end] = ["d" if char.isdigit() else char for char in text[one.start : one.end]]
    return "".join(kept)


def _made(text: str, match: re.Match[str]) -> FoundDate | None:
    """The date of one match, or None where the words only look like one."""
    parts = match.groupdict()
    if parts.get("two"):
        return _numeric(match)
    month, day, year = parts.get("month"), parts.get("day"), parts.get("year")
    if month and not day and not year and not _bare_month(text, match):
        return None
    if year and not month and not _bare_year(text, match):
        return None
    precision: Precision = "day" if day else "month" if month else "year"
    return FoundDate(
        match.start(), match.end(), precision, int(year) if year else None, _month(month), int(day) if day else None
    )


def _numeric(match: re.Match[str]) -> FoundDate | None:
    """A numeric date whose year stands last, or None where the figures make no day."""
    one, two, mark = int(match["one"]), int(match["two"]), match["mark"]
    short = match.groupdict().get("short")
    year = 2000 + int(short) if short else int(match["year"])
    order = _USUAL[mark]
    if max(one, two) > 12:
        order = "month" if two > 12 else "day"
    month, day = (one, two) if order == "month" else (two, one)
    made = FoundDate(match.start("one"), match.end(), "day", year, month, day, mark, order)
    return made if made.calendar() else None


def _month(text: str | None) -> int | None:
    if text is None:
        return None
    if text.isdigit():
        return int(text)
    return next(number for number, name in enumerate(MONTHS, 1) if name.startswith(text.lower()[:3]))


def _bare_month(text: str, match: re.Match[str]) -> bool:
    """A month on its own counts where it cannot be the verb ("March") or the modal ("May")."""
    if match["month"] not in ("May", "March", "Mar", "Jan", "Dec", "Sep"):
        return True
    lead = _MONTH_LEAD.search(text[: match.start()])
    return bool(lead) or (match["month"] in ("March", "May") and bool(_VERB_AFTER.match(text[match.end() :])))


def _bare_year(text: str, match: re.Match[str]) -> bool:
    """Four digits are a year after a word that introduces one, and not where they count something."""
    before = text[: match.start()]
    if match.group().startswith("FY") or not before.strip():
        return not _NOT_YEAR.match(text[match.end() :]) or not before.strip()
    if re.search(r"\b(?:in|since|during|until|between|fiscal|year)\s+$", before, re.IGNORECASE):
        return True
    return bool(_YEAR_LEAD.search(before)) and not _NOT_YEAR.match(text[match.end() :])


def spelt_day(day: date) -> str:
    """A day as findings tell it: 9 March 2026."""
    return f"{day.day} {day:%B %Y}"


DAYS_IN = {"day": 1, "week": 7}
MONTHS_IN = {"month": 1, "year": 12}


def counted_from(first: date, count: int, unit: str) -> date | None:
    """The day that lies so far from another one: the same day of its month, or the last one of a month that is shorter.

    Args:
        first: The day that is counted from.
        count: How many units later; negative for earlier.
        unit: ``day``, ``week``, ``month`` or ``year``.

    Returns:
        The day; None where no calendar reaches it.
    """
    try:
        if unit in DAYS_IN:
            return first + timedelta(days=count * DAYS_IN[unit])
        year, month = divmod(first.year * 12 + first.month - 1 + count * MONTHS_IN[unit], 12)
        return date(year, month + 1, min(first.day, monthrange(year, month + 1)[1]))
    except (ValueError, OverflowError):  # before the year 1 or after 9999
        return None
