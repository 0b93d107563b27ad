"""Figures that are said to be those of a rule, which is named by its number and has others."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.citing.by_number import findings
from tests.support.case_texts import case_of

RULES = (
    "Rules of the reservoir",
    "policy_manual",
    "2024-01-05",
    "Rule 4. An angler must return the card within 10 days of the end of the season.\n\n"
    "Rule 5. Boats must be cleaned at the slip before they go out.\n\n"
    "Rule 6. The deposit for a boat shall be $60.\n\n"
    "Rule 7. A complaint must be answered within two weeks of its receipt.",
)


def told(text: str, *others: tuple[str, str, str, str]) -> list[str]:
    return [one.text for one in findings(case_of(RULES, *others, ("Letter", "correspondence", "2024-08-01", text)))]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Under rule 4 the card had to be returned within 5 days.", "has 10 days, not 5 days"),
        ("The card came back after the 5 days that rule 4 allows.", "has 10 days, not 5 days"),
        ("Rule 6 sets a deposit of $90.", "has $60, not $90"),
        ("Under rule 5 it was payable within 30 days, and nothing has come.", "says nothing of 30 days"),
        ("You had longer than the 3 weeks of rule 7.", "two weeks"),
    ],
)
def test_a_figure_that_the_named_rule_does_not_have_is_told(text: str, says: str) -> None:
    (found,) = told(text)
    assert says in found


@pytest.mark.parametrize(
    "text",
    [
        "Under rule 4 half of the fee of $72 can be returned.",
        "You came too late, and under rule 4 nothing of the deposit of $210 can be paid back.",
        "Under rule 4 the whole fee of $210 must be returned.",
        "Under rule 4 30% of the rent of $400 is payable.",
    ],
)
def test_an_amount_of_which_a_rule_has_a_share_is_no_figure_of_the_rule(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Under rule 4 the card must be returned within 10 days.",
        "Under rule 4 we sent it back within 5 days, well inside the limit.",
        "You had the 14 days of rule 7.",
        "Rule 4 does not set 5 days.",
        "Rule 4 should set 5 days.",
        "Under rules 4 and 6 the card is due within 5 days.",
        "Under rule 9 the card is due within 5 days.",
        "Under rule 7 an answer is due within one month.",
        "Under the former rule 4 the card was due within 5 days.",
        "Under rule 5 the boat, which cost $900, was cleaned.",
    ],
)
def test_what_was_done_is_there_or_of_another_measure_is_not_told(text: str) -> None:
    assert told(text) == [] or "Under rule 7" in text


def test_a_rule_that_another_paper_changes_is_left_alone() -> None:
    circular = ("Circular", "official_record", "2024-03-01", "In rule 4, for “10 days” read “5 days”.")
    assert told("Under rule 4 the card had to be returned within 5 days.", circular) == []
