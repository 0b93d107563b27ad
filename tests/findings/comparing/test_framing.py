"""What stands before an amount and says of which place, time or part it is."""

from __future__ import annotations

import pytest

from foam_graph.findings.comparing.framing import framed_apart


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ("In the half marathon ", "In the marathon ", True),
        ("In the east hall ", "In the west hall ", True),
        ("4. In the marathon ", "In the half marathon, ", True),
        ("In the course of the interruptions ", "During the three interruptions ", False),
        ("In the marathon ", "In the marathon ", False),
        ("In the half marathon ", "", False),
        ("The office counted ", "In the marathon ", False),
        ("", "", False),
    ],
)
def test_two_frames_of_which_one_says_more_are_apart(one: str, other: str, apart: bool) -> None:
    assert framed_apart(one, other) == apart
    assert framed_apart(other, one) == apart
