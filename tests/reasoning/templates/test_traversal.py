"""From trees and choices to slots, mounted nodes, and the arithmetic of word budgets."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.errors import ReasoningError, UnknownId
from foam_graph.reasoning.templates.checks import template_faults
from foam_graph.reasoning.templates.library import list_templates, load_template
from foam_graph.reasoning.templates.traversal import (
    Traversal,
    allocate,
    leaves,
    mount,
    open_decisions,
    read_time_minutes,
)
from foam_graph.reasoning.templates.tree import Node, Template, walk

TEMPLATES = {name: load_template(name) for name in list_templates()}
POLICY = TEMPLATES["policy-1ac"]
MEMO = TEMPLATES["policy-memo"]
TRADITIONAL = {"1ac": ("traditional",), "trad-advantages": ("trad-economic", "trad-security")}


@st.composite
def chosen(draw: st.DrawFn) -> tuple[Template, dict[str, tuple[str, ...]]]:
    """A shipped tree with one legal choice at each of its decisions, in any order."""
    template = TEMPLATES[draw(st.sampled_from(sorted(TEMPLATES)))]
    choices = {
        one.id: tuple(draw(st.permutations([child.id for child in one.children]))[: one.taken])
        for one in (spot.node for spot in walk(template.root))
        if one.decides
    }
    return template, choices


def _factor(name: str, words: int, parts: str = "rule facts calculation exception conclusion") -> Node:
    components = parts.split()
    children = [
        Node(id=f"{name}-{part}", name=part, node_type="leaf", component=part, word_budget=words) for part in components
    ]
    return Node(
        id=name,
        name=name,
        node_type="branch",
        syllogism_type="eligibility_factor",
        word_budget=words * len(components),
        values=("care",),
        children=tuple(children),
    )


def _advantage(name: str) -> Node:
    parts = ["uniqueness", "link", "internal_link", "impact"]
    words = (20, 20, 20, 40)
    children = tuple(
        Node(id=f"{name}-{n}", name=part, node_type="leaf", component=part, word_budget=w)
        for n, (part, w) in enumerate(zip(parts, words, strict=True))
    )
    return Node(id=name, name=name, node_type="branch", syllogism_type="advantage", word_budget=100, children=children)


@given(chosen())
def test_the_slots_add_up_to_the_tree_whatever_is_chosen(case: tuple[Template, dict[str, tuple[str, ...]]]) -> None:
    template, choices = case
    slots = leaves(template, choices)
    for spot in walk(template.root):
        below = [slot.word_budget for slot in slots if spot.node.id in slot.path_ids]
        assert not below or sum(below) == spot.node.word_budget
    assert sum(slot.word_budget for slot in slots) == template.root.word_budget


@given(chosen())
def test_every_syllogism_is_complete_and_keeps_its_shares(case: tuple[Template, dict[str, tuple[str, ...]]]) -> None:
    template, choices = case
    library = template.library()
    instances: dict[str, list[Traversal]] = {}
    for slot in leaves(template, choices):
        instances.setdefault(slot.instance_id, []).append(slot)
    for slots in instances.values():
        kind = library.type_named(slots[0].syllogism_type)
        assert set(kind.required) <= {slot.component for slot in slots}
        total = sum(slot.word_budget for slot in slots)
        for slot in slots:
            part = kind.component(slot.component)
            assert (slot.evidence, slot.required) == (part.evidence, part.required)
            assert slot.word_budget >= part.min_share * total


@given(chosen())
def test_slots_rest_only_on_used_slots_researched_before_them(
    case: tuple[Template, dict[str, tuple[str, ...]]],
) -> None:
    slots = leaves(*case)
    order = {slot.leaf_id: slot.research_order for slot in slots}
    assert sorted(order.values()) == list(range(1, len(slots) + 1))
    for slot in slots:
        assert all(order[other] < slot.research_order for other in slot.rests_on)
        assert len(set(slot.rests_on)) == len(slot.rests_on)


@given(chosen())
def test_the_order_of_the_choices_does_not_matter(case: tuple[Template, dict[str, tuple[str, ...]]]) -> None:
    template, choices = case
    shuffled = {key: tuple(reversed(choices[key])) for key in reversed(list(choices))}
    assert leaves(template, choices) == leaves(template, shuffled)


def test_the_papers_example_is_traversed_as_it_says() -> None:
    slots = {slot.leaf_id: slot for slot in leaves(POLICY, TRADITIONAL)}
    impact = slots["trad-economic-impact"]
    assert impact.path_names == (
        "Policy Debate", "1AC", "Traditional", "Advantages", "Economic Advantage", "Impact",
    )  # fmt: skip
    assert (impact.word_budget, impact.syllogism_type, impact.component) == (150, "advantage", "impact")
    assert impact.instance_id == "trad-economic"
    assert impact.rests_on == ("trad-economic-link", "trad-economic-internal-link")
    assert len(slots) == 15
    assert slots["trad-economic-link"].rests_on == ("trad-sol-effect",)
    assert slots["trad-sol-mechanism"].rests_on == ("trad-plan-action",)
    assert impact.values == ("prosperity", "security", "fiscal_responsibility")


def test_resting_on_a_branch_means_what_its_used_syllogisms_arrive_at() -> None:
    choices = {"options": ("option-keep", "option-other"), "effects": ("effect-safety", "effect-rule")}
    slots = {slot.leaf_id: slot for slot in leaves(MEMO, choices)}
    assert slots["rec-comparison"].rests_on == (
        "problem-cause",
        "option-keep-effect",
        "option-keep-cost",
        "option-other-effect",
        "option-other-cost",
    )
    assert slots["rec-recommendation"].rests_on == ("rec-comparison",)


def test_decisions_below_an_alternative_open_when_it_is_chosen() -> None:
    assert [one.node_id for one in open_decisions(POLICY, {})] == ["1ac"]
    assert [one.node_id for one in open_decisions(POLICY, {"1ac": ("soft-left",)})] == ["soft-advantage"]
    assert open_decisions(POLICY, TRADITIONAL) == ()
    (first,) = open_decisions(POLICY, {})
    assert (first.choose, first.path_names) == (1, ("Policy Debate", "1AC"))
    assert [option.id for option in first.options] == ["traditional", "soft-left", "kritik"]
    assert first.prompt.endswith("?")


@pytest.mark.parametrize(
    ("choices", "error", "text"),
    [
        ({}, ReasoningError, "needs a choice at '1ac'"),
        ({"1ac": ("traditional",)}, ReasoningError, "needs a choice at 'trad-advantages'"),
        ({"1ac": ()}, ReasoningError, "takes 1 different children, got 0"),
        ({"1ac": ("traditional", "kritik")}, ReasoningError, "takes 1 different children, got 2"),
        ({"1ac": ("plan",)}, ReasoningError, "'plan' is no child of '1ac'"),
        ({"2ac": ("kritik",)}, UnknownId, "decides nothing at '2ac'"),
        ({"trad-plan": ("trad-plan-action",)}, UnknownId, "decides nothing at 'trad-plan'"),
        ({**TRADITIONAL, "trad-advantages": ("trad-economic",) * 2}, ReasoningError, "2 different children"),
    ],
)
def test_choices_that_are_not_legal_are_refused(
    choices: dict[str, tuple[str, ...]], error: type[Exception], text: str
) -> None:
    with pytest.raises(error, match=text):
        leaves(POLICY, choices)


def test_a_node_mounted_under_a_choice_gets_an_equal_budget() -> None:
    appeal = TEMPLATES["benefits-appeal"]
    grown = mount(appeal, "factors", _factor("residence", 10))
    assert grown.node("residence").word_budget == 350
    assert [leaf.word_budget for leaf in grown.node("residence").children] == [70] * 5
    slots = leaves(grown, {"factors": ("residence", "income", "medical", "notice")})
    assert sum(slot.word_budget for slot in slots) == 1700
    assert "residence-conclusion" in next(s for s in slots if s.leaf_id == "remedy-relief").rests_on
    assert grown.node("residence").generated
    assert grown.node("residence-rule").generated
    assert not grown.node("income").generated
    with pytest.raises(UnknownId):
        appeal.node("residence")


def test_a_node_mounted_beside_others_shares_the_parents_budget() -> None:
    grown = mount(TEMPLATES["benefits-appeal"], "statement", _factor("residence", 50))
    assert grown.root.word_budget == 1700
    assert sum(child.word_budget for child in grown.node("statement").children) == 1700
    assert grown.node("factors").word_budget == 4 * grown.node("income").word_budget
    assert grown.node("residence").word_budget == pytest.approx(218, abs=2)


@pytest.mark.parametrize(
    ("parent", "node", "error", "text"),
    [
        ("nowhere", _advantage("new"), UnknownId, "no node 'nowhere'"),
        ("trad-economic-link", _advantage("new"), ReasoningError, "under the leaf"),
        ("trad-advantages", _advantage("trad-rights"), ReasoningError, "two nodes with the id 'trad-rights'"),
        ("trad-solvency", _advantage("new"), ReasoningError, "inside another syllogism"),
        ("trad-advantages", _factor("new", 5, "rule facts"), ReasoningError, "can lack conclusion"),
        ("trad-advantages", _factor("new", 5, "rule thing"), ReasoningError, "no component 'thing'"),
    ],
)
def test_what_does_not_fit_is_not_mounted(parent: str, node: Node, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        mount(POLICY, parent, node)


def test_a_node_that_finds_no_words_is_not_mounted() -> None:
    factor = _factor("tiny", 1, "rule facts calculation conclusion")
    root = Node(id="top", name="top", node_type="root", word_budget=4, children=(factor,))
    template = Template(id="tiny-tree", name="Tiny", description="Four words.", domain="governance", root=root)
    exception = Node(id="more", name="more", node_type="leaf", component="exception", word_budget=1)
    with pytest.raises(ReasoningError, match="4 words of 'tiny' cannot be shared among 5 children"):
        mount(template, "tiny", exception)
    wider = template.model_copy(update={"root": _resized(root, 8)})
    assert [leaf.word_budget for leaf in mount(wider, "tiny", exception).node("tiny").children] == [2, 2, 2, 1, 1]


def _resized(root: Node, words: int) -> Node:
    factor = root.children[0]
    leaf_words = words // len(factor.children)
    grown = tuple(leaf.model_copy(update={"word_budget": leaf_words}) for leaf in factor.children)
    wide = factor.model_copy(update={"word_budget": words, "children": grown})
    return root.model_copy(update={"word_budget": words, "children": (wide,)})


@given(chosen(), st.integers(1, 400), st.data())
def test_mounting_keeps_every_sum(
    case: tuple[Template, dict[str, tuple[str, ...]]], words: int, data: st.DataObject
) -> None:
    template, choices = case
    parents = [
        spot.node.id
        for spot in walk(template.root)
        if spot.node.node_type in {"speech", "branch"} and spot.holder is None and spot.node.id != "1ac"
    ]
    parent = data.draw(st.sampled_from(parents))
    node = data.draw(st.sampled_from([_factor("new-one", words), _advantage("new-one")]))
    grown = mount(template, parent, node)
    assert next(template_faults(grown), None) is None
    assert grown.root.word_budget == template.root.word_budget
    slots = leaves(grown, choices)
    assert sum(slot.word_budget for slot in slots) == template.root.word_budget


def test_overruns_take_unused_words_first_and_are_condensed_after_that() -> None:
    budgets = {"a": 100, "b": 100, "c": 50}
    adjustments = allocate(budgets, {"a": 150, "b": 70, "c": 45})
    assert [(one.slot, one.kind, one.words, one.donor) for one in adjustments] == [
        ("a", "reallocate", 30, "b"),
        ("a", "reallocate", 5, "c"),
        ("a", "condense", 15, ""),
    ]
    assert adjustments[0].text == "30 words moved from b to a"
    assert adjustments[2].text == "a is 15 words over its budget and must be condensed"
    assert allocate(budgets, {"a": 100}) == []


def test_words_stay_in_their_group_and_floors_are_not_given_away() -> None:
    budgets = {"a": 100, "b": 100, "c": 100}
    groups = {"a": "one", "b": "one", "c": "two"}
    adjustments = allocate(budgets, {"a": 150}, groups=groups, floors={"b": 90})
    assert [(one.kind, one.words, one.donor) for one in adjustments] == [("reallocate", 10, "b"), ("condense", 40, "")]


@given(st.lists(st.tuples(st.integers(0, 300), st.integers(0, 300)), min_size=1, max_size=8))
def test_reallocation_moves_words_and_makes_none(pairs: list[tuple[int, int]]) -> None:
    budgets = {f"s{n}": budget for n, (budget, _) in enumerate(pairs)}
    used = {f"s{n}": words for n, (_, words) in enumerate(pairs)}
    adjustments = allocate(budgets, used)
    after = dict(budgets)
    for one in adjustments:
        if one.kind == "reallocate":
            after[one.slot] += one.words
            after[one.donor] -= one.words
    short = {one.slot: one.words for one in adjustments if one.kind == "condense"}
    assert sum(after.values()) == sum(budgets.values())
    assert all(used[slot] - short.get(slot, 0) <= after[slot] for slot in budgets)
    assert sum(short.values()) == max(0, sum(used.values()) - sum(budgets.values()))


@pytest.mark.parametrize(("budgets", "used"), [({"a": 1}, {"b": 1}), ({"a": -1}, {}), ({"a": 1}, {"a": -1})])
def test_impossible_word_counts_are_refused(budgets: dict[str, int], used: dict[str, int]) -> None:
    with pytest.raises(ReasoningError):
        allocate(budgets, used)


def test_read_time_is_words_over_speed() -> None:
    assert read_time_minutes(1300) == pytest.approx(1300 / 190)
    assert read_time_minutes(0) == 0
    assert read_time_minutes(300, wpm=150) == 2
    times = [read_time_minutes(words) for words in range(0, 500, 50)]
    assert all(earlier < later for earlier, later in pairwise(times))
    for words, wpm in [(-1, 190.0), (10, 0.0), (10, -5.0), (10, math.nan)]:
        with pytest.raises(ReasoningError, match="no read time"):
            read_time_minutes(words, wpm)
