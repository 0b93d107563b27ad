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
        ("Should the museum lend or sell the painting?", ["lend_the_painting", "sell_the_painting"]),
        ("Should the museum lend the painting or sell it?", ["lend_the_painting", "sell_it"]),
        ("Lend or sell?", ["lend", "sell"]),
        ("Must the seller take back the mare or repay the price?", ["take_back_the_mare", "repay_the_price"]),
        ("Should the club keep the pitch, or move to Ashfield?", ["keep_the_pitch", "move_to_ashfield"]),
        ("Should the plan be approved, sent back or refused?", ["approved", "sent_back", "refused"]),
        (
            "Should the claim be allowed in full, in part, or refused?",
            ["allowed_in_full", "allowed_in_part", "refused"],
        ),
        ("Option A, option B or neither?", ["option_a", "option_b", "neither"]),
        ("Should we choose plan A, plan B or neither?", ["choose_plan_a", "choose_plan_b", "neither"]),
        ("Should the town build the bridge, repair it, or do neither?", ["build_the_bridge", "repair_it", "neither"]),
        ("Who should pay: the landlord or the tenant?", ["the_landlord", "the_tenant"]),
        ("Is the museum to lend the vase or to keep it?", ["lend_the_vase", "keep_it"]),
        ("Is the tree dead or alive?", ["dead", "alive"]),
        ("Should the appeal be allowed or dismissed, and who bears the costs?", ["allowed", "dismissed"]),
        ("Is smoking or vaping allowed?", ["yes", "no"]),
        ("Does the contract cover fire or flood?", ["yes", "no"]),
        ("Should the tenant pay rent or fees?", ["yes", "no"]),
        ("Should dogs or cats be banned from the park?", ["yes", "no"]),
        ("Should residents who drink or smoke be excluded?", ["yes", "no"]),
        ("Should visitors be charged for water or food?", ["yes", "no"]),
        ("Can the parties withdraw or amend the claim?", ["yes", "no"]),
        ("Was the notice sent by post or by mail?", ["yes", "no"]),
        ("Is the wall sound or dangerous?", ["yes", "no"]),
        ("Should the fee be paid within 14 or 21 days?", ["yes", "no"]),
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


@given(
    st.one_of(
        st.text(max_size=300),
        st.lists(
            st.sampled_from(
                [
                    "Should",
                    "must",
                    "is",
                    "the",
                    "museum",
                    "lend",
                    "sell",
                    "be",
                    "upheld",
                    "or",
                    ",",
                    "not",
                    "neither",
                    "it",
                    "to",
                    "A",
                    "?",
                ]
            ),
            max_size=14,
        ).map(" ".join),
    )
)
def test_there_are_always_two_ways_to_answer(text: str) -> None:
    names = [one.name for one in choices(text)]
    assert 2 <= len(set(names)) == len(names) <= 6
    assert all(names)
