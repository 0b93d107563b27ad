"""Amendments that name a rule by its number, and new texts that stand in the place of old ones."""

from __future__ import annotations

import pytest

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.sheet.replacing.outdated import findings
from tests.findings.sheet.texts import made_of

CODE = "### Article 3. Catch\n\nA licensed boat shall not land more than 4,500 kilograms of cod.\n\n### Article 4. Notice\n\nThe skipper shall report within 60 days after the voyage.\n"


def file_of(order: str, letter: str, code: str = CODE, day: str = "2025-06-01") -> CaseFile:
    return made_of(
        code,
        order,
        letter,
        dates=("2020-01-01", "2024-02-01", day),
        classes=("policy_manual", "official_record", "correspondence"),
        titles=("Code of the fishery", "Order of the council", "Letter of Ines Kray"),
    )


@pytest.mark.parametrize(
    "order",
    [
        "In Article 3 the figure of 4,500 is replaced by 5,000.",
        'In Article 3 the words "4,500 kilograms" are struck out and "5,000 kilograms" put in their place.',
        'In Article 3, for "4,500" there shall be substituted "5,000".',
        "**2. Catch.** In Article 3 the amount of 4,500 kilograms is replaced by 5,000 kilograms.",
    ],
)
def test_a_later_paper_that_goes_by_the_old_figure_is_told(order: str) -> None:
    (found,) = findings(file_of(order, "The most that a licensed boat may land is 4,500 kilograms of cod."))
    assert found.kind == "superseded"
    assert len(found.sentences) == 3


@pytest.mark.parametrize(
    ("order", "letter", "day"),
    [
        (
            "In Article 4 the figure of 4,500 is replaced by 5,000.",
            "A licensed boat may land 4,500 kilograms of cod.",
            "2025-06-01",
        ),
        (
            "In Article 3 the figure of 4,500 is replaced by 5,000.",
            "A licensed boat may land 5,000 kilograms of cod.",
            "2025-06-01",
        ),
        (
            "In Article 3 the figure of 4,500 is replaced by 5,000.",
            "A licensed boat may land 4,500 kilograms of cod.",
            "2023-06-01",
        ),
        (
            "In Article 3 the figure of 4,500 is replaced by 5,000.",
            "If a licensed boat could land 4,500 kilograms of cod, all were well.",
            "2025-06-01",
        ),
        (
            "In Article 3 the figure of 4,500 is replaced by 4,500.",
            "A licensed boat may land 4,500 kilograms of cod.",
            "2025-06-01",
        ),
    ],
)
def test_nothing_is_outdated_without_the_figure_the_rule_or_the_day(order: str, letter: str, day: str) -> None:
    assert [one for one in findings(file_of(order, letter, day=day)) if "4,500" in one.text] == []


def test_a_new_text_takes_the_place_of_the_old_one() -> None:
    code = "**Schedule 2.** The pressure promised is 40 bar.\n"
    order = "From 1 March 2024 the edition of 2020 is withdrawn and the following stands in its place. The pressure promised is 55 bar.\n"
    (found,) = findings(file_of(order, "The pressure that we promise is 40 bar.", code))
    assert found.inputs["from"] == "2024-03-01"
    assert "40 bar" in found.text
    assert "55 bar" in found.text


@pytest.mark.parametrize(
    ("order", "day", "told"),
    [
        ("In Article 3 the figure of 4,500 is replaced by 5,000 from 03/05/2024.\n\nIt was posted on 28/01/2024.", "2024-04-02", 0),
        ("In Article 3 the figure of 4,500 is replaced by 5,000 from 03/05/2024.\n\nIt was posted on 28/01/2024.", "2024-06-02", 1),
        ("In Article 3 the figure of 4,500 is replaced by 5,000 from 03/05/2024.", "2024-04-02", 0),
        ("The fee for a licence is raised from £40 to £50 from 03/05/2024.\n\nIt was posted on 28/01/2024.", "2024-04-02", 0),
        ("The fee for a licence is raised from £40 to £50 from 03/05/2024.\n\nIt was posted on 28/01/2024.", "2024-06-02", 1),
        ("The fee for a licence is raised from £40 to £50 from 03/05/2024.", "2024-04-02", 0),
    ],
)  # fmt: skip
def test_the_day_from_which_a_change_holds_is_read_as_the_papers_write_days(order: str, day: str, told: int) -> None:
    letter = "The most that a licensed boat may land is 4,500 kilograms of cod. The fee for a licence is £40."
    assert len(list(findings(file_of(order, letter, day=day)))) == told
