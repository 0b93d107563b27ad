"""Whose word a sentence says it is."""

from __future__ import annotations

import pytest

from foam_graph.findings.debate.attribution import attributed
from foam_graph.findings.debate.spoken import Spoken

PRO = Spoken(1, "Ada", "pro", "opening", ("The bus costs 96,000 dollars.",))
CON = Spoken(2, "Negative", "con", "opening", ("Nobody rides it.",))


@pytest.mark.parametrize(
    ("text", "to", "side", "expected"),
    [
        ("My opponent says 96,000 dollars.", PRO, "con", True),
        ("Ada told us 96,000 dollars.", PRO, "con", True),
        ("The affirmative claims 96,000 dollars.", PRO, "con", True),
        ("The negative claims it.", PRO, "con", False),
        ("It costs 96,000 dollars.", PRO, "con", False),
        ("As I said, it costs 96,000 dollars.", PRO, "pro", True),
        ("My opponent says so.", PRO, "pro", False),
        ("The adaptable bus costs much.", PRO, "con", False),
        ("You say that nobody rides it.", CON, "pro", True),
    ],
)
def test_a_speaker_is_named_or_not(text: str, to: Spoken, side: str, expected: bool) -> None:
    assert attributed(text, to, side) is expected  # type: ignore[arg-type]
