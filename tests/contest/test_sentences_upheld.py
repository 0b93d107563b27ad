"""A person's ruling on a sentence goes the way of one on a finding: every owner of what rests on it is asked, an appeal restores."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from foam_graph.app.contest_forms import Challenge
from foam_graph.app.contest_rulings import rule
from foam_graph.app.contest_status import challenge_status
from foam_graph.app.contesting import challenge
from foam_graph.app.positions_comparing import _taken_back
from foam_graph.app.session import Session
from foam_graph.app.showing import show
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.attacked import claims_behind
from foam_graph.reasoning.evidence import claim_sentences
from foam_graph.reasoning.taken_back import ruled_out, taken_back
from tests.support.chains.soundness import assert_sound
from tests.support.endpoints.case_model import CaseAsked
from tests.support.worlds.contested_office import (
    argued_office,
    asked_for,
    classes,
    labels_of,
    leaving,
    on,
    resting,
)

WHY, RIGHT, WRONG = "Hearsay proves nothing.", "So it is.", "It does here."
JUDGE = "Judge Roe"


def texts(graph: Subgraph) -> dict[str, str]:
    """What is said in each slot."""
    return {str(one["leaf"]): str(one["text"]) for one in graph.live("Claim")}


def by_slot(graph: Subgraph) -> dict[str, str]:
    """How the claim of each slot stands."""
    return {str(graph[claim]["leaf"]): kind for claim, kind in classes(graph).items()}


def sentence_of(graph: Subgraph, finding: Node) -> Node:
    (found,) = (one for one in graph.out(finding.id, "RESTS_ON") if one.is_a("EvidenceSentence"))
    return found


def test_every_owner_of_what_rests_on_a_sentence_is_asked_and_what_they_write_anew_stands(
    office: tuple[Session, str], tmp_path: Path
) -> None:
    with argued_office(office, tmp_path, leaving) as (session, run, finding, model):
        before = session.store.subgraph(run)
        sentence = sentence_of(before, finding)
        resting_on_it = claims_behind(before, sentence)
        lodged = challenge(session, Challenge(sentence.id, "relevance", WHY, by="Jo Doe"))
        seen = len(model.asked)
        ruled = rule(session, str(lodged.challenge), True, RIGHT, JUDGE)
        after = assert_sound(session, run)
        calls = asked_for(model, "RespondOut", seen)
    assert {one.data["speaker"]["id"] for one in calls} == {str(one["stance_id"]) for one in resting_on_it}
    assert set(ruled.revised or {}) == {one.id for one in resting_on_it}
    assert labels_of(after, sentence.id) == labels_of(after, finding.id) == {"out"}
    assert not on(after, finding)
    for claim in resting_on_it:
        newest = after.newest(claim.id)
        assert sentence["sentence_id"] not in claim_sentences(after, newest.id)
        assert by_slot(after)[str(claim["leaf"])] == by_slot(before)[str(claim["leaf"])]
    assert ruled.outcome == "regenerated"
    assert after.live("Position")[-1]["certified"]


def test_an_appeal_puts_back_what_rested_on_a_sentence(office: tuple[Session, str], tmp_path: Path) -> None:
    with argued_office(office, tmp_path, leaving) as (session, run, finding, _):
        before = session.store.subgraph(run)
        sentence = sentence_of(before, finding)
        lodged = challenge(session, Challenge(sentence.id, "adequacy", WHY, by="Jo Doe"))
        rule(session, str(lodged.challenge), True, RIGHT, JUDGE)
        assert texts(session.store.subgraph(run)) != texts(before)
        rule(session, str(lodged.challenge), False, WRONG, "Appeal Poe", appeal=True)
        after = assert_sound(session, run)
    assert (texts(after), by_slot(after)) == (texts(before), by_slot(before))
    assert len(on(after, finding)) == len(on(before, finding))
    assert labels_of(after, sentence.id) == labels_of(after, finding.id) == {"in"}
    assert after.live("Position")[-1]["certified"]


def test_nobody_may_cite_a_sentence_again_that_was_upheld_against(office: tuple[Session, str], tmp_path: Path) -> None:
    def stubborn(asked: CaseAsked, answer: dict[str, Any]) -> Any:
        found = leaving(asked, answer)
        if asked.name == "RespondOut":
            for one in found["revisions"]:
                one["part"]["records"][0]["sentences"] = ["4.1"]
        return found

    with argued_office(office, tmp_path, stubborn) as (session, run, finding, model):
        before = session.store.subgraph(run)
        sentence = sentence_of(before, finding)
        lodged = challenge(session, Challenge(sentence.id, "adequacy", WHY, by="Jo Doe"))
        seen = len(model.asked)
        ruled = rule(session, str(lodged.challenge), True, RIGHT, JUDGE)
        after = assert_sound(session, run)
        calls = asked_for(model, "RespondOut", seen)
    assert not ruled.revised
    # Each is told so and asked again, until it has been told often enough.
    assert len(calls) > len({one.data["speaker"]["id"] for one in calls}) == 2
    turns = [one for one in after.of("AgentTurn") if ":respond:" in str(one["step"])]
    assert len(turns) == 2
    assert all("4.1 is no sentence that you may cite" in str(one["note"]) for one in turns)
    assert {by_slot(after)[str(one["leaf"])] for one in claims_behind(before, sentence)} == {"dissent"}


def test_owners_who_give_no_new_version_leave_what_rests_on_a_sentence_to_fall(
    office: tuple[Session, str], tmp_path: Path
) -> None:
    def silent(asked: CaseAsked, answer: dict[str, Any]) -> Any:
        return {"answers": [], "revisions": []} if asked.name == "RespondOut" else resting(asked, answer)

    with argued_office(office, tmp_path, silent) as (session, run, finding, _):
        before = session.store.subgraph(run)
        sentence = sentence_of(before, finding)
        lodged = challenge(session, Challenge(sentence.id, "selection_bias", WHY, by="Jo Doe"))
        ruled = rule(session, str(lodged.challenge), True, RIGHT, JUDGE)
        after = assert_sound(session, run)
        rule(session, str(lodged.challenge), False, WRONG, "Appeal Poe", appeal=True)
        again = assert_sound(session, run)
    assert (ruled.revised, ruled.outcome) == ({}, "retracted")
    assert {by_slot(after)[str(one["leaf"])] for one in claims_behind(before, sentence)} == {"dissent"}
    assert (texts(again), by_slot(again)) == (texts(before), by_slot(before))


@pytest.mark.parametrize("kind", ["inferential", "scope"])
def test_a_challenge_to_what_was_made_of_a_sentence_leaves_the_sentence_and_what_others_made_of_it(
    office: tuple[Session, str], tmp_path: Path, kind: str
) -> None:
    with argued_office(office, tmp_path) as (session, run, finding, _):
        before = session.store.subgraph(run)
        sentence = sentence_of(before, finding)
        lodged = challenge(session, Challenge(sentence.id, kind, WHY, by="Jo Doe"))
        rule(session, str(lodged.challenge), True, RIGHT, JUDGE)
        after = assert_sound(session, run)
        shown = show(session, sentence.id).standing
        (attacked,) = after.out(str(lodged.challenge), "ATTACKS")
        told = challenge_status(session, str(lodged.challenge)).outcomes[-1].words
        other = challenge(session, Challenge(sentence.id, "selection_bias", WHY, by="Jo Roe"))
        rule(session, str(other.challenge), True, RIGHT, JUDGE)
        later = assert_sound(session, run)
    assert sentence.id in {one.id for one in _taken_back(after, later)}, "it stood until it was attacked itself"
    assert not attacked.is_a("EvidenceSentence"), "else there is nothing to leave"
    assert labels_of(after, sentence.id) == {"in"}
    assert (shown, taken_back(after, sentence)) == ("current", None)
    assert "no longer relied on" not in told
    hit = {one.id for one in claims_behind(after, attacked, past=True)}
    for claim in claims_behind(after, sentence):
        assert ruled_out(after, claim) == (claim.id in hit)
    assert any(claim.id not in hit for claim in claims_behind(after, sentence)), "somebody else rests on it too"
