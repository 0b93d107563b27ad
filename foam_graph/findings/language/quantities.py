"""Amounts with units in a sentence: value, unit, period, comparator and span."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from foam_graph.findings.language.dates import find_dates
from foam_graph.findings.language.document_parts import ONE_PART
from foam_graph.findings.language.numerals import NUMBER, number_value
from foam_graph.findings.language.words import function_words, key_of, lexicon, verb_keys

Comparator = Literal["=", "~", "<", "<=", ">", ">="]
Role = Literal["level", "delta", "from", "to"]

CURRENCY = {"$": "USD", "US$": "USD", "€": "EUR", "£": "GBP", "dollar": "USD", "euro": "EUR", "pound": "GBP"}
"""Signs and names of currencies with their codes."""
CODES = ("USD", "EUR", "GBP", "CHF", "CAD", "AUD")
_ABBREVIATIONS = {
    "km": "kilometre", "m": "metre", "cm": "centimetre", "mm": "millimetre", "kg": "kilogram", "g": "gram",
    "mg": "milligram", "t": "tonne", "l": "litre", "ml": "millilitre", "mw": "megawatt", "kw": "kilowatt",
    "gw": "gigawatt", "mwh": "megawatt-hour", "kwh": "kilowatt-hour", "gwh": "gigawatt-hour", "ha": "hectare",
    "hrs": "hour", "hr": "hour", "h": "hour", "mins": "minute", "min": "minute", "sq": "square",
    "kilometer": "kilometre", "meter": "metre", "liter": "litre", "centimeter": "centimetre", "pct": "percent",
}  # fmt: skip
_SINGULAR = {"people": "person", "children": "child", "men": "man", "women": "woman", "feet": "foot", "teeth": "tooth"}
_SCALES = {"week": ("day", 7), "fortnight": ("day", 14), "year": ("month", 12), "decade": ("month", 120)}
_FINE = {"minute": ("hour", 60), "second": ("hour", 3600), "metre": ("kilometre", 1000), "kilowatt": ("megawatt", 1000)}

_AMOUNT = re.compile(
    rf"(?:(?P<sign>US\$|[$€£]|\b(?:{'|'.join(CODES)})(?=\s))\s?)?(?P<low>{NUMBER})"
    rf"(?:\s?(?:-|–|—|to|and)\s?(?:US\$|[$€£])?(?P<high>{NUMBER}))?(?![\w]*\d)",
    re.IGNORECASE,
)
_PERCENT = re.compile(r"\s?(?:%|percent\b|per\s?cent\b|pct\b|percentage points?\b)", re.IGNORECASE)
_WORD = re.compile(r"(?P<gap>[\s-]+)(?P<word>[^\W\d_]+)(?P<tail>['’]s?)?")
_REFERENCE = re.compile(
    rf"(?:§+|\b(?:{ONE_PART}|sections|rules|pages|sec|pp?|no|nos|number|case|para"
    r"|figure|fig|table|form|room|route|line|platform|ward|zone|phase|exhibit|version"
    r"|act|docket|file|invoice|grade|class|block|lot|bus|highway|category|tier|level|unit|type|id"
    r"|note|lane|gate|flat|volume|vol|issue|district|precinct|station|bay|pier|berth|site|plot|band|mark|stage)"
    r"\.?)\s?[(#]?\s?$",
    re.IGNORECASE,
)
_POWER = re.compile(r"[\s-]?(?P<of>km|m|cm|mm)\s?(?P<n>[23²³])(?![\d\w])")
_POWERS = {"2": "square", "²": "square", "3": "cubic", "³": "cubic"}
_ITEM = re.compile(r"[.)]\s+[A-Z(*\"“]")
"""Behind the number of an item of a list."""
_GLUED = re.compile(r"(?:[\w]|\b[A-Z]{1,5}\.|\d[.,:/-]|[A-Za-z]-|#|[A-Z][\w.]*/)$")
_DOTTED = re.compile(
    r"(?P<hour>[01]?\d|2[0-3])\.(?P<minute>[0-5]\d)(?=$|[,;)]|\.(?:\s|$)|\s(?:in the|on|and|when|sharp|after|before)\b)",
    re.IGNORECASE,
)
_TIME = re.compile(r"\s?(?P<half>[ap])\.?m\b\.?", re.IGNORECASE)
PERIODS = [
    "hour",
    "day",
    "night",
    "week",
    "fortnight",
    "month",
    "quarter",
    "term",
    "semester",
    "season",
    "year",
    "person",
    "visit",
    "trip",
    "household",
]
LY = {"hourly": "hour", "daily": "day", "weekly": "week", "monthly": "month", "quarterly": "quarter",
       "yearly": "year", "annually": "year", "annual": "year", "nightly": "night"}  # fmt: skip
_PER = re.compile(
    rf"^[\s,]*(?:per|an?|(?:in |for )?(?:each|every|any)(?: one| single)?|in (?:one|a)"
    rf"|/)\s?(?:calendar |school |working )?(?P<noun>{'|'.join(PERIODS)})\b",
    re.IGNORECASE,
)
_PER_LY = re.compile(rf"^[\s,]*(?P<ly>{'|'.join(LY)})\b", re.IGNORECASE)
_LY_BEFORE = re.compile(rf"\b(?P<ly>{'|'.join(LY)})\b[^;:]{{0,100}}$", re.IGNORECASE)
_PER_BEFORE = re.compile(rf"(?:^|\b)(?:each|every|per)\s(?P<noun>{'|'.join(PERIODS)})\b[^;:.]{{0,60}}$", re.IGNORECASE)
_LIMIT_NOUN = r"(?:limit|cap|ceiling|maximum|allowance)(?:\s\w+){0,10}?\s(?:is|was|of|at|to|are|stands at)(?:\sset at)?"
_COMPARATORS: tuple[tuple[str, str, Comparator], ...] = tuple(
    (rf"(?:{pattern})\s*(?:the\s|a\s|an\s|some\s|total of\s|of\s)?$", name, sign)  # type: ignore[misc]
    for pattern, name, sign in (
        (r"\b(?:no|not|n't|never|cannot|nor|neither)\b[^,;]{0,60}?\b(?:more than|exceed(?:s|ed"
         r"|ing)?|over|above|greater than"
         r"|higher than|longer than|later than|beyond|go above|go over|rise above|be more than)", "ceiling", "<="),
        (r"\b(?:no|not|n't|never)\b[^,;]{0,60}?\b(?:less than|fewer than|below|under|lower than|smaller than"
         r"|shorter than|earlier than|fall below|drop below)", "floor", ">="),
        (r"\b(?:at most|up to|(?:a |the )?maximum of|within|limited to|capped at|as many as"
         r"|restricted to|not exceeding)",
         "ceiling", "<="),
        (r"\b(?:at least|(?:a |the )?minimum of|as few as|starting (?:at|from))", "floor", ">="),
        (r"\b(?:less than|fewer than|under|below|lower than|smaller than|shorter than"
         r"|(?:younger|lighter|narrower|thinner) than)",
         "below", "<"),
        (r"\b(?:more than|exceed(?:s|ed|ing)?|over|above|greater than|higher than|longer than"
         r"|(?:larger|bigger|heavier|older|taller|wider|deeper|thicker) than|in excess of|upwards of)",
         "above", ">"),
        (r"\b(?:about|approximately|around|roughly|nearly|almost|close to|(?:an )?estimated|circa"
         r"|some)", "near", "~"),
        (rf"\b{_LIMIT_NOUN}", "ceiling", "<="),
        (r"\bminimum(?:\s\w+){0,10}?\s(?:is|was|of|at|are)", "floor", ">="),
    )
)  # fmt: skip
_LEADS = tuple((re.compile(pattern, re.IGNORECASE), sign) for pattern, _, sign in _COMPARATORS)
_AFTER_LESS = re.compile(r"^[\s,]*(?:or|and)\s(?:less|fewer|under|below|lower|shorter)\b|^\s*at (?:the )?most\b", re.I)
_AFTER_MORE = re.compile(r"^[\s,]*(?:or|and)\s(?:more|over|above|higher|longer|older|greater)\b|^\s*at least\b", re.I)
_OPEN_END = re.compile(r"\s(?:or|and) (?:more|over|above|less|fewer|under|below)\b(?=\s[a-z])", re.IGNORECASE)
_DELTA = re.compile(
    r"(?:\bby|\b(?:rise|increase|fall|drop|decrease|decline|reduction|cut|growth|gain|change|saving)s? of"
    r"|\b(?:additional|further|extra|another))\s(?:(?:about|nearly|some|an?|over|more than|less than|at least)\s)?$",
    re.IGNORECASE,
)
_FROM = re.compile(r"\b(?:from|previously|formerly|instead of|rather than|up on|down on|compared (?:with|to))\s$", re.I)


@dataclass(frozen=True)
class Quantity:
    """One amount.

    Attributes:
        value: The amount, or the lower end of a range.
        high: The upper end of a range, else None.
        unit: ``money:USD``, ``percent``, ``clock`` (minutes after midnight), a singular noun, or empty.
        period: What it is counted per, e.g. ``month``, or empty.
        comparator: How the text bounds it.
        role: A level, a change of a level, or the level before (``from``) or after (``to``) a change.
        start: Offset of its first character.
        end: Offset after the unit.
        text: The words that state it.
        partial: It is a share of a stated whole ("12 of the 40 wards").
    """

    value: Decimal
    high: Decimal | None
    unit: str
    period: str
    comparator: Comparator
    role: Role
    start: int
    end: int
    text: str
    partial: bool = False

    def measure(self) -> tuple[str, Decimal]:
        """Unit and value in the unit's common scale, so that two weeks equal fourteen days."""
        if self.unit in _SCALES:
            unit, factor = _SCALES[self.unit]
            return unit, self.value * factor
        if self.unit in _FINE:
            unit, factor = _FINE[self.unit]
            return unit, self.value / factor
        if self.generic():
            return self.unit, self.value
        return key_of(self.unit), self.value

    def generic(self) -> bool:
        """Whether the unit alone says nothing about what is measured (time, money, share, length)."""
        return ":" in self.unit or self.unit in ("", "clock", "percent") or self.unit in _generic_units()


