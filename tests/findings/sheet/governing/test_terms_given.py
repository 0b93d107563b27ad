"""Times that papers give for an act, against the one rule that sets a time for it, in domains that no rule was written with."""

from __future__ import annotations

import pytest

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.sheet.governing.terms_given import findings
from tests.support.case_texts import case_of

RULES = (
    "Rules of the Marsh Lane Allotments",
    "policy_manual",
    "2024-01-05",
    "A plot holder may appeal to the trustees within 28 days of receipt of the notice.\n\n"
    "Before a termination the holder must be given at least three weeks to reply in writing.\n\n"
    "A suspension may last at most 90 days.\n\n"
    "The secretary may ban a holder for no more than two months.",
)


def file(text: str, *, sort: str = "decision", body: str = "Marsh Lane Allotments") -> CaseFile:
    return case_of(RULES, (f"Notice to Mr Odd, {body}", sort, "2025-06-02", f"{text} The gate was painted."))


def told(text: str, *, sort: str = "decision", body: str = "Marsh Lane Allotments") -> list[str]:
    return [one.text for one in findings(file(text, sort=sort, body=body))]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("An appeal is possible within 14 days of receipt.", "gives 28 days for this, the paper 14 days"),
        ("You may appeal to the trustees within two months of receipt.", "the paper two months"),
        ("You may reply in writing until 13 June 2025.", "are 11 days; at least three weeks are asked for"),
        ("You have 10 days to reply in writing.", "gives 10 days; at least three weeks"),
        ("Mr Odd is suspended from the site for six months.", "That is six months, where the rule allows 90 days"),
        ("The suspension lasts 20 weeks.", "That is 20 weeks, where the rule allows 90 days"),
        ("The trustees resolve to suspend Mr Odd for one year.", "That is one year, where the rule allows 90 days"),
        ("Mr Odd is banned from the site for 14 weeks.", "where the rule allows two months"),
    ],
)
def test_another_time_for_an_act_than_the_rule_sets_is_told(text: str, says: str) -> None:
    (found,) = told(text)
    assert says in found


@pytest.mark.parametrize(
    "text",
    [
        "An appeal is possible within 28 days of receipt.",
        "An appeal is possible within four weeks of receipt.",
        "You may reply in writing until 27 June 2025.",
        "You have 21 days to reply in writing.",
        "Mr Odd is suspended from the site for three months.",
        "The suspension lasts 12 weeks.",
        "Mr Odd asked to be suspended for six months.",
        "Mr Odd was not suspended for six months.",
        "The water is cut off for six months.",
        "He appealed within 14 days of receipt.",
        "You may collect the key within 14 days of receipt.",
        "The shed may be inspected until 9 June 2025.",
        "If the fence falls, Mr Odd would be suspended for six months.",
        "Should you appeal within 14 days of receipt?",
    ],
)
def test_what_keeps_the_time_or_is_another_act_is_not_told(text: str) -> None:
    assert told(text) == []


def test_a_paper_of_another_body_is_under_other_rules() -> None:
    assert told("An appeal is possible within 14 days of receipt.", body="Ferry Office of Tolna") == []


def test_who_argues_says_what_he_likes() -> None:
    assert told("An appeal is possible within 14 days of receipt.", sort="advocacy") == []


def test_a_time_that_another_paper_replaces_is_left_alone() -> None:
    changed = (
        "First change",
        "policy_manual",
        "2025-01-05",
        'The words "within 28 days" are replaced by "within 14 days".',
    )
    letter = (
        "Notice, Marsh Lane Allotments",
        "decision",
        "2025-06-02",
        "An appeal is possible within 14 days of receipt. It rained.",
    )
    assert list(findings(case_of(RULES, changed, letter))) == []


def test_a_second_suspension_is_under_no_rule_on_the_first() -> None:
    rules = (
        "Rules of the Marsh Lane Allotments",
        "policy_manual",
        "2024-01-05",
        "A first suspension may last at most 90 days.",
    )
    letter = "Mr Odd is suspended for six months."
    before = "In 2023 there was an earlier suspension of Mr Odd."
    notice = ("Notice, Marsh Lane Allotments", "decision", "2025-06-02", f"{letter} The gate was painted.")
    again = ("Notice, Marsh Lane Allotments", "decision", "2025-06-02", f"{letter} {before}")
    assert len(list(findings(case_of(rules, notice)))) == 1
    assert list(findings(case_of(rules, again))) == []
