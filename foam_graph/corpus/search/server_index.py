"""The same points on a Qdrant server: same ids, same payload, words as sparse vectors beside the dense ones.

A collection per corpus and encoder, under an alias. When the points of a document are all there, a point without vectors says
so and carries the document's digest: a load that was cut short goes on. A collection that is made anew is searched when it is
whole, the old one until then.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from foam_graph.corpus.corpus_names import check_corpus_name
from foam_graph.corpus.documents import Document
from foam_graph.corpus.encoders.protocol import Encoder, Vector
from foam_graph.corpus.search.passages import Passage, distinct_passages, point_id, text_key
from foam_graph.corpus.search.protocol import DocumentSource, describe_passages, document_digest
from foam_graph.corpus.search.qdrant_server import open_client, qdrant_client, reported
from foam_graph.corpus.search.qdrant_shard import VECTOR, payload
from foam_graph.corpus.search.server_reader import WORDS, ServerReader, marked
from foam_graph.corpus.search.server_writing import (
    BESIDE,
    collection_behind,
    index_fields,
    make_collection,
    serve,
    write_points,
)
from foam_graph.corpus.search.shared_index import PassageIndex
from foam_graph.corpus.search.sparse_vectors import describe_sparse, passage_vector
from foam_graph.corpus.search.vector_cache import VectorCache
from foam_graph.errors import EnvironmentFault
from foam_graph.files.atomic import remove_folder

Result = TypeVar("Result")
_BATCH = 256
_FIRST = "first"
"""Tells the first collection of an alias apart."""


class ServerIndex(PassageIndex):
    """Search on a Qdrant server.

    Args:
        url: Address of the server (``Settings.qdrant_url``).
        source: The corpus store; a search on a corpus that the server lacks fills it first. None = never.
        encoder: Makes vectors; None = words only.
        key: Key of the server, where it asks for one.
        client: A ready ``QdrantClient`` instead of one for ``url``.
        prefix: Begins the name of every collection, so that one server can serve several installations.
        cache: Folder where computed vectors are kept; None = they are not.

    Raises:
        EnvironmentFault: The address is not one.
    """

    def __init__(
        self,
        url: str,
        source: DocumentSource | None = None,
        encoder: Encoder | None = None,
        *,
        key: str = "",
        client: Any = None,
        prefix: str = "foam-",
        cache: Path | None = None,
    ) -> None:
        super().__init__(encoder)
        self._models = qdrant_client().models
        self._source = source
        self._prefix = prefix
        self._url = url
        self._vectors = cache
        self._cache = VectorCache(cache, encoder) if cache is not None and encoder is not None else None
        self._agreed: dict[str, int] = {}
        self._indexed: set[str] = set()
        with reported(self._url):
            self._client = client or open_client(url, key)

    @cached_property
    def _version(self) -> str:
        with reported(self._url):
            return str(getattr(self._client.info(), "version", "unknown"))

    def ensure(self, corpus: str, documents: Sequence[Document]) -> int:
        """Makes the collection of a corpus hold exactly these documents.

        Returns:
            How many documents had to be added.

        Raises:
            CorpusError: A corpus name that is not allowed.
            EnvironmentFault: The server does not answer or refuses.
        """
        wanted = {document.id: _digest(document) for document in documents}
        with reported(self._url):
            collection = self._collection(corpus)
            there = self._marks(collection)
            if any(wanted.get(id_) != digest for id_, digest in there.items()):
                # Other points, not more: the collection is a cache and is made anew.
                return self._make_anew(corpus, documents)
            return self._add(collection, corpus, [one for one in documents if one.id not in there])

    def add(self, corpus: str, documents: Sequence[Document]) -> int:
        """Adds documents beside those that are there.

        Returns:
            How many were not there yet.

        Raises:
            CorpusError: A corpus name that is not allowed.
            EnvironmentFault: A document is there with other sentences, or the server does not answer or refuses.
        """
        with reported(self._url):
            collection = self._collection(corpus)
            there = self._marks(collection, [document.id for document in documents])
            for document in documents:
                if there.get(document.id, _digest(document)) != _digest(document):
                    raise EnvironmentFault(
                        f"document {document.id} is on the server with other sentences",
                        "Load the corpus again: its collection is made anew.",
                    )
            return self._add(collection, corpus, [one for one in documents if one.id not in there])

    def count(self, corpus: str) -> int:
        """Number of distinct passages of a corpus on the server.

        Raises:
            CorpusError: The corpus store has no such corpus.
            EnvironmentFault: The server does not answer or refuses.
        """
        return self._work(corpus, False, lambda reader: reader.count)

    def forget(self, corpus: str) -> None:
        """Deletes the collection of a corpus, and computed vectors on this machine.

        Raises:
            EnvironmentFault: The server does not answer or refuses.
        """
        own = re.compile(re.escape(f"{self._prefix}{check_corpus_name(corpus)}") + f"(-[0-9a-z]+)?({BESIDE}[0-9a-z]+)?")
        with reported(self._url):
            for collection in self._client.get_collections().collections:
                if own.fullmatch(collection.name):
                    self._client.delete_collection(collection.name)
            self._agreed.pop(corpus, None)
        if self._vectors is not None:
            remove_folder(self._vectors)

    def close(self) -> None:
        """Closes the connection."""
        self._client.close()

    def _sparse_engine(self) -> str:
        return f"Qdrant server {self._version}: {describe_sparse()}"

    def _dense_engine(self) -> str:
        return "cosine, HNSW"

    def _work(self, corpus: str, dense: bool, work: Callable[[ServerReader], Result]) -> Result:
        del dense
        self._fill(corpus)
        with reported(self._url):
            return work(ServerReader(self._client, self._models, self._collection(corpus)))

    def _fill(self, corpus: str) -> None:
        """Brings the server into step with the corpus store, where that has changed since it was last looked at."""
        name = check_corpus_name(corpus)
        if self._source is None:
            return
        stamp = self._source.stamp(name)
        if stamp and self._agreed.get(name) == stamp:
            return
        ids = self._source.ids(name)
        with reported(self._url):
            there = self._marks(self._collection(name))
        if there.keys() != ids:
            self.ensure(name, self._source.documents(name))
        self._agreed[name] = stamp

    def _alias(self, corpus: str) -> str:
        key = f"-{self._encoder.key}" if self._encoder else ""
        return f"{self._prefix}{check_corpus_name(corpus)}{key}"

    def _collection(self, corpus: str) -> str:
        """The name by which a corpus is searched and added to; a collection is made for it where there is none."""
        alias = self._alias(corpus)
        if not self._client.collection_exists(alias):
            first = f"{alias}{BESIDE}{_FIRST}"
            self._make(first)
            serve(self._client, alias, first)
        elif alias not in self._indexed:
            self._index(alias)
        self._indexed.add(alias)
        return alias

    def _make(self, name: str) -> None:
        models = self._models
        size = self._encoder.size if self._encoder else 0
        dense = {VECTOR: models.VectorParams(size=size, distance=models.Distance.COSINE)} if size else {}
        words = {WORDS: models.SparseVectorParams(modifier=models.Modifier.IDF)}
        make_collection(self._client, name, vectors_config=dense, sparse_vectors_config=words)
        self._index(name)

    def _index(self, name: str) -> None:
        kinds = self._models.PayloadSchemaType
        fields = dict.fromkeys(("corpus", "document", "source_class", "kind"), kinds.KEYWORD)
        index_fields(self._client, name, {**fields, "day": kinds.INTEGER})

    def _make_anew(self, corpus: str, documents: Sequence[Document]) -> int:
        """Makes a collection of these documents beside that which is there, then has it searched instead.

        Its name tells what it holds: a process that is stopped is gone on with, and one that makes the same shares it.
        """
        alias = self._alias(corpus)
        wanted = sorted(f"{document.id}:{_digest(document)}" for document in documents)
        told = " ".join([collection_behind(self._client, alias), *wanted])
        name = f"{alias}{BESIDE}{hashlib.sha256(told.encode()).hexdigest()[:16]}"
        self._make(name)
        there = self._marks(name)
        added = self._add(name, corpus, [one for one in documents if one.id not in there])
        serve(self._client, alias, name)
        return added

    def _marks(self, collection: str, ids: Sequence[str] | None = None) -> dict[str, str]:
        """Digests of the documents that are completely there: of all, or of some."""
        found: list[Any] = []
        if ids is not None:
            left = iter(ids)
            while batch := list(islice(left, _BATCH)):
                found += self._client.retrieve(collection, [_mark_id(id_) for id_ in batch], with_payload=True)
        else:
            whole, offset = marked(self._models), None
            while True:
                some, offset = self._client.scroll(collection, whole, limit=10_000, offset=offset, with_payload=True)
                found += some
                if offset is None:
                    break
        return {str(point.payload["whole"]): str(point.payload["digest"]) for point in found}

    def _add(self, collection: str, corpus: str, documents: Sequence[Document]) -> int:
        waiting: list[Passage] = []
        whole: list[Document] = []
        for document, passages in distinct_passages(documents):
            waiting += passages
            whole.append(document)
            if len(waiting) >= _BATCH:
                self._upsert(collection, corpus, waiting, whole)
                waiting, whole = [], []
        self._upsert(collection, corpus, waiting, whole)
        return len(documents)

    def _upsert(self, collection: str, corpus: str, passages: Sequence[Passage], whole: Iterable[Document]) -> None:
        """Writes points, and when they are there the marks of the documents that they complete."""
        left = iter(passages)
        while batch := list(islice(left, _BATCH)):
            points = [self._point(one, corpus, vector) for one, vector in self._encoded(batch)]
            write_points(self._client, collection, points)
        marks = [self._models.PointStruct(id=_mark_id(one.id), vector={}, payload=_mark(one)) for one in whole]
        if marks:
            write_points(self._client, collection, marks)

    def _encoded(self, batch: Sequence[Passage]) -> Iterator[tuple[Passage, Vector | None]]:
        texts = [passage.searched for passage in batch]
        vectors: Sequence[Vector | None] = [None] * len(batch)
        if self._cache is not None:
            vectors = self._cache.vectors([text_key(text) for text in texts], texts)
        elif self._encoder is not None:
            vectors = self._encoder.encode(texts)
        return zip(batch, vectors, strict=True)

    def _point(self, passage: Passage, corpus: str, vector: Vector | None) -> Any:
        indices, values = passage_vector(passage.searched)
        vectors: dict[str, Any] = {WORDS: self._models.SparseVector(indices=indices, values=values)}
        if vector is not None:
            vectors[VECTOR] = vector
        return self._models.PointStruct(id=passage.point, vector=vectors, payload=payload(passage, corpus))


def _mark(document: Document) -> dict[str, str]:
    return {"kind": "whole", "whole": document.id, "digest": _digest(document)}


def _mark_id(document: str) -> str:
    return point_id(f"{document}:whole")


def _digest(document: Document) -> str:
    """What the points of a document depend on: the document, how it is cut, and how its vectors are made."""
    parameters = hashlib.sha256(f"{describe_sparse()} {describe_passages()}".encode()).hexdigest()[:8]
    return f"{document_digest(document)}-{parameters}"
