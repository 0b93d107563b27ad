"""What a sentence does, read from its form."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.findings.debate.sentence_types import type_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The night bus carried 240 persons.", "factual"),
        ("The night bus reduced injuries.", "factual"),
        ("It was stopped on 3 March 2020.", "factual"),
        ("The report says “it works”.", "factual"),
        ("Therefore the motion fails.", "reasoning"),
        ("It must be “fair” to all.", "valuing"),
        ("The motion reads “That buses run at night”.", "procedural"),
        ("The motion costs 12 dollars.", "factual"),
        ("We should protect the weak.", "valuing"),
        ("Thank you, judges.", "procedural"),
        ("First, to the costs.", "procedural"),
        ("The motion reads “x” and I speak for it.", "procedural"),
        ("Therefore it costs 12 dollars.", "factual"),
    ],
)
def test_a_sentence_has_the_type_that_its_form_shows(text: str, expected: str) -> None:
    assert type_of(text) == expected


@given(st.text(max_size=200), st.integers(10, 10**6))
def test_a_figure_makes_a_sentence_factual_whatever_else_it_says(text: str, figure: int) -> None:
    said = f"{''.join(c for c in text if c.isalpha() or c == ' ')} the bus carried {figure} persons"
    assert type_of(said) == "factual"
