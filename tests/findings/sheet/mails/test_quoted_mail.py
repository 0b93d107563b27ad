"""Lines that a mail quotes from an earlier one are the words of whoever wrote that one."""

from __future__ import annotations

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.sheet.chronology import timeline
from foam_graph.findings.sheet.standing.naming import called, quote
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


def test_an_earlier_writer_that_writes_more_than_a_name_is_quoted() -> None:
    mail = MAIL.replace("Petra Sund <", "Petra said: Judge <")
    found = texts_of(case_of(("boiler", "correspondence", "2024-05-04", mail)))
    assert found["Nobody came to see it."][1] == 'the mail of "Petra said: Judge" (2024-05-02)'


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


SAME_MARKS = """From: Ola Brandt
To: Petra Sund
Date: 4 May 2024
Subject: Re: the boiler

The room was painted on 3 May 2024.

> On 2 May 2024, at 08:15, Petra Sund
> <sund@house.example> wrote:
> The boiler was drained on 1 May 2024. The plumber comes on Friday 10 May.
> The key hangs by the door.
"""


def test_a_line_that_says_who_wrote_may_have_the_marks_of_what_follows_it() -> None:
    found = texts_of(case_of(("boiler", "correspondence", "2024-05-04", SAME_MARKS)))
    for text in ("The boiler was drained on 1 May 2024.", "The key hangs by the door."):
        assert found[text][1:] == ("the mail of Petra Sund (2024-05-02)", "2024-05-02")
    assert "Petra Sund" not in found["The room was painted on 3 May 2024."][1]


def test_marks_of_one_depth_more_are_still_the_words_of_the_one_who_wrote() -> None:
    text = f"{HEADS}\n\n> On 26 April 2024, Ida Holm wrote:\n>\n> > The stairs are dry.\n>\n> The lamp is out."
    found = texts_of(case_of(("boiler", "correspondence", "2024-05-04", text)))
    assert found["The stairs are dry."][1] == "the mail of Ida Holm (2024-04-26)"
    assert "Ida Holm" not in found["The lamp is out."][1]


def told_in(*texts: tuple[str, str, str, str]) -> list[str]:
    return [one.text for one in timeline.findings(case_of(*texts)) if one.rule == "timeline"]


def test_the_timeline_tells_quoted_lines_as_the_earlier_writer_s_without_marks() -> None:
    paper = ("boiler", "correspondence", "2024-05-04", SAME_MARKS)
    quoting = 'Said by the mail of Petra Sund (2024-05-02), quoted in "boiler".'
    assert told_in(paper) == [
        f"1 May 2024: The boiler was drained on 1 May 2024. {quoting}",
        '3 May 2024: The room was painted on 3 May 2024. Said by "boiler".',
        f"10 May 2024: The plumber comes on Friday 10 May. {quoting} This was still to come when this was written."
        " The year follows from the date of that mail.",
    ]


def test_a_line_that_says_who_wrote_is_no_event() -> None:
    for lead in (
        "On 2 May 2024, Petra Sund wrote:\n>",
        "> On 2 May 2024, Petra Sund wrote:\n>",
        "On 2 May 2024, Petra Sund wrote:",
    ):
        text = f"From: Ola Brandt\nDate: 4 May 2024\nSubject: boiler\n\nI do not think so.\n\n{lead} The boiler leaks."
        assert told_in(("boiler", "correspondence", "2024-05-04", text)) == []


def test_quoted_lines_of_nobody_or_that_the_file_has_itself_are_no_events() -> None:
    text = "I do not think so.\n\n> The boiler was drained on 1 May 2024."
    assert told_in(("boiler", "correspondence", "2024-05-04", text)) == []
    own = ("Letter of Petra Sund", "correspondence", "2024-05-02", "The boiler was drained on 1 May 2024.")
    [line, *_] = told_in(own, ("boiler", "correspondence", "2024-05-04", SAME_MARKS))
    assert line.endswith('Said by "Letter of Petra Sund".')


