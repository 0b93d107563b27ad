"""Documents into a corpus: read, stored, indexed, and written to the corpus's own chain."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from foam_graph.advice import Action, NextStep
from foam_graph.app.result import FILLED, Listing, Result
from foam_graph.app.session import Session
from foam_graph.app.taking import NothingRead, Refusal, Remark, TakingReport
from foam_graph.corpus.corpus_names import check_corpus_name
from foam_graph.corpus.documents import Document
from foam_graph.corpus.folders.walking import bytes_below
from foam_graph.corpus.formats.decoding import about_encoding
from foam_graph.corpus.formats.extracted import left_out
from foam_graph.corpus.near_copies import NearCopy, near_copies
from foam_graph.corpus.reading import LoadedDocument, ReadReport, Refuse, read_paths
from foam_graph.corpus.sentences.segmentation import ENGINE
from foam_graph.corpus.versions import as_version, current
from foam_graph.errors import CorpusError, UsageError
from foam_graph.findings.document_days import UNDATED, DocumentDay, document_days
from foam_graph.reasoning.corpus_chain import chain_of, document_ref, documents_delta, load_draft
from foam_graph.reasoning.evidence import document_node_id

MOST_BYTES = 1_000_000_000
"""A load is whole or not at all, so it holds in memory what it reads: several times its size."""
Bytes = Callable[[int, int], None]
"""Told how many bytes of how many are read."""
_LOADER = re.compile(r"[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?")


@dataclass(frozen=True)
class SamePlace(Result):
    """A file that was left out: it holds the bytes of another one.

    Attributes:
        path: The file.
        of: The file that was loaded.
    """

    path: str
    of: str


@dataclass(frozen=True)
class Likeness(Result):
    """A new document that is nearly the same as another one.

    Attributes:
        id: The new document.
        of: The other one, which came first.
        likeness: Estimated share of word sequences that they have in common, 0 to 1.
    """

    id: str
    of: str
    likeness: float


@dataclass(frozen=True)
class LaterVersion(Result):
    """A new document that takes the place of an earlier version.

    Attributes:
        id: The new document.
        path: Its path.
        supersedes: The earlier version.
        mapped: How many sentences of the earlier version have a counterpart.
    """

    id: str
    path: str
    supersedes: str
    mapped: int


@dataclass(frozen=True)
class LoadReport(TakingReport):
    """What a load did.

    Attributes:
        corpus: Name of the corpus.
        documents: Documents in the corpus now.
        sentences: Sentences in the corpus now.
        added: Ids of the documents that are new.
        duplicates: Files that held what another one holds.
        near_duplicates: New documents that are nearly the same as another one.
        superseded: New documents that take the place of an earlier version.
        unchanged: How many of the documents read were there already.
        citation_kept: Files that were there already, and whose citation now says something else: it was not changed.
        rejected: What could not be read, with the reason.
        encoding: New documents whose bytes were not plain UTF-8, with how they were read and where.
        remarks: Parts of files that were left out, e.g. attachments, and what a loader tells of what it read; not in JSON where
            there is nothing.
    """

    corpus: str
    documents: int
    sentences: int
    added: tuple[str, ...]
    duplicates: tuple[SamePlace, ...]
    near_duplicates: tuple[Likeness, ...]
    superseded: tuple[LaterVersion, ...]
    unchanged: int
    citation_kept: tuple[str, ...]
    rejected: tuple[Refusal, ...]
    encoding: tuple[Remark, ...]
    remarks: tuple[Remark, ...] = field(default=(), metadata=FILLED)


def load(
    session: Session,
    paths: Sequence[Path | str],
    corpus: str,
    engine: str = ENGINE,
    supersedes: str = "",
    told: Bytes | None = None,
    loader: str = "",
    refuse: Refuse | None = None,
) -> LoadReport:
    """Loads files, folders and archives into a corpus; documents that are there already are not loaded twice.

    A file that was loaded before and says something else now becomes a new document, which supersedes the old one. Each
    document is loaded whole or not at all; one that is refused stops no other.

    Args:
        session: The connections.
        paths: What to load.
        corpus: Name of the corpus.
        engine: Segmentation engine.
        supersedes: Id of the document whose place the one that is loaded takes.
        told: Told of progress in bytes.
        loader: Name of the loader that hands them over; the activity's step names it.
        refuse: Says of each file, by its path and first bytes, why it is not to be read; empty = it is.

    Raises:
        NothingRead: Nothing in the paths could be read.
        CorpusError: The corpus's name cannot be used.
        UsageError: ``supersedes`` with more than one document, a loader's name that cannot be used, or more than
            ``MOST_BYTES`` to read.
        StoreUnreachable: Neo4j does not answer; nothing was loaded.
    """
    check_loader_name(loader)
    check_corpus_name(corpus)
    size = sum(bytes_below(Path(path)) for path in paths)
    if size > MOST_BYTES:
        raise UsageError(
            f"{size / 1e9:,.1f} GB is more than is loaded at once (at most {MOST_BYTES / 1e9:,.1f} GB)",
            (
                "Load it in parts.",
                NextStep(Action.INGEST, "Or in partitions, going on where it was stopped", {"corpus": corpus}),
            ),
        )
    # First of all: nothing is stored when the graph cannot take it.
    session.store.must_be_present("nothing is loaded")
    session.progress("reading")
    report = read_paths(paths, corpus, engine, _advance(size, told) if told else None, True, refuse)
    if not report.documents and not report.duplicates:
        raise _nothing(report, paths)
    return take(session, report, corpus, supersedes, loader)


def check_loader_name(name: str) -> None:
    """Lets through what can name a loader in the record, and the empty name of none.

    Raises:
        UsageError: It cannot.
    """
    if name and not _LOADER.fullmatch(name):
        raise UsageError(f"{name[:80]!r} cannot name a loader", "Use lower-case letters, digits, dots and hyphens.")


def take(session: Session, report: ReadReport, corpus: str, supersedes: str = "", loader: str = "") -> LoadReport:
    """Stores, indexes and records documents that were read.

    Args:
        session: The connections.
        report: What was read.
        corpus: Name of the corpus.
        supersedes: Id of the document whose place the one that is loaded takes.
        loader: What handed them over, if it was not a person with files; the activity's step names it.

    Raises:
        CorpusError: They cannot be stored.
        UsageError: ``supersedes`` with more than one document.
        StoreUnreachable: Neo4j does not answer; nothing was stored.
    """
    session.store.must_be_present("nothing is loaded")
    known = {d.id: d for d in session.corpora.documents(corpus)} if corpus in session.corpora.names() else {}
    new = _versions([d for d in report.documents if d.id not in known], known, supersedes)
    session.progress(f"storing {len(new)} documents")
    session.corpora.add(new)
    documents = sorted([*known.values(), *(d.plain() for d in new)], key=lambda d: (d.path, d.id))
    near = near_copies(((d.id, d.sketch) for d in [*known.values(), *new]), frozenset(d.id for d in new))
    session.progress("indexing")
    session.index.ensure(corpus, documents)
    added = write_documents(session, corpus, documents, near, loader)
    return LoadReport(
        corpus=corpus,
        documents=len(documents),
        sentences=sum(len(d.segmentation.spans) for d in documents),
        added=tuple(added),
        duplicates=tuple(SamePlace(path, other) for path, other in report.duplicates),
        near_duplicates=tuple(
            Likeness(one.document, one.of, one.likeness)
            for one in near
            if (one.document, one.of) not in {(d.id, d.supersedes) for d in new}
        ),
        superseded=tuple(LaterVersion(d.id, d.path, d.supersedes, len(d.mapping)) for d in new if d.supersedes),
        unchanged=sum(d.id in known for d in report.documents),
        citation_kept=tuple(
            d.path
            for d in report.documents
            if d.id in known and d.path == known[d.id].path and d.citation != known[d.id].citation
        ),
        rejected=tuple(Refusal(path, reason) for path, reason in report.rejected),
        encoding=tuple(Remark(d.path, note) for d in new for note in d.notes if about_encoding(note)),
        remarks=tuple(Remark(d.path, note) for d in new for note in left_out(d.notes)),
    )


def _advance(total: int, told: Bytes) -> Callable[[int], None]:
    done = 0

    def advance(more: int) -> None:
        nonlocal done
        done += more
        told(done, max(done, total))

    return advance


def _versions(new: list[LoadedDocument], known: dict[str, Document], supersedes: str) -> list[LoadedDocument]:
    """The new documents, those marked that are later versions."""
    if supersedes:
        if len(new) != 1:
            raise UsageError(
                f"one document takes the place of another, but {len(new)} new ones were read", "Load it by itself."
            )
        if supersedes not in known:
            raise CorpusError(
                f"the corpus holds no document {supersedes[:80]!r} to supersede",
                NextStep(Action.LIST_DOCUMENTS, "See"),
            )
    # Only the one at the same path can be meant, so that a large corpus is not searched for each file.
    standing = {d.path: d for d in current(known.values())}
    out = []
    for document in new:
        old = known[supersedes] if supersedes else standing.get(document.path)
        out.append(as_version(document, [old] if old else [], supersedes))
    return out


def _nothing(report: ReadReport, paths: Sequence[Path | str]) -> NothingRead:
    where = ", ".join(str(p) for p in paths)
    if not report.rejected:
        return NothingRead(
            f"there is no document in {where}",
            "Give files or folders with text, Markdown, HTML, PDF, Word, mail, tables or .jsonl.",
        )
    first = "; ".join(f"{path}: {reason}" for path, reason in report.rejected[:3])
    refused = tuple(Refusal(path, reason) for path, reason in report.rejected)
    return NothingRead(
        f"no document in {where} could be read: {first}", "Correct the files and load them again.", refused
    )


def write_documents(
    session: Session, corpus: str, documents: Iterable[Document], near: Iterable[NearCopy] = (), loader: str = ""
) -> list[str]:
    """Writes the documents that the corpus's chain does not hold yet, in one Load activity; returns their ids.

    Later versions point to the document that they supersede, near-duplicates to the one that they resemble.
    """
    chain = chain_of(corpus)
    session.store.ensure_chain(chain, "corpus", corpus)
    wanted = {document_node_id(d.id, corpus): d for d in documents}
    there = {row["id"] for row in session.store.ask("labels_of", ids=list(wanted))}
    new = {node_id: d for node_id, d in wanted.items() if node_id not in there}
    if new:
        there_already = {d.id: document_ref(d.id, corpus) for node_id, d in wanted.items() if node_id in there}
        session.store.commit(load_draft(corpus, loader), documents_delta(new, there_already, near))
    return [d.id for d in new.values()]


@dataclass(frozen=True)
class DocumentRow(Result):
    """A document of a corpus.

    Attributes:
        id: Its id, from its bytes.
        path: Its path in the corpus.
        title: Its title.
        sentences: How many sentences it has.
        author: Who wrote it; empty = not stated, here and below.
        date: Day, month or year of it.
        publisher: Who published it.
        url: Where it came from.
        licence: Under what terms.
        retrieved_at: When it was fetched.
        source_class: Its class, which evidence policies admit or not.
        sha256: Hash of its bytes, hex.
        language: ``en`` or ``zh``.
        segmentation: What found its sentences.
        reader: What turned its bytes into text.
        marks: How many passages of it are marked.
        bucket: Group of copies that its data set put it into.
        pages: How many pages it has; 0 where its format has none.
        supersedes: The earlier version whose place it takes.
        superseded_by: The later version that takes its place.
        mapping: Sentences of the earlier version, their counterparts here, and how like each other they are.
        notes: Remarks made while it was read.
        dated_by: What of its text dates it, e.g. ``letterhead``; empty where it was loaded with its date.
    """

    id: str
    path: str
    title: str
    sentences: int
    author: str
    date: str
    publisher: str
    url: str
    licence: str
    retrieved_at: str
    source_class: str
    sha256: str
    language: str
    segmentation: str
    reader: str
    marks: int
    bucket: str
    pages: int
    supersedes: str
    superseded_by: str
    mapping: tuple[tuple[int, int, float], ...]
    notes: tuple[str, ...]
    dated_by: str = field(default="", metadata=FILLED)


def day_told(row: DocumentRow) -> str:
    """The date of a document with where it comes from."""
    return DocumentDay(row.date, row.dated_by).told


def document_rows(
    documents: Iterable[Document], among: Callable[[], Iterable[Document]] | None = None
) -> Listing[DocumentRow]:
    """The documents of a corpus, as ``foam documents`` lists them.

    Args:
        documents: Those that are listed.
        among: All of the corpus, where these are only some; called where one of them has a date that can be read in two ways.
    """
    listed = list(documents)
    days = document_days(listed, among)
    later = {d.supersedes: d.id for d in listed if d.supersedes}
    return Listing(
        DocumentRow(
            id=d.id,
            path=d.path,
            title=d.citation.title,
            sentences=len(d.segmentation.spans),
            author=d.citation.author,
            date=days.get(d.id, UNDATED).date,
            publisher=d.citation.publisher,
            url=d.citation.url,
            licence=d.citation.licence,
            retrieved_at=d.citation.retrieved_at,
            source_class=d.citation.source_class,
            sha256=d.sha256,
            language=d.segmentation.language,
            segmentation=f"{d.segmentation.engine} {d.segmentation.version} {d.segmentation.parameters[:16]}",
            reader=d.reader,
            marks=len(d.marks),
            bucket=d.bucket,
            pages=len(d.pages),
            supersedes=d.supersedes,
            superseded_by=later.get(d.id, ""),
            mapping=tuple((one.old, one.new, one.likeness) for one in d.mapping),
            notes=d.notes,
            dated_by=days.get(d.id, UNDATED).by,
        )
        for d in listed
    )
