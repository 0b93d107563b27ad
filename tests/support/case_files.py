"""Case files made of a few sentences."""

from __future__ import annotations

from foam_graph.casefile.case_file import CaseDocument, CaseFile, CaseSentence, Structure


def document(number: int, texts: list[str], date: str = "", structure: Structure = "prose") -> CaseDocument:
    """A document of one paragraph."""
    sentences = tuple(
        CaseSentence(f"{number}.{n}", f"doc{number}:{n}", number, n, text, structure) for n, text in enumerate(texts, 1)
    )
    return CaseDocument(number, f"doc{number}", f"Document {number}", date, "unknown", "", sentences, len(sentences))


def file_of(*documents: list[str]) -> CaseFile:
    """A case file with one document for each list of sentences."""
    return CaseFile(tuple(document(n, texts) for n, texts in enumerate(documents, 1)))
