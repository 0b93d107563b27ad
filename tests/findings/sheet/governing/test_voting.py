"""Votes that were counted, against papers that call them unanimous and rules that ask for a share."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.governing.voting import counted, findings
from tests.support.case_texts import case_of

LETTER = "We have resolved to sell the old boathouse to the rowing school. The committee was unanimous."
RULES = (
    "Statutes of the lake society",
    "policy_manual",
    "2020-01-01",
    "A sale of land needs a two-thirds majority of votes cast.",
)


def told(minutes: str, letter: str = LETTER, rule: str = RULES[3]) -> list[tuple[str, str | None]]:
    file = case_of(
        (*RULES[:3], rule),
        ("Minutes of the committee", "official_record", "2025-03-02", f"{minutes} It rained."),
        ("Letter", "decision", "2025-03-05", letter),
    )
    return [(one.kind, one.verdict) for one in findings(file)]


@pytest.mark.parametrize(
    "minutes",
    [
        "The committee resolves by five votes to two to sell the boathouse to the rowing school.",
        "It was carried by 5 votes to 2 to sell the boathouse to the rowing school.",
    ],
)
def test_unanimous_with_votes_against_is_told(minutes: str) -> None:
    assert ("contradiction", "disputed") in told(minutes)


@pytest.mark.parametrize(
    "minutes",
    [
        "The committee resolves by seven votes to none to sell the boathouse to the rowing school.",
        "The committee resolves by five votes to two to buy a new kettle for the kitchen.",
        "The boathouse is to be sold to the rowing school.",
    ],
)
def test_another_vote_or_none_against_is_not_told(minutes: str) -> None:
    assert told(minutes) == []


def test_a_rule_that_asks_for_unanimity_claims_nothing() -> None:
    minutes = "The committee resolves by five votes to two to sell the boathouse to the rowing school."
    assert told(minutes, "We resolved to sell the boathouse to the rowing school. Such a vote must be unanimous.") == []


def test_a_vote_below_the_share_that_the_rule_asks_for_is_told() -> None:
    short = "The committee votes by four votes to three for the sale of land at the lake."
    enough = "The committee votes by five votes to two for the sale of land at the lake."
    other = "The committee votes by four votes to three for the purchase of a tent."
    assert ("rule", "not_met") in told(short, "Nothing else.")
    assert told(enough, "Nothing else.") == []
    assert told(other, "Nothing else.") == []


@pytest.mark.parametrize(
    ("text", "votes"),
    [
        ("Carried by 4 votes to 2.", (4, 2)),
        ("Two voted against, five for.", None),
        ("The motion was carried 6:1.", (6, 1)),
        ("From 3 to 5 people came.", None),
        ("It was 0 votes to 0.", None),
    ],
)
def test_votes_are_read(text: str, votes: tuple[int, int] | None) -> None:
    found = counted(text)
    assert found == votes or (votes is None and found is not None and sum(found) == 7)


@pytest.mark.parametrize("score", ["0.5 votes to 0.2", "2.5 votes to 1", "0 votes to 0"])
def test_what_is_no_count_of_whole_votes_is_none_and_stops_no_sheet(score: str) -> None:
    minutes = f"The committee votes by {score} for the sale of land at the lake."
    assert counted(minutes) is None
    assert told(minutes, "Nothing else.") == []


@pytest.mark.parametrize(
    ("rule", "short"),
    [
        ("A sale of land must be carried by two-thirds of the members present.", True),
        ("A sale of land needs three quarters of all valid votes cast.", True),
        ("At least three quarters of the land must be kept under grass until its sale.", False),
        ("A sale of land must be decided by the board, which keeps two-thirds of the proceeds.", False),
        ("Two-thirds of the price must be paid before the sale of land.", False),
    ],
)
def test_a_share_of_anything_else_is_not_held_against_votes(rule: str, short: bool) -> None:
    minutes = "The committee votes by four votes to three for the sale of land at the lake."
    assert told(minutes, "Nothing else.", rule) == ([("rule", "not_met")] if short else [])