@lru_cache(maxsize=1)
def _generic_units() -> frozenset[str]:
    return frozenset(lexicon().generic_units.split()) | frozenset(_ABBREVIATIONS.values())


@lru_cache(maxsize=65536)
def find_quantities(text: str) -> tuple[Quantity, ...]:
    """Finds the amounts of a sentence; dates, ordinals, section, page and case numbers are none.

    Args:
        text: A sentence.

    Returns:
        Amounts in order of their start.
    """
    taken = [(one.start, one.end) for one in find_dates(text)]
    found: list[Quantity] = []
    spot = 0
    while match := _AMOUNT.search(text, spot):
        spot = match.start() + 1 if match.start("low") == match.start() else match.start("low")
        made = None
        if not any(start < match.end("low") and match.start() < end for start, end in taken):
            made = _quantity(text, match)
        spot = max(spot, match.end("low"))
        if made is not None:
            found.append(made)
            spot = max(spot, made.end if made.high is None else max(made.end, match.end()))
    return tuple(found)


def _quantity(text: str, match: re.Match[str]) -> Quantity | None:
    """The amount at one number, or None where the number only names something."""
    before, start = text[: match.start()], match.start()
    if not match["sign"] and (_GLUED.search(before) or is_reference(before, match["low"], text[match.end("low") :])):
        return None
    if not before.strip() and len(match["low"]) <= 3 and _ITEM.match(text[match.end("low") :]):
        return None
    low = number_value(match["low"])
    high, end = _upper(text, match)
    if low is None:
        return None
    clock = _clock(text, match, low)
    if clock is not None:
        return clock
    if re.match(r"(?:st|nd|rd|th)\b|\.\d|:\d|/\d|-\d|,\d{1,2}(?!\d)", text[end:]):
        return None
    unit, after, partial = _unit(text, end, match["sign"])
    if unit is None or (not unit and _is_pronoun(match["low"], text[end:])):
        return None
    period, stop = _period(text, start, after, unit)
    open_ = _OPEN_END.match(text[end:])
    comparator = _comparator(before, open_.group() if open_ else text[after:], high is not None)
    role = _role(before, text[after:], high is not None)
    return Quantity(low, high, unit, period, comparator, role, start, stop, text[start:stop].strip(), partial)


