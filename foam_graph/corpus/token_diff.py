"""Differences between a quotation and its source, word by word.

A passage and its negation are nearly the same text, so no similarity score can tell them apart; words can.
"""

from __future__ import annotations

import re
from typing import Final

from rapidfuzz.distance import Levenshtein

from foam_graph.corpus.folding import WRAP
from foam_graph.corpus.segmentation_rules import CJK

AROUND: Final = 3
"""Words of context shown on either side of a difference."""
LONGEST: Final = 400
"""Most words shown of one difference."""

_LETTER = rf"[^\W_{CJK}]"
_BRACKETED = r"\[[^\W\d_]{1,12}\]"
_TOKEN = re.compile(
    rf"[{CJK}]|(?:(?<=[\s(\[$])|^)-(?=\d)\d+(?:[.,:/]\d+)*{_LETTER}*|\d+(?:[.,:/]\d+)*{_LETTER}*"
    rf"|(?:{_BRACKETED}(?={_LETTER}))?{_LETTER}+(?:['{WRAP}]{_LETTER}+|{_BRACKETED}{_LETTER}*)*"
    r"|[%$€£¥<>=≤≥±+×÷§&^_≠≈~¬°‰]"
)
_INSIDE = re.compile(rf"[\[\]{WRAP}]")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")


def tokens(text: str) -> list[str]:
    """Words, numbers and signs of a folded text, without punctuation, case folded."""
    return [token for token, _, _ in located(text)]


def located(text: str) -> list[tuple[str, int, int]]:
    """The same with the start and end of each in the folded text."""
    return [
        (_THOUSANDS.sub("", _INSIDE.sub("", found.group().casefold())), *found.span())
        for found in _TOKEN.finditer(text)
    ]


def same_words(left: str, right: str) -> bool:
    """Whether two folded texts hold the same words, numbers and signs in the same order."""
    if tokens(left) == tokens(right):
        return True
    if WRAP not in left + right:
        return False
    return tokens(_unwrapped(left, right)) == tokens(_unwrapped(right, left))


def _unwrapped(text: str, other: str) -> str:
    """The text with each wrapped hyphen kept where ``other`` has a hyphen after the same letters, else dropped."""
    hyphens, count = set(), 0
    for character in other:
        count += character.isalnum()
        if character == "-":
            hyphens.add(count)
    result, count = [], 0
    for character in text:
        count += character.isalnum()
        result.append(character if character != WRAP else "-" if count in hyphens else "")
    return "".join(result)


def token_diff(source: str, quote: str) -> str:
    """The differences, readable: ``[-removed-]`` stands in the source, ``{+added+}`` only in the quotation.

    Args:
        source: Folded passage of the source.
        quote: Folded quotation.

    Returns:
        Each difference with a few words around it, joined by `` … ``; empty where there is none.
    """
    before, after = tokens(source), tokens(quote)
    parts: list[str] = []
    for code in Levenshtein.opcodes(before, after):
        if code.tag == "equal":
            continue
        b1, b2, a1, a2 = code.src_start, code.src_end, code.dest_start, code.dest_end
        shown = before[max(0, b1 - AROUND) : b1]
        if b2 > b1:
            shown.append(f"[-{' '.join(before[b1:b2][:LONGEST])}-]")
        if a2 > a1:
            shown.append(f"{{+{' '.join(after[a1:a2][:LONGEST])}+}}")
        parts.append(" ".join(shown + before[b2 : b2 + AROUND]))
    return " … ".join(parts)
