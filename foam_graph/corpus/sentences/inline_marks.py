"""Marks inside a paragraph that are not terminators: note and page numbers, running lists, parentheses."""

from __future__ import annotations

import re
from typing import Final

CITATIONS: Final = 3
"""Legal citations after which a text counts as legal."""
FAR: Final = 1000
"""Characters after which an open parenthesis is taken for one that was never closed."""

_NUMBER = re.compile(r"\s*(?:(?:\d{1,2}|[A-H]|[IVX]{1,5}|[a-h])\.|\((?:\d{1,2}|[A-Za-z]|[ivx]{1,4})\))(?=\s+\S)")
_CITATION: Final = (" v. ", "U.S.C.", "C.F.R.")
"""Citations of cases and codes: a sign of a paragraph stands in contracts and house rules as well, whose numbers are no sentences."""
_LEADING = re.compile(r"\s*(?:\[(?:\d{1,3}|[*†‡])\]|\d*\*\d+)(?=\s+\S)")
_CAPTION = re.compile(r"(?:Figure|Table) \d{1,3}(?:\.\d{1,3})?(?=\s+[A-Z(])")
_STAMP = re.compile(
    r"/\d{1,2}/(?:\d{4}|\d\d) \d{1,2}:\d{2}(?::\d{2})?(?: [AaPp][Mm]\b)?"
    r"(?=\s+[\w\"“(]|\s*\Z)(?!\s+(?:to|until|and|or|through)\b)"
)
_LED_UP_TO = re.compile(
    r"(?:\b(?:on|at|by|to|of|from|before|after|until|since|for)|[,:–-])\s\d{1,2}$|[^\s\d]\d{1,2}$|\d{3}$", re.IGNORECASE
)
_LINES = tuple(re.compile(f"{re.escape(mark * 5)}{re.escape(mark)}*+(?=\\s)") for mark in "-=*~")
_BROKEN_OFF = tuple(
    re.compile(
        rf"{mark}(?=\s+(?:You|She|He|We|They|It|There|That|This|What|Who|How|Why|Can|Could|Would|Do|Did|Does|Is|Are|Was|Well|Okay|Oh|Yeah|So|But|And)\b)"
    )
    for mark in ("—", "–", "--")
)
_FACE = re.compile(r"[:;=^](?:(?<=[:;=])-?[)(DPp]+|(?<=\^)_+\^)(?=\s+[A-Z])")
_DATELINE = re.compile(
    r"\s(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?:[A-Z][a-z]+ \d{1,2},|\d{1,2} [A-Z][a-z]+) \d{4}$"
)
_BEFORE_DATE = re.compile(r"(?:\b(?:on|at|by|to|of|from|before|after|until|since|for|the)|[,:–-])$", re.IGNORECASE)
_BULLET = re.compile(r"\s(?=[•⁃‣◦▪●]\s?\S)")
_NUMBERED = re.compile(r"(?:^|(?<=\s))[•⁃]?\s?(\d{1,3}|[a-z])(?:\.\)|[.)])(?=\s)")
_PAREN = re.compile(r"[()\[\]]")
_FACES = ":;=8-^"


def legal_from(text: str) -> int:
    """Where a text has shown itself to be legal: the end of the third citation in it; past its end where there is none.

    It depends only on what came before, so that appending to a document never moves it backwards.
    """
    places: list[int] = []
    for mark in _CITATION:
        at = -1
        for _ in range(CITATIONS):
            at = text.find(mark, at + 1)
            if at < 0:
                break
            places.append(at + len(mark))
    return sorted(places)[CITATIONS - 1] if len(places) >= CITATIONS else len(text) + 1