def test_a_wrong_day_of_the_week_is_that_of_the_mail_that_is_quoted() -> None:
    text = SAME_MARKS.replace("Friday 10 May", "Monday 10 May 2024")
    [found] = [
        one.text
        for one in timeline.findings(case_of(("boiler", "correspondence", "2024-05-04", text)))
        if one.rule == "weekday"
    ]
    assert found.startswith('The mail of Petra Sund (2024-05-02), quoted in "boiler", calls 10 May 2024 a Monday')


def test_initials_and_a_line_that_goes_on_are_read_whole() -> None:
    for lead in (
        "> On 2 May 2024, at 08:15, P. S. wrote:",
        "> On Thu, 2 May 2024 at 08:15, P. S. <p.s@house.example>\n> wrote:",
        "On Thu, 2 May 2024 at 08:15,\nP. S. <p.s@house.example> wrote:",
    ):
        text = f"From: Ola Brandt\nDate: 4 May 2024\nSubject: boiler\n\nNo.\n\n{lead}\n> The boiler was drained on 1 May 2024."
        [line] = told_in(("boiler", "correspondence", "2024-05-04", text))
        assert line.endswith('Said by the mail of P. S. (2024-05-02), quoted in "boiler".')


def test_what_was_said_before_somebody_wrote_names_no_writer() -> None:
    text = "From: Ola Brandt\nDate: 4 May 2024\n\nNo.\n\n> On 2 May 2024 it rained.\n> Somebody wrote:\n> The boiler leaks."
    found = texts_of(case_of(("boiler", "correspondence", "2024-05-04", text)))
    assert found["The boiler leaks."][0] == "question"


def test_quoted_words_are_told_without_the_marks() -> None:
    told = [quote(one) for one in statements(case_of(("boiler", "correspondence", "2024-05-04", SAME_MARKS)))]
    assert '"The boiler was drained on 1 May 2024"' in told
    assert '"The key hangs by the door"' in told
    paper = statements(case_of(("Limits", "official_record", "2024-05-04", "It is hot.\n\n> 5 mg is too much.")))
    assert '"> 5 mg is too much"' in [quote(one) for one in paper]


BLOCKS = """From: Ola Brandt
To: Petra Sund
Date: 4 May 2024
Subject: FW: the boiler

Petra,

Here is the thread you asked for.

Ola

---- Ines Kray, Thu 2 May 2024, 17:40, to office@house.example
---- cc Ola Brandt

Dear office,
The boiler has leaked since March.
Ines Kray

==== Tom Lund, 1 May 2024, 09:05, to Ines Kray

The plumber comes on Friday.
T

--
House and Yard Ltd
The office is open on weekdays.
"""


def test_what_stands_below_a_line_with_writer_and_day_is_that_writer_s() -> None:
    found = texts_of(case_of(("boiler", "correspondence", "2024-05-04", BLOCKS)))
    assert found["The boiler has leaked since March."] == ("fact", "the mail of Ines Kray (2024-05-02)", "2024-05-02")
    assert found["The plumber comes on Friday."][1:] == ("the mail of Tom Lund (2024-05-01)", "2024-05-01")
    for own in ("Here is the thread you asked for.", "The office is open on weekdays."):
        assert "Kray" not in found[own][1]
        assert "Lund" not in found[own][1]
        assert found[own][2] == "2024-05-04"


def test_a_line_of_dashes_without_a_day_or_without_to_whom_heads_no_mail() -> None:
    for line in (
        "---- Ines Kray, to the office",
        "---- Ines Kray, 2 May 2024",
        "---- Meeting of Ines Kray, 2 May 2024, 17:40",
    ):
        text = BLOCKS.replace("---- Ines Kray, Thu 2 May 2024, 17:40, to office@house.example", line)
        found = texts_of(case_of(("boiler", "correspondence", "2024-05-04", text)))
        assert "Kray" not in found["The boiler has leaked since March."][1]
