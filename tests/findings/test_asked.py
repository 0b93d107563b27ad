"""Which findings bear on what was asked."""

from __future__ import annotations

import pytest

from foam_graph.findings.asked import asks_order, bearing, parts_asked, what_is_open

FINDINGS = (
    "The decision gives a total of $860 for damage; 400 + 30 + 420 is $850.",
    "An objection is possible within 14 days of receipt. The rule gives 30 days for this.",
    "The board was unanimous. That is 2 votes for and 1 against.",
    "The log gives a total of 279 for 5 items in column Km.",
)


def first(question: str) -> str:
    return max(FINDINGS, key=lambda one: bearing(question, one))


def test_four_questions_to_one_file_put_different_findings_first() -> None:
    asked = (
        "How much does she owe for the damage?", "Was the objection lodged in time?",
        "Did the board vote with enough members?", "Are the items of the column right?",
    )  # fmt: skip
    assert [first(one) for one in asked] == list(FINDINGS)


def test_a_question_without_words_bears_on_nothing() -> None:
    assert bearing("", FINDINGS[0]) == bearing("?!", FINDINGS[0]) == 0


@pytest.mark.parametrize(
    ("question", "open_"),
    [
        ("How much does Ms Orr owe?", "How much it comes to is open"),
        ("How many votes were cast?", "How many there are is open"),
        ("Was the objection lodged in time?", "Whether the time was kept is open"),
        ("Did the board decide with enough members?", "Whether it was done as the rules ask is open"),
        ("Should the exclusion be upheld?", "Whether the decision stands is open"),
        ("Is Ms Orr entitled to a refund?", "Whether money has to be paid back is open"),
        ("Is the club entitled to the berth?", "Whether there is such a right is open"),
        ("Are damages due to Mr Dahl?", "Whether compensation is due is open"),
        ("Is the claim of the boatyard founded?", "Whether the claim is well founded is open"),
        ("Does the tenant have to pay?", "Whether there is a duty is open"),
        ("May the club sell the boat?", "Whether it is allowed is open"),
        ("When does the lease end?", "When it was or has to be is open"),
        ("Who broke the window?", "Who it is is open"),
        ("The lease ended. Why?", "The answer is open"),
        ("", "The answer is open"),
    ],
)
def test_what_is_open_follows_the_question(question: str, open_: str) -> None:
    assert what_is_open(question) == open_


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (
            "Must the club repay the loan, and may the bank keep the boat?",
            ["Must the club repay the loan", "may the bank keep the boat"],
        ),
        ("Is the fence lawful? Who pays for it?", ["Is the fence lawful", "Who pays for it"]),
        ("Is the fence lawful and safe?", ["Is the fence lawful and safe"]),
        ("The wall fell, and was rebuilt. Who pays for it?", ["The wall fell, and was rebuilt. Who pays for it"]),
    ],
)
def test_a_question_may_put_several(question: str, parts: list[str]) -> None:
    assert parts_asked(question) == parts


def test_an_order_is_told_of_only_where_one_was_asked() -> None:
    assert asks_order("Should the expulsion be set aside?")
    assert asks_order("What should the tribunal order?")
    assert not asks_order("Is a mooring fee payable by the club?")
