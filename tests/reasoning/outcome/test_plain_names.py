"""Short names of issues as people read them: with the capitals that the file writes."""

from __future__ import annotations

import pytest

from foam_graph.reasoning.outcome.plain import about, heading, spoken, words_in


@pytest.mark.parametrize(
    ("name", "told", "said"),
    [
        ("good_cause", "", "good cause"),
        ("good_cause", "Was there good cause?", "good cause"),
        ("ms_orr_kept_the_key", "Does the ground “Ms Orr kept the key” stand?", "Ms Orr kept the key"),
        (
            "ms_orr_kept_the_key_of_the",
            "Does the ground “Ms Orr kept the key of the …” stand?",
            "Ms Orr kept the key of the …",
        ),
        (
            "fee_mill_road",
            "Is this limit kept: “The fee at Mill Road is at most €20”?",
            "The fee at Mill Road is at most €20",
        ),
        ("fee_mill_road", "Which fee is it: that of Mill Road?", "fee Mill Road"),
        (
            "adviser_agency_examined",
            "Is it met: “the adviser of the Agency has examined him”?",
            "the adviser of the Agency has examined him",
        ),
        (
            "payment_month_counted",
            "Is it kept: “A payment for an earlier month must not be counted”?",
            "A payment for an earlier month must not be counted",
        ),
        # Not across the end of a quotation or a sentence, nor over more than three words.
        ("rent_paid", "Was the “rent” of May paid?", "rent paid"),
        ("rent_paid", "Was the rent of the whole house paid?", "rent paid"),
        ("board_vote", "Board or no board: did the board vote?", "board vote"),
        ("", "Whatever?", ""),
        ("x", "“", "x"),
    ],
)
def test_names_keep_their_capitals(name: str, told: str, said: str) -> None:
    assert spoken(name, told) == said


def test_a_heading_begins_with_a_capital() -> None:
    assert heading("fee_mill_road", "Is the fee at Mill Road kept?") == "Fee at Mill Road"
    assert heading("good_cause") == "Good cause"


def test_an_issue_is_not_named_before_a_line_that_says_it() -> None:
    assert about("ms_orr_kept_the_key", "Does the ground “Ms Orr kept the key” stand? Open.") == (
        "Does the ground “Ms Orr kept the key” stand? Open."
    )
    assert about("good_cause", "Had she a reason? Yes.") == "Good cause: Had she a reason? Yes."


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The fee is $5 .", 4),
        ("$5 + $6 = $11", 5),
        ("The fee , which he paid ;", 5),
        ("12 − 7 = 5 | no", 6),
        ("He paid – late", 4),
        ("", 0),
    ],
)
def test_words_are_what_blanks_part_but_not_marks_that_stand_alone(text: str, words: int) -> None:
    assert words_in(text) == words
