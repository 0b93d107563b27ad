"""The memo's items: which critiques, whose, and flips that are verified and minimal."""

from __future__ import annotations

from itertools import combinations
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.sublation import Flip, Sublation, sublate
from tests.support.chains.sublation_runs import RunOf


def flips(found: Sublation) -> list[Flip]:
    return [flip for item in found.memo for flip in item.flips]


def label_after(graph: Subgraph, flip: Flip) -> str:
    again = sublate(
        graph,
        withdrawn=frozenset(flip.fall),
        accepted=frozenset(flip.arrive),
        answered=frozenset({flip.answer}) if flip.answer else frozenset(),
    )
    return again.labels[flip.audience][flip.claim]


def test_the_record_under_a_critique_is_what_flips_the_claim() -> None:
    run = RunOf({"ann": {}})
    run.claim("c")
    run.record("r")
    run.critique("k", "c", rests_on=["r"])
    (item,) = sublate(run.graph()).memo
    assert item.claims == ("c",)
    (flip,) = item.flips
    assert (flip.fall, flip.arrive, flip.before, flip.after) == (("r",), (), "out", "in")
    assert flip.words() == "c would be in instead of out for ann if r fell"
    assert label_after(run.graph(), flip) == "in"


def test_two_records_flip_where_one_is_not_enough() -> None:
    run = RunOf({"ann": {}})
    run.claim("c")
    for n in (1, 2):
        run.record(f"r{n}")
        run.critique(f"k{n}", "c", rests_on=[f"r{n}"])
    found = sublate(run.graph())
    assert {flip.fall for flip in flips(found)} == {("r1", "r2")}


def test_a_record_that_does_not_stand_may_arrive() -> None:
    run = RunOf({"ann": {}})
    run.claim("c")
    run.critique("k", "R-c")
    (flip,) = flips(sublate(run.graph()))
    assert (flip.fall, flip.arrive, flip.after) == ((), ("R-c",), "in")
    assert label_after(run.graph(), flip) == "in"


def test_where_no_record_helps_a_new_one_must_answer_the_critique() -> None:
    run = RunOf({"ann": {}})
    run.claim("c")
    run.critique("k", "c")
    (flip,) = flips(sublate(run.graph()))
    assert (flip.fall, flip.arrive, flip.answer, flip.after) == ((), (), "k", "in")
    assert "a new record answered k" in flip.words()
    assert label_after(run.graph(), flip) == "in"


def test_where_nothing_helps_no_flip_is_claimed() -> None:
    run = RunOf({"ann": {}})
    run.claim("c")
    run.critique("k", "c")
    run.critique("l", "c")
    assert flips(sublate(run.graph())) == []


@st.composite
def record_runs(draw: st.DrawFn) -> Subgraph:
    run = RunOf({"ann": {"x": 1.0}, "bob": {"y": 1.0}})
    records = [run.record(f"r{n}") for n in range(3)]
    some = st.lists(st.sampled_from(records), unique=True, max_size=2)
    run.claim("c", ground=False)
    run.line("c", "w0", *draw(some))
    run.line("c", "w1", *draw(some))
    targets = ["c", "w0", *records]
    for n in range(draw(st.integers(1, 4))):
        values = draw(st.sampled_from([None, ("x", "y"), ("y", "x")]))
        rated = draw(st.sampled_from(["valid", "valid", "invalid", None]))
        run.critique(f"k{n}", draw(st.sampled_from(targets)), values=values, rests_on=draw(some), rated=rated)
        targets.append(f"k{n}")
        if draw(st.booleans()):
            run.reply(f"y{n}", f"k{n}", rated=draw(st.sampled_from(["adequate", "inadequate", None])))
    return run.graph()


@settings(max_examples=60, deadline=None)
@given(record_runs())
def test_flips_are_verified_and_no_smaller_set_of_records_flips(graph: Subgraph) -> None:
    found = sublate(graph)
    assert not found.flips_exhausted
    for flip in flips(found):
        before = found.labels[flip.audience][flip.claim]
        assert (flip.before, flip.after) == (before, label_after(graph, flip))
        assert flip.before != flip.after
        labels = found.labels[flip.audience]
        # What is out cannot fall, and what is in cannot arrive.
        moves = [
            (r, falls) for r in ("r0", "r1", "r2") for falls in (True, False) if labels[r] != ("out" if falls else "in")
        ]
        for size in range(1, 4 if flip.answer else flip.size):
            for chosen in combinations(moves, size):
                down = frozenset(r for r, falls in chosen if falls)
                up = frozenset(r for r, falls in chosen if not falls)
                if not down & up:
                    again = sublate(graph, withdrawn=down, accepted=up)
                    assert again.labels[flip.audience][flip.claim] == before


@settings(max_examples=60, deadline=None)
@given(record_runs(), st.randoms(use_true_random=False))
def test_nothing_depends_on_the_order_of_reading_and_running_again_changes_nothing(
    graph: Subgraph, random: Random
) -> None:
    nodes, edges = list(graph.nodes), list(graph.edges)
    random.shuffle(nodes)
    random.shuffle(edges)
    one, other, again = sublate(graph), sublate(Subgraph(nodes, edges)), sublate(graph)
    for found in (other, again):
        assert found.labels == one.labels
        assert found.claims == one.claims
        assert found.memo == one.memo
        assert [one.why(a, n) for a in one.labels for n in one.labels[a]] == [
            found.why(a, n) for a in one.labels for n in one.labels[a]
        ]


