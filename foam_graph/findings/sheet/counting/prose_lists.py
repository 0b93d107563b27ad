"""Counts that a sentence lists under their labels, with what they come to in a sentence beside it: "Figure 1: 12 panels; Figure 2: 18. In all 30 panels"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Final

from foam_graph.findings.language.quantities import find_quantities
from foam_graph.findings.passages import Passage
from foam_graph.findings.sheet.counting.recounting import Carried, Recount, Stated, judged, stated

_ITEM: Final = re.compile(r"^\W*(?P<label>(?:the )?[A-Za-z][\w '’/().-]{0,40}?)(?::| [–-]) ?(?P<n>\d[\d,]*(?:\.\d+)?)(?: (?P<noun>[a-z][a-z-]+))?\W*$")  # fmt: skip
_TOTAL: Final = re.compile(r"\b(?:in all|altogether|in total|all told|the total (?:is|was)|together (?:that|these|this|they)|a total of)\b", re.IGNORECASE)  # fmt: skip
_NOT_ALL: Final = re.compile(r"\b(?:of (?:them|these|which)|without|apart from|except|besides|other than|more than|at least|at most|about|some)\b", re.IGNORECASE)  # fmt: skip
_LEAST: Final = 3
_BESIDE: Final = 2


def prose_lists(told: Sequence[Passage]) -> Iterator[Carried]:
    """The lists of one document that have their total in a sentence beside them.

    Args:
        told: Its sentences, dates without figures.
    """
    for place, one in enumerate(told):
        counted = _counts(one.text)
        if counted is None:
            continue
        values, noun = counted
        around = [*told[place + 1 : place + 1 + _BESIDE], *told[max(0, place - _BESIDE) : place]]
        totals = [(other, total) for other in around if (total := _total(other.text, noun)) is not None]
        if len(totals) != 1:
            continue
        other, total = totals[0]
        operands = [Stated(value, total.unit, text=str(value)) for value in values]
        found = judged(total, operands, lambda each: sum(each, Decimal(0)))
        if found is None:
            continue
        verdict, computed = found
        added = " + ".join(f"{value:,}" for value in values)
        recount = Recount(
            "sum", f"{added} is {total.like(total.value)}", f"it is {total.like(computed)}", verdict, total, computed, tuple(values),
        )  # fmt: skip
        yield Carried(recount, (other, one))


def _counts(text: str) -> tuple[list[Decimal], str] | None:
    """The counts of a sentence that is nothing but a list under labels, with the noun that its first item has."""
    items = [_ITEM.match(part) for part in re.split(r";\s|,\s(?=[A-Z])", text.strip().rstrip("."))]
    if len(items) < _LEAST or any(item is None for item in items):
        return None
    nouns = {item["noun"].rstrip("s") for item in items if item is not None and item["noun"]}
    first = items[0]["noun"] if items[0] is not None else None
    if first is None or len(nouns) != 1:
        return None
    return [Decimal(item["n"].replace(",", "")) for item in items if item is not None], first.rstrip("s")


def _total(text: str, noun: str) -> Stated | None:
    """The one figure of a sentence that says how many of a thing there are in all."""
    if not _TOTAL.search(text) or _NOT_ALL.search(text):
        return None
    found = [q for q in find_quantities(text) if q.unit.rstrip("s") == noun and q.comparator == "=" and q.high is None]
    return stated(found[0]) if len(found) == 1 and len(find_quantities(text)) == 1 else None
