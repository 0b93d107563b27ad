"""The embedded index: Qdrant's engine in process, one shard per corpus under ``HOME/index/NAME``.

A shard is a cache. ``state.json`` beside it says what it holds; when the two, the engine and the corpus store do not
agree, or the shard does not open, it is built again. Commands are short and several may run at once: a shard is
opened under a lock between processes, used, and closed.
"""

from __future__ import annotations

import shutil
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import orjson
import qdrant_edge as qdrant

from foam_graph.corpus.atomic import write_atomically
from foam_graph.corpus.documents import Document
from foam_graph.corpus.edge_shard import count_points, data_sizes, fill, nearest, sentence_filter, shard_config
from foam_graph.corpus.locking import locked
from foam_graph.corpus.names import check_corpus_name
from foam_graph.corpus.retrieval import (
    DocumentSource,
    Hit,
    IndexedSentence,
    document_digest,
    indexed_sentences,
)
from foam_graph.corpus.sparse import describe_engine, query_vector
from foam_graph.errors import EnvironmentFault, FoamError

_SPARE_SPACE = 256 * 1024 * 1024
_UNKNOWN = ""
Result = TypeVar("Result")


@dataclass(frozen=True)
class _State:
    """What a shard holds.

    Attributes:
        engine: Engine, version and parameters it was built with.
        folder: Name of the shard's folder; every build has a new one.
        points: Number of sentences.
        documents: Digest of every document in it; empty text for sentences added without their document.
        files: Sizes of the shard's data files, so that a truncated one is never mapped into memory.
    """

    engine: str
    folder: str
    points: int
    documents: dict[str, str]
    files: dict[str, int]


