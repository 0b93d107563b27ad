"""Documents that a program hands over: read, stored, indexed and recorded as files are."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import replace

from foam_graph.advice import Action, NextStep
from foam_graph.app.loading import MOST_BYTES, LoadReport, check_loader_name, take
from foam_graph.app.session import Session
from foam_graph.app.taking import Refusal, Remark
from foam_graph.corpus.corpus_names import check_corpus_name
from foam_graph.corpus.given import NewDocument, citation_of, file_of
from foam_graph.corpus.reading import LoadedDocument, ReadReport, read_fetched
from foam_graph.errors import CorpusError, UsageError

Given = NewDocument | Refusal | Remark
"""What a loader yields: documents, what it could not make a document of, and what is to be known."""


def add(session: Session, corpus: str, documents: Iterable[Given], by_loader: str = "") -> LoadReport:
    """Takes documents into a corpus, by the rules for files: all of a document or nothing of it.

    Segmentation, copies, near-copies, later versions and the record in the corpus's chain are as ``loading.load`` makes
    them. What cannot be read stops nothing else and stands in the report with its reason.

    Args:
        session: The connections.
        corpus: Name of the corpus.
        documents: The documents; an iterator is read to its end before anything is stored. A ``Refusal`` or ``Remark``
            among them goes into the report, so that one report tells all.
        by_loader: Name of the loader that hands them over, for the record; empty = a program of the user's own.

    Raises:
        CorpusError: The corpus's name cannot be used, or none of the documents could be read. Nothing was stored.
        UsageError: The loader's name cannot be used, there is no document, or more than ``MOST_BYTES``.
            Nothing was stored.
        StoreUnreachable: Neo4j does not answer. Nothing was stored.
    """
    check_corpus_name(corpus)
    check_loader_name(by_loader)
    session.store.must_be_present("nothing is loaded")
    session.progress("reading")
    remarks: list[Remark] = []
    notes = (f"Handed over by the loader {by_loader}.",) if by_loader else ()
    report = _read(_new(documents, remarks), corpus, notes)
    if report.documents or report.duplicates:
        done = take(session, report, corpus, loader=by_loader)
        return replace(done, remarks=(*done.remarks, *remarks))
    if not report.rejected:
        raise UsageError("no document was given", "Give at least one NewDocument.")
    first = "; ".join(f"{name}: {reason}" for name, reason in report.rejected[:3])
    raise CorpusError(f"none of {len(report.rejected)} documents could be read: {first}", "Correct them and try again.")


def _new(given: Iterable[Given], remarks: list[Remark]) -> Iterator[NewDocument | Refusal]:
    """What was given without the remarks, which are collected."""
    for item in given:
        if isinstance(item, Remark):
            remarks.append(item)
        else:
            yield item


def _read(documents: Iterable[NewDocument | Refusal], corpus: str, notes: tuple[str, ...]) -> ReadReport:
    report, first, size = ReadReport([], [], []), dict[str, str](), 0
    for given in documents:
        if isinstance(given, Refusal):
            report.rejected.append((given.path, given.reason))
            continue
        if not isinstance(given, NewDocument):
            raise UsageError(f"{type(given).__name__} is no document", "Give NewDocument or NewCard.")
        try:
            path, content = file_of(given)
            size += len(content)
            if size > MOST_BYTES:
                told = f"more than {MOST_BYTES / 1e9:,.1f} GB is not loaded at once"
                raise UsageError(told, ("Call add for parts of it.", NextStep(Action.INGEST, "Or use")))
            digest = hashlib.sha256(content).hexdigest()
            if digest in first:
                report.duplicates.append((path, first[digest]))
                continue
            report.documents.append(_document(given, path, content, corpus, notes))
            first[digest] = path
        except CorpusError as fault:
            report.rejected.append((given.name, fault.message))
        except UnicodeEncodeError as fault:
            told = f"character {fault.start} is half of a surrogate pair, which is no text"
            report.rejected.append((given.name.encode("utf-8", "replace").decode(), told))
    return report


def _document(given: NewDocument, path: str, content: bytes, corpus: str, notes: tuple[str, ...]) -> LoadedDocument:
    # Of a text, the citation stands in the bytes themselves; bytes of others are kept as they are.
    stated = {key: (value, 1) for key, value in citation_of(given).items()} if given.content else {}
    return read_fetched(content, path, stated, corpus, notes=notes)
