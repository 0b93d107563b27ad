"""Turns of phrase that everything which speaks to people shares."""

from __future__ import annotations

import pytest

from foam_graph.phrases import acting


@pytest.mark.parametrize(
    ("name", "verb", "text"),
    [
        ("the invoices and order", "gives", "The invoices and order give"),
        ("the delay letters", "says", "The delay letters say"),
        ("the minutes of the board", "has", "The minutes of the board have"),
        ("the letter of Reed and Sons", "says", "The letter of Reed and Sons says"),
        ("the list of invoices", "gives", "The list of invoices gives"),
        ('"Invoices"', "gives", '"Invoices" gives'),
        ("the analysis", "has", "The analysis has"),
    ],
)
def test_a_name_and_its_verb_agree(name: str, verb: str, text: str) -> None:
    assert acting(name, verb) == text
