"""Figures and days of a named thing that were replaced, and later papers that go by them."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.assembling import sheet
from foam_graph.findings.sheet.replacing.named_values import findings
from tests.findings.sheet.texts import made_of
from tests.support.case_texts import case_of

SURVEY = (
    "Survey report of the barn",
    "expert",
    "2024-03-01",
    "The rot in the north beam reaches 1.4 m² of the loft.\n\nIda Holm\n",
)


def told(change: str, later: str, *others: tuple[str, str, str, str], day: str = "2024-07-01") -> list[str]:
    file = case_of(
        ("Order of the forest office", "unknown", "2024-05-02", change),
        ("Letter of Bo Lind", "correspondence", day, later),
        *others,
    )
    return [one.text for one in findings(file)]


@pytest.mark.parametrize(
    ("change", "later", "said"),
    [
        (
            "In Schedule 2 the date for stage B4, 3 May 2024, is replaced by 17 June 2024.",
            "The date for stage B4 was 3 May 2024.",
            "3 May 2024 was replaced by 17 June 2024",
        ),
        (
            "In rule 5.1 the figure 0.30 is replaced by 0.45.",
            "The beam, at 0.40, lies above the 0.30 of rule 5.1.",
            "0.30 was replaced by 0.45",
        ),
    ],
)
def test_a_later_paper_that_goes_by_the_old_value_is_told(change: str, later: str, said: str) -> None:
    (text,) = told(change, later)
    assert text.startswith(said)


@pytest.mark.parametrize(
    ("change", "later"),
    [
        ("In rule 5.1 the figure 0.30 is replaced by 0.45.", "The beam, at 0.40, lies above the 0.30 of rule 6.2."),
        ("In rule 5.1 the figure 0.30 is replaced by 0.45.", "The 0.30 of rule 5.1 was replaced in May."),
        ("In rule 5.1 the figure 0.30 is replaced by 0.45.", "The 0.30 of rule 5.1 is met.\n\nRule 5.1 now has 0.45."),
        ("In rule 5.1 the figure 0.30 should be replaced by 0.45.", "The beam lies above the 0.30 of rule 5.1."),
        (
            "In Schedule 2 the date for stage B4, 3 May 2024, is replaced by 17 June 2024.",
            "The date for stage B5 was 3 May 2024.",
        ),
        ("The lamp in room 3 is replaced by a new one.", "The lamp in room 3 burns."),
    ],
)
def test_other_things_and_whoever_knows_are_left_alone(change: str, later: str) -> None:
    assert told(change, later) == []


DAYS = "In Schedule 2 the date for stage B4, 03/05/2024, is replaced by {}."


def test_days_in_figures_are_read_as_the_papers_write_them() -> None:
    (text,) = told(DAYS.format("17/06/2024"), "The date for stage B4 was 03/05/2024.")
    assert text.startswith("3 May 2024 was replaced by 17 June 2024")
    (text,) = told(DAYS.format("17/06/2024"), "The date for stage B4 was 3 May 2024.")
    assert text.startswith("3 May 2024 was replaced by 17 June 2024")
    assert told(DAYS.format("17/06/2024"), "The date for stage B4 was 5 March 2024.") == []


def test_of_a_day_that_may_be_another_nothing_is_told() -> None:
    assert told(DAYS.format("07/06/2024"), "The date for stage B4 was 03/05/2024.") == []
    words = "In Schedule 2 the date for stage B4, 3 May 2024, is replaced by 7 June 2024."
    assert told(words, "The date for stage B4 was 3 May 2024.") != []
    assert told(words, "The date for stage B4 was 3 May 2024.\n\nNow it is 07/06/2024.") == []


def test_a_change_holds_from_the_day_that_its_paper_writes_in_figures() -> None:
    change = "In rule 5.1 the figure 0.30 is replaced by 0.45 from 03/07/2024.{}"
    later = "The beam, at 0.40, lies above the 0.30 of rule 5.1."
    order = "\n\nThe office is shut until 28/05/2024."
    assert told(change.format(order), later, day="2024-05-20") == []
    assert told(change.format(order), later, day="2024-07-20") != []
    assert told(change.format(""), later, day="2024-07-20") == []


def test_an_earlier_paper_could_not_know() -> None:
    change = "In rule 5.1 the figure 0.30 is replaced by 0.45."
    assert told(change, "The beam lies above the 0.30 of rule 5.1.", day="2024-04-01") == []


def test_a_figure_of_a_corrected_paper_is_known_by_its_words() -> None:
    change = "The figure of 1.4 m² in part 3 of my report is replaced by 2.6 m².\n\nIda Holm\n"
    (text,) = told(change, "According to Ms Holm the rot in the north beam reaches 1.4 m², which is little.", SURVEY)
    assert text.startswith("1.4 m² was replaced by 2.6 m²")
    assert told(change, "The window has 1.4 m² of glass.", SURVEY) == []


@pytest.mark.parametrize(
    ("rule", "change", "later"),
    [
        (
            "Article 3 A boat may land at most 4,500 kilograms.",
            "In Article 3 the figure of 4,500 is replaced by 5,000.",
            "We landed 4,800 kilograms, above the 4,500 kilograms of Article 3.",
        ),
        (
            "Rule 5.1 The share of sway must not be above 30 percent.",
            "In rule 5.1 the figure 30 percent is replaced by 45 percent.",
            "The beam, at 40 percent, lies above the 30 percent of rule 5.1.",
        ),
    ],
)
def test_a_sheet_tells_one_replaced_figure_once(rule: str, change: str, later: str) -> None:
    dates = ("2020-01-01", "2024-05-03", "2024-06-09")
    (found,) = (one for one in sheet(made_of(rule, change, later, dates=dates)) if one.kind == "superseded")
    assert not found.is_pointer
