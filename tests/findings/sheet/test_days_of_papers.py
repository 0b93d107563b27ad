"""A paper has the day that its own lines give it, wherever at its head or foot they do."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.document_dates import document_dates
from tests.findings.sheet.texts import made_of


def day(text: str, title: str = "Paper") -> str:
    file = made_of(text, titles=(title,))
    return str(document_dates(file).days.get(file.documents[0].id, ""))


@pytest.mark.parametrize(
    ("text", "title", "found"),
    [
        ("Application for a mooring\n\nThe boat is nine metres long.\n\nI have read the rules.\n\nSigned: B. Orr      Date: 14/03/2025\n\nFOR THE OFFICE   Ref M/7   Fee paid", "Form", "2025-03-14"),
        ("Permit 41/6\n\nIssued by Harne District Council on 7 June 2021 for the yard at Mill Road.\n\nHolder: Orr Ltd.", "Permit", "2021-06-07"),
        ("ADDENDUM No. 4\n\nIssued 2nd June 2023 at the wish of the tenant.\n\nThe rent is 400.", "Addendum", "2023-06-02"),
        ("HARBOUR OFFICE - DUTY LOG\n\nFri 14 Mar 2025   Spring tide   gates open   wind W5\n\nKept by: C. Dahl\n\n1605 Gates open.", "Log", "2025-03-14"),
        ("Dahl & Orr, Solicitors\n\n9 May 2024        By e-mail to office@harbour.example\n\nDear Ms Lund,\n\nWe act for the owner.\n\nThe boat was sold.", "Letter", "2024-05-09"),
        ("# Tide gauge HARNE; date 2024-08-02; times UTC\n\nThe gauge was read each hour.\n\nIt stood dry once.", "Gauge", "2024-08-02"),
        ("CLAIM NOTES\n\nprinted 21.11.24 16:05 by CD\n\n15.08.24 09:13  CD  mail received, receipt sent\n\n16.08.24 10:40  CD  file opened", "Notes", "2024-11-21"),
    ],
)  # fmt: skip
def test_a_paper_has_the_day_that_its_lines_give_it(text: str, title: str, found: str) -> None:
    assert day(text, title) == found


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Come to the quay\n\nSat 14 Jun 2025   Summer fair   all welcome\n\nThere will be cake.\n\nBring a friend.", "Poster"),
        ("Form\n\n" + "The boat is long.\n\n" * 15 + "Signed: B. Orr   Date: 14/03/2025\n\nSigned: C. Dahl   Date: 17/03/2025\n\nFor the office.", "Form"),
        ("Harbour log\n\n14 March 2025   gates open\n\n15 March 2025   gates shut\n\nNothing else was seen.", "Log"),
        ("Dear Ms Lund,\n\nIssued by the council on 7 June 2021, the permit has lapsed.\n\nI ask for another.\n\nThe yard is empty.", "Letter"),
        ("Parts list\n\nThe frame takes 12/24/36 months.\n\nNothing is left.\n\nThe rest is here.", "List"),
    ],
)  # fmt: skip
def test_the_day_of_another_thing_is_not_that_of_a_paper(text: str, title: str) -> None:
    assert day(text, title) == ""
