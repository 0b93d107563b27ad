"""Two days on which one paper is said to have come in."""

from __future__ import annotations

import pytest

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.sheet.described import described
from foam_graph.findings.sheet.facing.receipts import findings, possible
from tests.support.case_texts import case_of

DAYBOOK = "The objection of the neighbours reached us today.\n\nYours sincerely\n\nAda Brenn"


def file_of(text: str, first: str = DAYBOOK) -> CaseFile:
    return described(
        case_of(
            ("Letter of the office", "correspondence", "2024-03-04", first),
            ("Decision", "decision", "2024-05-02", f"{text}\n\nAda Brenn"),
        )
    )


def test_a_writer_who_gives_two_days_is_told() -> None:
    (found,) = findings(file_of("The objection reached us on 11 March 2024 only."))
    assert (found.kind, found.verdict) == ("contradiction", "disputed")
    assert "4 March 2024 or 11 March 2024" in found.text


@pytest.mark.parametrize(
    "text",
    [
        "The objection reached us on 4 March 2024.",
        "The second objection reached us on 11 March 2024.",
        "The application reached us on 11 March 2024.",
        "The objection did not reach us on 11 March 2024.",
        "The objection would have reached us on 11 March 2024.",
        "An objection must reach us by 11 March 2024.",
        "The objection reached us 29 days after the hearing of 11 March 2024.",
        "The objection was answered on 11 March 2024.",
    ],
)
def test_one_day_another_paper_and_what_did_not_come_are_not_told(text: str) -> None:
    file = file_of(text)
    assert list(findings(file)) == []
    assert list(possible(file)) == []


def test_two_writers_are_only_pointed_to() -> None:
    file = case_of(
        ("Letter of the office", "correspondence", "2024-03-04", DAYBOOK),
        (
            "Statement of the neighbours",
            "advocacy",
            "2024-05-02",
            "Our objection was received on 11 March 2024.\n\nPiet Osk",
        ),
    )
    assert list(findings(file)) == []
    (found,) = possible(file)
    assert found.verdict is None
    assert "a person has to judge" in found.text


def test_a_day_before_is_counted_back() -> None:
    file = file_of("The objection reached us on 4 March 2024.", DAYBOOK.replace("today", "yesterday"))
    (found,) = findings(file)
    assert "3 March 2024 or 4 March 2024" in found.text


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [
        ("on 14 March", "on 14 March", 0),
        ("on 14 March", "on 14 March 2025", 0),
        ("on 14 March", "on 15 March", 1),
        ("on 14 March 2024", "on 14 March 2025", 1),
    ],
)
def test_two_days_that_differ_in_a_year_no_paper_gives_are_one(one: str, other: str, told: int) -> None:
    end = "\n\nYours sincerely\n\nAda Brenn"
    file = described(
        case_of(
            ("Letter of the office", "correspondence", "2024-06-01", f"The objection reached us {one}.{end}"),
            ("Decision", "decision", "2025-06-01", f"The objection reached us {other}.{end}"),
        )
    )
    assert len(list(findings(file))) == told
    assert list(possible(file)) == []