@settings(max_examples=60, deadline=None)
@given(record_runs())
def test_every_claim_has_one_class_and_every_felled_one_a_reason(graph: Subgraph) -> None:
    found = sublate(graph)
    for id_, standing in found.claims.items():
        assert set(standing.labels) == {"ann", "bob"}
        for audience, label in standing.labels.items():
            assert label == "in" or found.why(audience, id_)
        if standing.class_ == "dissent":
            assert any(label != "out" for item in found.memo for label in item.labels.values())


RANK = {"out": 0, "undecided": 1, "in": 2}


@settings(max_examples=60, deadline=None)
@given(record_runs())
def test_answering_a_critique_of_a_claim_never_lowers_the_claim(graph: Subgraph) -> None:
    found = sublate(graph)
    for critique in graph.into("c", "ATTACKS"):
        freed = sublate(graph, answered=frozenset({critique.id}))
        for audience, labels in found.labels.items():
            assert RANK[freed.labels[audience]["c"]] >= RANK[labels["c"]]


@settings(max_examples=60, deadline=None)
@given(record_runs())
def test_withdrawing_a_warrant_never_raises_its_claim_nor_accepting_it_lowers_it(graph: Subgraph) -> None:
    found = sublate(graph)
    less, more = sublate(graph, withdrawn=frozenset({"w0"})), sublate(graph, accepted=frozenset({"w0"}))
    for audience, labels in found.labels.items():
        assert RANK[less.labels[audience]["c"]] <= RANK[labels["c"]] <= RANK[more.labels[audience]["c"]]


@settings(max_examples=40, deadline=None)
@given(record_runs())
def test_one_more_perspective_changes_nothing_for_the_others(graph: Subgraph) -> None:
    extra = Node(
        "P-new", "Perspective", {"stance_id": "new", "value_names": ["y"], "value_weights": [1.0], "card": "{}"}
    )
    found, wider = sublate(graph), sublate(Subgraph([*graph.nodes, extra], graph.edges))
    assert wider.labels["new"] == found.labels["bob"]
    assert {name: wider.labels[name] for name in found.labels} == found.labels


def test_the_memo_names_perspectives_and_never_people() -> None:
    run = RunOf({"ann": {}})
    run.claim("c")
    run.critique("k", "c", by="", kind="Challenge", grounds="none")
    run.rate("h", "k", "valid", by="Jane Roe", human=True)
    (item,) = sublate(run.graph()).memo
    assert item.perspectives == ("contester",)
    assert "Jane Roe" not in str(item.as_json())


def test_dismissed_answered_and_immaterial_critiques_are_not_in_the_memo() -> None:
    run = RunOf({"ann": {}})
    run.claim("c")
    run.critique("dismissed", "c", rated="invalid")
    run.critique("minor", "c", rated=None)
    run.rate("e", "minor", "valid", materiality=0.1)
    run.critique("old", "c")
    run.claim("c2", old="c")
    run.rate("a", "old", "answered")
    found = sublate(run.graph())
    assert found.memo == ()
    assert found.immaterial == ("minor",)


def test_critiques_of_what_is_no_argument_or_has_no_say_are_in_the_memo() -> None:
    run = RunOf({"ann": {}})
    run.claim("c")
    run.node("q", "Qualifier")
    run.edge("QUALIFIES", "q", "c")
    run.node("who", "Stakeholder")
    run.critique("k", "q")
    run.critique("l", "who", by="", kind="Challenge")
    found = sublate(run.graph())
    assert [(i.critique, i.targets, i.claims) for i in found.memo] == [("k", ("q",), ("c",)), ("l", ("who",), ())]
    assert found.claims["c"].class_ == "core"


def test_claims_that_only_rest_on_an_affected_claim_are_not_listed_again() -> None:
    run = RunOf({"ann": {}})
    run.claim("c")
    run.claim("d", rests_on=["c"])
    run.critique("k", "W-c")
    assert [item.claims for item in sublate(run.graph()).memo] == [("c",)]


def test_a_challenge_to_a_rating_that_was_changed_since_is_not_in_the_memo() -> None:
    run = RunOf({"ann": {}})
    run.claim("c")
    run.critique("k", "c")
    run.critique("q", "E-k", rated=None)
    run.rate("f", "q", "valid", by="another")
    assert [item.critique for item in sublate(run.graph()).memo] == ["k", "q"]
    run.rate("changed", "k", "invalid")
    found = sublate(run.graph())
    assert found.memo == ()
    assert found.claims["c"].class_ == "core"


def test_the_trade_off_says_for_whom_a_value_conflict_counts() -> None:
    run = RunOf({"ann": {"care": 1.0}, "bob": {"cost": 1.0}})
    run.claim("c")
    run.critique("k", "c", values=("care", "cost"))
    (item,) = sublate(run.graph()).memo
    assert item.trade_off == "care against cost: set aside by ann; it counts for bob"
    assert item.labels == {"ann": "in", "bob": "in"}
