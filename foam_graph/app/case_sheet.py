"""The case sheet of a corpus: what its documents show before anybody argues. Needs neither the graph nor the index."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from foam_graph.app.result import FILLED, HIDDEN, JsonValue, Result, plain_json
from foam_graph.app.session import Session
from foam_graph.app.taking import loader_of, other_forms
from foam_graph.casefile.building import case_file
from foam_graph.casefile.case_file import CaseFile
from foam_graph.corpus.corpus_names import check_corpus_name
from foam_graph.corpus.documents import Document
from foam_graph.corpus.formats.extracted import LEFT_OUT, left_out
from foam_graph.corpus.reading import read_paths
from foam_graph.errors import CorpusError, UsageError
from foam_graph.exchange.dossier.words import counted
from foam_graph.exchange.sheet.sheet_page import render_sheet
from foam_graph.files.atomic import write_atomically
from foam_graph.findings.document_days import UNDATED, DocumentDay, document_days
from foam_graph.findings.finding import Finding, finding_name, points
from foam_graph.findings.marks import doubted, origin
from foam_graph.findings.sheet.assembling import sheet
from foam_graph.findings.sheet.sections import tallies


@dataclass(frozen=True)
class SheetSentence(Result):
    """A sentence that a finding rests on.

    Attributes:
        id: Its id.
        short: Its number in the sheet: ``7.12`` is sentence 12 of document 7.
        text: What it says.
        document: Id of its document.
        title: Title of the document.
        path: Path of the document, as it was loaded.
        date: Day of the document, ISO 8601, or empty.
        source_class: Class of the source, ``unknown`` where not stated.
        dated_by: What of the document's text dates it, e.g. ``letterhead``; empty where it was loaded with its date.
    """

    id: str
    short: str
    text: str
    document: str
    title: str
    path: str
    date: str
    source_class: str
    dated_by: str = field(default="", metadata=FILLED)


@dataclass(frozen=True)
class SheetDoubt(Result):
    """That a model holds a finding to be false or beside the matter; the finding stays.

    Attributes:
        by: Name of the model.
        why: Why.
    """

    by: str
    why: str

    @property
    def told(self) -> str:
        """The doubt in words."""
        return doubted(self.by, self.why)


@dataclass(frozen=True)
class SheetFinding(Result):
    """One tested statement about the documents.

    Attributes:
        id: Its id: in the sheet of a run that of its node; else the same for the same finding over the same sentences.
        kind: What was tested: ``timeline``, ``sum``, ``threshold``, ``rule``, …
        basis: ``recomputed`` by the program, ``read`` off the words by a rule, or ``judged``: for a person to check.
        text: The finding.
        verdict: What the test gave; None where the kind has no verdict.
        sentences: What it rests on, the deciding ones first.
        against: What speaks against it, where it has two sides.
        rule: Name of the rule that made it; ``read together`` where nothing is asserted.
        version: Version of that rule.
        inputs: What the rule was applied to.
        by: Name of the model that proposed it; empty for a rule.
        doubts: Models that hold it to be false or beside the matter, each with why.
        taken_back: The ruling that took it back, with its challenge, in words; empty where it is asserted.
    """

    id: str
    kind: str
    basis: str
    text: str
    verdict: str | None
    sentences: tuple[SheetSentence, ...]
    against: tuple[SheetSentence, ...]
    rule: str
    version: str
    inputs: dict[str, JsonValue]
    by: str = field(default="", metadata=FILLED)
    doubts: tuple[SheetDoubt, ...] = field(default=(), metadata=FILLED)
    taken_back: str = field(default="", metadata=FILLED)

    @property
    def is_pointer(self) -> bool:
        """Whether it asserts nothing: two sentences to read together, whose relation was not tested."""
        return points(self.rule)

    @property
    def origin(self) -> str:
        """Who proposed it and what became of it, in words; empty where a rule made it."""
        return origin(self.basis, self.by)


@dataclass(frozen=True)
class SheetDocument(Result):
    """A document of a sheet.

    Attributes:
        number: Its number in the sheet, from 1.
        id: Its id.
        title: Its title.
        path: Its path, as it was loaded.
        date: Its day, ISO 8601, or empty.
        source_class: Class of the source.
        sentences: How many sentences it has.
        dated_by: What of its text dates it, e.g. ``letterhead``; empty where it was loaded with its date.
    """

    number: int
    id: str
    title: str
    path: str
    date: str
    source_class: str
    sentences: int
    dated_by: str = field(default="", metadata=FILLED)

    @property
    def about(self) -> str:
        """Its day, with where that comes from, and its class, in words."""
        day = DocumentDay(self.date, self.dated_by).told or "no date found"
        sort = self.source_class.replace("_", " ") if self.source_class != "unknown" else "class of source not stated"
        return f"{day}, {sort}"


@dataclass(frozen=True)
class LeftOut(Result):
    """A file, or a part of one, that the sheet did not read.

    Attributes:
        path: Its path; of an attachment that of its mail, with its name.
        reason: Why not.
        loader: Name of the loader that reads files of its form into a corpus; empty where none does.
    """

    path: str
    reason: str
    loader: str = field(default="", metadata=FILLED)


@dataclass(frozen=True)
class SheetCount(Result):
    """How many findings come to one thing.

    Attributes:
        name: To what: ``contradiction``, ``wrong``, ``beyond``, ``not_met``, …
        count: How many.
        told: The same in words, e.g. ``2 wrong figures``.
    """

    name: str
    count: int
    told: str


@dataclass(frozen=True)
class SheetCounts(Result):
    """What a sheet is of and came to, counted.

    Attributes:
        documents: How many papers were read.
        sentences: How many sentences they have.
        findings: How many findings there are.
        by: How many of them come to what, the worst first; each finding counts once.
    """

    documents: int
    sentences: int
    findings: int
    by: tuple[SheetCount, ...]

    @property
    def told(self) -> str:
        """The counts in a line."""
        read = f"{counted(self.documents, 'document')}, {counted(self.sentences, 'sentence')}"
        found = f": {', '.join(one.told for one in self.by)}" if self.by else ""
        return f"{read}, {counted(self.findings, 'finding')}{found}"


@dataclass(frozen=True)
class Sheet(Result):
    """What the documents of a corpus show before anybody argues.

    Attributes:
        corpus: Name of the corpus or run, or the path that was read.
        findings: By kind, in each kind the faulty and disputed ones first.
        documents: In the order of their numbers.
        refused: What a model proposed and the program refused, each with why.
        left_out: Files that were found and not read, each with why.
        question: What the run was asked whose sheet it is; empty for none.
        counts: How many documents, sentences and findings, by what these come to.
    """

    corpus: str
    counts: SheetCounts
    findings: tuple[SheetFinding, ...]
    documents: tuple[SheetDocument, ...]
    refused: tuple[str, ...] = field(default=(), metadata=FILLED)
    left_out: tuple[LeftOut, ...] = field(default=(), metadata=FILLED)
    question: str = field(default="", metadata=FILLED)
    _days: Mapping[str, DocumentDay] = field(default_factory=dict, repr=False, compare=False, metadata=HIDDEN)
    _file: CaseFile = field(default=CaseFile(()), repr=False, compare=False, metadata=HIDDEN)
    _found: tuple[Finding, ...] = field(default=(), repr=False, compare=False, metadata=HIDDEN)

    def html(self) -> str:
        """The sheet as one HTML page that works offline."""
        left_out = [(one.path, one.reason, one.loader) for one in self.left_out]
        return render_sheet(
            self.corpus,
            self._file,
            self._found,
            self._days,
            left_out,
            [one.id for one in self.findings],
            self.counts.told,
        )


def case_sheet(session: Session, corpus: str, today: date | None = None) -> Sheet:
    """The sheet of a corpus, or of files and folders that are read without being stored.

    Args:
        session: The session; only its corpus store is used.
        corpus: Name of a corpus; else the path of a file, folder or archive.
        today: The day by which what is still to come is told from what was; None = when each document was written.

    Raises:
        CorpusError: No such corpus and no such path, or nothing in the path could be read.
    """
    given = given_documents(session, corpus)
    file = case_file(given.documents)
    return sheet_from(corpus, file, given, sheet(file, today))


def sheet_from(
    name: str,
    file: CaseFile,
    given: Given,
    found: tuple[Finding, ...],
    refused: tuple[str, ...] = (),
    nodes: Sequence[str] = (),
    question: str = "",
) -> Sheet:
    """A sheet as a result.

    Args:
        name: What it is of.
        file: The case file.
        given: Its documents.
        found: Its findings, in order.
        refused: What a model proposed and the program refused.
        nodes: Ids of the findings in their run, in the same order; empty where they are of no run.
        question: What the run was asked; empty for none.
    """
    known = _Known(file, {one.id: one.path for one in given.documents}, document_days(given.documents))
    by = tuple(SheetCount(one.name, one.count, one.told) for one in tallies(found))
    return Sheet(
        corpus=name,
        counts=SheetCounts(len(file.documents), sum(one.total for one in file.documents), len(found), by),
        findings=tuple(_finding(known, one, node) for one, node in zip(found, nodes or [""] * len(found), strict=True)),
        documents=tuple(
            SheetDocument(
                one.number,
                one.id,
                one.title,
                known.paths[one.id],
                known.day(one.id).date,
                one.source_class,
                one.total,
                known.day(one.id).by,
            )
            for one in file.documents
        ),
        refused=refused,
        question=question,
        left_out=given.left_out,
        _days=known.days,
        _file=file,
        _found=found,
    )


def write_html(made: Sheet, path: Path) -> None:
    """Writes a sheet as an HTML page, whole or not at all.

    Raises:
        UsageError: The path cannot be written.
    """
    try:
        write_atomically(path, made.html().encode("utf-8", errors="replace"))
    except OSError as fault:
        raise UsageError(f"{path} cannot be written: {fault.strerror or fault}", "Name a file in a folder.") from None


@dataclass(frozen=True)
class Given:
    """What a sheet is made of.

    Attributes:
        documents: The documents, in the order of their numbers.
        left_out: Files that were found and not read.
    """

    documents: Sequence[Document]
    left_out: tuple[LeftOut, ...] = ()


@dataclass(frozen=True)
class _Known:
    file: CaseFile
    paths: Mapping[str, str]
    days: Mapping[str, DocumentDay]

    def day(self, document: str) -> DocumentDay:
        return self.days.get(document, UNDATED)


def given_documents(session: Session, corpus: str) -> Given:
    """The documents of a corpus by its name, or else of a path, with the files of the path that were not read.

    Raises:
        CorpusError: No such corpus and no such path, or nothing in the path could be read.
    """
    path = Path(corpus)
    known = corpus in session.corpora.names()
    if not known and path.exists():
        read = read_paths([path], "sheet")
        if not read.documents:
            reasons = "; ".join(f"{name}: {reason}" for name, reason in read.rejected[:3])
            other = other_forms(name for name, _ in read.rejected)
            raise CorpusError(
                f"nothing in {corpus} can be read: {reasons or 'it is empty'}", other or "Give documents."
            )
        left = tuple(LeftOut(name, reason, loader_of(name)) for name, reason in read.rejected)
        left += tuple(
            LeftOut(f"{one.path}: {note.removeprefix(LEFT_OUT).rstrip('.')}", "a part of it that is not read")
            for one in read.documents
            for note in left_out(one.notes)
        )
        return Given(sorted(read.documents, key=lambda one: (one.path, one.id)), left)
    if not known and ("/" in corpus or "." in corpus):
        raise CorpusError(f"there is no file or folder {corpus[:200]}", "Give the name of a corpus or a path.")
    return Given(session.corpora.documents(check_corpus_name(corpus)))


def _finding(known: _Known, one: Finding, node: str) -> SheetFinding:
    inputs = {name: plain_json(value) for name, value in one.inputs.items()}
    return SheetFinding(
        id=node or finding_name(one),
        kind=one.kind,
        basis=one.basis,
        text=one.text,
        verdict=one.verdict,
        sentences=tuple(_sentence(known, id_) for id_ in one.sentences),
        against=tuple(_sentence(known, id_) for id_ in one.against),
        rule=one.rule,
        version=one.version,
        inputs=inputs,
        by=one.by,
        doubts=tuple(SheetDoubt(each.by, each.why) for each in one.doubts),
        taken_back=one.taken_back,
    )


def _sentence(known: _Known, id_: str) -> SheetSentence:
    sentence = known.file.sentence(id_)
    document = known.file.document_of(sentence)
    day = known.day(document.id)
    return SheetSentence(
        sentence.id, sentence.short, sentence.text, document.id, document.title, known.paths[document.id], day.date,
        document.source_class, day.by,
    )  # fmt: skip
