"""Whose word a sentence says it is."""

from __future__ import annotations

import pytest

from foam_graph.findings.debate.attribution import attributed, takes_a_stand
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
        ("PRO called it cheap.", PRO, "con", True),
        ("We told PRO what it costs.", PRO, "con", True),
        ("The pro rata share is high.", PRO, "con", False),
        ("CON called it empty.", PRO, "con", False),
        ("As we granted, it costs 96,000 dollars.", PRO, "pro", True),
        ("That was our question, and the debate still turns on it.", PRO, "pro", True),
        ("We praised that night first.", PRO, "pro", True),
        ("That was our question.", PRO, "con", False),
        ("We ride the bus that was praised.", PRO, "pro", False),
        ("Our towns question nobody.", PRO, "pro", False),
        ("对方说，公交车没有人坐。", CON, "pro", True),
        ("正方认为要花九万六千元。", PRO, "con", True),
        ("反方认为没有人坐。", PRO, "con", False),
        ("我方说过，要花九万六千元。", PRO, "pro", True),
        ("公交车很便宜。", PRO, "con", False),
        ("竞争对手占了一半。", PRO, "con", False),
        ("广场是正方形的。", PRO, "con", False),
    ],
)
def test_a_speaker_is_named_or_not(text: str, to: Spoken, side: str, expected: bool) -> None:
    assert attributed(text, to, side) is expected  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We share that night.", True),
        ("Both sides agree.", True),
        ("You deny it.", True),
        ("That was our question.", True),
        ("Our town has a share of the bus.", False),
        ("The buses share a lane.", False),
        ("You ride it.", False),
    ],
)
def test_how_a_side_stands_to_what_was_said_is_told_or_not(text: str, expected: bool) -> None:
    assert takes_a_stand(text) is expected
