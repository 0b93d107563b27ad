"""Two days of a row against the time that a rule gives between them."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.cells.spans import findings
from tests.support.case_texts import case_of

HEAD = "| No | Fault | Discovered | Notified to the builder | Remarks |\n|---|---|---|---|---|\n"


def told(rule: str, paper: str) -> list[tuple[object, object]]:
    file = case_of(
        ("Contract of Penrow", "law", "2024-01-02", f"This is the contract of Penrow. {rule}"),
        ("Faults at Penrow", "official_record", "2025-12-30", f"Penrow.\n\n{paper}\n"),
    )
    return [(one.inputs["from"], one.inputs["day"]) for one in findings(file)]


WITHIN = "A fault must be notified to the builder within 7 days of its discovery."


@pytest.mark.parametrize(
    ("rule", "row"),
    [
        (WITHIN, "| 2 | door jams | 13 May 2025 | 21 May 2025 | |"),
        ("A fault must be notified to the builder within 7 working days of its discovery.", "| 2 | door jams | 13 May 2025 | 30 May 2025 | |"),
        ("A fault must be notified to the builder within two months after its discovery.", "| 2 | door jams | 13 May 2025 | 14 July 2025 | |"),
    ],
)  # fmt: skip
def test_a_time_that_was_missed_is_told(rule: str, row: str) -> None:
    assert len(told(rule, f"{HEAD}{row}")) == 1


@pytest.mark.parametrize(
    ("rule", "row"),
    [
        (WITHIN, "| 1 | roof leaks | 13 May 2025 | 20 May 2025 | |"),
        (WITHIN, "| 1 | roof leaks | 13 May 2025 | 28 May 2025 | late, time extended |"),
        (WITHIN, "| 1 | roof leaks | 13 May 2025 | | |"),
        # Which days were holidays is not known.
        ("A fault must be notified to the builder within 7 working days of its discovery.", "| 2 | door jams | 13 May 2025 | 23 May 2025 | |"),
        ("A fault must be notified to the builder within 7 days of its discovery, unless it is small.", "| 2 | door jams | 13 May 2025 | 28 May 2025 | |"),
        # Another act, another event.
        ("A fault must be repaired by the builder within 7 days of its discovery.", "| 2 | door jams | 13 May 2025 | 28 May 2025 | |"),
        ("A fault must be notified to the builder within 7 days of the handing over.", "| 2 | door jams | 13 May 2025 | 28 May 2025 | |"),
    ],
)  # fmt: skip
def test_a_time_that_was_kept_or_is_of_something_else_is_not(rule: str, row: str) -> None:
    assert told(rule, f"{HEAD}{row}") == []


def test_a_time_ahead_of_an_event_is_counted_too() -> None:
    rule = "Notice of a burial must be given at least 14 days before the burial."
    head = "| Place | Notice given | Burial |\n|---|---|---|\n"
    assert told(rule, f"{head}| North | 2 May 2025 | 16 May 2025 |") == []
    assert told(rule, f"{head}| North | 3 May 2025 | 16 May 2025 |") == [("2025-05-03", "2025-05-16")]
