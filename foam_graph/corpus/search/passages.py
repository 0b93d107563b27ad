"""Passages: what an index holds, runs of neighbouring sentences of one document.

One sentence has too few words to be found by, and a whole report too many to be the answer: on Cranfield, single
sentences reach nDCG@10 of .321, passages of eight .366 (decision 0010). A passage also fits what a small sentence
encoder reads, so that words and vectors are looked up over the same points. A point's id is the UUIDv5 of the id of
the passage's first sentence.
"""

from __future__ import annotations

import uuid
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b

from foam_graph.corpus.documents import Document

POINT_NAMESPACE = uuid.UUID("6f1f6a3e-9b1b-5d0e-8f57-0d5c5a0c7f21")
"""Namespace of point ids: the same sentence is the same point in every index."""
# Measured against single sentences and whole documents: decision 0010.
MOST_SENTENCES = 8
MOST_CHARACTERS = 1500
"""A passage ends before the sentence that would make it longer; a longer sentence is a passage of its own."""


Spans = Sequence[tuple[int, int]]
Ranges = Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a passage stands; a passage that several documents share has several places.

    Attributes:
        document: Document id.
        first: 1-based position of its first sentence in the document.
        date: ISO 8601 date of the document; empty when not stated.
        source_class: One of SOURCE_CLASSES.
    """

    document: str
    first: int
    date: str = ""
    source_class: str = "unknown"

    @property
    def id(self) -> str:
        """Id of the passage's first sentence."""
        return f"{self.document}:{self.first}"


@dataclass(frozen=True, slots=True)
class Passage:
    """One passage with every place where it stands.

    Attributes:
        sentences: Its sentences as they stand in the document.
        places: Where it stands, at least one; the first gives it its point id.
        title: Title of the document of its first place: what a passage is about often stands only there.
    """

    sentences: tuple[str, ...]
    places: tuple[Place, ...]
    title: str = ""

    @property
    def point(self) -> str:
        """Id of its point in every index."""
        return point_id(self.places[0].id)

    @property
    def text(self) -> str:
        """The sentences, a line each."""
        return "\n".join(self.sentences)

    @property
    def mark(self) -> int:
        """What an index tells of it without its text.

        Above the lowest bit, 61 bits that passages with the same sentences share; the lowest is 1 where it has several
        places.
        """
        same = int.from_bytes(text_key(self.text)[:8]) >> 3
        return same << 1 | (len(self.places) > 1)

    @property
    def searched(self) -> str:
        """What it is found by: the title and the sentences."""
        return f"{self.title}\n{self.text}" if self.title else self.text


def point_id(sentence_id: str) -> str:
    """The id of a sentence's point: UUIDv5 of the sentence id in POINT_NAMESPACE (RFC 9562)."""
    return str(uuid.uuid5(POINT_NAMESPACE, sentence_id))


def text_key(text: str) -> bytes:
    """What two passages with the same sentences share: 16 bytes of BLAKE2b over them."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def cuts(document: Document) -> Iterator[tuple[int, int]]:
    """Where the passages of a document begin and end: 0-based positions of sentences, half open.

    Passages of a document are about as long as one another, so that none is a left-over of one sentence.
    """
    spans = document.segmentation.spans
    if spans:
        yield from _parts(spans, 0, len(spans))


def _parts(spans: Spans, first: int, last: int) -> Iterator[tuple[int, int]]:
    count, size = last - first, spans[last - 1][1] - spans[first][0]
    parts = min(count, max(-(-count // MOST_SENTENCES), -(-size // MOST_CHARACTERS)))
    if parts == 1:
        yield first, last
        return
    for part in range(parts):
        yield from _parts(spans, first + part * count // parts, first + (part + 1) * count // parts)


def passages(document: Document, ranges: Iterable[tuple[int, int]] | None = None) -> Iterator[Passage]:
    """The passages of a document, in order; ``ranges`` are its cuts, where they are known already."""
    text, spans, citation = document.text, document.segmentation.spans, document.citation
    for first, last in cuts(document) if ranges is None else ranges:
        sentences = tuple([text[start:end] for start, end in spans[first:last]])
        place = Place(document.id, first + 1, citation.date, citation.source_class)
        yield Passage(sentences, (place,), citation.title)


def distinct_passages(documents: Collection[Document]) -> Iterator[tuple[Document, list[Passage]]]:
    """Every document with those of its passages that no earlier one had; each carries all its places.

    Real debate evidence is 56 % duplicates: what stands in many documents is indexed and encoded once.
    """
    kept = list(documents)
    ranges = [list(cuts(document)) for document in kept]
    shared, later = _shared_places(kept, ranges)
    for n, document in enumerate(kept):
        mine = []
        for passage, (first, _) in zip(passages(document, ranges[n]), ranges[n], strict=True):
            if shared:
                if (n, first) in later:
                    continue
                if (n, first) in shared:
                    passage = replace(passage, places=(*passage.places, *shared[n, first]))
            mine.append(passage)
        yield document, mine


def _shared_places(
    documents: Sequence[Document], ranges: Sequence[Ranges]
) -> tuple[dict[tuple[int, int], list[Place]], set[tuple[int, int]]]:
    """Further places of passages that stand more than once, and where they stand again.

    Passages are named by number of document and 0-based position of the first sentence.
    """
    seen: dict[int, tuple[int, int, int]] = {}
    shared: dict[tuple[int, int], list[Place]] = {}
    later = set()
    for n, document in enumerate(documents):
        for first, last in ranges[n]:
            text = _stretch(document, first, last)
            there = seen.setdefault(hash(text), (n, first, last))
            # A hash of 64 bits tells nearly always; the text itself has the last word.
            if there[:2] != (n, first) and _stretch(documents[there[0]], *there[1:]) == text:
                citation = document.citation
                place = Place(document.id, first + 1, citation.date, citation.source_class)
                shared.setdefault(there[:2], []).append(place)
                later.add((n, first))
    return shared, later


def _stretch(document: Document, first: int, last: int) -> str:
    spans = document.segmentation.spans
    return document.text[spans[first][0] : spans[last - 1][1]]
