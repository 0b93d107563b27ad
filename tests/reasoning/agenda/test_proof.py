"""The proof of an agenda against trying every way to decide its issues."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.errors import ReasoningError
from foam_graph.reasoning.agenda.proof import AgendaProof, holds, prove
from foam_graph.reasoning.agenda.tree import (
    All,
    Any,
    IssueSpec,
    Leaf,
    OptionSpec,
    Tree,
    read_leaf,
    read_tree,
    terms,
    tree_json,
)

GROUNDS = [IssueSpec(f"g{n}", ("stands", "fails")) for n in (1, 2, 3)]
UPHELD = OptionSpec("upheld", Any(tuple(Leaf(g.name, "stands") for g in GROUNDS)))
REVERSED = OptionSpec("reversed", All(tuple(Leaf(g.name, "fails") for g in GROUNDS)))


def kinds(proof: AgendaProof) -> list[str]:
    return [fault.kind for fault in proof.faults]


def test_the_appeal_is_exclusive_and_complete() -> None:
    proof = prove(GROUNDS, [UPHELD, REVERSED])
    assert proof == AgendaProof()
    assert proof.exclusive


def test_options_that_overlap_are_told_with_a_way_in_which_they_do() -> None:
    proof = prove(GROUNDS, [UPHELD, OptionSpec("sent_back", Leaf("g2", "fails"))])
    assert not proof.exclusive
    (overlap,) = proof.overlaps
    assert Leaf("g2", "fails") in overlap.where
    assert "upheld and sent_back would both hold where" in proof.faults[0].text


def test_ways_that_give_no_option_are_listed() -> None:
    proof = prove(GROUNDS, [REVERSED])
    decided = [{leaf.issue: leaf.outcome for leaf in where} for where in proof.none]
    assert all("stands" in one.values() for one in decided)
    assert len(decided) == 3  # pruned: as soon as one ground stands the others do not matter


def test_names_that_do_not_exist_and_names_used_twice_are_told() -> None:
    proof = prove(
        [*GROUNDS, GROUNDS[0], IssueSpec("h", ("x", "y"), Leaf("nowhere", "x")), IssueSpec("one", ("x",))],
        [UPHELD, UPHELD, OptionSpec("o", All((Leaf("g1", "perhaps"), Leaf("g9", "x"))))],
    )
    assert sorted(set(kinds(proof))) == ["outcomes", "repeated_name", "unknown_issue", "unknown_outcome"]
    assert "The condition of option o names g1 = perhaps; its outcomes are stands, fails." in [
        fault.text for fault in proof.faults
    ]
    assert not proof.exclusive


def test_issues_that_are_given_in_a_circle_are_told_once() -> None:
    issues = [
        IssueSpec("a", ("x", "y"), Leaf("b", "x")),
        IssueSpec("b", ("x", "y"), Leaf("c", "x")),
        IssueSpec("c", ("x", "y"), Leaf("a", "x")),
        IssueSpec("d", ("x", "y"), Leaf("a", "x")),
    ]
    proof = prove(issues, [OptionSpec("o", Leaf("d", "x"))])
    assert kinds(proof) == ["given_cycle"]
    assert proof.faults[0].text.startswith("a is given by b is given by c is given by a")


def test_an_option_that_nothing_gives_and_one_without_a_condition() -> None:
    never = OptionSpec("never", All((Leaf("g1", "stands"), Leaf("g1", "fails"))))
    proof = prove(GROUNDS, [UPHELD, REVERSED, never, OptionSpec("bare")])
    assert kinds(proof) == ["unreachable"]
    assert proof.exclusive
    assert proof.without_condition == ("bare",)


def test_twelve_issues_of_four_outcomes_are_proved_and_a_budget_is_told() -> None:
    issues = [IssueSpec(f"i{n}", ("a", "b", "c", "d")) for n in range(12)]
    yes = OptionSpec("yes", All(tuple(Any((Leaf(i.name, "a"), Leaf(i.name, "b"))) for i in issues)))
    no = OptionSpec("no", Any(tuple(Any((Leaf(i.name, "c"), Leaf(i.name, "d"))) for i in issues)))
    assert prove(issues, [yes, no]) == AgendaProof()
    short = prove(issues, [yes, no], steps=5)
    assert kinds(short) == ["unproved"]
    assert not short.exclusive
    assert not short.complete


@pytest.mark.parametrize("bad", ["{", "3", {"all": []}, {"all": [3]}, {"issue": "a"}, {"any": [], "all": []}, None])
def test_what_is_no_condition_is_refused(bad: object) -> None:
    with pytest.raises(ReasoningError):
        read_tree(bad)


def test_a_condition_that_is_too_deep_or_too_large_is_refused() -> None:
    deep: dict[str, object] = {"issue": "a", "outcome": "b"}
    for _ in range(30):
        deep = {"all": [deep]}
    with pytest.raises(ReasoningError, match="nested"):
        read_tree(deep)
    with pytest.raises(ReasoningError, match="leaves"):
        read_tree({"any": [{"issue": "a", "outcome": "b"}] * 300})


def test_a_leaf_is_read_from_a_pair_or_an_object() -> None:
    assert read_leaf('["a", "b"]') == read_leaf({"issue": "a", "outcome": "b"}) == Leaf("a", "b")
    with pytest.raises(ReasoningError):
        read_leaf({"all": [{"issue": "a", "outcome": "b"}]})


ISSUES = [
    IssueSpec("p", ("x", "y")),
    IssueSpec("q", ("x", "y", "z"), Leaf("p", "x")),
    IssueSpec("r", ("x", "y"), Leaf("q", "z")),
    IssueSpec("s", ("x", "y")),
]
BY_NAME = {issue.name: issue for issue in ISSUES}
LEAVES = [Leaf(issue.name, outcome) for issue in ISSUES for outcome in issue.outcomes]
trees: st.SearchStrategy[Tree] = st.recursive(
    st.sampled_from(LEAVES),
    lambda parts: st.builds(
        lambda make, found: make(tuple(found)), st.sampled_from([All, Any]), st.lists(parts, min_size=1, max_size=3)
    ),
    max_leaves=8,
)


def ways() -> list[dict[str, str]]:
    """Every outcome of every issue, whether it arises or not."""
    names = [issue.name for issue in ISSUES]
    return [dict(zip(names, one, strict=True)) for one in product(*(issue.outcomes for issue in ISSUES))]


def truth(tree: Tree, way: dict[str, str]) -> bool:
    """By the definition: a leaf holds where its outcome does and its issue arises."""
    if isinstance(tree, Leaf):
        given = BY_NAME[tree.issue].given
        return way[tree.issue] == tree.outcome and (given is None or truth(given, way))
    found = [truth(part, way) for part in tree.parts]
    return all(found) if isinstance(tree, All) else any(found)


@given(st.lists(trees, min_size=1, max_size=3))
def test_the_proof_agrees_with_trying_every_way(found: list[Tree]) -> None:
    options = [OptionSpec(f"o{n}", tree) for n, tree in enumerate(found)]
    proof = prove(ISSUES, options)
    held = [{o.name for o in options if o.condition and truth(o.condition, way)} for way in ways()]
    pairs = {tuple(sorted((a, b))) for names in held for a in names for b in names if a < b}
    assert {(o.one, o.other) for o in proof.overlaps} == pairs
    assert {f.subject for f in proof.faults if f.kind == "unreachable"} == {o.name for o in options} - set().union(
        *held
    )
    none = [way for way, names in zip(ways(), held, strict=True) if not names]
    listed = [all(way[leaf.issue] == leaf.outcome for leaf in where) for way in none for where in proof.none]
    assert bool(none) == bool(proof.none)
    assert sum(listed) >= len(none)
    for overlap in proof.overlaps:
        where = {leaf.issue: leaf.outcome for leaf in overlap.where}
        fitting = [names for way, names in zip(ways(), held, strict=True) if where.items() <= way.items()]
        assert fitting
        assert all({overlap.one, overlap.other} <= names for names in fitting)


@given(trees, st.dictionaries(st.sampled_from("pqrs"), st.sampled_from("xyz")))
def test_the_terms_say_exactly_what_all_ways_have_in_common(tree: Tree, known: dict[str, str]) -> None:
    known = {name: outcome for name, outcome in known.items() if outcome in BY_NAME[name].outcomes}
    found = terms(tree, BY_NAME)
    assert found is not None
    outcomes = {truth(tree, way) for way in ways() if known.items() <= way.items()}
    enough = any(all(known.get(leaf.issue) == leaf.outcome for leaf in term) for term in found)
    barred = all(any(known.get(leaf.issue, leaf.outcome) != leaf.outcome for leaf in term) for term in found)
    assert enough == (outcomes == {True})
    assert barred == (outcomes == {False})


@given(trees)
def test_a_condition_is_read_back_as_it_was_written(tree: Tree) -> None:
    assert read_tree(tree_json(tree)) == tree


@given(trees, st.sampled_from(ways()))
def test_where_everything_is_decided_a_condition_holds_or_does_not(tree: Tree, way: dict[str, str]) -> None:
    assert holds(tree, dict(way), BY_NAME) == truth(tree, way)
