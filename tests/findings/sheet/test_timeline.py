"""Dated events come in order with who says them; two days for one event are told, two events are not."""

from __future__ import annotations

from datetime import date

import pytest

from foam_graph.findings.finding import Finding
from foam_graph.findings.sheet import deadlines
from foam_graph.findings.sheet.chronology import timeline
from foam_graph.findings.sheet.document_dates import document_dates
from foam_graph.findings.sheet.working_days import working_days
from tests.findings.sheet.texts import made_of


def lines(*texts: str, dates: tuple[str, ...] = ()) -> list[Finding]:
    return [one for one in timeline.findings(made_of(*texts, dates=dates)) if one.rule == "timeline"]


def days(*texts: str, dates: tuple[str, ...] = ()) -> list[str]:
    return [str(one.inputs["day"]) for one in lines(*texts, dates=dates)]


def test_events_come_in_order_each_with_its_source() -> None:
    found = lines(
        "The flat was let on 3 May 2024.", "The keys were returned on 31 May 2025. The lift failed on 2 May 2024."
    )
    assert [one.text[: one.text.index(":")] for one in found] == ["2 May 2024", "3 May 2024", "31 May 2025"]
    assert found[1].text == '3 May 2024: The flat was let on 3 May 2024. Said by "Document 1".'


def test_the_same_event_said_twice_is_one_line_with_both_sources() -> None:
    found = lines(
        "The review notice was mailed on 9 March 2026.", "The office mailed the review notice on 9 March 2026."
    )
    assert len(found) == 1
    assert '"Document 1" and "Document 2"' in found[0].text
    assert len(found[0].sentences) == 2


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Mr Lind will become chair on 3 January.", "2026-01-03"),
        ("The next meeting takes place on 10 December.", "2025-12-10"),
        ("Mr Lind became chair on 3 January.", "2025-01-03"),
        ("The shop opens again on 8 December.", "2025-12-08"),
        ("The shop opened again on 8 December.", "2024-12-08"),
        ("The meeting took place on 10 December.", "2024-12-10"),
    ],
)
def test_what_was_to_come_has_the_next_such_day(text: str, day: str) -> None:
    assert [one.inputs["day"] for one in lines(text, dates=("2025-11-11",))] == [day]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("The rent is payable in four equal instalments on 1 January, 1 April and 1 July.", []),
        ("The rent is due each year on 1 April.", []),
        ("The second instalment was paid on 3 April.", ["2025-04-03"]),
        ("The rent for the year is due on 1 April 2026.", ["2026-04-01"]),
    ],
)
def test_a_day_that_comes_again_each_year_is_no_event(text: str, day: list[str]) -> None:
    assert days(text, dates=("2025-11-11",)) == day


def test_marks_of_emphasis_are_not_told() -> None:
    [found] = lines("**The door.** It was found *open* on 3 May 2024.")
    assert found.text == '3 May 2024: The door. It was found open on 3 May 2024. Said by "Document 1".'


def test_each_mail_of_a_thread_has_the_year_of_its_own_date() -> None:
    first = "Date: 9 November 2022\n\nThe oven failed on 6 November."
    second = "Date: 16 December 2022\n\nThe report came in on 13 December."
    third = "Date: 4 January 2023\n\nThe shop opens again on 8 January."
    found = lines(f"{first}\n\n{second}\n\n{third}")
    assert [one.inputs["day"] for one in found] == ["2022-11-06", "2022-12-13", "2023-01-08"]
    assert ["still to come when this was written" in one.text for one in found] == [False, False, True]


def test_a_day_of_the_sentence_before_is_no_day_of_its_own() -> None:
    assert len(lines("The tanker came on 29 September 2025. It was still dark.")) == 1


@pytest.mark.parametrize("text", [
    "The letter of 9 March 2026 was long.",
    "An application must be filed by 9 March 2026.",
    "If the notice came on 9 March 2026, it was late.",
    "Did the notice come on 9 March 2026?",
    "The notice mailed on 9 March 2026 was never delivered.",
])  # fmt: skip
def test_a_date_that_only_names_a_thing_is_no_event(text: str) -> None:
    assert lines(text) == []


