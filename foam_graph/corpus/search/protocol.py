"""Retrieval: what an index of a corpus can do.

An index is a cache of the corpus store: it can be thrown away and built again at any time (decision 0009).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Literal, Protocol, get_args

from foam_graph.corpus.documents import Document
from foam_graph.corpus.encoders.protocol import Vector
from foam_graph.corpus.search.filters import EVERYTHING, Filters
from foam_graph.corpus.search.passages import MOST_CHARACTERS, MOST_SENTENCES
from foam_graph.corpus.search.ranking import Found, Hit
from foam_graph.errors import CorpusError

Mode = Literal["sparse", "dense", "hybrid"]
MODES: tuple[Mode, ...] = get_args(Mode)


class DocumentSource(Protocol):
    """Where an index finds the documents of a corpus; CorpusStore is one."""

    def ids(self, name: str) -> frozenset[str]:
        """Ids of the documents of a corpus."""
        ...

    def documents(self, name: str) -> list[Document]:
        """The documents of a corpus."""
        ...

    def document(self, name: str, document: str) -> Document:
        """One document."""
        ...

    def stamp(self, name: str) -> int:
        """A number that changes whenever a document is added or taken away; 0 while that cannot be told."""
        ...


class Index(Protocol):
    """Corpora, searchable."""

    @property
    def engine(self) -> str:
        """Name, version and parameters of the engine and of the encoder, as the graph records them."""
        ...

    def ensure(self, corpus: str, documents: Sequence[Document]) -> int:
        """Makes the index of a corpus hold exactly these documents; returns how many had to be added."""
        ...

    def add(self, corpus: str, documents: Sequence[Document]) -> int:
        """Adds documents beside those that are there; returns how many were not there yet."""
        ...

    def search(self, corpus: str, query: str, k: int, *, documents: frozenset[str] | None = None) -> list[Hit]:
        """The k nearest sentences, best first, each by its own words; equal scores in the order of sentence ids.

        Args:
            corpus: Name of the corpus.
            query: Plain text; no character in it is an operator.
            k: Most hits wanted.
            documents: Only from these documents; None = all.
        """
        ...

    def search_many(
        self, corpus: str, queries: Sequence[str], k: int, *, documents: frozenset[str] | None = None
    ) -> list[list[Hit]]:
        """The hits of several queries under the same filter, in order of the queries."""
        ...

    def retrieve(
        self, corpus: str, queries: Sequence[str], k: int, *, wanted: Filters = EVERYTHING, mode: Mode | None = None
    ) -> list[list[Hit]]:
        """For each query the best sentence of each of the nearest passages, best first.

        Args:
            corpus: Name of the corpus.
            queries: Plain texts.
            k: Most hits wanted; sentences of passages already named follow where there are too few passages.
            wanted: What the search is limited to.
            mode: By words, by meaning, or by both, fused; None = both where there is an encoder, else by words.
        """
        ...

    def forget(self, corpus: str) -> None:
        """Drops everything it keeps of a corpus, vectors included; the next search makes it anew."""
        ...

    def count(self, corpus: str) -> int:
        """Number of distinct passages of a corpus in the index."""
        ...

    def close(self) -> None:
        """Frees what the index holds."""
        ...


class Reader(Protocol):
    """One corpus, open for searching."""

    @property
    def count(self) -> int:
        """Number of distinct passages."""
        ...

    def by_words(self, words: Mapping[str, int], limit: int, wanted: Filters) -> list[Found]:
        """The best passages by BM25; filters may let too much through where a passage has several places."""
        ...

    def by_meaning(self, vector: Vector, limit: int, wanted: Filters) -> list[Found]:
        """The passages whose vectors are nearest."""
        ...

    def weights(self, words: Mapping[str, int], found: Sequence[Found]) -> dict[str, float]:
        """The weight of each word in a sentence."""
        ...

    def needed(self, wanted: Filters) -> Filters:
        """The filters without what lets everything through anyway."""
        ...


def describe_passages() -> str:
    """How documents are cut into passages."""
    return f"passages of up to {MOST_SENTENCES} sentences or {MOST_CHARACTERS} characters under their title"


def document_digest(document: Document) -> str:
    """What an index depends on in a document, as 16 hex digits: another digest means other points.

    Raises:
        CorpusError: What is cited of the document cannot be written in UTF-8.
    """
    kept, citation = document.segmentation, document.citation
    parts = (
        document.sha256,
        kept.engine,
        kept.version,
        kept.parameters,
        str(len(kept.spans)),
        citation.title,
        citation.date,
        citation.source_class,
        *map(str, document.erased),
    )
    try:
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]
    except UnicodeEncodeError as fault:
        raise CorpusError(
            f"the title, date or class of document {document.id} has half a character (a lone surrogate)",
            "write that line of its front matter or sidecar file anew in UTF-8, and load the document again",
        ) from fault
