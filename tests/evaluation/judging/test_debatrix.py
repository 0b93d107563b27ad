"""Debatrix points: both orders, both sides, two points a pair."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.agents.tasks.debate_judging import JudgeDebateIn, JudgeDebateOut
from foam_graph.evaluation.judging.asking import debate_request
from foam_graph.evaluation.judging.debatrix import DIMENSIONS, pair_points, verdict_of
from foam_graph.findings.debate.spoken import SIDES
from tests.support.debate_judging import CON, MOTION, PRO, REPLY

WINNERS = ("first", "second", "tie", "not_judged")
OUT = st.fixed_dictionaries({name: st.sampled_from(WINNERS) for name in DIMENSIONS})


def ruled(**winners: str) -> JudgeDebateOut:
    whole = dict.fromkeys(DIMENSIONS, "tie") | winners
    return JudgeDebateOut.model_validate({name: {"winner": won, "reasons": "So."} for name, won in whole.items()})


def test_both_orders_must_agree() -> None:
    found = verdict_of(
        ruled(source="first", argument="first", language="tie"), ruled(source="second", argument="first")
    )
    assert found.winners["source"] == "pro"
    assert found.winners["argument"] == "tie"  # first both times: the order decided, not the debate
    assert found.flipped == ("argument",)
    assert (found.first_shown, found.decided) == (3, 4)


def test_a_tie_beside_a_winner_is_a_tie_but_no_flip() -> None:
    found = verdict_of(ruled(overall="first"), ruled(overall="tie"))
    assert found.winners["overall"] == "tie"
    assert found.flipped == ()


def test_what_is_not_judged_has_no_points() -> None:
    found = verdict_of(ruled(source="not_judged", overall="first"), ruled(source="second", overall="second"))
    assert found.points("pro", "source") is None
    assert (found.points("pro", "overall"), found.points("con", "overall")) == (2, 0)
    assert pair_points([(found, "pro")])["source"] is None
    assert pair_points([])["overall"] is None


def test_the_papers_way_of_counting() -> None:
    """Eight of thirteen debates won and none lost make 1.62 against 0.38; with both sides swapped a pair sums to 2."""
    won, lost = verdict_of(ruled(overall="first"), ruled(overall="second")), verdict_of(ruled(), ruled())
    points = pair_points([(won, "pro"), (lost, "con")])["overall"]
    assert points == (1.5, 0.5)


@given(st.lists(st.tuples(OUT, OUT, st.sampled_from(SIDES)), max_size=8))
def test_a_pair_sums_to_two(held: list[tuple[dict[str, str], dict[str, str], str]]) -> None:
    verdicts = [(verdict_of(ruled(**one), ruled(**two)), "pro" if side == "pro" else "con") for one, two, side in held]
    for points in pair_points(verdicts).values():  # type: ignore[arg-type]
        assert points is None or sum(points) == pytest.approx(2)
    turned = [(verdict, "con" if side == "pro" else "pro") for verdict, side in verdicts]
    for dimension, points in pair_points(turned).items():  # type: ignore[arg-type]
        before = pair_points(verdicts)[dimension]  # type: ignore[arg-type]
        assert points is None or before is None or points == pytest.approx(before[::-1])


@given(OUT, OUT)
def test_which_order_is_asked_first_does_not_count(one: dict[str, str], two: dict[str, str]) -> None:
    swap = {"first": "second", "second": "first"}
    turned = [{name: swap.get(won, won) for name, won in each.items()} for each in (two, one)]
    assert verdict_of(ruled(**one), ruled(**two)).winners == verdict_of(ruled(**turned[0]), ruled(**turned[1])).winners


def test_judges_see_sides_and_no_names() -> None:
    asked = debate_request(MOTION, (PRO, CON, REPLY), {}, "con").input
    assert isinstance(asked, JudgeDebateIn)
    assert (asked.first_side, asked.second_side) == ("con", "pro")
    assert [one.turn for one in asked.second] == [1, 3]
    assert "Ada" not in asked.model_dump_json()
