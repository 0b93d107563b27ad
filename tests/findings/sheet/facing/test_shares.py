"""A counted share is held beside the one limit on a share of the same things: as a pointer, and only where it reaches the limit."""

from __future__ import annotations

import pytest

from foam_graph.findings.finding import Finding
from foam_graph.findings.sheet.assembling import sheet
from tests.findings.sheet.texts import made_of

RULE = "The trial must be paused if more than 5 percent of the children in one group have a serious reaction."
FACT = "In the second group 5 of 81 children had a serious reaction, or 5.2 percent."


def beside(rule: str, fact: str, more: str = "The quay is long.") -> list[Finding]:
    file = made_of(
        rule, fact, more, dates=("2025-01-01", "2026-01-01", "2026-02-01"), classes=("research", "research", "research"),
        titles=("Trial protocol", "Progress report", "Note"),
    )  # fmt: skip
    return [one for one in sheet(file) if one.inputs.get("maker") == "share beside a limit"]


def test_a_share_above_the_limit_is_to_be_read_with_it() -> None:
    (found,) = beside(RULE, FACT)
    assert found.is_pointer
    assert found.verdict is None
    assert "5 of 81 is 6.17 percent" in found.text
    assert RULE.rstrip(".") in found.text


@pytest.mark.parametrize(
    ("rule", "fact", "more"),
    [
        (RULE, "In the first group 3 of 83 children had a serious reaction, or 3.6 percent.", "-"),  # below
        (RULE, FACT.replace("81 children", "81 nurses"), "-"),  # of others
        (RULE, "5 of 81 children went home, or 6.2 percent.", "-"),  # of another matter
        (RULE, FACT, "No more than 8 percent of the children may drop out."),  # which limit?
        (RULE.replace("must be", "was"), FACT, "-"),  # no limit
        (f"Dr Orr said that {RULE[0].lower()}{RULE[1:]}", FACT, "-"),  # what somebody says
        (RULE.replace("5 percent", "5 percent or 7 percent"), FACT, "-"),
        (RULE, "5 of 0 children had a serious reaction, or 5.2 percent.", "-"),
        ("", "", ""),
    ],
)
def test_nothing_else_is_held_beside_it(rule: str, fact: str, more: str) -> None:
    assert beside(rule or "-", fact or "-", more or "-") == []
