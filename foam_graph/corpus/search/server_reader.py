"""What is asked of a collection of a Qdrant server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from foam_graph.corpus.encoders.protocol import Vector
from foam_graph.corpus.search.filters import Filters
from foam_graph.corpus.search.protocol import Reader
from foam_graph.corpus.search.qdrant_shard import VECTOR, from_payload
from foam_graph.corpus.search.ranking import Found, found_as, idf
from foam_graph.corpus.search.sparse_vectors import passage_vector, query_vector

WORDS = "text"
"""Name of the sparse vectors."""


class ServerReader(Reader):
    """One collection of a Qdrant server, open for searching.

    Args:
        client: The connection.
        models: The client's models.
        collection: Name of the collection.
    """

    def __init__(self, client: Any, models: Any, collection: str) -> None:
        self._client = client
        self._models = models
        self._collection = collection

    @property
    def count(self) -> int:
        """Number of passages."""
        passages = self._models.Filter(must_not=marked(self._models).must)
        return int(self._client.count(self._collection, count_filter=passages, exact=True).count)

    def by_words(self, words: Mapping[str, int], limit: int, wanted: Filters) -> list[Found]:
        """The best passages by BM25."""
        indices, values = query_vector(words)
        return self._search(self._models.SparseVector(indices=indices, values=values), WORDS, limit, wanted)

    def by_meaning(self, vector: Vector, limit: int, wanted: Filters) -> list[Found]:
        """The passages whose vectors are nearest."""
        return self._search(vector, VECTOR, limit, wanted)

    def weights(self, words: Mapping[str, int], found: Sequence[Found]) -> dict[str, float]:
        """How rare each word is among the passages found: the server does not tell how rare it is among all."""
        texts = [one.passage.text for one in found]
        there = [set(passage_vector(text)[0]) for text in texts]
        rows = {word: query_vector({word: 1})[0][0] for word in words}
        return {
            word: times * idf(sum(1 for one in there if rows[word] in one), max(1, len(there)))
            for word, times in words.items()
        }

    def needed(self, wanted: Filters) -> Filters:
        """The filters as they are: the server is not asked which documents it has."""
        return wanted

    def _search(self, vector: Any, using: str, limit: int, wanted: Filters) -> list[Found]:
        points = self._client.query_points(
            self._collection,
            query=vector,
            using=using,
            query_filter=self._filter(wanted),
            limit=limit,
            with_payload=["sentences", "places"],
        ).points
        # Read at once: asking the server again for each passage would take longer.
        return [found_as(from_payload(point.payload), point.score) for point in points]

    def _filter(self, wanted: Filters) -> Any:
        models = self._models

        def has(field: str, **condition: Any) -> Any:
            return models.FieldCondition(key=field, **condition)

        must = [
            has(field, match=models.MatchAny(any=sorted(values)))
            for field, values in (("document", wanted.documents), ("source_class", wanted.source_classes))
            if values is not None
        ]
        if wanted.dated:
            low, high = wanted.days
            must.append(has("day", range=models.Range(gte=low, lte=high)))
        if wanted.not_documents:
            must.append(has("document", match=models.MatchExcept(**{"except": sorted(wanted.not_documents)})))
        return models.Filter(must=must)


def marked(models: Any) -> Any:
    """The condition of the points that say that a document is all there."""
    return models.Filter(must=[models.FieldCondition(key="kind", match=models.MatchValue(value="whole"))])
