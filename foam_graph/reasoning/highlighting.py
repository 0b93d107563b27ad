"""Which words of a quotation are read aloud (protocol 4.4): highlighting may leave words out, a quotation never does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from foam_graph.corpus.quotations.assembling import JOIN

Span = tuple[int, int]
"""First character and one past the last, within a quotation."""


def whole(quotation: str) -> tuple[Span, ...]:
    """The spans of a quotation that is read from end to end, one a sentence."""
    return tuple(span for span, _ in _segments(quotation))


def words_of_text(quotation: str) -> int:
    """Words of a quotation; what joins its sentences is none."""
    return words_read_of(quotation, whole(quotation))


def words_read_of(quotation: str, spans: Iterable[Span]) -> int:
    """Words within some spans of a quotation."""
    return sum(len(quotation[start:end].split()) for start, end in spans)


def paired(stored: Sequence[int]) -> tuple[Span, ...]:
    """Spans from how they are stored."""
    return tuple(zip(stored[::2], stored[1::2], strict=False))


def _segments(quotation: str) -> list[tuple[Span, str]]:
    found, at = [], 0
    for text in quotation.split(JOIN):
        found.append(((at, at + len(text)), text))
        at += len(text) + len(JOIN)
    return [(span, text) for span, text in found if text.strip()]
