"""Shares as sentences state them: "N of M, which is P percent", "P percent of M, or N", "N of M, a quarter"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from foam_graph.findings.language.composed_text import plain
from foam_graph.findings.language.numerals import NUMBER, number_value
from foam_graph.findings.language.quantities import Quantity, find_quantities
from foam_graph.findings.language.words import function_words, key_of, same
from foam_graph.findings.sheet.counting.recounting import Recount, Stated, judged, stated

_IS = (
    r"(?:which|that|this|it)?\s?(?:is|are|was|were|makes?|made|equals?|means?|corresponds? to|amounts? to|represents?"
    r"|comes? to|came to|gives?|i\.e\.,?|namely|or|=)"
)
_HEDGES = r"(?:about|nearly|almost|roughly|around|approximately|some|only|just|exactly|over|more than|less than|under|a share of|a rate of)"
_JOINT = re.compile(
    rf"(?:\(\s*|[,;:–—-]\s*|\s){_IS}[,:]?\s+(?:{_HEDGES}\s+)*$|(?:\(\s*|=\s*)(?:{_HEDGES}\s+)*$"
    rf"|,\s+(?:{_HEDGES}\s+)*$|\bfor a share of\s+$",
    re.IGNORECASE,
)
_CLOSED = re.compile(r"\s*(?:$|[,;.):–—]|of (?:all|the|those|these|its|their)\b|in (?:all|total)\b)")
_NOT_OF = re.compile(r"\s*(?:more|fewer|less|higher|lower|above|below|points?|percentage|of (?:them|whom|which))\b")
_PARTIAL = re.compile(
    rf"(?P<sign>[$€£])?(?P<some>{NUMBER})(?:\s(?:out )?of|\s?/)\s(?:the |its |our |their |all |a total of |these )?"
    rf"(?P<same>[$€£])?(?P<all>{NUMBER})"
    r"(?P<noun>(?:\s[a-z][\w-]*){0,3})",
    re.IGNORECASE,
)
_OF_ALL = re.compile(
    rf"\bof\s(?:the\s|all\s|these\s|our\s|its\s)?(?P<sign>[$€£])?(?P<all>{NUMBER})(?P<noun>\s[a-z]+)", re.IGNORECASE
)
_FRACTIONS = {
    "half": (1, 2), "one half": (1, 2), "a third": (1, 3), "one third": (1, 3), "two thirds": (2, 3),
    "a quarter": (1, 4), "one quarter": (1, 4), "three quarters": (3, 4), "a fifth": (1, 5), "one fifth": (1, 5),
    "two fifths": (2, 5), "three fifths": (3, 5), "four fifths": (4, 5), "a tenth": (1, 10), "one tenth": (1, 10),
}  # fmt: skip
_FRACTION = re.compile(
    rf"(?P<bound>\b(?:more than|over|less than|under|fewer than|nearly|almost|about|roughly|just over|just under)\s)?"
    rf"\b(?P<words>{'|'.join(sorted(_FRACTIONS, key=len, reverse=True)).replace(' ', '[ -]')})\b",
    re.IGNORECASE,
)
_OPEN = {"more than": ">", "over": ">", "just over": ">", "less than": "<", "under": "<", "fewer than": "<",
         "just under": "<"}  # fmt: skip


def shares(text: str) -> Iterator[Recount]:
    """The shares that a sentence states together with part and whole.

    Args:
        text: The sentence.
    """
    found = find_quantities(text)
    for some, every, end, noun in _parts(text, found):
        for told, share_text, result, words in _percents(text, found, end):
            if not _JOINT.search(told) or _between(told):
                continue
            made = _share(some, every, noun, result, words)
            if made is None or not _CLOSED.match(share_text) or _NOT_OF.match(share_text):
                continue
            if made.verdict == "right" or _of_same(share_text, noun):
                yield made
                break
    yield from _taken(text)


def _of_same(after: str, noun: str) -> bool:
    """Whether a percentage is one of the whole that was named: "of the fleet" is not said of 40 ships."""
    match = re.match(
        r"\s*of (?:all |the |those |these |its |their )+(?:[\w-]+\s)??(?P<noun>[a-z]+)\b", after, re.IGNORECASE
    )
    if match is None or match["noun"].lower() in ("total", "cases", "whole"):
        return True
    return any(same(key_of(match["noun"]), key_of(word)) for word in noun.split())


def _parts(text: str, found: Sequence[Quantity]) -> Iterator[tuple[Decimal, Decimal, int, str]]:
    """Part, whole, where the phrase ends and what is counted: "40 of the 160 pupils", "of the 160 pupils, 40"."""
    for match in _PARTIAL.finditer(text):
        some, every = number_value(match["some"]), number_value(match["all"])
        if some is None or not every or match["sign"] != match["same"] or re.match(r"[.,]?\d", text[match.end() :]):
            continue
        if any(one.unit == "percent" and one.start <= match.start() < one.end for one in found):
            continue
        yield some, every, match.end("all"), _counted(match["noun"])
    for match in _OF_ALL.finditer(text):
        every = number_value(match["all"])
        after = text[match.end() :]
        part = re.match(
            rf"[^.;:\d]{{0,40}}?,\s(?:only\s|just\s)?(?P<same>[$€£])?(?P<some>{NUMBER})(?![.,]?\d|\s?(?:percent|%|of\b))",
            after,
        )
        if (
            not every
            or part is None
            or part["same"] != match["sign"]
            or re.search(r"\d\s$|\bout\s$", text[: match.start()])
        ):
            continue
        some = number_value(part["some"])
        if some is not None and some <= every and not re.search(rf"(?:{NUMBER})\s(?:out\s)?$", text[: match.start()]):
            yield some, every, match.end() + part.end(), match["noun"].strip()


def _counted(noun: str) -> str:
    """The words up to the first plural: "inspected landings"; the first word alone where none of them is one."""
    found = noun.split()
    stop = next((n for n, word in enumerate(found) if word.lower() in function_words()), len(found))
    found = found[:stop]
    place = next((n for n, word in enumerate(found) if word.endswith("s") and not word.endswith("ss")), 0)
    return " ".join(found[: place + 1])


def _percents(
    text: str, found: Sequence[Quantity], after: int
) -> Iterator[tuple[str, str, Stated, str]]:  # fmt: skip
    """The next percentage or fraction behind a place: what stands between, what follows, the figure, its words."""
    nearest = next((one for one in found if one.start >= after and one.unit == "percent" and one.high is None), None)
    match = _FRACTION.search(text, after)
    if nearest is not None and (match is None or nearest.start <= match.start()):
        made = stated(nearest)
        yield text[after : nearest.start], text[nearest.end :], made, made.words()
    elif match is not None:
        top, bottom = _FRACTIONS[match["words"].lower().replace("-", " ")]
        bound = (match["bound"] or "").strip().lower()
        value = Decimal(top * 100) / Decimal(bottom)
        comparator = _OPEN.get(bound, "~")
        made = Stated(value, "percent", Decimal("0.01"), True, comparator, match.group())  # type: ignore[arg-type]
        yield text[after : match.start()], text[match.end() :], made, match.group().strip()


def _between(told: str) -> bool:
    """Whether another figure stands between a part and its share, so that they may not belong together."""
    return bool(re.search(r"\d|[;.]\s", re.sub(r"\b(?:19|20)\d\d\b|\bi\.e\.", "", told)))


def _share(some: Decimal, every: Decimal, noun: str, result: Stated, words: str) -> Recount | None:
    operands = [Stated(some, ""), Stated(every, "")]
    verdict = judged(result, operands, lambda two: two[0] * 100 / two[1] if two[1] else None)
    if verdict is None or some > every:
        return None
    of = f"{plain(some)} of {plain(every)}"
    told = f"{of} {noun} is {_bounded(result)}{words}" if noun else f"{of} is {_bounded(result)}{words}"
    again = f"{of} is {plain(verdict[1])} percent"
    return Recount("share", told, again, verdict[0], result, verdict[1], (some, every))


def _bounded(result: Stated) -> str:
    """The bound or hedge of a percentage in words; a fraction's words have their own."""
    if "percent" not in result.words() or result.text[:1].isalpha():
        return ""
    return {">": "more than ", "<": "less than ", ">=": "at least ", "<=": "at most ", "~": "about "}.get(
        result.comparator, ""
    )


