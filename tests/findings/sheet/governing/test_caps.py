"""Amounts over the most that a rule allows for the same thing, each with what tempts beside it."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.governing.caps import findings
from tests.support.case_texts import case_of

HEAD = "| Item | Amount |\n|---|---|\n"


def told(rule: str, paper: str) -> list[str]:
    file = case_of(
        ("Rules of the Tarn Sailing Club", "policy_manual", "2024-01-02", f"These are the rules of Tarn. {rule}"),
        ("Account of Tarn", "official_record", "2024-06-30", f"Tarn, summer term.\n\n{paper}\n"),
    )
    return [str(one.inputs["told"]) for one in findings(file)]


@pytest.mark.parametrize(
    ("rule", "paper"),
    [
        ("No fine is higher than £50.", "| Fine | Amount |\n|---|---|\n| Late return of a dinghy | £65 |"),
        ("A mooring at the pier costs at most £50.", HEAD + "| Mooring at the pier, June | £65 |"),
        ("Berths cost £30 in winter and at most £50 in summer.", HEAD + "| Berth in summer | £65 |"),
        ("The fee for a locker may not exceed £50.", HEAD + "| Locker fee | £65 |"),
        ("No fine is higher than £50.", "A fine of £65 for the broken mast was put on the account."),
    ],
)
def test_more_than_is_allowed_is_told(rule: str, paper: str) -> None:
    assert told(rule, paper) == ["£65"]


@pytest.mark.parametrize(
    ("rule", "paper"),
    [
        ("No fine is higher than £50.", "| Fine | Amount |\n|---|---|\n| Late return of a dinghy | £50 |"),
        ("No fine is higher than £50.", "| Fine | Amount |\n|---|---|\n| Late return | £45 |\n| Total | £90 |"),
        ("A mooring at the pier costs at most £50.", HEAD + "| Mooring at the buoy, June | £65 |"),
        ("Berths cost £30 in winter and at most £50 in summer.", HEAD + "| Berth in winter | £65 |"),
        # One word may be the name of many things.
        ("The deposit is at most £50.", HEAD + "| Deposit for the hall | £65 |"),
        # So much a day is no amount of a row.
        ("A mooring at the pier costs at most £50 a day.", HEAD + "| Mooring at the pier, June | £65 |"),
        (
            "A mooring at the pier costs at most £50, unless the boat is longer than 9 m.",
            HEAD + "| Mooring at the pier | £65 |",
        ),
        ("A mooring or a berth costs at most £50.", HEAD + "| Mooring and berth | £65 |"),
        ("No fine is higher than £50.", "A fine of £65 would be too much."),
        ("No fine is higher than £50.", "Mr Hale asks for a fine of £65."),
        ("No fine is higher than £50.", "Fines of £65 altogether were paid by three members."),
        ("No fine is higher than £50.", "| Fine | Amount |\n|---|---|\n| Late return | €65 |"),
        # Two rules that differ: which of them is meant is not shown.
        (
            "No fine is higher than £50. Every fine is limited to £80.",
            "| Fine | Amount |\n|---|---|\n| Late return | £65 |",
        ),
    ],
)
def test_what_tempts_is_not_told(rule: str, paper: str) -> None:
    assert told(rule, paper) == []


def test_the_price_of_one_counts_where_there_is_a_number() -> None:
    head = "| Item | Quantity | Unit price | Amount |\n|---|---|---|---|\n"
    rule = "A mooring at the pier costs at most £50."
    assert told(rule, head + "| Mooring at the pier | 3 | £45 | £135 |") == []
    assert told(rule, head + "| Mooring at the pier | 3 | £65 | £195 |") == ["£65"]


def test_an_account_of_another_body_is_not_held_against_the_rules() -> None:
    file = case_of(
        (
            "Rules of the Tarn Sailing Club",
            "policy_manual",
            "2024-01-02",
            "These are the rules of Tarn. No fine is higher than £50.",
        ),
        (
            "Account of the Brook Library",
            "official_record",
            "2024-06-30",
            "Brook, summer.\n\n| Fine | Amount |\n|---|---|\n| Late book | £65 |",
        ),
    )
    assert list(findings(file)) == []


def test_a_rule_that_was_changed_is_not_held_against_anything() -> None:
    file = case_of(
        (
            "Rules of the Tarn Sailing Club",
            "policy_manual",
            "2024-01-02",
            "These are the rules of Tarn. No fine is higher than £50.",
        ),
        (
            "Amendment of Tarn",
            "policy_manual",
            "2024-03-01",
            "The most that a fine of Tarn may come to is raised from £50 to £80 from 1 March 2024.",
        ),
        (
            "Account of Tarn",
            "official_record",
            "2024-06-30",
            "Tarn.\n\n| Fine | Amount |\n|---|---|\n| Late return | £65 |",
        ),
    )
    assert list(findings(file)) == []
