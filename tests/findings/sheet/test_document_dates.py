"""Of several mails in one paper each sentence has its own mail's day and writer."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.assembling import sheet
from foam_graph.findings.sheet.described import described
from foam_graph.findings.sheet.document_dates import document_dates
from foam_graph.findings.sheet.standing.naming import called
from foam_graph.findings.sheet.standing.statements import statements
from tests.findings.sheet.texts import made_of

FIRST = "From: Helen Brandt, President\nTo: Corbin\nDate: 24 August 2026\nSubject: Notice\n\nThe notice was sent."
SECOND = "From: Paul Corbin <paul@corbin.example>\nTo: Helen Brandt\nDate: 5 October 2026\nSubject: Re: Notice\n\nAll eleven defects were mended."


def names(text: str) -> dict[str, str]:
    file = described(made_of(text, "The quay is long.", titles=("Mails", "Log")))
    return {one.text: called(one) for one in statements(file) if one.standing == "fact"}


def test_each_sentence_is_of_its_own_mail() -> None:
    found = names(f"{FIRST}\n\n{SECOND}")
    assert found["The notice was sent."] == "the mail of Helen Brandt, President (2026-08-24)"
    assert found["All eleven defects were mended."] == "the mail of Paul Corbin (2026-10-05)"


def test_several_mails_have_no_day_in_common() -> None:
    file = made_of(f"{FIRST}\n\n{SECOND}", titles=("Mails",))
    dates = document_dates(file)
    assert not dates.days
    assert not any("the day that" in one.text for one in sheet(file))
    last = file.documents[0].sentences[-1]
    assert str(dates.written(file.documents[0].id, last.id)) == "2026-10-05"


@pytest.mark.parametrize(
    "text",
    [
        FIRST,  # one mail is the paper itself
        "From: Helen Brandt\n\nThe notice was sent.\n\nFrom: Paul Corbin\n\nAll eleven defects were mended.",
        "Date: 3 May 2026\n\nThe notice was sent.\n\nDate: 5 May 2026\n\nAll eleven defects were mended.",
        "From: a@b.example\nDate: 3 May 2026\n\nThe notice was sent.\n\nFrom: \nDate: 32 May 2026\n\nIt was mended.",
        "From: Ann Orr\nDate: 03/04/2026\n\nThe notice was sent.\n\nFrom: Bo Orr\nDate: 04/05/2026\n\nIt was mended.",
        "From: \nFrom: \nDate:\n\nThe notice was sent.",
    ],
)
def test_a_single_mail_and_broken_heads_name_no_mail(text: str) -> None:
    assert all("the mail of" not in name for name in names(text).values())


@pytest.mark.parametrize(
    ("shown", "days"),
    [
        ("The quay was cleaned on 25/06/2026.", [(3, 5), (7, 4)]),
        ("The quay was cleaned in June 2026.", [(3, 5)]),  # nothing shows whether 07/04 is in April or in July
    ],
)
def test_the_days_of_a_text_are_those_that_are_told_for_sure(shown: str, days: list[tuple[int, int]]) -> None:
    dates = document_dates(made_of(shown, titles=("Log",)))
    found = dates.days_in("It came on 3 May 2026, was tried in June 2026, and broke on 07/04/2026.")
    assert [(read.day, read.month) for read in map(dates.read, found)] == days
