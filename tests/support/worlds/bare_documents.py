"""Documents of one sentence, for indexes: made by hand, so that nothing is segmented."""

from __future__ import annotations

from foam_graph.corpus.documents import Citation, Document, Segmentation, document_id


def many(count: int) -> list[Document]:
    """Documents of one sentence, made without segmenting."""
    found = []
    for n in range(count):
        text = f"Card {n} says that rents of block {n % 89} rose by {n} euros."
        cut = Segmentation("by hand", "1", "0", "en", ((0, len(text)),))
        found.append(Document(document_id(text.encode()), "rent", f"{n}", text, text, Citation(""), cut))
    return found
