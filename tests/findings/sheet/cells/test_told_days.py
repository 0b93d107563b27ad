"""Days told in prose against the row of the same thing."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.cells.told_days import findings
from tests.support.case_texts import case_of

EVENTS = "| Event | Date | By |\n|---|---|---|\n| Survey | 14 March 2025 | K. Brandt |\n| Handing over | 22 April 2025 | L. Ott |\n"
SIGNED = "| Bidder | Opened | Signed on |\n|---|---|---|\n| Lidd Ltd | 2 May 2025 | 4 May 2025 |\n| Harl & Co | 2 May 2025 | 3 May 2025 |\n"


def told(sentence: str, table: str = EVENTS) -> list[tuple[object, object]]:
    file = case_of(
        ("Register of Penrow", "official_record", "2025-05-30", f"Penrow.\n\n{table}"),
        ("Letter of the owner", "correspondence", "2025-06-20", f"To the office of Penrow.\n\n{sentence}\n"),
    )
    return [(one.inputs["stated"], one.inputs["cell"]) for one in findings(file)]


@pytest.mark.parametrize(
    "sentence",
    [
        "The survey was on 4 March.", "The survey took place on 4 March 2025.", "The survey of 4 March shows it.", "On 4 March the survey took place.",
        "The survey was carried out on 4 March 2025.",
    ],
)  # fmt: skip
def test_another_day_for_the_thing_of_a_row_is_told(sentence: str) -> None:
    assert told(sentence) == [("2025-03-04", "2025-03-14")]


def test_another_day_for_what_a_head_says_of_a_name_is_told() -> None:
    assert told("Lidd signed on 9 May 2025.", SIGNED) == [("2025-05-09", "2025-05-04")]


@pytest.mark.parametrize(
    ("sentence", "table"),
    [
        ("The survey was on 14 March.", EVENTS),
        ("The report of the survey was received on 4 March.", EVENTS),
        ("The survey was planned for 4 March.", EVENTS),
        ("The first survey was on 4 March.", EVENTS),
        ("The survey of the mill was on 4 March.", EVENTS),
        ("We asked for the survey on 4 March.", EVENTS),
        ("The survey will be on 4 March.", EVENTS),
        ("The survey was on 4 March.", EVENTS + "| Survey | 4 March 2025 | M. Kell |\n"),
        ("The survey was on 22 April.", EVENTS),
        ("Lidd signed the lease on 9 May 2025.", SIGNED),
        ("Harl signed on 3 May 2025.", SIGNED),
        ("Lidd came on 9 May 2025.", SIGNED),
    ],
)
def test_what_may_be_of_another_thing_is_not(sentence: str, table: str) -> None:
    assert told(sentence, table) == []


def test_who_wrote_before_the_day_of_a_row_could_not_know_it() -> None:
    file = case_of(
        ("Register of Penrow", "official_record", "2025-05-30", f"Penrow.\n\n{EVENTS}"),
        (
            "Letter of the owner",
            "correspondence",
            "2025-03-10",
            "To the office of Penrow.\n\nThe survey was on 4 March.\n",
        ),
    )
    assert list(findings(file)) == []
