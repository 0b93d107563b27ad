"""How the claims of a run that was argued slot by slot are worded."""

from __future__ import annotations

import pytest

from foam_graph.reasoning.certifying.compilation import stated


@pytest.mark.parametrize(
    ("text", "condition", "sentence"),
    [
        ("The ferry leaves too early.", "", "The ferry leaves too early."),
        ("The ferry leaves too early", "", "The ferry leaves too early."),
        (
            "The ferry leaves too early.",
            "holds where care weighs more than thrift",
            "The ferry leaves too early; this holds where care weighs more than thrift.",
        ),
        (
            "The ferry leaves too early.",
            "care weighs more than thrift.",
            "If care weighs more than thrift: the ferry leaves too early.",
        ),
        (
            "The ferry leaves too early.",
            "where news is admitted",
            "Where news is admitted: the ferry leaves too early.",
        ),
    ],
)
def test_a_claim_is_one_sentence_that_keeps_its_condition(text: str, condition: str, sentence: str) -> None:
    assert stated(text, condition) == sentence
