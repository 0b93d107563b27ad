"""Sentences of a text as character spans, in linear time.

Lines first (what is a paragraph, what is a row, what is a heading), then terminators inside each paragraph
(``segmentation_rules``). A decision looks only at its own run of non-blank lines, so a paragraph appended to a
document never changes a span before it. English and Chinese terminators are recognised side by side.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from foam_graph.corpus.documents import Segmentation
from foam_graph.corpus.paragraphs import Span, paragraphs
from foam_graph.corpus.segmentation_rules import CJK, CLOSERS, OPENERS, period_ends, rules
from foam_graph.errors import CorpusError

ENGINE: Final = "foam-punkt"
VERSION: Final = "1"
LIMIT: Final = 3000
"""Most characters in a sentence (a guard against text without terminators)."""
LANGUAGES: Final = ("auto", "en", "zh")
WINDOW: Final = 160
"""Characters looked at on either side of a terminator."""

_CJK_CHARACTER = re.compile(f"[{CJK}]")
_LATIN_WORD = re.compile(r"[A-Za-z]+")
_TERMINATOR = re.compile("[.?!;…‽。！？；｡]++")
_CANDIDATE = re.compile(
    rf"(?P<zh>[。！？；｡]++|…{{2,}}+(?=[」』”’])|(?<=[{CJK}])[?!;](?![\w?!]))[。！？；]*+[{CLOSERS}]*+"
    rf"|(?P<spaced>\.(?:[ \t]\.){{2,3}})[{CLOSERS}]*+(?=\s)"
    rf"|(?P<end>[.?!…‽]++)(?:\s(?=[”»]))?[{CLOSERS}]*+(?:\[\d{{1,3}}\])*[⁰¹²³⁴-⁹]*(?=\s)"
    r"|(?<=[^\W\d_]{3})(?P<note>[.?!])[”\"]?\d{1,3}(?=\s+[\"“]?[A-Z])"
    r"|(?<=[a-z0-9]{2})(?P<glued>[.?!])(?=[A-Z][a-z]{1,20}(?:[\s,]|\.\s))"
)
_NEXT = re.compile(rf"\s*[{OPENERS}…]*(\S)")
_CUTS = (re.compile(r"[;；:：]\s?"), re.compile(r"[,，、—–]\s?"), re.compile(r"\s"))
_ADDRESS = re.compile(r"(?:https?:|www\.|@)\S*$")
_BULLET = re.compile(r"\s(?=[•⁃‣◦▪●]\s?\S)")
_NUMBERED = re.compile(r"(?:^|(?<=\s))[•⁃]?\s?(\d{1,3}|[a-z])(?:\.\)|[.)])(?=\s)")


def segment(text: str, language: str = "auto") -> Segmentation:
    """Finds the sentences of a text.

    Args:
        text: Any text, of any length.
        language: ``en``, ``zh``, or ``auto`` to let the text decide what is recorded.

    Returns:
        Engine, version, parameter hash, language and spans; every character that is not blank is in exactly one span.

    Raises:
        CorpusError: The language is none of these.
    """
    if language not in LANGUAGES:
        raise CorpusError(
            f"The text's language {language!r} is not one of {', '.join(LANGUAGES)}.", "Name en, zh or auto."
        )
    spans: list[Span] = []
    for start, end, whole in paragraphs(text):
        pieces = [(start, end)] if whole else _sentences(text, start, end)
        for first, last in pieces:
            spans.extend(_guarded(text, first, last))
    named = _language(text) if language == "auto" else language
    return Segmentation(ENGINE, VERSION, rules().fingerprint, named, tuple(spans))


def _language(text: str) -> str:
    """``zh`` where at least three in ten words are Chinese characters (a Latin word counts as one)."""
    chinese = len(_CJK_CHARACTER.findall(text))
    return "zh" if chinese and chinese >= 0.3 * (chinese + len(_LATIN_WORD.findall(text))) else "en"


def _sentences(text: str, start: int, end: int) -> Iterator[Span]:
    """Sentences of one paragraph, stripped."""
    first = start
    for cut in _cuts(text, start, end):
        piece = _stripped(text, first, cut)
        if piece is not None:
            yield piece
            first = cut
    piece = _stripped(text, first, end)
    if piece is not None:
        yield piece


def _stripped(text: str, start: int, end: int) -> Span | None:
    piece = text[start:end]
    body = piece.strip()
    if not body:
        return None
    left = start + len(piece) - len(piece.lstrip())
    return left, left + len(body)


def _cuts(text: str, start: int, end: int) -> Iterator[int]:
    """Ends of sentences inside one paragraph, in order."""
    inline = _inline_items(text[start:end], start)
    marks = iter([*inline, end + 1])
    mark = next(marks)
    first = start
    for found in _candidates(text, start, end):
        while mark <= found.start():
            yield mark
            first, mark = mark, next(marks)
        cut = _cut(text, found, first, end)
        if cut is not None and cut > first and cut < end:
            yield cut
            first = cut
    while mark <= end:
        yield mark
        mark = next(marks)


def _candidates(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """Terminators with what closes after them, in order, not overlapping."""
    position = start
    for hit in _TERMINATOR.finditer(text, start, end):
        if hit.start() >= position:
            found = _CANDIDATE.match(text, hit.start(), end)
            if found is not None:
                yield found
                position = found.end()


def _cut(text: str, found: re.Match[str], first: int, end: int) -> int | None:
    """Where the sentence ends at this candidate, or None."""
    kind = found.lastgroup
    after = text[found.end() : min(end, found.end() + WINDOW)]
    if kind == "zh":
        return found.end()
    if kind == "spaced":
        return _spaced_cut(text, found, after)
    start = found.start(kind or 0)
    before = text[max(first, start - WINDOW) : start]
    if kind == "glued":
        return None if _ADDRESS.search(before) else found.end()
    if kind == "note":
        return found.end()
    if before.endswith("["):
        return None
    return found.end() if _ends(found.group("end"), before, after) else None


def _spaced_cut(text: str, found: re.Match[str], after: str) -> int | None:
    """``. . . .`` may end a sentence; ``. . .`` only marks an omission."""
    following = _NEXT.match(after)
    if len(found.group("spaced")) < 7 or following is None or not following.group(1).isupper():
        return None
    attached = found.start() > 0 and not text[found.start() - 1].isspace()
    return found.start() + 1 if attached else found.end()


def _ends(mark: str, before: str, after: str) -> bool:
    """Whether ``.``, ``?``, ``!`` or an ellipsis ends the sentence before ``after``."""
    following = _NEXT.match(after)
    if following is None:
        return True
    head = following.group(1)
    if mark == ".":
        return head not in ",;:" and period_ends(before, after)
    if mark in ("...", "…"):
        return head.isupper() and not re.match(r"\s*I\b", after)
    return not head.islower() and head not in ",;:–—-"


def _inline_items(paragraph: str, offset: int) -> list[int]:
    """Starts of the second and later items of a list that runs on in one paragraph."""
    if paragraph[:1] in "•⁃‣◦▪●":
        return [offset + found.end() for found in _BULLET.finditer(paragraph)]
    starts: list[int] = []
    expected = ""
    for found in _NUMBERED.finditer(paragraph):
        label = found.group(1)
        if not expected and found.start() > 0:
            return []
        if not expected or label == expected:
            starts.append(offset + found.start())
            expected = str(int(label) + 1) if label.isdigit() else chr(ord(label) + 1)
    return starts[1:]


def _guarded(text: str, start: int, end: int) -> Iterator[Span]:
    """The span itself, or pieces of at most ``LIMIT`` characters cut at the best place."""
    while end - start > LIMIT:
        cut = _best_cut(text, start)
        piece = _stripped(text, start, cut)
        if piece is not None:
            yield piece
        start = cut
    piece = _stripped(text, start, end)
    if piece is not None:
        yield piece


def _best_cut(text: str, start: int) -> int:
    """The last clause mark, comma or blank in the second half of the window; else its end."""
    window = text[start + LIMIT // 2 : start + LIMIT]
    for pattern in _CUTS:
        ends = [found.end() for found in pattern.finditer(window)]
        if ends:
            return start + LIMIT // 2 + ends[-1]
    return start + LIMIT
