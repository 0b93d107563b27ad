"""Files to documents: plain text, Markdown and cards, with their citation, ready for the corpus store."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields
from pathlib import Path

import orjson

from foam_graph.corpus.citations import (
    Fields,
    card_fields,
    make_citation,
    read_fields,
    split_front_matter,
    unused,
)
from foam_graph.corpus.decoding import BOM, decode, refuse_binary
from foam_graph.corpus.documents import Citation, Document, document_id
from foam_graph.corpus.names import check_corpus_name
from foam_graph.corpus.segmentation import segment
from foam_graph.corpus.walking import Found, sidecar_of, walk
from foam_graph.errors import CorpusError

SIZE_LIMIT = 50 * 1024 * 1024
"""Most bytes of one document: of a file, or of one line of a file of cards."""

_SIDECAR_LIMIT = 64 * 1024
_CARDS = ".jsonl"


@dataclass(frozen=True)
class LoadedDocument(Document):
    """A document with the bytes it was read from, as the corpus store takes it.

    Attributes:
        content: The bytes: of the file, or of the line for a card.
    """

    content: bytes = field(default=b"", repr=False)

    def plain(self) -> Document:
        """The document without its bytes, equal to what the store gives back."""
        return Document(**{one.name: getattr(self, one.name) for one in fields(Document)})


@dataclass(frozen=True)
class ReadReport:
    """What came of reading.

    Attributes:
        documents: Loaded documents in the order of the paths.
        rejected: Path and reason of everything that could not be loaded.
        duplicates: Path of a copy, and path of the document with the same bytes.
    """

    documents: list[LoadedDocument]
    rejected: list[tuple[str, str]]
    duplicates: list[tuple[str, str]]


@dataclass(frozen=True)
class _Source:
    """Bytes of one document before anything is checked; ``fault`` tells why there are none."""

    shown: str
    content: bytes
    sidecar: Path | None = None
    fault: str = ""


def read_paths(paths: Iterable[Path | str], corpus: str) -> ReadReport:
    """Reads documents from files and folders.

    One bad file never stops the others: it is rejected with its reason. Identical bytes are loaded once.

    Args:
        paths: Files or folders; folders are read recursively in sorted order, hidden entries left out.
        corpus: Name of the corpus that the documents will belong to.

    Returns:
        Documents, rejected paths and duplicates.

    Raises:
        CorpusError: The corpus name is not allowed.
    """
    check_corpus_name(corpus)
    report = ReadReport([], [], [])
    first: dict[str, str] = {}
    for found in (found for path in paths for found in walk(Path(path))):
        for source in _sources(found):
            _read_source(source, corpus, report, first)
    return report


def derive_text(content: bytes, path: str) -> tuple[str, Fields, tuple[str, ...]]:
    """The text of a document from its bytes, by the same rules every time.

    Args:
        content: The bytes of the file or line.
        path: Its path; ``cards.jsonl#L7`` marks a card.

    Returns:
        Text, citation fields found in the bytes, notes.

    Raises:
        CorpusError: Not text, too large, faulty front matter or card, or no text in it.
    """
    if len(content) > SIZE_LIMIT:
        raise CorpusError(f"larger than {SIZE_LIMIT // 1024**2} MB", "Divide the document into parts.")
    if not content.strip():
        raise CorpusError("empty", "Leave the file out.")
    refuse_binary(content)
    line = _card_line(path)
    if line:
        text, stated, notes = _card(content, line)
    else:
        decoded = decode(content)
        front = split_front_matter(decoded.text)
        text, stated, notes = front.body, front.fields, decoded.notes + front.notes
    if not text.strip():
        raise CorpusError("no text", "Leave the file out.")
    return text, stated, notes


def _read_source(source: _Source, corpus: str, report: ReadReport, first: dict[str, str]) -> None:
    if source.fault:
        report.rejected.append((source.shown, source.fault))
        return
    digest = hashlib.sha256(source.content).hexdigest()
    if digest in first:
        report.duplicates.append((source.shown, first[digest]))
        return
    try:
        document = _document(source, corpus, digest)
    except CorpusError as fault:
        report.rejected.append((source.shown, fault.message))
        return
    first[digest] = source.shown
    report.documents.append(document)


def _document(source: _Source, corpus: str, digest: str) -> LoadedDocument:
    text, stated, notes = derive_text(source.content, source.shown)
    citation, remarks = _citation(source, stated)
    segmentation = segment(text)
    if not segmentation.spans:
        raise CorpusError("no sentence found", "Leave the file out.")
    return LoadedDocument(
        id=document_id(source.content),
        corpus=corpus,
        path=source.shown,
        sha256=digest,
        text=text,
        citation=citation,
        segmentation=segmentation,
        notes=notes + remarks,
        content=source.content,
    )


def _citation(source: _Source, stated: Fields) -> tuple[Citation, tuple[str, ...]]:
    line = _card_line(source.shown)
    name = source.shown.rsplit("/", 1)[-1]
    default = f"{Path(name.rsplit('#', 1)[0]).stem} {line}" if line else Path(name).stem
    if source.sidecar is None:
        return make_citation(stated, default), ()
    if stated:
        raise CorpusError("has both front matter and a sidecar", "Keep one of the two.")
    try:
        found = _sidecar_fields(source.sidecar)
        return make_citation(found, default), unused(found, "sidecar")
    except CorpusError as fault:
        raise CorpusError(f"sidecar {source.sidecar.name}: {fault.message}", fault.hint) from None


def _sidecar_fields(path: Path) -> Fields:
    try:
        with path.open("rb") as file:
            content = file.read(_SIDECAR_LIMIT + 1)
        if len(content) > _SIDECAR_LIMIT:
            raise CorpusError(f"larger than {_SIDECAR_LIMIT // 1024} kB")
        found = read_fields(content.decode("utf-8-sig"))
    except OSError as fault:
        raise CorpusError(f"cannot be read: {fault.strerror}") from None
    except UnicodeDecodeError as fault:
        raise CorpusError(f"not UTF-8 at byte {fault.start}") from None
    if found is None:
        raise CorpusError("line 1: not a mapping of keys to values")
    return found


def _card(content: bytes, line: int) -> tuple[str, Fields, tuple[str, ...]]:
    decoded = decode(content)
    try:
        card = orjson.loads(decoded.text)
    except orjson.JSONDecodeError as fault:
        raise CorpusError(f"line {line}: not JSON: {fault.msg} (column {fault.colno})") from None
    if not isinstance(card, dict):
        raise CorpusError(f"line {line}: not a JSON object")
    text = card.pop("text", None)
    if not isinstance(text, str):
        raise CorpusError(f"line {line}: no text" if text is None else f"line {line}: text is not a string")
    if "\0" in text:
        raise CorpusError(f"line {line}: NUL character in the text")
    return text, card_fields(card, line), decoded.notes + unused(card, "card")


def _card_line(path: str) -> int:
    """Line of a card's path; 0 for other documents, whose suffix is never ``.jsonl``."""
    name, _, line = path.rpartition("#L")
    return int(line) if name.lower().endswith(_CARDS) and line.isdecimal() else 0


