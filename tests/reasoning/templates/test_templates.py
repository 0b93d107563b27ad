"""Template trees: what ships is complete, what is wrong is refused with its line and numbers."""

from __future__ import annotations

import copy
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.errors import DataFileError, UnknownId
from foam_graph.reasoning.templates.checks import template_faults
from foam_graph.reasoning.templates.library import Template, list_templates, load_template, parse_template
from foam_graph.reasoning.templates.tree import MAX_DEPTH, walk

SHIPPED = list_templates()
TREE = """\
id: small
name: Small
description: A small tree.
domain: debate
root:
  id: top
  name: Top
  node_type: root
  word_budget: 300
  children:
    - id: inherency
      name: Inherency
      node_type: branch
      syllogism_type: inherency
      word_budget: 150
      evidence_density: {min: 2, max: 4}
      children:
        - {id: i-type, name: Type, node_type: leaf, component: barrier_type, word_budget: 50}
        - {id: i-status, name: Status, node_type: leaf, component: current_status, word_budget: 50}
        - {id: i-barriers, name: Barriers, node_type: leaf, component: barriers, word_budget: 50}
    - id: frames
      name: Frames
      node_type: branch
      word_budget: 150
      choose: 1
      children_choice_prompt: Which one?
      children:
        - id: f1
          name: First
          node_type: branch
          syllogism_type: framework
          word_budget: 150
          values: [fairness]
          children:
            - {id: f1-i, name: I, node_type: leaf, component: interpretation, word_budget: 100, rests_on: [inherency]}
            - {id: f1-s, name: S, node_type: leaf, component: standards, word_budget: 50}
        - id: f2
          name: Second
          node_type: branch
          syllogism_type: framework
          word_budget: 150
          children:
            - {id: f2-i, name: I, node_type: leaf, component: interpretation, word_budget: 100}
            - {id: f2-s, name: S, node_type: leaf, component: standards, word_budget: 50}
"""


def _text(name: str) -> str:
    file = f"template_{name.replace('-', '_')}.yaml"
    return files("foam_graph.reasoning.templates").joinpath(file).read_text(encoding="utf-8")


def _nodes(tree: dict[str, Any]) -> list[dict[str, Any]]:
    found = [tree["root"]]
    for node in found:
        found.extend(node.get("children", []))
    return found


TREES: dict[str, Any] = {name: yaml.safe_load(_text(name)) for name in SHIPPED}


def test_the_papers_trees_ship() -> None:
    assert {"policy-1ac", "benefits-appeal", "policy-memo", "1nc", "rebuttal"} <= set(SHIPPED)
    for name in SHIPPED:
        assert load_template(name).id == name


def test_the_traditional_case_keeps_the_papers_budgets_with_three_components_each() -> None:
    template = load_template("policy-1ac")
    assert template.root.word_budget == 1300
    for branch, words, components in [
        ("trad-plan", 50, 1),
        ("trad-inherency", 150, 3),
        ("trad-solvency", 200, 3),
        ("trad-economic", 450, 4),
    ]:
        node = template.node(branch)
        assert (node.word_budget, len(node.children)) == (words, components)
    advantages = template.node("trad-advantages")
    assert (advantages.word_budget, advantages.choose, len(advantages.children) >= 4) == (900, 2, True)
    density = advantages.children[0].evidence_density
    assert density is not None
    assert (density.min, density.max) == (3, 7)


def test_an_appeal_chooses_among_factors_with_all_five_components() -> None:
    factors = load_template("benefits-appeal").node("factors")
    assert factors.decides
    assert len(factors.children) >= 5
    for factor in factors.children:
        parts = [leaf.component for leaf in factor.children]
        assert parts == ["rule", "facts", "calculation", "exception", "conclusion"]


def test_every_option_that_ships_can_be_steered_by_values_and_every_choice_has_a_prompt() -> None:
    for name in SHIPPED:
        for spot in walk(load_template(name).root):
            if spot.node.decides:
                assert spot.node.children_choice_prompt
                assert all(child.values for child in spot.node.children), spot.node.id


def test_the_small_tree_is_legal() -> None:
    assert isinstance(parse_template("small.yaml", TREE), Template)


STATUS = "component: current_status, word_budget: 50"