def _upper(text: str, match: re.Match[str]) -> tuple[Decimal | None, int]:
    """Upper end of a range and where the numbers end; "from 3 to 5" with a verb of change is no range."""
    if not match["high"]:
        return None, match.end("low")
    joint = text[match.end("low") : match.start("high")].strip(" $€£US").lower()
    lead = text[: match.start()].lower().rstrip()
    high = number_value(match["high"])
    low = number_value(match["low"])
    if high is None or low is None or high <= low or (joint == "and" and not lead.endswith("between")):
        return None, match.end("low")
    if joint == "to" and re.search(r"\b(?:rose|fell|grew|went|dropped|increased|decreased|changed|climbed|raised|cut"
                                   r"|reduced|moved|up|down|declined|shrank|revised|amended|corrected|adjusted|updated"
                                   r"|lowered|shortened|lengthened"
                                   r"|expanded)\b[^,;]*from$", lead):  # fmt: skip
        return None, match.end("low")
    return high, match.end("high")


_PLACE = re.compile(r"\b(?:line|unit|class|site|file|level|station)\s$", re.IGNORECASE)
_DURATION = re.compile(r"\s(?:calendar |working |full |whole )?(?:minute|hour|day|week|month|year)s\b", re.IGNORECASE)
"""After a place that may have a number, what a duration is counted in: every station 14 days before."""


