"""Laws of rules version 2, over generated deliberations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.sublation import sublate
from foam_graph.reasoning.sublation.grounded import Label, grounded
from tests.support.chains.deliberation_runs import CARE, FISCAL, PANEL, DeliberationOf, leaf

OUTCOMES = ("x", "y", "z")


@dataclass(frozen=True)
class Case:
    """What a generated deliberation holds; ``felled`` names claims and weighings under a valid critique."""

    conclusions: tuple[tuple[str, bool], ...]
    weighings: tuple[tuple[str, str, str], ...]
    felled: frozenset[int]
    doubted: frozenset[int]


pairs = st.sampled_from([(a, b) for a in OUTCOMES for b in OUTCOMES if a != b])
cases = st.builds(
    Case,
    st.lists(st.tuples(st.sampled_from(OUTCOMES), st.booleans()), max_size=5).map(tuple),
    st.lists(
        st.builds(lambda pair, how: (*pair, how), pairs, st.sampled_from(["machine", "person", "value", "burden"])),
        max_size=4,
    ).map(tuple),
    st.frozensets(st.integers(0, 8), max_size=2),
    st.frozensets(st.integers(0, 8), max_size=2),
)


def run_of(case: Case, panel: Mapping[str, Mapping[str, float]] = PANEL) -> DeliberationOf:
    run = DeliberationOf(panel)
    run.issue("i", *OUTCOMES)
    run.issue("j")
    run.option("X", {"any": [leaf("i", "x"), {"all": [leaf("i", "y"), leaf("j", "stands")]}]})
    run.option("Y", {"all": [leaf("i", "y"), leaf("j", "fails")]})
    run.option("Z", leaf("i", "z"))
    parts = []
    for n, (outcome, normative) in enumerate(case.conclusions):
        (run.recommends if normative else run.concludes)(f"c{n}", "i", outcome)
        parts.append(f"c{n}")
    for n, (over, under, how) in enumerate(case.weighings):
        reason = how if how == "burden" else "direct"
        values = (CARE, FISCAL) if how == "value" else None
        run.weigh(f"w{n}", "i", over, under, reason, by=f"e{n}", human=how == "person", values=values)
        parts.append(f"w{n}")
    for n, part in enumerate(parts):
        if n in case.felled:
            run.critique(f"k{n}", part)
        elif n in case.doubted:
            run.critique(f"k{n}", part, rated=None)
    return run


@given(cases)
def test_no_two_outcomes_and_no_two_options_are_in_for_one_audience(case: Case) -> None:
    found = sublate(run_of(case).graph())
    for audience in PANEL:
        outcomes = [o for o, labels in found.issues["i"].labels.items() if labels[audience] == "in"]
        options = [o for o, answer in found.answers.items() if answer.labels[audience] == "in"]
        assert len(outcomes) <= 1
        assert len(options) <= 1
        for one, other in combinations(case_claims(case), 2):
            if one[1] != other[1]:
                assert [found.labels[audience][claim] for claim, _ in (one, other)] != ["in", "in"]


def case_claims(case: Case) -> list[tuple[str, str]]:
    return [(f"c{n}", outcome) for n, (outcome, _) in enumerate(case.conclusions)]


@given(cases)
def test_an_outcome_is_what_its_conclusions_come_to(case: Case) -> None:
    found = sublate(run_of(case).graph())
    for audience in PANEL:
        for outcome, labels in found.issues["i"].labels.items():
            mine = {found.labels[audience][c] for c, o in case_claims(case) if o == outcome}
            others = {found.labels[audience][c] for c, o in case_claims(case) if o != outcome}
            if "in" in mine:
                assert labels[audience] == "in"
            elif "in" in others:
                assert labels[audience] == "out"
            elif not any(how == "burden" for *_, how in case.weighings):
                assert labels[audience] == "undecided"


@given(cases, st.randoms(use_true_random=False))
def test_labels_depend_on_no_order_of_reading(case: Case, shuffle: Random) -> None:
    run = run_of(case)
    told = sublate(run.graph())
    nodes, edges = list(run.nodes), list(run.edges)
    shuffle.shuffle(nodes)
    shuffle.shuffle(edges)
    again = sublate(Subgraph(nodes, edges))
    assert {a: dict(t) for a, t in again.labels.items()} == {a: dict(t) for a, t in told.labels.items()}
    assert {n: one.status for n, one in again.answers.items()} == {n: one.status for n, one in told.answers.items()}


@given(cases, st.sampled_from(OUTCOMES))
def test_more_for_an_outcome_never_takes_it_out(case: Case, outcome: str) -> None:
    """An undisputed further conclusion for an outcome, as a fact, can only help it."""
    before = sublate(run_of(case).graph()).issues["i"].labels[outcome]
    run = run_of(case)
    run.concludes("more", "i", outcome)
    after = sublate(run.graph()).issues["i"].labels[outcome]
    for audience in PANEL:
        if before[audience] == "in":
            assert after[audience] == "in"
        if before[audience] == "undecided":
            assert after[audience] in ("in", "undecided")


def by_pairs(case: Case) -> list[Label]:
    """Labels of the conclusions with one rebuttal a pair, for facts weighed by machines: the rule by its words."""
    names = [name for name, _ in case_claims(case)]
    index = {name: n for n, name in enumerate(names)}
    attacks: list[tuple[int, int]] = []

    def new(name: str) -> int:
        return index.setdefault(name, len(index))

    def critique(name: str, n: int) -> None:
        if n in case.felled or n in case.doubted:
            attacks.append((new(f"k-{name}"), new(name)))
        if n in case.doubted and n not in case.felled:
            attacks.append((new(f"k-{name}"), new(f"k-{name}")))

    for n, name in enumerate(names):
        critique(name, n)
    for n, (over, under, _) in enumerate(case.weighings):
        critique(f"w{n}", len(names) + n)
        for m, (more, less, _) in enumerate(case.weighings):
            if (over, under) == (less, more):
                attacks.append((new(f"w{n}"), new(f"w{m}")))
    for a, for_a in case_claims(case):
        for b, for_b in case_claims(case):
            if for_a != for_b:
                rebuttal = new(f"rebut:{a}>{b}")
                attacks += [(new(a), new(f"not:{a}")), (new(f"not:{a}"), rebuttal), (rebuttal, new(b))]
                attacks += [
                    (new(f"w{n}"), rebuttal)
                    for n, (over, under, _) in enumerate(case.weighings)
                    if (over, under) == (for_b, for_a)
                ]
    return grounded(len(index), attacks)[: len(names)]


@given(cases)
def test_shared_rebuttals_label_as_one_rebuttal_a_pair_does(case: Case) -> None:
    plain = Case(
        tuple((outcome, False) for outcome, _ in case.conclusions),
        tuple((over, under, "machine") for over, under, _ in case.weighings),
        case.felled,
        case.doubted,
    )
    labels = sublate(run_of(plain).graph()).labels["tied"]
    assert [labels[name] for name, _ in case_claims(plain)] == by_pairs(plain)


partial = st.dictionaries(st.sampled_from([CARE, FISCAL, "privacy"]), st.sampled_from([0.2, 0.5, 0.7]), max_size=3)


@given(cases, st.lists(partial, min_size=1, max_size=4))
def test_conditions_of_options_separate_panels_that_do_not_rank_every_value(
    case: Case, orders: list[dict[str, float]]
) -> None:
    found = sublate(run_of(case, {f"p{n}": order for n, order in enumerate(orders)}).graph())
    for answer in found.answers.values():
        if answer.condition is not None:
            for audience in found.audiences:
                assert answer.condition.holds(audience) == (answer.labels[audience.name] == "in")
