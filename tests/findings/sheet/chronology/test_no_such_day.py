"""Days that no calendar has are told; figures beside a month that may be anything else are not."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.assembling import sheet
from foam_graph.findings.sheet.chronology.no_such_day import RULE
from tests.findings.sheet.texts import made_of


def told(*texts: str) -> list[str]:
    """The days of a file of these papers that do not exist, each with why."""
    found = [one for one in sheet(made_of(*texts)) if one.rule == RULE]
    assert all((one.kind, one.verdict, len(one.sentences)) == ("timeline", "wrong", 1) for one in found)
    return [one.text for one in found]


@pytest.mark.parametrize(
    ("sentence", "why"),
    [
        ("The rent is due by 31 April 2025.", "31 April 2025, a day that does not exist: April has 30 days"),
        ("We met on 30 February, as agreed.", "30 February, a day that does not exist: February has at most 29 days"),
        ("The key was lost on 31st of June.", "31 June, a day that does not exist: June has 30 days"),
        ("The notice of 29 February 2025 was late.", "in 2025 February has 28 days"),
        ("It closes on Thursday, November 31, 2026.", "November has 30 days"),
        ("The quay was shut from 12 to 31 September.", "September has 30 days"),
        ("Date: 31 June 2026", "June has 30 days"),
        ("The rent is due by 31/02/2026.", "31 February 2026, a day that does not exist: February has at most 29 days"),
        ("The quay was shut on 04/31/2025.", "31 April 2025, a day that does not exist: April has 30 days"),
        ("The notice of 29.2.2025 was late.", "in 2025 February has 28 days"),
        ("The key was lost on Friday, 31-11-2025, at noon.", "November has 30 days"),
        ("Sent: 30/02/26", "30 February 2026, a day that does not exist"),
    ],
)
def test_a_day_that_no_calendar_has_is_told_with_why(sentence: str, why: str) -> None:
    (text,) = told(f"The quay is old. {sentence}\n")
    assert why in text
    assert sentence.rstrip(".") in text


@pytest.mark.parametrize(
    "sentence",
    [
        "The rent is due by 30 April 2025.",
        "The notice of 29 February 2024 was late, and that of 29 February was not.",
        "Harbour News No. 31 April 2025 has a picture of it.",
        "See page 31 February 2025 of the log.",
        "It breaks clause 12, 31 April edition.",
        "Under section 31 April counts as one month.",
        "In April 31 crates came.",
        "In April 31 of the crates came.",
        "We paid 4 of 31 June invoices and the 31 April 2025 bills.",
        "She lives at 31 June Street.",
        "There is no 31 June 2025 in any calendar.",
        "The paper says 31 April 2025; it meant 30 April 2025.",
        "By the old calendar he was born on 29 February 1900.",
        "The file 2025-02-30 is missing.",
        "The notice of 29/02/2024 was late, and that of 12/13/2025 was not.",
        "Our ref: 31/02/2026.",
        "Invoice 31/02/2026 is unpaid.",
        "Under rule 31.2.2026 it counts as paid.",
        "We wrote on 31/13/2026, on 45/02/2026 and from 31/02/2026/7.",
        "There is no 31/02/2026 in any calendar.",
        "The pump was at 30.2.25.1 of the plan, from 31.04.255 on.",
        "It came to 31.02.20,5 at the gauge.",
    ],
)
def test_what_may_be_something_else_is_not(sentence: str) -> None:
    assert told(f"The quay is old. {sentence}\n") == []


def test_a_column_of_days_holds_days_and_another_does_not() -> None:
    rows = "| date | who | file |\n| --- | --- | --- |\n| 2026-02-28 | Orr | 2026-02-30 |\n| 2026-02-31 | Lund | 7 |\n"
    (text,) = told(rows)
    assert 'a day that does not exist: February has at most 29 days ("2026-02-31, Lund, 7")' in text
    rows = (
        rows.replace("2026-02-31", "31/02/2026").replace("2026-02-30", "30/02/2026").replace("2026-02-28", "28/02/2026")
    )
    (text,) = told(rows)
    assert 'a day that does not exist: February has at most 29 days ("31/02/2026, Lund, 7")' in text


def test_each_paper_that_names_it_is_told() -> None:
    texts = told("The rent is due by 31 April 2025.\n", "You had time until 31 April 2025.\n")
    assert len({text.split(" names ")[0] for text in texts}) == 2
