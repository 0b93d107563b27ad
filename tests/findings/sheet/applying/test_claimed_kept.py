"""Claims that all of a rule was kept, and members that a body needs."""

from __future__ import annotations

import pytest

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.sheet.applying import claimed_kept, quorum
from tests.findings.sheet.texts import made_of


def file_of(rule: str, claim: str, log: str, title: str = "Log of the depot") -> CaseFile:
    return made_of(
        rule,
        claim,
        log,
        classes=("policy_manual", "correspondence", "official_record"),
        titles=("Code of storage", "Letter of Ines Kray", title),
    )


EITHER = "7.1 The weight must be proved either by a scale slip or by two sealed photographs."
ALL = "Every condition of clause 7 has been fulfilled."


def test_what_others_deny_of_a_rule_disputes_that_all_was_kept() -> None:
    log = "There is no scale slip for the load. The two photographs were not sealed."
    (found,) = claimed_kept.findings(file_of(EITHER, ALL, log))
    assert (found.verdict, len(found.against)) == ("disputed", 2)


@pytest.mark.parametrize(
    ("claim", "log"),
    [
        (ALL, "There is no scale slip for the load."),  # the other way may have been taken
        (ALL, "There is a scale slip for the load. The two photographs were sealed."),
        (ALL, "There is no slip road. The photographs of the fair were not good."),
        (
            "Every condition of clause 8 has been fulfilled.",
            "There is no scale slip for the load. The two photographs were not sealed.",
        ),
        (
            "We ask whether every condition of clause 7 has been fulfilled.",
            "There is no scale slip. The two photographs were not sealed.",
        ),
        ("Some conditions of clause 7 were hard.", "There is no scale slip. The two photographs were not sealed."),
    ],
)
def test_a_claim_that_nobody_denies_stands(claim: str, log: str) -> None:
    assert list(claimed_kept.findings(file_of(EITHER, claim, log))) == []


@pytest.mark.parametrize(
    ("rule", "log", "verdicts"),
    [
        (
            "7. The porter must have opened a chest of Class 2.",
            "Chest 88 was opened by the porter, Class 4.",
            ["not_met"],
        ),
        ("7. The porter must have opened a chest of Class 2.", "Chest 88 was opened by the porter, Class 2.", []),
        (
            "7. The porter must have opened a chest of Class 2 or Class 4.",
            "Chest 88 was opened by the porter, Class 4.",
            [],
        ),
        (
            "7. The porter must have opened a chest of Class 2 or higher.",
            "Chest 88 was opened by the porter, Class 4.",
            [],
        ),
        ("7. The porter must have opened a chest of Class 2.", "The wagon is of Class 4.", []),
    ],
)
def test_another_class_than_the_rule_asks_for(rule: str, log: str, verdicts: list[str]) -> None:
    found = list(claimed_kept.findings(file_of(rule, "All that clause 7 demands has been done.", log)))
    assert [one.verdict for one in found] == verdicts


@pytest.mark.parametrize(
    ("log", "verdicts"),
    [
        ("Four members took their seats.", ["not_met"]),
        ("Six members were present.", ["met_single_source"]),
        ("Of the six members 4 members were ill.", []),
        ("Four members of the choir sang.", []),
        ("", []),
    ],
)
def test_members_that_a_body_needs(log: str, verdicts: list[str]) -> None:
    rule = "The Fishery Board sits with at least five members."
    found = list(quorum.findings(file_of(rule, "Hello.", log, "Minutes of the Fishery Board")))
    assert [one.verdict for one in found] == verdicts


def test_members_of_another_body_are_not_counted() -> None:
    rule = "The Fishery Board sits with at least five members."
    assert (
        list(quorum.findings(file_of(rule, "Hello.", "Four members took their seats.", "Minutes of the Choir"))) == []
    )