def leading_mark(text: str, start: int, end: int, legal: bool) -> int:
    """End of a note or page number that opens a paragraph (``[12]``, ``*661``), else ``start``.

    The number stands for "note 12 follows" or "page 661 begins here": it is no part of the sentence behind it. In legal
    text the same holds for the number of a heading or finding (``II.``, ``(a)``), which other text refers to by itself
    (protocol of the LLT Lab for the sentences of decisions, Walker 2017).
    """
    head = text[start]
    if head in "[*0123456789" or head.isspace():
        found = _LEADING.match(text, start, end)
        if found is not None:
            return found.end()
    if head in "FT":
        found = _CAPTION.match(text, start, end)
        if found is not None:
            return found.end()
    if legal:
        found = _NUMBER.match(text, start, end)
        if found is not None:
            return found.end()
    return start


def layout_cuts(text: str) -> list[int]:
    """Positions where layout alone ends a sentence: around message stamps and ruled lines, after faces and broken speech.

    A stamp is a date with a time that no word leads up to (``03/14/2026 09:30 AM`` between two messages). Speech breaks
    off where a dash is followed by a small word with a capital ("so what -- Well, go on").
    """
    cuts: set[int] = set()
    for found in _STAMP.finditer(text):
        before = text[max(0, found.start() - 12) : found.start()]
        if before[-1:].isdigit() and not _LED_UP_TO.search(before):
            cuts.update((found.start() - 2 if before[-2:].isdigit() else found.start() - 1, found.end()))
    for pattern in _LINES:
        for found in pattern.finditer(text):
            if text[found.start() - 1 : found.start()].isspace():
                cuts.update(found.span())
    for pattern in _BROKEN_OFF:
        for found in pattern.finditer(text):
            if text[max(0, found.start() - 2) : found.start()].strip().isalpha():
                cuts.add(found.end())
    if ":)" in text or ":-)" in text or ";)" in text or ":D" in text or ":(" in text or "^_" in text:
        cuts.update(
            found.end() for found in _FACE.finditer(text) if text[found.start() - 1 : found.start()] not in "(["
        )
    return sorted(cuts)


def dateline(text: str, start: int, end: int) -> int:
    """Where a date that ends a line stands apart from the headline before it, else ``end``."""
    tail = text[max(start, end - 48) : end].rstrip()
    found = _DATELINE.search(tail) if tail[-4:].isdigit() else None
    if found is None or not found.start() or _BEFORE_DATE.search(tail, 0, found.start()):
        return end
    return max(start, end - 48) + found.start()


def inline_items(text: str, start: int, end: int) -> list[int]:
    """Starts of the second and later items of a list that runs on in one paragraph.

    Args:
        text: The document's text.
        start: Where the paragraph begins.
        end: Where it ends.

    Returns:
        Positions in the text, in order; none where the paragraph does not begin with an item.
    """
    head = text[start : start + 8].lstrip()
    if head[:1] in "•⁃‣◦▪●" and head:
        return [found.end() for found in _BULLET.finditer(text, start, end)]
    opening = _NUMBERED.match(head)
    if opening is None:
        return []
    paragraph = text[start:end]
    starts: list[int] = []
    expected = ""
    for found in _NUMBERED.finditer(paragraph):
        label = found.group(1)
        if not expected or label == expected:
            starts.append(start + found.start())
            expected = str(int(label) + 1) if label.isdigit() else chr(ord(label) + 1)
    return starts[1:]


def enclosed(text: str, first: int, cut: int, end: int) -> bool:
    """Whether a cut would fall inside a parenthesis that opened within its sentence and closes in its paragraph.

    A parenthesis that begins the sentence may hold several sentences; one in the middle belongs to it as a whole.
    """
    since = max(first, cut - FAR)
    if text.find("(", since, cut) < 0 and text.find("[", since, cut) < 0:
        return False
    opened: list[int] = []
    for found in _PAREN.finditer(text, since, cut):
        at = found.start()
        if text[at] in "([":
            if at == 0 or text[at - 1] not in _FACES:
                opened.append(at)
        elif opened:
            opened.pop()
    if not opened or not text[first : opened[0]].strip(" \t\r\n\"'“‘"):
        return False
    depth = len(opened)
    for found in _PAREN.finditer(text, cut, min(end, cut + FAR)):
        depth += 1 if found.group() in "([" else -1
        if not depth:
            return True
    return False
