"""Rows of logs against a time that a rule sets in prose, each with what tempts beside it."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.governing.logged import findings
from tests.support.case_texts import case_of

HEAD = "| Day | What | Called | Arrived | Remarks |\n|---|---|---|---|---|\n"


def told(rule: str, log: str, beside: str = "") -> list[tuple[str, str | None]]:
    file = case_of(
        ("Service agreement", "policy_manual", "2024-01-02", f"The parties agree. {rule}"),
        ("Log book", "official_record", "2024-06-30", f"{beside}\n\n{log}\n"),
    )
    return [(one.verdict or "", str(one.inputs["told"])) for one in findings(file)]


@pytest.mark.parametrize(
    ("rule", "log"),
    [
        (
            "The engineer arrives within 30 minutes of the call.",
            HEAD + "| 3 May | pump stopped | 10:05 | 10:52 | |",
        ),
        (
            "If an alarm sounds, a guard must be on the spot no later than 20 minutes after the call.",
            HEAD + "| 3 May | alarm sounded in hall 2 | 22:50 | 23:37 | |",
        ),
        (
            "A nurse must come within 10 minutes of the bell.",
            "| Day | Room | Bell | There | By |\n|---|---|---|---|---|\n| 3 May | 12 | 02:10 | 02:57 | K. |",
        ),
        (
            "Deliveries must reach the kitchen within 30 minutes of the order.",
            "| Day | Dish | Minutes from order to door |\n|---|---|---|\n| 3 May | soup | 47 |",
        ),
    ],
)
def test_a_row_over_the_time_of_its_rule_is_told(rule: str, log: str) -> None:
    assert told(rule, log) == [("beyond", "47 minutes")]


@pytest.mark.parametrize(
    ("rule", "log"),
    [
        ("The engineer arrives within 30 minutes of the call.", HEAD + "| 3 May | pump stopped | 10:05 | 10:35 | |"),
        (
            # Another case than that of the rule.
            "If an alarm sounds, a guard must be on the spot within 20 minutes of the call.",
            HEAD + "| 3 May | door left open | 22:50 | 23:37 | |",
        ),
        (
            # The rule for what is left over: nothing shows that a row is of it.
            "A guard must come within 20 minutes of any other call.",
            HEAD + "| 3 May | door left open | 22:50 | 23:37 | |",
        ),
        (
            # A column of minutes of which nothing says what it counts.
            "The engineer arrives within 30 minutes of the call.",
            "| Day | What | Minutes |\n|---|---|---|\n| 3 May | pump stopped | 47 |",
        ),
        (
            # How long the work took is no time until somebody came.
            "The engineer arrives within 30 minutes of the call.",
            "| Day | What | Work (minutes) |\n|---|---|---|\n| 3 May | pump stopped | 47 |",
        ),
        (
            # With an exception in the rule a row does not show that it was broken.
            "The engineer arrives within 30 minutes of the call, unless the road is closed.",
            HEAD + "| 3 May | pump stopped | 10:05 | 10:52 | |",
        ),
        (
            # A hundred minutes too early is a slip or another day.
            "The engineer arrives within 30 minutes of the call.",
            HEAD + "| 3 May | pump stopped | 10:05 | 09:52 | |",
        ),
        ("The engineer arrives within 30 minutes of the call.", HEAD + "| 3 May | pump stopped | 10:05 | | |"),
    ],
)
def test_what_tempts_is_not_told(rule: str, log: str) -> None:
    assert told(rule, log) == []


def test_prose_beside_the_log_says_what_its_column_counts() -> None:
    rule = "The engineer arrives within 30 minutes of the call."
    log = "| Day | What | Minutes |\n|---|---|---|\n| 3 May | pump stopped | 47 |"
    assert told(rule, log, "Minutes are counted from the call to the ringing of the bell.") == [
        ("beyond", "47 minutes")
    ]
    assert told(rule, log, "Minutes are counted from the start of work to its end.") == []


def test_of_two_rules_the_one_for_the_case_counts() -> None:
    rules = (
        "The engineer arrives within 30 minutes of the call. "
        "If the line stands still, the engineer arrives within 60 minutes of the call."
    )
    log = HEAD + "| 3 May | line stands still | 10:05 | 10:52 | |"
    assert told(rules, log) == []
    assert told(rules, HEAD + "| 3 May | smell of oil | 10:05 | 10:52 | |") == [("beyond", "47 minutes")]


@pytest.mark.parametrize(
    "row", ["| 3 May |", "| | | | | |", "| a | b | 99:99 | 10:10 | |", "| 3 May | x | -1 | 10:10 | |"]
)
def test_broken_rows_are_passed_over(row: str) -> None:
    assert told("The engineer arrives within 30 minutes of the call.", HEAD + row) == []
