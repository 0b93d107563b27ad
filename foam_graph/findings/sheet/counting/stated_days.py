"""Times between two dates as a sentence states them: "paid on 22 June, 21 days after 31 May"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from decimal import Decimal

from foam_graph.findings.language.composed_text import amount
from foam_graph.findings.language.dates import FoundDate, NumericOrder, find_dates, spelt_day
from foam_graph.findings.language.quantities import Quantity, find_quantities
from foam_graph.findings.sheet.counting.recounting import Recount, stated
from foam_graph.findings.sheet.working_days import working_days

_NOT_STATED = re.compile(
    r"\b(?:within|limit|deadline|at least|at most|no later|not later|up to|must|shall|may|should|would|could|if|unless|instead"
    r"|not|notice of|period of notice|average|every|each)\b",
    re.IGNORECASE,
)
_FROM_TO = re.compile(r"\b(?:from|between|since)\s(?:\w+day,?\s)?$", re.IGNORECASE)
_WORKING = re.compile(r"\b(?:working|business|week)\s?days?\b", re.IGNORECASE)


def day_counts(text: str, orders: Mapping[str, NumericOrder]) -> Iterator[Recount]:
    """The time between its two dates that a sentence states.

    Args:
        text: The sentence.
        orders: What stands first in numeric dates, by mark.
    """
    dates = [one.ordered(orders) for one in find_dates(text)]
    if len(dates) != 2 or any(one.unsure(orders) for one in dates) or _NOT_STATED.search(_undated(text)):
        return
    days = [one.calendar() for one in dates]
    counted = [one for one in find_quantities(text) if one.unit in ("day", "week", "month", "year") and not one.partial]
    if (
        days[0] is None
        or days[1] is None
        or days[0] == days[1]
        or len(counted) != 1
        or not _joined(text, dates, counted[0])
    ):
        return
    first, last = sorted((days[0], days[1]))
    quantity = counted[0]
    if quantity.comparator not in ("=",) or quantity.period or quantity.high is not None:
        return
    allowed = _lengths(quantity, first, last)
    if quantity.value not in allowed and quantity.unit != "day":
        return
    told = amount(quantity.value, quantity.unit)
    real = amount(Decimal(allowed[0]), quantity.unit)
    span = f"from {spelt_day(first)} to {spelt_day(last)}"
    both = quantity.value in allowed[1:]
    again = f"{span} are {real}" + (", both days counted one more" if both else "")
    verdict = "right" if quantity.value in allowed else "wrong"
    yield Recount(
        "days", f"{span} are {told}", again, verdict, stated(quantity), Decimal(allowed[0]), ()  # type: ignore[arg-type]
    )  # fmt: skip


def _undated(text: str) -> str:
    """A text without its dates: the month of May is no modal verb."""
    for one in reversed(find_dates(text)):
        text = text[: one.start] + text[one.end :]
    return text


def _joined(text: str, dates: list[FoundDate], quantity: Quantity) -> bool:
    """Whether the time is said of the two dates: beside one of them, or of a stretch "from … to …"."""
    one, two = dates
    stretch = _FROM_TO.search(text[: one.start]) and re.fullmatch(r",?\s(?:to|until|till|and|up to)\s(?:\w+day,?\s)?",
                                                                  text[one.end : two.start])  # fmt: skip
    if stretch and quantity.end <= one.start:
        return bool(re.search(r"\bfor\s$", text[: quantity.start])) and bool(
            re.fullmatch(r",?\s(?:from|since)\s(?:\w+day,?\s)?", text[quantity.end : one.start])
        )
    if stretch:
        said = r"[\s,(:–—]*(?:that is |which is |or |a total of |for |i\.e\. |is |are |were |lasted )?"
        return bool(re.fullmatch(said, text[two.end : quantity.start]))
    if one.end <= quantity.start < two.start:
        return bool(re.match(r"\s(?:days?\s|weeks?\s)?(?:after|before|later than|earlier than|remained before|from)\b[^,;.]{0,60}$",
                             text[quantity.end : two.start]))  # fmt: skip
    return quantity.end <= one.start and bool(
        re.fullmatch(
            r"\s(?:passed|elapsed|lie|lay|had passed|went by|are|were)\sbetween\s[^,;.]{0,30}",
            text[quantity.end : one.start],
        )
    )


def _lengths(quantity: Quantity, first: date, last: date) -> list[int]:
    """The lengths that a stretch of days may be said to have: without and with its first day."""
    after = last + timedelta(1)
    if quantity.unit == "day":
        if _WORKING.search(quantity.text):
            return [working_days(first, last), working_days(first - timedelta(1), last)]
        return [(last - first).days, (last - first).days + 1]
    if quantity.unit == "week":
        return [(last - first).days // 7, (after - first).days // 7]
    months = [_months(first, last), _months(first, after)]
    return months if quantity.unit == "month" else [one // 12 for one in months]


def _months(first: date, last: date) -> int:
    return (last.year - first.year) * 12 + last.month - first.month - (last.day < first.day)
