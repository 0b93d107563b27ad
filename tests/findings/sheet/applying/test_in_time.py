"""Papers that say they are in time under a rule that they name, and days counted back from an event."""

from __future__ import annotations

import pytest

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.sheet.applying import days_before, in_time
from tests.findings.sheet.texts import made_of

CODE = (
    "**4. Complaints.** A complaint must be lodged within 20 days after the delivery.\n\n"
    "**5. Answers.** After any complaint the seller shall send an answer within ten working days. The buyer may appeal within 40 days after an answer.\n"
)


def file_of(letter: str, day: str, code: str = CODE, more: str = "The delivery was made on 2 March 2026.") -> CaseFile:
    return made_of(
        code,
        letter,
        more,
        dates=("2024-01-01", day, "2026-07-05"),
        classes=("policy_manual", "correspondence", "official_record"),
        titles=("Code of sale", "Letter of Ines Kray", "Log of the depot"),
    )


@pytest.mark.parametrize(
    ("day", "verdict"), [("2026-03-20", "within"), ("2026-03-22", "within"), ("2026-03-23", "beyond")]
)
def test_the_days_are_counted_to_the_day_of_the_paper(day: str, verdict: str) -> None:
    (found,) = in_time.findings(file_of("This complaint is made within the time that clause 4 allows.", day))
    assert found.verdict == verdict
    assert found.inputs["from"] == "2026-03-02"


def test_working_days_are_counted_where_the_rule_says_so() -> None:
    letter = "This answer is sent within the time laid down in clause 5."
    log = "The complaint of 2 March 2026 is about a lamp."
    (found,) = in_time.findings(file_of(letter, "2026-03-17", more=log))
    assert (found.verdict, found.inputs["length"]) == ("beyond", "11")
    assert list(in_time.findings(file_of(letter, "2026-03-16", more=log))) == []


def test_the_rule_is_found_by_its_time_where_no_number_is_named() -> None:
    (found,) = in_time.findings(file_of("This complaint comes within the 20 days.", "2026-04-02"))
    assert found.verdict == "beyond"


@pytest.mark.parametrize(
    ("letter", "more"),
    [
        ("This complaint is not made within the time that clause 4 allows.", "The delivery was made on 2 March 2026."),
        ("This complaint is made within the time that clause 9 allows.", "The delivery was made on 2 March 2026."),
        ("This complaint is made within the time that clause 4 allows.", "A parcel was seen on 2 March 2026."),
        (
            "This complaint is made within the time that clause 4 allows.",
            "One delivery was made on 2 March 2026. Another delivery was made on 9 March 2026.",
        ),
        ("Your complaint was made within the time that clause 4 allows.", "The delivery was made on 2 March 2026."),
        ("Was this complaint made within the time that clause 4 allows?", "The delivery was made on 2 March 2026."),
        ("This complaint is made within the time that clause 4 allows.", "No delivery was made on 2 March 2026."),
    ],
)
def test_nothing_is_counted_where_something_is_not_known(letter: str, more: str) -> None:
    assert list(in_time.findings(file_of(letter, "2026-05-02", more=more))) == []


def test_a_paper_without_a_day_is_not_counted() -> None:
    assert list(in_time.findings(file_of("This complaint is made within the time that clause 4 allows.", ""))) == []


SURVEY = "3.1 The survey must have taken place not more than two years before the day of the regatta."


@pytest.mark.parametrize(
    ("day", "verdict"), [("3 May 2024", "within"), ("2 May 2024", "within"), ("1 May 2024", "beyond")]
)
def test_days_that_heads_of_papers_state_are_counted_back(day: str, verdict: str) -> None:
    (found,) = days_before.findings(
        file_of(f"**Date of survey:** {day}", "2024-06-01", SURVEY, "**Regatta:** Quay 3, 2 May 2026")
    )
    assert found.verdict == verdict


def test_both_days_may_stand_in_one_line() -> None:
    rule = "(2) A ticket is valid only when the seal was checked not more than 10 days before its date."
    log = "- Pier 4: ticket of 20 June 2026, seal checked on 8 June.\n- Pier 5: ticket of 20 June 2026, seal checked on 12 June.\n"
    found = list(days_before.findings(file_of("Hello.", "2026-07-01", rule, log)))
    assert [one.verdict for one in found] == ["beyond", "within"]


@pytest.mark.parametrize(
    ("letter", "more"),
    [
        ("**Date of survey:** 1 May 2020", "**Race:** Quay 3, 2 May 2026"),
        ("**Date of visit:** 1 May 2020", "**Regatta:** Quay 3, 2 May 2026"),
        ("**Date of survey:** 1 May 2020 or 3 May 2020", "**Regatta:** Quay 3, 2 May 2026"),
        ("**Date of survey:** 1 May 2028", "**Regatta:** Quay 3, 2 May 2026"),
    ],
)
def test_other_things_are_not_counted_back(letter: str, more: str) -> None:
    assert list(days_before.findings(file_of(letter, "2026-06-01", SURVEY, more))) == []


def test_a_leap_day_has_a_day_before() -> None:
    (found,) = days_before.findings(
        file_of("**Date of survey:** 28 February 2022", "2024-06-01", SURVEY, "**Regatta:** Quay 3, 29 February 2024")
    )
    assert (found.verdict, found.inputs["bound"]) == ("within", "2022-02-28")


@pytest.mark.parametrize(("time", "told"), [("10 days", 1), ("5,000 years", 0), ("9,999,999,999 days", 0)])
def test_a_time_longer_than_the_calendar_tells_nothing(time: str, told: int) -> None:
    rule = f"(2) A ticket is valid only when the seal was checked not more than {time} before its date."
    log = "- Pier 4: ticket of 20 June 2026, seal checked on 8 June.\n"
    assert len(list(days_before.findings(file_of("Hello.", "2026-07-01", rule, log)))) == told
