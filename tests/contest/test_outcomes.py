"""Each outcome of protocol 7.5 arises from a real challenge to a planted claim."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from foam_graph.app.contesting import Challenge, challenge, rule
from foam_graph.app.position import read_position
from foam_graph.app.session import Session
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.certifying.checks import standings
from foam_graph.reasoning.evidence import claim_records, claim_sentences
from foam_graph.store.ledger.verification import verify
from tests.support.worlds.planted_world import quoted, quoting, write_document

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


def test_better_evidence_is_taken_in_and_the_figure_with_it(tarn: Session, tarn_run: str, tmp_path: Path) -> None:
    accounts = write_document(
        tmp_path / "accounts.md", "Audited accounts of Tarn", "official_record",
        "The injuries cost the town of Tarn $450,000 per year.", "2026-09-01",
    )  # fmt: skip
    before, claim, found = contest(tarn, tarn_run, "$310,000", "adequacy", "The accounts differ.", accounts)
    after = tarn.store.subgraph(tarn_run)
    new = after[found["revised"][claim.id]]
    assert (found["ruling"]["upheld"], found["ruling"]["provisional"]) == (True, True)
    assert found["outcome"] == "regenerated", "it says another figure"
    assert "$450,000" in new["text"]
    assert not set(claim_sentences(before, claim.id)) & set(claim_sentences(after, new.id))
    assert standings(after)[new.id]["class"] in SETTLED
    only_the_frontier_changed(before, after, {row["claim"] for row in found["frontier"]})


def test_a_limit_that_a_study_states_narrows_the_claim(tarn: Session, tarn_run: str, tmp_path: Path) -> None:
    words = "would protect the health of 2,100 residents"
    limited = "A closure of the harbour bridge to lorries would protect the health of 2,100 residents, except at night."
    study = write_document(tmp_path / "study.md", "Study of health", "expert", limited)
    before, claim, found = contest(tarn, tarn_run, words, "scope", "By day only.", study)
    after = tarn.store.subgraph(tarn_run)
    new = after[found["revised"][claim.id]]
    assert found["outcome"] == "narrowed"
    assert set(claim_sentences(before, claim.id)) < set(claim_sentences(after, new.id))
    assert "except at night" in new["text"]
    assert any("except at night" in q["text"] for q in after.into(new.id, "QUALIFIES"))
    assert standings(after)[new.id]["class"] in SETTLED


def test_what_nothing_else_supports_is_retracted(tarn: Session, tarn_run: str) -> None:
    before, claim, found = contest(tarn, tarn_run, "$180,000", "adequacy", "An offer is no price.")
    assert standings(before)[claim.id]["class"] in SETTLED
    ruled = rule(tarn, found["challenge"], True, "No offer was ever made in writing.", "Judge Roe").as_json()
    after = tarn.store.subgraph(tarn_run)
    assert ruled["outcome"] == "retracted"
    assert standings(after)[after.newest(claim.id).id]["class"] not in SETTLED
    assert claim["text"] not in read_position(after, tarn_run).as_json()["synthesis"]


def test_a_claim_that_stands_without_its_backing_is_defended(tarn: Session, tarn_run: str) -> None:
    before = tarn.store.subgraph(tarn_run)
    backing = next(
        b
        for b in before.live("Backing")
        for w in before.out(b.id, "BACKS")
        for c in before.out(w.id, "WARRANTS")
        if not before.superseded(c.id) and standings(before)[c.id]["class"] in SETTLED
    )
    claim = before.out(before.out(backing.id, "BACKS")[0].id, "WARRANTS")[0]
    lodged = challenge(tarn, Challenge(backing.id, "inferential", "The other count is of another year.")).as_json()
    assert claim.id in {row["claim"] for row in lodged["frontier"]}
    ruled = rule(tarn, lodged["challenge"], True, "It is.", "Judge Roe").as_json()
    after = tarn.store.subgraph(tarn_run)
    assert ruled["outcome"] == "defended"
    assert not after.superseded(claim.id)
    assert standings(after)[claim.id]["class"] in SETTLED


def test_an_open_challenge_is_answered_with_what_is_found_for_it(tarn: Session, tarn_run: str, tmp_path: Path) -> None:
    agreeing = write_document(
        tmp_path / "toll.md", "Count by the toll office", "statistics",
        "At present the harbour bridge carries 900 lorries per day.",
    )  # fmt: skip
    rival = write_document(
        tmp_path / "port.md",
        "Count by the port",
        "statistics",
        "The harbour bridge currently carries 600 lorries per day.",
    )
    _, claim, first = contest(tarn, tarn_run, "900 lorries", "adequacy", "The toll office says otherwise.", agreeing)
    assert first["outcome"] == "rejected"
    _, same, found = contest(tarn, tarn_run, "900 lorries", "adequacy", "The port counts fewer lorries.", rival)
    assert same.id == claim.id
    after = tarn.store.subgraph(tarn_run)
    assert found["ruling"]["verdict"] == "requires_more_evidence"
    assert found["outcome"] == "defended"
    (reply,) = [n for n in after.into(found["challenge"], "ANSWERS") if n.kind == "Reply"]
    assert "toll office" in reply["text"]
    assert [r["verdict"] for r in after.into(reply.id, "RATES")] == ["adequate"]
    assert standings(after)[claim.id]["class"] in SETTLED


def test_a_struck_sentence_lets_the_slot_be_filled_with_another_statement(tarn: Session, tarn_run: str) -> None:
    words = "Exhaust from lorries"
    _before, claim, found = contest(tarn, tarn_run, words, "relevance", "It is not about what the slot asks.")
    ruled = rule(tarn, found["challenge"], True, "Agreed.", "Judge Roe").as_json()
    after = tarn.store.subgraph(tarn_run)
    new = after[ruled["revised"][claim.id]]
    assert ruled["outcome"] == "regenerated"
    assert words not in quoted(after, new)
    assert new["leaf"] == claim["leaf"]
    assert verify(tarn.store, tarn_run).ok


def test_outcomes_are_recorded_with_their_cost_and_floor(tarn: Session, tarn_run: str) -> None:
    graph = tarn.store.subgraph(tarn_run)
    for challenged in graph.of("Challenge"):
        if not challenged["stale"]:
            outcomes = graph.into(challenged.id, "RESOLVES")
            assert outcomes, challenged.id
            for outcome in outcomes:
                assert all(name in outcome["cost"] for name in ("estimate", "writes", "floor"))
                assert graph.out(outcome.id, "ABOUT")[0].kind == "Position"


def test_a_rival_of_the_same_strength_is_added_beside_the_claim(tarn: Session, tarn_run: str, tmp_path: Path) -> None:
    rival = write_document(
        tmp_path / "second.md", "Second count at the harbour bridge", "statistics",
        "The injuries cost the town of Tarn $90,000 per year.",
    )  # fmt: skip
    before, claim, found = contest(tarn, tarn_run, "$310,000", "adequacy", "Another count says less.", rival)
    after = tarn.store.subgraph(tarn_run)
    assert found["ruling"]["verdict"] == "requires_more_evidence"
    assert found["outcome"] == "counter_argument"
    assert standings(after)[claim.id]["class"] == "contested"
    assert any("$90,000" in r["quotation"] for r in after.out(found["challenge"], "RESTS_ON"))
    only_the_frontier_changed(before, after, {row["claim"] for row in found["frontier"]})
