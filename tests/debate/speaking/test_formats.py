"""Formats as data: who speaks when."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from foam_graph.debate.speaking.formats import MOST_ROUNDS, Format, format_of, formats
from foam_graph.errors import UnknownId, UsageError


@pytest.mark.parametrize("name", list(formats()))
def test_a_format_is_an_even_number_of_turns_with_pro_first(name: str) -> None:
    found = format_of(name).speeches()
    assert found[0].side == "pro"
    assert [one.turn for one in found] == list(range(1, len(found) + 1))
    sides = [one.side for one in found]
    assert sides.count("pro") == sides.count("con") == len(found) / 2


@given(st.integers(1, MOST_ROUNDS))
def test_rounds_beyond_the_others_are_rebuttals_between_them(rounds: int) -> None:
    found = format_of("standard").speeches(rounds)
    assert len(found) == 2 * rounds
    stages = [one.stage for one in found[::2]]
    expected = ["opening", *["rebuttal"] * (rounds - 2), "summary"][: max(1, rounds)] if rounds > 1 else ["opening"]
    assert stages == expected
    assert [one.side for one in found] == ["pro", "con"] * rounds


def test_a_policy_debate_has_its_eight_speeches_and_the_negative_block() -> None:
    found = format_of("policy").speeches()
    assert [one.side for one in found] == ["pro", "con", "pro", "con", "con", "pro", "con", "pro"]
    assert {one.job for one in found} == {"opening", "rebuttal", "summary"}


@pytest.mark.parametrize(("name", "rounds"), [("policy", 3), ("standard", -1), ("standard", MOST_ROUNDS + 1)])
def test_rounds_that_a_format_does_not_have_are_refused(name: str, rounds: int) -> None:
    with pytest.raises(UsageError, match=f"no debate of {rounds} rounds"):
        format_of(name).speeches(rounds)


def test_an_unknown_format_names_those_that_there_are() -> None:
    with pytest.raises(UnknownId) as refused:
        format_of("duel")
    assert "policy" in refused.value.hint


STAGE = {"name": "a", "job": "opening", "words": 100, "minutes": 1}
ODD = {
    "con first": [STAGE | {"sides": ["con", "pro"]}],
    "one side speaks more": [STAGE, STAGE | {"sides": ["pro"]}],
    "two stages repeat": [STAGE | {"repeats": True}] * 2,
    "one side repeats": [STAGE | {"sides": ["pro"], "repeats": True}, STAGE | {"sides": ["con"]}],
    "no stages": [],
    "no words": [STAGE | {"words": 0}],
}


@pytest.mark.parametrize("name", ODD)
def test_an_unfair_format_is_refused(name: str) -> None:
    with pytest.raises(ValidationError):
        Format.model_validate(
            {"id": "x", "name": "X", "speakers": {"pro": "A", "con": "B"}, "rounds": 1, "stages": ODD[name]}
        )
