"""Which words of a quotation are read aloud (protocol 4.4): condensing changes highlighting, never a quotation.

A quotation that fits is read whole. One that does not is read in clauses that carry the claim's words. A clause that
turns its sentence (a negation, an exception, an attribution, a rejection) is read whenever any word of the sentence is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from foam_graph.corpus.quotations.assembling import JOIN
from foam_graph.corpus.text.cues import cues_in

Span = tuple[int, int]
"""First character and one past the last, within a quotation."""
_BOUNDARY = re.compile(
    r"(?<=[,;:，；：])\s+|\s+(?=[–—-]\s)|\s+(?=(?:because|which|whereas|while|so that)\b)|(?<=[，；：])"
)
_WORD = re.compile(r"[^\W_]+")
_LONG = 5
"""Letters from which a word tells what a clause is about; figures always do."""


@dataclass(frozen=True)
class _Clause:
    """A clause: where it stands, what it speaks of, and whether its sentence cannot be read without it."""

    span: Span
    words: int
    keys: frozenset[str]
    turns: bool


_Sentence = tuple[_Clause, ...]
_Place = tuple[int, int, int]
"""Quotation, sentence and clause."""


def highlight(quotations: Sequence[str], carried: str, room: int) -> list[tuple[Span, ...]]:
    """The spans of some quotations that are read aloud.

    Args:
        quotations: As assembled, the sentences joined by ``JOIN``.
        carried: The words that the reading has to carry: the claim's.
        room: Words that may be read of all of them together; less than 1 = none.

    Returns:
        For each quotation its spans in order, without overlap; all of it where everything fits, none where no clause
        does.
    """
    if sum(words_of_text(q) for q in quotations) <= room:
        return [whole(q) for q in quotations]
    reader = _Reader([_sentences(q) for q in quotations], _keys(carried), max(0, room))
    for n in range(len(quotations)):
        reader.open(n, len(quotations) - n)
    while reader.add():
        pass
    return [tuple(_spans(sentences, reader.chosen, n)) for n, sentences in enumerate(reader.quotations)]


def whole(quotation: str) -> tuple[Span, ...]:
    """The spans of a quotation that is read from end to end, one a sentence."""
    return tuple(span for span, _ in _segments(quotation))


def words_of_text(quotation: str) -> int:
    """Words of a quotation; what joins its sentences is none."""
    return words_read_of(quotation, whole(quotation))


def words_read_of(quotation: str, spans: Iterable[Span]) -> int:
    """Words within some spans of a quotation."""
    return sum(len(quotation[start:end].split()) for start, end in spans)


def flat(spans: Iterable[Span]) -> list[int]:
    """Spans as they are stored: start and end in turn."""
    return [at for span in spans for at in span]


def paired(stored: Sequence[int]) -> tuple[Span, ...]:
    """Spans from how they are stored."""
    return tuple(zip(stored[::2], stored[1::2], strict=False))


class _Reader:
    """Chooses clauses while there is room."""

    def __init__(self, quotations: Sequence[tuple[_Sentence, ...]], wanted: frozenset[str], room: int) -> None:
        self.quotations = quotations
        self.wanted = wanted
        self.room = room
        self.chosen: set[_Place] = set()
        self.said: set[str] = set()

    def open(self, n: int, left: int) -> None:
        """Reads something of a quotation, within its share of the room that is left."""
        self.add(only=n, room=self.room // left)

    def add(self, only: int | None = None, room: int | None = None) -> bool:
        """Reads one more clause with what its sentence cannot be read without; False where none says more and fits."""
        limit = self.room if room is None else room
        best: tuple[tuple[float, ...], set[_Place], int] | None = None
        for q, sentences in enumerate(self.quotations):
            for s, sentence in enumerate(sentences) if only in (None, q) else ():
                for c in range(len(sentence)):
                    bundle = {(q, s, c), *((q, s, n) for n, clause in enumerate(sentence) if clause.turns)}
                    new = bundle - self.chosen
                    cost, gain = sum(self._at(p).words for p in new), len(self._gained(new))
                    if not gain or cost > limit:
                        continue
                    # What opens a quotation should say most; what is added should say most for its length.
                    worth = (gain if only is not None else gain / cost, -cost, -q, -s, -c)
                    if best is None or worth > best[0]:
                        best = (worth, new, cost)
        if best is None:
            return False
        self.said |= self._gained(best[1])
        self.chosen |= best[1]
        self.room -= best[2]
        return True

    def _at(self, place: _Place) -> _Clause:
        q, s, c = place
        return self.quotations[q][s][c]

    def _gained(self, places: Iterable[_Place]) -> set[str]:
        keys = {key for place in places for key in self._at(place).keys}
        return (keys & self.wanted) - self.said


def _segments(quotation: str) -> list[tuple[Span, str]]:
    found, at = [], 0
    for text in quotation.split(JOIN):
        found.append(((at, at + len(text)), text))
        at += len(text) + len(JOIN)
    return [(span, text) for span, text in found if text.strip()]


def _sentences(quotation: str) -> tuple[_Sentence, ...]:
    return tuple(tuple(_clauses(text, span[0])) for span, text in _segments(quotation))


def _clauses(sentence: str, at: int) -> Iterable[_Clause]:
    """The clauses of a sentence: between commas, semicolons, colons and dashes, and before words that subordinate."""
    starts = [0, *(m.end() for m in _BOUNDARY.finditer(sentence))]
    ends = [*(m.start() for m in _BOUNDARY.finditer(sentence)), len(sentence)]
    for start, end in zip(starts, ends, strict=True):
        text = sentence[start:end]
        if text.strip():
            yield _Clause((at + start, at + end), len(text.split()), _keys(text), bool(cues_in(text)))


def _keys(text: str) -> frozenset[str]:
    """Words that tell what a text is about."""
    found = (word.casefold() for word in _WORD.findall(text))
    return frozenset(word for word in found if len(word) >= _LONG or any(char.isdigit() for char in word))


def _spans(sentences: Sequence[_Sentence], chosen: set[_Place], q: int) -> Iterable[Span]:
    """Chosen clauses as spans; neighbours in one sentence are one span."""
    for s, sentence in enumerate(sentences):
        start: int | None = None
        for c, clause in enumerate(sentence):
            if (q, s, c) in chosen:
                start = clause.span[0] if start is None else start
                if (q, s, c + 1) not in chosen:
                    yield start, clause.span[1]
                    start = None
