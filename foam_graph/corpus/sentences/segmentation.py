"""Sentences of a text as character spans, in linear time.

Lines first (what is a paragraph, what is a row, what is a heading), then terminators inside each paragraph
(``segmentation_rules``). A decision looks only at its own paragraph and at what came before it, so a paragraph appended
to a document never changes a span before it. English and Chinese terminators are recognised side by side.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import Final

from foam_graph.corpus.documents import Segmentation
from foam_graph.corpus.sentences.abbreviations import rules
from foam_graph.corpus.sentences.inline_marks import (
    dateline,
    enclosed,
    inline_items,
    layout_cuts,
    leading_mark,
    legal_from,
)
from foam_graph.corpus.sentences.paragraphs import Span, paragraphs
from foam_graph.corpus.sentences.rules import CJK, CLOSERS, ellipsis_ends, glued_ends, mark_ends, period_ends
from foam_graph.errors import CorpusError

ENGINE: Final = "foam-punkt"
VERSION: Final = "4"
LIMIT: Final = 3000
"""Most characters in a sentence (a guard against text without terminators)."""
LANGUAGES: Final = ("auto", "en", "zh")
WINDOW: Final = 100
"""Characters looked at on either side of a terminator."""

_CJK_CHARACTER = re.compile(f"[{CJK}]")
_LATIN_WORD = re.compile(r"[A-Za-z]+")
_CLOSED = rf"(?:[ \u00a0\u2009\u202f]?(?:'|’)[ \u00a0\u2009\u202f]?[\"”]|[{CLOSERS}])*+"
_FACE = r"(?:[ ]?(?:[:;=8][-^o']?[)(DPp]+|\^_+\^)(?=\s|\Z))?+"
_NUMBERS = r"\d{1,3}(?:[,;–-]\s?\d{1,3}){0,9}"
# Marks of notes belong to the sentence that they stand behind; a letter in brackets does only without a blank before it.
_NOTES = (
    rf"(?:\s?\[\^?{_NUMBERS}\]|\[(?:[a-z]|(?:[Nn]otes?|fn\.?|n\.)\s?{_NUMBERS})\])*+[⁰¹²³⁴-⁹]*+(?:[,–][⁰¹²³⁴-⁹]++)*+"
)
_CANDIDATE = re.compile(
    rf"[.?!…‽。！？｡](?:"
    rf"(?:(?<=[。！？｡])|(?<=[{CJK}][?!])(?![\w?!]))(?P<zh>[。！？｡]*+[{CLOSERS}]*+)"
    rf"|(?P<more>(?:[ \t]\.)++|[.?!…‽]*+(?![ \t]\.(?!\.)[^\w])){_CLOSED}{_FACE}{_NOTES}(?P<end>(?=\s|\Z))"
    rf"|(?:(?<=[^\W\d_]{{3}}[.?!])|(?<=[)\]][.?!]))(?P<note>[”\"]?\^?{_NUMBERS}|[”\"]?\(\d{{1,3}}\))(?=\s+[\"“]?[A-Z])"
    rf"|(?<=[a-z0-9]{{2}}[.?!])(?P<glued>)(?=(?:[A-Z][a-z]{{1,20}}|I)(?:[\s,]|\.\s))"
    rf")|…{{2,}}+(?=[」』”’])"
)
_CUTS = (re.compile(r"[;；:：]\s?"), re.compile(r"[,，、—–]\s?"), re.compile(r"\s"))
_ADDRESS = re.compile(r"(?:https?:|www\.|@)\S*$")
_AUTHOR = r"[A-Z][\w'’.-]{0,30}(?:,?\s(?:and|&|et al\.?,?|de|der|van|von|[A-Z][\w'’.-]{0,30})){0,6}"
_WORK = (
    rf"(?:(?:[Ss]ee|[Cc]f\.|e\.g\.,?)\s)?{_AUTHOR},?\s(?:1[5-9]|20)\d\d[a-z]?(?:[,:]\s?(?:pp?\.\s?)?\d[\d–-]{{0,10}})?"
)
# An author and year in brackets behind a full stop cite the sentence before them.
_CITED_AFTER = re.compile(
    rf"\s(?:\({_WORK}(?:;\s{_WORK}){{0,5}}\)|\[{_WORK}(?:;\s{_WORK}){{0,5}}\])(?=\s+[\"“‘(\[]?[A-Z]|\s*\Z)"
)
_BETWEEN = re.compile(r"\s+\d*\*\d+(?=\s)|(?<=[\w\"”’)]\.)(?: \.){3}(?=\s+(?:[\"“‘]?\[|\"|“))")


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
    legal, forced = legal_from(text), layout_cuts(text)
    for start, end, whole in paragraphs(text):
        pieces = [(start, end)] if whole else _sentences(text, start, end, end > legal, forced)
        for first, last in pieces:
            if last - first <= LIMIT:
                body = text[first:last].strip()
                if body:
                    left = text.index(body[0], first)
                    spans.append((left, left + len(body)))
            else:
                spans.extend(guarded(text, first, last))
    named = language_of(text) if language == "auto" else language
    return Segmentation(ENGINE, VERSION, rules().fingerprint, named, tuple(spans))


def language_of(text: str) -> str:
    """``zh`` where at least three in ten words are Chinese characters (a Latin word counts as one)."""
    chinese = 0 if text.isascii() else len(_CJK_CHARACTER.findall(text))
    return "zh" if chinese and chinese >= 0.3 * (chinese + len(_LATIN_WORD.findall(text))) else "en"


def _sentences(text: str, start: int, end: int, legal: bool, forced: list[int]) -> Iterator[Span]:
    """Sentences of one paragraph, not yet stripped."""
    first = start
    for cut in _cuts(text, start, end, legal, forced):
        yield first, cut
        first = cut
    yield first, end


def _cuts(text: str, start: int, end: int, legal: bool, forced: list[int]) -> Iterator[int]:
    """Ends of sentences inside one paragraph, in order, each once."""
    first = leading_mark(text, start, end, legal)
    if first > start:
        yield first
    items = inline_items(text, first, end)
    dated = dateline(text, first, end)
    if dated < end:
        items.append(dated)
    if forced:
        items = sorted({*items, *forced[bisect_left(forced, first + 1) : bisect_left(forced, end)]})
    marks = iter([*items, end + 1])
    mark = next(marks)
    for found in _CANDIDATE.finditer(text, first, end):
        while mark <= found.start():
            yield mark
            first, mark = mark, next(marks)
        cut = _cut(text, found, first, end)
        if cut is None or not first < cut < end or enclosed(text, first, cut, end):
            continue
        cited = _CITED_AFTER.match(text, cut, end)
        if cited is not None:
            cut = cited.end()
        yield cut
        first = cut
        between = _BETWEEN.match(text, cut, end)
        if between is not None:
            first = between.end()
            yield first
    while mark <= end:
        yield mark
        mark = next(marks)


def _cut(text: str, found: re.Match[str], first: int, end: int) -> int | None:
    """Where the sentence ends at this candidate, or None."""
    kind, start, stop = found.lastgroup, found.start(), found.end()
    if kind == "zh" or kind is None:
        return stop
    before = text[max(first, start - WINDOW) : start]
    if kind == "glued":
        return stop if glued_ends(before) and not _ADDRESS.search(before) else None
    if kind == "note":
        return stop
    after = text[stop : min(end, stop + WINDOW)]
    more = found.group("more")
    if not more and text[start] == ".":
        return stop if period_ends(before, after, text[start + 1 : stop]) else None
    if more[:1] in " \t" and more:
        return ellipsis_ends(start, stop, before, after, len(more) // 2 + 1)
    return stop if mark_ends(text[start] + more, before, after, text[start:stop]) else None


def guarded(text: str, start: int, end: int) -> Iterator[Span]:
    """Pieces of at most ``LIMIT`` characters, stripped, cut at the best place."""
    while end - start > LIMIT:
        cut = _best_cut(text, start)
        yield from _stripped(text, start, cut)
        start = cut
    yield from _stripped(text, start, end)


def _stripped(text: str, start: int, end: int) -> Iterator[Span]:
    piece = text[start:end]
    body = piece.strip()
    if body:
        left = start + len(piece) - len(piece.lstrip())
        yield left, left + len(body)


def _best_cut(text: str, start: int) -> int:
    """The last clause mark, comma or blank in the second half of the window; else its end."""
    window = text[start + LIMIT // 2 : start + LIMIT]
    for pattern in _CUTS:
        ends = [found.end() for found in pattern.finditer(window)]
        if ends:
            return start + LIMIT // 2 + ends[-1]
    return start + LIMIT
