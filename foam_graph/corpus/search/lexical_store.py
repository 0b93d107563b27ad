"""The words of one corpus on disk: which documents are in, and a build that can be killed at any time.

Documents are added in batches. Before a batch is committed, ``words-next.json`` names its documents; afterwards
``words.json`` does. Whatever moment a process dies at, the engine's own commit number tells which of the two holds.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import orjson

from foam_graph.corpus.documents import Document
from foam_graph.corpus.search.index_manifest import (
    Kept,
    Stamp,
    broken,
    check_space,
    is_engine_fault,
    missing_from,
    read_kept,
    remove_folders,
    stamp_of,
    write_kept,
)
from foam_graph.corpus.search.passages import Passage, distinct_passages
from foam_graph.corpus.search.protocol import document_digest
from foam_graph.corpus.search.tantivy_passages import MANY, Lexical
from foam_graph.files.atomic import write_atomically

BATCH = 200_000
"""Passages of one commit."""
_PREFIX = "words-"
Batch = tuple[dict[str, str], list[Passage]]


class LexicalStore:
    """The words of one corpus.

    Args:
        folder: ``HOME/index/NAME``.
        engine: What the index is built with; one of another engine is built again.
    """

    def __init__(self, folder: Path, engine: str) -> None:
        self._folder = folder
        self._engine = engine
        self._state = folder / "words.json"
        self._next = folder / "words-next.json"
        self._cached: tuple[Stamp, Kept, Lexical] | None = None

    @property
    def stamp(self) -> Stamp:
        """Changes whenever something was added."""
        return stamp_of(self._state)

    @property
    def damaged(self) -> bool:
        """Whether there is a state that cannot be used."""
        return self._state.exists() and self.current() is None

    def current(self) -> tuple[Kept, Lexical] | None:
        """What is there, open; None where there is nothing sound."""
        stamp = self.stamp
        if self._cached is not None and self._cached[0] == stamp:
            return self._cached[1:]
        self._cached = None
        kept = read_kept(self._state, self._engine)
        if kept is None or not self._sound(kept):
            return None
        try:
            opened = Lexical(self._folder / kept.folder)
        except BaseException as fault:
            if is_engine_fault(fault):
                return None
            raise
        if opened.count != kept.points:
            return None
        self._cached = (stamp, kept, opened)
        return kept, opened

    def forget(self) -> None:
        """Makes the next use build the index again."""
        self._cached = None
        self._state.unlink(missing_ok=True)

    def bring(self, documents: Sequence[Document], *, exact: bool) -> int:
        """Adds what is missing; the caller holds the corpus's lock.

        Args:
            documents: Documents of the corpus.
            exact: Whether these are all of them: others, and changed ones, lead to a new build.

        Returns:
            How many documents were added.

        Raises:
            EnvironmentFault: The disk is full or cannot be written, or the engine fails.
        """
        digests = {document.id: document_digest(document) for document in documents}
        self.settle()
        there = self.current()
        old = there[0].documents if there else {}
        stale = [id_ for id_, digest in old.items() if (exact or id_ in digests) and digests.get(id_) != digest]
        if there is None or stale:
            if not exact and old:
                raise broken(self._folder.name, f"document {stale[0]} is there with other sentences")
            there, old = None, {}
        wanted = set(missing_from(old, digests))
        missing = [document for document in documents if document.id in wanted]
        if there is None or missing:
            self._write(there[0] if there else None, missing, digests)
        return len(missing)

    def _write(self, kept: Kept | None, missing: Sequence[Document], digests: dict[str, str]) -> None:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            check_space(self._folder, self._folder.name)
            if kept is None:
                remove_folders(self._folder, _PREFIX)
                kept = Kept(self._engine, f"{_PREFIX}{uuid.uuid4().hex}", {}, 0, {})
            index = Lexical(self._folder / kept.folder)
            self._note(kept, index)
            for documents, passages in _batches(missing, digests):
                kept = self._commit(index, documents, passages)
        except OSError as fault:
            raise broken(self._folder.name, fault.strerror or str(fault)) from None
        except BaseException as fault:
            if is_engine_fault(fault):
                raise broken(self._folder.name, str(fault)[:200]) from None
            raise

    def _commit(self, index: Lexical, documents: dict[str, str], passages: list[Passage]) -> Kept:
        kept = read_kept(self._state, self._engine)
        if kept is None:
            raise broken(self._folder.name, "its state was taken away")
        write_atomically(self._next, orjson.dumps({"folder": kept.folder, "mark": kept.mark, "documents": documents}))
        index.add(passages, many=len(passages) >= MANY)
        return self._note(kept, index, documents)

    def _note(self, kept: Kept, index: Lexical, documents: dict[str, str] | None = None) -> Kept:
        """Writes what is there now; the batch's own note is no longer needed."""
        path = self._folder / kept.folder
        known = {**kept.documents, **(documents or {})}
        new = Kept(self._engine, kept.folder, known, index.count, _sizes(path), _commit_number(path))
        write_kept(self._state, new)
        self._next.unlink(missing_ok=True)
        return new

    def settle(self) -> None:
        """After a process was killed: what was committed but not yet noted is noted."""
        kept = read_kept(self._state, self._engine)
        if kept is None:
            return
        number = _commit_number(self._folder / kept.folder)
        if number == kept.mark:
            # Files of a commit that did not come to its end may lie about; the engine removes them.
            if _sizes(self._folder / kept.folder) != kept.files and self._whole(kept):
                self._reopen(kept, {})
            return
        try:
            told = orjson.loads(self._next.read_bytes())
            documents = told["documents"] if (told["folder"], told["mark"]) == (kept.folder, kept.mark) else None
        except (OSError, ValueError, KeyError, TypeError):
            documents = None
        if isinstance(documents, dict):
            self._reopen(kept, documents)

    def _reopen(self, kept: Kept, documents: dict[str, str]) -> None:
        try:
            self._note(kept, Lexical(self._folder / kept.folder), documents)
        except BaseException as fault:
            if not is_engine_fault(fault):
                raise

    def _whole(self, kept: Kept) -> bool:
        sizes = _sizes(self._folder / kept.folder)
        return all(sizes.get(name) == size for name, size in kept.files.items())

    def _sound(self, kept: Kept) -> bool:
        return _commit_number(self._folder / kept.folder) == kept.mark and self._whole(kept)


def _batches(documents: Iterable[Document], digests: dict[str, str]) -> Iterator[Batch]:
    names: dict[str, str] = {}
    found: list[Passage] = []
    for document, passages in distinct_passages(list(documents)):
        names[document.id] = digests[document.id]
        found += passages
        if len(found) >= BATCH:
            yield names, found
            names, found = {}, []
    if names:
        yield names, found


def _sizes(folder: Path) -> dict[str, int]:
    """Sizes of the files that never change; the engine's lists and locks do."""
    try:
        files = [path for path in folder.iterdir() if path.suffix not in ("", ".json", ".lock")]
        return {path.name: path.stat().st_size for path in sorted(files) if not path.name.startswith(".")}
    except OSError:
        return {}


def _commit_number(folder: Path) -> int:
    """The engine's number of its last commit; -1 where there is none."""
    try:
        return int(orjson.loads((folder / "meta.json").read_bytes())["opstamp"])
    except (OSError, ValueError, KeyError, TypeError):
        return -1
