"""Sentences that assert nothing themselves: they report a question, or pass on what others are said to hold."""

from __future__ import annotations

import re

_HEARSAY = re.compile(
    r"\b(?:(?:is|are|was|were) (?:said|reported|rumou?red|believed|alleged|thought|claimed) to"
    r"|allegedly|reportedly|rumou?rs?"
    r"|anonymous|have heard|has heard|heard that|suspects?|suspected|presumes?|presumed|feels?|believes?|doubts?)\b",
    re.IGNORECASE,
)
_ASKED = re.compile(
    r"\b(?:asks?|asked|asking|wonders?|wondered|inquires?|inquired|questions?) (?:how|whether|what|why|who|which|if)\b",
    re.IGNORECASE,
)


def asks(text: str) -> bool:
    """Whether a sentence only reports a question: it asserts nothing that a claim could be."""
    return bool(_ASKED.search(text))


def hearsay(text: str) -> bool:
    """Whether a sentence only passes on, suspects or presumes."""
    return bool(_HEARSAY.search(text))
