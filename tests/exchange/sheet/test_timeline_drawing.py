"""The drawing of a timeline: in order, nearer where days are near, nothing on top of anything else."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from foam_graph.exchange.sheet.timeline_drawing import MOST_DAYS, Dated, Span, timeline_drawing

DAYS = st.dates(date(1900, 1, 1), date(2100, 1, 1))
EVENTS = st.lists(
    st.builds(Dated, DAYS, st.text(max_size=200), st.sampled_from(["on", "since", "disputed"])), max_size=120
)


@given(EVENTS, st.lists(st.builds(Span, DAYS, DAYS, st.just("3 days"), st.booleans()), max_size=6))
def test_days_stand_in_order_and_apart(events: list[Dated], spans: list[Span]) -> None:
    drawn = timeline_drawing(events, spans)
    days = {one.day for one in events}
    assert len(drawn.days) == min(len(days), MOST_DAYS)
    assert drawn.left_out == len(days) - len(drawn.days)
    for a, b in pairwise(drawn.days):
        assert b.y - a.y >= 16 * len(a.lines)
    assert all(one.y < drawn.height for one in drawn.days)
    assert all(bar.y1 <= bar.y2 for bar in drawn.bars)


def test_days_far_apart_stand_further_apart_and_bars_beside_each_other() -> None:
    first = date(2026, 3, 1)
    days = [first, first + timedelta(1), first + timedelta(30)]
    drawn = timeline_drawing(
        [Dated(one, "x", "on") for one in days],
        [Span(days[0], days[1], "1 day", True), Span(days[0], days[2], "30 days", False)],
    )
    a, b, c = (one.y for one in drawn.days)
    assert c - b > b - a
    assert len({bar.x for bar in drawn.bars}) == 2
    assert {(bar.length, bar.kept) for bar in drawn.bars} == {("1 day", True), ("30 days", False)}


def test_many_events_of_a_day_are_counted_and_a_dispute_is_seen() -> None:
    day = date(2026, 3, 1)
    drawn = timeline_drawing(
        [*(Dated(day, f"event {n}", "on") for n in range(9)), Dated(day, "two days", "disputed")], []
    )
    assert drawn.days[0].mark == "disputed"
    assert drawn.days[0].lines[-1] == "and 7 more"
