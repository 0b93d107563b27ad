"""The certificate's own evaluation of issues and options agrees with the kernel's, on any agenda and any labels."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from foam_graph.model.subgraph import Node
from foam_graph.reasoning.agenda.shown import agenda_of
from foam_graph.reasoning.outcome.deciding import (
    MOOT,
    can_both_hold,
    conclusions,
    end_of,
    options_of,
    outcomes,
    status_of,
)
from foam_graph.reasoning.sublation import sublate
from tests.support.chains.deliberation_runs import PANEL, DeliberationOf, leaf

NAMES = ("one", "two", "three")
OUTCOMES = ("yes", "no")
LEAVES = st.builds(leaf, st.sampled_from(NAMES), st.sampled_from(OUTCOMES))
TREES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map(lambda parts: {"all": parts}),
        st.lists(inner, min_size=1, max_size=3).map(lambda parts: {"any": parts}),
    ),
    max_leaves=6,
)
SIDES = st.sampled_from(["yes", "no", "both", "weighed", "by value", "none", "burden"])


@st.composite
def runs(draw: st.DrawFn) -> DeliberationOf:
    """Three issues, some of them given an earlier one, argued and weighed in every way."""
    run = DeliberationOf(PANEL)
    for n, name in enumerate(NAMES):
        given_ = (NAMES[n - 1], draw(st.sampled_from(OUTCOMES))) if n and draw(st.booleans()) else None
        run.issue(name, *OUTCOMES, given=given_, weighs=True)
    run.option("first", draw(TREES))
    run.option("second", draw(TREES))
    for name in NAMES:
        _argue(run, name, draw(SIDES))
    return run


def _argue(run: DeliberationOf, name: str, side: str) -> None:
    if side == "by value":
        run.recommends(f"{name}-yes", name, "yes")
        run.recommends(f"{name}-no", name, "no")
        run.weigh(f"w-{name}", name, "yes", "no", values=("care", "fiscal_responsibility"))
        return
    if side == "burden":
        run.weigh(f"w-{name}", name, "no", "yes", reason="burden")
        return
    for outcome in OUTCOMES:
        if side in (outcome, "both", "weighed"):
            run.concludes(f"{name}-{outcome}", name, outcome)
    if side == "weighed":
        run.weigh(f"w-{name}", name, "yes", "no")


def decided(run: DeliberationOf) -> Any:
    graph = run.graph()
    found = sublate(graph)
    agenda = agenda_of(graph)
    assert agenda is not None
    concluding = conclusions(graph)
    by = {}
    for audience, labels in found.labels.items():
        burdens = {
            node["issue"]: node["over"]
            for node in graph.live("Weighing")
            if node["reason"] == "burden" and labels.get(node.id) == "in"
        }
        by[audience] = outcomes(agenda.issues, concluding, labels, burdens)
    return found, agenda, by


@settings(max_examples=150, deadline=None)
@given(runs())
def test_issues_come_out_as_the_kernel_says(run: DeliberationOf) -> None:
    found, agenda, by = decided(run)
    for name, standing in found.issues.items():
        for audience in by:
            if audience in standing.moot_for:
                assert by[audience][name] == MOOT
            else:
                assert by[audience][name] == standing.outcome(audience)
        live = any(
            labels.get(one, "out") != "out"
            for claims in standing.conclusions.values()
            for one in claims
            for labels in found.labels.values()
        )
        assert end_of(agenda.issues[name], [by[a][name] for a in by], live) == standing.end


@settings(max_examples=150, deadline=None)
@given(runs())
def test_options_come_out_as_the_kernel_says_where_they_exclude_each_other(run: DeliberationOf) -> None:
    found, agenda, by = decided(run)
    if not found.agenda.decidable:
        assert {one.status for one in found.answers.values()} == {"open"}
        return
    told = {audience: options_of(agenda.issues, agenda.options, one) for audience, one in by.items()}
    for name, standing in found.answers.items():
        verdicts = [told[audience][name] for audience in told]
        assert {a: told[a][name] for a in told} == dict(standing.labels)
        assert status_of(verdicts) == standing.status


@settings(max_examples=150, deadline=None)
@given(runs())
def test_options_can_both_hold_where_the_kernels_proof_finds_an_overlap(run: DeliberationOf) -> None:
    found, agenda, _ = decided(run)
    one, other = agenda.options.values()
    assert can_both_hold(agenda.issues, one, other) == bool(found.agenda.proof.overlaps)


def issue(name: str, given_: str = "") -> Node:
    fields: dict[str, Any] = {"name": name, "outcomes": list(OUTCOMES)}
    return Node(name, "Issue", {**fields, **({"given": given_} if given_ else {})})


def test_either_way_is_seen() -> None:
    issues = {"one": issue("one"), "two": issue("two")}
    either = '{"any": [{"issue": "one", "outcome": "yes"}, {"issue": "one", "outcome": "no"}]}'
    options = {"a": Node("a", "Option", {"name": "a", "condition": either})}
    assert options_of(issues, options, {"one": "", "two": ""}) == {"a": "in"}


def test_an_option_without_a_condition_is_never_decided() -> None:
    options = {"a": Node("a", "Option", {"name": "a"})}
    assert options_of({"one": issue("one")}, options, {"one": "yes"}) == {"a": "undecided"}


def test_issues_that_are_given_each_other_in_a_circle_end() -> None:
    issues = {"one": issue("one", '["two", "yes"]'), "two": issue("two", '["one", "yes"]')}
    told = outcomes(issues, (), {}, {"one": "yes", "two": "no"})
    assert set(told) == {"one", "two"}
    tree = '{"issue": "one", "outcome": "yes"}'
    options = {"a": Node("a", "Option", {"name": "a", "condition": tree})}
    assert options_of(issues, options, told)["a"] in ("in", "out", "undecided")
