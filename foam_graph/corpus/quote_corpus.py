"""Documents prepared for finding quotations: folded once, searched as skeletons."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from foam_graph.corpus.documents import Document
from foam_graph.corpus.folding import Mapped, folded, skeleton
from foam_graph.corpus.segmentation_rules import CJK

MOST_HITS: Final = 200
"""Most places looked at for one piece of a quotation in one document."""
MOST_TRIES: Final = 20_000
"""Most places tried for one piece, those inside words included."""

_WORD = re.compile(rf"[^\W_{CJK}]")
_BOUND_PREFIX = re.compile(r"(?<!\w)(?:non|un|anti|ex|pseudo|quasi|counter|semi|de|dis|mis)[-‐‑]$", re.IGNORECASE)
_WRAPPED = re.compile(r"[^\W\d_][-‐‑\u00ad][ \t]*(?:\r\n|[\n\r\f\v\u2028])\s*$")
_WRAPS = re.compile(r"[-‐‑\u00ad][ \t]*(?:\r\n|[\n\r\f\v\u2028])\s*[^\W\d_]")
_BOUND_SUFFIX = re.compile(r"['’]t\b|[-‐‑](?:free|less)\b|[\u00ad\u0300-\u036f]", re.IGNORECASE)
_NUMBER_GOES_ON = re.compile(r"[.,]\d")


@dataclass(frozen=True)
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


class PreparedDocument:
    """One document with its folded text and skeleton.

    Attributes:
        document: The document.
        folded: Its folded text.
    """

    def __init__(self, document: Document) -> None:
        self.document = document
        self.folded: Mapped = folded(document.text)

    @cached_property
    def skeleton(self) -> Mapped:
        """Letters and digits of the folded text."""
        return skeleton(self.folded)

    def places(self, letters: str) -> Iterator[Place]:
        """Places where these letters stand and neither end is inside a word, in order."""
        at = self.skeleton.text.find(letters)
        found = tried = 0
        while at >= 0 and found < MOST_HITS and tried < MOST_TRIES:
            tried += 1
            place = self.place(at, at + len(letters))
            if not self._inside(place):
                found += 1
                yield place
            at = self.skeleton.text.find(letters, at + 1)

    def place(self, start: int, end: int) -> Place:
        """The piece that the skeleton's ``start`` to ``end`` comes from."""
        fold_start, fold_end = self.skeleton.start(start), self.skeleton.stop(end)
        return Place(self.folded.start(fold_start), self.folded.stop(fold_end), fold_start, fold_end)

    def _inside(self, place: Place) -> bool:
        text = self.document.text
        before, after = text[max(0, place.start - 40) : place.start], text[place.end : place.end + 40]
        if before and _WORD.match(before[-1]) and _WORD.match(text[place.start]):
            return True
        if after and _WORD.match(after[0]) and _WORD.match(text[place.end - 1]):
            return True
        return _bound_before(before, text[place.start]) or _bound_after(after, text[place.end - 1])

    def sentence_at(self, offset: int) -> tuple[int, int] | None:
        """The sentence that holds this character, or None."""
        spans = self.document.segmentation.spans
        n = bisect_right(spans, (offset, len(self.document.text) + 1)) - 1
        return spans[n] if n >= 0 and spans[n][0] <= offset < spans[n][1] else None


def _bound_before(before: str, first: str) -> bool:
    """Whether what stands before belongs to the word: a negating prefix, a wrapped word, a decimal point."""
    if _BOUND_PREFIX.search(before) or _WRAPPED.search(before):
        return True
    return first.isdigit() and bool(re.search(r"\d[.,]$", before))


def _bound_after(after: str, last: str) -> bool:
    """Whether what stands after belongs to the word: ``n't``, ``-free``, decimals, a wrapped word."""
    if _BOUND_SUFFIX.match(after) or (last.isdigit() and _NUMBER_GOES_ON.match(after)):
        return True
    return _WRAPS.match(after) is not None and last.isalpha()


class QuoteCorpus:
    """Documents among which quotations are looked for.

    Args:
        documents: Any documents; of two with one id, the first counts.
    """

    def __init__(self, documents: Iterable[Document]) -> None:
        self._prepared: dict[str, PreparedDocument] = {}
        for document in documents:
            if document.id not in self._prepared:
                self._prepared[document.id] = PreparedDocument(document)

    def __len__(self) -> int:
        return len(self._prepared)

    def get(self, document_id: str) -> Document | None:
        """The document of that id, or None."""
        prepared = self._prepared.get(document_id)
        return prepared.document if prepared else None

    def prepared(self, document: Document) -> PreparedDocument:
        """The document prepared; one from outside the corpus is prepared for this call only."""
        known = self._prepared.get(document.id)
        return known if known is not None and known.document.text == document.text else PreparedDocument(document)

    def holding(self, letters: str, without: str = "") -> Iterator[PreparedDocument]:
        """Documents whose skeleton holds these letters, whole sentences first, then in corpus order.

        Args:
            letters: A skeleton.
            without: Id of a document to leave out.
        """
        seen = {without}
        for name in self._sentences.get(letters, ()):
            if name not in seen:
                seen.add(name)
                yield self._prepared[name]
        whole, starts, names = self._joined
        at = whole.find(letters)
        while at >= 0:
            n = bisect_right(starts, at) - 1
            if names[n] not in seen:
                seen.add(names[n])
                yield self._prepared[names[n]]
            at = whole.find(letters, starts[n + 1]) if n + 1 < len(starts) else -1

    @cached_property
    def _sentences(self) -> dict[str, tuple[str, ...]]:
        """Skeletons of whole sentences, with the documents that hold them."""
        found: dict[str, tuple[str, ...]] = {}
        for name, one in self._prepared.items():
            letters = one.skeleton
            for start, end in one.document.segmentation.spans:
                first = letters.position(one.folded.position(start))
                last = letters.position(one.folded.position(end))
                key = letters.text[first:last]
                known = found.get(key, ())
                if name not in known[-1:]:
                    found[key] = (*known, name)
        return found

    @cached_property
    def _joined(self) -> tuple[str, list[int], list[str]]:
        """All skeletons in one text, where each begins, and whose it is."""
        starts: list[int] = []
        position = 0
        for one in self._prepared.values():
            starts.append(position)
            position += len(one.skeleton.text) + 1
        return "\n".join(one.skeleton.text for one in self._prepared.values()), starts, list(self._prepared)