def disputed(*texts: str) -> list[Finding]:
    return [one for one in timeline.findings(made_of(*texts)) if one.verdict == "disputed"]


def test_two_days_for_one_event_are_told_with_both_sides() -> None:
    (one,) = disputed(
        "The surge wave reached the harbour on 8 March 2025.",
        "The surge wave reached the harbour on 9 March 2025 at 4.58 a.m.",
    )
    assert one.text.endswith("1 day apart.")
    assert len(one.sentences) == len(one.against) == 1


@pytest.mark.parametrize(("one", "other"), [
    ("The bridge was finished on 29 August 2025 by Lodge & Sons.", "The new bridge, finished on 12 September 2025, is open."),
    ("The surge wave of 2025 reached Sorrel Bay on 8 March 2025.", "The surge wave reached the harbour of Sorrel Bay on 9 March 2025 at 04.58."),
])  # fmt: skip
def test_two_days_are_told_though_the_words_differ(one: str, other: str) -> None:
    assert len(disputed(one, other)) == 1


@pytest.mark.parametrize("other", [
    "The fence of the bridge was finished on 12 September 2025.",
    "The road, finished on 12 September 2025, leads to the bridge.",
    "The bridge was painted on 12 September 2025.",
    "The second bridge was finished on 12 September 2025.",
])  # fmt: skip
def test_what_is_finished_must_be_the_same_thing(other: str) -> None:
    assert disputed("The bridge was finished on 29 August 2025.", other) == []


@pytest.mark.parametrize("other", [
    "The office mailed the second review notice on 20 March 2026.",
    "The review notice was received on 12 March 2026.",
    "The review notice was not mailed on 20 March 2026.",
    "The office mailed the decision on 20 March 2026.",
    "The office mailed the review notice again on 20 March 2026.",
    "The office mailed 3 review notices on 20 March 2026.",
])  # fmt: skip
def test_two_events_are_not_one(other: str) -> None:
    assert disputed("The office mailed the first review notice on 9 March 2026.", other) == []


def test_days_that_one_document_repeats_are_a_series() -> None:
    paid = "Wages were paid on 6 March 2026. Wages were paid on 13 March 2026."
    assert disputed(paid, "Wages were paid on 20 March 2026.") == []


def test_a_wrong_day_of_the_week_is_told_and_a_right_one_is_not() -> None:
    found = [one for one in timeline.findings(made_of("The net was measured on Friday, 20 March 2025.")) if one.verdict]
    assert [one.text for one in found] == ['"Document 1" calls 20 March 2025 a Friday; it was a Thursday.']
    assert not [one for one in timeline.findings(made_of("It was measured on Thursday, 20 March 2025.")) if one.verdict]


def test_the_documents_decide_whether_day_or_month_stands_first() -> None:
    assert days("The notice came on 3/4/2026.", "We answered on 25/4/2026.") == ["2026-04-03", "2026-04-25"]
    assert days("The notice came on 3/4/2026.", "We answered on 4/25/2026.") == ["2026-03-04", "2026-04-25"]


def test_an_undecided_numeric_date_is_marked() -> None:
    (one,) = lines("The notice came on 3/4/2026.")
    assert one.inputs["ambiguous"] is True
    assert "may also be 3 April 2026" in one.text


def test_a_day_without_a_year_has_that_of_its_document() -> None:
    assert days("The notice came on 9 March. The case closed on 30 November.", dates=("2026-04-09",)) == [
        "2025-11-30",
        "2026-03-09",
    ]
    assert days("The notice came on 9 March.") == []


