"""A paper that bears a day on which it was too late to lodge it, with what tempts beside it."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.governing.lodged import findings
from tests.support.case_texts import case_of

RULE = "An objection must be lodged within 14 days of the inspection."
TOLD = "The inspection of 3 March 2025 found mould in two rooms."


def told(rule: str, paper: str, *others: str, day: str = "2025-03-20") -> list[str]:
    file = case_of(
        ("Rules of the Hazel Trust", "policy_manual", "2020-01-02", f"These are the rules of the Hazel Trust. {rule}"),
        ("Report for the Hazel Trust", "official_record", "2025-03-05", f"{TOLD} It was dry outside."),
        ("Letter to the Hazel Trust", "advocacy", day, paper),
        *((f"Note {n}", "official_record", "2025-04-01", text) for n, text in enumerate(others)),
    )
    return [str(one.inputs["length"]) for one in findings(file)]


PAPER = "Objection\n\nI do not agree with what was found.\n\nP. Hurst\n"


@pytest.mark.parametrize(
    ("rule", "paper"),
    [
        (RULE, PAPER),
        (
            "Any complaint is filed in writing within two weeks of the inspection.",
            PAPER.replace("Objection", "Complaint"),
        ),
        (
            "3. An appeal must be submitted within 14 days after the inspection.",
            PAPER.replace("Objection", "My appeal"),
        ),
    ],
)
def test_a_paper_after_its_time_is_told(rule: str, paper: str) -> None:
    assert told(rule, paper) == ["17"]


@pytest.mark.parametrize(
    ("rule", "paper", "others"),
    [
        (RULE, PAPER.replace("Objection", "Reply to the objection"), ()),
        (RULE, PAPER.replace("Objection", "Complaint"), ()),
        # From the receipt of the report: that day is not told.
        ("An objection must be lodged within 14 days of receipt of the report.", PAPER, ()),
        ("An objection must be lodged within 14 days of the inspection, unless there was good cause.", PAPER, ()),
        ("An objection must be lodged within 14 working days of the inspection.", PAPER, ()),
        # Two days for the inspection.
        (RULE, PAPER, ("A second inspection of 10 March 2025 found nothing.",)),
        # It says itself, or another paper says, when it was lodged.
        (RULE, PAPER + "\nI had sent this on 12 March 2025 by fax.\n", ()),
        (RULE, PAPER, ("The objection of Mr Hurst reached us on 14 March 2025.",)),
        (RULE, "I do not agree.\n\nP. Hurst\n", ()),
    ],
)
def test_what_tempts_is_not_told(rule: str, paper: str, others: tuple[str, ...]) -> None:
    assert told(rule, paper, *others) == []


def test_within_the_time_nothing_is_told() -> None:
    assert told(RULE, PAPER, day="2025-03-17") == []
    assert told(RULE, PAPER, day="2025-03-18") == ["15"]
    assert told(RULE, PAPER, day="") == []
