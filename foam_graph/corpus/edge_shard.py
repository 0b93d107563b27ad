"""What is asked of one open shard of the embedded engine."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import Any

import qdrant_edge as qdrant

from foam_graph.corpus.retrieval import Hit, IndexedSentence, point_id, ranked
from foam_graph.corpus.sparse import sentence_vector

_VECTOR = "text"
_BATCH = 2000
_FIELDS = ("document", "source_class")


def shard_config() -> Any:
    """Settings of a new shard: one sparse vector per sentence, weighed by IDF."""
    # No write-ahead log: it preallocates 64 MB, and a cache that was not flushed is built again anyway.
    return qdrant.EdgeConfig(
        sparse_vectors={_VECTOR: qdrant.EdgeSparseVectorParams(modifier=qdrant.Modifier.Idf)},
        optimizers=qdrant.EdgeOptimizersConfig(default_segment_number=1),
        max_search_threads=1,
        wal_enabled=False,
    )


def fill(shard: Any, sentences: Iterable[IndexedSentence]) -> int:
    """Adds sentences to an open shard, forces them to disk and returns how many it then holds."""
    if not shard.info().payload_schema:
        for name in _FIELDS:
            shard.update(qdrant.UpdateOperation.create_field_index(name, qdrant.PayloadSchemaType.Keyword))
    left = iter(sentences)
    while batch := list(islice(left, _BATCH)):
        shard.update(qdrant.UpdateOperation.upsert_points([_point(sentence) for sentence in batch]))
    shard.flush()
    return count_points(shard)


def count_points(shard: Any) -> int:
    """Number of sentences in an open shard."""
    return int(shard.count(qdrant.CountRequest()))


def _point(sentence: IndexedSentence) -> Any:
    payload = {
        "corpus": sentence.corpus,
        "document": sentence.document,
        "n": sentence.n,
        "date": sentence.date,
        "source_class": sentence.source_class,
    }
    vector = qdrant.SparseVector(*sentence_vector(sentence.text))
    return qdrant.Point(point_id(sentence.id), {_VECTOR: vector}, payload)


def sentence_filter(
    documents: frozenset[str] | None, source_classes: frozenset[str] | None, not_documents: frozenset[str] | None
) -> Any:
    """The condition of a search in the engine's terms (see ``Index.search``); None where there is none."""

    def among(field: str, values: frozenset[str]) -> Any:
        return qdrant.FieldCondition(field, match=qdrant.MatchAny(sorted(values)))

    must = [
        among(field, values)
        for field, values in (("document", documents), ("source_class", source_classes))
        if values is not None
    ]
    must_not = [among("document", not_documents)] if not_documents else []
    return qdrant.Filter(must=must or None, must_not=must_not or None) if must or must_not else None


def nearest(shard: Any, indices: list[int], values: list[float], wanted: Any, k: int) -> list[Hit]:
    """The k sentences nearest to a query vector among those wanted.

    Asks for more than k until the last score is below the k-th, so that ties at the edge fall by id, not by luck.
    """
    vector = qdrant.Query.Nearest(qdrant.SparseVector(indices, values), using=_VECTOR)
    total = count_points(shard)
    limit = min(k + 16, total)
    while limit:
        request = qdrant.QueryRequest(limit=limit, query=vector, filter=wanted, with_payload=True)
        points = shard.query(request)
        if len(points) < limit or limit >= total or points[-1].score < points[min(k, limit) - 1].score:
            return ranked(((f"{p.payload['document']}:{p.payload['n']}", p.score) for p in points), k)
        limit = min(limit * 4, total)
    return []


def data_sizes(shard: Path) -> dict[str, int]:
    """Sizes of the data files; the engine applies and removes journals, and completes its settings, when it opens."""
    return {
        path.relative_to(shard).as_posix(): path.stat().st_size
        for path in sorted(shard.rglob("*.dat"))
        if "journal" not in path.name
    }
