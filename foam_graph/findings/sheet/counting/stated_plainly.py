"""Sums, shares and changes read off the figures of a sentence alone, where no form of words is known: what is left to be counted.

A sentence with three amounts of money and a word of adding up states a sum, whatever its order; one with a part, a whole and one
percentage states a share; one with "from", "to" and one percentage states a change.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from foam_graph.findings.language.numerals import NUMBER, number_value
from foam_graph.findings.language.quantities import Quantity, find_quantities
from foam_graph.findings.sheet.counting.recounting import Recount, Stated, judged, shown, stated

_ADDED = re.compile(
    r"\b(?:totals?|totall?ing|sums?|in all|altogether|all told|together|add(?:s|ed|ing)?|plus|equals?|makes?|making|made up|consists?|consisting"
    r"|comprises?|composed|namely|comes? to|came to|amounts? to|gives?|giving|broken down)\b|=|[:;]\s",
    re.IGNORECASE,
)
_SPOILT = re.compile(
    r"\b(?:of which|of them|including|includes?|thereof|each|per|apiece|every|minus|less|instead|rather than|not|without|excluding"
    r"|except|up to|at least|more than|less than|or|from|instalments?|already|discount|credit|refund|limit|at most|difference|average)\b|\bx\b|×",
    re.IGNORECASE,
)
_PART = re.compile(
    rf"\b(?P<n>{NUMBER})(?! ?(?:%|percent|per cent))(?: [a-z-]+){{0,2}}? (?:out )?of (?:the |its |our |their |all |these )?(?P<m>{NUMBER})\b(?! ?(?:%|percent))"
    rf"|\b(?:out )?of (?:the |its |our |their |all |these )?(?P<m2>{NUMBER})(?: [a-z-]+){{1,3}},? (?:only |just )?(?P<n2>{NUMBER})\b(?! ?(?:%|percent))",
    re.IGNORECASE,
)
_CHANGE = re.compile(
    r"\b(?:increas\w+|ris(?:e|es|en|ing)|rose|gr[eo]w\w*|climb\w*|gain\w*|went up|up|fell|fall\w*|decreas\w+|drop\w*|declin\w+|reduc\w+|went down|down|shr[aiu]nk\w*|plus|cut)\b",
    re.IGNORECASE,
)
_LEVELS = re.compile(rf"\bfrom (?P<a>{NUMBER})(?: [a-z]+)?(?: in \d{{4}})? to (?P<b>{NUMBER})\b", re.IGNORECASE)
_OF_WHAT = re.compile(r"^\sof (?:the |all |our |its |their )?(?P<noun>[a-z]+)", re.IGNORECASE)
_IN_WHAT = re.compile(r"^\s(?:in|of) [a-z]", re.IGNORECASE)
_ANOTHER = re.compile(r"\b(?:and|but|while|whereas|than)\b|;", re.IGNORECASE)
"""What begins something else that is told of the same things."""
_HARDLY = 2
"""A sum that is off by more than this factor is no sum: the largest amount is something else."""


def plain_sums(text: str) -> Iterator[Recount]:
    """The sum that the amounts of money in a sentence make, the largest being what the others add up to.

    Args:
        text: The sentence.
    """
    found = find_quantities(text)
    money = [one for one in found if one.unit.startswith("money:")]
    if len(money) < 3 or len({one.unit for one in money}) != 1 or _SPOILT.search(text):
        return
    if any(one.comparator != "=" or one.high is not None or one.period or one.role == "delta" for one in money):
        return
    total = max(money, key=lambda one: one.value)
    if sum(one.value == total.value for one in money) > 1 or total not in (money[0], money[-1]):
        return
    parts = [one for one in money if one is not total]
    ahead, behind = total is money[0], text[total.end :]
    link = behind[: parts[0].start - total.end] if ahead else text[parts[-1].end : total.start] + " " + behind[:40]
    if _several(text, parts) or not _ADDED.search(link):
        return
    result, operands = stated(total), [stated(one) for one in parts]
    verdict = judged(result, operands, lambda all_: sum(all_, Decimal(0)))
    if verdict is None or not result.value / _HARDLY < verdict[1] < result.value * _HARDLY:
        return
    figures = " + ".join(one.words() for one in operands)
    again = f"{figures} is {result.like(verdict[1])}"
    yield Recount(
        "sum", f"{figures} is {result.words()}", again, verdict[0], result, verdict[1], tuple(o.value for o in operands)
    )


def _several(text: str, parts: Sequence[Quantity]) -> bool:
    """Whether a part is the price of one of several ("six lamps at $30")."""
    return any(re.search(r"(?<![$€£.,\d])\b\d+ (?:[a-z-]+ ){1,3}(?:of|at|for) $", text[: one.start]) for one in parts)


def plain_shares(text: str) -> Iterator[Recount]:
    """The share that a sentence gives of a part and a whole, in whatever order it names the three.

    Args:
        text: The sentence.
    """
    percents = [one for one in find_quantities(text) if one.unit == "percent"]
    matches = list(_PART.finditer(text))
    if len(percents) != 1 or len(matches) != 1 or percents[0].role == "delta" or _CHANGE.search(text):
        return
    match = matches[0]
    base = _OF_WHAT.match(text[percents[0].end :])
    named = re.match(r"\s(?P<noun>[a-z]+)", text[match.end() :])
    if (
        base is not None
        and named is not None
        and base["noun"].lower() not in text[match.start() : match.end() + 30].lower()
    ):
        return  # a share of something else
    some, every = number_value(match["n"] or match["n2"]), number_value(match["m"] or match["m2"])
    if some is None or every is None or not 0 < some < every or match.start() <= percents[0].start < match.end():
        return
    figures = [q for q in find_quantities(text) if q is not percents[0] and not match.start() <= q.start < match.end()]
    if figures:
        return
    first, last = sorted(((match.start(), match.end()), (percents[0].start, percents[0].end)))
    if _ANOTHER.search(text[first[1] : last[0]]):
        return
    result = stated(percents[0])
    verdict = judged(result, [Stated(some, ""), Stated(every, "")], lambda two: two[0] * 100 / two[1])
    if verdict is not None:
        of = f"{some} of {every}"
        yield Recount(
            "share",
            f"{of} is {result.words()}",
            f"{of} is {shown(verdict[1], 'percent')}",
            verdict[0],
            result,
            verdict[1],
            (some, every),
        )


def plain_changes(text: str) -> Iterator[Recount]:
    """The change that a sentence gives in percent with the levels that it is between.

    Args:
        text: The sentence.
    """
    percents = [one for one in find_quantities(text) if one.unit == "percent"]
    levels = _LEVELS.search(text)
    if len(percents) != 1 or levels is None or not _CHANGE.search(text) or _IN_WHAT.match(text[percents[0].end :]):
        return
    if not any(q.unit and levels.start() <= q.start < levels.end() for q in find_quantities(text)):
        return  # hours, numbers of rooms and the like
    one, two = number_value(levels["a"]), number_value(levels["b"])
    if not one or two is None or re.match(r"\s?(?:%|percent)", text[levels.end() :]):
        return
    result = replace(stated(percents[0]), points=False)
    verdict = judged(result, [Stated(one, ""), Stated(two, "")], lambda pair: abs(pair[1] - pair[0]) * 100 / pair[0])
    if verdict is not None:
        told, moved = f"from {one} to {two}", "an increase" if two > one else "a reduction"
        yield Recount("change", f"{told} is {moved} of {result.words()}", f"{told} is {moved} of {shown(verdict[1], 'percent')}",
                      verdict[0], result, verdict[1], (one, two))  # fmt: skip
