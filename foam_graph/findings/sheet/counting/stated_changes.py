"""Changes and differences as sentences state them: "from A to B, a reduction of P percent", "A exceeds B by D"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from foam_graph.findings.language.quantities import Quantity, find_quantities
from foam_graph.findings.language.wording import an
from foam_graph.findings.sheet.counting.recounting import Recount, Stated, judged, stated

_UP = r"increase|rise|growth|gain|jump|climb|surge|improvement"
_DOWN = r"reduction|fall|drop|decrease|decline|cut|loss|saving|decrement|shortfall"
_NOUN = re.compile(
    rf"\b(?:an?|the|one|its|this|which is|that is|or|total|relative|overall|net)\s(?:[a-z-]+\s){{0,2}}?"
    rf"(?P<noun>{_UP}|{_DOWN}|change|difference)\s(?:in [a-z ]{{3,40}} )?(?:of|is|was|by)\s"
    r"(?:about |nearly |almost |roughly |some |around |approximately |only |just |over |more than )*$",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"(?:,|\bis|\bwas|[–—-])\s(?:which is |that is |or )?an?\s(?:about |nearly )?$", re.IGNORECASE)
_NAMED = re.compile(rf"^[\s-](?P<noun>{_UP}|{_DOWN}|change)\b", re.IGNORECASE)
_BY = re.compile(
    r"(?:\bby\s|\(\s*(?:up |down |plus |minus |by |[-+−–]\s?)?|,\s(?:that is|i\.e\.|or|up|down|by)\s(?:by\s|up\s|down\s)?)"
    r"(?:about |nearly |almost |roughly |some |around |approximately |only |just )*$",
    re.IGNORECASE,
)
_ROSE = re.compile(r"\b(?:rose|risen|rises?|grew|grown|increased?|climbed|jumped|raised|went up|up)\b", re.IGNORECASE)
_FELL = re.compile(
    r"\b(?:fell|fallen|falls?|dropped|decreased?|declined?|shrank|shrunk|cut|reduced|lowered|went down|down|sank)\b",
    re.IGNORECASE,
)
_DIRECT = re.compile(
    r"\b(?:by|rose|risen|grew|grown|increased|climbed|jumped|fell|fallen|dropped|decreased|declined|shrank)\s(?:about |nearly |some )?$",
    re.IGNORECASE,
)
_SINCE = re.compile(r",\s(?P<way>up|down)\s(?:by\s)?(?:about |nearly |some )?$", re.IGNORECASE)
_FROM = re.compile(r"\bfrom\s(?:about |nearly |some |only |over )*$", re.IGNORECASE)
_TO = re.compile(r"^[^,;.:\d]{0,40}?(?:\b(?:19|20)\d\d\s)?\bto\s(?:about |nearly |some |only |over )*$", re.IGNORECASE)
_OVER = r"exceeds?|exceeded|is above|is over|was above|was over|lies above|is higher than|was higher than|is more than|was more than"
_UNDER = (
    r"is below|was below|is under|was under|falls? short of|fell short of|is lower than|was lower than|is less than"
    r"|was less than|lies below|is short of"
)
_AGAINST = re.compile(
    rf"^[^.;:\d]{{0,40}}?\b(?P<verb>{_OVER}|{_UNDER})\s(?:the |a |its |their )?(?:[a-z-]+ ){{0,5}}?(?:of |at )?$",
    re.IGNORECASE,
)
_GAP_BY = re.compile(r"^[^.;:\d]{0,60}?\bby\s(?:exactly |only |just |about |nearly )?$", re.IGNORECASE)
_IS = re.compile(
    r"^\s(?:[a-z ]{0,30})?\b(?:is|are|was|were|lies|stands?|comes out)\s(?:only |just |about |nearly )?$", re.IGNORECASE
)
_BESIDE = re.compile(
    r"^\s(?P<way>below|under|short of|less than|lower than|beneath|above|over|more than|higher than)\s"
    r"(?:the |a |its |their )?(?:[a-z-]+ ){0,5}?(?:of |at )?$",
    re.IGNORECASE,
)
_TAKING = re.compile(
    r"^[^.;:\d,]{0,30}?\s(?P<sign>less|minus|plus|and a further)\s(?:the |a |an )?(?:[a-z-]+ ){0,4}?(?:of )?$", re.I
)
_GIVES = re.compile(
    r"^[^.;:\d]{0,40}?(?:\b(?:is|are|gives?|makes?|leaves?|equals?|comes? to|amounts? to|left|results? in|leaving|giving|making)\b|=)\s(?:a total of |a balance of )?$",
    re.IGNORECASE,
)


def changes(text: str, after: str = "") -> Iterator[Recount]:
    """The changes and differences that a sentence states together with what they are between.

    Args:
        text: The sentence.
        after: The sentence behind it, read where it says how large the change is.
    """
    found = [one for one in find_quantities(text) if one.high is None]
    yield from _moves(text, found, after)
    yield from _compared(text, found)
    yield from _gaps(text, found)
    yield from _taken_away(text, found)


def _moves(text: str, found: Sequence[Quantity], after: str) -> Iterator[Recount]:
    """A level before and after with the change that is said of them."""
    for place, (one, two) in enumerate(pairwise(found)):
        if not _FROM.search(text[: one.start]) or not _TO.match(text[one.end : two.start]):
            continue
        if not _alike(one, two) or two.unit == "clock":
            continue
        change = _told_behind(text, found[place + 2 :], two) or _told_before(text, found[:place], one)
        if change is None and len(found) == place + 2:
            change = _told_next(after, two.unit)
        if change is None:
            continue
        made = _change(one, two, *change, _way(text[: one.start]))
        if made is not None:
            yield made


def _compared(text: str, found: Sequence[Quantity]) -> Iterator[Recount]:
    """Of the form "40 tonnes in 2024, down 20 percent from 50 tonnes in 2020"."""
    for two, change, one in zip(found, found[1:], found[2:], strict=False):
        way = _SINCE.search(text[two.end : change.start])
        if way is None or not re.fullmatch(r"\sfrom\s(?:about |nearly |some )?", text[change.end : one.start]):
            continue
        if not _alike(one, two) or not one.unit or change.period:
            continue
        made = _change(one, two, _fitting(change, two.unit), "", way["way"].lower())
        if made is not None:
            yield made


def _alike(one: Quantity, two: Quantity) -> bool:
    """Whether two amounts are levels of one unit; the first may leave the unit to the second ("from 12 to 9 hours")."""
    return (one.unit == two.unit or not one.unit) and one.period in ("", two.period) and one.value != two.value


def _told_behind(text: str, rest: Sequence[Quantity], two: Quantity) -> tuple[Stated, str] | None:
    """The change said behind the levels."""
    if not rest:
        return None
    told = text[two.end : rest[0].start]
    noun = _NOUN.search(told) or (_ARTICLE.search(told) and _NAMED.match(text[rest[0].end :]))
    if (
        rest[0].period
        or re.search(r"[;]|\d\D*\d", re.sub(r"\b(?:19|20)\d\d\b", "", told))
        or not (noun or _BY.search(told))
    ):
        return None
    if re.match(r"\s(?:of (?!the (?:rate|original|previous|earlier|former))|more|fewer|than)", text[rest[0].end :]):
        return None
    return _fitting(rest[0], two.unit), noun["noun"].lower() if noun else ""


def _told_before(text: str, ahead: Sequence[Quantity], one: Quantity) -> tuple[Stated, str] | None:
    """The change said before the levels: "fell by 35 percent from 8.0 to 5.2 percent"."""
    if not ahead or not re.fullmatch(r"\s*(?:\([^)]*\)\s)?,?\s*from\s", text[ahead[-1].end : one.start]):
        return None
    before = text[: ahead[-1].start]
    noun = _NOUN.search(before)
    if not (noun or _DIRECT.search(before)):
        return None
    return _fitting(ahead[-1], one.unit), noun["noun"].lower() if noun else ""


_NEXT = re.compile(
    rf"^(?:this|that|the|which)\s(?:is\s|was\s|means\s)?(?:an?\s|the\s)?(?:relative\s|overall\s|total\s)?"
    rf"(?P<noun>{_UP}|{_DOWN}|change|difference)\b",
    re.IGNORECASE,
)


def _told_next(after: str, unit: str) -> tuple[Stated, str] | None:
    """The change said in the next sentence: "The fall in the rate is a reduction of 25 percent"."""
    match = _NEXT.match(after)
    found = find_quantities(after)
    if match is None or len(found) != 1 or found[0].high is not None:
        return None
    if not re.search(r"\b(?:is|was|means|of|equals)\s(?:about |nearly )?$", after[: found[0].start]):
        return None
    return _fitting(found[0], unit), match["noun"].lower()


def _fitting(change: Quantity, unit: str) -> Stated:
    """A change; without a unit of its own it has that of the levels."""
    made = stated(change)
    return made if made.unit else replace(made, unit=unit)


def _way(before: str) -> str:
    """Which way a verb says that the level went."""
    if _ROSE.search(before[-80:]):
        return "" if _FELL.search(before[-80:]) else "up"
    return "down" if _FELL.search(before[-80:]) else ""


def _change(one: Quantity, two: Quantity, result: Stated, noun: str, way: str) -> Recount | None:
    """The recount of a change: in percent, in percentage points, or in the unit of the levels."""
    levels = [stated(one), stated(two)]
    levels[0] = replace(levels[0], unit=two.unit)
    rose = two.value > one.value
    name = noun if noun and noun != "change" else ("increase" if rose else "reduction")
    told = f"from {levels[0].words()} to {levels[1].words()} is {an(name)} of {_hedged(result)}"
    wrong_way = (noun and bool(re.fullmatch(_UP, noun)) != rose and bool(re.fullmatch(rf"{_UP}|{_DOWN}", noun))
                 and noun != "improvement") or (way and (way == "up") != rose)  # fmt: skip
    if wrong_way and not way:
        return None
    relative = result.unit == "percent" and not result.points
    verdict = None
    if relative:
        verdict = judged(result, levels, lambda two_: abs(two_[1] - two_[0]) * 100 / two_[0] if two_[0] else None)
    points = result.points or (relative and two.unit == "percent")
    if points and (verdict is None or verdict[0] == "wrong"):
        plainly = judged(replace(result, unit="percent"), levels, lambda two_: abs(two_[1] - two_[0]))
        if plainly is not None and (plainly[0] == "right" or result.points):
            verdict = plainly
            relative = False
            result = replace(result, points=True)
    elif not relative and result.unit == two.unit:
        verdict = judged(result, levels, lambda two_: abs(two_[1] - two_[0]))
    if verdict is None:
        return None
    value = Stated(verdict[1], "percent" if relative else result.unit, points=result.points and not relative).words()
    moved = "an increase" if rose else "a reduction"
    again = f"from {levels[0].words()} to {levels[1].words()} is {moved} of {value}"
    final = "wrong" if wrong_way else verdict[0]
    return Recount("change", told, again, final, result, verdict[1], (one.value, two.value))


def _hedged(result: Stated) -> str:
    lead = {">": "more than ", "<": "less than ", "~": "about "}.get(result.comparator, "")
    return lead + result.words()


def _gaps(text: str, found: Sequence[Quantity]) -> Iterator[Recount]:
    """Two amounts and how far one lies above or below the other."""
    for one, two, three in zip(found, found[1:], found[2:], strict=False):
        told, tail = text[one.end : two.start], text[two.end : three.start]
        if not one.unit or len({one.unit, two.unit, three.unit}) != 1 or "clock" in (one.unit,):
            continue
        against, beside = _AGAINST.match(told), _BESIDE.match(tail)
        if against is not None and _GAP_BY.match(tail):
            over = bool(re.fullmatch(_OVER, against["verb"], re.IGNORECASE))
            verb = "exceeds" if over else "is below"
            yield from _gap(one, two, three, over, f"{{0}} {verb} {{1}} by {{2}}")
        elif beside is not None and _IS.match(told):
            over = beside["way"].lower() in ("above", "over", "more than", "higher than")
            yield from _gap(one, three, two, over, f"{{0}} is {{2}} {'above' if over else 'below'} {{1}}")


def _gap(one: Quantity, two: Quantity, gap: Quantity, over: bool, form: str) -> Iterator[Recount]:
    first, second, result = stated(one), stated(two), stated(gap)
    verdict = judged(result, [first, second], lambda pair: (pair[0] - pair[1]) * (1 if over else -1))
    if verdict is None:
        return
    told = form.format(first.words(), second.words(), result.words())
    difference = result.like(abs(verdict[1]))
    again = f"{first.words()} is {difference} {'above' if one.value > two.value else 'below'} {second.words()}"
    yield Recount("difference", told, again, verdict[0], result, verdict[1], (one.value, two.value))


def _taken_away(text: str, found: Sequence[Quantity]) -> Iterator[Recount]:
    """Of the form "A less B is C" and "A plus B is C"."""
    for one, two, three in zip(found, found[1:], found[2:], strict=False):
        sign = _TAKING.match(text[one.end : two.start])
        if sign is None or not _GIVES.match(text[two.end : three.start]) or not one.unit:
            continue
        if len({one.unit, two.unit, three.unit}) != 1:
            continue
        factor = -1 if sign["sign"].lower() in ("less", "minus") else 1
        first, second, result = stated(one), stated(two), stated(three)
        verdict = judged(result, [first, second], lambda pair, by=factor: pair[0] + by * pair[1])  # type: ignore[misc]
        if verdict is None:
            continue
        word = "less" if factor < 0 else "plus"
        of = f"{first.words()} {word} {second.words()}"
        again = f"{of} is {result.like(verdict[1])}"
        yield Recount("sum", f"{of} is {result.words()}", again, verdict[0], result, verdict[1], (one.value, two.value))
