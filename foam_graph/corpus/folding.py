"""Typography folded away, with a map back to the characters it came from.

Two forms of a text: *folded* (quotes, dashes, ligatures, blanks, soft hyphens, wrapped words; case and punctuation
kept) and its *skeleton* (letters and digits of the folded text only, case folded), which finds verbatim text whatever
was done to its typography. Superscripts and vulgar fractions keep their meaning (``10²`` is not ``102``).
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from bisect import bisect_right
from functools import cache
from typing import Final

from foam_graph.corpus.segmentation_rules import CJK

WRAP: Final = "\ue000"
"""Stands for a hyphen at the end of a line: belongs to the word or only to the wrapping."""

_SINGLE: Final = "‘’‚‛′‵´`ʼʹ＇"
_DOUBLE: Final = "“”„‟″‶«»〝〞＂「」『』"
_DASH: Final = "‐‑‒–—―−﹘﹣－"
_IGNORED: Final = "\u00ad\u200b\u200c\u200d\u2060\ufeff"

_STEPS = (
    rf"(?P<wrap>(?<=[^\W\d_])[-‐‑\u00ad][ \t]*(?:\r\n|[\n\r\f\v\u2028])\s*(?=[^\W\d_]))"
    rf"|(?P<dash>(?:\s*(?:--+|[—―])\s*)|(?:\s+|\A)[-{_DASH}](?:\s+|\Z)|[{_DASH}])"
    rf"|(?P<joined>(?<=[{CJK}，、。！？；：])\s+(?=[{CJK}]))"
    r"|(?P<dots>(?:…|\.(?:\s?\.){2,})(?:\s?[.…])*+)"
    r"|(?P<blank>\s{2,}|[^\S ])"
    rf"|(?P<ignored>[{_IGNORED}]+)"
    r"|(?P<accent>\w[\u0300-\u036f\u1ab0-\u1aff\u20d0-\u20ff\u3099\u309a]+|[\u1100-\u11ff]{2,})"
)
_ASCII_STEPS = re.compile(_STEPS)
_LETTERS = re.compile(r"[^\W_]+")


class Mapped:
    """A text made from another one, character by character.

    Attributes:
        text: The text.
    """

    __slots__ = ("_at", "_start", "_stop", "text")

    def __init__(self, pieces: list[tuple[str, int, int]]) -> None:
        at, starts, stops = array("q"), array("q"), array("q")
        position = 0
        for piece, start, stop in pieces:
            at.append(position)
            starts.append(start)
            stops.append(-1 if stop - start == len(piece) else stop)
            position += len(piece)
        self.text = "".join(piece for piece, _, _ in pieces)
        self._at, self._start, self._stop = at, starts, stops

    def start(self, position: int) -> int:
        """Where in the origin the character at ``position`` begins."""
        piece = bisect_right(self._at, position) - 1
        straight = self._stop[piece] < 0
        return self._start[piece] + (position - self._at[piece] if straight else 0)

    def position(self, origin: int) -> int:
        """The first character made from the origin's ``origin`` or later."""
        piece = bisect_right(self._start, origin) - 1
        if piece < 0:
            return 0
        end = self._at[piece + 1] if piece + 1 < len(self._at) else len(self.text)
        if self._stop[piece] >= 0:
            return self._at[piece] if self._start[piece] >= origin else end
        return min(end, self._at[piece] + origin - self._start[piece])

    def stop(self, position: int) -> int:
        """One past where in the origin the character before ``position`` ends."""
        piece = bisect_right(self._at, position - 1) - 1
        fixed = self._stop[piece]
        return fixed if fixed >= 0 else self._start[piece] + (position - self._at[piece])


def fold(text: str) -> str:
    """The text without differences of typography.

    Args:
        text: Any text.

    Returns:
        The folded text, without blanks at its ends.
    """
    return folded(text).text.replace(WRAP, "").strip()


def folded(text: str) -> Mapped:
    """The folded text with its map; wrapped words carry ``WRAP``.

    Args:
        text: Any text.

    Returns:
        The folded text; offsets are characters of ``text``.
    """
    pattern = _pattern_for(text)
    pieces: list[tuple[str, int, int]] = []
    position = 0
    for found in pattern.finditer(text):
        start, stop = found.span()
        if start > position:
            pieces.append((text[position:start], position, start))
        replacement = _replacement(found)
        if replacement:
            pieces.append((replacement, start, stop))
        position = stop
    if position < len(text):
        pieces.append((text[position:], position, len(text)))
    return Mapped(pieces)


def skeleton(source: Mapped) -> Mapped:
    """Letters and digits only, case folded; offsets are characters of the folded text."""
    pieces: list[tuple[str, int, int]] = []
    for found in _LETTERS.finditer(source.text):
        start, stop = found.span()
        word = found.group()
        low = word.casefold()
        if len(low) == len(word):
            pieces.append((low, start, stop))
        else:
            pieces.extend((one.casefold(), start + n, start + n + 1) for n, one in enumerate(word))
    return Mapped(pieces)


def alike(left: str, right: str) -> bool:
    """Whether two folded texts (with ``WRAP`` marks) are the same; a wrapped hyphen fits a hyphen or nothing."""
    if WRAP not in left and WRAP not in right:
        return left == right
    i = j = 0
    while i < len(left) or j < len(right):
        one, two = left[i : i + 1], right[j : j + 1]
        if one == two or (one == WRAP and two == "-") or (two == WRAP and one == "-"):
            i, j = i + 1, j + 1
        elif one == WRAP:
            i += 1
        elif two == WRAP:
            j += 1
        else:
            return False
    return True


def _replacement(found: re.Match[str]) -> str:
    kind = found.lastgroup
    if kind == "accent":
        return unicodedata.normalize("NFKC", found.group())
    if kind is None:
        plain = _character(found.group())
        before = found.string[found.start() - 1] if found.start() else ""
        return f" {plain}" if "/" in plain and before.isdigit() else plain
    return {"wrap": WRAP, "dash": "-", "dots": "...", "blank": " ", "ignored": "", "joined": ""}[kind]


@cache
def _character(character: str) -> str:
    """One character folded."""
    if character in _SINGLE:
        return "'"
    if character in _DOUBLE:
        return '"'
    decomposed = unicodedata.decomposition(character)
    plain = unicodedata.normalize("NFKC", character)
    if decomposed.startswith("<super>"):
        return f"^{plain}"
    if decomposed.startswith("<sub>"):
        return f"_{plain}"
    if decomposed.startswith("<fraction>"):
        return plain.replace("\u2044", "/")
    return plain


def _pattern_for(text: str) -> re.Pattern[str]:
    """The steps, and those characters of this text that fold to something else."""
    if text.isascii():
        return _pattern(frozenset("`") & frozenset(text))
    fixed = set(_DASH + _IGNORED + "…")
    return _pattern(
        frozenset(
            one
            for one in set(text)
            if one not in fixed and not one.isspace() and (one == "`" or _character(one) != one)
        )
    )


@cache
def _compiled(characters: str) -> re.Pattern[str]:
    return re.compile(f"{_STEPS}|[{re.escape(characters)}]")


def _pattern(characters: frozenset[str]) -> re.Pattern[str]:
    return _compiled("".join(sorted(characters))) if characters else _ASCII_STEPS