_TAKEN = re.compile(
    rf"(?P<share>\d+(?:\.\d+)?)\s?(?:percent|per cent|%)\s(?:of|out of|on)\s(?:the\s|all\s|these\s|our\s|its\s)?"
    rf"(?P<sign>[$€£])?(?P<all>{NUMBER})(?P<noun>(?:\s[a-z]+){{0,3}}?)(?:,\s(?:or|that is|i\.e\.|which is|namely)\s|\s\(|\s(?:is|are|makes|gives)\s)"
    rf"(?P<same>[$€£])?(?P<some>{NUMBER})(?![.,]?\d|\s?(?:percent|%))",
    re.IGNORECASE,
)


def _taken(text: str) -> Iterator[Recount]:
    """Of the form "25 percent of 160 pupils, or 40": a share taken of a whole."""
    for match in _TAKEN.finditer(text):
        share, every, some = Decimal(match["share"]), number_value(match["all"]), number_value(match["some"])
        if every is None or some is None or (match["sign"] or "") != (match["same"] or ""):
            continue
        unit = {"$": "money:USD", "€": "money:EUR", "£": "money:GBP"}.get(match["sign"] or "", "")
        places = len(match["some"].partition(".")[2])
        step = Decimal(1) / 10**places
        result = Stated(some, unit, step, text=match["some"])
        base = Stated(every, unit)
        rate = Stated(share, "percent")
        verdict = judged(result, [rate, base], lambda two: two[0] * two[1] / 100)
        if verdict is None:
            continue
        of = f"{plain(share)} percent of {base.words()}"
        told = f"{of}{match['noun']} is {result.words()}"
        again = f"{of} is {Stated(verdict[1], unit).words()}"
        yield Recount("share", told, again, verdict[0], result, verdict[1], (share, every))
