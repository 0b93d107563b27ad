"""Case files made of texts."""

from __future__ import annotations

from foam_graph.casefile.building import case_file
from foam_graph.casefile.case_file import CaseFile
from foam_graph.corpus.documents import Citation, Document, document_id
from foam_graph.corpus.sentences.segmentation import segment

TITLES = ("Ledger", "Mail of Ines Kray", "Minutes of the board")
"""Titles of documents that are of three kinds: papers of one kind with different numbers are of different things."""

REGULATION = (
    "Countable income is the sum of gross wages paid in the month less the standard deduction. "
    "The standard deduction is $75.00 per month. Countable income must not exceed $1,980.00 per month."
)
RECORD = "Gross wages paid on 6 March 2026 were $980.00. Gross wages paid on 20 March 2026 were $969.00."
"""A measure with its formula and its limit, and the records that it is counted from."""


def made_of(
    *texts: str, dates: tuple[str, ...] = (), classes: tuple[str, ...] = (), titles: tuple[str, ...] = ()
) -> CaseFile:
    """A case file of texts, called "Document 1", "Document 2" and so on where no titles are given."""
    documents = []
    for number, text in enumerate(texts, 1):
        date = dates[number - 1] if number <= len(dates) else ""
        source_class = classes[number - 1] if number <= len(classes) else "unknown"
        title = titles[number - 1] if number <= len(titles) else f"Document {number}"
        cite = Citation(title, date=date, source_class=source_class)
        key = document_id(f"{number}\n{text}".encode())
        documents.append(Document(key, "case", f"{number}.md", "", text, cite, segment(text)))
    return case_file(documents)