def is_reference(before: str, number: str, after: str) -> bool:
    """Whether a number names a section, a route, a case or the like.

    Args:
        before: The text before the number.
        number: The number as written.
        after: The text after it.
    """
    if _REFERENCE.search(before) and not re.search(
        r"\b(?:\w+s number|(?:line|unit|class|site|file|level|station)s)\s?$", before
    ):
        return not (_PLACE.search(before) and _DURATION.match(after))
    if re.match(r"\s[a-z]+(?:\s[a-z]+)?s\b", after):
        return False
    return bool(
        number[0].isdigit() and re.search(r"(?<=[a-z,] )[A-Z][a-z]+ $", before) and not find_dates(before[-12:])
    )


def _is_pronoun(number: str, after: str) -> bool:
    """Whether "one" or "two" stands for a thing instead of counting it."""
    return number.strip().lower() in ("one", "a", "an") or (after.strip(" .;,") != "" and number.isalpha())


def _clock(text: str, match: re.Match[str], low: Decimal) -> Quantity | None:
    """A time of day such as "9 a.m." or "17:30", in minutes after midnight."""
    end, minutes = match.end("low"), Decimal(0)
    colon = re.match(r"[:.](\d\d)(?!\d)", text[end:])
    if colon and not match["sign"]:
        minutes, end = Decimal(colon[1]), end + colon.end()
    dotted = _DOTTED.match(text[match.start() :]) if re.search(r"\bat\s$", text[: match.start()]) else None
    if dotted is not None and not match["sign"]:
        stop = match.start() + dotted.end()
        told = Decimal(dotted["hour"]) * 60 + Decimal(dotted["minute"])
        return Quantity(told, None, "clock", "", "=", "level", match.start(), stop, dotted.group())
    half = _TIME.match(text[end:])
    if match["sign"] or (half is None and (colon is None or colon[0][0] == ".")) or low > 24:
        return None
    hour = low
    if half is not None:
        end += half.end()
        hour = low % 12 + (12 if half["half"].lower() == "p" else 0)
    span = text[match.start() : end].strip()
    return Quantity(hour * 60 + minutes, None, "clock", "", "=", "level", match.start(), end, span)


