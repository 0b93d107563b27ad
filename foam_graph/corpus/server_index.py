"""The same index on a Qdrant server: same points, same ids, same vectors as the embedded one.

Needs the optional extra ``server`` (qdrant-client). A collection per corpus; the last sentence of a document is
written last and carries the document's digest, so that a document is known to be whole when that point is there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import Any

from foam_graph.corpus.documents import Document
from foam_graph.corpus.names import check_corpus_name
from foam_graph.corpus.retrieval import (
    DocumentSource,
    Hit,
    IndexedSentence,
    document_digest,
    indexed_sentences,
    point_id,
    ranked,
)
from foam_graph.corpus.sparse import describe_engine, query_vector, sentence_vector, vector_parameters
from foam_graph.errors import EnvironmentFault, FoamError

_VECTOR = "text"
_BATCH = 500
_TIMEOUT = 30


class ServerIndex:
    """Sparse BM25 search on a Qdrant server.

    Args:
        url: Address of the server (``Settings.qdrant_url``).
        source: The corpus store; a search on a corpus that the server lacks fills it first. None = never.
        client: A ready ``QdrantClient`` instead of one for ``url``.
        prefix: Begins the name of every collection, so that one server can serve several installations.

    Raises:
        EnvironmentFault: qdrant-client is not installed, or the address is not one.
    """

    def __init__(
        self, url: str, source: DocumentSource | None = None, *, client: Any = None, prefix: str = "foam-"
    ) -> None:
        self._models = _qdrant_client().models
        self._source = source
        self._prefix = prefix
        self._url = url
        with self._reported():
            self._client = client or _qdrant_client().QdrantClient(url=url, timeout=_TIMEOUT, check_compatibility=False)

    @cached_property
    def engine(self) -> str:
        """Name, version and parameters of the engine, as the graph records them."""
        with self._reported():
            server = getattr(self._client.info(), "version", "unknown")
        return describe_engine(f"Qdrant server {server}, qdrant-client", "qdrant-client")

    def add(self, sentences: Iterable[IndexedSentence]) -> None:
        """Adds sentences; those already there are replaced by themselves.

        Raises:
            CorpusError: A corpus name that is not allowed.
            EnvironmentFault: The server does not answer or refuses.
        """
        by_corpus: dict[str, list[IndexedSentence]] = {}
        for sentence in sentences:
            by_corpus.setdefault(sentence.corpus, []).append(sentence)
        for corpus, group in by_corpus.items():
            with self._reported():
                self._upsert(self._collection(corpus), group)

    def ensure(self, corpus: str, documents: Sequence[Document]) -> int:
        """Makes the collection of a corpus hold exactly these documents.

        Returns:
            How many documents had to be added.

        Raises:
            CorpusError: A corpus name that is not allowed.
            EnvironmentFault: The server does not answer or refuses.
        """
        with self._reported():
            collection = self._collection(corpus)
            whole = self._whole(collection, documents)
            missing = [document for document in documents if document.id not in whole]
            # Remains of an interrupted load, of another segmentation, or of documents that are no longer there.
            self._client.delete(collection, self._filter(not_documents=whole), wait=True)
            for document in missing:
                sentences = (replace(one, corpus=corpus) for one in indexed_sentences(document))
                self._upsert(collection, sentences, _digest(document))
        return len(missing)

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
        """The k nearest sentences, best first; equal scores in the order of sentence ids (see ``Index.search``).

        Raises:
            CorpusError: The corpus store has no such corpus.
            EnvironmentFault: The server does not answer or refuses.
        """
        self._fill(corpus)
        indices, values = query_vector(query)
        if k <= 0 or not indices or documents == frozenset() or source_classes == frozenset():
            return []
        wanted = self._filter(documents, source_classes, not_documents)
        vector = self._models.SparseVector(indices=indices, values=values)
        with self._reported():
            collection = self._collection(corpus)
            total = self._client.count(collection, exact=True).count
            limit = min(k + 16, total)
            while limit:
                points = self._client.query_points(
                    collection, query=vector, using=_VECTOR, query_filter=wanted, limit=limit, with_payload=True
                ).points
                # More than k, until the last score is below the k-th: ties at the edge fall by id, not by luck.
                if len(points) < limit or limit >= total or points[-1].score < points[min(k, limit) - 1].score:
                    return ranked(((f"{p.payload['document']}:{p.payload['n']}", p.score) for p in points), k)
                limit = min(limit * 4, total)
        return []

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
        """Several searches, one after the other.

        Raises:
            CorpusError: The corpus store has no such corpus.
            EnvironmentFault: The server does not answer or refuses.
        """
        return [
            self.search(
                corpus,
                query,
                k,
                documents=documents,
                source_classes=source_classes,
                not_documents=not_documents,
            )
            for query in queries
        ]

    def count(self, corpus: str) -> int:
        """Number of sentences of a corpus on the server.

        Raises:
            CorpusError: The corpus store has no such corpus.
            EnvironmentFault: The server does not answer or refuses.
        """
        self._fill(corpus)
        with self._reported():
            return int(self._client.count(self._collection(corpus), exact=True).count)

    def close(self) -> None:
        """Closes the connection."""
        self._client.close()

    def _fill(self, corpus: str) -> None:
        """Fills a corpus that the server lacks; a present one is kept in step by ``ensure`` when documents load."""
        name = check_corpus_name(corpus)
        if self._source is None:
            return
        self._source.ids(name)
        with self._reported():
            there = self._client.collection_exists(self._prefix + name)
        if not there:
            self.ensure(name, self._source.documents(name))

    def _collection(self, corpus: str) -> str:
        """Name of the collection of a corpus; it is made where it is missing."""
        name = self._prefix + check_corpus_name(corpus)
        if not self._client.collection_exists(name):
            models = self._models
            self._client.create_collection(
                name,
                vectors_config={},
                sparse_vectors_config={_VECTOR: models.SparseVectorParams(modifier=models.Modifier.IDF)},
            )
            for field in ("document", "source_class"):
                self._client.create_payload_index(name, field, field_schema=models.PayloadSchemaType.KEYWORD)
        return name

    def _whole(self, collection: str, documents: Sequence[Document]) -> frozenset[str]:
        """Ids of the documents that are completely there with their present digest."""
        last = {point_id(f"{one.id}:{len(one.segmentation.spans)}"): _digest(one) for one in documents}
        ids = iter(last)
        found: list[Any] = []
        while batch := list(islice(ids, _BATCH)):
            found += self._client.retrieve(collection, batch, with_payload=True)
        return frozenset(
            str(point.payload["document"]) for point in found if point.payload.get("digest") == last.get(str(point.id))
        )

    def _upsert(self, collection: str, sentences: Iterable[IndexedSentence], digest: str = "") -> None:
        left = iter(sentences)
        while batch := list(islice(left, _BATCH)):
            self._client.upsert(collection, [self._point(one, digest) for one in batch], wait=True)

    def _point(self, sentence: IndexedSentence, digest: str) -> Any:
        indices, values = sentence_vector(sentence.text)
        return self._models.PointStruct(
            id=point_id(sentence.id),
            vector={_VECTOR: self._models.SparseVector(indices=indices, values=values)},
            payload={
                "corpus": sentence.corpus,
                "document": sentence.document,
                "n": sentence.n,
                "date": sentence.date,
                "source_class": sentence.source_class,
                "digest": digest,
            },
        )

    def _filter(
        self,
        documents: frozenset[str] | None = None,
        source_classes: frozenset[str] | None = None,
        not_documents: frozenset[str] | None = None,
    ) -> Any:
        models = self._models

        def among(field: str, values: frozenset[str]) -> Any:
            return models.FieldCondition(key=field, match=models.MatchAny(any=sorted(values)))

        pairs = (("document", documents), ("source_class", source_classes))
        must = [among(field, values) for field, values in pairs if values is not None]
        must_not = [among("document", not_documents)] if not_documents else []
        return models.Filter(must=must, must_not=must_not)

    @contextmanager
    def _reported(self) -> Iterator[None]:
        """Turns what the client raises into one error of ours; the address is shown without its user part."""
        try:
            yield
        except FoamError:
            raise
        except Exception as fault:
            shown = self._url.rsplit("@", 1)[-1]
            raise EnvironmentFault(
                f"the Qdrant server at {shown} failed: {type(fault).__name__}: {str(fault)[:200]}",
                "Check FOAM_QDRANT_URL and that the server runs, or unset it to use the embedded index.",
            ) from None


def _digest(document: Document) -> str:
    """What the points of a document depend on: the document and how its vectors are made."""
    parameters = hashlib.sha256(vector_parameters().encode()).hexdigest()[:8]
    return f"{document_digest(document)}-{parameters}"


def _qdrant_client() -> Any:
    try:
        import qdrant_client
    except ImportError:
        raise EnvironmentFault(
            "a Qdrant server is configured, but qdrant-client is not installed",
            "Install it with `pip install 'foam-graph[server]'`.",
        ) from None
    return qdrant_client
