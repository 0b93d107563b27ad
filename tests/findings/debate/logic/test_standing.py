"""Which sentences a side asserts itself."""

from __future__ import annotations

import pytest

from foam_graph.findings.debate.logic.standing import LONGEST, Line, before, lines_of
from foam_graph.findings.debate.spoken import Spoken


def line(text: str, place: int = 1) -> Line:
    return Line(f"3.{place}", 3, place, text)


@pytest.mark.parametrize(
    "text",
    ["My opponent says that trams are cheap.", "Ms Rowe told us that trams are cheap.", "CON claims that trams are cheap.",
     "The other side argues that trams are cheap.", "We are told that trams are said to be cheap.", "Are trams cheap?"],
)  # fmt: skip
def test_what_the_other_side_says_is_not_ones_own(text: str) -> None:
    assert not line(text).own


@pytest.mark.parametrize(
    "text", ["Trams are cheap.", "The auditor says that trams are cheap.", "Professors ride trams."]
)
def test_what_a_side_says_is_its_own(text: str) -> None:
    assert line(text).own
    assert line(text).flat


@pytest.mark.parametrize(
    "text", ["If we built trams, they would be cheap.", "Trams should be cheap.", "Trams might be cheap."]
)
def test_what_is_supposed_or_demanded_is_no_fact(text: str) -> None:
    assert line(text).own
    assert not line(text).flat


def test_lines_leave_out_what_no_rule_can_read() -> None:
    said = Spoken(5, "Ada", "pro", "opening", ("Trams are cheap.", "", "电车很便宜。", "x" * (LONGEST + 1)))
    assert [one.name for one in lines_of([said])] == ["5.1"]


def test_the_sentences_before_one_are_those_of_its_turn_the_nearest_first() -> None:
    lines = [line("a", 1), line("b", 2), Line("4.1", 4, 1, "c"), line("d", 3)]
    assert [one.text for one in before(lines[-1], lines, 2)] == ["b", "a"]
    assert before(lines[0], lines, 2) == []
