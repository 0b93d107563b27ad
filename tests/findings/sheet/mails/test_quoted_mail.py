"""Lines that a mail quotes from an earlier one are the words of whoever wrote that one."""

from __future__ import annotations

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.sheet.standing.naming import called
from foam_graph.findings.sheet.standing.statements import statements
from tests.support.case_texts import case_of

MAIL = """From: Ola Brandt
To: Petra Sund
Date: 4 May 2024
Subject: Re: the boiler

Dear Petra,

I do not think so.

On 2 May 2024, at 8:15 AM, Petra Sund <sund@house.example> wrote:
> The boiler has leaked since March. Nobody came to see it.

Regards
Ola
"""


def texts_of(file: CaseFile) -> dict[str, tuple[str, str, str]]:
    return {one.text.lstrip("> "): (one.standing, called(one), one.date) for one in statements(file)}


def test_quoted_lines_are_those_of_the_earlier_writer_and_day() -> None:
    found = texts_of(case_of(("boiler", "correspondence", "2024-05-04", MAIL)))
    assert found["The boiler has leaked since March."] == ("fact", "the mail of Petra Sund (2024-05-02)", "2024-05-02")
    assert found["Nobody came to see it."][1] == "the mail of Petra Sund (2024-05-02)"
    assert "Petra Sund" not in found["I do not think so."][1]
    assert "Petra Sund" not in found["Regards"][1]


def test_lines_that_nobody_is_named_for_are_nobody_s_facts() -> None:
    text = "I do not think so.\n\n> The boiler has leaked since March.\n\nThe meter was read on Monday."
    found = texts_of(case_of(("boiler", "correspondence", "2024-05-04", text)))
    assert found["The boiler has leaked since March."][0] == "question"
    assert found["The meter was read on Monday."][0] == "fact"


def test_what_the_file_has_itself_is_not_told_a_second_time() -> None:
    own = "The boiler has leaked since March. Nobody came to see it."
    file = case_of(
        ("Letter of Petra Sund", "correspondence", "2024-05-02", own), ("boiler", "correspondence", "2024-05-04", MAIL)
    )
    told = [one.standing for one in statements(file) if "leaked" in one.text]
    assert told == ["fact", "question"]


def test_a_block_quotation_of_a_paper_that_is_no_mail_stays_the_paper_s() -> None:
    text = "The rule is this.\n\n> The boiler must be checked in March.\n\nThe meter was read on Monday."
    found = texts_of(case_of(("Minutes", "official_record", "2024-05-04", text)))
    assert found["The boiler must be checked in March."][0] != "question"
