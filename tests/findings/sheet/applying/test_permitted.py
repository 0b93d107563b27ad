"""A permission of which nobody made use is not failed."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.assembling import sheet
from tests.findings.sheet.texts import made_of

RULES = "# Fishing rules\n\n6.1 The panel shall hear the appeal within 60 days.\n\n6.2 {}\n\n6.3 A notice shall be in writing."
TITLES = ("Fishing rules", "Report")
DOG = "A tenant may keep a dog {}when the neighbours have agreed in writing."


def not_met(rule: str, fact: str) -> list[str]:
    found = sheet(made_of(RULES.format(rule), f"# Report\n\n{fact}", titles=TITLES))
    return [str(one.inputs["condition"]) for one in found if one.verdict == "not_met"]


@pytest.mark.parametrize(
    ("rule", "fact"),
    [
        (
            "An order detaining catch or gear may be signed by a Deputy Chief Officer when the Chief Officer is absent.",
            "The penalty notice was signed by Mr Hollis, who is neither Chief Officer nor Deputy Chief Officer.",
        ),
        (DOG.format(""), "The neighbours have not agreed in writing."),
        ("The librarian may waive a fee if the reader was ill.", "The reader was not ill."),
        (
            "The council may extend the period where the applicant was in hospital.",
            "The applicant was not in hospital.",
        ),
    ],
)
def test_may_alone_never_fails(rule: str, fact: str) -> None:
    assert not_met(rule, fact) == []


@pytest.mark.parametrize(
    ("rule", "fact", "condition"),
    [
        (
            DOG.format(""),
            "Mr Hale, the tenant, keeps a dog since March. The neighbours have not agreed in writing.",
            "the neighbours have agreed in writing",
        ),
        (DOG.format("only "), "The neighbours have not agreed in writing.", "the neighbours have agreed in writing"),
        (
            "The council may extend the period where the applicant was in hospital.",
            "The council extended the period. The applicant was not in hospital.",
            "the applicant was in hospital",
        ),
    ],
)
def test_a_permission_that_was_used_without_its_condition_is_told(rule: str, fact: str, condition: str) -> None:
    assert not_met(rule, fact) == [condition]
