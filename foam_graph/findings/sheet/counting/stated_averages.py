"""Averages as sentences state them: "T over N things, an average of A", "the average of A, B and C is D"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

from foam_graph.findings.language.quantities import Quantity
from foam_graph.findings.sheet.counting.recounting import Recount, judged, stated
from foam_graph.findings.sheet.counting.summing import AVERAGE, LISTED, PRODUCT_IS, bare, same_unit, single_figures

_TAKING = re.compile(
    r"^[^.;,\d]{0,30}\b(?:took|take|lasted|last|cost|costs|needed|need|brought|bring|had|used|weighed|made|earned|covered)\s"
    r"(?:altogether |in all |a total of |together )?$",
    re.IGNORECASE,
)
_OVER = re.compile(
    r"\b(?:over|on|in|for|across|among|from|by|of|per each of|spread over|divided by)\s(?:all |the |these |those |each of )*$",
    re.IGNORECASE,
)


def averages(text: str) -> Iterator[Recount]:
    """The averages that a sentence states together with what they are made of.

    Args:
        text: The sentence.
    """
    found = single_figures(text)
    if len(found) >= 3 and AVERAGE.search(text):
        yield from _over_parts(text, found)
        yield from _over_counts(text, found)


def _over_counts(text: str, found: Sequence[Quantity]) -> Iterator[Recount]:
    """Of the form "T over N things, an average of A", "an average of A results from T on N things", "the average of A, B and C is D"."""
    marked = [one for one in found if re.search(
        r"\b(?:average|mean)(?:\s(?:of|is|was|are|were|comes to|came to|:))?(?:\s(?:only|about|just|exactly))?\s$"
        r"|\b(?:average|mean)\b[^.;\d]{0,60}\b(?:of|is|was|to)\s(?:about |only |just )?$", text[: one.start], re.IGNORECASE)]  # fmt: skip
    for one in marked:
        others = [other for other in found if other is not one]
        for place, total in enumerate(others):
            if total.unit != one.unit or not total.unit:
                continue
            for count in others[place + 1 : place + 2]:
                gap = text[total.end : count.start]
                if count.unit == one.unit or re.search(r"[.;]", gap) or not _OVER.search(gap) or count.value <= 1:
                    continue
                if not _linked(text, one, total, count):
                    continue
                yield from _average(one, total, count)
            ahead = others[place - 1] if place else None
            if ahead is None or ahead.unit == one.unit or ahead.value <= 1 or ahead.generic():
                continue
            if _TAKING.match(text[ahead.end : total.start]) and _linked(text, one, total, total):
                yield from _average(one, total, ahead)


def _linked(text: str, one: Quantity, total: Quantity, last: Quantity) -> bool:
    """Whether an average is said of a total and its count: right behind them, or "results from" them."""
    if last.end <= one.start:
        return bool(_AVERAGE_BEHIND.match(text[last.end : one.start]))
    return one.end <= total.start and bool(_RESULTING.match(text[one.end : total.start]))


_AVERAGE_BEHIND = re.compile(
    r"^(?:\s(?!and\b|but\b)[a-z]+){0,3}[,;:()\s–—-]*(?:that is|which is|or|for|makes?|making|giving|gives|i\.e\.|=|this is|is|are|was|so)?"
    r"[,\s]*(?:on\s)?(?:an?|the)?\s*(?:[a-z]+\s)?(?:average|mean)(?:\sof|\sis|:)?\s*(?:only|about|just|exactly)?\s*$",
    re.IGNORECASE,
)
_RESULTING = re.compile(
    r"^[^.;\d]{0,60}?(?:\bresults? from|\bcomes? from|\bfrom|\(|=|\bthat is|\bi\.e\.|\bbased on)\s*(?:a total of )?$",
    re.IGNORECASE,
)


def _over_parts(text: str, found: Sequence[Quantity]) -> Iterator[Recount]:
    """Of the form "The average of A, B and C is D"."""
    lead = re.search(
        r"\b(?:average|mean) of\s(?:the figures |the amounts |the values )?(?:of\s)?$",
        text[: found[0].start],
        re.IGNORECASE,
    )
    one, parts = found[-1], found[:-1]
    if not lead or len(parts) < 2 or not PRODUCT_IS.match(text[parts[-1].end : one.start]):
        return
    if not all(same_unit(a, one) or not a.unit for a in parts):
        return
    if not all(LISTED.match(text[a.end : b.start]) for a, b in pairwise(parts)):
        return
    operands = [replace(stated(a), unit=one.unit) for a in parts]
    verdict = judged(stated(one), operands, lambda all_: sum(all_, Decimal(0)) / len(all_))
    if verdict is not None:
        figures = ", ".join(bare(a) for a in operands)
        told = f"the average of {figures} is {stated(one).words()}"
        again = f"the average of {figures} is {stated(one).like(verdict[1])}"
        yield Recount("average", told, again, verdict[0], stated(one), verdict[1], tuple(a.value for a in parts))


def _average(one: Quantity, total: Quantity, count: Quantity) -> Iterator[Recount]:
    result, whole, number = stated(one), stated(total), stated(count)
    verdict = judged(result, [whole, number], lambda pair: pair[0] / pair[1] if pair[1] else None)
    if verdict is None:
        return
    of = f"{whole.words()} over {number.words()}"
    told, again = f"{of} is an average of {result.words()}", f"{of} is an average of {result.like(verdict[1])}"
    yield Recount("average", told, again, verdict[0], result, verdict[1], (total.value, count.value))
