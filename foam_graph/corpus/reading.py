"""Files to documents with their citation, ready for the corpus store: every format, folders and archives of them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, fields, replace
from importlib import import_module
from pathlib import Path, PurePath
from typing import IO, Final

from foam_graph.corpus.cards.card_files import ANALYTIC, card_line, card_path, read_card
from foam_graph.corpus.corpus_names import check_corpus_name
from foam_graph.corpus.documents import Citation, Document, document_id
from foam_graph.corpus.folders.found_file import CARDS, CSV, MAIL, MAILBOXES, READ_FAULTS, WORD, Found, reason
from foam_graph.corpus.folders.walking import walk
from foam_graph.corpus.formats.citations import Fields, make_citation, read_fields, suggested_fields, unused
from foam_graph.corpus.formats.decoding import BOM, refuse_binary
from foam_graph.corpus.formats.extracted import SIZE_LIMIT, Extracted, Reader
from foam_graph.corpus.formats.mailboxes import messages
from foam_graph.corpus.formats.plain_text import read_plain
from foam_graph.corpus.near_copies import sketch
from foam_graph.corpus.sentences.engines import segment_with
from foam_graph.corpus.sentences.segmentation import ENGINE
from foam_graph.errors import CorpusError

_SIDECAR_LIMIT = 64 * 1024
_READERS: Final = {
    ".html": ("foam_graph.corpus.formats.html_text", "read_html"),
    ".htm": ("foam_graph.corpus.formats.html_text", "read_html"),
    ".xhtml": ("foam_graph.corpus.formats.html_text", "read_html"),
    ".pdf": ("foam_graph.corpus.formats.pdf_text", "read_pdf"),
    ".docx": ("foam_graph.corpus.formats.docx_text", "read_docx"),
    ".eml": ("foam_graph.corpus.formats.mail_text", "read_mail"),
    ".csv": ("foam_graph.corpus.formats.table_text", "read_table"),
    ".tsv": ("foam_graph.corpus.formats.table_text", "read_table"),
}
"""Module and function that read a format; loaded when first needed, since the libraries behind them are large."""


Rejected = tuple[str, str]
"""Path of what could not be read, and the reason."""
Refuse = Callable[[str, bytes], str]
"""Told a file's path and first bytes, says why it is not to be read; empty = it is."""
_HEAD = 64 * 1024
"""First bytes of a file that are enough to know it by: the header of a table has at most 500 columns."""


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
    """Bytes of one document before anything is checked; ``fault`` tells why there are none.

    ``notes`` is what is known of where they came from, ``stated`` the citation that whoever fetched them has.
    """

    shown: str
    content: bytes = b""
    sidecar: tuple[str, Callable[[], IO[bytes]]] | None = None
    fault: str = ""
    notes: tuple[str, ...] = ()
    stated: Fields = field(default_factory=dict)


def read_paths(
    paths: Iterable[Path | str],
    corpus: str,
    engine: str = ENGINE,
    advance: Callable[[int], None] | None = None,
    divided: bool = False,
    refuse: Refuse | None = None,
) -> ReadReport:
    """Reads documents from files, folders and archives.

    One bad file never stops the others: it is rejected with its reason. Identical bytes are loaded once.

    Args:
        paths: Files or folders; folders are read recursively in sorted order, hidden entries left out.
        corpus: Name of the corpus that the documents will belong to.
        engine: Segmentation engine.
        advance: Told how many more bytes were read, for a progress bar.
        divided: Make every card of a debate file (Word) a document, instead of the file.
        refuse: Says of each file, also of one in an archive, why it is not to be read.

    Returns:
        Documents, rejected paths and duplicates.

    Raises:
        CorpusError: The corpus name is not allowed, or there is no such engine.
        EnvironmentFault: The engine's package is not installed.
    """
    check_corpus_name(corpus)
    segment_with(engine, "")
    report = ReadReport([], [], [])
    first: dict[str, str] = {}
    for found in (found for path in paths for found in walk(Path(path))):
        for source in _sources(_admitted(found, refuse) if refuse else found, divided):
            _read_source(source, corpus, engine, report, first)
            if advance:
                advance(len(source.content))
    return report


def read_stream(paths: Iterable[Path | str], corpus: str, engine: str = ENGINE) -> Iterator[LoadedDocument | Rejected]:
    """The same documents one at a time, in memory that does not grow with their number.

    Copies are not left out, since that would take remembering; the corpus store keeps one of them.

    Args:
        paths: Files or folders.
        corpus: Name of the corpus.
        engine: Segmentation engine.

    Yields:
        Documents, and path and reason of what cannot be read.

    Raises:
        CorpusError: The corpus name is not allowed, or there is no such engine.
    """
    check_corpus_name(corpus)
    segment_with(engine, "")
    for found in (found for path in paths for found in walk(Path(path))):
        yield from read_found(found, corpus, engine)


