"""Labels of a clause: the months, years, days, names and numbered items that say which thing is meant."""

from __future__ import annotations

import re

from foam_graph.findings.language.dates import FoundDate
from foam_graph.findings.language.numerals import NUMBER
from foam_graph.findings.language.words import Word, function_words, lexicon

_IDENT = re.compile(
    r"\b([A-Za-z]+)\s(?:no\.?\s|number\s|#)?(\d+[A-Za-z]?|[A-HJ-Z]|[IVX]{2,})(?=$"
    r"|[\s,.;:)'’])(?!\s(?:percent|per cent))"
)
_IDENT_NOUNS = frozenset(lexicon().numbered_nouns.split())
_OTHER_LABELS = (
    ("weekday", re.compile(r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b", re.IGNORECASE)),
    ("season", re.compile(r"\b(?:spring|summer|autumn|winter)\b", re.IGNORECASE)),
    (
        "quarter",
        re.compile(r"\b(?:(?:first|second|third|fourth|last) (?:quarter|half|term|week|month|year)|Q[1-4])\b", re.I),
    ),
    (
        "relative",
        re.compile(r"\b(?:last|this|next|previous|past|following|same) (?:year|month|week|quarter|season|term)\b", re.I),
    ),
)  # fmt: skip
_SIZED = re.compile(rf"\b({NUMBER})-([a-z]+)\b(?=\s[a-z])", re.IGNORECASE)
_GENERIC = frozenset(lexicon().generic_units.split())


def find_labels(
    text: str, content: tuple[Word, ...], dates: tuple[FoundDate, ...]
) -> tuple[tuple[str, frozenset[str]], ...]:
    """What says which item, time or person a clause is about, by kind of label.

    Args:
        text: The clause.
        content: Its topic words.
        dates: Its dates.
    """
    found: dict[str, set[str]] = {}
    for one in dates:
        if one.month:
            found.setdefault("month", set()).add(str(one.month))
        if one.year:
            found.setdefault("year", set()).add(str(one.year))
        if one.day:
            found.setdefault("day", set()).add(f"{one.month}-{one.day}")
    taken = [(one.start, one.end) for one in dates]
    for match in _IDENT.finditer(text):
        if match[1].lower() in function_words() or any(a < match.end() and match.start() < b for a, b in taken):
            continue
        if match[1].lower() in _IDENT_NOUNS or match[1][0].isupper():
            found.setdefault("ident", set()).add(f"{match[1].lower()} {match[2].lower()}")
    for match in _SIZED.finditer(text):
        if match[2].lower() not in _GENERIC:
            found.setdefault(f"sized {match[2].lower()}", set()).add(match[1].lower())
    for kind, pattern in _OTHER_LABELS:
        for match in pattern.finditer(text):
            found.setdefault(kind, set()).add(match.group().lower().removesuffix("s"))
    names = {
        word.lower
        for word in content
        if word.name and not re.match(r"(?:mon|tues|wednes|thurs|fri|satur|sun)day", word.lower)
    }
    if names:
        found["name"] = names
    return tuple((kind, frozenset(values)) for kind, values in sorted(found.items()))
