"""Figures that a reader follows without a sum that is written out: both parts stand beside them.

"Countable income was $1,874, $106 under the limit of $1,980" writes no sum and hides none. What takes more than one step, or parts
that stand elsewhere, is written out (see ``sums`` and ``date_sums``).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date
from decimal import Decimal
from itertools import combinations

from foam_graph.findings.language.dates import counted_from
from foam_graph.reasoning.answer.date_sums import MONTH, day_of
from foam_graph.reasoning.answer.rounded import rounded_from_two
from foam_graph.reasoning.answer.sums import plain

BEFORE = 2
"""Sentences before one in which its parts may stand."""
_LEAST = 100
"""Of two parts the greater has at least so much, or nearly any small figure would come out of some two others."""
_NUMBER = re.compile(r"(?<![\d.,])\d[\d,]*(?:\.\d+)?")
_DAY = re.compile(rf"\b(\d{{1,2}}) ({MONTH})(?: (\d{{4}}))?\b")
_COUNT = re.compile(r"\b(\d{1,3})(?: (?:calendar|whole))? days?\b|\bday (\d{1,3})\b", re.IGNORECASE)


def followed(text: str, before: Sequence[str], known: Collection[str]) -> set[str]:
    """Figures of a sentence that come out of two that stand in it or right before it.

    Args:
        text: The sentence.
        before: The sentences before it, the nearest last.
        known: Figures that are supported, as ``grounding.figures`` writes them.

    Returns:
        Sums and differences of two figures, also rounded where that is said, how many times as much one of two is, days between two
        days, and days so many days after or before another.
    """
    near = " ".join([*before[-BEFORE:], text])
    years = {int(one) for one in re.findall(r"\b(?:1[5-9]|20)\d\d\b", near)}
    parts = {one for one in _figures(_DAY.sub(" ", near)) if one in known and int(Decimal(one)) not in years}
    made = set(_two(parts))
    found = {one for one in _figures(_DAY.sub(" ", text)) if one not in known and Decimal(one) in made}
    found |= rounded_from_two(text, near, parts, made) - {*known}
    days = {one for one in _days(near) if str(one.day) in known}
    counts = [{plain(Decimal(one or other)) for one, other in _COUNT.findall(told)} for told in (text, near)]
    apart = {str(abs((one - other).days)) for one, other in combinations(days, 2)}
    found |= {one for one in counts[0] if one not in known and one in apart}
    spans = [int(one) for one in counts[1] if one in known]
    reached = {counted_from(one, n * way, "day") for one in days for n in spans for way in (1, -1)}
    return found | {str(one.day) for one in _days(text) if one in reached and str(one.day) not in known}


def all_followed(texts: Sequence[str], known: Sequence[Collection[str]]) -> list[set[str]]:
    """Of each sentence of a text the figures that are followed in it.

    Args:
        texts: The sentences, in reading order.
        known: Of each what is supported there.
    """
    found = list[set[str]]()
    for place, text in enumerate(texts):
        first = max(0, place - BEFORE)
        there = {one for own in known[first : place + 1] for one in own}
        found.append(followed(text, texts[first:place], there))
    return found


def _figures(text: str) -> Iterator[str]:
    for one in _NUMBER.findall(text):
        yield plain(Decimal(one.replace(",", "").rstrip(".") or "0"))


def _two(parts: Iterable[str]) -> Iterator[Decimal]:
    for one, other in combinations(map(Decimal, sorted(parts)), 2):
        if max(one, other) >= _LEAST:
            yield one + other
            yield abs(one - other)


def _days(text: str) -> Iterator[date]:
    """The days of a text; one without a year is of the only year that is told, else of one without a leap day."""
    told = min((year for _, _, year in _DAY.findall(text) if year), default="2001")
    found = (day_of(day, month, year or told) for day, month, year in _DAY.findall(text))
    yield from (one for one in found if one is not None)
