"""Which body a rule is for, and whose minutes a paper is."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.governing.bodies import body_of, is_record, names_body
from foam_graph.findings.sheet.standing.statements import Statement, statements
from tests.support.case_texts import case_of


def last(text: str) -> Statement:
    return list(statements(case_of(("Rules of the weir trust", "policy_manual", "2020-01-05", text))))[-1]


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("The council decides by vote. Five make a quorum in the board.", "board"),
        ("The board meets monthly. Five make a quorum.", "board"),
        ("The board meets monthly. The council meets yearly. Five make a quorum.", ""),
        ("Five make a quorum.", ""),
    ],
)
def test_the_body_is_the_one_that_is_named_or_the_only_one(text: str, body: str) -> None:
    assert body_of(last(text)) == body


@pytest.mark.parametrize(
    ("title", "same"),
    [
        ("Minutes of the board", True),
        ("Minutes of the Weir Board", True),
        ("Minutes of the finance board", False),
        ("Minutes of the sub-board", False),
        ("Minutes of the council", False),
        ("Minutes of the board and the council", False),
    ],
)
def test_minutes_of_a_narrower_body_are_of_another(title: str, same: bool) -> None:
    rule = last("The board meets monthly.")
    minutes = case_of((title, "official_record", "2025-03-02", "The dyke was talked of.")).documents[0]
    assert is_record(minutes)
    assert names_body(rule, "board", minutes) == same
