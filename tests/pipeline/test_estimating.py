"""What a run would take, told before anything is spent."""

from __future__ import annotations

import pytest

from foam_graph.pipeline.estimating import estimate_case
from foam_graph.reasoning.turns import Limits


@pytest.mark.parametrize(("depth", "calls"), [("quick", 25), ("standard", 39), ("full", 54)])
def test_the_calls_of_three_perspectives_are_within_forty_but_for_full_runs(depth: str, calls: int) -> None:
    assert estimate_case([], 3, Limits(depth=depth)).calls == calls


def test_a_run_that_is_not_quick_reads_the_sheet_and_asks_once_more_for_what_was_refused() -> None:
    quick, standard = (estimate_case([], 3, Limits(depth=depth)).calls for depth in ("quick", "standard"))
    # Two more drafts are two calls, the choice in two orders as many; two reviews and the second writing are three.
    round_more, more_drafts, sheet = 3 + 2, 7, 2
    assert standard == quick + round_more + more_drafts + sheet
