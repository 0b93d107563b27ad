"""Which sentences state what can be checked, and which say from where."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.findings.debate.sentence_types import type_of
from foam_graph.findings.debate.sourcing import checkable, names_source


@pytest.mark.parametrize(
    "sentence",
    [
        "Mill Road carries 4,200 cars per day.",
        "The vote was held on 3 March 2026.",
        "The mayor said “nobody asked the traders about it”.",
        "Twelve people were hurt.",
        "2021年国际贸易增长了2.3%。",
    ],
)
def test_what_can_be_checked(sentence: str) -> None:
    assert checkable(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "A bad road is a bad road.",
        "We should close it.",
        "",
        "Who pays for that?",
        "It is “fair” to all.",
        "Section 2 is void.",
        "Q1: why?",
    ],
)
def test_what_cannot(sentence: str) -> None:
    assert not checkable(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "According to the hospital, 14 people were hurt.",
        "The town's 2024 count shows 4,200 cars.".replace("count", "census"),
        "A study by the transport office found 12 percent.",
        "It fell by a third (Okafor and Lind, 2019).",
        "It fell by a third [d3:12].",
        "据统计局报告，贸易增长了2.3%。",
        "See https://example.org/table.",
    ],
)
def test_names_a_source(sentence: str) -> None:
    assert names_source(sentence)


@pytest.mark.parametrize(
    "sentence", ["14 people were hurt.", "Studies show it.", "We study hard.", "They report to nobody.", ""]
)
def test_names_no_source(sentence: str) -> None:
    assert not names_source(sentence)


@given(st.text(max_size=200))
def test_any_text_is_read(text: str) -> None:
    assert not checkable(text) or type_of(text) in ("factual", "procedural")
    assert names_source(text) in (True, False)
