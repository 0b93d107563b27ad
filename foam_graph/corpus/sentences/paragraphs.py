"""Lines into paragraphs: which newlines are only wrapping, and which lines stand alone.

A decision about two lines looks at those two lines and at what came before them, never further ahead. So whatever is
appended to a document, no earlier decision changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from foam_graph.corpus.sentences.rules import CJK, CLOSERS, hangs, numbers

Span = tuple[int, int]
WIDEST: Final = 160
"""A line longer than this is a paragraph of its own, not a hard-wrapped line."""
NARROWEST: Final = 40
"""Lines narrower than this are taken for lists or verse."""
SLACK: Final = 10
"""How much shorter than the widest line a wrapped line may have been left."""

_ITEM = re.compile(r"\s*(?:[-*+•–—⁃‣◦▪●]\s+\S|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)]\)?\s+\S|[•⁃]\S)")
_RULE = re.compile(r"\s*([-=*_~#])(?:\s*\1){2,}\s*$")
_HEADING = re.compile(r"\s*#{1,6}\s+\S")
_LABEL = re.compile(r"\s*[A-Z][\w/&' ()-]{0,40}:\s+\S")
_CELLS = re.compile(
    r"\s*\|.*\||.*[^\s.?!]\s*\t\s*\S.*\S\s*\t\s*\S|.*[^\s.?!]\s{3,}\S.*[^\s.?!]\s{3,}\S|[^|]*\S\s\|\s[^|]*\S\s\|\s"
)
_TERMINALS = frozenset(".?!:;。！？；：…")
_CLOSING = frozenset(CLOSERS.replace("\\", ""))
_CJK = re.compile(f"[{CJK}，、]")
_TITLE_WORD = re.compile(r"[^\W\d_]{4,}")
_HYPHENS = frozenset("-‐\u00ad")
_VERSUS = frozenset({"v.", "vs.", "V.", "VS.", "v", "vs"})


class _Line:
    """One line and what can be told from it alone."""

    __slots__ = ("alone", "body", "end", "start")

    def __init__(self, text: str, body: str, start: int) -> None:
        self.body = body
        self.start = start
        self.end = start + len(text)
        self.alone = _stands_alone(text, body)

    @property
    def ended(self) -> bool:
        """Whether a terminator stands at the end, before what closes after it."""
        body = self.body
        at = len(body) - 1
        while at > 0 and body[at] in _CLOSING:
            at -= 1
        return body[at] in _TERMINALS

    @property
    def titled(self) -> bool:
        """Whether it reads as a heading: words capitalised throughout, no terminator."""
        if len(self.body) > 80 or self.ended:
            return False
        words = _TITLE_WORD.findall(self.body)
        return bool(words) and all(word[0].isupper() for word in words)


def _stands_alone(text: str, body: str) -> bool:
    """Whether a line is a sentence as it stands, not to be cut further: a table row, a heading, a rule."""
    first = body[0]
    if first == "#" and _HEADING.match(body):
        return True
    if first in "-=*_~#" and _RULE.match(body):
        return True
    return ("|" in text or "\t" in text or "   " in body) and _CELLS.match(text) is not None


class _Wrapping:
    """What the lines so far say about hard wrapping.

    Attributes:
        widest: Widest line of the run of non-blank lines so far; 0 at its beginning.
        column: Width at which lines of this document were seen to be wrapped; 0 while none was.
    """

    __slots__ = ("column", "widest")

    def __init__(self) -> None:
        self.widest = 0
        self.column = 0

    def full(self, before: _Line, line: _Line) -> bool:
        """Whether a line-breaking program would have broken between the two lines."""
        width, following = len(before.body), len(line.body)
        if width > WIDEST or following > WIDEST:
            return False
        widest = max(self.widest, width, following)
        if _CJK.match(before.body[-1]):
            return width >= max(widest - 2, 12)
        if widest < NARROWEST:
            return False
        return width + 1 + len(line.body.split(None, 1)[0]) > widest - SLACK

    def fits_column(self, before: _Line) -> bool:
        """Whether a line is about as long as lines that were certainly wrapped."""
        return self.column > 0 and len(before.body) >= self.column - 3 * SLACK


def paragraphs(text: str) -> Iterator[tuple[int, int, bool]]:
    """Paragraphs of a text.

    Args:
        text: Any text.

    Yields:
        Start, end, and whether the paragraph is one sentence as it stands (a table row, a heading, a rule).
    """
    wrapping = _Wrapping()
    first: _Line | None = None
    before: _Line | None = None
    position = 0
    for raw in text.splitlines(keepends=True):
        body = raw.strip()
        line = _Line(raw, body, position) if body else None
        position += len(raw)
        if first is not None and before is not None and (line is None or not _continues(before, line, wrapping)):
            yield first.start, before.end, first is before and before.alone
            first = None
        if line is None:
            wrapping.widest = 0
        else:
            first = first or line
            if len(body) <= WIDEST:
                wrapping.widest = max(wrapping.widest, len(body))
        before = line
    if first is not None and before is not None:
        yield first.start, before.end, first is before and before.alone


def _continues(before: _Line, line: _Line, wrapping: _Wrapping) -> bool:
    """Whether ``line`` goes on with the paragraph of ``before``."""
    if before.alone or line.alone:
        return False
    if before.body in _VERSUS or line.body in _VERSUS:
        return True
    if numbers(before.body):
        return not numbers(line.body)
    lower = line.body[0].islower()
    full = wrapping.full(before, line)
    ended = before.ended
    if lower and not ended:
        return _lower_continues(before, line, wrapping, full)
    if before.body[-1] == "." and hangs(before.body, line.body):
        return not _ITEM.match(line.body)
    if not full or (_ITEM.match(line.body) and (ended or _ITEM.match(before.body))):
        return False
    if _LABEL.match(line.body) and (ended or _LABEL.match(before.body)):
        return False
    if _CJK.match(before.body[-1]):
        return True
    return wrapping.fits_column(before) and not (before.titled and not line.titled)


def _lower_continues(before: _Line, line: _Line, wrapping: _Wrapping, full: bool) -> bool:
    """Whether a line that begins in lower case goes on with one that ended without a terminator."""
    if before.body[-1] in _HYPHENS and before.body[-2:-1].isalpha():
        return True
    if _ITEM.match(line.body) and (not full or _ITEM.match(before.body)):
        return False
    if full:
        wrapping.column = max(len(before.body), wrapping.column if wrapping.widest else 0)
        return True
    return len(before.body) <= WIDEST and (len(before.body) >= NARROWEST or line.ended)
