"""What version 0.1.0 wrote: it verifies, replays, can be erased afterwards and gone on with; see its README."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from foam_graph.agents.endpoint.replay import Replay
from foam_graph.app.asking import finish
from foam_graph.app.comparing import diff
from foam_graph.app.contest_forms import Challenge
from foam_graph.app.contest_rulings import rule
from foam_graph.app.contesting import challenge
from foam_graph.app.exporting import export
from foam_graph.app.loading import load
from foam_graph.app.pack_checking import verify_pack
from foam_graph.app.run_parameters import run_parameters
from foam_graph.app.sealing import check_file
from foam_graph.app.session import Session
from foam_graph.app.varying import Variation, rerun
from foam_graph.app.verifying import replay_file, verify_all, verify_shapes
from foam_graph.config import Settings
from foam_graph.errors import ReasoningError
from foam_graph.exchange.journal.journal import all_journal_lines, verify_journal
from foam_graph.exchange.journal.replay import sealed_events, sealed_lines
from foam_graph.exchange.packs.pack_verifier import event_faults, parse
from foam_graph.exchange.prov_export.replay import hold
from foam_graph.exchange.prov_export.spool import Spool
from foam_graph.model.delta import ActivityDraft
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.pipeline.calls import call_records
from foam_graph.proofs.note import VerifierKey, opened
from foam_graph.prov.read.files import syntax_of
from foam_graph.reasoning.certifying.checks import standings
from foam_graph.reasoning.evidence import claim_records
from foam_graph.reasoning.opening import run_delta
from foam_graph.reasoning.sublation import audiences_of
from foam_graph.store.erasure import Holder, erase, of_chain
from foam_graph.store.ledger.verification import verify
from tests.fixtures.write_release_0_1 import CORPUS, FOLDER, PRIVATE, contestable, write_documents
from tests.support.endpoints.case_model import CaseModel
from tests.support.endpoints.openai_server import Server

FACTS: dict[str, Any] = json.loads((FOLDER / "facts.json").read_text(encoding="utf-8"))
RUN, CALLED = FACTS["run"], FACTS["called"]


@pytest.fixture(scope="module")
def lines() -> list[str]:
    return gzip.decompress((FOLDER / "journal.jsonl.gz").read_bytes()).decode("utf-8").splitlines()


@pytest.fixture(scope="module")
def journal(lines: list[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("journal") / "all.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def session(journal: Path, spare: Settings) -> Iterator[Session]:
    """A database of its own with all chains replayed, since the shared one has a library already."""
    with Session(spare) as opened_:
        assert replay_file(opened_, journal).ok
        yield opened_


def test_the_journal_verifies_with_the_heads_of_then(lines: list[str]) -> None:
    found = verify_journal(lines)
    assert found.faults == []
    assert found.activities == len(lines) == 231
    heads = {event["run"]: event["hash"] for event in map(json.loads, lines)}
    assert heads == FACTS["heads"]
    assert [fault for line in lines for fault in event_faults(parse(line))] == []


def test_the_pack_verifies_with_the_key_that_was_published_and_by_the_verifier_inside(tmp_path: Path) -> None:
    found = verify_pack(FOLDER / "pack.zip", FACTS["key"]).as_json()
    assert found["faults"] == []
    assert (found["ok"], found["trusted"]) == (True, True)
    assert {one["id"]: one["text"] for one in found["claims"]}[FACTS["erased"]["claim"]] is None
    with zipfile.ZipFile(FOLDER / "pack.zip") as archive:
        archive.extractall(tmp_path)
    line = [sys.executable, "-I", "-S", str(tmp_path / "verify.py"), str(FOLDER / "pack.zip"), "--key", FACTS["key"]]
    assert subprocess.run(line, capture_output=True, check=False).returncode == 0


def test_proof_and_notes_hold(lines: list[str]) -> None:
    assert check_file(FOLDER / "proof.json", FACTS["key"]).ok
    key = VerifierKey.parse(FACTS["key"])
    assert [opened(note, key).size for note in FACTS["notes"]] == [73, 230]
    noted = [n["fields"]["note"] for line in map(json.loads, lines) for n in line["nodes"] if n["kind"] == "Checkpoint"]
    assert noted == FACTS["notes"]


def test_the_full_prov_export_says_what_the_journal_says(lines: list[str], tmp_path: Path) -> None:
    path = tmp_path / "full.nq"
    path.write_bytes(gzip.decompress((FOLDER / "full.nq.gz").read_bytes()))
    with Spool(str(path)) as spool:
        assert all(one.ok for one in hold(spool, path, syntax_of(path.read_bytes(), str(path))))
        said = {one.done.activity: one for one in sealed_events(spool.events(spool.chains()))}
    written = {one.done.activity: one for one in sealed_lines(lines)}
    assert said.keys() == written.keys()
    for name, one in written.items():
        assert (one.activity, one.prepared.nodes, one.prepared.edges) == (
            said[name].activity, said[name].prepared.nodes, said[name].prepared.edges,
        )  # fmt: skip


def test_replayed_it_verifies_and_is_the_same_journal_again(session: Session, lines: list[str]) -> None:
    assert verify_all(session, FACTS["key"]).faults == ()
    assert sorted(all_journal_lines(session.store)) == sorted(lines)
    assert verify_shapes(session).violations == ()


def test_recorded_calls_answer_again(session: Session) -> None:
    records = call_records(session.store.subgraph(CALLED))
    paid = Replay(records)
    assert len(records) == len(paid) == FACTS["requests"] == 114
    for record in records:
        assert paid.get(record.prompt_hash, record.rollout) == record
        assert record.response


@pytest.fixture(scope="module")
def going_on(session: Session, tmp_path_factory: pytest.TempPathFactory) -> Session:
    """The same with its documents on this machine, as whoever goes on with it has them."""
    load(session, [write_documents(tmp_path_factory.mktemp("documents"))], CORPUS)
    return session


def test_it_goes_on_by_a_challenge_and_a_repair(going_on: Session) -> None:
    session = going_on
    graph = session.store.subgraph(RUN)
    assert PRIVATE not in {node.get("text") for node in graph.of("EvidenceSentence")}
    before = max(node.seq for node in graph.nodes)
    claim = contestable(graph)
    lodged = challenge(session, Challenge(claim, "adequacy", "One record is too few for that.", by="D. Contester"))
    assert lodged.challenge
    checked = verify(session.store, RUN)
    assert checked.faults == []
    assert checked.activities > before + 2
    mixed = [line for line in all_journal_lines(session.store) if json.loads(line)["run"] == RUN]
    assert verify_journal(mixed).faults == []
    assert [fault for line in mixed for fault in event_faults(parse(line))] == []


def settled_claim(graph: Subgraph) -> Node:
    """A claim of the core with a record of its own that nobody has contested yet."""
    return next(
        graph[c]
        for c, standing in standings(graph).items()
        if standing["class"] in ("core", "conditional") and claim_records(graph, c) and graph[c].get("text")
    )


def test_what_a_person_upholds_lets_a_claim_of_an_older_run_fall_and_an_appeal_lets_it_stand(going_on: Session) -> None:
    session = going_on
    before = session.store.subgraph(RUN)
    claim, old = settled_claim(before), before.live("Position")[-1]
    record = claim_records(before, claim.id)[0]
    lodged = challenge(session, Challenge(record, "relevance", "It bears on something else.", by="D. Contester"))
    ruled = rule(session, str(lodged.challenge), True, "It does.", "E. Adjudicator")
    after = session.store.subgraph(RUN)
    assert standings(after)[after.newest(claim.id).id]["class"] not in ("core", "conditional")
    assert after.superseded(old.id)
    assert after.live("Position")[-1].id == ruled.position
    assert claim["text"] not in after.live("Synthesis")[-1]["text"]
    touched = {row.claim for row in lodged.frontier or ()}
    assert not [c.id for c in before.live("Claim") if c.id not in touched and after.superseded(c.id)]
    assert after.of("Reading"), "its documents are read as a whole now, and what they show is on its sheet"
    assert not after.of("Agenda")
    dossier = export(session, "dossier", RUN)
    assert str(lodged.challenge) in str(dossier)
    appealed = rule(session, str(lodged.challenge), False, "It does bear on it.", "F. Appeal", appeal=True)
    restored = session.store.subgraph(RUN)
    now = restored.newest(claim.id)
    assert (appealed.outcome, now["text"]) == ("rejected", claim["text"])
    assert standings(restored)[now.id]["class"] in ("core", "conditional")
    assert verify(session.store, RUN).faults == []


def test_a_choice_of_an_older_run_that_left_something_out_is_not_certified_until_it_is_asked_anew(
    going_on: Session,
) -> None:
    session = going_on
    choice = session.store.subgraph(RUN).live("TemplateChoice")[0]
    lodged = challenge(session, Challenge(choice.id, "structural", "It leaves out what it costs.", by="D. Contester"))
    ruled = rule(session, str(lodged.challenge), True, "It does.", "E. Adjudicator")
    graph = session.store.subgraph(RUN)
    (check,) = [c for c in ruled.checks or () if c.name == "slot completeness"]
    assert (ruled.outcome, ruled.certified, check.ok) == ("recorded", False, False)
    assert str(lodged.challenge) in check.detail
    assert not graph.superseded(choice.id)
    assert "It leaves out what it costs." in graph.live("DissentMemo")[-1]["text"]
    back = rule(session, str(lodged.challenge), False, "It does not.", "F. Appeal", appeal=True)
    (again,) = [c for c in back.checks or () if c.name == "slot completeness"]
    assert again.ok or str(lodged.challenge) not in again.detail
    assert verify(session.store, RUN).faults == []


def test_an_older_run_is_weighed_by_other_weights_where_a_challenge_to_them_is_upheld(going_on: Session) -> None:
    session = going_on
    graph = session.store.subgraph(RUN)
    perspective = graph.out(graph.of("AgentTurn")[0].id, "HOLDS")[0]
    value = str(perspective["value_names"][-1])
    wanted = Challenge(
        perspective.id, "normative", f"{value} counts for too little.", run=RUN, reweight=(f"{value}=0.8",)
    )
    lodged = challenge(session, wanted)
    ruled = rule(session, str(lodged.challenge), True, "It does.", "E. Adjudicator")
    assert ruled.outcome == "relabelled"
    weights = next(a for a in audiences_of(session.store.subgraph(RUN)) if a.name == perspective["stance_id"]).weights
    assert weights[value] == pytest.approx(0.8)
    assert verify(session.store, RUN).faults == []


def test_a_model_answers_for_a_claim_of_an_older_run_with_the_documents_in_view(going_on: Session) -> None:
    session = going_on
    model = CaseModel()
    with Server(then=model) as server:
        given = {"openai_base_url": server.url, "openai_api_key": "sk-test", "model": "careful-model"}
        with Session(replace(session.settings, **given)) as asking:  # type: ignore[arg-type]
            before = asking.store.subgraph(CALLED)
            claim = settled_claim(before)
            lodged = challenge(asking, Challenge(claim.id, "scope", "It says more than its source.", by="D. Contester"))
            ruled = rule(asking, str(lodged.challenge), True, "It does.", "E. Adjudicator")
            after = asking.store.subgraph(CALLED)
            appealed = rule(asking, str(lodged.challenge), False, "It does not.", "F. Appeal", appeal=True)
            restored = asking.store.subgraph(CALLED)
    assert {one.name for one in model.asked} == {"RespondOut", "RateCaseOut"}
    assert all(one.data["agenda"] == {"options": {}, "issues": []} for one in model.asked)
    assert set(ruled.revised or {}) == {claim.id}
    new = after.newest(claim.id)
    assert new["text"] == f"{claim['text']} No more is claimed."
    assert {after.newest(e.end).id for e in after.out_edges(claim.id, "FILLS", "FOLLOWS")} <= {
        e.end for e in after.out_edges(new.id, "FILLS", "FOLLOWS")
    }
    assert standings(after)[new.id]["class"] != "unsupported"
    assert appealed.outcome == "rejected"
    assert restored.newest(claim.id)["text"] == claim["text"]
    assert verify(session.store, CALLED).faults == []


def test_an_older_run_that_was_left_in_the_middle_is_read_and_not_argued_further(going_on: Session) -> None:
    session = going_on
    graph = session.store.subgraph(RUN)
    run = "rleftbehind1"
    delta = run_delta(
        run, "Should it?", "Ferry appeals office", "foam-graph 0.1.0", json.loads(graph[RUN]["parameters"])
    )
    session.store.commit(ActivityDraft(run, "Opening", Role.OPERATOR, "open"), delta)
    before = session.store.ask("totals")
    with pytest.raises(ReasoningError, match="slot by slot") as caught:
        finish(session, run)
    assert "foam ask" in caught.value.hint
    assert session.store.ask("totals") == before


def test_made_anew_an_older_run_is_argued_as_a_case_and_both_are_compared(going_on: Session) -> None:
    session = going_on
    new = rerun(session, RUN, Variation(bar=("advocacy",)))
    graph = session.store.subgraph(new)
    parameters = run_parameters(graph, new)
    assert parameters is not None
    assert (parameters.limits.depth, parameters.derived_from) == ("standard", RUN)
    assert graph.of("Agenda")
    assert not graph.of("TemplateChoice")
    assert diff(session, RUN, new).as_json()["claims"]["only_a"]


def test_one_field_goes_and_then_all_of_them(session: Session) -> None:
    store = session.store
    graph = store.subgraph(CALLED)
    claim = graph.live("Claim")[0]
    record = next(node for node in graph.of("EvidenceRecord") if node.get("tag") and node.get("quotation"))
    held = [
        Holder(claim.id, "Claim", CALLED, ("text",), True),
        Holder(record.id, "EvidenceRecord", CALLED, ("tag",), True),
    ]
    erase(store, held, "Request of 6 May.", "Officer")
    assert verify(store, CALLED).faults == []
    after = store.subgraph(CALLED)
    assert after[claim.id].get("text") is None
    assert after[record.id].get("tag") is None
    assert after[record.id].get("quotation") == record["quotation"]
    everything = of_chain(store, CALLED)
    assert len(everything) > 300
    erase(store, everything, "Kept long enough.", "Officer")
    assert verify(store, CALLED).faults == []
    graph = store.subgraph(CALLED)
    # Only the activity that orders the erasure has texts left: they are its own.
    assert [one.id for one in of_chain(store, CALLED)] == [graph.of("HumanAct")[-1].id]
    assert len(Replay(call_records(graph))) == 0
    assert {node["role"] for node in graph.of("HumanAct")} >= {Role.OPERATOR}
