"""Two live versions of a slot under opposed value conditions (protocol 2.5): no rule of the kernel knows of them."""

from __future__ import annotations

import pytest

from foam_graph.reasoning.sublation import sublate
from tests.support.chains.sublation_runs import RunOf

CARE, FISCAL = "care", "fiscal_responsibility"
ORDERS = {"caring": {CARE: 0.7, FISCAL: 0.3}, "frugal": {CARE: 0.3, FISCAL: 0.7}, "torn": {CARE: 0.5, FISCAL: 0.5}}


def branched(*perspectives: str) -> RunOf:
    """Claim ``a`` for care, its other side ``b`` for fiscal responsibility, in the one component of a syllogism."""
    run = RunOf({name: ORDERS[name] for name in perspectives or ORDERS})
    run.syllogism("s", "link")
    run.claim("a", fills=("s", "link"))
    run.critique("k", "a", values=(CARE, FISCAL))
    run.claim("b", stance="bob", fills=("s", "link"))
    run.edge("BRANCHES", "b", "a")
    run.critique("m", "b", by="ann", values=(FISCAL, CARE))
    return run


@pytest.mark.parametrize(
    ("audience", "a", "b", "argument"),
    [("caring", "in", "out", "in"), ("frugal", "out", "in", "in"), ("torn", "out", "out", "out")],
)
def test_each_version_holds_where_its_value_weighs_more_and_neither_at_a_tie(
    audience: str, a: str, b: str, argument: str
) -> None:
    labels = sublate(branched().graph()).labels[audience]
    assert (labels["a"], labels["b"], labels["s"]) == (a, b, argument)


def test_both_versions_are_conditional_and_say_on_what() -> None:
    claims = sublate(branched().graph()).claims
    words = {name: claims[name].condition.words() for name in "ab" if claims[name].condition}  # type: ignore[union-attr]
    assert words == {
        "a": "holds where care weighs more than fiscal responsibility",
        "b": "holds where fiscal responsibility weighs more than care",
    }


def test_the_memo_lists_both_sides_with_the_trade_off() -> None:
    memo = {item.critique: item for item in sublate(branched().graph()).memo}
    assert set(memo) == {"k", "m"}
    assert memo["k"].claims == ("a",)
    assert memo["m"].claims == ("b",)
    assert all(item.trade_off for item in memo.values())


def test_what_rests_on_one_version_falls_with_it_and_the_argument_stands_on_the_other() -> None:
    run = branched("caring", "frugal")
    run.claim("on-a", rests_on=["a"])
    run.claim("on-b", rests_on=["b"])
    labels = sublate(run.graph()).labels
    assert (labels["caring"]["on-a"], labels["frugal"]["on-a"]) == ("in", "out")
    assert (labels["caring"]["on-b"], labels["frugal"]["on-b"]) == ("out", "in")


def test_a_revision_of_either_version_keeps_its_condition() -> None:
    run = branched("caring", "frugal")
    run.claim("b2", stance="bob", old="b", fills=("s", "link"))
    run.claim("a2", old="a", fills=("s", "link"))
    claims = sublate(run.graph()).claims
    assert {name: standing.audiences("in") for name, standing in claims.items()} == {"a2": ["caring"], "b2": ["frugal"]}


def test_a_fault_of_one_version_leaves_the_other_alone() -> None:
    run = branched("caring", "frugal")
    run.critique("x", "R-b", by="ann")
    found = sublate(run.graph())
    assert found.claims["b"].class_ == "dissent"
    assert found.claims["a"].class_ == "conditional"
    assert (found.labels["caring"]["s"], found.labels["frugal"]["s"]) == ("in", "out")
