"""The corpus store: the truth about documents, on disk (decision 0009).

``HOME/corpora/NAME/originals/ID.bin`` holds the bytes of a document, ``HOME/corpora/NAME/records/ID.json`` its record:
path, hash, text, citation, segmentation, notes. A document exists when its record exists; the record is written last.
"""

from __future__ import annotations

import hashlib
import os
import re
import time
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import orjson

from foam_graph.advice import Action, NextStep
from foam_graph.corpus.blacking import blacked
from foam_graph.corpus.corpus_names import check_corpus_name
from foam_graph.corpus.documents import Document, Sentence, document_id
from foam_graph.corpus.reading import LoadedDocument, extract
from foam_graph.corpus.records import from_record, to_record
from foam_graph.corpus.sentences.engines import segment_with
from foam_graph.errors import CorpusError, FoamError
from foam_graph.files.atomic import remove_leftovers, sync_folder, write_all
from foam_graph.files.locking import locked

_ID = re.compile(r"d[0-9a-f]{16}")
_SETTLED = 50_000_000  # file systems count time in ticks of some milliseconds
_LOAD = NextStep(Action.LOAD, "Load documents with")


class CorpusStore:
    """Documents of all corpora in one data folder. Nothing stored is ever changed, but that texts can be erased.

    Args:
        home: The data folder; ``corpora`` below it is made with the first document.
    """

    def __init__(self, home: Path) -> None:
        self._root = Path(home) / "corpora"

    def names(self) -> list[str]:
        """Names of the corpora that hold a document, sorted."""
        try:
            found = sorted(path.name for path in self._root.iterdir() if (path / "records").is_dir())
        except FileNotFoundError:
            return []
        except OSError as fault:
            raise _unreadable(self._root, fault) from None
        return [name for name in found if _is_name(name) and self._listed(name)]

    def ids(self, name: str) -> frozenset[str]:
        """Ids of the documents of a corpus, without reading them.

        Raises:
            CorpusError: No such corpus; the message lists those there are.
        """
        found = self._listed(check_corpus_name(name))
        if not found:
            known = ", ".join(self.names()) or "none"
            raise CorpusError(f"no corpus named {name!r} (corpora here: {known})", _LOAD)
        return found

    def stamp(self, name: str) -> int:
        """A number that changes whenever a document is added, from one look at the folder of the records.

        Returns:
            0 where the folder is missing, or changed so lately that another change might leave the same number.
        """
        try:
            changed = os.stat(self._root / check_corpus_name(name) / "records").st_mtime_ns  # noqa: PTH116 - asked often
        except OSError:
            return 0
        return changed if time.time_ns() - changed > _SETTLED else 0

    def documents(self, name: str) -> list[Document]:
        """All documents of a corpus, by path, then id.

        Raises:
            CorpusError: No such corpus, or a damaged record.
        """
        found = [self._read(name, id_) for id_ in self.ids(name)]
        return sorted(found, key=lambda document: (document.path, document.id))

    def document(self, name: str, document: str) -> Document:
        """One document by its id.

        Raises:
            CorpusError: No such corpus or document, or a damaged record.
        """
        if not _ID.fullmatch(document) or not self._record(check_corpus_name(name), document).is_file():
            self.ids(name)
            raise CorpusError(
                f"no document {document[:80]!r} in corpus {name}",
                NextStep(Action.LIST_DOCUMENTS, "List its documents with", {"corpus": name}),
            )
        return self._read(name, document)

    def sentence(self, name: str, sentence: str) -> Sentence:
        """One sentence by its id, e.g. ``d0123456789abcdef:7``.

        Raises:
            CorpusError: No such corpus, document or sentence.
        """
        document, _, n = sentence.rpartition(":")
        found = self.document(name, document or sentence)
        count = len(found.segmentation.spans)
        # The id must be the text that Sentence.id would be: "07" or a Unicode digit is another name.
        if not re.fullmatch("[1-9][0-9]{0,8}", n) or int(n) > count:
            raise CorpusError(
                f"no sentence {sentence[:80]!r} in corpus {name}: document {found.id} has sentences 1 to {count}",
                "Use a sentence id as it was shown.",
            )
        return found.sentence(int(n))

    def add(self, documents: Iterable[LoadedDocument]) -> list[str]:
        """Stores documents; those already there are left as they are.

        All of the documents of one call are stored, or none of them.

        Args:
            documents: Documents with their bytes, as ``read_paths`` gives them.

        Returns:
            Ids of the documents that were new, in order.

        Raises:
            CorpusError: A document whose bytes, hash and id do not agree, or a disk that is full or cannot be written.
            EnvironmentFault: Another process was writing to the corpus for too long.
        """
        by_corpus: dict[str, dict[str, LoadedDocument]] = {}
        for document in documents:
            _check_identity(document)
            by_corpus.setdefault(check_corpus_name(document.corpus), {}).setdefault(document.id, document)
        added: list[str] = []
        for name, wanted in by_corpus.items():
            with locked(self._root / ".locks" / name, f"corpus {name}"):
                there = self._listed(name)
                for kind in ("originals", "records"):
                    remove_leftovers(self._root / name / kind)
                new = [document for id_, document in wanted.items() if id_ not in there]
                self._write_all(name, new)
            added += [document.id for document in new]
        return added

    @contextmanager
    def filling(self, name: str) -> Iterator[None]:
        """Holds a corpus's lock while processes of one command ``fill`` it.

        Raises:
            CorpusError: A corpus name that is not allowed.
            EnvironmentFault: Another process was writing to the corpus for too long.
        """
        with locked(self._root / ".locks" / check_corpus_name(name), f"corpus {name}"):
            for kind in ("originals", "records"):
                remove_leftovers(self._root / name / kind)
            yield

    def fill(self, name: str, documents: Iterable[tuple[str, bytes, bytes]]) -> int:
        """Stores records that are made already, without listing the corpus; for what works under ``filling``.

        Args:
            name: The corpus.
            documents: Id, record and bytes of each document; no two processes are given the same one.

        Returns:
            How many were not there yet.

        Raises:
            CorpusError: A disk that is full or cannot be written. None of these documents was stored then.
        """
        new = [one for one in documents if not self._record(name, one[0]).exists()]
        self._write_files(name, new)
        return len(new)

    def keep(self, name: str, wanted: Container[str]) -> int:
        """Removes documents that a corpus is no longer to hold; for what works under ``filling``.

        Args:
            name: The corpus.
            wanted: Ids of the documents that stay.

        Returns:
            How many were removed.

        Raises:
            CorpusError: A file cannot be removed.
        """
        gone = sorted(id_ for id_ in self._listed(name) if id_ not in wanted)
        for id_ in gone:
            try:
                # The record first: without it the bytes are no document.
                self._record(name, id_).unlink()
                self._original(name, id_).unlink(missing_ok=True)
            except OSError as fault:
                raise _unreadable(self._record(name, id_), fault) from None
        return len(gone)

    def original(self, name: str, document: str) -> bytes:
        """The bytes of a document as they were loaded.

        Raises:
            CorpusError: No such corpus or document, or its bytes are gone.
        """
        self.document(name, document)
        try:
            return self._original(name, document).read_bytes()
        except OSError as fault:
            raise _unreadable(self._original(name, document), fault) from None

    def erase(self, name: str, document: str, sentences: Collection[int] = (), parts: Collection[str] = ()) -> None:
        """Takes the text of sentences or parts of the citation away for good, and the document's bytes with it.

        Offsets, ids and hashes stay. The record is replaced before the bytes go: broken off in between, doing it again
        finishes it.

        Args:
            name: The corpus.
            document: Its id.
            sentences: 1-based positions.
            parts: What else goes, of ``blacking.PARTS``. Neither = the whole document, with all of these and its marks.

        Raises:
            CorpusError: No such corpus or document, or the disk cannot be written.
            EnvironmentFault: Another process was writing to the corpus for too long.
        """
        with locked(self._root / ".locks" / name, f"corpus {name}"):
            bare = blacked(self.document(name, document), sentences, parts)
            try:
                write_all([(self._record(name, document), orjson.dumps(to_record(bare)))])
                self._original(name, document).unlink(missing_ok=True)
                sync_folder(self._original(name, document).parent)
            except OSError as fault:
                raise _unreadable(self._record(name, document), fault) from None

    def check(self, name: str) -> list[tuple[str, str]]:
        """Re-hashes the bytes of every document and derives its text and sentences again.

        Returns:
            Document id and fault, for every document that does not hold; empty when all is well.

        Raises:
            CorpusError: No such corpus.
        """
        found = [(id_, fault) for id_ in sorted(self.ids(name)) for fault in self._check_one(name, id_)]
        orphans = {path.stem for path in ((self._root / name) / "originals").glob("d*.bin")} - self.ids(name)
        return found + [
            (id_, "bytes without a record (an interrupted load): load the document again") for id_ in sorted(orphans)
        ]

    def _check_one(self, name: str, id_: str) -> list[str]:
        try:
            document = self._read(name, id_)
            if document.erased or document.bare:
                # Its bytes are gone with what was erased; the graph holds their hash.
                return []
            content = self._original(name, id_).read_bytes()
        except FoamError as fault:
            return [fault.message]
        except OSError as fault:
            return [f"the bytes cannot be read: {fault.strerror}"]
        faults = []
        if document_id(content) != id_ or hashlib.sha256(content).hexdigest() != document.sha256:
            faults.append("the bytes are not those that were loaded")
        try:
            again = extract(content, document.path)
            # Another version of a library may read the same bytes differently; the stored text is the one that counts.
            if again.reader == (document.reader or again.reader) and again.text != document.text:
                faults.append("the stored text is not the text of the bytes")
        except CorpusError as fault:
            faults.append(f"the bytes can no longer be read as a document: {fault.message}")
        return faults + _misplaced(document)

    def _record(self, name: str, id_: str) -> Path:
        return self._root / name / "records" / f"{id_}.json"

    def _original(self, name: str, id_: str) -> Path:
        return self._root / name / "originals" / f"{id_}.bin"

    def _listed(self, name: str) -> frozenset[str]:
        try:
            entries = os.listdir(self._root / name / "records")  # noqa: PTH208 - 85,000 names need no Path each
        except (FileNotFoundError, NotADirectoryError):
            return frozenset()
        except OSError as fault:
            raise _unreadable(self._root / name, fault) from None
        stems = (entry.removesuffix(".json") for entry in entries if entry.endswith(".json"))
        return frozenset(stem for stem in stems if _ID.fullmatch(stem))

    def _read(self, name: str, id_: str) -> Document:
        path = self._record(name, id_)
        try:
            return from_record(orjson.loads(path.read_bytes()), name, id_)
        except OSError as fault:
            raise _unreadable(path, fault) from None
        except (ValueError, TypeError, KeyError) as fault:
            reason = f"missing {fault}" if isinstance(fault, KeyError) else str(fault)
            raise CorpusError(
                f"the record of document {id_} in corpus {name} is damaged: {reason[:200]}",
                "Move the corpus folder away and load the documents again.",
            ) from None

    def _write_all(self, name: str, documents: list[LoadedDocument]) -> None:
        """Writes every file or removes those of this call; each appears under its name only when it is whole."""
        self._write_files(name, [(one.id, orjson.dumps(to_record(one)), one.content) for one in documents])

    def _write_files(self, name: str, documents: Sequence[tuple[str, bytes, bytes]]) -> None:
        originals = [(self._original(name, id_), content) for id_, _, content in documents]
        records = [(self._record(name, id_), record) for id_, record, _ in documents]
        written = [path for path, _ in originals + records]
        try:
            for folder in {path.parent for path in written}:
                folder.mkdir(parents=True, exist_ok=True)
            # Records last: a document exists when its record does.
            write_all(originals + records)
            for folder in {path.parent for path in written}:
                sync_folder(folder)
        except OSError as fault:
            _undo(written)
            raise CorpusError(
                f"documents could not be stored in corpus {name}: {fault.strerror or fault}; none of them was",
                "Free disk space or check that the data folder can be written, then load them again.",
            ) from None
        except BaseException:
            _undo(written)
            raise


