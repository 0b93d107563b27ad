"""Visits and sittings that are announced too soon before their day."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.timing.announced import findings
from tests.support.case_texts import case_of

VISIT = "A visit must be announced to the tenant at least 5 days before."
MEETING = "Notice of a meeting must be given to the members at least 14 days before it."


@pytest.mark.parametrize(
    ("rule", "text", "beyond"),
    [
        (VISIT, "Mr Lund will come to see the cellar on 7 June.", True),
        (VISIT, "Mr Lund will come to see the cellar on 17 June.", False),
        (VISIT, "Mr Lund came to see the cellar on 4 June.", False),
        (VISIT, "The new boiler will be fitted by 7 June.", False),
        (MEETING, "You are invited to the meeting, which will be on 12 June.", True),
        (MEETING, "You are invited to the meeting, which will be on 22 June.", False),
        (MEETING, "I shall lay your letter before the board at its meeting on 12 June.", False),
    ],
)
def test_what_comes_too_soon_is_told(rule: str, text: str, beyond: bool) -> None:
    file = case_of(("Rules of the house", "policy_manual", "2020-01-05", rule), ("Letter", "correspondence", "2025-06-05", text))  # fmt: skip
    assert [one.verdict for one in findings(file)] == ["beyond"] * beyond
