"""Pieces of work at once: as many as asked for, in order, and none begun after a failure."""

from __future__ import annotations

from threading import Barrier, Event

import pytest

from foam_graph.errors import BudgetSpent
from foam_graph.evaluation.experiments.side_by_side import side_by_side


def test_as_many_as_are_asked_for_are_under_way_together() -> None:
    together = Barrier(3)

    def work(item: int) -> int:
        together.wait(60)
        return item * item

    assert side_by_side(work, range(9), 3) == [one * one for one in range(9)]


def test_one_at_a_time_needs_no_thread() -> None:
    order: list[int] = []
    assert side_by_side(order.append, range(4), 1) == [None] * 4
    assert order == [0, 1, 2, 3]
    assert side_by_side(order.append, (), 3) == []


@pytest.mark.parametrize("at_once", [1, 2])
def test_after_a_failure_none_is_begun_and_what_is_under_way_is_finished(at_once: int) -> None:
    begun, finished, failed = list[int](), list[int](), Event()

    def work(item: int) -> None:
        begun.append(item)
        if item == 1:
            failed.set()
            raise BudgetSpent("the budget is spent")
        if at_once > 1:
            failed.wait(60)
        finished.append(item)

    with pytest.raises(BudgetSpent):
        side_by_side(work, range(50), at_once)
    assert finished == [one for one in sorted(begun) if one != 1]
    assert len(begun) <= 3
