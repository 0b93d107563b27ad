"""Numbers and dates as sentences write them, in figures and in words, with what stands beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import lru_cache

from foam_graph.findings.calculation.units import head_of, is_measure, name_of
from foam_graph.findings.language.dates import find_dates
from foam_graph.findings.language.numerals import SCALES, SPOKEN, number_value
from foam_graph.findings.language.quantities import LY, PERIODS, is_reference, singular
from foam_graph.findings.language.words import function_words

LONGEST = 40
"""Characters of the longest number that is read."""

_VULGAR = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4), "⅓": Fraction(1, 3), "⅔": Fraction(2, 3)}
_PARTS = {"half": 2, "halves": 2, "third": 3, "quarter": 4, "fifth": 5, "tenth": 10}
_SPACES = "'’\u00a0\u2009\u202f"
_FIGURE = re.compile(
    rf"(?:(?P<figure>[0-9]+(?:[.,{_SPACES}][0-9]+)*)(?P<vulgar>[½¼¾⅓⅔])?|(?P<alone>[½¼¾⅓⅔]))"
    r"(?P<scale>\s(?:hundred|thousand|million|billion|dozen)\b|\s?(?:m|bn|k)\b)?",
    re.IGNORECASE,
)
_WORDS = re.compile(SPOKEN, re.IGNORECASE)
_PART = re.compile(
    rf"\b(?:(?P<whole>{SPOKEN}|[0-9]{{1,6}})\sand\s(?:an?|one)[\s-]|(?P<many>{SPOKEN})[\s-])?(?P<part>half|halves|thirds?|quarters?|fifths?|tenths?)\b",
    re.IGNORECASE,
)
_SIGN = re.compile(r"(?P<sign>US\$|[$€£]|\b(?:USD|EUR|GBP|CHF|CAD|AUD))\s?$")
_MINUS = re.compile(r"(?:(?:^|[\s($€£|])[-−–]|\bminus\s)(?:US\$|[$€£])?$", re.IGNORECASE)
_PERCENT = re.compile(r"\s?(?:%|percent\b|per[\s-]cent\b|pct\b|percentage points?\b)", re.IGNORECASE)
_WORD = re.compile(r"[\s-]*(?P<word>[^\W\d_]+)(?:['’]s?)?")
_ADJACENT = re.compile(
    rf"^[\s,]*(?:(?:per\s|/\s?)(?:calendar |school |working )?(?P<noun>[^\W\d_]+)"
    rf"|(?:an?|(?:in |for )?(?:each|every|any)|in (?:one|an?))\s(?:calendar )?(?P<period>{'|'.join(PERIODS)})"
    rf"|-a-(?P<joined>{'|'.join(PERIODS)})|(?P<ly>{'|'.join(LY)}))\b",
    re.IGNORECASE,
)
_NUMERIC = re.compile(r"(?P<one>[0-9]{1,2})(?P<joint>[/-])(?P<two>[0-9]{1,2})(?P=joint)[0-9]{4}$")
_WHOLE = re.compile(
    r"\s(?:out\s)?of(?:\s(?:the|its|our|their|all|these|those))?(?:\s[0-9][0-9.,]*)?(?=\s)", re.IGNORECASE
)
_ASIDE = re.compile(r"\s?\([^()]{1,30}\)|\)")
"""Between a number and its unit: "ten (10) days"."""
_NEAR = 60
"""Characters before and after a number in which its sign, its unit and what it names stand."""
_AT_MOST_WORDS = 5


@dataclass(frozen=True)
class Written:
    """One number in a sentence.

    Attributes:
        value: Its value.
        start: Offset of its first character, its sign left out.
        end: Offset after the number.
        unit: Name of the unit that stands beside it, empty for none.
        words: The nouns that follow it, singular.
        per: What it is counted per, where that follows at once; else empty.
        counted: Whether the words that follow name what is counted, so that nothing else can be.
    """

    value: Fraction
    start: int
    end: int
    unit: str
    words: tuple[str, ...]
    per: str
    counted: bool


def number_of(text: str) -> Fraction | None:
    """A number written in figures: ``1,874``, ``1874.00``, ``-5``, ``2/3``; None where it is none.

    Anything else that Python would read (exponents, underscores, ``nan``, digits of other scripts) is none.
    """
    short = text.strip()
    if len(short) > LONGEST:
        return None
    divided = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", short)
    if divided:
        return Fraction(int(divided[1]), int(divided[2])) if int(divided[2]) else None
    signed = re.fullmatch(
        r"(?P<minus>[-−]?)(?P<figure>[0-9]{1,18}(?:\.[0-9]{1,18})?|[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?)", short
    )
    if signed is None:
        return None
    value = Fraction(signed["figure"].replace(",", ""))
    return -value if signed["minus"] else value


def figure_value(token: str) -> Fraction | None:
    """The value of a figure as documents write it; None for what only looks like one (``1.2.3``, ``1,87,5``).

    Args:
        token: Digits with separators: English (1,874.50), continental (1.874,50) or with spaces (1 874,50).
    """
    if len(token) > LONGEST:
        return None
    if re.fullmatch(r"[0-9]+(?:\.[0-9]+)?|[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?", token):
        return Fraction(token.replace(",", ""))
    if re.fullmatch(r"[0-9]{1,3}(?:\.[0-9]{3})+,[0-9]+|[0-9]{1,3}(?:\.[0-9]{3}){2,}|[0-9]+,[0-9]{1,2}", token):
        return Fraction(token.replace(".", "").replace(",", "."))
    if re.fullmatch(rf"[0-9]{{1,3}}(?:[{_SPACES}][0-9]{{3}})+(?:[.,][0-9]+)?", token):
        return Fraction(re.sub(f"[{_SPACES}]", "", token).replace(",", "."))
    return None


@lru_cache(maxsize=4096)
def numbers_in(text: str) -> tuple[Written, ...]:
    """The numbers that a sentence states as amounts, in every reading that its form allows.

    Parts of dates, times of day, ordinals and the numbers of sections, rules, cases and the like are none.
    """
    dated = {spot for one in find_dates(text) for spot in range(one.start, one.end)}
    found = [one for one in (*_figures(text), *_spoken(text)) if dated.isdisjoint(range(one.start, one.end))]
    return tuple(sorted(found, key=lambda one: one.start))


def _figures(text: str) -> Iterator[Written]:
    for match in _FIGURE.finditer(text):
        before, after = text[max(0, match.start() - _NEAR) : match.start()], text[match.end() : match.end() + _NEAR]
        value = figure_value(match["figure"]) if match["figure"] else Fraction(0)
        if value is None or _names_something(before, match, after):
            continue
        value += _VULGAR.get(match["vulgar"] or match["alone"] or "", Fraction(0))
        sign = -1 if _MINUS.search(before) else 1
        scale = (match["scale"] or "").strip().lower()
        if scale:
            yield _written(text, sign * value * SCALES[scale], match.start(), match.end())
        if not scale or (len(scale) == 1 and not _SIGN.search(before)):  # "5 m" may be metres
            yield _written(text, sign * value, match.start(), match.start("scale") if scale else match.end())


def _names_something(before: str, match: re.Match[str], after: str) -> bool:
    """Whether a figure is no amount: part of a longer number, a time of day, an ordinal, a section or a case."""
    if re.match(r"(?:st|nd|rd|th)\b|[:/]\d|\s?[ap]\.?m\b|[^\W\d_]\d", after):
        return True
    if re.search(r"(?:[^\W]|\d[.,:/]|#)$", before) and not _SIGN.search(before):
        return True
    low = re.search(r"(?:^|[\s$€£])(?P<low>[0-9]{1,4})-$", before)
    if re.search(r"\w-$", before) and (low is None or is_reference(before[: low.start("low")], low["low"], after)):
        return True
    return not _SIGN.search(before) and bool(match["figure"]) and is_reference(before, match["figure"], after)


def _spoken(text: str) -> Iterator[Written]:
    parts = list(_PART.finditer(text))
    for match in parts:
        many = number_value(match["many"]) if match["many"] else None
        share = _PARTS[match["part"].lower() if match["part"].lower() in _PARTS else match["part"].lower().rstrip("s")]
        whole = number_value(match["whole"]) if match["whole"] else None
        if many is not None or whole is not None or share == 2:
            value = Fraction(whole or 0) + Fraction(many if many is not None else 1) / share
            yield _written(text, value, match.start(), match.end())
    covered = {spot for one in parts for spot in range(one.start(), one.end())}
    for match in _WORDS.finditer(text):
        number = number_value(match.group())
        if number is not None and match.start() not in covered:
            sign = -1 if _MINUS.search(text[max(0, match.start() - _NEAR) : match.start()]) else 1
            yield _written(text, sign * Fraction(number), match.start(), match.end())


def _written(text: str, value: Fraction, start: int, end: int) -> Written:
    """A number with what stands before and after it."""
    sign = _SIGN.search(re.sub(r"[-−–]\s?$", "", text[max(0, start - _NEAR) : start]))
    if sign:
        return Written(value, start, end, name_of(sign["sign"]), (), _per(text, end), True)
    percent = _PERCENT.match(text, end)
    if percent:
        return Written(value, start, end, "percent", (), _per(text, percent.end()), True)
    following, after = _following(text, end)
    unit = head_of(following) if following else ""
    nouns = tuple(singular(one) for one in following)
    counted = bool(following) and (
        is_measure(unit) or " " in unit or value == 1 or any(singular(one) != one for one in following)
    )
    return Written(value, start, end, unit if counted else "", nouns, _per(text, after), counted)


def _following(text: str, end: int) -> tuple[list[str], int]:
    """The lower-case words after a number, up to the first plural or measure, and where they end.

    "12 of the 40 wards" counts wards twice.
    """
    aside = _ASIDE.match(text, end)
    whole = _WHOLE.match(text, aside.end() if aside else end)
    found: list[str] = []
    stop = whole.end() if whole else aside.end() if aside else end
    for _ in range(_AT_MOST_WORDS):
        match = _WORD.match(text, stop)
        word = match["word"].lower() if match else ""
        if match is None or word in function_words() or word == "per":
            break
        found.append(word)
        stop = match.end()
        single = singular(word)
        if single != word or is_measure(name_of(word)):
            break
    return found, stop


def _per(text: str, end: int) -> str:
    """What an amount is counted per, where that follows at once."""
    match = _ADJACENT.match(text[end : end + _NEAR])
    if match is None:
        return ""
    if match["ly"]:
        return LY[match["ly"].lower()]
    return singular((match["noun"] or match["period"] or match["joined"]).lower())


def days_in(text: str, year: int | None, day_first: bool | None) -> Iterator[date]:
    """The calendar days that a sentence states.

    Args:
        text: The sentence.
        year: The year that a day without one belongs to; None where nothing says it.
        day_first: Whether days stand before months in dates such as 03/04/2026; None reads them both ways.
    """
    for found in find_dates(text):
        if found.month is None or found.day is None:
            continue
        numeric = _NUMERIC.fullmatch(text[found.start : found.end])
        orders = _orders(numeric, day_first) if numeric else [(found.month, found.day)]
        for month, day in orders:
            made = calendar_day(found.year or year, month, day)
            if made is not None:
                yield made


def _orders(numeric: re.Match[str], day_first: bool | None) -> list[tuple[int, int]]:
    """Month and day of a numeric date, in the orders that it may have."""
    one, two = int(numeric["one"]), int(numeric["two"])
    if one > 12 or two > 12:
        return [(two, one) if one > 12 else (one, two)]
    return [(two, one)] * (day_first is not False) + [(one, two)] * (day_first is not True)


def calendar_day(year: int | None, month: int, day: int) -> date | None:
    """The day that three numbers make, or None."""
    try:
        return date(year, month, day) if year else None
    except ValueError:
        return None


def days_stand_first(texts: Iterator[str]) -> bool | None:
    """How texts write numeric dates: True for 14/3/2026, False for 3/14/2026, None where nothing or both are seen."""
    seen = set()
    for text in texts:
        for one, two in re.findall(r"(?<![\d/-])([0-9]{1,2})[/-]([0-9]{1,2})[/-][0-9]{4}(?![\d/-])", text):
            if 12 < int(one) < 32 and 0 < int(two) < 13:
                seen.add(True)
            elif 12 < int(two) < 32 and 0 < int(one) < 13:
                seen.add(False)
    return seen.pop() if len(seen) == 1 else None
