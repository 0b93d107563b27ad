"""Totals and products as sentences state them: "made up of", "N at $X each is $Y"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise
from math import prod

from foam_graph.findings.language.composed_text import plain
from foam_graph.findings.language.numerals import NUMBER, number_value
from foam_graph.findings.language.quantities import Quantity, find_quantities
from foam_graph.findings.sheet.counting.recounting import Recount, Stated, judged, stated
from foam_graph.findings.sheet.counting.summing import AVERAGE, LISTED, PRODUCT_IS, bare, same_unit, single_figures

_MADE_OF = re.compile(
    r"\b(?:(?:is|are|was|were|being)\s)?(?:made up of|made up as follows|composed of|consists? of|consisted of|consisting of"
    r"|comprises|comprised|comprising|the sum of|the total of|sum of|results? from adding|broken down (?:as|into)"
    r"|divided into|split (?:into|between)|namely|as follows)\b|(?<=[\d.]):(?=\s)|\(=|\s=\s",
    re.IGNORECASE,
)
_TOTAL_WORD = re.compile(
    r"\b(?:total|sum|in all|altogether|overall|together|amount|balance|bill|grand)\b", re.IGNORECASE
)
_GIVING = re.compile(
    r"(?:,|\band|\bwhich|\bthat|\bthese|\bthey|\bfor|\bto|\bin|[–—-])?\s*\b(?:together\s|all\s|in all\s|altogether\s)?"
    r"(?:a total of|totall?ing|making|makes?|making (?:up )?a total of|adding up to|adds? up to|added up to|comes? to|came to"
    r"|amounts? to|amounted to|sums? (?:up )?to|summing to|in total|in all|altogether|together|gives?|giving|equals?|total|is"
    r"|are|was|were)\s(?:a total of |a sum of |in all |altogether |together |in total |exactly )*$|\s=\s*$",
    re.IGNORECASE,
)
_STRONG = re.compile(
    r"\b(?:total|totall?ing|make|makes|making|add|adds|adding|added|come|comes|came|amount|amounts|amounted|sum|sums|altogether"
    r"|together|in all|in total)\b|=",
    re.IGNORECASE,
)
_TRAILING = re.compile(r"^\s*,?\s(?:in total|in all|altogether|together|overall)\b", re.IGNORECASE)
_BEYOND = re.compile(
    r"^\s?(?:more|less|fewer|higher|lower|above|below|over|under|short|than|since|so far|to date|including|counting|with those|per"
    r"|of (?!the\b)|a (?:day|week|month|year)|each)\b",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"^(?:with|given|at|on|for|in|from|after|although|while|if|since|because|of|besides|apart|despite|compared|by)\b[^,]*$",
    re.IGNORECASE,
)
_TOLD = re.compile(
    r"\b(?:I|we|you|he|she|they|it) (?:have|has|had|\w+ed|paid|spent|got|took|gave|sold|bought)\b", re.IGNORECASE
)
_SPOILT = re.compile(
    r"\b(?:of which|of them|including|includes?|thereof|each|per|apiece|every|minus|less|instead|rather than|not|without|excluding"
    r"|except|up to|more than|less than|or|from|instalments?|already)\b|\bx\b|×",
    re.IGNORECASE,
)
_EACH = re.compile(
    r"^[^.;,:\d]{0,50}?\s(?:at|for|of|costing|priced at|paid at|with)\s(?:a (?:rate|price|fee|cost|wage) of\s|only\s|just\s)?$",
    re.IGNORECASE,
)
_EACH_TAIL = re.compile(
    r"^\s?(?:each|apiece|a piece|per (?P<per>[a-z]+)|an? (?P<one>[a-z]+)|for each [a-z]+|every [a-z]+)\b", re.I
)
_COMING = re.compile(r"^\s(?:come|amount|add|make|total|are|were|give)\b", re.IGNORECASE)
_CLOSED = re.compile(r"^\s*(?:$|[,.;)]|in (?:all|total)\b|altogether\b|were\b|was\b|is\b|are\b)", re.IGNORECASE)
_FACTOR_BEFORE = re.compile(r"[\w%.)]\s?(?:x|×|\*|times|multiplied by)\s?$", re.IGNORECASE)
_TIMES = re.compile(r"^\s?(?:x|×|\*|times|multiplied by)\s?$", re.IGNORECASE)


def totals(text: str) -> Iterator[Recount]:
    """The totals and products that a sentence states together with what they are made of; none of one that averages.

    Args:
        text: The sentence.
    """
    found = single_figures(text)
    if len(found) >= 3 and not AVERAGE.search(text):
        yield from _products(text, found)
        yield from _made_of(text, found)
        yield from _giving(text, found)


def _made_of(text: str, found: Sequence[Quantity]) -> Iterator[Recount]:
    """Of the form "T is made up of A, B and C"."""
    for cue in _MADE_OF.finditer(text):
        before = [one for one in found if one.end <= cue.start()]
        after = [one for one in found if one.start >= cue.end()]
        if not before or len(after) < 2 or len(text[before[-1].end : cue.start()]) > 80:
            continue
        total = before[-1]
        weak = cue.group().strip() in (":", "=", "(=") or cue.group().lower() in ("namely", "as follows")
        if weak and len(before) > 1 and not _TOTAL_WORD.search(text[: cue.start()]):
            continue
        parts = _list_of(_amounts_alone(text, after, total), after, total)
        if parts and not _SPOILT.search(text[cue.end() : parts[-1].end]) and not _several(text, parts, cue.end()):
            yield from _sum(total, parts)
            return
        yield from _of_several(text[cue.end() :], total)


def _of_several(text: str, total: Quantity) -> Iterator[Recount]:
    """Of the form "T is made up of two fares at $48 each and a berth for $20": parts that count more than once."""
    if not total.unit.startswith("money:"):
        return
    segments = re.split(r",\s(?:and\s|plus\s)?|\s(?:and|plus)\s|;\s(?:and\s)?", re.split(r"\.(?:\s|$)|:\s", text)[0])
    parts = [_part(segment.strip(), total.unit) for segment in segments]
    known = [one for one in parts if one is not None]
    if len(known) < 2 or len(known) != len(parts) or all(many == 1 for many, _ in known):
        return
    result = stated(total)
    operands = [figure for _, figure in known]
    verdict = judged(
        result, operands, lambda all_: sum((many * one for (many, _), one in zip(known, all_, strict=True)), Decimal(0))
    )
    if verdict is not None:
        figures = " + ".join(f"{plain(many)} x {bare(one)}" if many > 1 else bare(one) for many, one in known)
        told, again = f"{figures} is {result.words()}", f"{figures} is {result.like(verdict[1])}"
        yield Recount("sum", told, again, verdict[0], result, verdict[1], tuple(one.value for one in operands))


_PART = re.compile(
    rf"^(?:the |a |an |one )?(?:(?P<many>{NUMBER})\s)?(?P<things>(?:[a-z][a-z'-]*\s){{0,4}}?)(?P<link>of|at|for|costing)?\s?$",
    re.IGNORECASE,
)


def _part(segment: str, unit: str) -> tuple[Decimal, Stated] | None:
    """How often a part counts and its size; None where it is not plain which of the two a figure is."""
    money = [one for one in find_quantities(segment) if one.unit == unit]
    lead = _PART.match(segment[: money[0].start]) if len(money) == 1 else None
    if lead is None or money[0].comparator != "=" or money[0].high is not None:
        return None
    tail = segment[money[0].end :]
    each = re.match(r"\s(?:each|apiece|a piece)\b", tail)
    if re.search(r"\d", tail):
        return None
    many = number_value(lead["many"]) if lead["many"] else Decimal(1)
    if many is None or (each and not lead["many"]):
        return None
    if many > 1 and not each and (lead["link"] or "").lower() not in ("of", "at"):
        return None
    return many, stated(money[0])


def _list_of(text: str, after: Sequence[Quantity], total: Quantity) -> list[Quantity]:
    """The amounts of a list behind a cue, all of the total's unit; empty where another amount stands among them."""
    kept: list[Quantity] = []
    money = total.unit.startswith("money:")
    for one in after:
        if money and kept and not one.unit.startswith("money:") and one.unit != "percent":
            continue
        if kept and not LISTED.match(text[kept[-1].end : one.start]):
            break
        if not same_unit(one, total) or one.role == "delta" or one.comparator not in ("=", "~") or one.partial:
            return []
        kept.append(one)
    last = text[kept[-1].end :] if kept else ""
    if len(kept) < 2 or not re.search(r"\band\b|\bplus\b|\+|&|;", text[kept[-2].end : kept[-1].start]):
        return []
    return [] if re.match(r"[^.;]*\d", re.sub(r"\b(?:19|20)\d\d\b|\b\d{1,2}\s[A-Z][a-z]+", "", last)) else kept


