"""Upheld challenges to perspectives and stakeholders: weights, scope and who is heard change, and what fell is redrafted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from foam_graph.app.asking import open_run
from foam_graph.app.contest_forms import Challenge
from foam_graph.app.contest_rulings import rule
from foam_graph.app.contesting import challenge
from foam_graph.app.exporting import export
from foam_graph.app.session import Session
from foam_graph.app.varying import Variation, rerun
from foam_graph.errors import ContestError, UnknownId, UsageError
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.certifying.checks import standings
from foam_graph.reasoning.perspectives.held import held
from foam_graph.reasoning.sublation import audiences_of, sublate
from foam_graph.store.ledger.verification import verify
from tests.support.worlds.argued_run import argued, by_value
from tests.support.worlds.llm_world import PERSPECTIVES

GROUNDS, JUDGE = "Care counts for too little here.", "Judge Roe"
VALUE = "care"


def perspective(graph: Subgraph, stance: str) -> Node:
    return next(node for node in held(graph) if node["stance_id"] == stance)


def weights(graph: Subgraph, stance: str) -> dict[str, float]:
    return dict(next(a for a in audiences_of(graph) if a.name == stance).weights)


def test_an_upheld_challenge_reweights_the_perspective_in_this_run_alone_and_an_appeal_undoes_it(
    loaded: Session, corpus: str, tmp_path: Path
) -> None:
    stance = PERSPECTIVES[0]
    with argued(loaded, corpus, tmp_path) as (session, run, _):
        before = session.store.subgraph(run)
        old = perspective(before, stance)
        lodged = challenge(
            session, Challenge(old.id, "normative", GROUNDS, by="Jo Doe", run=run, reweight=(f"{VALUE}=0.9",))
        )
        assert weights(session.store.subgraph(run), stance) == weights(before, stance), "a machine did not uphold it"
        ruled = rule(session, str(lodged.challenge), True, "It does.", JUDGE)
        after = session.store.subgraph(run)
        assert weights(after, stance)[VALUE] == 0.9
        assert sum(weights(after, stance).values()) == pytest.approx(1)
        assert perspective(after, stance).id != old.id
        assert [p.stance_id for p in open_run(session, run).brief.perspectives] == list(PERSPECTIVES)
        assert open_run(session, run).brief.perspective(stance).value_priorities[VALUE] == 0.9
        assert ruled.outcome == "relabelled"
        assert lodged.challenge in {n.id for m in after.live("DissentMemo") for n in after.out(m.id, "LISTS")}
        assert GROUNDS in after.live("DissentMemo")[0]["text"]
        page = str(export(session, "dossier", run))
        assert "0.90" in page
        again = rule(session, str(lodged.challenge), True, "It still does.", JUDGE)
        assert again.position != ruled.position
        assert len(session.store.subgraph(run).in_edges(perspective(after, stance).id, "ADOPTS")) == 1, "once is enough"
        rule(session, str(lodged.challenge), False, "It does not.", "Appeal Poe", appeal=True)
        restored = session.store.subgraph(run)
        assert perspective(restored, stance).id == old.id
        assert verify(session.store, run).faults == []
    assert weights(restored, stance) == weights(before, stance)


def test_what_other_weights_let_fall_is_redrafted_by_its_owner_and_told_as_the_kernel_did_it(
    loaded: Session, corpus: str, tmp_path: Path
) -> None:
    with argued(loaded, corpus, tmp_path, by_value) as (session, run, model):
        before = session.store.subgraph(run)
        leading = [
            s
            for s in PERSPECTIVES
            if weights(before, s).get("fiscal_responsibility", 0) > weights(before, s).get("care", 0)
        ]
        assert leading, "somebody ranks the budget first"
        target = perspective(before, leading[0])
        wanted = ("care=0.9",)
        seen = challenge(session, Challenge(target.id, "normative", GROUNDS, run=run, reweight=wanted, dry_run=True))
        lodged = challenge(session, Challenge(target.id, "normative", GROUNDS, run=run, reweight=wanted))
        count = len(model.asked)
        ruled = rule(session, str(lodged.challenge), True, "It does.", JUDGE)
        after = session.store.subgraph(run)
        assert verify(session.store, run).faults == []
    foreseen = {row.id for row in seen.changed or () if row.sort == "claim"}
    assert foreseen, "by the kernel some claims would stand otherwise"
    assert ("option", "open", "open") not in {(row.sort, row.id, row.after) for row in ruled.changed or ()}
    asked = [one for one in model.asked[count:] if one.name == "RespondOut"]
    assert {one.data["speaker"]["id"] for one in asked} <= {before[claim]["stance_id"] for claim in foreseen}
    assert asked, "what fell is written anew by who made it"
    assert all(GROUNDS in k["grounds"] for one in asked for k in one.data["critiques"])
    assert ruled.revised
    assert set(ruled.revised) <= foreseen
    assert not [c.id for c in before.live("Claim") if c.id not in foreseen and after.superseded(c.id)], "nothing else"
    now = {one.id: one for one in after.live("Claim")}
    for row in ruled.changed or ():
        if row.sort == "claim":
            assert row.before == standings(before)[row.id]["class"]
            assert row.after == standings(after)[after.newest(row.id).id]["class"]
            assert after.newest(row.id).id in now
    assert [n for n in after.of("Reply") if n.seq > after[lodged.position].seq] == []


def test_a_change_of_weights_that_flips_nothing_asks_the_model_for_no_new_words(
    loaded: Session, corpus: str, tmp_path: Path
) -> None:
    with argued(loaded, corpus, tmp_path) as (session, run, model):
        target = perspective(session.store.subgraph(run), PERSPECTIVES[0])
        seen = challenge(
            session, Challenge(target.id, "normative", GROUNDS, run=run, reweight=("care=0.5",), dry_run=True)
        )
        lodged = challenge(session, Challenge(target.id, "normative", GROUNDS, run=run, reweight=("care=0.5",)))
        count = len(model.asked)
        ruled = rule(session, str(lodged.challenge), True, "Yes.", JUDGE)
    assert list(seen.changed or ()) == []
    assert list(ruled.changed or ()) == []
    assert {one.name for one in model.asked[count:]} <= {"ComposeOut", "SecondReadingOut"}


def test_somebody_left_out_is_heard_and_a_stakeholder_is_added_told_anew_and_withdrawn_again(
    loaded: Session, corpus: str, tmp_path: Path
) -> None:
    with argued(loaded, corpus, tmp_path) as (session, run, _):
        graph = session.store.subgraph(run)
        someone = graph.live("Stakeholder")[0]
        target = perspective(graph, PERSPECTIVES[0])
        joined = challenge(session, Challenge(target.id, "normative", "Who reads?", run=run, add="auditor"))
        rule(session, str(joined.challenge), True, "Nobody spoke for them.", JUDGE)
        graph = session.store.subgraph(run)
        assert [a.name for a in audiences_of(graph)] == sorted([*PERSPECTIVES, "auditor"])
        assert {n["audience"] for n in graph.live("Labelling")} == {*PERSPECTIVES, "auditor"}
        assert [p.stance_id for p in open_run(session, run).brief.perspectives] == [*PERSPECTIVES, "auditor"]
        with pytest.raises(UsageError, match="heard in this run already"):
            challenge(session, Challenge(target.id, "normative", "Who reads?", run=run, add="auditor"))
        more = challenge(
            session, Challenge(someone.id, "normative", "The cleaners?", stakeholder="cleaners: late shifts")
        )
        rule(session, str(more.challenge), True, "They too.", JUDGE)
        anew = challenge(
            session, Challenge(someone.id, "normative", "Not that.", stakeholder=f"{someone['name']}: quiet hours")
        )
        rule(session, str(anew.challenge), True, "Right.", JUDGE)
        graph = session.store.subgraph(run)
        told = {n["name"]: n["interest"] for n in graph.live("Stakeholder")}
        assert told["cleaners"] == "late shifts"
        assert told[someone["name"]] == "quiet hours"
        assert graph.superseded(someone.id)
        for one in (more, anew, joined):
            rule(session, str(one.challenge), False, "No.", "Appeal Poe", appeal=True)
        graph = session.store.subgraph(run)
        assert verify(session.store, run).faults == []
    told = {n["name"]: n["interest"] for n in graph.live("Stakeholder")}
    assert "cleaners" not in told
    assert told[someone["name"]] == someone["interest"]
    assert [a.name for a in audiences_of(graph)] == sorted(PERSPECTIVES)


def test_a_scope_is_changed_and_what_cannot_be_asked_for_is_refused_before_anything_is_written(
    loaded: Session, corpus: str, tmp_path: Path
) -> None:
    with argued(loaded, corpus, tmp_path) as (session, run, _):
        graph = session.store.subgraph(run)
        target, claim = perspective(graph, PERSPECTIVES[0]), graph.live("Claim")[0]
        someone = graph.live("Stakeholder")[0]
        for wanted, error in (
            (Challenge(target.id, "normative", "x", run=run, reweight=("nonsense=0.5",)), UsageError),
            (Challenge(target.id, "normative", "x", run=run, reweight=("care=7",)), UsageError),
            (Challenge(target.id, "normative", "x", run=run, rescope=("planet=Mars",)), UsageError),
            (Challenge(target.id, "normative", "x", run=run, add="nobody-known"), UnknownId),
            (Challenge(target.id, "normative", "x", run=run, stakeholder="cleaners"), UsageError),
            (Challenge(claim.id, "scope", "x", reweight=("care=0.5",)), ContestError),
            (Challenge(someone.id, "normative", "x", reweight=("care=0.5",)), ContestError),
        ):
            with pytest.raises(error):
                challenge(session, wanted)
        assert session.store.subgraph(run).of("Challenge") == []
        lodged = challenge(
            session, Challenge(target.id, "normative", "Only here.", run=run, rescope=("jurisdiction=This town",))
        )
        assert lodged.challenge
        rule(session, str(lodged.challenge), True, "Yes.", JUDGE)
        card = json.loads(perspective(session.store.subgraph(run), PERSPECTIVES[0])["card"])
        bare = challenge(session, Challenge(target.id, "normative", "Weights are odd.", run=run))
        said = rule(session, str(bare.challenge), True, "They are.", JUDGE)
        made = rerun(session, run, Variation(reweight=("care=0.3",)))
        varied = session.store.subgraph(made)
    assert card["scope_limits"]["jurisdiction"] == "This town"
    assert any("asked for no change" in text for text in said.remarks)
    mine = json.loads(perspective(varied, PERSPECTIVES[0])["card"])
    assert mine["scope_limits"]["jurisdiction"] == "This town", "a run made anew begins with what holds now"
    assert sublate(varied).rules == 2
