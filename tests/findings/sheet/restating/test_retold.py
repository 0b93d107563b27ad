"""One matter told twice is a contradiction where both cannot be true, in whatever words; two matters are none."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.restating.retold import findings
from tests.findings.sheet.texts import TITLES, made_of

CLASHING = [
    ("number", "The orchard has 310 trees.", "All 340 trees of the orchard were pruned."),
    ("number", "Beds in the fever ward: 24.", "There is room for 42 patients in the fever ward."),
    ("number", "The new oven was bought for €4,100.", "We spent €4,600 on the new oven."),
    (
        "number",
        "In 2023 the choir gave 12 concerts.",
        "21 concerts took place in 2023.",
    ),
    ("negation", "The pump was serviced on 3 May 2025.", "Nobody serviced the pump on 3 May 2025."),
    ("negation", "The cellar door was locked on 2 June.", "On 2 June the door of the cellar was unlocked."),
    ("negation", "A sample was taken at the well on 2 June.", "There was no sampling at the well on 2 June."),
    ("negation", "The lift was out of order on 9 July.", "On 9 July the lift was in working order."),
    ("date", "The board approved the lease on 3 March 2025.", "Approval of the lease by the board: 8 March 2025."),
    ("date", "The main cable broke on 3 March 2025.", "On 8 March 2025 the main cable gave way."),
]
AGREEING = [
    ("The orchard has 310 trees.", "310 trees stand in the orchard."),
    ("The old oven was bought for €900.", "The new oven was bought for €4,100."),
    ("The buoy at the wreck was painted on 3 May 2025.", "The buoy of the fairway was painted on 9 May 2025."),
    ("In 2022 the choir gave 12 concerts.", "In 2023 the choir gave 21 concerts."),
    ("The west hall has 30 seats.", "There are 60 seats in the east hall."),
    ("Mr Abel signed the lease.", "My brother did not sign the lease."),
    ("The lamp was repaired on 3 May 2025.", "The lamp has not been broken since its repair on 3 May 2025."),
    ("The lift was out of order on 9 July.", "On 11 July the lift was in working order."),
    ("The pump was serviced on 3 May 2025.", "If the pump was not serviced on 3 May 2025, it must be."),
    ("Gross wages paid on 6 March 2025 were $380.", "The gross wages of March 2025 were $1,949."),
    ("Half of the 40 jars were full.", "We opened 12 jars."),
    ("The roof of the barn was mended on 3 March 2025.", "The roof of the barn was painted on 8 March 2025."),
    ("Without the two annexes, 46 huts can be built.", "The plan is for 54 huts."),
    ("The clerk mailed the notice on 3 May.", "The notice was not delivered."),
    ("Of the 11 defects of 9 June 2026, 8 were mended.", "All 11 defects were mended by 20 July 2026."),
]  # fmt: skip


@pytest.mark.parametrize(("differ", "one", "other"), CLASHING)
def test_what_cannot_both_be_true_is_told_with_both_sides(differ: str, one: str, other: str) -> None:
    file = made_of(one, other, titles=TITLES)
    [found] = findings(file)
    assert (found.kind, found.verdict, found.inputs["differ_in"]) == ("contradiction", "disputed", differ)
    assert {file.sentence(id_).text for id_ in (*found.sentences, *found.against)} == {one, other}
    assert all(text.rstrip(".") in found.text for text in (one, other))


@pytest.mark.parametrize(("one", "other"), AGREEING)
def test_what_can_both_be_true_is_left_alone(one: str, other: str) -> None:
    assert list(findings(made_of(one, other, titles=TITLES))) == []


def test_one_document_does_not_contradict_itself() -> None:
    assert list(findings(made_of("The orchard has 310 trees. The orchard has 340 trees."))) == []


def test_a_document_that_gives_both_amounts_speaks_of_two_things() -> None:
    first = "The orchard has 310 trees. With the nursery the orchard has 340 trees."
    assert list(findings(made_of(first, "The orchard has 340 trees.", titles=TITLES))) == []


def test_all_who_say_so_are_told_together() -> None:
    denied = "Nobody serviced the pump on 3 May 2025."
    file = made_of(
        "The pump was serviced on 3 May 2025.", denied, "On 3 May 2025 the pump was not serviced.", titles=TITLES
    )
    [found] = findings(file)
    assert len(found.sentences) + len(found.against) == 3
    assert "So also the minutes of the board" in found.text


def test_a_rule_is_no_fact() -> None:
    assert list(findings(made_of("The ward has 24 beds.", "The ward must have 42 beds.", titles=TITLES))) == []


def test_odd_text_is_read_without_a_fault() -> None:
    assert list(findings(made_of("", "…", "| a | b |\n|---|---|\n| 1 | 2 |", "no no not never 3 3 3 of of of"))) == []