def read_found(found: Found, corpus: str, engine: str = ENGINE) -> Iterator[LoadedDocument | Rejected]:
    """The documents of one file that was found, or of a part of it, as ``read_stream`` gives them."""
    for source in _sources(found, divided=True):
        try:
            if source.fault:
                yield source.shown, source.fault
            else:
                yield _document(source, corpus, engine, hashlib.sha256(source.content).hexdigest())
        except CorpusError as fault:
            yield source.shown, fault.message


def read_fetched(
    content: bytes, path: str, stated: Fields, corpus: str, engine: str = ENGINE, notes: tuple[str, ...] = ()
) -> LoadedDocument:
    """A document from bytes that were fetched, by the rules for files.

    Args:
        content: The bytes.
        path: Path that it gets; its suffix names the format.
        stated: Citation that is known of it.
        corpus: Name of the corpus.
        engine: Segmentation engine.
        notes: How it was come by.

    Raises:
        CorpusError: Not of its format, too large, or no text in it.
    """
    check_corpus_name(corpus)
    source = _Source(path, content, notes=notes, stated=stated)
    return _document(source, corpus, engine, hashlib.sha256(content).hexdigest())


def extract(content: bytes, path: str) -> Extracted:
    """The text of a document from its bytes, by the same rules every time.

    Args:
        content: The bytes of the file or line.
        path: Its path; its suffix names the format, ``cards.jsonl#L7`` marks a card.

    Returns:
        Text, citation fields found in the bytes, pages, notes.

    Raises:
        CorpusError: Not of its format, too large, faulty front matter or card, or no text in it.
    """
    if len(content) > SIZE_LIMIT:
        raise CorpusError(f"larger than {SIZE_LIMIT // 1024**2} MB", "Divide the document into parts.")
    if not content.strip():
        raise CorpusError("empty", "Leave the file out.")
    line = card_line(path)
    found = read_card(content, line) if line else _reader(path)(content)
    if not found.text.strip():
        raise CorpusError("no text", "Leave the file out.")
    return found


def sources(path: Path) -> Iterator[tuple[str, bytes, str]]:
    """The documents at or below a path, unread: path, bytes, and why there are none."""
    for found in walk(path):
        for source in _sources(found, divided=False):
            yield source.shown, source.content, source.fault


def _reader(path: str) -> Reader:
    named = _READERS.get(PurePath(path).suffix.lower())
    if named is None:
        return read_plain
    reader: Reader = getattr(import_module(named[0]), named[1])
    return reader


def _read_source(source: _Source, corpus: str, engine: str, report: ReadReport, first: dict[str, str]) -> None:
    if source.fault:
        report.rejected.append((source.shown, source.fault))
        return
    digest = hashlib.sha256(source.content).hexdigest()
    if digest in first:
        report.duplicates.append((source.shown, first[digest]))
        return
    try:
        document = _document(source, corpus, engine, digest)
    except CorpusError as fault:
        report.rejected.append((source.shown, fault.message))
        return
    first[digest] = source.shown
    report.documents.append(document)


def _document(source: _Source, corpus: str, engine: str, digest: str) -> LoadedDocument:
    extracted = extract(source.content, source.shown)
    citation, remarks = _citation(source, extracted)
    segmentation = segment_with(engine, extracted.text)
    if not segmentation.spans:
        raise CorpusError("no sentence found", "Leave the file out.")
    return LoadedDocument(
        id=document_id(source.content),
        corpus=corpus,
        path=source.shown,
        sha256=digest,
        text=extracted.text,
        citation=citation,
        segmentation=segmentation,
        notes=source.notes + extracted.notes + remarks,
        reader=extracted.reader,
        pages=extracted.pages,
        sketch=sketch(extracted.text),
        marks=extracted.marks,
        bucket=extracted.bucket,
        content=source.content,
    )


def _citation(source: _Source, extracted: Extracted) -> tuple[Citation, tuple[str, ...]]:
    line = card_line(source.shown)
    name = source.shown.rsplit("/", 1)[-1]
    default = f"{PurePath(name.rsplit('#', 1)[0]).stem} {line}" if line else PurePath(name).stem
    suggested, remarks = suggested_fields(extracted.suggested)
    if source.sidecar is None:
        return make_citation({**suggested, **extracted.stated, **source.stated}, default), remarks
    if extracted.stated:
        raise CorpusError("has both front matter and a sidecar", "Keep one of the two.")
    sidecar, opener = source.sidecar
    try:
        found = _sidecar_fields(opener)
        return make_citation({**suggested, **found}, default), remarks + unused(found, "sidecar")
    except CorpusError as fault:
        raise CorpusError(f"sidecar {sidecar}: {fault.message}", fault.advice) from None