@pytest.mark.parametrize(
    ("old", "new", "line", "fault"),
    [
        (STATUS, STATUS[:-2] + "40", 15, "branch 'Inherency' has 150 words but its children add up to 140"),
        ("word_budget: 300", "word_budget: 310", 9, "root 'Top' has 310 words but its children add up to 300"),
        ("syllogism_type: inherency", "syllogism_type: inherence", 14, "no syllogism type 'inherence'"),
        ("component: current_status", "component: now", 19, "inherency has no component 'now'"),
        ("component: current_status, ", "", 19, "leaf 'Status' names no component"),
        ("component: current_status", "component: barrier_type", 11, "can hold barrier_type 2 times"),
        ("id: i-status", "id: i-type", 19, "two nodes with the id 'i-type'"),
        ("id: i-status", "id: I Status", 19, "String should match pattern"),
        ("choose: 1", "choose: 3", 25, "chooses 3 of 2 children"),
        ("choose: 1", "choose: 0", 25, "choose"),
        ("      children_choice_prompt: Which one?\n", "", 21, "a choice without a children_choice_prompt"),
        ("rests_on: [inherency]", "rests_on: [nothing]", 35, "rests on the unknown node 'nothing'"),
        ("rests_on: [inherency]", "rests_on: [f1-s]", 35, "rests on 'f1-s', which is not researched before it"),
        ("rests_on: [inherency]", "rests_on: [f1-i]", 35, "rests on 'f1-i', which is not researched before it"),
        ("rests_on: [inherency]", "rests_on: [top]", 35, "rests on 'top', which is not researched before it"),
        ("values: [fairness]", "values: [fariness]", 33, "names the unknown value 'fariness'"),
        ("values: [fairness]", "suits: {colour: [red]}", 33, "suits colour: red"),
        ("{min: 2, max: 4}", "{min: 2, max: 1}", 16, "min 2 over max 1"),
        ("{min: 2, max: 4}", "{min: 0, max: 1}", 16, "allows 1 records, but 2 components require one"),
        ("word_budget: 300", "word_budget: -300", 9, "greater than 0"),
        ("word_budget: 300", "word_budget: 0", 9, "greater than 0"),
        ("word_budget: 300", "word_budget: '300'", 9, "valid integer"),
        ("word_budget: 300", "word_budget: true", 9, "valid integer"),
        ("word_budget: 300", "word_budget: .nan", 9, "valid integer"),
        ("syllogism_type: inherency", "values: [care]", 16, "has an evidence_density but no syllogism_type"),
        ("node_type: root", "node_type: branch", 8, "cannot stand at the top"),
        ("node_type: root", "node_type: trunk", 8, "Input should be"),
        ("domain: debate", "domain: poetry", 4, "Input should be"),
        ("name: Small", "name: Small\ntitle: x", 3, "Extra inputs"),
        ("name: Small", "name: [", 4, "not YAML"),
    ],
)
def test_faults_name_their_line_and_numbers(old: str, new: str, line: int, fault: str) -> None:
    assert old in TREE
    with pytest.raises(DataFileError) as caught:
        parse_template("small.yaml", TREE.replace(old, new, 1))
    assert fault in caught.value.message
    assert (caught.value.path, caught.value.line) == ("small.yaml", line)


def test_alternatives_of_a_choice_need_equal_budgets() -> None:
    text = TREE.replace("component: standards, word_budget: 50", "component: standards, word_budget: 40", 1)
    text = text.replace("          word_budget: 150\n          values", "          word_budget: 140\n          values")
    with pytest.raises(DataFileError, match=r"150 words for 1 of its children, but 1 times 'First' \(140\) is 140"):
        parse_template("small.yaml", text)


def test_an_impact_needs_its_share_of_the_advantage() -> None:
    tree = yaml.safe_load(_text("policy-1ac"))
    nodes = {node["id"]: node for node in _nodes(tree)}
    nodes["trad-economic-impact"]["word_budget"] -= 20
    nodes["trad-economic-link"]["word_budget"] += 20
    with pytest.raises(DataFileError, match=r"130 of the 450 words .* needs at least 30%, 135 words"):
        parse_template("x.yaml", yaml.safe_dump(tree))


