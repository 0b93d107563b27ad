"""Whether predicates keep what their sentence says: every number, every date, every negation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from functools import lru_cache

from foam_graph.findings.debate.predicates import Predicate
from foam_graph.findings.language.dates import find_dates
from foam_graph.findings.language.numerals import NUMBER, SPOKEN, number_value
from foam_graph.findings.language.polarity import negations

LONGEST = 600
"""Characters that are read at once: a sentence without an end is read in pieces."""
_FIGURE = re.compile(rf"(?:{NUMBER})", re.IGNORECASE)
_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_WORDS = re.compile(SPOKEN, re.IGNORECASE)
_LABEL = re.compile(r"(?<![A-Za-z0-9])[A-QS-Z]\d{1,2}(?:\.\d{1,2})*(?![A-Za-z0-9.,]\d|[A-Za-z0-9])")
"""What transcripts name things by: Q1, [C1.2], G7; no number is told by it. R500 is money."""
_DENIES = frozenset({"Negate", "Prevent"})
_MARKED = re.compile(
    r"\b(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot|lack\w*|un\w{3,}|in(?:sufficient|adequate)"
    r"|fail\w*|refus\w+|hardly|barely|rarely|seldom)\b|n['’]t\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=8192)
def figures(text: str) -> tuple[tuple[str, Decimal], ...]:
    """The numbers of a text with their values, years and the figures of dates included; "one" and labels such as Q1 are none.

    Args:
        text: A sentence or a term.
    """
    found: dict[str, Decimal] = {}
    text, stop = _LABEL.sub(lambda one: " " * len(one[0]), text), 0
    matches = (*_FIGURE.finditer(text), *_DIGITS.finditer(text), *_WORDS.finditer(text))
    for match in sorted(matches, key=lambda one: (one.start(), -one.end())):
        value = number_value(match.group()) if match.end() > stop else None
        if value is not None and not (value == 1 and match.group()[0].isalpha()):
            found.setdefault(match.group(), value)
            stop = match.end()
    return tuple(found.items())


@lru_cache(maxsize=8192)
def months(text: str) -> frozenset[int]:
    """The months that the dates of a text name."""
    return frozenset(one.month for one in find_dates(text) if one.month is not None)


def pieces(text: str) -> Iterator[str]:
    """A text, cut between words where it is longer than what is read at once.

    Args:
        text: A sentence, or what passes for one.
    """
    rest = text.strip()
    while len(rest) > LONGEST:
        cut = rest.rfind(" ", 1, LONGEST)
        cut = cut if cut > 0 else LONGEST
        yield rest[:cut]
        rest = rest[cut:].strip()
    if rest:
        yield rest


def lost(sentence: str, predicates: Iterable[Predicate]) -> list[str]:
    """Numbers, dates and negations of a sentence that stand in none of its predicates.

    A number may be written in another way (``31%`` for "31 percent"), and a negation may be the relation ``Negate``.

    Args:
        sentence: The sentence.
        predicates: Its predicates.

    Returns:
        What is lost, as the sentence has it; empty where nothing is.
    """
    made = list(predicates)
    terms = [piece for one in made for term in one.terms for piece in pieces(term)]
    told = " ; ".join(terms).casefold()
    values = {value for term in terms for _, value in figures(term)}
    named = {month for term in terms for month in months(term)}
    missing: list[str] = []
    cues: list[str] = []
    for piece in pieces(sentence):
        missing += [text for text, value in figures(piece) if value not in values and text.casefold() not in told]
        dates = [(piece[one.start : one.end], one.month) for one in find_dates(piece)]
        missing += [text for text, month in dates if month and month not in named and text.casefold() not in told]
        cues += [one.cue for one in negations(piece)]
    denied = sum(one.relation in _DENIES for one in made) + len(_MARKED.findall(told))
    if denied < len(cues):
        missing += [cue for cue in cues if cue.casefold() not in told] or cues[denied:]
    return list(dict.fromkeys(missing))
