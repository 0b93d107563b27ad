"""The vectors of one corpus on disk: a shard that is never changed once it can be searched.

What is new goes into a copy, which takes the old one's place when it is whole. So any number of processes can search
while one adds, and a process that is killed leaves the old shard. Vectors that were computed are kept apart
(``vector_cache``), so that nothing is computed twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import qdrant_edge as qdrant

from foam_graph.corpus.documents import Document
from foam_graph.corpus.encoders.protocol import Vector
from foam_graph.corpus.search.index_manifest import (
    Kept,
    Stamp,
    is_engine_fault,
    missing_from,
    read_kept,
    stamp_of,
)
from foam_graph.corpus.search.passages import Passage, distinct_passages, text_key
from foam_graph.corpus.search.protocol import document_digest
from foam_graph.corpus.search.qdrant_shard import New, count_points, data_sizes, fill, replace_shard
from foam_graph.corpus.search.vector_cache import VectorCache

_AT_ONCE = 512


class VectorStore:
    """The vectors of one corpus by one encoder.

    Args:
        folder: ``HOME/index/NAME/dense-KEY``.
        corpus: Name of the corpus.
        engine: What the shard is built with; one of another engine is built again.
        size: Numbers in a vector.
        cache: Gives the vectors of texts.
    """

    def __init__(self, folder: Path, corpus: str, engine: str, size: int, cache: VectorCache) -> None:
        self._folder = folder
        self._corpus = corpus
        self._engine = engine
        self._size = size
        self._cache = cache
        self._state = folder / "vectors.json"
        self._cached: tuple[Stamp, Kept, Any] | None = None

    @property
    def stamp(self) -> Stamp:
        """Changes whenever something was added."""
        return stamp_of(self._state)

    def current(self) -> tuple[Kept, Any] | None:
        """What is there, open; None where there is nothing sound. Opening is for the holder of the corpus's lock."""
        stamp = self.stamp
        if self._cached is not None and self._cached[0] == stamp:
            return self._cached[1:]
        self.close()
        kept = read_kept(self._state, self._engine)
        if kept is None:
            return None
        path = self._folder / kept.folder
        try:
            if data_sizes(path) != kept.files:
                return None
            shard = qdrant.EdgeShard.load(str(path))
            if count_points(shard) != kept.points:
                shard.close()
                return None
        except BaseException as fault:
            if is_engine_fault(fault):
                return None
            raise
        self._cached = (stamp, kept, shard)
        return kept, shard

    @property
    def opened(self) -> tuple[Kept, Any] | None:
        """What is open already and still current."""
        return self._cached[1:] if self._cached is not None and self._cached[0] == self.stamp else None

    def forget(self) -> None:
        """Makes the next use build the shard again."""
        self.close()
        self._state.unlink(missing_ok=True)

    def close(self) -> None:
        """Closes what is open."""
        if self._cached is not None:
            self._cached[2].close()
            self._cached = None

    def bring(self, documents: Sequence[Document], *, exact: bool) -> int:
        """Adds what is missing; the caller holds the corpus's lock (see ``LexicalStore.bring``).

        Raises:
            EnvironmentFault: The disk is full or cannot be written, the engine fails, or the encoder cannot be used.
        """
        digests = {document.id: document_digest(document) for document in documents}
        there = self.current()
        old = there[0].documents if there else {}
        if any((exact or id_ in digests) and digests.get(id_) != digest for id_, digest in old.items()):
            there, old = None, {}
        wanted = set(missing_from(old, digests))
        missing = [document for document in documents if document.id in wanted]
        if there is None or missing:
            self._write(there[0] if there else None, missing, {**old, **digests})
        return len(missing)

    def _write(self, kept: Kept | None, missing: Sequence[Document], known: dict[str, str]) -> None:
        self.close()
        new = New(self._corpus, self._engine, self._size, known)
        replace_shard(self._state, kept, new, lambda shard: fill(shard, self._corpus, self._rows(missing)))

    def _rows(self, documents: Sequence[Document]) -> Iterator[tuple[Passage, Vector]]:
        left = (passage for _, found in distinct_passages(documents) for passage in found)
        while batch := list(islice(left, _AT_ONCE)):
            texts = [passage.searched for passage in batch]
            vectors = self._cache.vectors([text_key(text) for text in texts], texts)
            yield from zip(batch, vectors, strict=True)
