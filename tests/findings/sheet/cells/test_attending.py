"""Who was there by a table, against what somebody is said to have done."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.cells.attending import findings
from tests.support.case_texts import case_of

PRESENT = "| Member | Present |\n|---|---|\n| Dr Anna Falk | yes |\n| Mr Peter Ruud | apologies |\n"
DAYS = (
    "| Member | 3 May 2025 | 7 June 2025 |\n|---|---|---|\n| Dr Anna Falk | yes | yes |\n| Mr Peter Ruud | no | yes |\n"
)


def told(sentence: str, table: str = PRESENT) -> list[object]:
    file = case_of(
        ("Minutes of the board of Penrow", "official_record", "2025-05-03", f"Penrow.\n\n{table}"),
        ("Letter of the owner", "correspondence", "2025-06-20", f"To the office of Penrow.\n\n{sentence}\n"),
    )
    return [one.inputs["name"] for one in findings(file)]


@pytest.mark.parametrize("table", [PRESENT, DAYS])
def test_an_act_of_somebody_who_was_not_there_is_told(table: str) -> None:
    assert told("At the meeting of 3 May 2025 Mr Ruud voted for the bore.", table) == ["Ruud"]


@pytest.mark.parametrize(
    ("sentence", "table"),
    [
        ("At the meeting of 3 May 2025 Dr Falk voted for the bore.", PRESENT),
        ("At the meeting of 7 June 2025 Mr Ruud voted for the bore.", PRESENT),
        ("At the meeting of 7 June 2025 Mr Ruud voted for the bore.", DAYS),
        ("At the meeting of 3 May 2025 nobody said that Mr Ruud voted for the bore.", PRESENT),
        ("At the meeting of 3 May 2025 Mr Ruud voted by letter.", PRESENT),
        ("At the meeting of 3 May 2025 Mr Ruud voted for the bore.", PRESENT + "| Ms Ida Ruud | yes |\n"),
        ("At the meeting of 3 May 2025 Mr Ruud voted for the bore.", PRESENT + "| Mr Olav Tern | joined at 10.30 |\n"),
    ],
)
def test_whoever_may_have_been_there_is_left_alone(sentence: str, table: str) -> None:
    assert told(sentence, table) == []
