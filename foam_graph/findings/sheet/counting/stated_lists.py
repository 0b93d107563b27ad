"""Lists with their total behind them, and changes between two figures that no "from … to" joins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

from foam_graph.findings.language.quantities import Quantity, find_quantities
from foam_graph.findings.language.wording import an
from foam_graph.findings.sheet.counting.recounting import Recount, Stated, judged, shown, stated

_ALL = re.compile(r"^[^,.;\d]{0,25}?\b(?:in all|altogether|in total|all told|together)\b", re.IGNORECASE)
_ALL_BEFORE = re.compile(
    r"\b(?:in all|altogether|in total|all told|together|a total of|making|makes)\s$", re.IGNORECASE
)
_NEXT = re.compile(r"^[\w'’-]*(?:\s[\w'’-]+){0,3}\s?(?:,\s(?:and\s)?|and\s)(?:a |an |the |another )?$")
_TOTAL = re.compile(
    r"^(?:\W*)(?:to pay|total|sum|grand total|amount (?:due|payable)|(?:balance )?due|payable|in all|altogether|together|that (?:is|makes|comes to|gives)"
    r"|this (?:is|makes|comes to|gives)|which (?:is|makes)|all told)\b",
    re.IGNORECASE,
)
_SPOILT = re.compile(
    r"\b(?:each|per|apiece|every|less|minus|discount|deposit|already|of which|including|incl|vat|tax|x|instead|not)\b|[×%]",
    re.I,
)
_CHANGE = re.compile(
    r"(?:,|[–—-]|\bor|\bi\.e\.,?|\bthat is,?|\bwhich is)\s(?:an? |by )?(?P<way>decrease|fall|drop|decline|reduction|cut|rise|increase|growth|gain)?(?:\sof|\sby)?\s?"
    r"(?P<share>\d+(?:\.\d+)?)\s?(?:percent|per cent|%)",
    re.IGNORECASE,
)
_DOWN = frozenset({"decrease", "fall", "drop", "decline", "reduction", "cut"})


def lists(text: str) -> Iterator[Recount]:
    """Counts of unlike things with their number in all ("3 chairs, 2 tables and 4 lamps, 9 pieces in all").

    Args:
        text: The sentence.
    """
    found = [q for q in find_quantities(text) if q.comparator == "=" and q.high is None and q.unit != "clock"]
    for place, total in enumerate(found):
        after = bool(_ALL.match(text[total.end :])) or bool(_ALL_BEFORE.search(text[: total.start]))
        parts = _row(text, found[:place])
        if not after or len(parts) < 2 or total.generic() or any(q.generic() or q.partial for q in parts):
            continue
        if len({q.unit for q in parts}) == 1 or _SPOILT.search(text[parts[0].start : total.end]):
            continue
        yield from _sum(total, parts)


def _row(text: str, found: list[Quantity]) -> list[Quantity]:
    """The amounts at the end of a list that follow each other with nothing but commas and "and" between them."""
    row: list[Quantity] = []
    for one in reversed(found):
        if row and not _NEXT.match(text[one.end : row[0].start]):
            break
        row.insert(0, one)
    return row


def total_behind(text: str, after: str) -> Iterator[Recount]:
    """Sums of money that a sentence lists, with their total in the next one ("To pay: £233").

    Args:
        text: The sentence.
        after: The next one.
    """
    if not _TOTAL.match(after) or _SPOILT.search(text) or _SPOILT.search(after):
        return
    parts = [q for q in find_quantities(text) if q.unit.startswith("money:") and q.comparator == "=" and not q.period]
    results = [q for q in find_quantities(after) if q.unit.startswith("money:")]
    if len(parts) < 2 or len(results) != 1 or {q.unit for q in parts} != {results[0].unit}:
        return
    yield from _sum(results[0], parts)


def _sum(total: Quantity, parts: list[Quantity]) -> Iterator[Recount]:
    result, operands = stated(total), [stated(one) for one in parts]
    found = judged(result, operands, lambda values: sum(values, Decimal(0)))
    if found is None:
        return
    verdict, computed = found
    added = " + ".join(one.text for one in operands)
    yield Recount(
        "sum", f"{added} is {result.like(result.value)}", f"it is {result.like(computed)}", verdict, result, computed,
        tuple(one.value for one in operands),
    )  # fmt: skip


def moved(text: str) -> Iterator[Recount]:
    """Two counts of one thing and the change between them ("had 40 fires and in the next year 30, a fall of 25 percent").

    Args:
        text: The sentence, its dates without figures.
    """
    match = _CHANGE.search(text)
    if match is None or not match["way"]:
        return
    body = text[: match.start()]
    found = [
        q
        for q in find_quantities(body)
        if q.high is None and q.role in ("level",) and q.unit not in ("percent", "clock")
    ]
    found = [q for q in found if not 1500 <= q.value <= 2100 or q.unit]
    bare = re.findall(r"(?<![\w.,/-])\d[\d,]*(?:\.\d+)?(?![\w/-]|\.\d)", body)
    if len(found) != 2 or len(bare) > 3 or {q.unit for q in found} - {"", found[0].unit} or found[0].partial:
        return
    one, two = stated(found[0]), stated(found[1])
    result = replace(
        stated(found[0]), value=Decimal(match["share"]), unit="percent", step=_step(match["share"]), rounded=False
    )
    way = match["way"].lower()
    sign = -1 if way in _DOWN else 1
    outcome = judged(result, [one, two], lambda v: (v[1] - v[0]) * 100 / v[0] * sign if v[0] else None)
    if outcome is None:
        return
    yield _change(way, one, two, result, *outcome)


def _step(figure: str) -> Decimal:
    return Decimal(1).scaleb(-len(figure.partition(".")[2]))


def _change(way: str, one: Stated, two: Stated, result: Stated, verdict: object, computed: Decimal) -> Recount:
    told = f"from {one.text} to {two.text} is {an(way)} of {shown(result.value, 'percent')}"
    again = f"it is {shown(computed, 'percent')}"
    right = "right" if verdict == "right" else "wrong"
    return Recount("change", told, again, right, result, computed, (one.value, two.value))  # type: ignore[arg-type]
