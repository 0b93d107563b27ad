"""Who is named as present, counted, against how many a rule asks for."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.governing.present import findings
from tests.support.case_texts import case_of


def told(rule: str, minutes: str, head: str = "Minutes of the board of Larch Farm") -> list[str | None]:
    file = case_of(
        ("Statutes of Larch Farm", "policy_manual", "2020-01-02", f"These are the statutes of Larch Farm. {rule}"),
        (head, "official_record", "2024-06-30", f"{head}\n\n{minutes}\n\nThe roof is to be mended.\n"),
    )
    return [one.verdict for one in findings(file)]


RULE = "The board decides if at least four members are present."


@pytest.mark.parametrize(
    ("rule", "minutes"),
    [
        (RULE, "Present: A. Moor, Ms Vale, Dr Quist."),
        (RULE, "Present: A. Moor (chair), Ms Vale and Jo Quist. Apologies: T. Ash, M. Fenn."),
        ("The board can take decisions only if at least four of its members attend.", "In attendance: A. Moor; Ms Vale; B. Quist"),
        ("The quorum of the board is four.", "Members present: A. Moor, Ms Vale, Dr Quist"),
        ("The board has six members and can decide when no fewer than 4 of them are present.", "Present: Ann Moor & Kit Vale."),
    ],
)  # fmt: skip
def test_fewer_than_are_needed_are_told(rule: str, minutes: str) -> None:
    assert told(rule, minutes) == ["not_met"]


@pytest.mark.parametrize(
    "minutes",
    [
        "Present: A. Moor, Ms Vale, Dr Quist, T. Ash.",
        "Present: A. Moor, Ms Vale, Dr Quist and others.",
        "Present: A. Moor, Ms Vale, Dr Quist.\n\nT. Ash joined at 19:30.",
        "Present: A. Moor, Ms Vale, Dr Quist.\n\nT. Ash voted by proxy.",
        "Present: A. Moor, Ms Vale.\n\nAlso present: Dr Quist, T. Ash.",
        "Present: all members but T. Ash.",
        "Present: three members.",
        "Present: A. Moor, A. Moor, Ms Vale.",
        "Present:",
        "Present: ,;",
    ],
)
def test_what_does_not_show_it_is_not_told(minutes: str) -> None:
    assert told(RULE, minutes) == []


def test_another_body_and_another_rule_are_not_meant() -> None:
    minutes = "Present: A. Moor, Ms Vale, Dr Quist."
    assert told(RULE, minutes, "Minutes of the garden committee of Larch Farm") == []
    assert told("The choir sings if at least four members are present.", minutes) == []
    assert told("The board meets at least four times a year.", minutes) == []
