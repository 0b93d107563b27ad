"""What rules make of real challenges to planted claims (protocol 7.5); new versions are written where a model argues."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from foam_graph.app.contest_forms import Challenge
from foam_graph.app.contest_rulings import rule
from foam_graph.app.contesting import challenge
from foam_graph.app.position import read_position
from foam_graph.app.session import Session
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.certifying.checks import standings
from foam_graph.reasoning.evidence import claim_records
from tests.support.worlds.planted_world import quoting, write_document

SETTLED = ("core", "conditional")


def contest(
    session: Session, run: str, words: str, kind: str, grounds: str, evidence: Path | None = None
) -> tuple[Subgraph, Node, dict[str, Any]]:
    """Challenges the claim that quotes some words (its record, or for scope the claim itself)."""
    before = session.store.subgraph(run)
    claim = quoting(before, words)
    target = claim.id if kind == "scope" else claim_records(before, claim.id)[0]
    return before, claim, challenge(session, Challenge(target, kind, grounds, str(evidence or ""), "Jo Doe")).as_json()


def only_the_frontier_changed(before: Subgraph, after: Subgraph, frontier: set[str]) -> None:
    """Whatever was live outside the frontier still is, and says the same."""
    for claim in before.live("Claim"):
        assert after[claim.id].fields == claim.fields
        assert claim.id in frontier or not after.superseded(claim.id)


def test_what_nothing_else_supports_is_retracted(tarn: Session, tarn_run: str) -> None:
    before, claim, found = contest(tarn, tarn_run, "240 litres", "adequacy", "A look at a tank is no measurement.")
    assert standings(before)[claim.id]["class"] in SETTLED
    ruled = rule(tarn, found["challenge"], True, "Nobody measured it.", "Judge Roe").as_json()
    after = tarn.store.subgraph(tarn_run)
    assert ruled["outcome"] == "retracted"
    assert standings(after)[after.newest(claim.id).id]["class"] not in SETTLED
    assert claim["text"] not in read_position(after, tarn_run).as_json()["synthesis"]
    only_the_frontier_changed(before, after, {row["claim"] for row in found["frontier"]})


def test_a_count_that_says_the_same_again_changes_nothing(tarn: Session, tarn_run: str, tmp_path: Path) -> None:
    same = write_document(
        tmp_path / "again.md", "Second record of the night watch", "official_record",
        "The noise of the workshop at night was 55 decibels on 9 February 2026.",
    )  # fmt: skip
    before, claim, found = contest(tarn, tarn_run, "55 decibels", "adequacy", "The second record differs.", same)
    after = tarn.store.subgraph(tarn_run)
    assert (found["ruling"]["upheld"], found["outcome"]) == (False, "rejected")
    assert standings(after)[claim.id]["class"] == standings(before)[claim.id]["class"]


def test_outcomes_are_recorded_with_their_cost_and_floor(tarn: Session, tarn_run: str) -> None:
    graph = tarn.store.subgraph(tarn_run)
    for challenged in graph.of("Challenge"):
        if not challenged["stale"]:
            outcomes = graph.into(challenged.id, "RESOLVES")
            assert outcomes, challenged.id
            for outcome in outcomes:
                assert all(name in outcome["cost"] for name in ("estimate", "writes", "floor"))
                assert graph.out(outcome.id, "ABOUT")[0].kind == "Position"


def test_a_rival_of_the_same_strength_is_kept_beside_the_claim(tarn: Session, tarn_run: str, tmp_path: Path) -> None:
    rival = write_document(
        tmp_path / "second.md", "Record of the day watch", "official_record",
        "The noise of the workshop at night was 70 decibels on 9 February 2026.",
    )  # fmt: skip
    before, claim, found = contest(tarn, tarn_run, "55 decibels", "adequacy", "Another record says more.", rival)
    after = tarn.store.subgraph(tarn_run)
    assert found["ruling"]["verdict"] == "requires_more_evidence"
    assert found["outcome"] in ("counter_argument", "recorded")
    assert not after.superseded(claim.id)
    assert any("70 decibels" in r["quotation"] for r in after.out(found["challenge"], "RESTS_ON"))
    only_the_frontier_changed(before, after, {row["claim"] for row in found["frontier"]})