def _unit(text: str, end: int, sign: str | None) -> tuple[str | None, int, bool]:
    """Unit after a number, where it ends, and whether the number is a part of a stated whole."""
    if sign:
        return f"money:{CURRENCY.get(sign.upper(), sign.upper())}", end, False
    if behind := re.match(r"\s?(?P<sign>[€£])", text[end:]):
        return f"money:{CURRENCY[behind['sign']]}", end + behind.end(), False
    percent = _PERCENT.match(text[end:])
    if percent:
        return "percent", end + percent.end(), False
    whole = re.match(rf"\s(?:out )?of (?:the |its |our |their |all )?(?:{NUMBER})\b", text[end:], re.IGNORECASE)
    if whole:
        unit, after, _ = _unit(text, end + whole.end(), None)
        return unit, after, True
    of_the = re.match(r"\s(?:out )?of (?:the|its|our|their|these|those)(?=\s)", text[end:], re.IGNORECASE)
    if of_the:
        unit, after = _noun(text, end + of_the.end())
        return unit, after, True
    if power := _POWER.match(text[end:]):
        return f"{_POWERS[power['n']]} {_ABBREVIATIONS[power['of']]}", end + power.end(), False
    unit, after = _noun(text, end)
    if text[end : end + 1] == "-" and unit and unit not in _generic_units():
        return None, after, False
    return unit, after, False


def _noun(text: str, end: int) -> tuple[str, int]:
    """Head noun of the phrase that a number opens: its first plural word, else its last."""
    open_ = _OPEN_END.match(text[end:])
    best, after, spot = "", end, end + (open_.end() if open_ else 0)
    for _ in range(4):
        match = _WORD.match(text, spot)
        if not match:
            break
        word = match["word"]
        lower = word.lower()
        if (
            lower in function_words()
            or lower == "x"
            or (best and _heads_clause(lower))
            or (best and lower.endswith("ly"))
        ):
            break
        spot = match.end("word")
        if not best and word.upper() in CODES:
            return f"money:{word.upper()}", spot
        single = singular(lower)
        first, best, after = not best, single, spot
        if single in CURRENCY:
            return f"money:{CURRENCY[single]}", spot
        if (first and "-" in match["gap"]) or single != lower or lower in _ABBREVIATIONS or match["tail"]:
            break
    return best, after


def _heads_clause(lower: str) -> bool:
    """Whether a word after a noun reads as a verb."""
    return (key_of(lower) in verb_keys() and singular(lower) == lower) or lower.endswith("ed")


@lru_cache(maxsize=65536)
def singular(word: str) -> str:
    """Singular of a lower-case noun, abbreviations of units written out."""
    if word in _ABBREVIATIONS:
        return _ABBREVIATIONS[word]
    if word in _SINGULAR:
        return _SINGULAR[word]
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "ches", "shes", "xes", "zes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
        single = word[:-1]
        return _ABBREVIATIONS.get(single, single)
    return word


def _period(text: str, start: int, end: int, unit: str) -> tuple[str, int]:
    """What an amount is counted per, and where that phrase ends."""
    after = _PER.match(text[end:])
    if after:
        return after["noun"].lower(), end + after.end()
    after = _PER_LY.match(text[end:])
    if after:
        return LY[after["ly"].lower()], end + after.end()
    ahead = _LY_BEFORE.search(text[:start])
    if ahead and unit not in ("clock", "percent"):
        return LY[ahead["ly"].lower()], end
    ahead = _PER_BEFORE.search(text[:start])
    if ahead:
        return ahead["noun"].lower(), end
    later = re.match(rf"[^,;:.]{{1,60}}?\b(?:(?:per|each|every)\s(?P<noun>{'|'.join(PERIODS)})|(?:an?)\s"
                     rf"(?P<time>hour|day|week|month|year)|(?P<ly>{'|'.join(LY)}))\b", text[end:], re.I)  # fmt: skip
    if later and not re.search(r"\d", later.group()):
        noun = later["noun"] or later["time"]
        return (noun.lower() if noun else LY[later["ly"].lower()]), end
    return "", end


def _comparator(before: str, after: str, is_range: bool) -> Comparator:
    """How the words around an amount bound it."""
    if _AFTER_LESS.match(after):
        return "<="
    if _AFTER_MORE.match(after):
        return ">="
    if is_range:
        return "="
    return next((sign for pattern, sign in _LEADS if pattern.search(before)), "=")


def _role(before: str, after: str, is_range: bool) -> Role:
    """Whether an amount is a level, a change or the level before or after a change."""
    if _DELTA.search(before) or re.match(r"\s(?:more|fewer|less|higher|lower|extra|additional)\b", after):
        return "delta"
    if _FROM.search(before) and not is_range:
        return "from"
    if re.search(r"\bto\s$", before):
        return "to"
    return "level"
