"""Ids of sentences and flaws put into words: they help agents to be exact, and tell a reader nothing."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

_ONE = r"(?:[EKQ]\d{1,4}|P?\d{1,4}(?:\.\d{1,4}){1,2})"
_JOIN = r"(?:\s*(?:[,;/&–—-]|and|or|to|see|also|in)\s*)+"
_BRACKETED = re.compile(
    rf"\s*[(\[](?:see\s|in\s|at\s|sentences?\s|flaws?\s)*({_ONE}(?:{_JOIN}{_ONE})*)[)\]]", re.IGNORECASE
)
_FLAW = re.compile(r"\b(?:(?:the\s)?flaws?\s)?(K\d{1,4})\b")
_PLACE = re.compile(
    r"\b(?:(?:the\s)?sentences?\s)?P?(\d{1,4}\.\d{1,4})(?:\.\d{1,4})?\b(?!\s?(?:%|percent|per cent|times|million|billion))"
)
_AGAIN = re.compile(r"\b(turn \d+)(?:(?:\s*[,;–—-]\s*|\s+(?:and|or|to)\s+)\1\b)+")


def in_words(text: str, sentences: Collection[str], flaws: Mapping[str, str], told: str) -> str:
    """A text without ids: those in brackets go, others become the turn that is meant, or what the flaw is.

    Args:
        text: What an agent wrote for people.
        sentences: Names of the sentences of the debate, e.g. ``3.2``.
        flaws: Kind of each flaw by its id.
        told: What was said; a figure of it that looks like the name of a sentence is a figure.
    """

    def bracketed(match: re.Match[str]) -> str:
        names = re.findall(_ONE, match[1])
        meant = [one for one in names if one in flaws or one.removeprefix("P") in sentences or not one[0].isdigit()]
        return "" if len(meant) == len(names) else match[0]

    def place(match: re.Match[str]) -> str:
        name = match[1]
        figure = re.search(rf"(?<![\d.]){re.escape(name)}(?![\d.]*\d)", told)
        return match[0] if name not in sentences or figure else f"turn {name.partition('.')[0]}"

    def flaw(match: re.Match[str]) -> str:
        return f"the {flaws[match[1]].replace('_', ' ')}" if match[1] in flaws else match[0]

    plain = _FLAW.sub(flaw, _PLACE.sub(place, _BRACKETED.sub(bracketed, text)))
    plain = _AGAIN.sub(r"\1", plain)
    return plain[:1].upper() + plain[1:] if text[:1].isdigit() or text[:1] == "K" else plain