class EdgeIndex:
    """Sparse BM25 search in process.

    Args:
        home: The data folder; ``index`` below it is made when needed and can be deleted at any time.
        source: The corpus store, against which every search checks the index; None = what was added is the truth.
        wait: Seconds to wait for another process that uses the same corpus.
    """

    def __init__(self, home: Path, source: DocumentSource | None = None, *, wait: float = 20.0) -> None:
        self._root = Path(home) / "index"
        self._source = source
        self._wait = wait
        self._engine = describe_engine("qdrant-edge-py", "qdrant-edge-py")

    @property
    def engine(self) -> str:
        """Name, version and parameters of the engine, as the graph records them."""
        return self._engine

    def add(self, sentences: Iterable[IndexedSentence]) -> None:
        """Adds sentences; those already there are replaced by themselves.

        Raises:
            CorpusError: A corpus name that is not allowed.
            EnvironmentFault: The corpus is in use for too long, or the disk is full or cannot be written.
        """
        by_corpus: dict[str, list[IndexedSentence]] = {}
        for sentence in sentences:
            by_corpus.setdefault(check_corpus_name(sentence.corpus), []).append(sentence)
        for corpus, group in by_corpus.items():
            with self._locked(corpus):
                digests = {sentence.document: _UNKNOWN for sentence in group}
                state = self._sound_state(corpus)
                self._write(corpus, state, group, digests)

    def ensure(self, corpus: str, documents: Sequence[Document]) -> int:
        """Makes the index of a corpus hold exactly these documents.

        Missing documents are added; anything else that does not agree leads to a new build.

        Returns:
            How many documents had to be added (all of them in a new build).

        Raises:
            CorpusError: A corpus name that is not allowed.
            EnvironmentFault: The corpus is in use for too long, or the disk is full or cannot be written.
        """
        with self._locked(corpus):
            return self._ensure(corpus, documents)

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
            EnvironmentFault: The corpus is in use for too long, or the index can neither be opened nor built.
        """
        wanted = {"documents": documents, "source_classes": source_classes, "not_documents": not_documents}
        return self.search_many(corpus, [query], k, **wanted)[0]

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
        """Several searches while the shard is open once: opening it costs more than a search.

        Raises:
            CorpusError: The corpus store has no such corpus.
            EnvironmentFault: The corpus is in use for too long, or the index can neither be opened nor built.
        """
        vectors = [query_vector(query) for query in queries]
        wanted = sentence_filter(documents, source_classes, not_documents)
        with self._locked(corpus):
            state = self._current(corpus)
            if k <= 0 or documents == frozenset() or source_classes == frozenset():
                return [[] for _ in queries]

            def work(shard: Any) -> list[list[Hit]]:
                return [nearest(shard, i, v, wanted, k) if i else [] for i, v in vectors]

            return self._use(corpus, state, work)

    def count(self, corpus: str) -> int:
        """Number of sentences of a corpus in the index.

        Raises:
            CorpusError: The corpus store has no such corpus.
            EnvironmentFault: The corpus is in use for too long, or the index can neither be opened nor built.
        """
        with self._locked(corpus):
            return self._use(corpus, self._current(corpus), count_points)

    def close(self) -> None:
        """Nothing is held between calls."""

    @contextmanager
    def _locked(self, corpus: str) -> Iterator[None]:
        name = check_corpus_name(corpus)
        with locked(self._root / ".locks" / name, f"the index of corpus {name}", self._wait):
            yield

    def _current(self, corpus: str) -> _State:
        """The state of a shard that agrees with the corpus store, as far as its files tell."""
        state = self._stored_state(corpus)
        if self._source is None:
            if state is None and (self._root / corpus / "state.json").exists():
                raise _broken(corpus, "it is damaged and there is no corpus store to build it from")
            return state or self._write(corpus, None, [], {})
        if state is None or state.documents.keys() != self._source.ids(corpus):
            self._ensure(corpus, self._source.documents(corpus))
            state = self._stored_state(corpus)
        if state is None:
            raise _broken(corpus, "it was built but does not open")
        return state

    def _ensure(self, corpus: str, documents: Sequence[Document]) -> int:
        digests = {document.id: document_digest(document) for document in documents}
        state = self._sound_state(corpus)
        if state is not None and any(digests.get(id_) != digest for id_, digest in state.documents.items()):
            state = None
        there = state.documents if state else {}
        missing = [document for document in documents if document.id not in there]
        if state is None or missing:
            new = (replace(sentence, corpus=corpus) for document in missing for sentence in indexed_sentences(document))
            self._write(corpus, state, new, {document.id: digests[document.id] for document in missing})
        return len(missing)

    def _stored_state(self, corpus: str) -> _State | None:
        """What the state file says; None where there is none, or the files or the engine are others."""
        folder = self._root / corpus
        try:
            state = _State(**orjson.loads((folder / "state.json").read_bytes()))
            inside = Path(state.folder).name == state.folder
            sound = inside and state.engine == self._engine and data_sizes(folder / state.folder) == state.files
        except (OSError, ValueError, TypeError):
            return None
        return state if sound else None

    def _sound_state(self, corpus: str) -> _State | None:
        """The stored state, where the shard also opens and holds what it says."""
        state = self._stored_state(corpus)
        try:
            return state and self._open_checked(corpus, state, lambda _: state)
        except EnvironmentFault:
            return None

    def _use(self, corpus: str, state: _State, work: Callable[[Any], Result]) -> Result:
        """Works on an open shard; a shard that breaks under it is built once more from the corpus store."""
        try:
            return self._open_checked(corpus, state, work)
        except EnvironmentFault:
            if self._source is None:
                raise
        (self._root / corpus / "state.json").unlink(missing_ok=True)
        return self._open_checked(corpus, self._current(corpus), work)

    def _open_checked(self, corpus: str, state: _State, work: Callable[[Any], Result]) -> Result:
        def checked(shard: Any) -> Result:
            if count_points(shard) != state.points:
                raise _broken(corpus, f"it does not hold the {state.points} sentences that were added")
            return work(shard)

        return self._open(self._root / corpus / state.folder, checked)

    def _write(
        self, corpus: str, state: _State | None, sentences: Iterable[IndexedSentence], digests: dict[str, str]
    ) -> _State:
        """Adds to a shard, or builds a new one where there is no sound one; the state file is written last."""
        folder = self._root / corpus
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if shutil.disk_usage(folder).free < _SPARE_SPACE:
                # The engine maps its files into memory: a disk that fills up under it would kill the process.
                raise _broken(corpus, f"less than {_SPARE_SPACE // 1024**2} MB of disk space are free")
            shard = folder / (state.folder if state else f"shard-{uuid.uuid4().hex}")
            if state is None:
                _remove_all(folder)
            points = self._open(shard, lambda one: fill(one, sentences), create=state is None)
            known = {**(state.documents if state else {}), **digests}
            new = _State(self._engine, shard.name, points, known, data_sizes(shard))
            write_atomically(folder / "state.json", orjson.dumps(new))
        except OSError as fault:
            raise _broken(corpus, fault.strerror or str(fault)) from None
        return new

    def _open(self, path: Path, work: Callable[[Any], Result], *, create: bool = False) -> Result:
        """Opens a shard, works on it, closes it; whatever the engine does wrong becomes an EnvironmentFault."""
        try:
            shard = qdrant.EdgeShard.create(str(path), shard_config()) if create else qdrant.EdgeShard.load(str(path))
            try:
                return work(shard)
            finally:
                shard.close()
        except (FoamError, OSError):
            raise
        except BaseException as fault:
            # A panic of the engine is no Exception; an interrupt by the user is none of its faults.
            if isinstance(fault, Exception) or type(fault).__name__ == "PanicException":
                raise _broken(path.parent.name, str(fault)[:200]) from None
            raise


def _remove_all(folder: Path) -> None:
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()


def _broken(corpus: str, why: str) -> EnvironmentFault:
    return EnvironmentFault(
        f"the search index of corpus {corpus} cannot be used: {why}",
        "Check disk space and rights of the data folder; the index is built again by itself.",
    )
