"""Differences between a quotation and its source, word by word.

A passage and its negation are nearly the same text, so no similarity score can tell them apart; words can.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from rapidfuzz.distance import Levenshtein

from foam_graph.corpus.sentences.rules import CJK
from foam_graph.corpus.text.typography import MARKS, SYMBOLS, WRAP

AROUND: Final = 3
"""Words of context shown on either side of a difference."""
LONGEST: Final = 400
"""Most words shown of one difference."""

_LETTER = rf"[^\W_{CJK}]"
_LETTERS = rf"{_LETTER}+(?:[{MARKS}]+{_LETTER}*)*"
_BRACKETED = r"\[[^\W\d_]{1,12}\]"
_NUMBER = rf"\d+(?:[.,:/]\d+)*(?:{_LETTERS})?"
_REST = rf"(?:['{WRAP}]{_LETTERS}|{_BRACKETED}(?:{_LETTERS})?)*"
# The first two alternatives are the usual words, for speed; what stands between words is passed over at once.
_TOKEN = re.compile(
    rf"[ ,;\"()!?]*+([a-z]++(?![\w'{WRAP}\[{MARKS}])|[^\W\d_{CJK}]{_LETTER}*(?:[{MARKS}]+{_LETTER}*)*{_REST}|[{CJK}]"
    rf"|(?:(?<=[\s(\[$€£¥+±=<>~-])|^)-(?=\.?\d)(?:\.?{_NUMBER})|(?:(?<![\w.,])|(?<=[^.]\.))\.{_NUMBER}|{_NUMBER}"
    rf"|(?<=\d)-(?=\d)|{_BRACKETED}(?={_LETTER}){_LETTERS}{_REST}|[{SYMBOLS}\u202a\u202b\u202d\u202e]|_(?=\d))"
)
# Signs that stand between or against words: a change of one changes what is said, though no word is another.
_SIGNED = re.compile(
    rf"=?[!/]=|(?<![\w{MARKS}])[{MARKS}]|(?<=\w)\|(?=\w)|(?<=[^\W\d_])#(?!\w)|(?<=\d)[*'\"·٫](?=\d)|(?<=\w)'+(?=\()|[▲-▵▼-▿ß]"
)
# Signs that a quotation may leave out, but not exchange: marks of lists and forms, feet and inches.
_SHOWN = re.compile(r"[■-◿]|(?<=\d)['\"](?!\w)")
_INSIDE = re.compile(rf"[\[\]{WRAP}]")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")


def tokens(text: str) -> list[str]:
    """Words, numbers and signs of a folded text, without punctuation, case folded."""
    found = _TOKEN.findall(text.casefold())
    if WRAP in text or "[" in text or "," in text:
        return [_cleaned(one) for one in found]
    return found


def located(text: str) -> list[tuple[str, int, int]]:
    """The same with the start and end of each in the folded text."""
    return [(_cleaned(found[1].casefold()), *found.span(1)) for found in _TOKEN.finditer(text)]


def _cleaned(token: str) -> str:
    return token if token.isalnum() else _THOUSANDS.sub("", _INSIDE.sub("", token))


def same_words(left: str, right: str) -> bool:
    """Whether two folded texts hold the same words, numbers and signs in the same order.

    Args:
        left: Of the source.
        right: Of the quotation, which may leave out marks of lists.
    """
    if _SIGNED.findall(left) != _SIGNED.findall(right) or _SHOWN.findall(right) not in ([], _SHOWN.findall(left)):
        return False
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
    return words_diff(tokens(source), tokens(quote))


def operations(before: Sequence[str], after: Sequence[str]) -> list[tuple[str, int, int, int, int]]:
    """How one list of words becomes the other: what is done, and the two runs of words it is done to."""
    return [
        (code.tag, code.src_start, code.src_end, code.dest_start, code.dest_end)
        for code in Levenshtein.opcodes(before, after)
    ]


def words_diff(before: Sequence[str], after: Sequence[str]) -> str:
    """The differences between two lists of words, as ``token_diff`` shows them."""
    parts: list[str] = []
    for tag, b1, b2, a1, a2 in operations(before, after):
        if tag == "equal":
            continue
        shown = list(before[max(0, b1 - AROUND) : b1])
        if b2 > b1:
            shown.append(f"[-{' '.join(before[b1:b2][:LONGEST])}-]")
        if a2 > a1:
            added = " ".join(after[a1:a2][:LONGEST])
            shown.append(f"{{+{added}{_lookalikes(' '.join(before[b1:b2]), added)}+}}")
        parts.append(" ".join([*shown, *before[b2 : b2 + AROUND]]))
    return " … ".join(parts)


def letter_diff(source: str, quote: str) -> str:
    """The differences of case and punctuation between two texts of the same words, in the form of ``token_diff``."""
    before, after = source.split(), quote.split()
    parts: list[str] = []
    for tag, b1, b2, a1, a2 in operations(before, after):
        if tag != "equal":
            removed, added = " ".join(before[b1:b2][:LONGEST]), " ".join(after[a1:a2][:LONGEST])
            parts.append(" ".join([f"[-{removed}-]"] * bool(removed) + [f"{{+{added}+}}"] * bool(added)))
    return " … ".join(parts).replace(WRAP, "-")


def _lookalikes(before: str, after: str) -> str:
    """Code points of letters that a reader could not tell from those they stand for."""
    if len(before) != len(after) or (before.isascii() and after.isascii()):
        return ""
    pairs = [(one, two) for one, two in zip(before, after, strict=True) if one != two]
    foreign = sorted({two for one, two in pairs if _script(one) != _script(two)})
    return f" ({', '.join(f'U+{ord(one):04X}' for one in foreign)})" if foreign else ""


def _script(character: str) -> str:
    return unicodedata.name(character, "?").split()[0]
