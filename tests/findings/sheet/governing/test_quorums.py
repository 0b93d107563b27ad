"""Sittings with fewer members than rules ask for."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.governing.quorums import findings
from tests.support.case_texts import case_of

MEMBERS = "§ 1. The board has nine members.\n\n"


def told(rule: str, minutes: str, title: str = "Minutes of the board", more: str = "") -> list[str]:
    file = case_of(
        ("Statutes of the weir trust", "policy_manual", "2020-01-05", f"{MEMBERS}§ 2. {rule}\n\n§ 3. The clerk shall be paid monthly. {more}"),
        (title, "official_record", "2025-03-02", f"{minutes}\n\nThe board resolved to mend the dyke."),
    )  # fmt: skip
    return [one.text for one in findings(file) if one.verdict == "not_met"]


@pytest.mark.parametrize(
    "rule",
    [
        "A third of the members must be present.",
        "Five make a quorum.",
        "No decision is valid unless more than half of the members attend.",
        "The board may act only if at least half of its members are present.",
        "If fewer than four members are present, no decision can be taken.",
    ],
)
def test_too_few_named_are_told(rule: str) -> None:
    (found,) = told(rule, "Present: A. Lund, C. Moss.")
    assert "2 are told as present" in found
    assert told(rule, "Present: A. Lund, C. Moss, D. Poole, E. Till, F. Rand.") == []


def test_too_few_in_a_table_or_a_list_are_told() -> None:
    assert told("Five make a quorum.", "| Member | Present |\n|---|---|\n| Lund | yes |\n| Moss | no |\n| Rand | yes |")
    assert told("Five make a quorum.", "Present:\n\n- Anna Lund\n- Cas Moss")


@pytest.mark.parametrize(
    ("rule", "minutes", "title", "more"),
    [
        ("Five make a quorum.", "Present: A. Lund, C. Moss. D. Poole joined by telephone.", "Minutes of the board", ""),
        ("Five make a quorum.", "Present: A. Lund, C. Moss.", "Minutes of the finance board", ""),
        ("Five make a quorum.", "Present: A. Lund, C. Moss. The meeting was adjourned.", "Minutes of the board", ""),
        ("Five make a quorum.", "Present: A. Lund, C. Moss.", "Minutes of the board", "A second sitting may decide whatever the number."),
        ("Five make a quorum.", "Present: A. Lund, C. Moss.", "Minutes of the board", "Four make a quorum."),
        ("Five make a quorum unless the chair rules otherwise.", "Present: A. Lund, C. Moss.", "Minutes of the board", ""),
        ("A third of the members must be present.", "Present: A. Lund, C. Moss.", "Minutes of the board", "The board has at least three members."),
    ],
)  # fmt: skip
def test_what_leaves_a_doubt_is_not_told(rule: str, minutes: str, title: str, more: str) -> None:
    assert told(rule, minutes, title, more) == []
