"""What minutes rule out: papers of a later day before a sitting, and acts of somebody who was not there."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.governing.sittings import findings
from tests.support.case_texts import case_of

HEAD = "# Minutes of the choir council, held on 3 June 2024\n\n"


def told(minutes: str, letter: str = "The hall is dark.", head: str = HEAD) -> list[str]:
    file = case_of(
        ("Choir council", "official_record", "2024-06-09", f"{head}{minutes}\n\nThe piano is to be tuned.\n"),
        ("Letter of Ada Vale", "correspondence", "2024-07-01", letter),
    )
    return [one.kind for one in findings(file)]


@pytest.mark.parametrize(
    "minutes",
    [
        "The council had before it the letter of the tuner of 8 June 2024.",
        "The report of Ms Quist dated 5 June 2024 was before the council.",
        "The council considered the offer of Moor & Sons of 4 June 2024.",
    ],
)
def test_a_paper_of_a_later_day_was_not_before_the_sitting(minutes: str) -> None:
    assert told(minutes) == ["timeline"]


@pytest.mark.parametrize(
    "minutes",
    [
        "The council had before it the letter of the tuner of 3 June 2024.",
        "The council had before it the letter of the tuner of 28 May 2024.",
        "The council considered a concert on 8 June 2024.",
        "The council considered the draft of a letter to be sent on 8 June 2024.",
        "The council will have before it the report of 8 June 2024 at its next meeting.",
    ],
)
def test_earlier_papers_and_later_events_are_left_alone(minutes: str) -> None:
    assert told(minutes) == []


def test_a_paper_that_is_no_minutes_or_has_two_days_rules_nothing_out() -> None:
    text = "The council had before it the letter of the tuner of 8 June 2024."
    assert told(text, head="# Newsletter of 3 June 2024\n\n") == []
    assert told(text, head="# Minutes of the meetings held on 3 June 2024 and 10 June 2024\n\n") == []


ABSENT = "Present: A. Moor, K. Vale.\n\nApologies: T. Ash (treasurer), Ms Fenn."


@pytest.mark.parametrize(
    "letter",
    [
        "At the meeting of 3 June 2024 Ms Fenn agreed that she would pay for the piano.",
        "Mr Ash voted for the tour at the council meeting of 3 June 2024.",
    ],
)
def test_who_sent_apologies_did_nothing_at_the_sitting(letter: str) -> None:
    assert told(ABSENT, letter) == ["contradiction"]


DAY_FIRST = f"{ABSENT}\n\nThe hall was let until 28/06/2024."


@pytest.mark.parametrize(
    ("minutes", "day", "kinds"),
    [
        (DAY_FIRST, "03/06/2024", ["contradiction"]),
        (DAY_FIRST, "06/03/2024", []),  # another sitting, of 6 March
        (ABSENT, "03/06/2024", []),  # nothing shows whether it is of March or June
        (ABSENT, "06/03/2024", []),
    ],
)
def test_a_day_in_figures_is_read_as_the_papers_write_days(minutes: str, day: str, kinds: list[str]) -> None:
    assert told(minutes, f"Ms Fenn agreed to pay for the piano at the meeting on {day}.") == kinds


@pytest.mark.parametrize(
    ("minutes", "letter"),
    [
        (ABSENT, "At the meeting of 3 June 2024 Ms Vale agreed that she would pay for the piano."),
        (ABSENT, "At the meeting of 6 May 2024 Ms Fenn agreed that she would pay for the piano."),
        (ABSENT, "At the meeting of 3 June 2024 nobody knew whether Ms Fenn agreed."),
        (ABSENT, "Ms Fenn agreed by letter to what was said at the meeting of 3 June 2024."),
        (f"{ABSENT}\n\nMs Fenn joined at 19:30.", "At the meeting of 3 June 2024 Ms Fenn agreed to pay."),
    ],
)
def test_others_other_days_and_other_ways_are_left_alone(minutes: str, letter: str) -> None:
    assert told(minutes, letter) == []