def test_a_leaf_outside_a_syllogism_and_a_syllogism_inside_another_are_refused() -> None:
    loose = TREE.replace("      syllogism_type: inherency\n", "").replace(
        "      evidence_density: {min: 2, max: 4}\n", ""
    )
    with pytest.raises(DataFileError, match="leaf 'Type' belongs to no syllogism"):
        parse_template("x.yaml", loose)
    nested = TREE.replace("      name: Frames\n", "      name: Frames\n      syllogism_type: framework\n")
    with pytest.raises(DataFileError, match="is a syllogism inside another syllogism"):
        parse_template("x.yaml", nested)


def test_a_required_component_must_be_there_for_every_choice() -> None:
    short = TREE.replace("component: standards, word_budget: 50", "component: interpretation, word_budget: 50", 1)
    with pytest.raises(DataFileError, match="can hold interpretation 2 times"):
        parse_template("x.yaml", short)
    gone = TREE[: TREE.index("            - {id: f2-s")].replace("word_budget: 100}", "word_budget: 150}")
    with pytest.raises(DataFileError, match=r"x.yaml:\d+: branch 'Second' can lack standards, which"):
        parse_template("x.yaml", gone)


def test_a_tree_may_bring_types_and_values_of_its_own() -> None:
    own = (
        "syllogisms:\n  - name: pair\n    meaning: Two.\n    components:\n"
        "      - {name: interpretation, meaning: One., evidence: none}\n"
        "      - {name: standards, meaning: Two., evidence: none, rests_on: [interpretation]}\n"
        "own_values: [courage]\n"
    )
    text = own + TREE.replace("syllogism_type: framework", "syllogism_type: pair").replace("fairness", "courage")
    template = parse_template("x.yaml", text)
    assert "pair" in template.library().names
    with pytest.raises(DataFileError, match="two syllogism types named 'solvency'"):
        parse_template("x.yaml", text.replace("pair", "solvency"))


def test_cycles_aliases_and_endless_depth_are_refused() -> None:
    with pytest.raises(DataFileError, match=r"x.yaml:6: aliases"):
        parse_template("x.yaml", "id: a\nname: a\ndescription: a\ndomain: debate\nroot: &r\n  children: [*r]\n")
    chain = {"id": "z", "name": "z", "node_type": "leaf", "component": "action", "word_budget": 1}
    for depth in range(MAX_DEPTH + 1):
        chain = {"id": f"n{depth}", "name": "n", "node_type": "branch", "word_budget": 1, "children": [chain]}
    deep = {"id": "a", "name": "a", "description": "a", "domain": "debate", "root": {**chain, "node_type": "root"}}
    with pytest.raises(DataFileError, match=f"the limit is {MAX_DEPTH}"):
        parse_template("x.yaml", yaml.safe_dump(deep))
    with pytest.raises(DataFileError):
        parse_template("x.yaml", "root: " + "[" * 1500 + "]" * 1500)


@pytest.mark.parametrize("text", ["", "null", "[]", "42", "\x00", "root: {}", "a: b: c", "{" * 50])
def test_what_is_no_template_is_refused(text: str) -> None:
    with pytest.raises(DataFileError):
        parse_template("x.yaml", text)


def test_a_template_is_loaded_from_a_file_of_the_user(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(TREE, encoding="utf-8")
    assert load_template(file).id == "small"
    file.write_bytes(b"\xff\xfe\xfa")
    with pytest.raises(DataFileError, match="cannot be read"):
        load_template(file)
    with pytest.raises(UnknownId, match="no template 'policy-2ac'") as caught:
        load_template("policy-2ac")
    assert "policy-1ac" in caught.value.hint
    with pytest.raises(UnknownId, match="has no node 'x'"):
        load_template("policy-1ac").node("x")


@given(st.data())
def test_a_changed_budget_is_always_refused(data: st.DataObject) -> None:
    tree = copy.deepcopy(TREES[data.draw(st.sampled_from(SHIPPED))])
    node = data.draw(st.sampled_from(_nodes(tree)))
    change = data.draw(st.integers(-50, 50).filter(lambda d: d != 0 and node["word_budget"] + d > 0))
    assert next(template_faults(Template.model_validate(tree)), None) is None
    node["word_budget"] += change
    fault = next(template_faults(Template.model_validate(tree)))
    assert "words" in fault.text