def _amounts_alone(text: str, after: Sequence[Quantity], total: Quantity) -> str:
    """A text in which, where money is added up, other figures have letters: "$96,000 for 48 inspections"."""
    kept = list(text)
    for one in after if total.unit.startswith("money:") else ():
        if not one.unit.startswith("money:"):
            kept[one.start : one.end] = ["n" if char.isdigit() else char for char in text[one.start : one.end]]
    return "".join(kept)


def _several(text: str, parts: Sequence[Quantity], begin: int) -> bool:
    """Whether a part is one of several of its size ("20 grants of $500"): then it counts more than once."""
    return any(_SEVERAL.search(text[begin : one.start]) for one in parts)


_SEVERAL = re.compile(rf"(?<![$€£.,\d])\b(?:{NUMBER})\s(?:[a-z-]+\s){{1,3}}(?:of|at|with)\s$", re.IGNORECASE)


def _giving(text: str, found: Sequence[Quantity]) -> Iterator[Recount]:
    """Of the form "A, B and C come to T": the last amount is the total of those before it."""
    if len(found) < 3:
        return
    for last in range(2, len(found)):
        total, parts = found[last], found[:last]
        told = text[parts[-1].end : total.start]
        giving = _GIVING.search(told)
        trailing = _TRAILING.match(text[total.end :])
        if not (giving and _STRONG.search(told)) and not (
            trailing and (giving or re.search(r"[,;:–—-]\s*(?:or\s)?$", told))
        ):
            continue
        while parts and not all(LISTED.match(text[a.end : b.start]) for a, b in pairwise(parts)):
            parts = parts[1:]
        if len(parts) < 2 or not _of_one_unit(parts, total) or AVERAGE.search(told):
            continue
        if any(one.comparator not in ("=", "~") or one.role == "delta" or one.partial for one in parts):
            continue
        if not re.search(r"\band\b|\bplus\b|\+|&", text[parts[-2].end : parts[-1].start]):
            continue
        if _SPOILT.search(text[parts[0].start : total.start]) or re.search(r"[.;]\s", told):
            continue
        if _BEYOND.match(text[total.end :]) or _several(text, parts, 0) or not _named(parts, total):
            continue
        yield from _sum(total, _suffix(parts, total) or (() if _aside(text[: parts[0].start]) else parts))
        return


