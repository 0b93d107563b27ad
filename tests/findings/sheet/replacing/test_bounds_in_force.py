"""Bounds that another paper replaces: the old one is held against what was before, the new one against what came after."""

from __future__ import annotations

import pytest

from foam_graph.findings.finding import Finding
from foam_graph.findings.sheet.assembling import sheet
from tests.support.case_texts import case_of

RULES = (
    "Rules of the toll bridge",
    "policy_manual",
    "2020-01-01",
    "Rule 3. The load of a lorry must not exceed 18 tonnes.\n\nRule 4. Lorries pay at the northern end.",
)
CHANGES = {
    "in words": ("Order", "official_record", "2023-02-01", "In rule 3, for “18 tonnes” read “12 tonnes”. This takes effect from 1 March 2023."),
    "from and to": (
        "Circular", "official_record", "2023-02-01",
        "The limit on the load of a lorry in rule 3 is lowered from 18 tonnes to 12 tonnes with effect from 1 March 2023.",
    ),
    "a new text": (
        "New rules of the toll bridge", "policy_manual", "2023-02-01",
        "The load of a lorry must not exceed 12 tonnes. This applies from 1 March 2023.",
    ),
}  # fmt: skip


def thresholds(change: tuple[str, str, str, str], load: int, day: str) -> list[Finding]:
    log = ("Log of the bridge keeper", "official_record", day, f"The load of the lorry was {load} tonnes.")
    return [one for one in sheet(case_of(RULES, change, log)) if one.kind == "threshold"]


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_what_came_after_is_held_against_the_new_bound_alone(change: tuple[str, str, str, str]) -> None:
    found = thresholds(change, 15, "2023-06-02")
    assert {one.verdict for one in found} == {"beyond"}
    assert all("12 tonnes" in one.text for one in found)
    assert not any("below the limit of 18" in one.text for one in found)


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_what_was_before_is_held_against_the_old_bound_alone(change: tuple[str, str, str, str]) -> None:
    assert not any(one.verdict == "beyond" for one in thresholds(change, 15, "2022-06-02"))
    assert any(one.verdict == "beyond" and "18 tonnes" in one.text for one in thresholds(change, 20, "2022-06-02"))


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_what_nobody_dates_is_held_against_neither(change: tuple[str, str, str, str]) -> None:
    assert thresholds(change, 15, "") == []


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_between_the_order_and_its_day_the_old_bound_holds(change: tuple[str, str, str, str]) -> None:
    assert not any(one.verdict == "beyond" for one in thresholds(change, 15, "2023-02-20"))


def test_a_rule_that_was_replaced_is_no_late_use_of_itself() -> None:
    found = sheet(case_of(RULES, CHANGES["from and to"]))
    assert not any("still stands" in one.text for one in found)
