"""The embedded index: words in tantivy, vectors in Qdrant's engine, in process, below ``HOME/index/NAME``.

It is a cache of the corpus store. When the two do not agree, or what is on disk does not open, it is built again. Any
number of processes search at once; one at a time adds, under a lock between processes.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from foam_graph.corpus.corpus_names import check_corpus_name
from foam_graph.corpus.documents import Document
from foam_graph.corpus.encoders.protocol import Encoder, Vector
from foam_graph.corpus.search.filters import Filters
from foam_graph.corpus.search.index_manifest import Kept, Stamp, broken, is_engine_fault
from foam_graph.corpus.search.lexical_store import LexicalStore
from foam_graph.corpus.search.protocol import DocumentSource, Reader, describe_passages
from foam_graph.corpus.search.qdrant_shard import describe_vectors, nearest
from foam_graph.corpus.search.ranking import Found, idf
from foam_graph.corpus.search.shared_index import PassageIndex
from foam_graph.corpus.search.tantivy_passages import LAYOUT, Lexical, describe_lexical
from foam_graph.corpus.search.vector_cache import VectorCache
from foam_graph.corpus.search.vector_store import VectorStore
from foam_graph.errors import FoamError
from foam_graph.files.atomic import remove_folder
from foam_graph.files.locking import locked

Result = TypeVar("Result")
_FEW = 2000
"""Missing documents that are read one by one; for more, the whole corpus is read."""


@dataclass
class _Corpus:
    """One corpus, as far as it is open in this process; ``agreed`` is what the index and the store looked like then."""

    words: LexicalStore
    vectors: VectorStore | None
    agreed: tuple[Stamp, Stamp, int] | None = None


class EmbeddedIndex(PassageIndex):
    """Search in process, by words and, with an encoder, by meaning. Safe to use from several threads.

    Args:
        home: The data folder; ``index`` below it is made when needed and can be deleted at any time.
        source: The corpus store, against which every search checks the index; None = what was added is the truth.
        encoder: Makes vectors; None = words only.
        wait: Seconds to wait for another process that adds to the same corpus.
    """

    def __init__(
        self, home: Path, source: DocumentSource | None = None, encoder: Encoder | None = None, *, wait: float = 20.0
    ) -> None:
        super().__init__(encoder)
        self._root = Path(home) / "index"
        self._source = source
        self._wait = wait
        self._corpora: dict[str, _Corpus] = {}
        self._threads = threading.RLock()

    def ensure(self, corpus: str, documents: Sequence[Document]) -> int:
        """Makes the index of a corpus hold exactly these documents.

        Missing documents are added; anything else that does not agree leads to a new build.

        Returns:
            How many documents had to be added (all of them in a new build).

        Raises:
            CorpusError: A corpus name that is not allowed.
            EnvironmentFault: The corpus is in use for too long, or the disk is full or cannot be written.
        """
        with self._alone(corpus) as kept:
            return self._bring(kept, corpus, documents, exact=True)

    def add(self, corpus: str, documents: Sequence[Document]) -> int:
        """Adds documents beside those that are there.

        Returns:
            How many were not there yet.

        Raises:
            CorpusError: A corpus name that is not allowed.
            EnvironmentFault: A document is there with other sentences, the corpus is in use for too long, or the disk
                is full or cannot be written.
        """
        with self._alone(corpus) as kept:
            return self._bring(kept, corpus, documents, exact=False)

    def count(self, corpus: str) -> int:
        """Number of distinct passages of a corpus in the index.

        Raises:
            CorpusError: The corpus store has no such corpus.
            EnvironmentFault: The corpus is in use for too long, or the index can neither be opened nor built.
        """
        return self._work(corpus, False, lambda reader: reader.count)

    def forget(self, corpus: str) -> None:
        """Drops everything it keeps of a corpus; computed vectors are kept under hashes alone, so all of them go.

        Raises:
            EnvironmentFault: The corpus is in use for too long, or the disk cannot be written.
        """
        with self._alone(corpus) as kept:
            if kept.vectors is not None:
                kept.vectors.close()
            self._corpora.pop(corpus)
            remove_folder(self._root / corpus)
            remove_folder(self._root / ".vectors")

    def close(self) -> None:
        """Closes what is open; the index can be used again afterwards."""
        with self._threads:
            for kept in self._corpora.values():
                if kept.vectors is not None:
                    kept.vectors.close()
            self._corpora.clear()

    def _sparse_engine(self) -> str:
        return describe_lexical()

    def _dense_engine(self) -> str:
        return describe_vectors()

    def _work(self, corpus: str, dense: bool, work: Callable[[_Reader], Result]) -> Result:
        """Works on an open corpus; one that breaks under it is built once more from the corpus store."""
        with self._threads:
            for again in (True, False):
                reader = self._reader(corpus, dense)
                try:
                    return work(reader)
                except FoamError:
                    raise
                except BaseException as fault:
                    if not is_engine_fault(fault):
                        raise
                    if not again or self._source is None:
                        raise broken(corpus, str(fault)[:200]) from None
                with self._alone(corpus) as kept:
                    kept.words.forget()
                    if kept.vectors is not None:
                        kept.vectors.forget()
        raise broken(corpus, "it cannot be read")

    def _reader(self, corpus: str, dense: bool) -> _Reader:
        """A corpus that agrees with the store, open."""
        kept = self._opened(corpus)
        words, vectors = kept.words.current(), kept.vectors.opened if kept.vectors else None
        if words is None or self._stamps(kept, corpus) != kept.agreed or (dense and vectors is None):
            with self._alone(corpus):
                kept.agreed = None
                stamp = self._stamps(kept, corpus)
                self._agree(kept, corpus, dense)
                words, vectors = kept.words.current(), kept.vectors.current() if dense and kept.vectors else None
                if words is None or (dense and vectors is None):
                    raise broken(corpus, "it was built but does not open")
                # The store's stamp is from before it was read: what came meanwhile is looked for next time.
                kept.agreed = (*self._stamps(kept, corpus)[:2], stamp[2]) if stamp[2] else None
        return _Reader(words[0], words[1], vectors[1] if vectors else None)

    def _agree(self, kept: _Corpus, corpus: str, dense: bool) -> None:
        """Adds what the index lacks, as far as ids tell."""
        stores: list[LexicalStore | VectorStore] = [kept.words, *([kept.vectors] if dense and kept.vectors else [])]
        kept.words.settle()
        if self._source is None:
            if kept.words.damaged:
                raise broken(corpus, "it is damaged and there is no corpus store to build it from")
            for store in stores:
                if store.current() is None:
                    store.bring([], exact=True)
            return
        ids = self._source.ids(corpus)
        for store in stores:
            there = store.current()
            have = there[0].documents.keys() if there else frozenset()
            if there is not None and have == ids:
                continue
            missing = sorted(ids - have)
            if there is not None and have <= ids and len(missing) <= _FEW:
                store.bring([self._source.document(corpus, id_) for id_ in missing], exact=False)
            else:
                store.bring(self._source.documents(corpus), exact=True)

    def _bring(self, kept: _Corpus, corpus: str, documents: Sequence[Document], *, exact: bool) -> int:
        named = [one if one.corpus == corpus else replace(one, corpus=corpus) for one in documents]
        added = kept.words.bring(named, exact=exact)
        if kept.vectors is not None:
            kept.vectors.bring(named, exact=exact)
        return added

    def _stamps(self, kept: _Corpus, corpus: str) -> tuple[Stamp, Stamp, int]:
        changed = self._source.stamp(corpus) if self._source is not None else 1
        return kept.words.stamp, kept.vectors.stamp if kept.vectors else (0, 0, 0), changed

    def _opened(self, corpus: str) -> _Corpus:
        name = check_corpus_name(corpus)
        if name not in self._corpora:
            folder = self._root / name
            words = LexicalStore(folder, f"{describe_lexical()}; {describe_passages()}; {LAYOUT}")
            self._corpora[name] = _Corpus(words, self._vectors(folder, name))
        return self._corpora[name]

    def _vectors(self, folder: Path, corpus: str) -> VectorStore | None:
        encoder = self._encoder
        if encoder is None:
            return None
        cache = VectorCache(self._root / ".vectors", encoder)
        engine = f"{describe_vectors()}; {encoder.describe()}; {describe_passages()}; {LAYOUT}"
        return VectorStore(folder / f"dense-{encoder.key}", corpus, engine, encoder.size, cache)

    @contextmanager
    def _alone(self, corpus: str) -> Iterator[_Corpus]:
        name = check_corpus_name(corpus)
        with (
            self._threads,
            locked(self._root / ".locks" / name, f"the index of corpus {name}", self._wait),
        ):
            yield self._opened(name)


class _Reader(Reader):
    """One corpus, open."""

    def __init__(self, kept: Kept, words: Lexical, shard: Any) -> None:
        self._kept = kept
        self._words = words
        self._shard = shard

    @property
    def count(self) -> int:
        """Number of passages."""
        return self._words.count

    def by_words(self, words: Mapping[str, int], limit: int, wanted: Filters) -> list[Found]:
        """The best passages by BM25."""
        return self._words.search(words, limit, self.needed(wanted))

    def by_meaning(self, vector: Vector, limit: int, wanted: Filters) -> list[Found]:
        """The passages whose vectors are nearest."""
        return nearest(self._shard, vector, limit, self.needed(wanted))

    def weights(self, words: Mapping[str, int], found: Sequence[Found]) -> dict[str, float]:
        """The inverse document frequency of each word, times how often it was asked for."""
        del found
        total = self._words.count
        return {word: times * idf(self._words.frequency(word), total) for word, times in words.items()}

    def needed(self, wanted: Filters) -> Filters:
        """The filters without a list of documents that names them all."""
        if wanted.documents is not None and self._kept.documents.keys() <= wanted.documents:
            return replace(wanted, documents=None)
        return wanted
