"""Documents prepared for finding quotations: folded once, indexed by runs of words, read closely only when needed."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from foam_graph.corpus.documents import Document
from foam_graph.corpus.quotations.phrase_index import PhraseIndex
from foam_graph.corpus.quotations.sentence_index import SentenceIndex
from foam_graph.corpus.text.boundaries import begins_inside, ends_inside, sign_after, sign_before
from foam_graph.corpus.text.folding import Mapped, folded, letters_of, skeleton
from foam_graph.corpus.text.token_diff import located
from foam_graph.corpus.text.typography import WRAP

MOST_HITS: Final = 200
"""Most places looked at for one piece of a quotation in one document."""
MOST_TRIES: Final = 20_000
"""Most places tried for one piece, those inside words included."""
LONG: Final = 50_000
"""A document of more characters is searched through the index, not from its first character."""
READ_CLOSELY: Final = 32_000_000
"""Most characters of documents whose words are kept in memory (about ten bytes a character)."""


_MAY_SWALLOW: Final = " -."
"""Characters of a folded text that may stand for blanks around them as well."""

# What keeps figures together: blanks that do not break before three more, hyphens and short dashes. A plain blank or a
# long dash may stand between two numbers.
_KEPT_BEFORE: Final = re.compile(r"\d(?:[\xa0\u2007\u2009\u202f](?=\d{3}(?!\d))|[-‐‑‒–](?=\d))")
_KEPT_AFTER: Final = re.compile(r"[\xa0\u2007\u2009\u202f]\d{3}(?!\d)|[-‐‑‒–]\d")


@dataclass(frozen=True, slots=True)
class Place:
    """A verbatim piece of a document (letters and digits agree).

    Attributes:
        start: First character in the document's text.
        end: One past the last.
        fold_start: The same in its folded text.
        fold_end: The same in its folded text.
    """

    start: int
    end: int
    fold_start: int
    fold_end: int


class Reading:
    """The words of one document, for comparing.

    Attributes:
        skeleton: Letters and digits of the folded text.
        words: Words, numbers and signs, case folded.
        starts: Where each begins in the folded text.
        ends: One past where each ends.
        places: Positions in ``words`` of each different word.
    """

    __slots__ = ("ends", "places", "skeleton", "starts", "words")

    def __init__(self, text: Mapped) -> None:
        self.skeleton = skeleton(text)
        self.words: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.places: dict[str, list[int]] = {}
        for n, (word, start, end) in enumerate(located(text.text)):
            self.words.append(word)
            self.starts.append(start)
            self.ends.append(end)
            self.places.setdefault(word, []).append(n)


class PreparedDocument:
    """One document with its folded text.

    Attributes:
        document: The document.
        folded: Its folded text.
    """

    __slots__ = ("_readings", "document", "folded")

    def __init__(self, document: Document, readings: _Readings) -> None:
        self.document = document
        self.folded: Mapped = folded(document.text)
        self._readings = readings

    @property
    def reading(self) -> Reading:
        """Its words."""
        return self._readings.of(self)

    def places(self, letters: str) -> Iterator[Place]:
        """Places where these letters stand and neither end is inside a word, in order."""
        text = self.reading.skeleton.text
        at = text.find(letters)
        found = tried = 0
        while at >= 0 and found < MOST_HITS and tried < MOST_TRIES:
            tried += 1
            place = self.place(at, at + len(letters))
            if not self.cuts_word(place.fold_start, place.fold_end):
                found += 1
                yield place
            at = text.find(letters, at + 1)

    def place(self, start: int, end: int) -> Place:
        """The piece that the skeleton's ``start`` to ``end`` comes from."""
        letters = self.reading.skeleton
        return self.folded_place(letters.start(start), letters.stop(end))

    def folded_place(self, start: int, end: int) -> Place:
        """The piece that the folded text's ``start`` to ``end`` comes from."""
        return Place(self.folded.start(start), self.folded.stop(end), start, end)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The span of the folded text's ``start`` to ``end`` in the document's text, without blanks at its ends."""
        if self.folded.same:
            return start, end
        first, last = self.folded.start(start), self.folded.stop(end)
        if self.folded.text[start] not in _MAY_SWALLOW and self.folded.text[end - 1] not in _MAY_SWALLOW:
            return first, last
        text = self.document.text
        while first < last and text[first].isspace():
            first += 1
        while last > first and text[last - 1].isspace():
            last -= 1
        return first, last

    def sentences(self) -> list[str]:
        """Its sentences, folded."""
        text, spans = self.folded.text, self.document.segmentation.spans
        if self.folded.same:
            return [text[start:end] for start, end in spans]
        place = self.folded.position
        return [text[place(start) : place(end)].replace(WRAP, "").strip() for start, end in spans]

    def cuts_word(self, start: int, end: int) -> bool:
        """Whether a piece of the folded text begins or ends inside a word or number, and not where a sentence does."""
        text = self.folded.text
        if begins_inside(text, start) and not self.begins_sentence(start):
            return True
        return ends_inside(text, end) and not self._sentence_ends(end)

    def lost_sign(self, start: int, end: int) -> str:
        """A sign of a number at the edge of a piece that lies outside the piece but in its sentence."""
        text = self.folded.text
        before = sign_before(text, start) or self._kept_before(start)
        after = sign_after(text, end) or self._kept_after(end)
        # A minus before a sentence may be the mark of a list, a raised figure after it the number of a note.
        if before and self._begins_later(start) and (before[-1] not in "-<>~" or not self.begins_sentence(start)):
            return before
        return after if after and self._ends_earlier(end) and (after != "^" or not self._sentence_ends(end)) else ""

    def _kept_before(self, start: int) -> str:
        """Figures before a piece that begins inside a number or range set with blanks or a hyphen."""
        begun = self.folded.start(start)
        found = _KEPT_BEFORE.match(self.document.text, begun - 2) if begun > 1 else None
        return found.group() if found else ""

    def _kept_after(self, end: int) -> str:
        """Figures after a piece that ends inside a number or range set with blanks or a hyphen."""
        if not self.folded.text[end - 1].isdigit():
            return ""
        found = _KEPT_AFTER.match(self.document.text, self.folded.stop(end))
        return found.group() if found else ""

    def _begins_later(self, start: int) -> bool:
        """Whether a piece begins after the first character of its sentence."""
        first = self.folded.start(start)
        sentence = self.sentence_at(first)
        return sentence is None or sentence[0] < first

    def _ends_earlier(self, end: int) -> bool:
        """Whether a piece ends before the last character of its sentence."""
        last = self.folded.stop(end)
        sentence = self.sentence_at(last - 1)
        return sentence is None or last < sentence[1]

    def begins_sentence(self, start: int) -> bool:
        """Whether no letter or digit of its sentence stands before this place of the folded text."""
        first = self.folded.start(start)
        sentence = self.sentence_at(first)
        return sentence is not None and not any(map(str.isalnum, self.document.text[sentence[0] : first]))

    def _sentence_ends(self, end: int) -> bool:
        last = self.folded.stop(end)
        sentence = self.sentence_at(last - 1)
        return sentence is not None and not any(map(str.isalnum, self.document.text[last : sentence[1]]))

    def sentence_at(self, offset: int) -> tuple[int, int] | None:
        """The sentence that holds this character, or None."""
        spans = self.document.segmentation.spans
        n = bisect_right(spans, (offset, len(self.document.text) + 1)) - 1
        return spans[n] if n >= 0 and spans[n][0] <= offset < spans[n][1] else None


class _Readings:
    """The readings used last, up to so many characters of text."""

    def __init__(self, most: int = READ_CLOSELY) -> None:
        self._kept: OrderedDict[int, tuple[PreparedDocument, Reading]] = OrderedDict()
        self._most, self._size = most, 0

    def of(self, prepared: PreparedDocument) -> Reading:
        known = self._kept.get(id(prepared))
        if known is not None:
            self._kept.move_to_end(id(prepared))
            return known[1]
        made = Reading(prepared.folded)
        self._kept[id(prepared)] = (prepared, made)
        self._size += len(prepared.folded.text)
        while self._size > self._most and len(self._kept) > 1:
            _, (old, _) = self._kept.popitem(last=False)
            self._size -= len(old.folded.text)
        return made


class QuoteCorpus:
    """Documents among which quotations are looked for.

    Args:
        documents: Any documents; of two with one id, the first counts.
    """

    def __init__(self, documents: Iterable[Document]) -> None:
        self._numbers: dict[str, int] = {}
        self._prepared: list[PreparedDocument] = []
        self._readings = _Readings()
        for document in documents:
            if document.id not in self._numbers:
                self._numbers[document.id] = len(self._prepared)
                self._prepared.append(PreparedDocument(document, self._readings))

    def __len__(self) -> int:
        return len(self._prepared)

    def __getitem__(self, number: int) -> PreparedDocument:
        return self._prepared[number]

    def get(self, document_id: str) -> Document | None:
        """The document of that id, or None."""
        number = self._numbers.get(document_id)
        return None if number is None else self._prepared[number].document

    def number(self, prepared: PreparedDocument) -> int:
        """The position of a document in the corpus; -1 for one from outside it."""
        number = self._numbers.get(prepared.document.id, -1)
        return number if number >= 0 and self._prepared[number] is prepared else -1

    def prepared(self, document: Document) -> PreparedDocument:
        """The document prepared; one from outside the corpus is prepared for this call only."""
        number = self._numbers.get(document.id)
        if number is not None:
            known = self._prepared[number]
            if known.document is document or known.document.text == document.text:
                return known
        return PreparedDocument(document, self._readings)

    def numbers(self, document_ids: Iterable[str]) -> frozenset[int]:
        """The positions of the documents of these ids, of those that the corpus has."""
        return frozenset(self._numbers[one] for one in document_ids if one in self._numbers)

    @cached_property
    def index(self) -> PhraseIndex:
        """Where runs of words stand; made when first needed."""
        return PhraseIndex(one.folded.text for one in self._prepared)

    @cached_property
    def sentences(self) -> SentenceIndex:
        """Where whole sentences stand; made when first needed."""
        return SentenceIndex(one.sentences() for one in self._prepared)

    def holding(self, letters: str) -> Iterator[int]:
        """Documents that hold these letters somewhere, by number, in order.

        Args:
            letters: The skeleton of what is too short for the index.
        """
        whole, starts = self._joined
        at = whole.find(letters)
        while at >= 0:
            n = bisect_right(starts, at) - 1
            yield n
            at = whole.find(letters, starts[n + 1]) if n + 1 < len(starts) else -1

    @cached_property
    def _joined(self) -> tuple[str, list[int]]:
        """All skeletons in one text, and where each begins; only short quotations without a source need it."""
        starts: list[int] = []
        parts: list[str] = []
        position = 0
        for one in self._prepared:
            starts.append(position)
            parts.append(letters_of(one.folded.text))
            position += len(parts[-1]) + 1
        return "\n".join(parts), starts
