"""The dimension space, the value vocabulary, node coherence, sampling."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.errors import DataFileError, ReasoningError
from foam_graph.reasoning.perspectives.space import dimension_space, draw, node_coherence, value_vocabulary, values_of

NAMES = [
    "resolution_stance",
    "argument_architecture",
    "negative_strategy",
    "organization_structure",
    "evidence_integration",
    "rhetorical_framing",
    "clash_orientation",
    "impact_articulation",
    "argument_depth_distribution",
    "warrant_density",
    "theory_deployment",
    "epistemological_stance",
    "evidence_hierarchy",
    "impact_framework",
    "risk_calculus",
    "strategic_posture",
    "truth_orientation",
    "theism_metaphysics",
    "moral_objectivity",
    "human_nature",
    "source_authority",
    "free_will_stance",
    "progress_narrative",
    "meaning_of_life",
    "fiscal_orientation",
    "market_vs_state",
    "equity_vs_efficiency",
    "social_policy_lens",
    "global_vs_national",
    "environmental_stance",
    "temporal_horizon",
    "governance_style",
]
SPACE = dimension_space()
TEXT = files("foam_graph.reasoning.perspectives").joinpath("dimensions.yaml").read_text(encoding="utf-8")

points = st.fixed_dictionaries(
    {},
    optional={
        name: st.sampled_from([value.name for value in dimension.values])
        for name, dimension in SPACE.dimensions.items()
    },
)


def changed(folder: Path, old: str, new: str) -> tuple[Path, int]:
    """A copy of the shipped space with one change, and the line of the change."""
    assert old in TEXT
    path = folder / "space.yaml"
    path.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    return path, TEXT[: TEXT.index(old)].count("\n") + 1


def test_space_has_the_32_dimensions_of_the_definition_in_order() -> None:
    assert list(SPACE.dimensions) == NAMES
    assert [len(category.dimensions) for category in SPACE.categories] == [11, 2, 2, 1, 8, 8]
    assert all(4 <= len(dimension.values) <= 9 for dimension in SPACE.dimensions.values())


@pytest.mark.parametrize(
    "reference",
    [
        "epistemological_stance=empirical_positivism",
        "epistemological_stance=constructivism",
        "epistemological_stance=critical_realism",
        "epistemological_stance=standpoint_theory",
        "epistemological_stance=pragmatism",
        "impact_framework=utilitarian",
        "impact_framework=deontological",
        "impact_framework=virtue_ethics",
        "impact_framework=existential_risk",
        "impact_framework=structural_violence",
        "argument_architecture=critical_kritik",
    ],
)
def test_named_values_exist(reference: str) -> None:
    dimension, _, name = reference.partition("=")
    assert SPACE.value(dimension, name).meaning


def test_rules_are_many_and_touch_every_category() -> None:
    assert len(SPACE.affinities) >= 40
    assert len(SPACE.incompatibilities) >= 30
    for rules in (SPACE.affinities, SPACE.incompatibilities):
        touched = {side.partition("=")[0] for rule in rules for side in (rule.a, rule.b)}
        for category in SPACE.categories:
            assert touched & {dimension.name for dimension in category.dimensions}, category.name
    assert {rule.hard for rule in SPACE.incompatibilities} == {True, False}


def test_governance_turns_belief_and_debate_technique_off() -> None:
    assert SPACE.off("governance") == frozenset(NAMES[:11] + NAMES[16:24])
    assert SPACE.off("debate") == frozenset()


def test_unknown_reference_names_file_line_and_nearest(tmp_path: Path) -> None:
    old = "b: epistemological_stance=standpoint_theory"
    path, line = changed(tmp_path, old, "b: epistemological_stance=standpoint")
    with pytest.raises(DataFileError, match=r"nearest is epistemological_stance=standpoint_theory") as caught:
        dimension_space(path)
    assert (caught.value.path, caught.value.line) == (str(path), line)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("{name: none, meaning: Never", "{name: defensive_only, meaning: Never", "declared twice"),
        ("      - name: evidence_hierarchy", "      - name: impact_framework", "declared twice"),
        ("strength: 0.9", "strength: 1.1", "less than or equal to 1"),
        ("severity: 0.8, hard: true", "severity: -0.1, hard: true", "greater than or equal to 0"),
        ("favours: [autonomy]", "favours: [autonomie]", "no public value is called autonomie"),
        ("source_classes: [research,", "source_classes: [rumour,", "no source class is called rumour"),
        ("  - name: strategic\n", "  - name: strategy\n", "the categories are"),
        ("      - name: risk_calculus", "      - nam: risk_calculus", "Field required"),
        ("b: negative_strategy=kritik_alternative", "b: argument_architecture=soft_left", "one dimension with itself"),
    ],
)
def test_broken_space_is_refused(tmp_path: Path, old: str, new: str, fault: str) -> None:
    path, _ = changed(tmp_path, old, new)
    with pytest.raises(DataFileError, match=fault) as caught:
        dimension_space(path)
    assert caught.value.line > 0


def test_a_missing_dimension_is_refused(tmp_path: Path) -> None:
    start, end = TEXT.index("      - name: risk_calculus"), TEXT.index("  - name: strategic\n")
    path, _ = changed(tmp_path, TEXT[start:end], "")
    with pytest.raises(DataFileError, match="ethical_impact has 2 dimensions, not 1") as caught:
        dimension_space(path)
    assert caught.value.line > 0


def test_pair_with_two_rules_is_refused(tmp_path: Path) -> None:
    first = re.search(r"  - \{a: .*\n", TEXT)
    assert first is not None
    path, _ = changed(tmp_path, "incompatibilities:\n", first[0] + "incompatibilities:\n")
    with pytest.raises(DataFileError, match="already has a rule in affinities") as caught:
        dimension_space(path)
    assert caught.value.line == TEXT[: TEXT.index("incompatibilities:\n")].count("\n") + 1


def test_too_few_values_are_refused(tmp_path: Path) -> None:
    last = "          - {name: assertion_led, meaning: States claims and gives reasons when asked.}\n"
    path, _ = changed(tmp_path, last, "")
    with pytest.raises(DataFileError, match="at least 4 items"):
        dimension_space(path)


@given(points)
def test_node_coherence_is_the_formula_within_bounds(point: dict[str, str]) -> None:
    held = {f"{name}={value}" for name, value in point.items()}
    raw = 0.5
    raw += 0.1 * sum(rule.strength for rule in SPACE.affinities if {rule.a, rule.b} <= held)
    raw -= 0.15 * sum(rule.severity for rule in SPACE.incompatibilities if {rule.a, rule.b} <= held)
    score = node_coherence(point)
    assert 0.0 <= score <= 1.0
    assert score == pytest.approx(min(1.0, max(0.0, raw)))


def test_node_coherence_of_worked_points() -> None:
    assert node_coherence({}) == 0.5
    good = {"impact_framework": "utilitarian", "risk_calculus": "expected_value"}
    assert node_coherence(good) == pytest.approx(0.5 + 0.1 * 0.9)
    bad = {"impact_framework": "deontological", "risk_calculus": "expected_value"}
    assert node_coherence(bad) == pytest.approx(0.5 - 0.15 * 0.6)


def test_draw_names_both_sides_of_excluding_constraints() -> None:
    fixed = {"impact_framework": "deontological", "risk_calculus": "expected_value"}
    with pytest.raises(ReasoningError) as caught:
        draw(fixed, 0.3, 1, frozenset(), SPACE)
    assert "impact_framework=deontological" in caught.value.message
    assert "risk_calculus=expected_value" in caught.value.message


def test_draw_that_cannot_succeed_names_best_score_and_rule() -> None:
    fixed = {"risk_calculus": "worst_case", "impact_framework": "utilitarian"}
    off = frozenset(NAMES) - set(fixed)
    with pytest.raises(ReasoningError) as caught:
        draw(fixed, 0.5, 1, off, SPACE)
    assert "the best had 0.41" in caught.value.message
    assert "impact_framework=utilitarian with risk_calculus=worst_case" in caught.value.message


@pytest.mark.parametrize("level", [-0.1, 1.1, float("nan")])
def test_draw_refuses_a_threshold_outside_the_scale(level: float) -> None:
    with pytest.raises(ReasoningError, match="min_coherence"):
        draw({}, level, 0, frozenset(), SPACE)


def test_vocabulary_is_of_general_public_values() -> None:
    vocabulary = value_vocabulary()
    assert 14 <= len(vocabulary) <= 20
    assert {"care", "fairness", "accuracy", "fiscal_responsibility", "liberty", "security"} <= set(vocabulary)


@pytest.mark.parametrize("name", list(value_vocabulary()))
def test_every_cue_is_found_in_a_sentence(name: str) -> None:
    for cue in value_vocabulary()[name].cues:
        assert name in values_of(f"They spoke of {cue.rstrip('*')}, at length."), cue


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The delay left a disabled tenant without help.", {"timeliness", "care"}),
        ("Taxpayers cannot afford another deficit.", {"fiscal_responsibility"}),
        ("Liberty is worth more than safety bought by surveillance.", {"liberty", "security", "privacy"}),
        ("The affairs of the carpenter were warm.", set()),
        ("", set()),
        ("UNFAIR!", {"fairness"}),
    ],
)
def test_values_of_sentences(text: str, expected: set[str]) -> None:
    assert set(values_of(text)) == expected


@given(st.text(max_size=200))
def test_values_of_is_deterministic_and_a_share(text: str) -> None:
    found = values_of(text)
    assert found == values_of(text)
    assert set(found) <= set(value_vocabulary())
    assert not found or sum(found.values()) == pytest.approx(1.0)
    assert list(found.values()) == sorted(found.values(), reverse=True)


def test_values_of_counts_cues() -> None:
    found = values_of("Costs, taxes and debt rose, which was unfair.")
    assert found == pytest.approx({"fiscal_responsibility": 0.75, "fairness": 0.25})
    assert next(iter(found)) == "fiscal_responsibility"
