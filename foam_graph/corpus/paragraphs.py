"""Lines into paragraphs: which newlines are only wrapping, and which lines stand alone.

Works on one run of non-blank lines at a time; nothing outside the run matters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from foam_graph.corpus.segmentation_rules import CJK, CLOSERS, hangs

Span = tuple[int, int]
WIDEST: Final = 200
"""A line longer than this is a paragraph of its own, not a hard-wrapped line."""
NARROWEST: Final = 40
"""Paragraphs wrapped narrower than this are taken for lists or verse."""
SLACK: Final = 10
"""How much shorter than the widest line a wrapped line may have been left."""

_ITEM = re.compile(r"\s*(?:[-*+•–—⁃‣◦▪●]\s+\S|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)]\)?\s+\S|[•⁃]\S)")
_HEADING = re.compile(r"\s*#{1,6}\s+\S")
_RULE = re.compile(r"\s*([-=*_~#])(?:\s*\1){2,}\s*$")
_LABEL = re.compile(r"\s*[A-Z][\w/&' ()-]{0,40}:\s+\S")
_ROW = re.compile(r"\s*\|.*\||.*\S(?:\t|\s{3,})\S.*\S(?:\t|\s{3,})\S|[^|]*\S\s\|\s[^|]*\S\s\|\s")
_TERMINAL = re.compile(rf"[.?!:;。！？；：…][{CLOSERS}]*\s*$")
_HYPHENATED = re.compile(r"[^\W\d_][-‐\u00ad]\s*$")
_FIRST_WORD = re.compile(r"\s*(\S+)")
_CJK_END = re.compile(rf"[{CJK}，、]\s*$")
_TITLE_WORD = re.compile(r"[^\W\d_]{4,}")


class _Line:
    """One line and what can be told from it alone."""

    __slots__ = ("end", "start", "text")

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.start = start
        self.end = start + len(text)

    @property
    def width(self) -> int:
        """Characters without the blanks at the end."""
        return len(self.text.rstrip())

    @property
    def alone(self) -> bool:
        """Whether the line is a sentence of its own, not to be cut further."""
        return bool(_ROW.match(self.text) or _HEADING.match(self.text) or _RULE.match(self.text))

    @property
    def titled(self) -> bool:
        """Whether it reads as a heading: words capitalised throughout, no terminator."""
        words = _TITLE_WORD.findall(self.text)
        capitals = all(word[0].isupper() for word in words)
        return bool(words) and capitals and not _TERMINAL.search(self.text) and self.width <= 80


def paragraphs(text: str) -> Iterator[tuple[int, int, bool]]:
    """Paragraphs of a text.

    Args:
        text: Any text.

    Yields:
        Start, end, and whether the paragraph is one sentence as it stands (a table row, a heading, a rule).
    """
    run: list[_Line] = []
    position = 0
    for raw in text.splitlines(keepends=True):
        if raw.strip():
            run.append(_Line(raw, position))
        elif run:
            yield from _joined(run)
            run = []
        position += len(raw)
    if run:
        yield from _joined(run)


def _joined(run: list[_Line]) -> Iterator[tuple[int, int, bool]]:
    """One run of non-blank lines as paragraphs."""
    widths = [line.width for line in run if line.width <= WIDEST]
    width = max(widths, default=0)
    closed = bool(_TERMINAL.search(run[-1].text))
    first = run[0]
    before = run[0]
    for line in run[1:]:
        if not _continues(before, line, width, closed):
            yield first.start, before.end, first is before and before.alone
            first = line
        before = line
    yield first.start, before.end, first is before and before.alone


def _continues(before: _Line, line: _Line, width: int, closed: bool) -> bool:
    """Whether ``line`` goes on with the paragraph of ``before``."""
    if before.alone or line.alone:
        return False
    if _HYPHENATED.search(before.text) and line.text.lstrip()[:1].islower():
        return True
    if hangs(before.text, line.text):
        return not _ITEM.match(line.text)
    full = _is_full(before, line, width)
    ended = bool(_TERMINAL.search(before.text))
    if _ITEM.match(line.text) and (ended or not full or _ITEM.match(before.text)):
        return False
    if _LABEL.match(line.text) and (ended or not full or _LABEL.match(before.text)):
        return False
    if full:
        return not (before.titled and not line.titled)
    lower = line.text.lstrip()[:1].islower()
    return lower and not ended and (closed or width >= NARROWEST)


def _is_full(before: _Line, line: _Line, width: int) -> bool:
    """Whether a line-breaking program would have broken here, given the widest line of the run."""
    if before.width > WIDEST or width < NARROWEST:
        return _CJK_END.search(before.text) is not None and before.width >= max(width - 2, 12)
    if _CJK_END.search(before.text):
        return before.width >= width - 2
    word = _FIRST_WORD.match(line.text)
    return before.width + 1 + len(word.group(1) if word else "") > width - SLACK
