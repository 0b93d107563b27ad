"""What a search is limited to: documents, classes of sources, dates."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date as calendar
from functools import lru_cache

from foam_graph.corpus.search.passages import Place
from foam_graph.errors import UsageError

_DATE = re.compile(r"(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?(?:T.*)?")
# Later than any day as a number, YYYYMMDD.
_LAST = 99999999


@dataclass(frozen=True, slots=True)
class Filters:
    """Conditions that all must hold; the default lets everything through.

    Attributes:
        documents: Only from these documents; None = all.
        source_classes: Only from documents of these classes; None = all.
        not_documents: Not from these documents.
        since: Only from documents of this date or later (ISO 8601, also ``2026`` or ``2026-03``); empty = all. A
            document that states no date is left out by this and by ``until``.
        until: Only from documents of this date or earlier; ``2026`` means the end of that year.
    """

    documents: frozenset[str] | None = None
    source_classes: frozenset[str] | None = None
    not_documents: frozenset[str] = frozenset()
    since: str = ""
    until: str = ""

    def __post_init__(self) -> None:
        for date in (self.since, self.until):
            if date and not _is_day(date):
                raise UsageError(f"{date[:40]!r} is not a date", "Give a date as 2026, 2026-03 or 2026-03-14.")

    @property
    def dated(self) -> bool:
        """Whether dates matter."""
        return bool(self.since or self.until)

    @property
    def days(self) -> tuple[int, int]:
        """First and last day as numbers."""
        return day_number(self.since) or 1, _last_day(self.until) if self.until else _LAST

    @property
    def nothing(self) -> bool:
        """Whether nothing can pass."""
        return self.documents == frozenset() or self.source_classes == frozenset()

    def admits(self, place: Place) -> bool:
        """Whether a place passes."""
        low, high = self.days
        return (
            (self.documents is None or place.document in self.documents)
            and place.document not in self.not_documents
            and (self.source_classes is None or place.source_class in self.source_classes)
            and (not self.dated or low <= day_number(place.date) <= high)
        )


EVERYTHING = Filters()


@lru_cache(maxsize=4096)
def day_number(date: str) -> int:
    """A date as a number that sorts as dates do, ``2026-03-14`` as 20260314, ``2026`` as 20260000; 0 for none."""
    match = _DATE.fullmatch(date)
    if not match:
        return 0
    year, month, day = match.groups()
    return int(year) * 10000 + int(month or 0) * 100 + int(day or 0)


def _is_day(date: str) -> bool:
    """Whether a date is one of the calendar; a month or a year is."""
    number = day_number(date)
    try:
        return number > 0 and bool(calendar(number // 10000, number // 100 % 100 or 1, number % 100 or 1))
    except ValueError:
        return False


def _last_day(date: str) -> int:
    number = day_number(date)
    if number % 10000 == 0:
        return number + 9999
    return number + 99 if number % 100 == 0 else number
