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
        ("The facts are set out below. Should the licence be withdrawn?", ["withdrawn", "not_withdrawn"]),
        ("Is the refund due?", ["yes", "no"]),
        ("Should the claim be paid or not?", ["paid", "not_paid"]),
        ("Should the denial be upheld?", ["upheld", "not_upheld"]),
        ("Shouldn't the denial be set aside, and why?", ["set_aside", "not_set_aside"]),
        ("Should the Board uphold the denial?", ["uphold_the_denial", "not_uphold_the_denial"]),
        ("Is the appeal to be dismissed?", ["dismissed", "not_dismissed"]),
        ("Is the claim likely to be paid?", ["yes", "no"]),
        ("Should all members be expelled?", ["yes", "no"]),
        ("Should nobody be expelled?", ["yes", "no"]),
        ("Should Mars introduce carbon taxes?", ["introduce_carbon_taxes", "not_introduce_carbon_taxes"]),
        ("Should the Constitution forbid keeping an army?", ["forbid_keeping_an_army", "not_forbid_keeping_an_army"]),
        ("Should the city fund schools run by nuns?", ["yes", "no"]),
        ("Should residents have to be registered?", ["yes", "no"]),
        ("Should the review panel reverse the refusal?", ["reverse_the_refusal", "not_reverse_the_refusal"]),
        ("Should the denial have been upheld?", ["yes", "no"]),
        (
            "Should the Federation establish a court of appeal?",
            ["establish_a_court_of_appeal", "not_establish_a_court_of_appeal"],
        ),
        ("Should the denial be upheld and the benefit stopped?", ["yes", "no"]),
        ("Was the appeal dismissed?", ["yes", "no"]),
        ("Will the benefit be paid?", ["yes", "no"]),
        ("Is the Board too slow to answer?", ["yes", "no"]),
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


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Should the denial be upheld?", ("The denial should be upheld.", "The denial should not be upheld.")),
        ("Should the denial not be upheld?", ("The denial should be upheld.", "The denial should not be upheld.")),
        ("Must the appeal be dismissed?", ("The appeal must be dismissed.", "The appeal need not be dismissed.")),
        ("Can the claim be paid?", ("The claim can be paid.", "The claim cannot be paid.")),
        ("May the Board refuse a permit?", ("The Board may refuse a permit.", "The Board may not refuse a permit.")),
        ("Is the fine to be confirmed?", ("The fine is to be confirmed.", "The fine is not to be confirmed.")),
        (
            "Ought the permit to be granted?",
            ("The permit ought to be granted.", "The permit ought not to be granted."),
        ),
        (
            "Should the Federation establish a court?",
            ("The Federation should establish a court.", "The Federation should not establish a court."),
        ),
    ],
)
def test_one_deed_is_to_be_done_or_it_is_not(question: str, told: tuple[str, str]) -> None:
    assert tuple(one.text for one in choices(question)) == told


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


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Should the Tribunal uphold or dismiss Orr Print Works's claim?", ["uphold", "dismiss"]),
        ("Should the court uphold Orr's claim or dismiss it?", ["uphold", "dismiss"]),
        ("Uphold or dismiss Orr Print Works's claim.", ["uphold", "dismiss"]),
        ("Decide whether to uphold or dismiss the claim.", ["uphold", "dismiss"]),
        ("Please grant or refuse Lund's permit.", ["grant", "refuse"]),
        ("Should the panel affirm or set aside Lund's licence?", ["affirm", "set_aside"]),
        ("Should the Board turn down or grant the mooring?", ["turn_down", "grant"]),
        ("Assess, address or pass the plan of Orr Trust?", ["assess", "address", "pass"]),
    ],
)
def test_two_verbs_of_one_object_are_two_doings_to_it(question: str, names: list[str]) -> None:
    found = choices(question)
    assert len(found) == len(names)
    assert all(one.name.startswith(f"{name}_") for one, name in zip(found, names, strict=True))
    assert len({one.matter for one in found} - {""}) == 1


@pytest.mark.parametrize(
    "question", ["Does the Tribunal dismiss or discuss it?", "Tea or coffee?", "Are glasses or presses sold?"]
)
def test_what_is_no_order_gets_no_object(question: str) -> None:
    assert not any(one.matter for one in choices(question))
