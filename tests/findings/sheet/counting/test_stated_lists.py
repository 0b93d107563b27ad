"""Lists with their total behind them, and changes that no "from … to" joins."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.counting.stated_lists import lists, moved, total_behind


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("We set out 3 chairs, 2 tables and 4 lamps, 9 pieces in all.", "right"),
        ("We set out 3 chairs, 2 tables and 4 lamps, 10 pieces in all.", "wrong"),
        ("We set out 3 chairs, 2 tables and 4 lamps, altogether 8 pieces.", "wrong"),
    ],
)
def test_unlike_things_are_counted_together(text: str, verdict: str) -> None:
    assert [one.verdict for one in lists(text)] == [verdict]


@pytest.mark.parametrize(
    "text",
    ["We set out 3 chairs and 2 tables.", "3 chairs, 4 chairs and 5 chairs, 12 chairs in all.", "9 pieces in all."],
)
def test_no_list_no_total(text: str) -> None:
    assert list(lists(text)) == []


@pytest.mark.parametrize(
    ("text", "after", "verdicts"),
    [
        ("Labour £140, parts £38.", "To pay: £178.", ["right"]),
        ("Labour £140, parts £38.", "To pay: £188.", ["wrong"]),
        ("Labour £140 per day, parts £38.", "To pay: £188.", []),
        ("Labour £140, parts £38 each.", "To pay: £188.", []),
        ("Labour £140, parts £38.", "It rained for £188.", []),
    ],
)
def test_a_total_in_the_next_sentence(text: str, after: str, verdicts: list[str]) -> None:
    assert [one.verdict for one in total_behind(text, after)] == verdicts


@pytest.mark.parametrize(
    ("text", "verdicts"),
    [
        ("The town had 40 fires and in the next year 30, a fall of 25 percent.", ["right"]),
        ("The town had 40 fires and in the next year 30, a fall of 30 percent.", ["wrong"]),
        ("The town had 40 fires and 30 storms, a fall of 30 percent.", []),
        ("The town had 40 fires, a fall of 30 percent.", []),
    ],
)
def test_a_change_between_two_counts(text: str, verdicts: list[str]) -> None:
    assert [one.verdict for one in moved(text)] == verdicts
