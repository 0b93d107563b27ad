"""Rules named by a wrong number, and what only looks like it."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.invoking.misnumbered import findings
from tests.support.case_texts import case_of

RULES = "\n\n".join(
    [
        "## 1. Booking", "1.1 The hirer books in writing.", "1.2 The deposit shall be at most €400.",
        "## 2. Cleaning", "2.1 The hirer sweeps the floor before leaving.",
        "## 3. Noise", "3.1 After ten in the evening no drums may be played.",
        "## 4. Keys", "4.1 The keys shall be handed back on the next day.",
        "## 5. Heating", "5.1 Heating may be turned up only by the warden.", "5.2 What rule 4.1 says holds for the lamps.",
    ]
)  # fmt: skip


def told(text: str, *others: tuple[str, str, str, str]) -> list[str]:
    file = case_of(("Rules of the barn", "policy_manual", "2020-01-05", RULES), *others, ("Letter", "correspondence", "2025-03-05", text))  # fmt: skip
    return [str(one.inputs["other"]) for one in findings(file)]


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Under rule 2 (noise) you had to stop.", "3"),
        ("We refer to rule 4, headed Cleaning.", "2"),
        ("The keys are in rule 3; see rule 3 on keys.", None),
        ("Rule 2.1 caps the deposit at €400, and we took no more.", "1.2"),
        ("Rule 3.1 requires the hirer to hand back the keys on the next day.", "4.1"),
        ("Under rule 3.1 the keys must be handed back on the next day.", "4.1"),
    ],
)
def test_the_rule_that_has_it_is_named(text: str, right: str | None) -> None:
    assert told(text) == ([right] if right else [])


@pytest.mark.parametrize(
    "text",
    [
        "Under rule 3 (noise) you had to stop.",
        "We refer to rule 2.1 on cleaning.",
        "Rule 4.1 requires the hirer to hand back the keys on the next day.",
        "Rule 3.1 does not require the hirer to hand back the keys on the next day.",
        "Rule 3.1 forbids music.",
        "Rule 5.2 requires the hirer to hand back the keys on the next day.",
        "Rule 2.1 requires the hirer to feed the horses.",
        "Under rule 3.1 you had the keys on the next day.",
    ],
)
def test_what_may_be_meant_or_is_nowhere_is_not_told(text: str) -> None:
    assert told(text) == []


def test_a_rule_that_another_paper_changes_is_left_alone() -> None:
    circular = (
        "Circular",
        "official_record",
        "2024-03-01",
        "In rule 1.2 of the rules of the barn, for “€400” read “€500”.",
    )
    assert told("Rule 2.1 caps the deposit at €400.", circular) == []