@pytest.mark.parametrize(("head", "day"), [
    ("Brackwater, 9 April 2026\n\nDear Ms Berg,\n\nwe thank you.", date(2026, 4, 9)),
    ("From: A\nTo: B\nDate: Mon, 2 Mar 2026 10:15:00 +0100\nSubject: roof\n\nThe roof leaks.", date(2026, 3, 2)),
    ("Date: 14.03.2026\n\nWe thank you.", date(2026, 3, 14)),
    ("# Decision of 9 April 2026\n\nThe claim is denied.", date(2026, 4, 9)),
    ("The claim of 9 April 2026 is denied.", None),
    ("Date: 3/4/2026\n\nWe thank you.", None),
])  # fmt: skip
def test_the_head_of_a_letter_or_mail_dates_it(head: str, day: date | None) -> None:
    file = made_of(head)
    assert document_dates(file).days.get(file.documents[0].id) == day


RULE = "A claim must be filed within 21 days after the notice is mailed."


def kept(*texts: str) -> list[str | None]:
    return [one.verdict for one in deadlines.findings(made_of(*texts))]


@pytest.mark.parametrize(("filed", "verdict"), [
    ("30 March 2026", "within"), ("31 March 2026", "beyond"), ("30.03.2026", "within"), ("31.03.2026", "beyond"),
])  # fmt: skip
def test_days_between_events_are_held_against_the_limit(filed: str, verdict: str) -> None:
    assert kept(RULE, "The notice was mailed on 9 March 2026.", f"The claim was filed on {filed}.") == [verdict]


def test_days_that_differ_make_a_limit_disputed() -> None:
    texts = (
        RULE,
        "The notice was mailed on 9 March 2026.",
        "The claim was filed on 27 March 2026.",
        "The claim was filed on 7 April 2026.",
    )
    (one,) = deadlines.findings(made_of(*texts))
    assert one.verdict == "disputed"
    assert "18 calendar days, 3 to spare" in one.text
    assert "29 calendar days, 8 too many" in one.text


def test_working_days_are_counted_where_the_rule_says_so() -> None:
    rule = "A master must report a catch to the office within 5 working days after the landing."
    (one,) = deadlines.findings(
        made_of(rule, "The landing of 21 March 2025 was reported to the office on 31 March 2025.")
    )
    assert (one.verdict, "6 working days, 1 too many" in one.text) == ("beyond", True)


@pytest.mark.parametrize("other", ["The notice was framed on 9 March 2026.", "The invoice was mailed on 9 March 2026."])
def test_events_that_the_rule_does_not_name_are_left_alone(other: str) -> None:
    assert kept(RULE, other, "The claim was filed on 30 April 2026.") == []


@pytest.mark.parametrize(("last", "count"), [(24, 1), (28, 5), (29, 5), (30, 5), (31, 6)])
def test_working_days_are_monday_to_friday(last: int, count: int) -> None:
    assert working_days(date(2025, 3, 21), date(2025, 3, last)) == count


def test_a_sentence_with_two_days_is_one_line_at_the_first_of_them() -> None:
    (found,) = lines("The lamp was mended on 1 September 2026, after the keeper had been freed on 31 August 2026.")
    assert found.text.startswith("31 August 2026 and 1 September 2026: The lamp was mended")
    assert found.inputs["day"] == "2026-08-31"


def test_of_two_days_only_the_later_one_may_be_still_to_come() -> None:
    text = "The lease began on 1 March 2024 and ends on 28 February 2027."
    (found,) = (
        one for one in timeline.findings(made_of(text), date(2026, 1, 1)) if one.rule == "timeline"
    )  # fmt: skip
    assert found.text.endswith("The last of these days was still to come on 1 January 2026.")


def test_two_sentences_on_two_days_are_two_lines() -> None:
    assert len(lines("The lamp broke on 31 August 2026. The lamp was mended on 1 September 2026.")) == 2


LOG = "| Day | Gate | Entry | By |\n|---|---|---|---|\n{}\n"


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("| 3 May 2024 | 2 | Gate jammed, greased by Orme. | R. Hale |", "3 May 2024: Gate jammed, greased by Orme."),
        ("| 3 May 2024 | 2 | oiled | R. Hale |", "3 May 2024: Gate: 2; Entry: oiled; By: R. Hale."),
        ("| G-7 | 2 | seen by Orme on 3 May 2024; left as it was | Hale |", "3 May 2024: G-7: seen by Orme on 3 May 2024; left as it was."),
    ],
)  # fmt: skip
def test_a_row_is_told_by_the_cells_that_say_something(row: str, told: str) -> None:
    (found,) = lines("# Log of the gates\n\n" + LOG.format(row))
    assert found.text == f'{told} Said by "Document 1".'