def _misplaced(document: Document) -> list[str]:
    """A fault where the engine that cut the document, as it is now, cuts it elsewhere."""
    kept = document.segmentation
    try:
        again = segment_with(kept.engine, document.text, kept.language)
    except FoamError:
        return []
    same_engine = (again.version, again.parameters) == (kept.version, kept.parameters)
    return ["the stored sentences are not those of the text"] if same_engine and again.spans != kept.spans else []


def _undo(written: list[Path]) -> None:
    for path in reversed(written):
        path.unlink(missing_ok=True)
    for folder in dict.fromkeys(path.parent for path in written):
        for empty in (folder, folder.parent):
            try:
                empty.rmdir()
            except OSError:
                break


def _check_identity(document: LoadedDocument) -> None:
    digest = hashlib.sha256(document.content).hexdigest()
    if digest != document.sha256 or document_id(document.content) != document.id:
        raise CorpusError(
            f"document {document.path[:200]!r}: its bytes do not have the hash and id that it states",
            "Read the file again.",
        )


def _is_name(name: str) -> bool:
    try:
        check_corpus_name(name)
    except CorpusError:
        return False
    return True


def _unreadable(path: Path, fault: OSError) -> CorpusError:
    return CorpusError(f"{path.name} of the corpus store cannot be read: {fault.strerror}", "Check the data folder.")
