"""Grounded labelling against a slow oracle and the laws of labellings."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from foam_graph.reasoning.sublation import sublate
from foam_graph.reasoning.sublation.grounded import Label, grounded
from tests.support.chains.sublation_runs import RunOf

SIZE = 9
Attacks = list[tuple[int, int]]
graphs: st.SearchStrategy[Attacks] = st.lists(
    st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1)), max_size=24
)


def oracle(count: int, attacks: Attacks) -> list[Label]:
    """Least fixpoint of Dung's characteristic function by its definition, not by counting."""
    accepted: set[int] = set()
    while True:
        beaten = {t for a, t in attacks if a in accepted}
        defended = {n for n in range(count) if all(a in beaten for a, t in attacks if t == n)}
        if defended == accepted:
            return ["in" if n in accepted else "out" if n in beaten else "undecided" for n in range(count)]
        accepted = defended


@given(graphs)
def test_grounded_agrees_with_the_oracle(attacks: Attacks) -> None:
    assert grounded(SIZE, attacks) == oracle(SIZE, attacks)


@given(graphs)
def test_grounded_is_a_complete_labelling(attacks: Attacks) -> None:
    labels = grounded(SIZE, attacks)
    for n, label in enumerate(labels):
        attackers = {labels[a] for a, t in attacks if t == n}
        assert (label == "in") == (attackers <= {"out"})
        assert (label == "out") == ("in" in attackers)


@given(graphs, st.permutations(range(SIZE)))
def test_grounded_depends_neither_on_order_nor_on_names(attacks: Attacks, names: list[int]) -> None:
    labels = grounded(SIZE, attacks)
    renamed = grounded(SIZE, [(names[a], names[t]) for a, t in reversed(attacks)])
    assert [renamed[names[n]] for n in range(SIZE)] == labels
    assert grounded(SIZE, attacks + attacks) == labels


@given(graphs, st.sets(st.integers(0, SIZE - 1)))
def test_fallen_arguments_are_as_if_an_unattacked_one_attacked_them(attacks: Attacks, fallen: set[int]) -> None:
    struck = [*attacks, *((SIZE, n) for n in fallen)]
    assert grounded(SIZE, attacks, fallen=sorted(fallen)) == oracle(SIZE + 1, struck)[:SIZE]


@given(graphs, st.sets(st.integers(0, SIZE - 1)))
def test_accepted_arguments_are_as_if_nothing_attacked_them(attacks: Attacks, accepted: set[int]) -> None:
    spared = [(a, t) for a, t in attacks if t not in accepted]
    assert grounded(SIZE, attacks, accepted=sorted(accepted)) == oracle(SIZE, spared)


def test_an_argument_both_fallen_and_accepted_falls() -> None:
    assert grounded(2, [(0, 1)], fallen=[0], accepted=[0]) == ["out", "in"]


def test_a_chain_of_a_hundred_thousand_arguments_alternates() -> None:
    count = 100_000
    labels = grounded(count, [(n + 1, n) for n in range(count - 1)])
    assert labels[-3:] == ["in", "out", "in"]
    assert labels.count("in") == count // 2


def test_sublation_of_a_chain_of_critiques_needs_no_recursion() -> None:
    count = 20_000
    run = RunOf({"ann": {}})
    run.claim("c")
    run.critique("k0", "c", rated=None)
    for n in range(1, count):
        run.critique(f"k{n}", f"k{n - 1}", rated=None)
    for n in range(count):
        run.rate(f"e{n}", f"k{n}", "valid")
    found = sublate(run.graph())
    assert found.claims["c"].class_ == "core"  # the last critique has an odd number
    assert found.labels["ann"]["k1"] == "in"
    assert len(found.memo) == count // 2
    assert {flip.fall for item in found.memo for flip in item.flips} == {("R-c",)}


def test_the_search_for_flips_ends_and_says_so() -> None:
    run = RunOf({"ann": {}})
    run.claim("c", evidence="none")
    for n in range(2_000):
        run.critique(f"k{n}", f"k{n - 1}" if n else "c")
    found = sublate(run.graph())
    assert len(found.memo) == 1_000
    assert found.flips_exhausted


def test_long_chains_of_versions_and_of_claims_need_no_recursion() -> None:
    run = RunOf({"ann": {}})
    run.claim("c0")
    run.critique("k", "c0")
    for n in range(1, 1_000):
        run.claim(f"c{n}", old=f"c{n - 1}")
        run.claim(f"d{n}", rests_on=[f"d{n - 1}"] if n > 1 else [f"c{n}"])
    found = sublate(run.graph())
    assert found.claims["c999"].class_ == "dissent"
    assert found.claims["d999"].class_ == "dissent"