def _sources(found: Found) -> Iterator[_Source]:
    if found.fault:
        yield _Source(found.shown, b"", fault=found.fault)
        return
    try:
        if found.path.suffix.lower() == _CARDS:
            yield from _lines(found)
            return
        with found.path.open("rb") as file:
            content = file.read(SIZE_LIMIT + 1)
        yield _Source(found.shown, content, sidecar_of(found.path))
    except OSError as fault:
        yield _Source(found.shown, b"", fault=f"cannot be read: {fault.strerror or fault}")


def _binary(content: bytes) -> str:
    try:
        refuse_binary(content)
    except CorpusError as fault:
        return fault.message
    return ""


def _lines(found: Found) -> Iterator[_Source]:
    """The cards of one file; the size limit holds for each line, since a file of cards is many documents."""
    count = 0
    with found.path.open("rb") as file:
        for number, line in enumerate(iter(lambda: file.readline(SIZE_LIMIT + 2), b""), 1):
            shown = f"{found.shown}#L{number}"
            if len(line) > SIZE_LIMIT + 1:
                yield _Source(shown, b"", fault=f"line larger than {SIZE_LIMIT // 1024**2} MB; the rest is left out")
                return
            content = line.rstrip(b"\r\n")
            if number == 1:
                content = content.removeprefix(BOM)
                fault = _binary(content)
                if fault:
                    # Once for the file: every "line" of a binary file would be rejected otherwise.
                    yield _Source(found.shown, b"", fault=fault)
                    return
            if content.strip():
                count += 1
                yield _Source(shown, content)
    if not count:
        yield _Source(found.shown, b"", fault="empty")
