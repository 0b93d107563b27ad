"""Retrieval: what an index of sentences can do, and the fusion of rankings.

An index is a cache of the corpus store: it can be thrown away and built again at any time (architecture, decision 7).
"""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from foam_graph.corpus.documents import Document

POINT_NAMESPACE = uuid.UUID("6f1f6a3e-9b1b-5d0e-8f57-0d5c5a0c7f21")
"""Namespace of point ids: the same sentence is the same point in every index."""


@dataclass(frozen=True)
class IndexedSentence:
    """One sentence as an index takes it.

    Attributes:
        id: Sentence id, ``{document}:{n}``.
        corpus: Name of the corpus.
        document: Document id.
        n: 1-based position in the document.
        text: The sentence.
        date: ISO 8601 date of the document; empty when not stated.
        source_class: One of SOURCE_CLASSES.
    """

    id: str
    corpus: str
    document: str
    n: int
    text: str
    date: str = ""
    source_class: str = "unknown"


@dataclass(frozen=True)
class Hit:
    """One sentence found.

    Attributes:
        sentence_id: Its id.
        document: Its document's id.
        score: The engine's score, higher is nearer; comparable within one search only.
        rank: 1-based position.
    """

    sentence_id: str
    document: str
    score: float
    rank: int


class DocumentSource(Protocol):
    """Where an index finds the documents of a corpus; CorpusStore is one."""

    def ids(self, name: str) -> frozenset[str]:
        """Ids of the documents of a corpus."""
        ...

    def documents(self, name: str) -> list[Document]:
        """The documents of a corpus."""
        ...


class Index(Protocol):
    """Sentences of corpora, searchable."""

    @property
    def engine(self) -> str:
        """Name, version and parameters of the engine, as the graph records them."""
        ...

    def add(self, sentences: Iterable[IndexedSentence]) -> None:
        """Adds sentences; those already there are replaced by themselves."""
        ...

    def ensure(self, corpus: str, documents: Sequence[Document]) -> int:
        """Makes the index of a corpus hold exactly these documents; returns how many had to be added."""
        ...

    def search(
        self,
        corpus: str,
        query: str,
        k: int,
        *,
        documents: frozenset[str] | None = None,
        source_classes: frozenset[str] | None = None,
        not_documents: frozenset[str] | None = None,
    ) -> list[Hit]:
        """The k nearest sentences, best first; equal scores in the order of sentence ids.

        Args:
            corpus: Name of the corpus.
            query: Plain text; no character in it is an operator.
            k: Most hits wanted.
            documents: Only from these documents; None = all.
            source_classes: Only from documents of these classes; None = all.
            not_documents: Not from these documents.

        Returns:
            Hits that share at least one word with the query.
        """
        ...

    def search_many(
        self,
        corpus: str,
        queries: Sequence[str],
        k: int,
        *,
        documents: frozenset[str] | None = None,
        source_classes: frozenset[str] | None = None,
        not_documents: frozenset[str] | None = None,
    ) -> list[list[Hit]]:
        """The hits of several queries under the same filters, in order of the queries."""
        ...

    def count(self, corpus: str) -> int:
        """Number of sentences of a corpus in the index."""
        ...

    def close(self) -> None:
        """Frees what the index holds."""
        ...


def indexed_sentences(document: Document) -> Iterator[IndexedSentence]:
    """The sentences of a document as an index takes them."""
    citation = document.citation
    for one in document.sentences:
        yield IndexedSentence(
            one.id, document.corpus, document.id, one.n, one.text, citation.date, citation.source_class
        )


def point_id(sentence_id: str) -> str:
    """The id of a sentence's point: UUIDv5 of the sentence id in POINT_NAMESPACE (RFC 9562)."""
    return str(uuid.uuid5(POINT_NAMESPACE, sentence_id))


def document_digest(document: Document) -> str:
    """What an index depends on in a document, as 16 hex digits: another digest means other points."""
    kept, citation = document.segmentation, document.citation
    parts = (
        document.sha256,
        kept.engine,
        kept.version,
        kept.parameters,
        str(len(kept.spans)),
        citation.date,
        citation.source_class,
    )
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def sentence_order(sentence_id: str) -> tuple[str, int, str]:
    """Sort key of sentence ids: by document, then by position in it (``d1:2`` before ``d1:10``)."""
    document, _, n = sentence_id.rpartition(":")
    return (document, int(n), "") if n.isdecimal() else (sentence_id, 0, sentence_id)


def ranked(scores: Iterable[tuple[str, float]], k: int) -> list[Hit]:
    """The k best of (sentence id, score) as hits; equal scores in the order of sentence ids."""
    best = sorted(scores, key=lambda pair: (-pair[1], sentence_order(pair[0])))[: max(k, 0)]
    return [Hit(id_, id_.rpartition(":")[0], score, rank) for rank, (id_, score) in enumerate(best, 1)]


def fuse(rankings: Iterable[Sequence[Hit]], k: int = 60) -> list[Hit]:
    """Reciprocal-rank fusion (Cormack, Clarke and Büttcher, 2009): score = sum over rankings of 1 / (k + rank).

    Args:
        rankings: Rankings of the same corpus, e.g. sparse and dense. Only their order counts, never their scores.
        k: Constant that softens the first ranks; not the number of hits.

    Returns:
        Every sentence of any ranking once, best first; equal scores in the order of sentence ids.

    Raises:
        ValueError: ``k`` is negative.
    """
    if k < 0:
        raise ValueError(f"k must not be negative, got {k}")
    scores: dict[str, list[float]] = {}
    for ranking in rankings:
        seen: Mapping[str, int] = _first_places(ranking)
        for id_, place in seen.items():
            scores.setdefault(id_, []).append(1.0 / (k + place))
    # Summed in sorted order, so that the order of the rankings cannot change the last bit of a score.
    return ranked(((id_, sum(sorted(parts))) for id_, parts in scores.items()), len(scores))


def _first_places(ranking: Sequence[Hit]) -> dict[str, int]:
    places: dict[str, int] = {}
    for place, hit in enumerate(ranking, 1):
        places.setdefault(hit.sentence_id, place)
    return places
