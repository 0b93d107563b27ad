"""Joints of a sentence: reasons, causes, conditions, contrasts, choices."""

from __future__ import annotations

import pytest

from foam_graph.findings.debate.logic.connectives import CONCLUDING, choices, joined, tidy


@pytest.mark.parametrize(
    ("sentence", "joint", "one", "other"),
    [
        ("We walk, for the bus is late.", "reason", "the bus is late", "We walk"),
        ("Because the bus is late, we walk.", "reason", "the bus is late", "we walk"),
        ("The shop closed due to the flood.", "cause", "the flood", "The shop closed"),
        ("The law brought about a change.", "leads", "The law", "a change"),
        ("Trade grew while wages fell.", None, "", ""),
        ("Trade grew, while wages fell.", "contrast", "Trade grew", "wages fell"),
        ("It works even though it is old.", "concession", "it is old", "It works"),
    ],
)
def test_the_statements_of_a_joint_stand_in_the_order_of_its_relation(
    sentence: str, joint: str | None, one: str, other: str
) -> None:
    found = {part.joint: (part.one, part.other) for part in joined(sentence)}
    assert found.get(joint) == (one, other) if joint else found == {}  # type: ignore[call-overload]


@pytest.mark.parametrize(
    "sentence",
    [
        "Prices have risen since 2014.",
        "It rained, for example, in June.",
        "They waited, since the first of May, in vain.",
        "As far as we know it is safe.",
    ],
)
def test_words_of_time_and_example_give_no_reason(sentence: str) -> None:
    assert all(part.joint != "reason" for part in joined(sentence))


@pytest.mark.parametrize(
    "text", ["So we must act.", "It follows that we must act.", "Hence, we act.", "This means that we act."]
)
def test_a_conclusion_is_told_by_its_opening(text: str) -> None:
    match = CONCLUDING.match(text)
    assert match
    assert tidy(text[match.end() :]) in ("we must act", "we act")


@pytest.mark.parametrize(
    "text", ["So far it works.", "So much for that.", "Thusly named, it sank.", "The house is old."]
)
def test_other_openings_conclude_nothing(text: str) -> None:
    assert not CONCLUDING.match(text)


@pytest.mark.parametrize(
    ("sentence", "pair"),
    [
        ("Either the state pays or the school closes.", ("the state pays", "the school closes")),
        ("We have two choices before us: to pay now, or to lose the school.", ("to pay now", "to lose the school")),
        ("The choice is between order and ruin.", ("order", "ruin")),
        ("Whoever opposes this bill wants our rivers dead.", ("Whoever opposes this bill", "wants our rivers dead")),
    ],
)
def test_a_choice_of_two_is_read(sentence: str, pair: tuple[str, str]) -> None:
    assert choices(sentence) == (pair,)


@pytest.mark.parametrize("sentence", ["", "Tea or coffee is served.", "The two towns are old.", "or", "either"])
def test_where_no_choice_is_told_there_is_none(sentence: str) -> None:
    assert choices(sentence) == ()
    assert all(part.joint != "condition" for part in joined(sentence))
