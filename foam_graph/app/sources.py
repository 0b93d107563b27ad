"""Documents by the names that people give them: an id, the beginning of one, a path, a file name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath

from foam_graph.corpus.documents import Document
from foam_graph.errors import UnknownId

_TELLING = 4
"""Fewest characters of an id that may stand for it."""


class Sources:
    """Documents and what they are called.

    Args:
        documents: The documents; of two with one id, the first counts.
        duplicates: Paths of copies, each with the path of the document read instead.
        rejected: Paths that could not be read, with reasons.
        by_path: Whether a document that nobody named is shown by its path; else by its id.
    """

    def __init__(
        self,
        documents: Iterable[Document],
        duplicates: Sequence[tuple[str, str]] = (),
        rejected: Sequence[tuple[str, str]] = (),
        by_path: bool = False,
    ) -> None:
        self._ids: dict[str, Document] = {}
        for document in documents:
            self._ids.setdefault(document.id, document)
        self.documents = list(self._ids.values())
        self.rejected = list(rejected)
        self._paths = {document.path: document for document in reversed(self.documents)}
        for path, original in duplicates:
            if original in self._paths:
                self._paths.setdefault(path, self._paths[original])
        self._names: dict[str, list[str]] = {}
        for path in self._paths:
            self._names.setdefault(PurePosixPath(path).name, []).append(path)
        self._faults = dict(rejected)
        self._by_path = by_path

    def named(self, name: str) -> Document | None:
        """The document of that id or path, else of that file name or unique beginning of an id.

        A path may begin higher up or lower down than the one it was read by; a file of the same name in another folder
        is another file.

        Raises:
            UnknownId: A file name or beginning that fits more than one document.
        """
        exact = self._ids.get(name) or self._paths.get(name) or self._paths.get(name.removeprefix("./"))
        if exact is not None or name in self._faults:
            return exact
        alike = {self._paths[path].id: self._paths[path] for path in self._ending_as(name)}
        if not alike:
            alike = {document.id: document for document in self.documents if document.id.startswith(name)}
            if len(alike) == 1 and len(name) < _TELLING:
                return None
        if len(alike) > 1:
            raise UnknownId(f"{name!r} fits more than one document", "Give its path, or more of the id.")
        return next(iter(alike.values()), None)

    def _ending_as(self, name: str) -> list[str]:
        """The paths that end as a name does, or that it ends with."""
        asked = PurePosixPath(name).parts
        paths = []
        for path in self._names.get(PurePosixPath(name).name, ()):
            parts = PurePosixPath(path).parts
            shared = min(len(parts), len(asked))
            if parts[-shared:] == asked[-shared:]:
                paths.append(path)
        return paths

    def fault(self, name: str) -> str:
        """Why a document that was named could not be read; empty if that is not known."""
        return self._faults.get(name, "")

    def shown(self, document: Document, asked: str) -> str:
        """What to call a document in an answer: as the question called its source, by id or by path."""
        if not asked:
            return document.path if self._by_path else document.id
        named = self.named(asked)
        by_id = named is not None and named.id.startswith(asked) and named.path != asked
        if named is document and not by_id:
            return asked
        return document.id if by_id else document.path
