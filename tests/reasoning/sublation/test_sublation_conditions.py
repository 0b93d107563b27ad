"""Conditions and robustness: right for every order, minimal, separating the panel."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.sublation import Audience, flips, sublate
from foam_graph.reasoning.sublation.audiences import total_preorders, weights_of
from foam_graph.reasoning.sublation.conditions import Condition, minimal_terms
from tests.support.chains.sublation_runs import RunOf

VALUES = "abcd"
PREORDERS = [weights_of(tiers) for tiers in total_preorders(VALUES)]
pairs = st.tuples(st.sampled_from(VALUES), st.sampled_from(VALUES)).filter(lambda p: p[0] != p[1])


def matches(terms: list[frozenset[tuple[int, bool]]], point: int) -> bool:
    return any(all(bool(point >> n & 1) == on for n, on in term) for term in terms)


@given(st.dictionaries(st.integers(0, 15), st.booleans(), min_size=1))
def test_minimal_terms_agree_with_the_table_and_none_can_be_shortened(table: dict[int, bool]) -> None:
    terms = minimal_terms(table, 4)
    assert {p for p in table if matches(terms, p)} == {p for p, truth in table.items() if truth}
    off = [p for p, truth in table.items() if not truth]
    for n, term in enumerate(terms):
        rest = terms[:n] + terms[n + 1 :]
        assert any(truth and not matches(rest, p) for p, truth in table.items())
        for literal in term:
            assert any(matches([term - {literal}], p) for p in off)


def test_minimal_terms_find_the_smallest_cover() -> None:
    # Majority of three: three terms of two literals; the classic where a careless cover takes more.
    table = {p: p.bit_count() >= 2 for p in range(8)}
    assert sorted(sorted(t) for t in minimal_terms(table, 3)) == [
        sorted({(a, True), (b, True)}) for a, b in combinations(range(3), 2)
    ]
    assert minimal_terms({0: True, 1: True}, 1) == [frozenset()]
    assert minimal_terms({0: False}, 1) == []


@st.composite
def value_runs(draw: st.DrawFn) -> Subgraph:
    """Claims under value conflicts, critiques of critiques, and claims that rest on one another."""
    run = RunOf({f"p{n}": draw(st.sampled_from(PREORDERS)) for n in range(draw(st.integers(1, 4)))})
    run.claim("c0")
    run.claim("c1", rests_on=["c0"] if draw(st.booleans()) else [])
    targets = ["c0", "c1"]
    for n in range(draw(st.integers(1, 5))):
        rated = draw(st.sampled_from(["valid", "valid", "invalid", None]))
        run.critique(f"k{n}", draw(st.sampled_from(targets)), values=draw(st.none() | pairs), rated=rated)
        targets.append(f"k{n}")
    return run.graph()


@given(value_runs(), st.integers(0, 12))
def test_conditions_do_not_depend_on_how_much_is_laid_out_for_one_claim(graph: Subgraph, most: int) -> None:
    whole = sublate(graph)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(flips, "MAX_UPSTREAM", most)
        assert sublate(graph).claims == whole.claims
    search = whole.search
    for argument in range(len(search.framework.arguments)):
        many = len(search.framework.upstream(argument).places)
        assert (search.framework.small_upstream(argument, most) is None) == (many > most)
        assert search.framework.downstream([argument]) == {
            other
            for other in range(len(search.framework.arguments))
            if argument in search.framework.upstream(other).places
        }


def in_for_order(graph: Subgraph, claim: str, order: dict[str, float]) -> bool:
    found = sublate(graph, orders={"p0": order})
    return found.labels["p0"][claim] == "in"


@settings(max_examples=25, deadline=None)
@given(value_runs(), st.lists(st.sampled_from(PREORDERS), min_size=12, max_size=12))
def test_conditions_say_for_every_order_whether_a_claim_is_in(graph: Subgraph, orders: list[dict[str, float]]) -> None:
    for claim, standing in sublate(graph).claims.items():
        condition = standing.condition or standing.falls_if
        if condition is None:
            continue
        for order in orders:
            wanted = in_for_order(graph, claim, order) == (standing.class_ == "conditional")
            assert condition.holds(Audience("x", order)) == wanted


@settings(max_examples=60, deadline=None)
@given(value_runs())
def test_every_condition_separates_the_panel(graph: Subgraph) -> None:
    found = sublate(graph)
    for standing in found.claims.values():
        if standing.class_ == "conditional":
            assert standing.condition is not None
            for audience in found.audiences:
                assert standing.condition.holds(audience) == (standing.labels[audience.name] == "in")
        if standing.falls_if is not None:
            assert standing.class_ == "core"
            assert not any(standing.falls_if.holds(audience) for audience in found.audiences)


def test_a_core_claim_lists_the_orders_beyond_the_panel_that_would_fell_it() -> None:
    run = RunOf({"ann": {"care": 0.8, "cost": 0.2}})
    run.claim("c")
    run.critique("k", "c", values=("care", "cost"))
    standing = sublate(run.graph()).claims["c"]
    assert standing.class_ == "core"
    assert standing.falls_if is not None
    assert standing.falls_if.phrases() == ["cost weighs at least as much as care"]


def test_a_core_claim_that_no_order_fells_lists_none() -> None:
    run = RunOf({"ann": {"care": 0.8, "cost": 0.2}})
    run.claim("c")
    run.critique("k", "c", values=("care", "cost"), rated="invalid")
    assert sublate(run.graph()).claims["c"].falls_if is None


def test_conditions_join_with_and_and_or() -> None:
    run = RunOf({"ann": {"a": 3.0, "b": 2.0, "c": 1.0}, "bob": {"c": 3.0, "b": 2.0, "a": 1.0}})
    run.claim("x")
    run.critique("k", "x", values=("a", "b"))
    run.critique("l", "x", values=("b", "c"))
    condition = sublate(run.graph()).claims["x"].condition
    assert condition is not None
    assert condition.words() == "holds where a weighs more than b and b weighs more than c"
    run.critique("m", "l", values=("c", "a"))
    both = sublate(run.graph()).claims["x"].condition
    assert both is not None
    assert both.exact


def test_beyond_the_limit_of_comparisons_the_condition_still_separates_the_panel() -> None:
    names = [f"v{n}" for n in range(9)]
    run = RunOf({"up": {v: float(n) for n, v in enumerate(names)}, "down": {v: -float(n) for n, v in enumerate(names)}})
    run.claim("x")
    for n in range(8):
        run.critique(f"k{n}", "x", values=(names[n + 1], names[n]))
    found = sublate(run.graph())
    condition = found.claims["x"].condition
    assert condition is not None
    assert not condition.exact
    assert [condition.holds(a) for a in found.audiences] == [a.name == "up" for a in found.audiences]


def test_policies_and_values_are_told_apart() -> None:
    run = RunOf({"ann": {"a": 1.0}, "bob": {"b": 1.0}}, {"bob": {"source_classes": ["law"]}})
    run.claim("x", ground=False)
    run.record("r", documents=["d"], source_classes=["news"])
    run.line("x", "w", "r")
    run.critique("k", "x", values=("a", "b"))
    condition = sublate(run.graph()).claims["x"].condition
    assert condition is not None
    assert condition.words() == "holds where a weighs more than b and the evidence policy admits news (d)"


def test_an_empty_condition_never_holds() -> None:
    assert not Condition(()).holds(Audience("x"))
    assert Condition(((),)).holds(Audience("x"))
