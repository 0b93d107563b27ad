"""Verbs are known in all their forms, and nouns are none."""

from __future__ import annotations

import pytest

from foam_graph.findings.language.verbs import is_verb, past_forms, verb_stems
from foam_graph.findings.language.words import key_of


@pytest.mark.parametrize(
    "word", ["rinse", "rinsed", "rinsing", "broke", "broken", "carries", "carried", "stopped", "lets"]
)
def test_a_verb_is_known_in_any_form(word: str) -> None:
    assert is_verb(word)


@pytest.mark.parametrize("word", ["pontoon", "pontoons", "orchards", "", "s", "ing"])
def test_what_is_no_verb_is_none(word: str) -> None:
    assert not is_verb(word)


def test_forms_and_stems_belong_together() -> None:
    assert {"broke", "sent"} <= past_forms()
    assert "breaking" not in past_forms()
    assert key_of("rinsing") in verb_stems()
