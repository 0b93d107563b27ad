from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.agents.endpoint.budget import Budget, Spent, estimate_tokens
from foam_graph.agents.protocol import CallRecord
from foam_graph.errors import BudgetSpent, UsageError

calls = st.lists(st.tuples(st.integers(0, 500), st.integers(0, 500)), max_size=30)


@pytest.mark.parametrize(("characters", "tokens"), [(0, 0), (1, 1), (4, 1), (5, 2)])
def test_tokens_are_estimated_by_four_characters_and_never_rounded_down(characters: int, tokens: int) -> None:
    assert estimate_tokens(characters) == tokens


def test_no_limit_takes_everything() -> None:
    budget = Budget()
    budget.reserve(10**9, 10**9).settle(10**9, 10**9)
    assert budget.spent.tokens == 2 * 10**9


def test_what_cannot_fit_is_refused_before_the_call_and_says_what_was_spent() -> None:
    budget = Budget(max_tokens=100)
    budget.reserve(50, 50).settle(40, 30)
    with pytest.raises(BudgetSpent) as refused:
        budget.reserve(20, 11)
    assert "70 tokens spent" in refused.value.message
    assert "resume" in refused.value.hint
    budget.reserve(20, 10).settle(20, 10)


def test_money_is_counted_with_the_prices() -> None:
    budget = Budget(max_cost=1.0, price_in=2.0, price_out=8.0)
    budget.reserve(100_000, 100_000).settle(100_000, 90_000)
    assert budget.spent.cost == pytest.approx(0.92)
    with pytest.raises(BudgetSpent, match=r"\$0\.9200"):
        budget.reserve(10_000, 10_000)


@pytest.mark.parametrize(
    "limits", [{"max_tokens": -1}, {"max_cost": -0.1}, {"max_cost": 1.0}, {"price_in": float("nan")}]
)
def test_limits_that_cannot_be_kept_are_refused(limits: dict[str, float]) -> None:
    with pytest.raises(UsageError):
        Budget(**limits)  # type: ignore[arg-type]


def test_a_part_has_its_own_limit_and_draws_on_the_whole() -> None:
    run = Budget(max_tokens=100)
    critics = run.part("critics", max_tokens=60)
    critics.reserve(30, 30).settle(30, 20)
    assert run.spent.tokens == 50
    with pytest.raises(BudgetSpent, match="the critics"):
        critics.reserve(11, 0)
    with pytest.raises(BudgetSpent, match="the run"):
        run.part("rest").reserve(51, 0)
    assert run.spent.tokens == 50


def test_a_resumed_run_keeps_to_its_one_budget() -> None:
    budget = Budget(max_tokens=100)
    budget.count([CallRecord("t", "m", "p", "h", tokens_in=60, tokens_out=30)])
    with pytest.raises(BudgetSpent):
        budget.reserve(11, 0)


def test_a_reservation_settles_once() -> None:
    budget = Budget(max_tokens=10)
    held = budget.reserve(5, 5)
    held.settle(1, 1)
    held.settle(5, 5)
    assert budget.spent == Spent(1, 1)
    budget.reserve(4, 4)


def test_a_call_waits_for_room_that_another_gives_back() -> None:
    budget = Budget(max_tokens=100)
    first = budget.reserve(50, 50)
    got_room = threading.Event()

    def second() -> None:
        budget.reserve(20, 20).settle(20, 20)
        got_room.set()

    thread = threading.Thread(target=second, daemon=True)
    thread.start()
    assert not got_room.wait(0.05)
    first.settle(5, 5)
    assert got_room.wait(300)
    assert budget.spent.tokens == 50


@given(calls, st.integers(1, 3000))
def test_spending_never_passes_the_limit_where_calls_keep_to_their_reservation(
    wanted: list[tuple[int, int]], limit: int
) -> None:
    budget = Budget(max_tokens=limit)
    for tokens_in, tokens_out in wanted:
        before = budget.spent
        try:
            budget.reserve(tokens_in, tokens_out).settle(tokens_in, tokens_out // 2)
        except BudgetSpent:
            assert before.tokens + tokens_in + tokens_out > limit
            assert budget.spent == before
    assert budget.spent.tokens <= limit


def test_many_threads_spend_exactly_what_they_settle() -> None:
    budget = Budget(max_tokens=1000, max_cost=1.0, price_in=0.1, price_out=0.3)

    def call(_: int) -> bool:
        try:
            budget.reserve(10, 10).settle(10, 5)
        except BudgetSpent:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        worked = sum(pool.map(call, range(100)))
    assert budget.spent == Spent(10 * worked, 5 * worked, 0.1, 0.3)
    # The last call must have been refused with less than one call's room left, and not earlier.
    assert 1000 - 20 < budget.spent.tokens <= 1000
