"""What both indexes share: queries in, passages found, sentences out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

from foam_graph.corpus.encoders.protocol import Encoder, Vector
from foam_graph.corpus.search.filters import EVERYTHING, Filters
from foam_graph.corpus.search.passages import Place
from foam_graph.corpus.search.protocol import MODES, Mode, Reader, describe_passages
from foam_graph.corpus.search.ranking import (
    RRF_K,
    Found,
    Hit,
    Scorer,
    all_sentences,
    as_hits,
    best_of_each,
    describe_sentences,
    distinct,
    fuse,
    fused_passages,
    ranked,
    sentence_weights,
    unread,
)
from foam_graph.corpus.search.words import query_words
from foam_graph.errors import EnvironmentFault, UsageError

Result = TypeVar("Result")
Kept = TypeVar("Kept", Found, tuple[Found, Place])
DEPTH = 100
"""Passages of each ranking that are fused, at least."""
_POOL = 64
"""Passages whose sentences are ranked by themselves, at least."""


@dataclass(frozen=True)
class _Query:
    """A query as the engines take it."""

    words: Mapping[str, int]
    vector: Vector | None


class PassageIndex(ABC):
    """What both indexes share: queries in, sentences out. Subclasses say where passages are found.

    Args:
        encoder: Makes vectors of texts; None = words only.
    """

    def __init__(self, encoder: Encoder | None = None) -> None:
        self._encoder = encoder

    @abstractmethod
    def _work(self, corpus: str, dense: bool, work: Callable[[Any], Result]) -> Result:
        """Does some work with a reader of a corpus, which is brought into step with the corpus store first."""

    @abstractmethod
    def _sparse_engine(self) -> str:
        """Name, version and parameters of what searches by words."""

    @abstractmethod
    def _dense_engine(self) -> str:
        """Name and version of what searches by vectors."""

    @property
    def engine(self) -> str:
        """Name, version and parameters of the engine and of the encoder, as the graph records them."""
        told = f"{self._sparse_engine()}; {describe_passages()}; {describe_sentences()}"
        if self._encoder is None:
            return told
        return f"{told}; {self._dense_engine()}, encoder {self._encoder.describe()}; RRF k {RRF_K} over {DEPTH}"

    def search(self, corpus: str, query: str, k: int, *, documents: frozenset[str] | None = None) -> list[Hit]:
        """The k nearest sentences (see ``Index.search``).

        Raises:
            CorpusError: The corpus store has no such corpus.
            EnvironmentFault: The index can neither be opened nor built, or is in use for too long.
        """
        return self.search_many(corpus, [query], k, documents=documents)[0]

    def search_many(
        self, corpus: str, queries: Sequence[str], k: int, *, documents: frozenset[str] | None = None
    ) -> list[list[Hit]]:
        """The hits of several queries under the same filter (see ``Index.search``).

        Raises:
            CorpusError: The corpus store has no such corpus.
            EnvironmentFault: The index can neither be opened nor built, or is in use for too long.
        """
        wanted = Filters(documents=documents) if documents is not None else EVERYTHING
        mode: Mode = "sparse" if self._encoder is None else "hybrid"
        asked = self._asked(queries, mode)
        return self._work(
            corpus, mode != "sparse", lambda reader: [_sentences(reader, one, k, wanted) for one in asked]
        )

    def retrieve(
        self, corpus: str, queries: Sequence[str], k: int, *, wanted: Filters = EVERYTHING, mode: Mode | None = None
    ) -> list[list[Hit]]:
        """The best sentence of each of the nearest passages, for each query (see ``Index.retrieve``).

        Raises:
            CorpusError: The corpus store has no such corpus.
            UsageError: No such mode.
            EnvironmentFault: The index can neither be opened nor built, is in use for too long, or has no encoder.
        """
        chosen = self._mode(mode)
        asked = self._asked(queries, chosen)

        def work(reader: Reader) -> list[list[Hit]]:
            return [_passages(reader, one, k, wanted, chosen) for one in asked]

        return self._work(corpus, chosen != "sparse", work)

    def _mode(self, mode: Mode | None) -> Mode:
        if mode is None:
            return "sparse" if self._encoder is None else "hybrid"
        if mode not in MODES:
            raise UsageError(f"there is no mode {str(mode)[:40]!r}", f"Choose one of: {', '.join(MODES)}.")
        if mode != "sparse" and self._encoder is None:
            raise EnvironmentFault(
                f"{mode} search needs an encoder, and none is set",
                "Install one with `pip install 'foam-graph[dense]'`, or set FOAM_ENCODER to the base URL of an "
                "OpenAI-compatible endpoint.",
            )
        return mode

    def _asked(self, queries: Sequence[str], mode: Mode) -> list[_Query]:
        vectors: Sequence[Vector | None] = [None] * len(queries)
        if mode != "sparse" and self._encoder is not None and queries:
            vectors = self._encoder.encode(queries)
        pairs = zip(queries, vectors, strict=True)
        return [_Query(query_words(text), vector if text.strip() else None) for text, vector in pairs]


def _sentences(reader: Reader, asked: _Query, k: int, wanted: Filters) -> list[Hit]:
    """Sentences by their own words; where there are vectors, fused with those of the nearest passages."""
    if k <= 0 or wanted.nothing:
        return []
    wanted = reader.needed(wanted)
    asked = replace(asked, words=dict.fromkeys(asked.words, 1))  # a text given as a query repeats words by accident
    most = max(_POOL, 4 * k)
    placed = _enough(_by_words(reader, asked, wanted), most, partial(distinct, wanted=wanted))
    found = [one for one, _ in placed]
    everywhere = found if wanted == EVERYTHING else reader.by_words(asked.words, most, EVERYTHING) if found else []
    # Where all passages with any of the words were found, how rare each is among sentences is known exactly.
    exact = len(everywhere) < most
    scorer = Scorer(
        sentence_weights(asked.words, everywhere, reader.count) if exact else reader.weights(asked.words, everywhere)
    )
    sparse = ranked(all_sentences(placed, scorer, wanted), k)
    if asked.vector is None:
        return sparse
    near = _enough(_by_meaning(reader, asked, wanted), max(DEPTH, k), partial(distinct, wanted=wanted))
    return fuse([sparse, as_hits(best_of_each(near, scorer, len(near)))])[:k]


def _passages(reader: Reader, asked: _Query, k: int, wanted: Filters, mode: Mode) -> list[Hit]:
    """The best sentence of each passage, passages by the mode asked for."""
    if k <= 0 or wanted.nothing:
        return []
    if mode == "hybrid":
        # What stands below the first k in both rankings only counts; it is not read.
        depth, keep = max(DEPTH, 2 * k), partial(unread, wanted=wanted)
        searches = (_by_words(reader, asked, wanted), _by_meaning(reader, asked, wanted))
        rankings = [_enough(search, depth, keep) for search in searches]
        found = fused_passages(rankings, k, wanted)
        seen = [one for ranking in rankings for one in ranking]
    else:
        search = (_by_words if mode == "sparse" else _by_meaning)(reader, asked, wanted)
        found = _enough(search, k, partial(distinct, wanted=wanted))
        seen = [one for one, _ in found]
    return as_hits(best_of_each(found, Scorer(reader.weights(asked.words, seen)), k))


Search = Callable[[int], list[Found]]


def _by_words(reader: Reader, asked: _Query, wanted: Filters) -> Search:
    return lambda limit: reader.by_words(asked.words, limit, wanted) if asked.words else []


def _by_meaning(reader: Reader, asked: _Query, wanted: Filters) -> Search:
    vector = asked.vector
    return lambda limit: reader.by_meaning(vector, limit, wanted) if vector is not None else []


def _enough(search: Search, k: int, keep: Callable[[list[Found]], list[Kept]]) -> list[Kept]:
    """Asks for more until k distinct passages pass and the score falls below the k-th: ties go by rule, not by luck."""
    limit = k + 6
    while True:
        found = search(limit)
        kept = keep(found)
        if len(found) < limit or (len(kept) >= k and found[-1].score < _score(kept[k - 1])):
            return kept[:k]
        limit *= 4


def _score(kept: Found | tuple[Found, Place]) -> float:
    return kept.score if isinstance(kept, Found) else kept[0].score
