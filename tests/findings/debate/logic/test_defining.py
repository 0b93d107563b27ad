"""Definitions that speakers give."""

from __future__ import annotations

import pytest

from foam_graph.findings.debate.logic.defining import definitions


@pytest.mark.parametrize(
    ("sentence", "term", "meaning"),
    [
        ("By welfare I mean income after rent.", "welfare", "income after rent"),
        ("By 'security' we understand freedom from attack.", "security", "freedom from attack"),
        ("Growth, by which economists mean output, has slowed.", "Growth", "output"),
        ("Merit is a matter of effort alone.", "Merit", "effort alone"),
        ("A fair tax is one that the rich pay.", "fair tax", "the rich pay"),
        ("A river is clean only if salmon return.", "river", "salmon return"),
        ("We define poverty as an income below half the median.", "poverty", "an income below half the median"),
    ],
)
def test_a_term_is_read_with_its_meaning(sentence: str, term: str, meaning: str) -> None:
    assert [(one.term, one.meaning) for one in definitions(sentence)] == [(term, meaning)]


@pytest.mark.parametrize(
    "sentence",
    [
        "",
        "It means that we lose.",
        "This means ruin.",
        "By Monday we will know.",
        "They mean well.",
        "The tax is one euro.",
    ],
)
def test_what_defines_nothing_gives_no_definition(sentence: str) -> None:
    assert definitions(sentence) == ()
