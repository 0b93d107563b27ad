"""Challenges against a small run: what they touch, what they leave alone, what is recorded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from foam_graph.app.contest_forms import Challenge
from foam_graph.app.contest_rulings import rule
from foam_graph.app.contesting import challenge
from foam_graph.app.position import read_position
from foam_graph.app.session import Session
from foam_graph.errors import ContestError, UnknownId, UsageError
from foam_graph.model.delta import NOBODY, Acting
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.evidence import claim_records
from foam_graph.store.ledger.verification import verify


def bound_claim(graph: Subgraph) -> Any:
    """A live claim with evidence."""
    return next(c for c in graph.live("Claim") if claim_records(graph, c.id))


def frozen(graph: Subgraph) -> dict[str, Any]:
    """Every artifact as it stands, by id."""
    return {n.id: (n.kind, dict(n.fields)) for n in graph.nodes}


def test_an_upheld_challenge_touches_the_frontier_and_nothing_else(tarn: Session, tarn_run: str) -> None:
    graph = tarn.store.subgraph(tarn_run)
    claim = bound_claim(graph)
    record = claim_records(graph, claim.id)[0]
    before = frozen(graph)
    lodged = challenge(tarn, Challenge(record, "relevance", "The sentence does not bear on it.", by="Jo Doe")).as_json()
    ruled = rule(tarn, lodged["challenge"], True, "It is about another workshop.", "Judge Roe").as_json()
    after = tarn.store.subgraph(tarn_run)
    now = frozen(after)
    assert all(now[i] == content for i, content in before.items()), "nothing is overwritten"
    frontier = {f["claim"] for f in lodged["frontier"]}
    for old in graph.live("Claim"):
        assert old.id in frontier or not after.superseded(old.id)
    assert ruled["position"] != lodged["position"]
    assert after.superseded(lodged["position"])
    assert ruled["outcome"] in ("evidence_swapped", "narrowed", "retracted", "regenerated")
    assert after.live("Outcome")
    assert verify(tarn.store, tarn_run).ok


def test_a_rejected_challenge_stays_with_its_reasons(tarn: Session, tarn_run: str) -> None:
    graph = tarn.store.subgraph(tarn_run)
    claim = bound_claim(graph)
    lodged = challenge(tarn, Challenge(claim.id, "scope", "It goes too far.", by="Jo Doe")).as_json()
    ruled = rule(tarn, lodged["challenge"], False, "The claim says no more than its source.", "Judge Roe").as_json()
    after = tarn.store.subgraph(tarn_run)
    assert ruled["outcome"] == "rejected"
    assert not ruled["ruling"]["provisional"]
    assert after[lodged["challenge"]]["grounds"] == "It goes too far."
    assert not after.superseded(claim.id)
    found = read_position(after, tarn_run).as_json()
    assert "Jo Doe" not in found["dissent_memo"] + found["synthesis"]


def test_counter_evidence_becomes_a_document_before_it_is_cited(
    tarn: Session, tarn_corpus: str, tarn_run: str, tmp_path: Path
) -> None:
    graph = tarn.store.subgraph(tarn_run)
    claim = bound_claim(graph)
    words = graph[claim_records(graph, claim.id)[0]]["quotation"]
    counter = tmp_path / "counter.md"
    counter.write_text(
        f'---\ntitle: "Correction"\nsource_class: statistics\ndate: "2026-09-01"\n---\nNo longer: {words}\n'
    )
    before = {d.id for d in tarn.corpora.documents(tarn_corpus)}
    lodged = challenge(tarn, Challenge(claim.id, "adequacy", "A correction exists.", evidence=str(counter))).as_json()
    new = {d.id for d in tarn.corpora.documents(tarn_corpus)} - before
    after = tarn.store.subgraph(tarn_run)
    records = after.out(lodged["challenge"], "RESTS_ON")
    assert len(new) == 1
    assert {d for record in records for d in record["documents"]} == new


def test_what_cannot_be_challenged_says_so_and_writes_nothing(tarn: Session, tarn_run: str) -> None:
    graph = tarn.store.subgraph(tarn_run)
    question = graph.of("Question")[0].id
    claim = bound_claim(graph).id
    before = tarn.store.traffic.snapshot()
    with pytest.raises(UnknownId, match="nope"):
        challenge(tarn, Challenge("nope-1", "scope", "x"))
    with pytest.raises(ContestError, match="cannot be challenged"):
        challenge(tarn, Challenge(question, "scope", "x"))
    with pytest.raises(ContestError, match="telepathic"):
        challenge(tarn, Challenge(claim, "telepathic", "x"))
    with pytest.raises(UsageError, match="grounds"):
        challenge(tarn, Challenge(claim, "scope", "   "))
    with pytest.raises(UsageError, match="neither a file"):
        challenge(tarn, Challenge(claim, "scope", "Too wide.", evidence="no-such-file.md"))
    assert tarn.store.traffic.since(before).writes == 0


def test_raising_the_same_again_is_said(tarn: Session, tarn_run: str) -> None:
    claim = bound_claim(tarn.store.subgraph(tarn_run)).id
    grounds = "The claim reaches further than the sentence that it quotes."
    first = challenge(tarn, Challenge(claim, "scope", grounds)).as_json()
    newest = tarn.store.subgraph(tarn_run).newest(claim).id
    shown = challenge(tarn, Challenge(newest, "scope", grounds, dry_run=True)).as_json()
    assert newest != claim or first["challenge"] in shown["raised_before"]


def test_what_an_account_does_is_recorded_with_its_roles_and_nobody_rules_on_their_own(
    tarn: Session, tarn_run: str
) -> None:
    claim = bound_claim(tarn.store.subgraph(tarn_run)).id
    tarn.act_as(Acting("Ada Marsh", ("contester", "operator")))
    try:
        lodged = challenge(tarn, Challenge(claim, "scope", "It goes too far.", by="Ada Marsh")).as_json()
        for verdict in (True, False):
            with pytest.raises(ContestError, match="own challenge"):
                rule(tarn, lodged["challenge"], verdict, "I agree with myself.", "somebody else")
        tarn.act_as(Acting("Bob Reed", ("admin",)))
        rule(tarn, lodged["challenge"], True, "It does.", "Bob Reed")
    finally:
        tarn.act_as(NOBODY)
    # Others contest the same run before, without an account.
    acts = tarn.store.ask("acts_of_people", run=tarn_run)[-2:]
    assert [(one["by"], one["acting_as"]) for one in acts] == [
        ("Ada Marsh", ["contester", "operator"]),
        ("Bob Reed", ["admin"]),
    ]
    machines = [a for a in tarn.store.subgraph(tarn_run).of("Activity") if a["agent"] != "person"]
    assert machines
    assert not [a for a in machines if a["role"] not in ("Operator", "Contester") and "acting_as" in a.fields]
    assert verify(tarn.store, tarn_run).ok
