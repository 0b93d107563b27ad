"""What documents say in the graph: the chain that they belong to, and the delta that records them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from foam_graph.corpus.documents import Document
from foam_graph.corpus.near_copies import NearCopy
from foam_graph.model.delta import ActivityDraft, Delta, Ref
from foam_graph.model.kinds import Role
from foam_graph.reasoning.evidence import document_node_id


def chain_of(corpus: str) -> str:
    """Chain that a corpus's documents belong to."""
    return f"corpus.{corpus}"


def load_draft(corpus: str, loader: str = "") -> ActivityDraft:
    """The activity that records documents; its step names the loader, where one handed them over."""
    return ActivityDraft(chain_of(corpus), "Load", Role.OPERATOR, f"load:{loader}" if loader else "load")


def documents_delta(new: Mapping[str, Document], there: Mapping[str, Ref], near: Iterable[NearCopy]) -> Delta:
    """New documents: later versions point to what they supersede, near-duplicates to the one that they resemble.

    Args:
        new: The documents, by node id.
        there: Documents that the graph holds, by document id.
        near: Which documents resemble which.
    """
    delta = Delta()
    refs = {d.id: delta.node("Document", id=node_id, **document_fields(d)) for node_id, d in new.items()}
    held = {**there, **refs}
    for document in new.values():
        if document.supersedes in held:
            delta.edge("SUPERSEDES", refs[document.id], held[document.supersedes])
    for one in near:
        if one.document in refs and one.of in held:
            delta.edge("RESEMBLES", refs[one.document], held[one.of], likeness=one.likeness)
    return delta


def document_ref(document: str, corpus: str) -> Ref:
    """A document that the graph holds."""
    return Ref(document_node_id(document, corpus), "Document")


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
