"""A day without a year has the year that its words, its sentence or its document give it, and no year where nobody can tell."""

from __future__ import annotations

from datetime import date

import pytest

from foam_graph.findings.finding import Finding
from foam_graph.findings.sheet import days_told
from foam_graph.findings.sheet.assembling import sheet
from foam_graph.findings.sheet.chronology import timeline
from foam_graph.findings.sheet.document_dates import document_dates
from foam_graph.findings.sheet.years import YearBy, differ
from tests.findings.sheet.texts import TITLES, made_of


def lines(text: str, written: str, source_class: str = "unknown", title: str = "Paper") -> list[Finding]:
    file = made_of(text, dates=(written,), classes=(source_class,), titles=(title,))
    return [one for one in timeline.findings(file) if one.rule == "timeline"]


def days(text: str, written: str) -> list[str]:
    return [str(one.inputs["day"]) for one in lines(text, written)]


@pytest.mark.parametrize(
    ("text", "day", "by"),
    [
        ("The pond was drained from 28 March to 4 May 2023.", "2023-03-28", None),
        ("The pond was drained from 28 December to 4 January 2023.", "2022-12-28", None),
        ("On 12 March 2021 the pond was drained, and on 5 April it was filled.", "2021-04-05", "sentence"),
        ("The pond was drained on 5 April.", "2024-04-05", "document"),
    ],
)
def test_the_year_is_that_of_the_sentence_where_it_states_one(text: str, day: str, by: str | None) -> None:
    (found,) = [one for one in lines(text, "2024-06-01") if one.inputs["day"] == day]
    assert found.inputs.get("year_by") == by
    assert ("The year follows from" in found.text) is bool(by)


@pytest.mark.parametrize(
    "text",
    [
        "The loan now ends on 30 April and no longer on 28 February 2025.",  # a document of 2024 would say 30 April 2023
        "The sluice was mended on 9 June.",  # of 1 June: last year's, or written later than it says
    ],
)
def test_a_year_that_nobody_can_tell_is_not_told(text: str) -> None:
    assert "2024-04-30" not in days(text, "2024-06-01")
    assert "2023-06-09" not in days(text, "2024-06-01")
    assert "2023-04-30" not in days(text, "2024-06-01")
    assert "2024-06-09" not in days(text, "2024-06-01")


def test_a_birthday_gives_no_year_to_what_happened() -> None:
    text = "On that day a ticket was sold on 3 March to a girl whose card gave 14 May 2012 as her birthday."
    assert days(text, "2024-03-31") == ["2024-03-03"]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("The result was hung out on Monday, 28 October.", ["2024-10-28"]),  # after the day of the paper
        ("The result was hung out on Saturday, 28 October.", ["2023-10-28"]),
        ("The result was hung out on Tuesday, 28 October.", []),  # of no year near
        ("The result was hung out on 20 October.", ["2024-10-20"]),
    ],
)
def test_a_day_of_the_week_decides_the_year(text: str, day: list[str]) -> None:
    assert days(text, "2024-10-24") == day


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("The club decided to close the west court from 1 April next year.", ["2025-04-01"]),
        ("The west court was closed on 1 April last year.", ["2023-04-01"]),
        ("The west court was closed on 1 April this year.", ["2024-04-01"]),
        ("The west court was closed on 1 April.", ["2024-04-01"]),
    ],
)
def test_next_year_is_the_year_after_the_paper(text: str, day: list[str]) -> None:
    assert days(text, "2024-10-25") == day


RULES = "1. A member must pay. 2. A guest must sign. 3. The baths are closed on bank holidays and from 24 December to 2 January. {} 5. Nobody may dive."


def test_a_day_that_a_rule_names_without_a_year_is_no_event() -> None:
    text = RULES.format("4. The club year ends on 30 September.")
    assert lines(text, "2023-03-07", "policy_manual", "Rules of the baths") == []


def test_what_a_rule_names_with_its_year_and_what_was_adopted_stay() -> None:
    text = RULES.format("4. Adopted on 7 March. From 1 May 2024 the fee is £3.")
    assert [one.inputs["day"] for one in lines(text, "2023-03-08", "policy_manual", "Rules of the baths")] == [
        "2023-03-07", "2024-05-01",
    ]  # fmt: skip


def test_a_letter_that_names_such_days_tells_of_that_winter() -> None:
    found = lines("The baths will be closed from 24 December to 2 January.", "2023-12-01")
    assert [one.inputs["day"] for one in found] == ["2023-12-24"]


@pytest.mark.parametrize(
    ("other", "disputed"), [("14 May 2024", False), ("16 May 2024", True), ("16 May", True), ("14 May", False)]
)
def test_no_dispute_rests_on_a_year_that_was_added(other: str, disputed: bool) -> None:
    file = made_of(
        "The ferry Aldis called at Sund on 14 May.", f"The ferry Aldis called at Sund on {other}.",
        dates=("2024-03-10", "2024-06-30"), titles=TITLES[:2],
    )  # fmt: skip
    found = [one for one in sheet(file) if one.verdict == "disputed"]
    assert bool(found) is disputed
    assert all("2023" not in one.text for one in found)


def test_years_that_papers_state_are_disputed() -> None:
    file = made_of(
        "The ferry Aldis called at Sund on 14 May 2023.", "The ferry Aldis called at Sund on 14 May 2024.",
        dates=("2024-06-10", "2024-06-30"), titles=TITLES[:2],
    )  # fmt: skip
    assert [one for one in (*timeline.findings(file), *days_told.findings(file)) if one.verdict == "disputed"]


@pytest.mark.parametrize(
    ("by", "other_by", "expected"), [("", "", True), ("document", "", False), ("", "sentence", False)]
)
def test_days_differ_by_what_papers_say(by: YearBy, other_by: YearBy, expected: bool) -> None:
    assert differ(date(2023, 5, 14), by, date(2024, 5, 14), other_by) is expected


def test_a_paper_without_a_day_gives_no_year() -> None:
    file = made_of("The pond was drained on 5 April.")
    assert not [one for one in timeline.findings(file) if one.rule == "timeline"]
    assert not document_dates(file).days
