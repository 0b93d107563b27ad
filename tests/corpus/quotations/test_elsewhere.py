"""Quotations whose source is not named: a few words are found wherever they stand, however they are hyphenated."""

from __future__ import annotations

import pytest

from foam_graph.corpus.documents import Citation, Document, document_id
from foam_graph.corpus.quotations.checking import validate
from foam_graph.corpus.quotations.prepared import QuoteCorpus
from foam_graph.corpus.sentences.segmentation import segment


def made(text: str) -> Document:
    return Document(document_id(text.encode()), "test", "a.txt", "", text, Citation("A"), segment(text))


FERRY = """A well-known, non-profit, tide-table-based ferry-boat left the north-west-by-north quay at half-past nine.
Anti-tax men of Stow-on-the-Wold came & went; the fare rose by 5 % in the north, and cost $ 5 + £ 3 = € 9 in all.
The long-
serving pilot wrote मैं कि जाता हूँ on it.
"""
CORPUS = QuoteCorpus([*(made(f"Paper {n} rose by 5 in the end.") for n in range(80)), made(FERRY)])


@pytest.mark.parametrize(
    ("quote", "verdict"),
    [
        ("left the north-west-by-north", "exact"),
        ("Anti-tax men of Stow-on-the-Wold", "exact"),
        ("Stow-on-the-Wold came & went", "exact"),
        ("cost $ 5 + £ 3 = € 9", "exact"),
        ("rose by 5 % in", "exact"),
        ("5 %", "exact"),
        ("मैं कि जाता हूँ", "exact"),
        ("The long-serving pilot wrote", "exact"),
        ("The long-serving pilot wrote मैं कि जाता", "exact"),
        ("Anti tax men of Stow-on-the-Wold", "partial"),
        ("a well known, non profit, tide table based ferry", "partial"),
        ("the n[o]rth-west-by-north quay", "partial"),
        ("left the north-east-by-north", "fabricated"),
        ("rose by 6 % in", "fabricated"),
    ],
)
def test_few_words_with_hyphens_and_signs_are_found(quote: str, verdict: str) -> None:
    assert validate(quote, None, CORPUS).verdict == verdict
