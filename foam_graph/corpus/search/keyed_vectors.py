"""Vectors under keys, in a shard of Qdrant's engine on disk: what remembered utterances are compared by.

A shard is never changed once it can be searched. What is new goes into a copy, which takes the old one's place when it is
whole; so a process that is killed leaves the old shard. It is a cache: what is missing is asked of whoever holds the texts.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Collection, Sequence
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

import qdrant_edge as qdrant

from foam_graph.corpus.corpus_names import check_corpus_name
from foam_graph.corpus.encoders.protocol import Encoder, Vector
from foam_graph.corpus.search.index_manifest import (
    Kept,
    broken,
    is_engine_fault,
    read_kept,
)
from foam_graph.corpus.search.qdrant_shard import (
    VECTOR,
    New,
    data_sizes,
    describe_vectors,
    replace_shard,
)
from foam_graph.files.atomic import remove_folder
from foam_graph.files.locking import locked

VectorsOf = Callable[[Sequence[str]], Sequence[Vector]]
"""Gives the vectors of keys, in order."""
_AT_ONCE = 256
FEW = 2000
"""Up to so many keys are named in a question; for more, all are compared."""


class VectorsByKey(Protocol):
    """Vectors of one encoder under keys, wherever they are kept."""

    def bring(self, keys: Collection[str], vectors_of: VectorsOf) -> int:
        """Makes them the vectors of exactly these keys; returns how many had to be added.

        Raises:
            EnvironmentFault: The place where they are kept cannot be used.
        """
        ...

    def scores(self, vector: Vector, keys: Collection[str]) -> dict[str, float]:
        """The cosine between a vector and those of keys; keys that are not there are left out.

        Raises:
            EnvironmentFault: The place where they are kept cannot be used.
        """
        ...


class KeyedVectors:
    """The vectors of one collection by one encoder.

    Args:
        home: The data folder.
        name: Name of the collection; it becomes a folder.
        encoder: Whose vectors they are.
        wait: Seconds to wait for another process that writes.
    """

    def __init__(self, home: Path, name: str, encoder: Encoder, *, wait: float = 20.0) -> None:
        self._name = check_corpus_name(name)
        self._folder = Path(home) / "memories" / name / f"dense-{encoder.key}"
        self._lock = Path(home) / "memories" / ".locks" / name
        self._state = self._folder / "vectors.json"
        self._engine = f"{describe_vectors()}; {encoder.describe()}"
        self._size = encoder.size
        self._wait = wait

    def bring(self, keys: Collection[str], vectors_of: VectorsOf) -> int:
        """Makes the shard hold the vectors of exactly these keys.

        Args:
            keys: All keys of the collection.
            vectors_of: Asked for those that are missing, some at a time.

        Returns:
            How many had to be added.

        Raises:
            EnvironmentFault: The disk is full or cannot be written, the engine fails, or another process writes too long.
        """
        with locked(self._lock, f"the vectors of {self._name}", self._wait):
            kept = self._sound()
            there = kept.documents.keys() if kept else frozenset[str]()
            if not there <= set(keys):
                kept, there = None, frozenset[str]()
            missing = [key for key in dict.fromkeys(keys) if key not in there]
            if kept is None or missing:
                self._write(kept, missing, vectors_of)
            return len(missing)

    def scores(self, vector: Vector, keys: Collection[str]) -> dict[str, float]:
        """The cosine between a vector and those of keys; keys that are not there are left out.

        Args:
            vector: Of the same encoder.
            keys: What is compared.

        Raises:
            EnvironmentFault: The shard cannot be opened.
        """
        wanted = set(keys)
        kept = self._sound()
        if kept is None or not wanted:
            return {}
        few = len(wanted) <= FEW
        within = qdrant.Filter(must=[qdrant.HasIdCondition({point_of(key) for key in wanted})]) if few else None
        query = qdrant.Query.Nearest(vector, using=VECTOR)
        asked = qdrant.QueryRequest(
            limit=len(wanted) if few else kept.points,
            query=query,
            filter=within,
            with_payload=["key"],
            params=qdrant.SearchParams(exact=True),
        )
        try:
            shard = qdrant.EdgeShard.load(str(self._folder / kept.folder))
            try:
                found = {str((one.payload or {}).get("key")): float(one.score) for one in shard.query(asked)}
            finally:
                shard.close()
        except BaseException as fault:
            if is_engine_fault(fault):
                raise broken(self._name, str(fault)[:200]) from None
            raise
        return {key: score for key, score in found.items() if key in wanted}

    def forget(self) -> None:
        """Drops the shard; the next use builds it again.

        Raises:
            EnvironmentFault: It cannot be removed.
        """
        with locked(self._lock, f"the vectors of {self._name}", self._wait):
            remove_folder(self._folder)

    def _sound(self) -> Kept | None:
        kept = read_kept(self._state, self._engine)
        return kept if kept is not None and data_sizes(self._folder / kept.folder) == kept.files else None

    def _write(self, kept: Kept | None, missing: Sequence[str], vectors_of: VectorsOf) -> None:
        known = dict.fromkeys([*(kept.documents if kept else ()), *missing], "")
        new = New(self._name, self._engine, self._size, known)
        replace_shard(self._state, kept, new, lambda shard: _fill(shard, missing, vectors_of))


def _fill(shard: Any, keys: Sequence[str], vectors_of: VectorsOf) -> None:
    left = iter(keys)
    while batch := list(islice(left, _AT_ONCE)):
        rows = zip(batch, vectors_of(batch), strict=True)
        points = [qdrant.Point(point_of(key), {VECTOR: vector}, {"key": key}) for key, vector in rows]
        shard.update(qdrant.UpdateOperation.upsert_points(points))
    shard.flush()


def point_of(key: str) -> str:
    """The engine's name for a key: it takes UUIDs; the same on a server."""
    return str(uuid.UUID(bytes=blake2b(key.encode(), digest_size=16).digest()))
