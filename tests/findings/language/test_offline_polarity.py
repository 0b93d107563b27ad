"""Negation, opposites and reach."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.findings.language.polarity import negations, signs
from foam_graph.findings.language.scope import bounded_words, narrow_words, wide_words
from foam_graph.findings.language.words import antonyms, key_of, opposites


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("The bus does not run on Sunday.", "run"),
        ("The bus doesn't run on Sunday.", "run"),
        ("The school has no library.", "library"),
        ("He never paid the rent.", "paid"),
        ("The tenant failed to pay rent.", "pay"),
        ("She cannot attend.", "attend"),
        ("The road is no longer open.", "open"),
        ("There is no evidence that the filter removes lead.", "removes"),
        ("The witness doubts that the gate opened.", "opened"),
        ("Neither the mayor nor the council approved the plan.", "approved"),
    ],
)
def test_denied_word(text: str, word: str) -> None:
    assert signs(text)[key_of(word)] == -1


@pytest.mark.parametrize(
    "text",
    ["It is beyond doubt that the gate opened.", "There is no doubt that the gate opened.",
     "There is little doubt that the gate opened.", "It is beyond reasonable doubt that the gate opened."],
)  # fmt: skip
def test_a_doubt_that_is_denied_affirms(text: str) -> None:
    assert signs(text).get(key_of("opened"), 1) == 1


@pytest.mark.parametrize(
    "text",
    ["It may not exceed 40 hours.", "Keep no more than 30 books.", "It is not only open.", "No later than May.", "",
     "Not all schools open.", "All is well."],
)  # fmt: skip
def test_nothing_denied(text: str) -> None:
    assert negations(text) == ()


def test_double_negation_affirms() -> None:
    assert signs("He didn't fail to pay.")[key_of("pay")] == 1


def test_opposites_are_many_and_symmetric() -> None:
    assert len(opposites().pairs) >= 80
    for one, other in opposites().pairs:
        assert antonyms(key_of(one), key_of(other))
        assert antonyms(key_of(other), key_of(one))


def test_reach() -> None:
    assert wide_words("All schools have one.") == ("All",)
    assert wide_words("Some of all the schools have one.") == ()
    assert wide_words("It opens every day.") == ()
    assert narrow_words("In one county, schools have one.")
    assert narrow_words("Three of the ten schools have one.")
    assert bounded_words("It fell between 2019 and 2021.")


@given(st.text(max_size=80))
def test_cues_lie_inside_the_text(text: str) -> None:
    for found in negations(text):
        assert text[found.start : found.end] == found.cue
