"""Case files made of a few sentences, for tests of what is found in documents."""

from __future__ import annotations

from foam_graph.casefile.building import case_file
from foam_graph.casefile.case_file import CaseFile
from foam_graph.corpus.documents import Citation, Document, document_id
from foam_graph.corpus.sentences.segmentation import segment

Text = tuple[str, str, str, str]
"""Title, source class, date, text."""


def case_of(*texts: Text) -> CaseFile:
    """A case file of some documents."""
    made = []
    for title, source, date, text in texts:
        name = document_id(f"{title}{text}".encode())
        cite = Citation(title, date=date, source_class=source)
        made.append(Document(name, "case", f"{title}.md", "", text, cite, segment(text)))
    return case_file(made)


def pair(one: str, other: str) -> CaseFile:
    """Two documents of the same rank, each with one sentence (and an innocent one)."""
    return case_of(
        ("Site report", "official_record", "2025-06-02", f"{one} The weather was dry."),
        ("Account of the clerk", "official_record", "2025-06-05", f"{other} The office opened late."),
    )