def _sidecar_fields(opener: Callable[[], IO[bytes]]) -> Fields:
    try:
        with opener() as file:
            content = file.read(_SIDECAR_LIMIT + 1)
        if len(content) > _SIDECAR_LIMIT:
            raise CorpusError(f"larger than {_SIDECAR_LIMIT // 1024} kB")
        found = read_fields(content.decode("utf-8-sig"))
    except UnicodeDecodeError as fault:
        raise CorpusError(f"not UTF-8 at byte {fault.start}") from None
    except READ_FAULTS as fault:
        raise CorpusError(f"cannot be read: {reason(fault)}") from None
    if found is None:
        raise CorpusError("line 1: not a mapping of keys to values")
    return found


def _admitted(found: Found, refuse: Refuse) -> Found:
    """A file, with a fault where the caller will not have it read."""
    if found.fault:
        return found
    try:
        with found.open() as file:
            return replace(found, fault=refuse(found.shown, file.read(_HEAD)))
    except READ_FAULTS as fault:
        return replace(found, fault=f"cannot be read: {reason(fault)}")


def _sources(found: Found, divided: bool) -> Iterator[_Source]:
    if found.fault:
        yield _Source(found.shown, fault=found.fault)
        return
    try:
        if found.suffix == CARDS:
            yield from _lines(found)
            return
        if found.suffix in MAILBOXES:
            yield from _messages(found)
            return
        if found.suffix == CSV and (found.part or _holds_cards(found)):
            with found.open() as file:
                rows = import_module("foam_graph.corpus.cards.csv_rows").rows(file, found.before, found.part)
                for number, content, fault, notes in rows:
                    shown = card_path(found.shown, number) if number else found.shown
                    yield _Source(shown, content, fault=fault, notes=notes)
            return
        if found.size > SIZE_LIMIT:
            yield _Source(found.shown, fault=f"larger than {SIZE_LIMIT // 1024**2} MB")
            return
        with found.open() as file:
            content = file.read(SIZE_LIMIT + 1)
        cards = _cards(found.shown, content) if divided and found.suffix == WORD else ()
        yield from cards or (_Source(found.shown, content, found.sidecar),)
    except READ_FAULTS as fault:
        yield _Source(found.shown, fault=f"cannot be read: {reason(fault)}")


def _holds_cards(found: Found) -> bool:
    """Whether each row of a CSV file is a document; else the file is a table, and one document."""
    with found.open() as file:
        named: bool = import_module("foam_graph.corpus.cards.csv_rows").names_text(file)
    return named


def _messages(found: Found) -> Iterator[_Source]:
    """The messages of a mailbox, each named by its place in it; what is no mailbox is told of once."""
    number = 0
    try:
        with found.open() as file:
            for number, content in enumerate(messages(file), 1):
                yield _Source(f"{found.shown}/{number}{MAIL}", content)
    except CorpusError as fault:
        where = f"{found.shown}/{number + 1}{MAIL}" if number else found.shown
        yield _Source(where, fault=f"{fault.message}; the rest is left out" if number else fault.message)


def _cards(shown: str, content: bytes) -> list[_Source]:
    """The cards of a debate file; none where it is no such file."""
    try:
        held = import_module("foam_graph.corpus.cards.verbatim_docx").read_debate_file(content)
    except CorpusError:
        return []
    if not held.is_one:
        return []
    origin = f"SHA-256 {hashlib.sha256(content).hexdigest()}"
    found = []
    for number, card in enumerate(held.cards, 1):
        note = (f"Card {number} of {shown}, {origin}.",)
        fault = ANALYTIC if card.kind == "analytic" else "" if card.text.strip() else "a tag and a cite without a body"
        found.append(_Source(card_path(shown, number), b"" if fault else card.line(), fault=fault, notes=note))
    if held.outside:
        found.append(_Source(shown, fault=f"{held.outside} paragraphs under no tag were left out; the cards were read"))
    return found


def _binary(content: bytes) -> str:
    try:
        refuse_binary(content)
    except CorpusError as fault:
        return fault.message
    return ""


def _lines(found: Found) -> Iterator[_Source]:
    """The cards of one file; the size limit holds for each line, since a file of cards is many documents."""
    count = 0
    with found.open() as file:
        for number, line in enumerate(iter(lambda: file.readline(SIZE_LIMIT + 2), b""), found.before + 1):
            shown = card_path(found.shown, number)
            if len(line) > SIZE_LIMIT + 1:
                yield _Source(shown, fault=f"line larger than {SIZE_LIMIT // 1024**2} MB; the rest is left out")
                return
            content = line.rstrip(b"\r\n")
            if number == 1:
                content = content.removeprefix(BOM)
                fault = _binary(content)
                if fault:
                    # Once for the file: every "line" of a binary file would be rejected otherwise.
                    yield _Source(found.shown, fault=fault)
                    return
            if content.strip():
                count += 1
                yield _Source(shown, content)
    if not count and not found.part:
        yield _Source(found.shown, fault="empty")
