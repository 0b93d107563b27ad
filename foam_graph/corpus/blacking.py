"""What is left of a document of which something was erased: its offsets, with black in the place of the text."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from foam_graph.corpus.documents import BLACKED, Document
from foam_graph.errors import CorpusError

_CITED = ("author", "licence", "publisher", "title", "url")
PARTS = (*_CITED, "notes", "path")
"""What a document says about itself besides its sentences and can be erased; the names are those of its node's fields."""


def blacked(document: Document, sentences: Collection[int] = (), parts: Collection[str] = ()) -> Document:
    """A document without the text of some sentences or parts of its citation; without any text where none is named.

    Args:
        document: The document.
        sentences: 1-based positions.
        parts: Names of ``PARTS``.

    Raises:
        CorpusError: It has no such sentence.
    """
    spans, text = document.segmentation.spans, document.text
    whole = not sentences and not parts
    wanted = list(range(1, len(spans) + 1)) if whole else sorted({*sentences, *document.erased})
    if wanted and not 1 <= wanted[0] <= wanted[-1] <= len(spans):
        raise CorpusError(f"document {document.id} has sentences 1 to {len(spans)}", "Name one of them.")
    gone = set(PARTS if whole else parts)
    citation = replace(document.citation, **dict.fromkeys(gone & set(_CITED), ""))
    document = replace(document, citation=citation, erased=tuple(wanted), bare=tuple(sorted(gone | {*document.bare})))
    if "path" in gone:
        document = replace(document, path="")
    if "notes" in gone:
        document = replace(document, notes=())
    if whole:
        covered = "".join(one if one.isspace() else BLACKED for one in text)
        return replace(document, text=covered, marks=(), sketch=b"")
    for n in wanted:
        start, end = spans[n - 1]
        text = f"{text[:start]}{BLACKED * (end - start)}{text[end:]}"
    return replace(document, text=text, sketch=b"" if wanted else document.sketch)
