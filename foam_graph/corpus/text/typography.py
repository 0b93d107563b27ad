"""Characters and the steps that fold them: which marks of typography stand for which plain text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import Final

from foam_graph.corpus.sentences.rules import CJK

WRAP: Final = "\ue000"
"""Stands for a hyphen at the end of a line: belongs to the word or only to the wrapping."""

_SINGLE: Final = "‘’‚‛′‵´`ʼʹ＇"
_DOUBLE: Final = "“”„‟″‶«»〝〞＂「」『』"
DASH: Final = "‐‑‒–—―−﹘﹣－"
# Joiners, byte order marks, direction marks and isolates, variation selectors, the stroke that lengthens Arabic words. Not U+202A, U+202B, U+202D
# and U+202E: what they reorder reads differently from what is stored.
_IGNORED: Final = "\u034f\u061c\u0640\u180b-\u180f\u200b-\u200f\u202c\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff\U000e0000-\U000e01ef"
_COMBINING: Final = "\u0300-\u034e\u0350-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u3099\u309a"
_BREAK: Final = r"(?:\r\n|[\n\r\f\v\u2028\u0085])"
_WRAPS: Final = rf"[ \t]*{_BREAK}(?=\s*\S)"
"""A break that a soft hyphen wraps a word at: at the end of a text it wraps nothing."""

_STEPS: Final = (
    rf"(?P<wrap>(?<=[^\W\d_])[-‐‑‒–−﹘﹣－\u00ad][ \t]*{_BREAK}\s*(?=[^\W\d_]))"
    rf"|(?P<dash>(?<=\w)[-{DASH}]\s+(?=\w)|(?:\s*(?:--|-?[—―])[-—―]*\s*)|(?:\s+|\A)[-{DASH}](?:\s+|\Z)|[{DASH}])"
    rf"|(?P<joined>(?<=[{CJK}，、。！？；：])\s+(?=[{CJK}]))"
    r"|(?P<dots>(?:(?:\.\s*){0,2}…|\.(?:\s*\.){2,})(?:\s*[.…])*+)"
    r"|(?P<blank>\s{2,}|[^\S ])"
    rf"|(?P<accent>\w[{_COMBINING}]+|[\u1100-\u11ff]{{2,}})"
    "|(?P<soft>\u00ad)|`"
)
_FIXED: Final = {"wrap": WRAP, "dash": "-", "dots": "...", "blank": " ", "joined": "", "soft": ""}
ASCII_STEPS = re.compile(_STEPS)
_ODD = rf"\t-\r\x1c-\x1f\x85\u2000-\u200a\u2028\u2029\u202f\u205f\u1680\xa0\u3000{DASH}\u00ad…`"
ASCII_RUN = re.compile(r"[- .`\t-\r\x1c-\x1f](?:[- .`\t-\r\x1c-\x1f]+|(?<=[`\t-\r\x1c-\x1f]))")
COMPOSED = re.compile(rf"[{_COMBINING}\u1100-\u11ff]|[{CJK}，、。！？；：] [{CJK}]")
ASCII_WRAP = re.compile(r"-[ \t]*(?:\r\n|[\n\r\f\v])\s*")
FOREIGN = re.compile(r"[^\x00-\x7f]")
INVISIBLE = re.compile(rf"\u00ad(?!{_WRAPS})|[{_IGNORED}]+")
BY_STEPS = re.compile(rf"[\u00ad{_COMBINING}\u1100-\u11ff{CJK}]")
WRAPPED_AS: Final = frozenset({f"{WRAP}-", f"-{WRAP}", f"{WRAP} ", f" {WRAP}"})
SOFT_WRAP = re.compile(rf"\u00ad{_WRAPS}")
CLOSELY: Final = frozenset(
    chr(n)
    for n in (0xAD, *range(0x300, 0x370), 0x61C, 0x640, *range(0x1100, 0x1200), *range(0x180B, 0x1810), *range(0x1AB0, 0x1B00),
              *range(0x1DC0, 0x1E00), *range(0x200B, 0x2010), 0x202C, *range(0x2060, 0x2070), *range(0x20D0, 0x2100),
              *range(0x3005, 0xA000), *range(0xAC00, 0xD7B0), *range(0xF900, 0xFB00), *range(0xFE00, 0xFE10), 0xFEFF,
              *range(0xE0000, 0xE01F0))
)  # fmt: skip
"""Characters that are left out, composed, or written without blanks: a text with none of them is quicker to fold."""
_KEPT: Final = frozenset("…—―\u00ad")
"""Characters that only the steps may fold."""


def _ranges(points: Iterable[int], kind: str) -> str:
    """The characters of a Unicode category (``M``, ``S``) among these, as the inside of a character class."""
    found: list[list[int]] = []
    for point in points:
        if unicodedata.category(chr(point))[0] != kind:
            continue
        if found and found[-1][1] == point - 1:
            found[-1][1] = point
        else:
            found.append([point, point])
    return "".join(re.escape(chr(low)) + (f"-{re.escape(chr(high))}" if high > low else "") for low, high in found)


MARKS: Final = _ranges((*range(0x300, 0x3100), *range(0xA600, 0xAC00), *range(0x10A00, 0x11F60)), "M")
"""Inside of a character class: marks that belong to a word, such as vowel signs."""
SYMBOLS: Final = (
    _ranges((*range(0xA2, 0xA9), *range(0xAC, 0xAE), *range(0xB0, 0x2500), *range(0x2600, 0x3000)), "S")
    + _ranges((*range(0xFE00, 0xFFF0), *range(0x1F000, 0x1FB00)), "S")
    + "$%‰&§<=>+^~"
)
"""Inside of a character class: signs that carry meaning; not box drawing, not marks of trade and copyright."""

LETTERS = re.compile(rf"[^\W_]+(?:[{MARKS}]+[^\W_]*)*")


@cache
def spelling(character: str) -> str:
    """One foreign character in ASCII; empty where its neighbours matter or it has none."""
    if character in "—―":
        return "--"
    if character == "…":
        return "..."
    if character.isspace():
        return "" if character in "\x85\u2028\u2029" else "\x1c"
    plain = _character(character)
    if plain.isalnum() and not character.isalnum():
        return ""
    return plain if plain.isascii() and not any(one in "0123456789^/" for one in plain) else ""


@cache
def simple(character: str) -> bool:
    """Whether no step looks at a character."""
    return len(_character(character)) == 1 and not re.match(rf"[{_ODD}]", character)


def replacement(found: re.Match[str]) -> str:
    """What a match of the steps folds to."""
    kind = found.lastgroup
    if kind == "accent":
        return unicodedata.normalize("NFKC", found.group())
    if kind is None:
        plain = _character(found.group())
        before = found.string[found.start() - 1] if found.start() else ""
        return f" {plain}" if "/" in plain and before.isdigit() else plain
    return _FIXED[kind]


@cache
def _character(character: str) -> str:
    """One character folded."""
    if character == WRAP:
        return "\ufffd"
    if character in _SINGLE:
        return "'"
    if character in _DOUBLE:
        return '"'
    if character in _KEPT or character.isspace():
        return character
    if character in DASH:
        return "-"
    decomposed = unicodedata.decomposition(character)
    plain = unicodedata.normalize("NFKC", character)
    if decomposed.startswith("<super>"):
        return f"^{plain}"
    if decomposed.startswith("<sub>"):
        return f"_{plain}"
    if decomposed.startswith("<circle>") and plain.isdigit():
        return f"({plain})"
    if decomposed.startswith("<fraction>"):
        return plain.replace("\u2044", "/")
    return plain


@cache
def single(character: str) -> str:
    """What a character folds to where that is one character; a dash stays one, for the blanks around it matter."""
    plain = _character(character)
    return plain if len(plain) == 1 and character not in DASH else character


@cache
def _longer() -> str:
    """Every character that folds to more than one or to none, as the inside of a character class."""
    points = (*range(0x80, 0x3400), *range(0xF900, 0x10000), *range(0x1D100, 0x1D800), *range(0x1F100, 0x1F300))
    fixed = re.compile(rf"[\s{DASH}{_IGNORED}\u00ad…]")
    return re.escape("".join(chr(n) for n in points if len(_character(chr(n))) != 1 and not fixed.match(chr(n))))


@cache
def full_steps() -> re.Pattern[str]:
    """The steps, and every character that folds to more or less than one."""
    return re.compile(f"{_STEPS}|[{_longer()}]")


@cache
def full_run() -> re.Pattern[str]:
    """Where the full steps may match: runs of blanks, dashes and dots, and characters that fold to others."""
    odd = _ODD + _longer()
    return re.compile(rf"[- .{odd}](?:[- .{odd}]+|(?<=[{odd}]))")
