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


HEADS = """From: Ola Brandt
To: Petra Sund
Date: 4 May 2024
Subject: Re: the boiler

I do not think so.

> -----Original Message-----
> **From:** Petra Sund <sund@house.example>
> Sent: Thursday, 2 May 2024 08:15
> To: Ola Brandt
>
> The boiler has leaked since March. Nobody came to see it.
>
> > From: Ola Brandt
> > Date: 28 April 2024
> >
> > The boiler was checked on 20 April 2024.
>
> The room is cold.
>
> On 27 April 2024, Ida Holm wrote:
> > The stairs are wet.

Regards
Ola
"""


def test_a_head_that_is_quoted_with_its_mail_gives_its_writer_and_day_at_each_depth() -> None:
    found = texts_of(case_of(("boiler", "correspondence", "2024-05-04", HEADS)))
    petra = ("fact", "the mail of Petra Sund (2024-05-02)", "2024-05-02")
    assert found["The boiler has leaked since March."] == petra
    assert found["Nobody came to see it."] == petra
    assert found["The room is cold."] == petra
    assert found["The boiler was checked on 20 April 2024."][1:] == (
        "the mail of Ola Brandt (2024-04-28)",
        "2024-04-28",
    )
    assert found["The stairs are wet."][1:] == ("the mail of Ida Holm (2024-04-27)", "2024-04-27")
    assert found["From: Ola Brandt"][0] in ("fragment", "question")
    assert found["Regards"][2] == "2024-05-04"


def test_a_quoted_head_without_writer_or_day_makes_nobody_s_facts() -> None:
    for line in (
        "> Sent: 2 May 2024\n> To: Ola Brandt",
        "> From: Petra Sund\n> To: Ola Brandt",
        "> From:\n> Date: soon",
    ):
        text = f"I do not think so.\n\n{line}\n>\n> The boiler has leaked since March."
        found = texts_of(case_of(("boiler", "correspondence", "2024-05-04", text)))
        assert found["The boiler has leaked since March."][0] == "question"
