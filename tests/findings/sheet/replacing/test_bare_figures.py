"""Figures that were withdrawn without saying what they count."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.replacing.bare_figures import findings
from tests.support.case_texts import case_of

GONE = "Visitors of the tower in the summer\n\nThe figure of 412 in our note is withdrawn and replaced by 395. Visitors who came twice had been counted twice."


@pytest.mark.parametrize(
    ("day", "text", "found"),
    [
        ("2025-09-03", "In the summer 412 visitors came up the tower.", True),
        ("2025-07-03", "In the summer 412 visitors came up the tower.", False),
        ("2025-09-03", "In the summer 395 visitors came up the tower.", False),
        ("2025-09-03", "The bridge is 412 metres long.", False),
        ("2025-09-03", "The 412 visitors of the summer were later corrected to 395.", False),
    ],
)
def test_whoever_still_has_them_is_told(day: str, text: str, found: bool) -> None:
    file = case_of(("Note", "correspondence", "2025-08-05", GONE), ("Report", "unknown", day, text))
    assert [one.kind for one in findings(file)] == ["superseded"] * found
