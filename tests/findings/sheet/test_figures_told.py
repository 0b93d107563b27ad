"""Two figures for one total, one average, one body, one full count; and figures with their digits swapped."""

from __future__ import annotations

import pytest

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.sheet.figures_told import findings
from tests.findings.sheet.texts import TITLES, made_of

FIELDS = "| Field | Area |\n|---|---|\n| Netley | 3.0 ha |\n| Orrin | 4.0 ha |\n| **Together** | **7.0 ha** |\n"


def file_of(one: str, other: str) -> CaseFile:
    return made_of(one, other, "The bell rang at noon.", titles=TITLES)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (FIELDS, "I found 6.2 hectares in Netley and Orrin taken together."),
        (
            "| Day | Hours |\n|---|---|\n| 3 May | 2 |\n| 3 May | 5 |\n| Total | 7 |\n",
            "In all the pump stood for 6 hours on 3 May.",
        ),
        (
            "# Tasters of the fair\n\n| Taster | Points |\n|---|---|\n| Ann | 40 |\n| Bob | 60 |\n| Average | 50 |\n",
            "The tasters gave an average of 44 points.",
        ),
        ("The jury has five members: Ann, Bob, Cy, Dee and Eve.", "The jury of seven met in the tent."),
        (
            "Two divers were hired for the regatta, and no others went down.",
            "Ms Orlo went down at the regatta with three divers.",
        ),
        ("The barge cost €14,800.", "The barge had cost €18,400 in spring."),
    ],
)
def test_two_figures_for_one_thing(one: str, other: str) -> None:
    assert [found.verdict for found in findings(file_of(one, other))] == ["disputed"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (FIELDS, "I found 7.0 hectares in Netley and Orrin taken together."),
        (FIELDS, "I found 6.2 hectares in Netley and Umber taken together."),
        (FIELDS, "I found 6.2 hectares of bracken in all."),
        (
            "| Taster | Points |\n|---|---|\n| Ann | 40 |\n| Bob | 60 |\n| Average | 50 |\n",
            "The skaters gave an average of 44 points.",
        ),
        ("The jury has five members: Ann, Bob, Cy, Dee and Eve.", "The jury of five met in the tent."),
        ("Two divers were hired for the regatta, and no others went down.", "Two divers rested at the regatta."),
        ("Two divers were hired for the regatta.", "Ms Orlo went down at the regatta with three divers."),
        ("The barge cost €14,800.", "The organ cost €18,400."),
        ("The barge cost €14,800, not €18,400.", "The barge had cost €18,400 in spring."),
        ("The barge cost €14,800.", "The barge had cost €15,900 in spring."),
    ],
)
def test_figures_of_two_things_or_the_same_figure_are_no_clash(one: str, other: str) -> None:
    assert list(findings(file_of(one, other))) == []
