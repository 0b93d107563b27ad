"""What is read aloud of a quotation: its highlights where earlier runs condensed it, else all of it."""

from __future__ import annotations

from foam_graph.corpus.quotations.assembling import JOIN
from foam_graph.model.subgraph import Node
from foam_graph.reasoning.highlighting import words_read_of
from foam_graph.reasoning.read_time import read_spans, sentence_spans


def test_spans_are_told_sentence_by_sentence() -> None:
    quotation = f"One two three.{JOIN}Four five, six."
    at = quotation.index("Four")
    record = Node("r", "EvidenceRecord", {"quotation": quotation, "highlights": [0, 7, at, at + 10]})
    assert sentence_spans(record) == [((0, 7),), ((0, 10),)]
    assert words_read_of(quotation, read_spans(record)) == 4
    plain = Node("r", "EvidenceRecord", {"quotation": quotation})
    assert sentence_spans(plain) == [((0, 14),), ((0, 15),)]