def test_the_rows_of_a_word_table_are_told_under_its_head() -> None:
    rows = ["Day | Works | Room", "3 May 2024 | Survey | Cellar", "4 May 2024 | Painting | Loft"]
    told = ["3 May 2024: Works: Survey; Room: Cellar.", "4 May 2024: Works: Painting; Room: Loft."]
    assert [one.text for one in lines("\n\n".join(rows))] == [f'{one} Said by "Document 1".' for one in told]
    of_other_width = ["Tel. 4711 | Hill Road", *rows]
    assert [one.text for one in lines("\n\n".join(of_other_width))] == [f'{one} Said by "Document 1".' for one in told]


def test_the_first_row_of_a_word_table_without_a_head_is_told() -> None:
    rows = ["3 May 2024 | The cellar was surveyed by Orme | Hale", "4 May 2024 | The loft was painted white | Hale"]
    found = lines("\n\n".join(rows))
    assert [one.text.partition(" Said")[0] for one in found] == [
        "3 May 2024: The cellar was surveyed by Orme.",
        "4 May 2024: The loft was painted white.",
    ]


def test_a_row_of_a_word_table_and_a_sentence_are_two_lines() -> None:
    row = "4 May 2024 | The loft of the mill was painted white | Hale"
    assert len(lines(row, "The loft of the mill was painted white on 4 May 2024.")) == 2


def test_a_row_of_figures_and_the_head_of_a_table_are_no_events() -> None:
    table = "| Read on | Stand | Meter |\n|---|---|---|\n| 3 May 2024 | 48213 | M-11 |\n"
    head = "| Line | Sold from 9 May 2024 on | Left |\n|---|---|---|\n| A | 12 | 3 |\n"
    assert lines(f"# Readings\n\n{table}", f"# Sales\n\n{head}") == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("21 May 2024, 14:00, Corn Hall, upper room\n\nThe chair opened the meeting.", False),
        ("Date: Monday 20 May 2024\n\nThe chair opened the meeting.", False),
        ("Tuesday 21 May 2024\n\nDear Sir, we thank you.", False),
        ("21 May 2024: flood in the cellar\n\nThe pump was borrowed.", True),
        ("Handed in on 21 May 2024\n\nThe pump was borrowed.", True),
    ],
)
def test_the_head_of_a_paper_is_no_event_and_a_note_is(text: str, told: bool) -> None:
    assert bool(lines(text)) is told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Appeal of Ines Kray-Holt (until 3 May 2024: Ines Kray), member 12, is before the board.", []),
        ("The pavilion (built in 1990) was sold on 3 May 2024.", ["2024-05-03"]),
        ("The pavilion was let until 3 May 2024 (to the choir).", ["2024-05-03"]),
    ],
)
def test_a_name_that_held_until_a_day_is_no_event(text: str, told: list[str]) -> None:
    assert days(text) == told


def test_a_long_sentence_is_cut_round_its_date() -> None:
    names = ", ".join(f"Mr Abel Number{n} of the {n}th district" for n in range(12))
    (found,) = lines(f"Present were {names}; Ms Quill sat for Mr Orme, as he had written on 3 May 2024.")
    assert "written on 3 May 2024." in found.text
    assert ": … " in found.text
    (early,) = lines(f"On 3 May 2024 these came to the hall: {names}.")
    assert early.text.startswith("3 May 2024: On 3 May 2024 these came")
    assert " … Said by" in early.text


def test_the_number_of_a_clause_is_left_out_and_a_full_stop_stands_at_the_end() -> None:
    found = lines(
        "4. The lease begins on 1 March 2024.", "Handed in on 2 March 2024", "5.2 The lease ends on 3 March 2024."
    )
    assert [one.text[: one.text.index(" Said by")] for one in found] == [
        "1 March 2024: The lease begins on 1 March 2024.",
        "2 March 2024: Handed in on 2 March 2024.",
        "3 March 2024: The lease ends on 3 March 2024.",
    ]


