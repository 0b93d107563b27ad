"""Permits that had run out when something was done under them."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.cells.expiries import findings
from tests.support.case_texts import case_of

LIST = (
    "| Permit | Holder | Valid until |\n|---|---|---|\n| P-14 | Lund | 30 April 2025 |\n| P-15 | Orr | 30 June 2025 |\n"
)


def told(paper: str, permits: str = LIST) -> list[object]:
    file = case_of(
        ("Permits of Penrow", "official_record", "2025-01-02", f"Penrow.\n\n{permits}"),
        ("Letter of the works", "correspondence", "2025-06-20", f"To the office of Penrow.\n\n{paper}\n"),
    )
    return [one.inputs["day"] for one in findings(file)]


@pytest.mark.parametrize(
    "paper",
    [
        "On 12 May 2025 the crew drilled the second bore under permit P-14.",
        "| Day | Permit | Note |\n|---|---|---|\n| 12 May 2025 | P-14 | second bore |\n| 13 May 2025 | P-15 | third bore |",
    ],
)
def test_work_after_the_last_day_is_told(paper: str) -> None:
    assert told(paper) == ["2025-05-12"]


def test_labelled_lines_are_read_as_well() -> None:
    paper = "On 12 May 2025 the crew drilled the second bore under permit P-14."
    assert told(paper, "Permit: P-14\nHolder: Lund\nValid until: 30 April 2025\n") == ["2025-05-12"]


@pytest.mark.parametrize(
    "paper",
    [
        "On 30 April 2025 the crew drilled the second bore under permit P-14.",
        "On 12 May 2025 the crew drilled the second bore under permit P-15.",
        "On 12 May 2025 the crew did not drill under permit P-14.",
        "On 12 May 2025 we asked for permit P-14 to be renewed.",
        "On 12 May 2025 the crew drilled the second bore under permit P-14. It had been renewed in April.",
        "| Day | Permit | Note |\n|---|---|---|\n| 12 May 2025 | P-14 | inspected |",
    ],
)
def test_what_was_in_time_renewed_or_no_use_is_not(paper: str) -> None:
    assert told(paper) == []