def _of_one_unit(parts: Sequence[Quantity], total: Quantity) -> bool:
    """Whether all parts are counted as the total is; of money the sign may stand with some of them only."""
    if all(same_unit(one, total) for one in parts):
        return True
    money = [one for one in parts if one.unit == total.unit and one.period in ("", parts[0].period)]
    return total.unit.startswith("money:") and bool(money) and all(one in money or not one.unit for one in parts)


def _aside(lead: str) -> bool:
    """Whether a list stands in an adverbial ("with the 3 of last year and 4 more, 8 in all"), not in what is told itself."""
    return bool(_ASIDE.match(lead)) and not _TOLD.search(lead)


def _named(parts: Sequence[Quantity], total: Quantity) -> bool:
    """Whether a part says what is counted, where the total does: bare numbers may number pages or rooms."""
    return not total.unit or any(one.unit for one in parts)


def _suffix(parts: Sequence[Quantity], total: Quantity) -> Sequence[Quantity]:
    """The last parts of a list that make the total, where an amount of another clause stands before them."""
    tails = (parts[start:] for start in range(len(parts) - 1))
    return next((tail for tail in tails if sum(one.value for one in tail) == total.value), ())


def _sum(total: Quantity, parts: Sequence[Quantity]) -> Iterator[Recount]:
    if not parts:
        return
    result, operands = stated(total), [replace(stated(one), unit=total.unit) for one in parts]
    verdict = judged(result, operands, lambda all_: sum(all_, Decimal(0)))
    if verdict is None:
        return
    figures = " + ".join(bare(one) for one in operands)
    told = f"{figures} is {result.words()}"
    again = f"{figures} is {result.like(verdict[1])}"
    values = tuple(one.value for one in operands)
    yield Recount("sum", told, again, verdict[0], result, verdict[1], values)


