"""Audiences: value orders, evidence policies, preorders."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.corpus.documents import SOURCE_CLASSES
from foam_graph.errors import ReasoningError
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.sublation import Audience, audiences_of, sublate
from foam_graph.reasoning.sublation.audiences import Source, realisable_orders, total_preorders, weights_of
from tests.support.chains.sublation_runs import RunOf

FIRST, SECOND = SOURCE_CLASSES[0], SOURCE_CLASSES[1]
values = st.sampled_from("abcd")


def test_a_tie_is_no_preference_and_a_missing_value_weighs_nothing() -> None:
    audience = Audience("x", {"a": 0.3, "b": 0.1 + 0.2, "c": 0.4})
    assert not audience.prefers("a", "b")
    assert not audience.prefers("b", "a")
    assert audience.prefers("c", "a")
    assert audience.prefers("a", "unknown")
    assert not audience.prefers("unknown", "other")


def test_there_are_as_many_total_preorders_as_fubini_numbers() -> None:
    assert [len(set(total_preorders("abcde"[:n]))) for n in range(5)] == [1, 1, 3, 13, 75]


@given(st.lists(st.tuples(values, values), unique=True, max_size=4))
def test_realisable_orders_are_exactly_those_of_total_preorders(pairs: list[tuple[str, str]]) -> None:
    audiences = [Audience("x", weights_of(tiers)) for tiers in total_preorders("abcd")]
    expected = {frozenset(p for p in pairs if a.prefers(*p)) for a in audiences}
    found = list(realisable_orders(pairs))
    assert set(found) == expected
    assert len(found) == len(expected)


def test_audiences_come_one_a_perspective_by_name() -> None:
    run = RunOf({"b": {"x": 1.0}, "a": {"y": 1.0}}, {"a": {"source_classes": [FIRST]}})
    first, second = audiences_of(run.graph())
    assert (first.name, second.name) == ("a", "b")
    assert first.admissible == frozenset({FIRST})
    assert second.admissible is None


def test_orders_replace_the_weights_of_named_audiences_only() -> None:
    graph = RunOf({"a": {"x": 1.0}}).graph()
    assert audiences_of(graph, {"a": {"y": 1.0}})[0].prefers("y", "x")
    with pytest.raises(ReasoningError, match="nobody"):
        audiences_of(graph, {"nobody": {}})


@pytest.mark.parametrize(
    "fields",
    [
        {"value_names": ["x"], "value_weights": [], "card": "{}"},
        {"value_names": [], "value_weights": [], "card": "{"},
        {"value_names": [], "value_weights": [], "card": "[]"},
        {"value_names": [], "value_weights": [], "card": '{"evidence_policy": {"source_classes": ["no such class"]}}'},
    ],
)
def test_an_unusable_perspective_is_named(fields: dict[str, object]) -> None:
    graph = Subgraph([Node("P1", "Perspective", {"stance_id": "a", **fields})])
    with pytest.raises(ReasoningError, match="P1"):
        audiences_of(graph)


def test_ages_are_counted_on_the_day_of_the_run_and_not_at_all_without_one() -> None:
    run = RunOf({"a": {}}, {"a": {"source_classes": [FIRST], "max_age_years": 5}})
    audience = audiences_of(run.graph())[0]
    assert audience.refuses(Source("d", FIRST, "2010-01-01"))
    assert not audience.refuses(Source("d", FIRST, "2024-01-01"))
    assert audience.refuses(Source("d", SECOND, "2024-01-01"))
    assert audience.policy is not None
    undated = Audience("a", {}, audience.policy.model_copy(update={"admit_undated": False}), None)
    assert not undated.refuses(Source("d", FIRST))
    assert not undated.refuses(Source("d", FIRST, "2010-01-01"))


def strict_and_open() -> RunOf:
    return RunOf({"open": {}, "strict": {}}, {"strict": {"source_classes": [FIRST]}})


def test_a_record_that_a_policy_does_not_admit_is_out_for_that_audience() -> None:
    run = strict_and_open()
    run.document("doc", SECOND)
    run.sentence("s", "doc")
    run.claim("c", ground=False)
    run.record("r", ["s"])
    run.line("c", "w", "r")
    found = sublate(run.graph())
    assert (found.labels["open"]["r"], found.labels["strict"]["r"]) == ("in", "out")
    standing = found.claims["c"]
    assert standing.class_ == "conditional"
    assert standing.condition is not None
    assert standing.condition.words() == f"holds where the evidence policy admits {SECOND} (doc)"
    assert [standing.condition.holds(a) for a in found.audiences] == [True, False]
    assert "does not admit doc" in found.why("strict", "r")[0].why


def test_the_policy_reads_what_a_record_states_where_no_document_is_there() -> None:
    run = strict_and_open()
    run.claim("c", ground=False)
    run.record("r", documents=["doc"], source_classes=[SECOND])
    run.line("c", "w", "r")
    assert sublate(run.graph()).labels["strict"]["r"] == "out"


def test_of_a_severable_record_the_admitted_sentences_remain() -> None:
    for severable, expected in ((True, "in"), (False, "out")):
        run = strict_and_open()
        run.document("good", FIRST)
        run.document("bad", SECOND)
        run.sentence("s1", "good")
        run.sentence("s2", "bad")
        run.record("r", ["s1", "s2"], severable=severable)
        assert sublate(run.graph()).labels["strict"]["r"] == expected
        run.critique("k", "s1")
        assert sublate(run.graph()).labels["open"]["r"] == ("in" if severable else "out")
        assert sublate(run.graph()).labels["strict"]["r"] == "out"


def test_a_critique_on_a_refused_record_fails_for_that_audience_only() -> None:
    run = strict_and_open()
    run.claim("c")
    run.record("r", documents=["doc"], source_classes=[SECOND])
    run.critique("k", "c", rests_on=["r"])
    found = sublate(run.graph())
    assert found.claims["c"].audiences("in") == ["strict"]
    assert found.claims["c"].condition is not None
    assert found.claims["c"].condition.words() == f"holds where the evidence policy does not admit {SECOND} (doc)"


def test_an_upheld_critique_of_a_document_fells_its_sentences() -> None:
    run = RunOf()
    run.document("doc", FIRST)
    run.sentence("s", "doc")
    run.record("r", ["s"])
    run.critique("k", "doc")
    assert sublate(run.graph()).labels["ann"]["r"] == "out"


def test_objections_to_a_document_carry_over_to_its_new_version() -> None:
    run = RunOf()
    run.document("doc", FIRST)
    run.sentence("s", "doc")
    run.record("r", ["s"])
    run.critique("k", "doc")
    run.document("doc2", FIRST)
    run.edge("SUPERSEDES", "doc2", "doc")
    assert sublate(run.graph()).labels["ann"]["r"] == "out"
    run.rate("a", "k", "answered")
    assert sublate(run.graph()).labels["ann"]["r"] == "in"


def test_total_preorders_hold_every_pairwise_order() -> None:
    for a, b in combinations("abc", 2):
        orders = [Audience("x", weights_of(t)) for t in total_preorders("abc")]
        assert {(o.prefers(a, b), o.prefers(b, a)) for o in orders} == {(True, False), (False, True), (False, False)}


def aged(parameters: str | None) -> str:
    """The class of a claim on a source of 2020, for a perspective that admits two years, in a run opened in June 2025."""
    run = RunOf({"ann": {}}, {"ann": {"source_classes": ["statistics"], "max_age_years": 2}})
    if parameters is not None:
        run.nodes[0] = Node("run", "Run", {"kind": "run", "parameters": parameters}, at=run.nodes[0].at)
    run.claim("c", ground=False)
    run.document("d", "statistics", "2020-03-01")
    run.sentence("s", "d")
    run.record("r", ["s"])
    run.line("c", "w", "r")
    return sublate(run.graph()).claims["c"].class_


def test_ages_are_counted_to_the_one_date_of_the_run() -> None:
    assert aged('{"dated": "2021-01-01"}') != "unsupported"
    assert aged('{"dated": "2024-01-01"}') == "unsupported"


def test_runs_of_before_that_date_count_ages_to_the_day_on_which_they_were_opened() -> None:
    assert aged('{"as_of": "2021-01-01"}') == aged(None) == aged("{}") == "unsupported"
