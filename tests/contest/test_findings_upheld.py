"""A person's ruling on a finding holds: every owner of what rests on it is asked, and no answer of theirs brings it back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from foam_graph.app.compared import PositionsDiff
from foam_graph.app.comparing import diff
from foam_graph.app.contest_forms import Challenge
from foam_graph.app.contest_rulings import rule
from foam_graph.app.contest_status import challenge_status
from foam_graph.app.contesting import challenge
from foam_graph.app.exporting import export
from foam_graph.app.session import Session
from foam_graph.app.showing import show
from tests.support.chains.soundness import assert_sound
from tests.support.endpoints.case_model import CaseAsked
from tests.support.worlds.contested_office import argued_office, asked_for, classes, labels_of, leaving, on

WHY, RIGHT, WRONG = "The clerk was there herself.", "She was.", "She was not."
JUDGE = "Judge Roe"
_FALLEN = ("dissent", "unsupported")


def test_what_a_person_upheld_against_a_finding_stays_and_every_owner_of_what_rests_on_it_is_asked(
    office: tuple[Session, str], tmp_path: Path
) -> None:
    with argued_office(office, tmp_path) as (session, run, finding, model):
        before = session.store.subgraph(run)
        carried = on(before, finding)
        sentence = before.out(finding.id, "RESTS_ON")[0]
        seen = len(model.asked)
        lodged = challenge(session, Challenge(finding.id, "adequacy", WHY, by="Jo Doe"))
        assert not asked_for(model, "RespondOut", seen), "a machine found nothing in it"
        assert labels_of(session.store.subgraph(run), finding.id) == {"in"}
        seen = len(model.asked)
        ruled = rule(session, str(lodged.challenge), True, RIGHT, JUDGE)
        after = assert_sound(session, run)
        dossier = str(export(session, "dossier", run))

    # All owners, and each told of all its parts that rest on it.
    calls = asked_for(model, "RespondOut", seen)
    told = {one.data["speaker"]["id"]: one.data["critiques"][0] for one in calls}
    assert set(told) == {one["stance_id"] for one in carried}
    parts = {one["stance_id"]: 0 for one in carried}
    for one in carried:
        parts[one["stance_id"]] += 1
    for stance, shown in told.items():
        more = "On what it attacks" in shown["grounds"]
        assert more == (parts[stance] > 1)
    # Their answers are rated, the challenge once, and none of it brings the finding back.
    made = after[str(lodged.challenge)]
    replies = [one for one in after.into(made.id, "ANSWERS") if one.kind == "Reply"]
    versions = [one for one in after.into(made.id, "ANSWERS") if one.kind == "Claim"]
    assert {one["stance_id"] for one in replies} == {one["stance_id"] for one in versions} == set(told)
    evaluations = [one for one in after.into(made.id, "RATES") if one.kind == "Evaluation"]
    assert [one["version"] for one in evaluations] == ["answered"]
    assert all(len(after.into(one.id, "RATES")) == 1 for one in replies)
    assert labels_of(after, finding.id) == {"out"}
    assert labels_of(after, made.id) == {"in"}
    # The sentence is nobody's fault; whatever went on resting on the finding fell, and what left it stands.
    assert labels_of(after, sentence.id) == {"in"}
    found = classes(after)
    for claim in carried:
        newest = after.newest(claim.id)
        if newest.id in {one.id for one in on(after, finding)}:
            assert found[newest.id] in _FALLEN
        else:
            assert newest.id in {one.id for one in versions}
            assert found[newest.id] not in _FALLEN
    assert {one.id for one in on(after, finding)} < {one.id for one in carried}
    assert (ruled.revised, ruled.outcome) == ({after.out(v.id, "SUPERSEDES")[0].id: v.id for v in versions}, "narrowed")
    assert after.live("Position")[-1]["certified"]
    assert "Upheld: the finding is no longer asserted" in dossier
    assert "Sentences beside the position" not in dossier


def test_on_appeal_claims_that_left_a_finding_rest_on_it_again(office: tuple[Session, str], tmp_path: Path) -> None:
    with argued_office(office, tmp_path) as (session, run, finding, _):
        before = session.store.subgraph(run)
        position = before.live("Position")[-1].id
        lodged = challenge(session, Challenge(finding.id, "scope", WHY, by="Jo Doe"))
        rule(session, str(lodged.challenge), True, RIGHT, JUDGE)
        between = session.store.subgraph(run)
        assert show(session, finding.id).standing == "taken back"
        appealed = rule(session, str(lodged.challenge), False, WRONG, "Appeal Poe", appeal=True)
        after = assert_sound(session, run)
        found = diff(session, position, after.live("Position")[-1].id)
        status = challenge_status(session, str(lodged.challenge))
    assert len(on(between, finding)) < len(on(before, finding))
    assert appealed.outcome == "rejected"
    assert {one["text"] for one in on(after, finding)} == {one["text"] for one in on(before, finding)}
    assert len(on(after, finding)) == len(on(before, finding))
    assert labels_of(after, finding.id) == {"in"}
    assert sorted(classes(after).values()) == sorted(classes(before).values())
    for claim in on(after, finding):
        turn = after[claim.activity]
        assert [one["stance_id"] for one in after.out(turn.id, "HOLDS")] in ([], [claim["stance_id"]])
    assert isinstance(found, PositionsDiff)
    assert not found.taken_back
    assert status.ruled == "person"


def test_a_challenge_to_a_finding_that_a_person_rejects_asks_nobody_and_changes_nothing(
    office: tuple[Session, str], tmp_path: Path
) -> None:
    with argued_office(office, tmp_path) as (session, run, finding, model):
        before = session.store.subgraph(run)
        lodged = challenge(session, Challenge(finding.id, "relevance", WHY, by="Jo Doe"))
        seen = len(model.asked)
        ruled = rule(session, str(lodged.challenge), False, WRONG, JUDGE)
        after = assert_sound(session, run)
    assert not asked_for(model, "RespondOut", seen)
    assert (ruled.outcome, ruled.revised) == ("rejected", {})
    assert labels_of(after, finding.id) == {"in"}
    assert classes(after) == classes(before)
    assert after.live("Position")[-1]["certified"]


def test_a_finding_that_was_settled_is_not_asked_about_again_and_a_second_challenge_to_it_asks_whoever_is_left(
    office: tuple[Session, str], tmp_path: Path
) -> None:
    with argued_office(office, tmp_path) as (session, run, finding, model):
        carried = on(session.store.subgraph(run), finding)
        lodged = challenge(session, Challenge(finding.id, "adequacy", WHY, by="Jo Doe"))
        rule(session, str(lodged.challenge), True, RIGHT, JUDGE)
        between = session.store.subgraph(run)
        left = {one["stance_id"] for one in on(between, finding)}
        seen = len(model.asked)
        again = challenge(session, Challenge(finding.id, "inferential", "A neighbour proves nothing.", by="Al Poe"))
        rule(session, str(again.challenge), True, "So it is.", JUDGE)
        after = assert_sound(session, run)
    assert {one.data["speaker"]["id"] for one in asked_for(model, "RespondOut", seen)} == left
    assert not on(after, finding), "each had two parts on it, and gave up one a time"
    assert labels_of(after, finding.id) == {"out"}
    assert not {classes(after)[after.newest(one.id).id] for one in carried} & {*_FALLEN}
    assert after.live("Position")[-1]["certified"]


def test_an_appeal_brings_nothing_back_that_another_challenge_fells_and_the_second_appeal_brings_back_all(
    office: tuple[Session, str], tmp_path: Path
) -> None:
    with argued_office(office, tmp_path) as (session, run, finding, _):
        before = session.store.subgraph(run)
        first = challenge(session, Challenge(finding.id, "adequacy", WHY, by="Jo Doe"))
        rule(session, str(first.challenge), True, RIGHT, JUDGE)
        second = challenge(session, Challenge(finding.id, "inferential", "A neighbour proves nothing.", by="Al Poe"))
        rule(session, str(second.challenge), True, "So it is.", JUDGE)
        both = session.store.subgraph(run)
        rule(session, str(first.challenge), False, WRONG, "Judge Poe", appeal=True)
        one = assert_sound(session, run)
        rule(session, str(second.challenge), False, "It does.", "Judge Poe", appeal=True)
        none = assert_sound(session, run)
    # The finding is out for the second challenge still, so that nobody is put back on it.
    assert labels_of(one, finding.id) == {"out"}
    assert not on(one, finding)
    assert classes(one) == classes(both)
    assert labels_of(none, finding.id) == {"in"}
    assert {c["leaf"] for c in on(none, finding)} == {c["leaf"] for c in on(before, finding)}
    assert len(on(none, finding)) == len(on(before, finding))
    assert {none.newest(c).id: kind for c, kind in classes(before).items()} == classes(none)


def test_a_sentence_that_a_finding_rests_on_takes_the_finding_and_what_rests_on_it_with_it(
    office: tuple[Session, str], tmp_path: Path
) -> None:
    def silent_at_first(asked: CaseAsked, answer: dict[str, Any]) -> Any:
        if asked.name == "RespondOut" and asked.data["critiques"][0]["grounds"].startswith(WHY):
            return {"answers": [], "revisions": []}
        return leaving(asked, answer)

    with argued_office(office, tmp_path, silent_at_first) as (session, run, finding, _):
        before = session.store.subgraph(run)
        sentence = before.out(finding.id, "RESTS_ON")[0]
        lodged = challenge(session, Challenge(sentence.id, "relevance", WHY, by="Jo Doe"))
        assert lodged.frontier is not None
        assert {one.id for one in on(before, finding)} <= {row.claim for row in lodged.frontier}
        rule(session, str(lodged.challenge), True, RIGHT, JUDGE)
        after = assert_sound(session, run)
        assert labels_of(after, sentence.id) == {"out"}
        assert labels_of(after, finding.id) == {"out"}
        assert all(classes(after)[one.id] in _FALLEN for one in on(after, finding))
        assert show(session, finding.id).standing == "current", "nobody contested the finding itself"
        # Whoever writes anew is not offered it: the owner of another part, challenged later, cannot rest on it.
        part = next(one for one in on(after, finding))
        own = challenge(session, Challenge(part.id, "scope", "It goes too far.", by="Jo Doe"))
        rule(session, str(own.challenge), True, RIGHT, JUDGE)
        later = assert_sound(session, run)
    newest = later.newest(part.id)
    assert newest.id != part.id
    assert finding.id not in {one.id for one in later.out(newest.id, "RESTS_ON")}
    assert labels_of(later, sentence.id) == {"out"}


def test_a_challenge_of_an_earlier_release_that_attacks_a_sentence_of_the_finding_is_ruled_on_and_read(
    office: tuple[Session, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with argued_office(office, tmp_path) as (session, run, finding, _):
        before = session.store.subgraph(run)
        sentence = before.out(finding.id, "RESTS_ON")[0]
        with monkeypatch.context() as earlier:
            earlier.setattr("foam_graph.contest.lodging.component", lambda graph, *_: graph[sentence.id])
            lodged = challenge(session, Challenge(finding.id, "adequacy", WHY, by="Jo Doe"))
        made = session.store.subgraph(run)
        assert [one.id for one in made.out(str(lodged.challenge), "ATTACKS")] == [sentence.id]
        rule(session, str(lodged.challenge), True, RIGHT, JUDGE)
        after = assert_sound(session, run)
        assert labels_of(after, finding.id) == labels_of(after, sentence.id) == {"out"}
        assert show(session, finding.id).standing == "taken back"
        status = challenge_status(session, str(lodged.challenge))
        assert status.target == finding.id
        assert "Upheld: the finding is no longer asserted" in str(export(session, "dossier", run))
        found = diff(session, before.live("Position")[-1].id, after.live("Position")[-1].id)
        assert isinstance(found, PositionsDiff)
        assert [one.id for one in found.taken_back] == [finding.id]
