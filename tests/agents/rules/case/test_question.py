"""What a question asks to choose between."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.agents.rules.case.question import choices, slug


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Should the denial of the benefit be upheld or reversed?", ["upheld", "reversed"]),
        ("Must the appeal be allowed or dismissed?", ["allowed", "dismissed"]),
        ("The facts are set out below. Should the licence be withdrawn?", ["yes", "no"]),
        ("Is the refund due?", ["yes", "no"]),
        ("Should the claim be paid or not?", ["yes", "no"]),
        ("What should be done?", ["settled", "not_settled"]),
        ("", ["settled", "not_settled"]),
    ],
)
def test_alternatives_are_read_off_the_grammar(question: str, names: list[str]) -> None:
    assert [one.name for one in choices(question)] == names


def test_an_alternative_is_told_in_the_words_of_the_question() -> None:
    found = choices("Should the denial of Mara Ellison's benefit be upheld or reversed?")
    assert [one.text for one in found] == [
        "The denial of Mara Ellison's benefit should be upheld.",
        "The denial of Mara Ellison's benefit should be reversed.",
    ]


@given(st.text(max_size=200))
def test_a_short_name_is_one_whatever_it_is_made_of(text: str) -> None:
    assert re.fullmatch(r"|[a-z][a-z0-9_]{0,39}", slug(text))


@given(st.text(max_size=300))
def test_there_are_always_two_ways_to_answer(text: str) -> None:
    names = [one.name for one in choices(text)]
    assert len(set(names)) == 2
    assert all(names)
