"""Decisions carried by too few votes of all members, and by as many as were against."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.governing.majorities import findings
from tests.support.case_texts import case_of


def told(rule: str, minutes: str, more: str = "") -> list[str]:
    file = case_of(
        ("Statutes of the weir trust", "policy_manual", "2020-01-05", f"§ 1. The board has nine members.\n\n§ 2. {rule} {more}"),
        ("Minutes of the board", "official_record", "2025-03-02", minutes),
    )  # fmt: skip
    return [one.text for one in findings(file)]


@pytest.mark.parametrize(
    ("rule", "short", "enough"),
    [
        ("Decisions of the board need more than half of all its members.", "four votes to two", "five votes to two"),
        ("The board decides by a majority of its members.", "4 votes to 1", "5 votes to 1"),
        ("The board decides by a majority of its eleven members.", "5 votes to 1", "6 votes to 1"),
        ("Decisions need two-thirds of the members.", "5 votes to 1", "6 votes to 3"),
        ("The board decides by simple majority.", "three votes to three", "three votes to two"),
    ],
)
def test_too_few_votes_are_told(rule: str, short: str, enough: str) -> None:
    assert len(told(rule, f"The motion to mend the dyke was carried by {short}.")) == 1
    assert told(rule, f"The motion to mend the dyke was carried by {enough}.") == []
    assert told(rule, f"The motion to mend the dyke was lost by {short}.") == []


@pytest.mark.parametrize(
    "rule",
    [
        "Decisions to sell land need more than half of all the members.",
        "The board decides by two-thirds of the members present.",
        "The board decides by simple majority; in a tie the chair has a casting vote.",
        "The board decides by a majority of its members unless the law asks for more.",
    ],
)
def test_what_is_for_some_votes_or_has_a_way_round_is_not_told(rule: str) -> None:
    assert told(rule, "The motion to mend the dyke was carried by three votes to three.") == []


def test_two_rules_for_one_body_decide_nothing() -> None:
    rule = "The board decides by a majority of its members."
    assert told(rule, "The motion was carried by 4 votes to 1.", "The board decides by simple majority.") == []
