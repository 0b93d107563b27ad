"""Drift: what a turn did against what its perspective declared."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from foam_graph.corpus.documents import SOURCE_CLASSES
from foam_graph.reasoning.perspectives.constraints import (
    Constraint,
    EvidencePolicy,
    SourceUse,
    TurnFacts,
    drift,
    latest_day,
)
from foam_graph.reasoning.perspectives.library import Perspective, build, library

ON = date(2026, 6, 30)


def perspective(*constraints: dict[str, Any], **policy: Any) -> Perspective:
    base: dict[str, Any] = {"source_classes": ["research", "law"], "independent_sources": 1}
    return build(
        {
            "stance_id": "tester",
            "role_label": "Tester",
            "domain": "general",
            "epistemic_axes": [{"name": "empirical", "value": 0.5, "rationale": "Records first."}],
            "evidence_policy": base | policy,
            "value_priorities": {"care": 0.6, "accuracy": 0.4},
            "scope_limits": {"jurisdiction": "One town", "time_horizon": "One year"},
            "coherence_constraints": list(constraints),
            "disclosure_text": "It speaks for a test. It weighs care first.",
            "point": {"impact_framework": "ethics_of_care"},
        }
    )


def rule(predicate: str, kind: str = "hard", **parameters: Any) -> dict[str, Any]:
    return {"predicate": predicate, "kind": kind, **parameters}


def use(source_class: str = "research", document: str = "d1", **more: Any) -> SourceUse:
    return SourceUse(document=document, source_class=source_class, **more)


ONLY = rule("only_source_classes", classes=["research", "law"])


def test_a_turn_that_keeps_everything_has_no_drift() -> None:
    report = drift(perspective(ONLY), TurnFacts(on=ON, sources=(use(),), values_asserted=("care",)))
    assert (report.stance_id, report.drift_score, report.violated, report.blocked) == ("tester", 0.0, (), False)


def test_an_unflagged_anecdote_blocks() -> None:
    report = drift(perspective(ONLY), TurnFacts(on=ON, sources=(use(), use("testimony", "d2"))))
    assert report.blocked
    assert report.drift_score > 0.5
    [found] = report.violated
    assert (found.constraint, found.kind) == ("only_source_classes(research, law)", "hard")
    assert found.detail == "d2 is of class testimony"


@pytest.mark.parametrize("flag", ["testimony", "d2", "only_source_classes"])
def test_a_flagged_anecdote_is_a_logged_exception(flag: str) -> None:
    turn = TurnFacts(on=ON, sources=(use("testimony", "d2"),), flagged=frozenset({flag}))
    report = drift(perspective(ONLY), turn)
    assert not report.blocked
    assert 0 < report.drift_score < 0.5
    assert [(item.kind, item.detail) for item in report.violated] == [("soft", "d2 is of class testimony (flagged)")]


def test_one_unflagged_source_among_flagged_ones_blocks() -> None:
    turn = TurnFacts(on=ON, sources=(use("news", "d2"), use("testimony", "d3")), flagged=frozenset({"news"}))
    assert drift(perspective(ONLY), turn).blocked


def test_the_policy_alone_only_logs() -> None:
    report = drift(perspective(), TurnFacts(on=ON, sources=(use("news"),)))
    assert not report.blocked
    assert [item.constraint for item in report.violated] == ["only_source_classes(research, law)"]


CASES = [
    (rule("no_unflagged_class", classes=["news"]), {"sources": (use("news"),)}, "news and not flagged"),
    (rule("min_independent_sources", number=2), {"sources": (use(),), "independent_documents": 1}, "1 independent"),
    (rule("max_source_age_years", number=10), {"sources": (use(date="2010-01-01"),)}, "older than 10 years"),
    (rule("min_strength", number=0.5), {"sources": (use(strength=0.4),)}, "below 0.5"),
    (rule("must_name_uncertainty"), {}, "names no uncertainty"),
    (rule("no_value_against", value="care"), {"values_against": ("care",)}, "argues against care"),
]
STRICT: dict[str, Any] = {
    "source_classes": ["research", "law", "news"],
    "independent_sources": 2,
    "max_age_years": 10,
    "minimum_strength": 0.5,
}


@pytest.mark.parametrize(("constraint", "facts", "detail"), CASES)
@pytest.mark.parametrize("kind", ["hard", "soft"])
def test_each_predicate_is_judged(constraint: dict[str, Any], facts: dict[str, Any], detail: str, kind: str) -> None:
    item = perspective(constraint | {"kind": kind}, **STRICT)
    report = drift(item, TurnFacts(on=ON, **facts))
    found = next(one for one in report.violated if one.constraint.startswith(constraint["predicate"]))
    assert detail in found.detail
    assert found.kind == kind
    assert report.blocked == (kind == "hard")


@pytest.mark.parametrize("predicate", ["must_name_uncertainty", "no_value_against"])
def test_flags_do_not_excuse_these(predicate: str) -> None:
    constraint = rule(predicate, **({"value": "care"} if predicate == "no_value_against" else {}))
    turn = TurnFacts(on=ON, flagged=frozenset({predicate, "care"}), values_against=("care",))
    assert drift(perspective(constraint), turn).blocked


def test_a_turn_without_sources_owes_none() -> None:
    item = perspective(rule("min_independent_sources", number=2), **STRICT)
    assert not drift(item, TurnFacts(on=ON)).violated


def test_distinct_documents_count_where_independence_is_not_stated() -> None:
    item = perspective(rule("min_independent_sources", number=2), **STRICT)
    assert drift(item, TurnFacts(on=ON, sources=(use(), use()))).blocked
    assert not drift(item, TurnFacts(on=ON, sources=(use(), use(document="d2")))).blocked


def test_speaking_only_for_foreign_values_is_logged() -> None:
    item = perspective()
    report = drift(item, TurnFacts(on=ON, values_asserted=("prosperity",)))
    assert [(one.constraint, one.kind) for one in report.violated] == [("value_priorities", "soft")]
    assert not drift(item, TurnFacts(on=ON, values_asserted=("prosperity", "care"))).violated


def test_many_faults_are_counted() -> None:
    sources = tuple(use("news", f"d{n}") for n in range(9))
    [found] = drift(perspective(ONLY), TurnFacts(on=ON, sources=sources)).violated
    assert found.detail.endswith("and 4 more")


def test_everything_broken_scores_one() -> None:
    item = perspective(
        rule("min_independent_sources", number=2),
        rule("max_source_age_years", number=10),
        rule("min_strength", number=0.5),
        rule("only_source_classes", classes=["research", "law", "news"]),
        rule("must_name_uncertainty"),
        rule("no_value_against", value="care"),
        **STRICT,
    )
    turn = TurnFacts(
        on=ON,
        sources=(use("advocacy", date="1999", strength=0.1),),
        independent_documents=0,
        values_asserted=("prosperity",),
        values_against=("care",),
    )
    assert drift(item, turn).drift_score == pytest.approx(1.0)


sources = st.builds(
    SourceUse,
    document=st.sampled_from(["d1", "d2", "d3"]),
    source_class=st.sampled_from(SOURCE_CLASSES),
    date=st.sampled_from(["", "1990", "2015-02", "2026-06-30", "yesterday"]),
    strength=st.none() | st.floats(0, 1),
)
turns = st.builds(
    TurnFacts,
    on=st.just(ON),
    sources=st.lists(sources, max_size=4).map(tuple),
    independent_documents=st.integers(0, 3),
    flagged=st.frozensets(st.sampled_from(["news", "testimony", "d1", "min_strength"]), max_size=3),
    values_asserted=st.lists(st.sampled_from(["care", "liberty"]), max_size=2).map(tuple),
    values_against=st.lists(st.sampled_from(["care", "accuracy"]), max_size=2).map(tuple),
    names_uncertainty=st.booleans(),
)
shipped = st.sampled_from(list(library().values()))


@given(shipped, turns)
def test_report_is_bounded_and_blocks_only_for_hard(item: Perspective, turn: TurnFacts) -> None:
    report = drift(item, turn)
    assert 0.0 <= report.drift_score <= 1.0
    assert report.blocked == any(one.kind == "hard" for one in report.violated)
    assert (report.drift_score == 0) == (not report.violated)
    assert report.blocked == (report.drift_score > 0.5)
    assert report == drift(item, turn)


@given(shipped, turns, sources, st.sampled_from(["care", "accuracy", "dignity", "liberty", "welfare"]))
def test_drift_is_monotone_in_deviations(item: Perspective, turn: TurnFacts, more: SourceUse, value: str) -> None:
    before = drift(item, turn).drift_score
    worse: list[dict[str, Any]] = [
        {"sources": (*turn.sources, more)},
        {"values_against": (*turn.values_against, value)},
        {"flagged": frozenset()},
        {"names_uncertainty": False},
        {"independent_documents": max(0, (turn.independent_documents or 0) - 1)},
    ]
    for change in worse:
        assert drift(item, turn.model_copy(update=change)).drift_score >= before


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-03-14", date(2026, 3, 14)),
        ("2026-03-14T09:00:00Z", date(2026, 3, 14)),
        ("2024-02", date(2024, 2, 29)),
        ("2026", date(2026, 12, 31)),
        ("", None),
        ("2026-13", None),
        ("2026-02-30", None),
        ("0000", None),
        ("20261", None),
        ("last year", None),
    ],
)
def test_latest_day(text: str, expected: date | None) -> None:
    assert latest_day(text) == expected


@pytest.mark.parametrize(
    ("source", "part"),
    [
        (use(), ""),
        (use("news"), "news is not an admitted"),
        (use(strength=0.2), "below 0.3"),
        (use(date="2016-06-29"), "older than 10 years"),
        (use(date="2016-06-30"), ""),
        (use(date="2016"), ""),
    ],
)
def test_policy_admits_or_says_why_not(source: SourceUse, part: str) -> None:
    policy = EvidencePolicy(source_classes=("research",), minimum_strength=0.3, max_age_years=10)
    refusal = policy.refusal(source, ON)
    assert part in refusal
    assert bool(refusal) == bool(part)


def test_policy_that_needs_dates_refuses_undated_sources() -> None:
    policy = EvidencePolicy(source_classes=("research",), max_age_years=10, admit_undated=False)
    assert policy.refusal(use(), ON) == "its date is not stated"


def test_leap_day_reference_is_handled() -> None:
    policy = EvidencePolicy(source_classes=("research",), max_age_years=1)
    assert policy.refusal(use(date="2023-02-28"), date(2024, 2, 29)) == ""
    assert policy.refusal(use(date="2023-02-27"), date(2024, 2, 29))


@pytest.mark.parametrize(
    "fields",
    [
        {"predicate": "only_source_classes", "kind": "hard"},
        {"predicate": "only_source_classes", "kind": "hard", "classes": ["law", "law"]},
        {"predicate": "min_strength", "kind": "soft", "number": 2},
        {"predicate": "min_independent_sources", "kind": "soft", "number": 0},
        {"predicate": "no_value_against", "kind": "firm", "value": "care"},
        {"predicate": "no_value_against", "kind": "hard", "value": "care", "number": 1},
    ],
)
def test_wrong_constraints_are_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Constraint.model_validate(fields)
