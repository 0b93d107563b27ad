"""Challenges against a small run: what they touch, what they leave alone, what is recorded."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from foam_graph.app.asking import Ask, ask
from foam_graph.app.contesting import Challenge, challenge, rule
from foam_graph.app.loading import load
from foam_graph.app.position import read_position
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.errors import ContestError, UnknownId, UsageError
from foam_graph.model.delta import NOBODY, Acting
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.evidence import claim_records, claim_sentences
from foam_graph.reasoning.turns import Limits
from foam_graph.store.ledger.verification import verify
from foam_graph.store.server.control import Endpoint

HERE = Path(__file__).parent.parent
QUESTION = "Should the town of Harrowby close Mill Road to cars?"
CORPUS = "harrowby-contested"
LIMITS = Limits(min_iterations=1, max_iterations=1, best_of_n=1, offered=8)
DOCUMENTS = {
    "count.md": ("Traffic count on Mill Road", "statistics", "Mill Road currently carries 4,200 cars per day. Crashes on Mill Road caused 14 injuries per year. The injuries cost the town $310,000 per year. Speeding remains a problem on Mill Road."),
    "engineer.md": ("Engineer's report", "expert", "Closing Mill Road to cars would reduce injuries by 60 percent within two years. The closure would require bollards, signs and a new crossing. The bollards and signs would cost $180,000 once. The engineer recommends a trial of twelve months."),
    "ordinance.md": ("Roads Ordinance of Harrowby", "law", "The council may close a road to cars when the closure protects the safety of residents. A closure must not exceed a cost of $200,000 in the first year. A closure does not apply to emergency vehicles."),
    "traders.md": ("Submission of the traders", "advocacy", "Closing Mill Road to cars would reduce trade because customers arrive by car. The traders expect losses of $400,000 per year. All residents of Harrowby reject the closure."),
}  # fmt: skip


@pytest.fixture(scope="module")
def session(settings: Settings, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    folder = tmp_path_factory.mktemp("contested")
    for name, (title, source_class, text) in DOCUMENTS.items():
        head = f'---\ntitle: "{title}"\ndate: "2026-03-01"\nsource_class: {source_class}\n---\n'
        (folder / name).write_text(head + text + "\n", encoding="utf-8")
    with Session(settings) as opened:
        load(opened, [folder], CORPUS)
        yield opened


@pytest.fixture
def run(session: Session) -> str:
    wanted = Ask(QUESTION, CORPUS, "policy-memo", ("liberty", "order"), seed=1, dated="2026-11-21", limits=LIMITS)
    return ask(session, wanted)


def bound_claim(graph: Subgraph) -> Any:
    """A live claim with evidence on which nothing else rests where there is one."""
    claims = [c for c in graph.live("Claim") if claim_records(graph, c.id)]
    return next((c for c in claims if not graph.into(c.id, "RESTS_ON")), claims[0])


def frozen(graph: Subgraph) -> dict[str, Any]:
    """Every artifact as it stands, by id."""
    return {n.id: (n.kind, dict(n.fields)) for n in graph.nodes}


def test_a_dry_run_shows_the_blast_radius_and_writes_nothing(session: Session, run: str) -> None:
    graph = session.store.subgraph(run)
    record = claim_records(graph, bound_claim(graph).id)[0]
    before = session.store.traffic.snapshot()
    shown = challenge(session, Challenge(record, "relevance", "It is about something else.", dry_run=True)).as_json()
    assert session.store.traffic.since(before).writes == 0
    assert shown["challenge"] is None
    assert bound_claim(graph).id in [f["claim"] for f in shown["frontier"]]
    assert shown["untouched"] == len(graph.live("Claim")) - len(shown["frontier"])
    assert shown["estimate"]["floor"] == len(shown["frontier"])


def test_an_upheld_challenge_touches_the_frontier_and_nothing_else(session: Session, run: str) -> None:
    graph = session.store.subgraph(run)
    claim = bound_claim(graph)
    record = claim_records(graph, claim.id)[0]
    attacked = set(graph[record]["sentence_ids"])
    before = frozen(graph)
    lodged = challenge(
        session, Challenge(record, "relevance", "The sentence does not bear on it.", by="Jo Doe")
    ).as_json()
    ruled = rule(session, lodged["challenge"], True, "It is about another road.", "Judge Roe").as_json()
    after = session.store.subgraph(run)
    now = frozen(after)
    assert all(now[i] == content for i, content in before.items()), "nothing is overwritten"
    frontier = {f["claim"] for f in lodged["frontier"]}
    for old in graph.live("Claim"):
        assert old.id in frontier or not after.superseded(old.id)
    for new in ruled["revised"].values():
        assert not attacked & set(claim_sentences(after, new)), "what was struck is not used again"
    assert ruled["position"] != lodged["position"]
    assert after.superseded(lodged["position"])
    assert ruled["outcome"] in ("evidence_swapped", "narrowed", "retracted", "regenerated")
    assert after.live("Outcome")
    assert verify(session.store, run).ok


def test_a_rejected_challenge_stays_with_its_reasons(session: Session, run: str) -> None:
    graph = session.store.subgraph(run)
    claim = bound_claim(graph)
    lodged = challenge(session, Challenge(claim.id, "scope", "It goes too far.", by="Jo Doe")).as_json()
    ruled = rule(session, lodged["challenge"], False, "The claim says no more than its source.", "Judge Roe").as_json()
    after = session.store.subgraph(run)
    assert ruled["outcome"] == "rejected"
    assert not ruled["ruling"]["provisional"]
    assert after[lodged["challenge"]]["grounds"] == "It goes too far."
    assert not after.superseded(claim.id)
    found = read_position(after, run).as_json()
    assert "Jo Doe" not in found["dissent_memo"] + found["synthesis"]


def test_counter_evidence_becomes_a_document_before_it_is_cited(session: Session, run: str, tmp_path: Path) -> None:
    graph = session.store.subgraph(run)
    claim = bound_claim(graph)
    words = graph[claim_records(graph, claim.id)[0]]["quotation"]
    counter = tmp_path / "counter.md"
    counter.write_text(
        f'---\ntitle: "Correction"\nsource_class: statistics\ndate: "2026-09-01"\n---\nNo longer: {words}\n'
    )
    before = {d.id for d in session.corpora.documents(CORPUS)}
    lodged = challenge(
        session, Challenge(claim.id, "adequacy", "A correction exists.", evidence=str(counter))
    ).as_json()
    new = {d.id for d in session.corpora.documents(CORPUS)} - before
    after = session.store.subgraph(run)
    records = after.out(lodged["challenge"], "RESTS_ON")
    assert len(new) == 1
    assert {d for record in records for d in record["documents"]} == new


def test_a_challenge_to_a_superseded_version_is_recorded_and_pointed_on(session: Session, run: str) -> None:
    old = read_position(session.store.subgraph(run), run).as_json()["position"]
    graph = session.store.subgraph(run)
    claim = bound_claim(graph)
    lodged = challenge(session, Challenge(claim.id, "scope", "Too wide.")).as_json()
    stale = challenge(session, Challenge(old, "scope", "Too wide.")).as_json()
    assert stale["ruling"] is None
    assert stale["position"] == lodged["position"]
    assert session.store.subgraph(run)[stale["challenge"]]["stale"] is True


@pytest.mark.parametrize(("kind", "label"), [("structural", "TemplateChoice"), ("inferential", "Warrant")])
def test_other_kinds_regenerate_their_part(session: Session, run: str, kind: str, label: str) -> None:
    graph = session.store.subgraph(run)
    node = graph.live(label)[0]
    lodged = challenge(session, Challenge(node.id, kind, "Another way would have been better.")).as_json()
    ruled = rule(session, lodged["challenge"], True, "Agreed.", "Judge Roe").as_json()
    after = session.store.subgraph(run)
    assert ruled["outcome"] in ("regenerated", "narrowed", "evidence_swapped", "retracted", "defended")
    if kind == "structural":
        assert after.superseded(node.id)
    assert verify(session.store, run).ok


def test_a_normative_challenge_to_a_perspective_relabels_and_regenerates_nothing(session: Session, run: str) -> None:
    graph = session.store.subgraph(run)
    perspective = graph.of("Perspective")[0]
    claims = {c.id for c in graph.live("Claim")}
    lodged = challenge(session, Challenge(perspective.id, "normative", "Safety is weighed too low.", run=run)).as_json()
    rule(session, lodged["challenge"], True, "Agreed.", "Judge Roe")
    assert {c.id for c in session.store.subgraph(run).live("Claim")} == claims


def test_what_cannot_be_challenged_says_so_and_writes_nothing(session: Session, run: str) -> None:
    graph = session.store.subgraph(run)
    question = graph.of("Question")[0].id
    claim = bound_claim(graph).id
    before = session.store.traffic.snapshot()
    with pytest.raises(UnknownId, match="nope"):
        challenge(session, Challenge("nope-1", "scope", "x"))
    with pytest.raises(ContestError, match="cannot be challenged"):
        challenge(session, Challenge(question, "scope", "x"))
    with pytest.raises(ContestError, match="telepathic"):
        challenge(session, Challenge(claim, "telepathic", "x"))
    with pytest.raises(UsageError, match="grounds"):
        challenge(session, Challenge(claim, "scope", "   "))
    with pytest.raises(UsageError, match="neither a file"):
        challenge(session, Challenge(claim, "scope", "Too wide.", evidence="no-such-file.md"))
    assert session.store.traffic.since(before).writes == 0


def test_raising_the_same_again_is_said(session: Session, run: str) -> None:
    claim = bound_claim(session.store.subgraph(run)).id
    grounds = "The claim reaches further than the sentence that it quotes."
    first = challenge(session, Challenge(claim, "scope", grounds)).as_json()
    newest = session.store.subgraph(run).newest(claim).id
    shown = challenge(session, Challenge(newest, "scope", grounds, dry_run=True)).as_json()
    assert newest != claim or first["challenge"] in shown["raised_before"]


def test_what_an_account_does_is_recorded_with_its_roles_and_nobody_rules_on_their_own(
    session: Session, run: str
) -> None:
    claim = bound_claim(session.store.subgraph(run)).id
    session.act_as(Acting("Ada Marsh", ("contester", "operator")))
    try:
        lodged = challenge(session, Challenge(claim, "scope", "It goes too far.", by="Ada Marsh")).as_json()
        for verdict in (True, False):
            with pytest.raises(ContestError, match="own challenge"):
                rule(session, lodged["challenge"], verdict, "I agree with myself.", "somebody else")
        session.act_as(Acting("Bob Reed", ("admin",)))
        rule(session, lodged["challenge"], True, "It does.", "Bob Reed")
    finally:
        session.act_as(NOBODY)
    acts = session.store.ask("acts_of_people", run=run)
    assert [(one["by"], one["acting_as"]) for one in acts] == [
        ("Ada Marsh", ["contester", "operator"]),
        ("Bob Reed", ["admin"]),
    ]
    machines = [a for a in session.store.subgraph(run).of("Activity") if a["agent"] != "person"]
    assert machines
    assert not [a for a in machines if a["role"] not in ("Operator", "Contester") and "acting_as" in a.fields]
    assert verify(session.store, run).ok