@pytest.mark.parametrize(
    ("text", "today", "ending"),
    [
        ("The bridge will open on 5 May 2024.", None, "This was still to come when this was written."),
        ("The bridge closes from 5 May 2024.", None, "This was still to come when this was written."),
        ("Handed in on 5 May 2024.", None, ""),  # a note that was added later
        ("The bridge was closed on 5 March 2024.", None, ""),
        ("The bridge will open on 5 May 2024.", date(2024, 5, 1), "This was still to come on 1 May 2024."),
        ("The bridge will open on 5 May 2024.", date(2024, 6, 1), "This was still to come when this was written."),
    ],
)
def test_still_to_come_says_when(text: str, today: date | None, ending: str) -> None:
    (found,) = (one for one in timeline.findings(made_of(text, dates=("2024-04-01",)), today) if one.rule == "timeline")
    assert found.text.partition(' Said by "Document 1".')[2].strip() == ending


def test_a_paper_that_proposes_is_no_source_of_a_motion() -> None:
    proposal = "That the council approve the ferry tariff from 1 May 2024."
    motion = "It was moved that the ferry tariff be approved from 1 May 2024."
    again = "It was then moved that the ferry tariff be approved from 1 May 2024."
    found = lines(proposal, motion, again, dates=("2024-03-01", "2024-04-01", "2024-04-02"))
    assert [len(one.sentences) for one in found] == [1, 2]
    assert 'Said by "Document 1"' in found[0].text
    assert "moved" not in found[0].text
    assert 'Said by "Document 2" and "Document 3"' in found[1].text


@pytest.mark.parametrize(
    "text", ["It was handed to the printer on 3 May 2024.", "In the end it was handed to the printer on 3 May 2024."]
)
def test_what_two_papers_call_it_is_not_one_thing(text: str) -> None:
    found = lines(f"We have the catalogue. {text}", f"We wait for the poster. {text}")
    assert [len(one.sentences) for one in found] == [1, 1]


def test_she_of_two_papers_is_not_one_person_with_two_days() -> None:
    two = made_of(
        "The lorry waited. She arrived at the depot on 4 May 2024.",
        "All were there. She arrived at the depot on 9 May 2024.",
    )
    named = made_of(
        "The engineer arrived at the depot on 4 May 2024.", "The engineer arrived at the depot on 9 May 2024."
    )
    assert [one.rule for one in timeline.findings(two) if one.verdict] == []
    assert [one.rule for one in timeline.findings(named) if one.verdict] == ["two days"]


def test_the_day_of_this_letter_is_the_day_of_its_act_and_each_part_has_its_own() -> None:
    found = lines(
        "Objection to the survey is raised by this letter of 9 June 2025; the survey took place on 20 May 2025."
    )
    assert [one.text.split(" Said")[0] for one in found] == [
        "20 May 2025: The survey took place on 20 May 2025.",
        "9 June 2025: Objection to the survey is raised by this letter of 9 June 2025.",
    ]


def test_a_part_that_points_back_is_not_told_without_what_it_points_to() -> None:
    found = lines("The hall was let on 3 May 2024, and it was sold on 9 June 2025.")
    assert [one.text.split(" Said")[0] for one in found] == [
        "3 May 2024 and 9 June 2025: The hall was let on 3 May 2024, and it was sold on 9 June 2025."
    ]


def test_the_line_that_says_what_a_letter_is_about_is_no_event() -> None:
    text = "Dear Ms Abara,\n\nYour visit on 4 May 2025: broken glass\n\nThe pane fell out on 5 May 2025.\n"
    assert days(text) == ["2025-05-05"]
    assert days("Works on 4 May 2025: broken glass\n\nDear Ms Abara,\n\nThe pane fell out on 5 May 2025.\n") == [
        "2025-05-05"
    ]


