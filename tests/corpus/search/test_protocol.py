"""What an index depends on in a document is told, or why it cannot be."""

from __future__ import annotations

from dataclasses import replace

import pytest

from foam_graph.corpus.documents import Citation, Document, document_id
from foam_graph.corpus.search.protocol import document_digest
from foam_graph.corpus.sentences.segmentation import segment
from foam_graph.errors import CorpusError

TEXT = "The gate was closed on 4 May 2025."


def titled(title: str) -> Document:
    key = document_id(TEXT.encode())
    return Document(key, "case", "1.md", "", TEXT, Citation(title), segment(TEXT))


def test_another_title_means_other_points() -> None:
    assert document_digest(titled("Gate log")) == document_digest(replace(titled("Gate log"), path="2.md"))
    assert document_digest(titled("Gate log")) != document_digest(titled("Gate book"))


def test_half_a_character_in_a_title_is_refused_with_what_to_do() -> None:
    with pytest.raises(CorpusError, match="lone surrogate") as refused:
        document_digest(titled("Gate \ud83d log"))
    assert document_id(TEXT.encode()) in refused.value.message
    assert "anew in UTF-8" in refused.value.hint
