"""Vectors under keys on a Qdrant server: the same as ``keyed_vectors`` keeps in a shard on disk.

A collection for each name and encoder. A point has its key as payload; what a write that was cut short left is found by the
next one, which adds the rest.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from typing import Any

from foam_graph.corpus.corpus_names import check_corpus_name
from foam_graph.corpus.encoders.protocol import Encoder, Vector
from foam_graph.corpus.search.keyed_vectors import FEW, VectorsOf, point_of
from foam_graph.corpus.search.qdrant_server import open_client, qdrant_client, reported
from foam_graph.corpus.search.qdrant_shard import VECTOR
from foam_graph.corpus.search.server_writing import make_collection, write_points

PREFIX = "foam_memory-"
"""Begins the name of every collection; those of corpora begin otherwise."""
_AT_ONCE = 256
_PAGE = 10_000


class ServerVectors:
    """The vectors of one collection by one encoder, on a server.

    Args:
        url: Address of the server (``Settings.qdrant_url``).
        name: Name of the collection.
        encoder: Whose vectors they are.
        key: Key of the server, where it asks for one.
        client: A ready ``QdrantClient`` instead of one for ``url``.

    Raises:
        CorpusError: A name that cannot be used.
        EnvironmentFault: The address is not one.
    """

    def __init__(self, url: str, name: str, encoder: Encoder, *, key: str = "", client: Any = None) -> None:
        self._url = url
        self._collection = f"{PREFIX}{check_corpus_name(name)}-{encoder.key}"
        self._size = encoder.size
        self._models = qdrant_client().models
        with reported(url):
            self._client = client or open_client(url, key)

    def bring(self, keys: Collection[str], vectors_of: VectorsOf) -> int:
        """Makes the collection hold the vectors of exactly these keys.

        Args:
            keys: All keys of the collection.
            vectors_of: Asked for those that are missing, some at a time.

        Returns:
            How many had to be added.

        Raises:
            EnvironmentFault: The server does not answer or refuses.
        """
        with reported(self._url):
            self._must_be_there()
            there = set(self._keys())
            gone = sorted(there - set(keys))
            missing = [key for key in dict.fromkeys(keys) if key not in there]
            for batch in _batches(gone):
                self._client.delete(self._collection, [point_of(key) for key in batch], wait=True)
            for batch in _batches(missing):
                rows = zip(batch, vectors_of(batch), strict=True)
                points = [
                    self._models.PointStruct(id=point_of(key), vector={VECTOR: vector}, payload={"key": key})
                    for key, vector in rows
                ]
                write_points(self._client, self._collection, points)
        return len(missing)

    def scores(self, vector: Vector, keys: Collection[str]) -> dict[str, float]:
        """The cosine between a vector and those of keys; keys that are not there are left out.

        Args:
            vector: Of the same encoder.
            keys: What is compared.

        Raises:
            EnvironmentFault: The server does not answer or refuses.
        """
        wanted = set(keys)
        if not wanted:
            return {}
        models = self._models
        with reported(self._url):
            if not self._client.collection_exists(self._collection):
                return {}
            few = len(wanted) <= FEW
            among = [models.HasIdCondition(has_id=[point_of(key) for key in sorted(wanted)])] if few else None
            found = self._client.query_points(
                self._collection,
                query=vector,
                using=VECTOR,
                query_filter=models.Filter(must=among) if among else None,
                search_params=models.SearchParams(exact=True),
                limit=len(wanted) if few else max(1, int(self._client.count(self._collection, exact=True).count)),
                with_payload=["key"],
            ).points
        told = {str((one.payload or {}).get("key")): float(one.score) for one in found}
        return {key: score for key, score in told.items() if key in wanted}

    def forget(self) -> None:
        """Drops the collection; the next use builds it again.

        Raises:
            EnvironmentFault: The server does not answer or refuses.
        """
        with reported(self._url):
            self._client.delete_collection(self._collection)

    def _must_be_there(self) -> None:
        models = self._models
        # 16-bit floats as in the shard, so that both compare alike.
        params = models.VectorParams(size=self._size, distance=models.Distance.COSINE, datatype=models.Datatype.FLOAT16)
        make_collection(self._client, self._collection, vectors_config={VECTOR: params})

    def _keys(self) -> Iterator[str]:
        offset = None
        while True:
            some, offset = self._client.scroll(self._collection, limit=_PAGE, offset=offset, with_payload=["key"])
            yield from (str(point.payload["key"]) for point in some)
            if offset is None:
                return


def forget_on_server(url: str, name: str, key: str = "") -> None:
    """Deletes the collections of a name, of whatever encoder.

    Raises:
        CorpusError: A name that cannot be used.
        EnvironmentFault: The server does not answer or refuses.
    """
    own = re.compile(re.escape(f"{PREFIX}{check_corpus_name(name)}") + "-[0-9a-z]+")
    with reported(url):
        client = open_client(url, key)
        try:
            for collection in client.get_collections().collections:
                if own.fullmatch(collection.name):
                    client.delete_collection(collection.name)
        finally:
            client.close()


def _batches(keys: Sequence[str]) -> Iterator[list[str]]:
    left = iter(keys)
    while batch := list(islice(left, _AT_ONCE)):
        yield batch