def test_a_line_of_a_form_tells_what_was_done_on_its_day() -> None:
    text = "Boiler card\n\nDate of inspection: 4 May 2025\n\nValve fitted: 9 May 2025\n\nDate of birth: 3 June 1960\n\nValid until: 4 May 2026\n"
    assert days(text) == ["2025-05-04", "2025-05-09"]


def test_the_day_on_which_a_statement_was_taken_is_its_day() -> None:
    text = (
        "Statement of Ada Quist\n\nTaken: 19.03.2026, at the quay\n\nI saw the barge sink on 2 March.\n\nIt was dark.\n"
    )
    assert [str(day) for day in document_dates(made_of(text)).days.values()] == ["2026-03-19"]


def test_a_sentence_of_the_body_with_a_day_is_no_letterhead() -> None:
    text = "Quay card\n\nHarbour Works measured the quay on 11 March 2026.\n\nWork carried out: 24 and 25 March 2026\n"
    assert document_dates(made_of(text)).days == {}
    assert list(
        document_dates(made_of("Harbour Works, 11 March 2026\n\nDear Ms Orr,\n\nThe quay holds.\n")).days.values()
    )


def test_a_line_of_a_form_keeps_its_label_and_tells_the_day_once() -> None:
    form = "3. Current permit | MP/2021/04, from 13/09/2021 to 12/09/2024\n\n4. Berth wanted from | Two years from 13/09/2024"
    told = [one.text for one in lines(form)]
    assert told[0].startswith("from 13 September 2021: Current permit: MP/2021/04, from 13/09/2021 to 12/09/2024.")
    assert told[1].startswith("from 13 September 2024: Berth wanted from: Two years from 13/09/2024.")


def test_what_was_measured_on_a_day_is_no_event_and_what_was_done_is() -> None:
    table = "| Day | Where | Depth (m) |\n| --- | --- | --- |\n| 4 March 2025 | inner quay, north end | 3.1 |\n| 5 March 2025 | The lock was drained by Orr | 0.2 |"
    assert days(table) == ["2025-03-05"]
    log = "| Day | Pit | Depth (m) | Remarks |\n| --- | --- | --- | --- |\n| 4 March 2025 | P-1 | 1.6 | bottom of the sand |"
    (row,) = lines(log)
    assert row.text.startswith("4 March 2025: Pit: P-1; Depth (m): 1.6; Remarks: bottom of the sand.")


@pytest.mark.parametrize(
    "text",
    [
        "Orr & Dahl, Solicitors\n\n9 May 2024        By e-mail to office@harbour.example\n\nDear Ms Lund,\n\nWe act for the owner.",
        "# Harbour rules\n\n*As amended with effect from 1 May 2024. An extract follows.*\n\nThe quay is long.",
        "# Harbour rules\n\nRevised with effect from 1 May 2024.\n\nThe quay is long.",
    ],
)
def test_the_own_day_of_a_letter_and_the_edition_of_a_paper_are_no_events(text: str) -> None:
    assert not days(text)


def test_what_did_not_come_until_a_day_came_on_it() -> None:
    (late,) = lines("Your form did not arrive until 16 May 2024.")
    assert late.text.startswith("16 May 2024: ")
    (closed,) = lines("The gate was closed until 16 May 2024.")
    assert closed.text.startswith("until 16 May 2024: ")


def test_notes_with_a_day_in_short_and_an_hour_are_events() -> None:
    notes = "CLAIM NOTES\n\n15.08.24 09:13  CD  Mail received, receipt sent\n\n16.08.24 10:40  BO  Opened the notice."
    told = [one.text for one in lines(notes)]
    assert [one.partition(" Said by")[0] for one in told] == [
        "15 August 2024: 09:13 CD Mail received, receipt sent.",
        "16 August 2024: 10:40 BO Opened the notice.",
    ]


def test_a_sentence_whose_list_is_to_come_does_not_end_in_a_full_stop() -> None:
    (one,) = lines("On 4 May 2024 the committee decided the following:\n\n- to sell the boat\n")
    assert "decided the following: … Said by" in one.text
