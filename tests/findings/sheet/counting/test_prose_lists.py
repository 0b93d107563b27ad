"""Counts under labels in a sentence, and what they come to in one beside it."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.sums import findings
from tests.support.case_texts import case_of


@pytest.mark.parametrize(
    ("text", "verdicts"),
    [
        ("Hall: 12 chairs; Lobby: 18; Office: 9. In all we have 41 chairs.", ["wrong"]),
        ("Hall: 12 chairs; Lobby: 18; Office: 9. In all we have 39 chairs.", ["right"]),
        ("In all we have 41 chairs. Hall: 12 chairs; Lobby: 18; Office: 9.", ["wrong"]),
        ("Hall: 12 chairs; Lobby: 18; Office: 9. In all we have 41 lamps.", []),
        ("Hall: 12 chairs; Lobby: 18; Office: 9. In all we have 41 chairs without the cellar.", []),
        ("Hall: 12 chairs; Lobby: 18; Office: 9. In all rooms we have 13 chairs on average.", []),
    ],
)
def test_they_are_added_up(text: str, verdicts: list[str]) -> None:
    assert [one.verdict for one in findings(case_of(("Note", "unknown", "2025-05-05", text)))] == verdicts
