"""Which findings bear on what was asked."""

from __future__ import annotations

from foam_graph.findings.asked import bearing

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
