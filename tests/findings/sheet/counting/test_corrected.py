"""Wrong totals that a later sentence puts right."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.assembling import sheet
from foam_graph.findings.sheet.counting.corrected import RULE
from tests.support.case_texts import case_of

INVOICE = (
    "INVOICE 27\n\nRent       £62.00\nWater      £18.50\nShare       £4.75\nTotal      £95.25\n\nPayable now, please.\n"
)


def told(*letters: str, date: str = "2025-03-01") -> list[tuple[str, str | None]]:
    texts = [("Letter of the treasurer", "correspondence", date, letter) for letter in letters]
    file = case_of(("Invoice", "correspondence", "2025-02-01", INVOICE), *texts)
    return [(one.rule, one.verdict) for one in sheet(file) if "85.25" in one.text and not one.is_pointer]


@pytest.mark.parametrize(
    "letter",
    [
        "The total on invoice 27 should read £85.25, not £95.25.",
        "I wrote £95.25 by mistake. It is £85.25 instead of £95.25.",
        "Erratum: the total on the invoice is £85.25.",
    ],
)
def test_a_total_that_is_put_right_afterwards_is_not_wrong(letter: str) -> None:
    assert told(letter) == [(RULE, None)]


def test_it_is_put_right_in_the_same_paper() -> None:
    file = case_of(
        ("Invoice", "correspondence", "2025-02-01", INVOICE + "\nThe total should read £85.25, not £95.25.\n")
    )
    (one,) = (each for each in sheet(file) if each.rule == RULE)
    assert one.kind == "superseded"
    assert (
        'The right figure is given afterwards, in the same paper: "The total should read £85.25, not £95.25".'
        in one.text
    )
    assert len(one.sentences) == 5


@pytest.mark.parametrize(
    ("letter", "date"),
    [
        ("The total was £95.25, not £87.25.", "2025-03-01"),
        ("Should it not be £85.25 instead of £95.25?", "2025-03-01"),
        ("Please pay £95.25 by Friday.", "2025-03-01"),
        ("The total should read £85.25, not £95.25.", "2025-01-01"),
    ],
)
def test_what_puts_nothing_right_leaves_it_wrong(letter: str, date: str) -> None:
    assert told(letter, date=date) == [("totals of lists", "wrong")]
