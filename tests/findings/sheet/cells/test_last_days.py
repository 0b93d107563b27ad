"""Days of rows after the last day of a rule."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.cells.last_days import findings
from tests.support.case_texts import case_of


def told(rule: str, paper: str) -> list[object]:
    file = case_of(
        ("Rules of Penrow", "law", "2025-01-02", f"These are the rules of Penrow. {rule}"),
        ("Entries of Penrow", "official_record", "2025-12-30", f"Penrow.\n\n{paper}\n"),
    )
    return [one.inputs["day"] for one in findings(file)]


HEAD = "| Entry | Received | Remarks |\n|---|---|---|\n"


@pytest.mark.parametrize(
    "rule", ["Entries must be received by 10 May 2025.", "Entries must reach the office not later than 10 May."]
)
def test_a_row_behind_the_last_day_is_told(rule: str) -> None:
    assert told(rule, f"{HEAD}| E-1 | 10 May 2025 | |\n| E-2 | 12 May 2025 | |") == ["2025-05-12"]


@pytest.mark.parametrize(
    ("rule", "row"),
    [
        ("Entries must be received by 10 May 2025.", "| E-2 | 12 May 2025 | returned |"),
        ("Entries must be received by 10 May 2025.", "| E-2 | 12 May 2025 | postmark of 9 May |"),
        ("Entries must be received by 10 May 2025, unless the post was late.", "| E-2 | 12 May 2025 | |"),
        ("Entries must be received by 10 May 2025 or 12 May 2025.", "| E-2 | 12 May 2025 | |"),
        ("Fees must be received by 10 May 2025.", "| E-2 | 12 May 2025 | |"),
        # A day late in the year may be early for the next term.
        ("Entries must be received by 10 May.", "| E-2 | 12 November 2025 | |"),
    ],
)
def test_what_is_not_known_to_be_late_is_not(rule: str, row: str) -> None:
    assert told(rule, f"{HEAD}{row}") == []
