"""Contests of a run that was argued by whole cases: objections, ratings, weighings, issues and options are challengeable."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from foam_graph.app.contest_forms import Challenge
from foam_graph.app.contest_rulings import rule
from foam_graph.app.contesting import challenge
from foam_graph.app.session import Session
from foam_graph.errors import ContestError
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.certifying.checks import standings
from foam_graph.reasoning.evidence import claim_records, claim_sentences
from foam_graph.reasoning.sublation import sublate
from tests.support.chains.soundness import assert_sound
from tests.support.endpoints.case_model import CaseAsked, CaseModel
from tests.support.worlds.argued_run import argued

WHY, JUDGE = "It is not so.", "Judge Roe"


def standing(asked: CaseAsked, answer: dict[str, Any]) -> dict[str, Any]:
    """Owners only reply, and raters find every critique valid, the replies inadequate."""
    if asked.name == "RespondOut":
        answer["revisions"] = []
        for one in answer["answers"]:
            one["answer"] = "reply"
    if asked.name == "RateCaseOut" and not asked.data.get("faults"):
        for one in answer["ratings"]:
            one |= {"verdict": "valid", "reply": "inadequate", "version": "none", "materiality": 0.8}
    return answer


def names(model: CaseModel, since: int) -> list[str]:
    return [one.name for one in model.asked[since:]]


def critique_of(graph: Subgraph) -> tuple[Node, Node]:
    """A critique that stands, and the claim that it fells."""
    for critique in graph.of("Critique"):
        target = graph.out(critique.id, "ATTACKS")[0]
        if target.kind == "Claim" and not graph.superseded(target.id):
            return critique, target
    raise AssertionError("no claim is criticised")


def class_of(graph: Subgraph, claim: str) -> str:
    return str(standings(graph)[graph.newest(claim).id]["class"])


def issue(graph: Subgraph, name: str) -> Node:
    return next(node for node in graph.live("Issue") if node["name"] == name)


def test_an_objection_is_challenged_as_such_and_what_it_felled_stands_again(
    loaded: Session, corpus: str, tmp_path: Path
) -> None:
    with argued(loaded, corpus, tmp_path, standing) as (session, run, model):
        before = session.store.subgraph(run)
        critique, claim = critique_of(before)
        assert class_of(before, claim.id) == "dissent"
        seen = challenge(session, Challenge(critique.id, "inferential", WHY, dry_run=True))
        assert seen.frontier is not None
        assert claim.id in {row.claim for row in seen.frontier}
        assert seen.changed is not None
        assert (claim.id, "dissent") in {(row.id, row.before) for row in seen.changed}
        assert session.store.subgraph(run).of("Challenge") == []
        lodged = challenge(session, Challenge(critique.id, "inferential", WHY, by="Jo Doe"))
        assert lodged.ruling is not None
        assert not lodged.ruling.upheld
        assert class_of(session.store.subgraph(run), claim.id) == "dissent"
        assert "foam rule" in lodged.next
        count = len(model.asked)
        ruled = rule(session, str(lodged.challenge), True, "Right.", JUDGE)
        after = assert_sound(session, run)
    assert class_of(after, claim.id) != "dissent"
    assert sublate(after).labelled[claim["stance_id"]].of(critique.id) == "out"
    assert not set(names(model, count)) & {"ArgueOut", "RespondOut", "RateCaseOut"}, "an objection needs no new words"
    assert ruled.changed is not None
    assert (claim.id, "dissent") in {(row.id, row.before) for row in ruled.changed}
    assert ruled.revised == {}


def test_the_records_of_an_objection_can_be_challenged_through_it(loaded: Session, corpus: str, tmp_path: Path) -> None:
    with argued(loaded, corpus, tmp_path, standing) as (session, run, _):
        critique, claim = critique_of(session.store.subgraph(run))
        seen = challenge(session, Challenge(critique.id, "adequacy", WHY, dry_run=True))
        graph = session.store.subgraph(run)
        assert graph[str(seen.bears_on)].kind == "EvidenceRecord"
        assert str(seen.bears_on) in {r.id for r in graph.out(critique.id, "RESTS_ON")}
        with pytest.raises(ContestError, match="no part"):
            challenge(session, Challenge(critique.id, "structural", WHY))
        assert claim.id


def test_a_rating_is_ruled_on_by_a_perspective_that_is_no_party_and_rated_anew(
    loaded: Session, corpus: str, tmp_path: Path
) -> None:
    with argued(loaded, corpus, tmp_path, standing, third="auditor") as (session, run, _):
        before = session.store.subgraph(run)
        pairs = [(k, before.out(k.id, "ATTACKS")[0]) for k in before.of("Critique")]
        critique, claim = next((k, c) for k, c in pairs if "auditor" not in (k["stance_id"], c["stance_id"]))
        rating = next(n for n in before.into(critique.id, "RATES") if not before.superseded(n.id))
        lodged = challenge(session, Challenge(rating.id, "inferential", WHY, by="Jo Doe"))
        mine = next(k for k, c in pairs if "auditor" in (k["stance_id"], c["stance_id"]))
        own = next(n for n in before.into(mine.id, "RATES") if not before.superseded(n.id))
        other = challenge(session, Challenge(own.id, "inferential", WHY))
        after = assert_sound(session, run)
    assert lodged.ruling is not None
    ruling = after[lodged.ruling.id]
    assert (ruling["stance_id"], ruling["human"], ruling["provisional"]) == ("auditor", False, True)
    assert ruling.id not in sublate(after).refused
    assert "auditor" not in {critique["stance_id"], claim["stance_id"]}
    assert after.out(ruling.activity, "HOLDS")[0]["stance_id"] == "auditor"
    if other.ruling is not None:
        who = after[other.ruling.id]["stance_id"]
        assert who not in {mine["stance_id"], after.out(mine.id, "ATTACKS")[0]["stance_id"]}
        assert who != ""


def test_where_everybody_is_a_party_only_a_person_rules_on_a_rating(
    loaded: Session, corpus: str, tmp_path: Path
) -> None:
    with argued(loaded, corpus, tmp_path, standing) as (session, run, model):
        before = session.store.subgraph(run)
        critique, claim = critique_of(before)
        rating = next(n for n in before.into(critique.id, "RATES") if not before.superseded(n.id))
        lodged = challenge(session, Challenge(rating.id, "inferential", WHY, by="Jo Doe"))
        assert lodged.ruling is None
        assert lodged.outcome == "recorded"
        assert any("No machine may rule" in text for text in lodged.remarks)
        assert lodged.next.startswith("Nobody has ruled on it")
        assert class_of(session.store.subgraph(run), claim.id) == "contested", "a challenge that nobody ruled on"
        count = len(model.asked)
        rule(session, str(lodged.challenge), True, "It cannot be seen in the file.", JUDGE)
        after = assert_sound(session, run)
    assert names(model, count)[0] == "RateCaseOut"
    again = model.asked[count]
    assert [one["id"] for one in again.data["critiques"]], "the criticism is rated once more"
    assert any(WHY in fault for fault in again.data["faults"]), "told why the rating fell"
    fresh = [n for n in after.into(critique.id, "RATES") if n.seq > rating.seq]
    assert len(fresh) == 1
    assert class_of(after, claim.id) != "dissent"


def test_a_rating_that_is_given_again_in_spite_of_a_persons_ruling_falls_as_well(
    loaded: Session, corpus: str, tmp_path: Path
) -> None:
    def stubborn(asked: CaseAsked, answer: dict[str, Any]) -> dict[str, Any]:
        asked.data.pop("faults", None)
        return standing(asked, answer)

    with argued(loaded, corpus, tmp_path, stubborn) as (session, run, _):
        before = session.store.subgraph(run)
        critique, claim = critique_of(before)
        rating = next(n for n in before.into(critique.id, "RATES") if not before.superseded(n.id))
        lodged = challenge(session, Challenge(rating.id, "inferential", WHY))
        rule(session, str(lodged.challenge), True, "No.", JUDGE)
        after = assert_sound(session, run)
    fresh = next(n for n in after.into(critique.id, "RATES") if n.seq > rating.seq)
    assert fresh["verdict"] == "valid"
    assert sublate(after).labelled[claim["stance_id"]].of(fresh.id) == "out"
    assert class_of(after, claim.id) != "dissent", "what the person struck does not come back"
    assert sublate(after).labelled[claim["stance_id"]].of(critique.id) != "in"


def test_a_weighing_falls_with_a_persons_ruling_and_the_same_again_for_the_same_reason_falls_too(
    loaded: Session, corpus: str, tmp_path: Path
) -> None:
    with argued(loaded, corpus, tmp_path) as (session, run, model):
        before = session.store.subgraph(run)
        weighing = next(w for w in before.live("Weighing") if w["over"])
        sides = {e.fields["outcome"]: before.newest(e.start).id
                 for e in before.in_edges(issue(before, weighing["issue"]).id, "CONCLUDES") if not e.fields.get("advocacy")}  # fmt: skip
        loser = sides[weighing["under"]]
        lodged = challenge(session, Challenge(weighing.id, "inferential", WHY))
        assert lodged.ruling is None, "both perspectives argue the issue"
        count = len(model.asked)
        ruled = rule(session, str(lodged.challenge), True, "Neither record is nearer.", JUDGE)
        after = assert_sound(session, run)
    assert names(model, count)[0] == "WeighOut"
    assert any(WHY in text for text in model.asked[count].data["fell"])
    assert [one["issue"] for one in model.asked[count].data["pairs"]] == [weighing["issue"]]
    fresh = [w for w in after.of("Weighing") if w["issue"] == weighing["issue"] and w.seq > weighing.seq]
    assert [w["over"] for w in fresh] == [weighing["over"]], "the model says the same again"
    found = sublate(after)
    assert found.issues[weighing["issue"]].end == "contested"
    assert {loser} <= {c for c, one in found.claims.items() if one.class_ == "contested"}
    assert ("issue", weighing["issue"], "answered", "contested") in {
        (row.sort, row.id, row.before, row.after) for row in lodged.changed or ()
    }, "until somebody rules on it, the issue is contested"
    assert not [row for row in ruled.changed or () if row.sort == "issue"]


def test_on_appeal_what_was_revised_says_again_what_it_said(loaded: Session, corpus: str, tmp_path: Path) -> None:
    with argued(loaded, corpus, tmp_path) as (session, run, model):
        before = session.store.subgraph(run)
        target = next(c for c in before.live("Claim") if c["component"] == "warrant" and claim_records(before, c.id))
        lodged = challenge(session, Challenge(target.id, "scope", "It says more than its source.", by="Jo Doe"))
        ruled = rule(session, str(lodged.challenge), True, "It does go too far.", JUDGE)
        assert set(ruled.revised or {}) == {target.id}
        between = session.store.subgraph(run)
        count = len(model.asked)
        appealed = rule(session, str(lodged.challenge), False, "It does not.", "Appeal Poe", appeal=True)
        after = assert_sound(session, run)
    new = after.newest(target.id)
    assert appealed.outcome == "rejected"
    assert new["text"] == target["text"] != between.newest(target.id)["text"]
    assert claim_sentences(after, new.id) == claim_sentences(before, target.id)
    ends = [
        [
            {
                (e.type, after.newest(e.end).id, e.fields.get("outcome"), e.fields.get("component"))
                for e in graph.out_edges(claim, kind)
            }
            for kind in ("CONCLUDES", "FILLS", "RESTS_ON")
        ]
        for graph, claim in ((before, target.id), (after, new.id))
    ]
    assert ends[0] == ends[1], "it keeps its argument, its conclusion and what it rests on"
    assert class_of(after, target.id) == class_of(before, target.id)
    assert {a["option"]: a["status"] for a in after.live("Answer")} == {
        a["option"]: a["status"] for a in before.live("Answer")
    }
    assert not set(names(model, count)) & {"ArgueOut", "RespondOut"}


def with_what_follows(asked: CaseAsked, answer: dict[str, Any]) -> dict[str, Any]:
    """Whoever gives a part a new version gives another part of its argument one as well, for the same critique."""
    if asked.name == "RespondOut":
        shown = {part["id"]: part for one in asked.data["arguments"] for part in one["parts"]}
        for made in list(answer["revisions"]):
            name = made["target"].partition(".")[0]
            other = next(
                one for one in shown.values() if one["id"].partition(".")[0] == name and one["id"] != made["target"]
            )
            part = made["part"] | {
                "component": other["id"].partition(".")[2],
                "text": f"{other['text']} So it follows.",
                "premises": [],
            }
            part["records"] = [{"tag": "the same", "sentences": other["cites"][:1], "any_of": "", "stands": "for"}]
            answer["revisions"].append({"target": other["id"], "answers": made["answers"], "part": part})
    return answer


def test_on_appeal_what_was_revised_along_with_the_challenged_part_says_again_what_it_said(
    loaded: Session, corpus: str, tmp_path: Path
) -> None:
    with argued(loaded, corpus, tmp_path, with_what_follows) as (session, run, _):
        before = session.store.subgraph(run)
        target = next(c for c in before.live("Claim") if c["component"] == "warrant" and claim_records(before, c.id))
        lodged = challenge(session, Challenge(target.id, "scope", "It says more than its source.", by="Jo Doe"))
        ruled = rule(session, str(lodged.challenge), True, "It does go too far.", JUDGE)
        assert len(ruled.revised or {}) == 2
        rule(session, str(lodged.challenge), False, "It does not.", "Appeal Poe", appeal=True)
        after = assert_sound(session, run)
    assert {str(c["text"]) for c in after.live("Claim")} == {str(c["text"]) for c in before.live("Claim")}
    for old in ruled.revised or {}:
        assert after.newest(old)["text"] == before[old]["text"]
        assert class_of(after, old) == class_of(before, old)
