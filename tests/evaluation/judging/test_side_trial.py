"""Whose side an utterance is on: cases half flipped, and what a judge makes of them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from foam_graph.agents.tasks.debate_speaking import JudgeUtteranceOut
from foam_graph.evaluation.judging.side_trial import SideCase, counted, faithful, side_cases, side_request
from foam_graph.evaluation.material.debates import Context
from foam_graph.findings.debate.spoken import SIDES, Spoken

LONG = "The town has counted what the bridge costs each year, and it is more than what the ferry has ever cost since it was built."


def place(n: int, group: str = "a", text: str = LONG) -> Context:
    history = tuple(Spoken(k, "s", SIDES[(k - 1) % 2], "opening", (LONG,)) for k in range(1, n))
    return Context(group, f"Motion of {group}", history, Spoken(n, "s", SIDES[(n - 1) % 2], "closing", (text,)))


def answer(own: bool, other: bool) -> JudgeUtteranceOut:
    fields = {
        "own_side": own,
        "other_side": other,
        "relevant": True,
        "complies": True,
        "verdict": "revise",
        "types": [],
    }
    return JudgeUtteranceOut.model_validate(fields)


@given(st.lists(st.integers(1, 12), min_size=1, max_size=4), st.integers(0, 40), st.integers(0, 5))
def test_groups_are_drawn_evenly_and_half_of_each_is_flipped(sizes: list[int], count: int, seed: int) -> None:
    groups = {f"g{k}": [place(n, f"g{k}") for n in range(1, size + 1)] for k, size in enumerate(sizes)}
    cases = side_cases(groups, count, seed)
    assert len(cases) == min(count, sum(sizes))
    assert len({(one.context.motion, one.context.following.turn) for one in cases}) == len(cases)
    for name, size in zip(groups, sizes, strict=True):
        mine = [one for one in cases if one.group == name]
        assert sum(one.flipped for one in mine) == len(mine) // 2
        others = [sum(one.group == other for one in cases) for other in groups]
        assert len(mine) in (size, max(others), max(others) - 1)
    assert cases == side_cases(groups, count, seed)


def test_a_short_question_is_no_case() -> None:
    assert side_cases({"a": [place(1, text="And who pays for it?")]}, 5, 1) == ()


def test_a_judge_is_not_told_who_really_spoke() -> None:
    case = SideCase("a", place(2), "pro")
    asked = side_request(case).input
    assert case.flipped
    assert asked.model_dump()["side"] == "pro"
    assert [(one["speaker"], one["side"]) for one in asked.model_dump()["history"]] == [("pro", "pro")]
    assert asked.model_dump()["job"] == "summary"


def test_errors_are_true_ones_refused_flipped_ones_passed_and_no_answers() -> None:
    true, flipped = SideCase("a", place(1), "pro"), SideCase("a", place(1), "con")
    rows = [
        (true, answer(True, False)), (true, answer(False, False)), (true, answer(True, True)), (true, None),
        (flipped, answer(True, False)), (flipped, answer(False, True)), (flipped, None),
    ]  # fmt: skip
    found = counted(rows)
    assert (found.true, found.refused, found.flipped, found.passed, found.unanswered) == (4, 3, 3, 2, 2)
    assert found.errors == 5 / 7
    assert counted([]).errors is None
    assert faithful(answer(True, False))
