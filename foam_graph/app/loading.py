"""Documents into a corpus: read, stored, indexed, and written to the corpus's own chain."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from foam_graph.app.session import Session
from foam_graph.corpus.documents import Document
from foam_graph.corpus.reading import ReadReport, read_paths
from foam_graph.errors import CorpusError
from foam_graph.model.delta import ActivityDraft, Delta
from foam_graph.model.kinds import Role
from foam_graph.reasoning.evidence import document_node_id


@dataclass(frozen=True)
class Loaded:
    """What a load did.

    Attributes:
        corpus: Name of the corpus.
        documents: Documents in the corpus now.
        sentences: Sentences in the corpus now.
        added: Ids of the documents that are new.
        duplicates: Files that held what another one holds, with which.
        rejected: Files that could not be read, with the reason.
    """

    corpus: str
    documents: int
    sentences: int
    added: list[str]
    duplicates: list[tuple[str, str]]
    rejected: list[tuple[str, str]]

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return {
            "corpus": self.corpus,
            "documents": self.documents,
            "sentences": self.sentences,
            "added": self.added,
            "duplicates": [{"path": path, "of": other} for path, other in self.duplicates],
            "rejected": [{"path": path, "reason": reason} for path, reason in self.rejected],
        }


def chain_of(corpus: str) -> str:
    """Chain that a corpus's documents belong to."""
    return f"corpus.{corpus}"


def load(session: Session, paths: Sequence[Path | str], corpus: str) -> Loaded:
    """Loads files and folders into a corpus; documents that are there already are not loaded twice.

    Raises:
        CorpusError: Nothing in the paths could be read, or the corpus's name cannot be used.
        StoreUnreachable: Neo4j does not answer; nothing was loaded.
    """
    store = session.store  # first of all: nothing is stored when the graph cannot take it
    session.progress("reading")
    report = read_paths(paths, corpus)
    if not report.documents and not report.duplicates:
        raise _nothing(report, paths)
    session.progress(f"storing {len(report.documents)} documents")
    session.corpora.add(report.documents)
    documents = session.corpora.documents(corpus)
    session.progress("indexing")
    session.index.ensure(corpus, documents)
    added = write_documents(session, corpus, documents)
    _ = store
    return Loaded(
        corpus=corpus,
        documents=len(documents),
        sentences=sum(len(d.segmentation.spans) for d in documents),
        added=added,
        duplicates=list(report.duplicates),
        rejected=list(report.rejected),
    )


def _nothing(report: ReadReport, paths: Sequence[Path | str]) -> CorpusError:
    where = ", ".join(str(p) for p in paths)
    if not report.rejected:
        return CorpusError(
            f"there is no document in {where}", "Give files or folders with .txt, .md or .jsonl documents."
        )
    first = "; ".join(f"{path}: {reason}" for path, reason in report.rejected[:3])
    return CorpusError(f"no document in {where} could be read: {first}", "Correct the files and load them again.")


def write_documents(session: Session, corpus: str, documents: Iterable[Document]) -> list[str]:
    """Writes the documents that the corpus's chain does not hold yet, in one Load activity; returns their ids."""
    chain = chain_of(corpus)
    session.store.ensure_chain(chain, "corpus", corpus)
    wanted = {document_node_id(d.id, corpus): d for d in documents}
    there = {row["id"] for row in session.store.ask("labels_of", ids=list(wanted))}
    new = [d for node_id, d in wanted.items() if node_id not in there]
    if new:
        delta = Delta()
        for document in new:
            delta.node("Document", id=document_node_id(document.id, corpus), **document_fields(document))
        session.store.commit(ActivityDraft(chain, "Load", Role.OPERATOR, "load"), delta)
    return [d.id for d in new]


def document_fields(document: Document) -> dict[str, Any]:
    """Fields of a Document node."""
    citation, cut = document.citation, document.segmentation
    return {
        "doc_id": document.id,
        "corpus": document.corpus,
        "path": document.path,
        "sha256": document.sha256,
        "title": citation.title,
        "sentences": len(cut.spans),
        "source_class": citation.source_class,
        "segmentation": f"{cut.engine} {cut.version} {cut.parameters[:16]} {cut.language}",
        "author": citation.author or None,
        "date": citation.date or None,
        "publisher": citation.publisher or None,
        "url": citation.url or None,
        "licence": citation.licence or None,
        "retrieved_at": citation.retrieved_at or None,
        "notes": list(document.notes) or None,
    }


def documents_json(documents: Iterable[Document]) -> list[dict[str, Any]]:
    """The documents of a corpus, for ``foam documents --json``."""
    return [
        {
            "id": d.id,
            "path": d.path,
            "title": d.citation.title,
            "sentences": len(d.segmentation.spans),
            "date": d.citation.date,
            "source_class": d.citation.source_class,
            "sha256": d.sha256,
            "notes": list(d.notes),
        }
        for d in documents
    ]
