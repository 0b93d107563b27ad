"""Perspective records, the library, shuffle, audiences."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from foam_graph.errors import DataFileError, ReasoningError, UnknownId
from foam_graph.reasoning.perspectives.library import Perspective, build, choose, library, shuffle
from foam_graph.reasoning.perspectives.space import dimension_space, node_coherence
from foam_graph.reasoning.sublation import Audience

SHIPPED = library()


def audience(perspective: Perspective) -> Audience:
    return Audience(perspective.stance_id, perspective.value_priorities)


def plain(**changes: Any) -> dict[str, Any]:
    """A small valid perspective as plain data, with changes."""
    fields: dict[str, Any] = {
        "stance_id": "tester",
        "role_label": "Tester",
        "domain": "governance",
        "epistemic_axes": [{"name": "empirical", "value": 0.5, "rationale": "Records first."}],
        "evidence_policy": {"source_classes": ["law", "research"], "independent_sources": 2, "max_age_years": 10},
        "value_priorities": {"care": 0.6, "accuracy": 0.4},
        "scope_limits": {"jurisdiction": "One town", "time_horizon": "One year"},
        "coherence_constraints": [],
        "disclosure_text": "It speaks for a test. It weighs care first.",
        "point": {"impact_framework": "ethics_of_care"},
    }
    return fields | changes


def hard(predicate: str, **parameters: Any) -> dict[str, Any]:
    return {"predicate": predicate, "kind": "hard", **parameters}


def test_library_has_its_sets() -> None:
    assert {"util", "deont", "structural", "fiscal", "security", "localist"} <= set(SHIPPED)
    assert {"applicant", "caseworker", "auditor", "medical_adviser", "legal_advocate", "budget_officer"} <= set(SHIPPED)
    assert {"union", "states", "liberty", "order"} <= set(SHIPPED)


@pytest.mark.parametrize("stance_id", list(SHIPPED))
def test_shipped_perspective_is_coherent_and_keeps_its_domain(stance_id: str) -> None:
    item = SHIPPED[stance_id]
    assert node_coherence(item.point) >= 0.6
    assert not item.allow_off_dimensions
    assert not set(item.point) & dimension_space().off(item.domain)
    assert sum(item.value_priorities.values()) == pytest.approx(1.0, abs=1e-6)
    assert item.coherence_constraints


def test_debate_perspectives_fix_all_32_dimensions() -> None:
    debaters = [item for item in SHIPPED.values() if item.domain == "debate"]
    assert all(len(item.point) == 32 for item in debaters)


@pytest.mark.parametrize(
    ("one", "other", "first", "second"),
    [
        ("applicant", "auditor", "care", "fiscal_responsibility"),
        ("applicant", "budget_officer", "care", "fiscal_responsibility"),
        ("util", "deont", "welfare", "dignity"),
        ("deont", "security", "liberty", "security"),
        ("union", "states", "cohesion", "self_government"),
        ("liberty", "order", "liberty", "security"),
    ],
)
def test_sets_disagree_about_values(one: str, other: str, first: str, second: str) -> None:
    assert audience(SHIPPED[one]).prefers(first, second)
    assert audience(SHIPPED[other]).prefers(second, first)


@pytest.mark.parametrize(
    ("stance_id", "first", "second"),
    [
        ("caseworker", "care", "fiscal_responsibility"),
        ("structural", "liberty", "security"),
        ("liberty", "fairness", "rule_of_law"),
    ],
)
def test_each_set_has_a_tie(stance_id: str, first: str, second: str) -> None:
    order = audience(SHIPPED[stance_id])
    assert order.weights[first] == order.weights[second] > 0
    assert not order.prefers(first, second)
    assert not order.prefers(second, first)


def test_a_missing_value_weighs_nothing() -> None:
    order = audience(build(plain()))
    assert order.prefers("care", "privacy")
    assert not order.prefers("privacy", "liberty")
    assert not order.prefers("liberty", "privacy")
    assert order.ranks("care", "accuracy")
    assert not order.ranks("care", "privacy")


@pytest.mark.parametrize(
    ("weights", "most"),
    [({"care": 0.6, "dignity": 0.4}, "care"), ({"care": 0.5, "dignity": 0.5}, ""), ({"dignity": 1.0}, "dignity")],
)
def test_what_weighs_most_comes_first_and_nothing_where_two_weigh_alike(weights: dict[str, float], most: str) -> None:
    assert build(plain(value_priorities=weights)).weighs_most == most


def test_record_is_frozen_and_survives_json() -> None:
    item = SHIPPED["auditor"]
    with pytest.raises(ValidationError):
        item.role_label = "x"
    assert Perspective.model_validate_json(item.model_dump_json()) == item


CONTRADICTIONS = [
    (
        {"point": {"impact_framework": "deontological", "risk_calculus": "expected_value"}},
        ["impact_framework=deontological", "risk_calculus=expected_value"],
    ),
    (
        {"coherence_constraints": [hard("only_source_classes", classes=[name]) for name in ("law", "research")]},
        ["only_source_classes(law)", "only_source_classes(research)"],
    ),
    (
        {"coherence_constraints": [hard("only_source_classes", classes=["research"])]},
        ["only_source_classes(research)", "law", "evidence_policy.source_classes"],
    ),
    (
        {"coherence_constraints": [hard("min_independent_sources", number=3)]},
        ["min_independent_sources(3)", "evidence_policy.independent_sources 2"],
    ),
    (
        {"coherence_constraints": [hard("max_source_age_years", number=5)]},
        ["max_source_age_years(5)", "evidence_policy.max_age_years 10"],
    ),
    (
        {"coherence_constraints": [hard("min_strength", number=0.5)]},
        ["min_strength(0.5)", "evidence_policy.minimum_strength 0"],
    ),
    (
        {"coherence_constraints": [hard("min_independent_sources", number=n) for n in (1, 2)]},
        ["min_independent_sources(1)", "min_independent_sources(2)"],
    ),
    ({"value_priorities": {"care": 0.6, "accuracy": 0.5}}, ["care, accuracy", "1.1"]),
    ({"value_priorities": {}}, ["no value"]),
    ({"value_priorities": {"kare": 1.0}}, ["kare", "nearest is care"]),
    ({"value_priorities": {"care": 1.5, "accuracy": -0.5}}, ["value_priorities"]),
    ({"value_priorities": {"care": float("nan")}}, ["value_priorities"]),
    ({"point": {"impact_frame": "utilitarian"}}, ["impact_frame", "nearest is impact_framework"]),
    ({"point": {"impact_framework": "utility"}}, ["utility", "utilitarian"]),
    ({"point": {"theism_metaphysics": "agnostic"}}, ["theism_metaphysics", "governance", "allow_off_dimensions"]),
    ({"point": {}}, ["point"]),
    ({"disclosure_text": "One sentence only."}, ["2 to 4", "not 1"]),
    ({"disclosure_text": "One. Two. Three. Four. Five."}, ["not 5"]),
    ({"disclosure_text": "One. Two and no end"}, ["full sentences"]),
    ({"stance_id": "Two Words"}, ["stance_id"]),
    ({"domain": "law"}, ["domain"]),
    ({"epistemic_axes": [{"name": "empirical", "value": 1.5, "rationale": "Too far."}]}, ["epistemic_axes"]),
    ({"epistemic_axes": [{"name": "x", "value": v, "rationale": "Both."} for v in (0, 1)]}, ["axis x has two"]),
    ({"evidence_policy": {"source_classes": ["rumour"]}}, ["rumour"]),
    ({"evidence_policy": {"source_classes": []}}, ["source_classes"]),
    ({"coherence_constraints": [hard("no_value_against", value="kare")]}, ["kare"]),
    ({"coherence_constraints": [hard("no_value_against")]}, ["no_value_against needs value"]),
    ({"coherence_constraints": [hard("must_name_uncertainty", number=1)]}, ["takes no number"]),
    ({"coherence_constraints": [hard("max_source_age_years", number=1.5)]}, ["whole number"]),
    ({"coherence_constraints": [hard("be_nice")]}, ["predicate"]),
    ({"mood": "cheerful"}, ["mood"]),
]


@pytest.mark.parametrize(("changes", "named"), CONTRADICTIONS)
def test_a_contradiction_names_both_sides(changes: Mapping[str, Any], named: list[str]) -> None:
    with pytest.raises(ReasoningError) as caught:
        build(plain(**changes))
    assert "tester" in caught.value.message or "stance_id" in changes
    for part in named:
        assert part in caught.value.message


def test_compatible_constraints_are_kept() -> None:
    rules = [
        hard("only_source_classes", classes=["law", "research", "expert"]),
        hard("min_independent_sources", number=2),
        {"predicate": "only_source_classes", "kind": "soft", "classes": ["law"]},
    ]
    assert len(build(plain(coherence_constraints=rules)).coherence_constraints) == 3


def test_off_dimensions_need_a_recorded_flag() -> None:
    item = build(plain(allow_off_dimensions=True, point={"theism_metaphysics": "agnostic"}))
    assert item.model_dump()["allow_off_dimensions"] is True
    debater = build(plain(domain="debate", point={"theism_metaphysics": "agnostic"}))
    assert not debater.allow_off_dimensions


def written(path: Path, *items: dict[str, Any]) -> Path:
    path.write_text(yaml.safe_dump({"perspectives": list(items)}, sort_keys=False), encoding="utf-8")
    return path


def test_library_merges_a_file_and_a_folder(tmp_path: Path) -> None:
    one = written(tmp_path / "a.yaml", plain())
    written(tmp_path / "b.yaml", plain(stance_id="second"))
    assert set(library(one)) - set(SHIPPED) == {"tester"}
    assert list(library(tmp_path))[-2:] == ["tester", "second"]


def test_library_fault_names_file_and_line(tmp_path: Path) -> None:
    path = written(tmp_path / "mine.yaml", plain(), plain(stance_id="bad", point={"impact_framework": "none"}))
    lines = path.read_text(encoding="utf-8").splitlines()
    second_point = [n for n, line in enumerate(lines, 1) if line.strip() == "point:"][1]
    with pytest.raises(DataFileError, match="has no value none") as caught:
        library(path)
    assert (caught.value.path, caught.value.line) == (str(path), second_point)


@pytest.mark.parametrize("items", [[plain(), plain()], [plain(stance_id="auditor")]])
def test_library_refuses_a_second_perspective_of_one_id(tmp_path: Path, items: list[dict[str, Any]]) -> None:
    with pytest.raises(DataFileError, match="stance_id"):
        library(written(tmp_path / "mine.yaml", *items))


@pytest.mark.parametrize("text", ["", "perspectives: []", "perspectives: 3", "{", "- a", "other: []"])
def test_library_refuses_what_is_no_library(tmp_path: Path, text: str) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataFileError):
        library(path)


def test_library_refuses_a_missing_file_and_an_empty_folder(tmp_path: Path) -> None:
    with pytest.raises(DataFileError, match="cannot be read"):
        library(tmp_path / "none.yaml")
    with pytest.raises(DataFileError, match=r"no \*\.yaml file"):
        library(tmp_path)


def test_choose_takes_ids_as_typed() -> None:
    chosen = choose("applicant, caseworker,auditor", SHIPPED)
    assert [item.stance_id for item in chosen] == ["applicant", "caseworker", "auditor"]
    assert choose(["util"], SHIPPED) == [SHIPPED["util"]]


@pytest.mark.parametrize(
    ("ids", "error", "part"),
    [
        ("aplicant", UnknownId, "nearest is applicant"),
        ("", UnknownId, "no perspective was named"),
        (" , ", UnknownId, "no perspective was named"),
        ("auditor,auditor", ReasoningError, "named 2 times"),
    ],
)
def test_choose_refuses(ids: str, error: type[Exception], part: str) -> None:
    with pytest.raises(error, match=part):
        choose(ids, SHIPPED)


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 2**32), st.sampled_from(["governance", "debate", "general"]), st.booleans())
def test_shuffle_is_deterministic_and_keeps_what_was_asked(seed: int, domain: Any, fixed: bool) -> None:
    constraints = {"impact_framework": "structural_violence"} if fixed else {}
    item = shuffle(constraints, 0.3, seed, domain=domain)
    assert item == shuffle(constraints, 0.3, seed, domain=domain)
    assert constraints.items() <= item.point.items()
    assert node_coherence(item.point) >= 0.3
    assert not dimension_space().conflicts(item.point)
    assert not set(item.point) & dimension_space().off(domain)
    assert sum(item.value_priorities.values()) == pytest.approx(1.0, abs=1e-6)
    assert Perspective.model_validate(item.model_dump()) == item


def test_shuffle_keeps_what_is_fixed_and_is_coherent_enough() -> None:
    item = shuffle({"argument_architecture": "critical_kritik"}, min_coherence=0.5, seed=1)
    assert item.point["argument_architecture"] == "critical_kritik"
    assert len(item.point) == 32
    assert item.stance_id != shuffle(seed=2).stance_id


def test_shuffle_takes_its_policy_from_the_point() -> None:
    point = {"evidence_hierarchy": "legal_authority_first", "epistemological_stance": "institutional_proceduralism"}
    item = shuffle(point, seed=5, domain="governance")
    value = dimension_space().value("evidence_hierarchy", "legal_authority_first")
    assert item.evidence_policy == value.policy
    assert item.value_priorities["rule_of_law"] > 0


def test_shuffle_in_governance_needs_the_flag_for_off_dimensions() -> None:
    fixed = {"theism_metaphysics": "agnostic"}
    with pytest.raises(ReasoningError, match="theism_metaphysics off in domain governance"):
        shuffle(fixed, domain="governance")
    item = shuffle(fixed, domain="governance", allow_off_dimensions=True)
    assert item.allow_off_dimensions
    assert set(item.point) & dimension_space().off("governance") == {"theism_metaphysics"}


@pytest.mark.parametrize(
    ("constraints", "part"),
    [
        ({"impact_frame": "utilitarian"}, "no dimension is called impact_frame"),
        ({"impact_framework": "fun"}, "has no value fun"),
        ({"impact_framework": "existential_risk", "risk_calculus": "risk_tolerant"}, "exclude each other"),
    ],
)
def test_shuffle_refuses_wrong_constraints(constraints: dict[str, str], part: str) -> None:
    with pytest.raises(ReasoningError, match=part):
        shuffle(constraints)


def test_shuffle_out_of_reach_says_how_near_it_came() -> None:
    fixed = {"impact_framework": "utilitarian", "risk_calculus": "worst_case"}
    with pytest.raises(ReasoningError, match=r"in 100 tries; the best had 0\.\d\d") as caught:
        shuffle(fixed, 1.0, seed=0)
    assert "impact_framework=utilitarian with risk_calculus=worst_case (severity 0.6)" in caught.value.message