def _products(text: str, found: Sequence[Quantity]) -> Iterator[Recount]:
    """Of the form "N at X each is Y", "N x X = Y", "At X per hour, N hours for M weeks give Y"."""
    for one, two, three in zip(found, found[1:], found[2:], strict=False):
        told, tail = text[one.end : two.start], text[two.end : three.start]
        if two.unit != three.unit and not (one.unit == three.unit and _TIMES.match(told)):
            continue
        if one.partial or two.partial or three.role == "delta":
            continue
        # "5 x 1 % x $68,400": two factors of three are no product, and a share is none as it stands.
        if _TIMES.match(told) and (_FACTOR_BEFORE.search(text[: one.start]) or "percent" in (one.unit, two.unit)):
            continue
        each = _EACH_TAIL.match(tail) or two.period
        if told == " of " and two.unit.startswith("money:") and one.text.endswith("s") and not one.generic():
            if _COMING.match(tail) and PRODUCT_IS.match(tail):
                yield from _product(three, (one, two))
            continue
        if _TIMES.match(told) or (_EACH.match(told) and each and _per_fits(one, two)):
            rest = _EACH_TAIL.sub("", tail, count=1)
            bare = rest.strip() in ("=", ",", ":") and _CLOSED.match(text[three.end :])
            if PRODUCT_IS.match(rest) or bare:
                yield from _product(three, (one, two))
    yield from _rates(text, found)


def _per_fits(count: Quantity, rate: Quantity) -> bool:
    """Whether an amount per something is per what is counted ("12 hours at $20 per hour")."""
    return not rate.period or not count.unit or rate.period == count.unit or rate.period not in _TIMES_OF


_TIMES_OF = frozenset({"hour", "day", "week", "month", "quarter", "year", "night"})


def _rates(text: str, found: Sequence[Quantity]) -> Iterator[Recount]:
    """Of the form "At $20 per hour, 28 hours per week for four weeks give $2,240": a chain in which each unit is the next one's."""
    for start, rate in enumerate(found):
        if not rate.period or rate.period not in _TIMES_OF or rate.comparator != "=":
            continue
        chain, wanted = [rate], rate.period
        for one in found[start + 1 :]:
            gap = text[chain[-1].end : one.start]
            if re.search(r"[.;]", gap) or re.search(r"\b(?:and|but|while|or|instead)\b", gap):
                break
            if one.unit == wanted and one.comparator == "=" and not one.partial:
                chain.append(one)
                wanted = one.period
                continue
            given = _GIVES.search(gap) or (re.fullmatch(r",\s(?:or\s)?", gap) and _TRAILING.match(text[one.end :]))
            if len(chain) > 1 and one.unit == rate.unit and given and (not wanted or one.period == wanted):
                several = _each_of(text, found[:start], rate, chain[1])
                if several != ():
                    yield from _product(one, (*(several or ()), *chain))
            break


def _each_of(text: str, before: Sequence[Quantity], rate: Quantity, following: Quantity) -> tuple[Quantity, ...] | None:
    """The number of things that a rate is paid for each of ("two boats at $50 a day each"); None where there is none.

    Empty where a number stands before the rate that may count or not.
    """
    count = before[-1] if before else None
    if count is None or count.generic() or not _EACH.match(text[count.end : rate.start]) or count.unit == rate.period:
        return None
    return (count,) if re.search(r"\b(?:each|apiece|a piece)\b", text[rate.end : following.start]) else ()


_GIVES = re.compile(
    r"(?:\b(?:amounts? to|amounted to|comes? to|came to|gives?|gave|would give|makes?|made|is|are|was|were|equals?|totals?"
    r"|totall?ing|would be)\b|=)\s(?:gross [a-z]+ of |a total of |[a-z]+ of )?$",
    re.IGNORECASE,
)


def _product(total: Quantity, factors: Sequence[Quantity]) -> Iterator[Recount]:
    result, operands = stated(total), [stated(one) for one in factors]
    verdict = judged(result, operands, lambda all_: Decimal(prod(all_)))
    if verdict is None:
        return
    figures = " x ".join(bare(one) for one in operands)
    told = f"{figures} is {result.words()}"
    again = f"{figures} is {result.like(verdict[1])}"
    yield Recount("product", told, again, verdict[0], result, verdict[1], tuple(one.value for one in operands))
