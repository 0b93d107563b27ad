"""Where a piece of a text begins and ends: inside a word or a number, or next to what it must not be cut from."""

from __future__ import annotations

import re
from typing import Final

from foam_graph.corpus.sentences.rules import CJK
from foam_graph.corpus.text.typography import MARKS, WRAP

_WORD = re.compile(rf"[^\W_{CJK}]|[{MARKS}]")
_MARK = re.compile(f"[{MARKS}]")
_BOUND_PREFIX = re.compile(
    r"(?<!\w)(?:non|un|im|in|il|ir|anti|ex|pseudo|quasi|counter|semi|de|dis|mis|sub|pre|post|half|near|not|no)[-]$",
    re.IGNORECASE,
)
_BOUND_SUFFIX = re.compile(r"'t\b|-(?:free|less|not)\b", re.IGNORECASE)
_IN_NUMBER: Final = ".,/:·٫"
_MONEY: Final = "$¢£¤¥\u20a0-\u20c0"
_SIGN_BEFORE = re.compile(rf"(?:(?:^|[\s(\[{_MONEY}])-|[{_MONEY}]\s?|[~≈<>≤≥]\s?|[+±∓≃√¬])$")
_SIGN_AFTER = re.compile(rf"\s?(?:[%‰€£¢]|[{_MONEY}](?!\d))|[°^]")


def begins_inside(text: str, start: int) -> bool:
    """Whether a piece of a folded text begins inside a word or number, or loses a negating part of its first."""
    if start == 0:
        return False
    before, first = text[start - 1], text[start]
    if before == " ":
        return False
    if before == WRAP or _MARK.match(first):
        return True
    if _WORD.match(before):
        return _WORD.match(first) is not None
    further = text[start - 2] if start > 1 else " "
    if before == "'":
        return (further.isalpha() and first.isalpha()) or (further.isdigit() and first.isdigit())
    if first.isdigit():
        if before in _IN_NUMBER and further.isdigit():
            return True
        return before == "." and not further.isalnum() and further != "."
    return before == "-" and _BOUND_PREFIX.search(text, max(0, start - 12), start) is not None


def ends_inside(text: str, end: int) -> bool:
    """Whether a piece of a folded text ends inside a word or number, or loses a negating part of its last."""
    if end >= len(text):
        return False
    after, last = text[end], text[end - 1]
    if after == " ":
        return False
    if after == WRAP or _MARK.match(after):
        return True
    if _WORD.match(after):
        return _WORD.match(last) is not None
    if last.isdigit():
        return after in _IN_NUMBER + "'" and text[end + 1 : end + 2].isdigit()
    return _BOUND_SUFFIX.match(text, end) is not None


def sign_before(text: str, start: int) -> str:
    """A minus, currency or other sign that belongs to the number a piece of a folded text begins with."""
    if not (text[start].isdigit() or text[start] == "."):
        return ""
    found = _SIGN_BEFORE.search(text[max(0, start - 3) : start])
    return found.group().strip(" ([") if found else ""


def sign_after(text: str, end: int) -> str:
    """A per cent, degree or currency sign that belongs to the number a piece of a folded text ends with."""
    found = _SIGN_AFTER.match(text, end) if text[end - 1].isdigit() else None
    return found.group().strip() if found else ""
