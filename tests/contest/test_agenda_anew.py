"""A person's upheld structural challenge leads to a new agenda, of which only what is new is argued."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from foam_graph.app.contest_forms import Challenge, Contest
from foam_graph.app.contest_rulings import rule
from foam_graph.app.contesting import challenge
from foam_graph.app.session import Session
from foam_graph.model.canonical import canonical
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.agenda.shown import agenda_of
from foam_graph.reasoning.certifying.checks import standings
from foam_graph.reasoning.sublation import sublate
from tests.support.chains.soundness import assert_sound
from tests.support.endpoints.case_model import CaseAsked, CaseModel
from tests.support.worlds.argued_run import argued

JUDGE, APPEAL = "Judge Roe", "Appeal Poe"


def part(graph: Subgraph, kind: str, name: str = "") -> Node:
    return next(one for one in graph.live(kind) if name in ("", one.get("name")))


def upheld(
    session: Session, node: Node, model: CaseModel, grounds: str = "It leaves out what heating costs."
) -> tuple[str, Contest, list[CaseAsked]]:
    """The challenge, what its ruling came to, and what was asked after the ruling."""
    lodged = str(challenge(session, Challenge(node.id, "structural", grounds, by="Jo Doe")).challenge)
    count = len(model.asked)
    return lodged, rule(session, lodged, True, "So it is.", JUDGE), model.asked[count:]


def said_on(graph: Subgraph, issue: str) -> dict[str, bytes]:
    """The live claims on an issue, to the byte."""
    ending = [c for c in graph.live("Claim") if any(i["name"] == issue for i in graph.out(c.id, "CONCLUDES"))]
    arguments = {one.id for claim in ending for one in graph.out(claim.id, "FILLS")}
    own = [c for c in graph.live("Claim") if {one.id for one in graph.out(c.id, "FILLS")} & arguments]
    return {claim.id: canonical(dict(claim.fields)) for claim in own}


def told(graph: Subgraph) -> object:
    """What is to be decided, how it is argued and what came of it, without ids."""
    agenda = agenda_of(graph)
    assert agenda is not None
    found = sublate(graph)
    claims = sorted((c["leaf"], c["text"], str(standings(graph)[c.id]["class"])) for c in graph.live("Claim"))
    parts = [
        (one["name"], one["text"], one.get("condition")) for one in (*agenda.issues.values(), *agenda.options.values())
    ]
    weighed = sorted((w["issue"], w["over"], w["reason"]) for w in graph.live("Weighing"))
    ends = {name: one.end for name, one in found.issues.items()}, {n: a.status for n, a in found.answers.items()}
    return parts, claims, weighed, ends


def test_an_issue_is_put_anew_and_argued_anew_while_the_other_keeps_every_word(
    loaded: Session, corpus: str, tmp_path: Path
) -> None:
    with argued(loaded, corpus, tmp_path) as (session, run, model):
        before = session.store.subgraph(run)
        money, kept = part(before, "Issue", "money"), said_on(before, "access")
        lodged, ruled, asked = upheld(session, money, model)
        after = assert_sound(session, run)
    names = [one.name for one in asked]
    assert names[:2] == ["AgendaAnewOut", "RateCaseOut"]
    assert asked[0].data["challenged"] == "issue money"
    assert "heating" in asked[0].data["grounds"]
    assert asked[0].data["ruling"] == "So it is."
    assert {tuple(one.data["only"]) for one in asked if one.name == "TheoryOut"} == {("money",)}
    argued_anew = [one.data for one in asked if one.name == "ArgueOut"]
    assert {name for data in argued_anew for name in (*data.get("argue", ()), *data.get("advocate", ()))} == {"money"}
    agenda = agenda_of(after)
    assert agenda is not None
    assert [one.id for one in after.live("Agenda")] == [agenda.node.id]
    assert [one.id for one in after.out(agenda.node.id, "SUPERSEDES")] == [part(before, "Agenda").id]
    assert list(agenda.issues) == ["access", "money"], "a change keeps its place"
    assert after.out(agenda.issues["money"].id, "SUPERSEDES") == [after[money.id]]
    assert agenda.issues["money"]["text"] == "Does money hold anew?"
    assert agenda.issues["access"].id == part(before, "Issue", "access").id
    assert said_on(after, "access") == kept
    fresh = said_on(after, "money")
    assert fresh
    assert not fresh.keys() & said_on(before, "money").keys()
    assert all(after[claim].seq > money.seq for claim in fresh)
    assert all(after.superseded(claim) for claim in said_on(before, "money"))
    critiques = [k for k in after.of("Critique") if k.kind == "Critique" and k.seq > after[lodged].seq]
    assert critiques
    assert {after.newest(t.id).id for k in critiques for t in after.out(k.id, "ATTACKS")} <= fresh.keys()
    assert sublate(after).issues["money"].end == "answered"
    assert ruled.outcome == "regenerated"
    assert ruled.position == after.live("Position")[0].id
    assert any("The agenda was made anew: It is put as the ruling asks." in one for one in ruled.remarks)


def test_every_round_of_a_deeper_run_is_confined_to_what_is_argued_anew(
    loaded: Session, corpus: str, tmp_path: Path
) -> None:
    with argued(loaded, corpus, tmp_path, depth="standard") as (session, run, model):
        before = session.store.subgraph(run)
        kept = said_on(before, "access")
        _, _, asked = upheld(session, part(before, "Issue", "money"), model)
        after = assert_sound(session, run)
    rounds = [one.data for one in asked if one.name == "CriticiseOut"]
    assert len(rounds) == 4, "two perspectives, two rounds"
    for data in rounds:
        issues = {one["id"]: one["issue"] for one in data["arguments"]}
        assert {issues[name] for name in data["opposed"]} == {"money"}
        assert all(len(one["parts"]) == 1 for one in data["arguments"] if one["issue"] == "access"), "told in short"
    assert said_on(after, "access") == kept
    steps = [str(a["step"]).partition(":")[2] for a in after.of("AgentTurn") if "criticise" in str(a["step"])][-4:]
    assert [step.split(":")[1] for step in steps] == ["2", "2", "3", "3"], "counted on from the last critique"


def test_an_appeal_puts_agenda_arguments_and_weighings_back(loaded: Session, corpus: str, tmp_path: Path) -> None:
    with argued(loaded, corpus, tmp_path) as (session, run, model):
        before = told(session.store.subgraph(run))
        lodged, _, _ = upheld(session, part(session.store.subgraph(run), "Issue", "money"), model)
        assert told(session.store.subgraph(run)) != before
        count = len(model.asked)
        appealed = rule(session, lodged, False, "Heating is counted.", APPEAL, appeal=True)
        after = assert_sound(session, run)
    assert told(after) == before
    assert len(after.live("Agenda")) == 1
    assert appealed.outcome == "rejected"
    assert not {one.name for one in model.asked[count:]} & {"AgendaAnewOut", "ArgueOut", "RespondOut", "WeighOut"}


def test_a_missing_issue_is_added_and_nothing_else_is_written_anew(
    loaded: Session, corpus: str, tmp_path: Path
) -> None:
    with argued(loaded, corpus, tmp_path) as (session, run, model):
        before = session.store.subgraph(run)
        upheld(session, part(before, "Agenda"), model, "Nobody asks when the room could open.")
        after = assert_sound(session, run)
    agenda = agenda_of(after)
    assert agenda is not None
    assert list(agenda.issues) == ["access", "money", "timing"]
    assert {c.id for c in before.live("Claim")} <= {c.id for c in after.live("Claim")}
    assert said_on(after, "timing")
    assert {one["status"] for one in after.live("Answer")} == {one["status"] for one in before.live("Answer")}


def test_an_option_is_put_anew_and_no_claim_is(loaded: Session, corpus: str, tmp_path: Path) -> None:
    with argued(loaded, corpus, tmp_path) as (session, run, model):
        before = session.store.subgraph(run)
        chosen = next(a["option"] for a in before.live("Answer") if a["status"] == "core")
        _, _, asked = upheld(session, part(before, "Option", chosen), model, "It says too little.")
        after = assert_sound(session, run)
    assert part(after, "Option", chosen)["text"] == f"The answer is {chosen}, anew."
    assert [c.id for c in before.live("Claim")] == [c.id for c in after.live("Claim")]
    assert {a["option"]: a["status"] for a in after.live("Answer")}[chosen] == "core"
    assert not {one.name for one in asked} & {"TheoryOut", "ArgueOut", "CriticiseOut", "RespondOut"}


def test_where_the_raters_find_the_new_agenda_wanting_the_issue_stays_open(
    loaded: Session, corpus: str, tmp_path: Path
) -> None:
    def severe(asked: CaseAsked, answer: dict[str, Any]) -> dict[str, Any]:
        for one in answer.get("ratings", ()) if asked.name == "RateCaseOut" else ():
            shown = next(k for k in asked.data["critiques"] if k["id"] == one["critique"])
            if shown["target"] == "issue money":
                one |= {"verdict": "valid", "version": "not_answered", "materiality": 0.8}
        return answer

    with argued(loaded, corpus, tmp_path, severe) as (session, run, model):
        upheld(session, part(session.store.subgraph(run), "Issue", "money"), model)
        after = assert_sound(session, run)
    assert sublate(after).issues["money"].end != "answered"
    assert {one["status"] for one in after.live("Answer")} == {"open"}


@pytest.mark.parametrize("fault", ["overlap", "same", "nothing", "unreadable"])
def test_an_agenda_that_cannot_be_used_is_refused_and_said_and_nothing_is_half_written(
    loaded: Session, corpus: str, tmp_path: Path, fault: str
) -> None:
    def bad(asked: CaseAsked, answer: dict[str, Any]) -> Any:
        if asked.name != "AgendaAnewOut":
            return answer
        if fault == "unreadable":
            return "The agenda is fine as it is."
        if fault == "overlap":
            needs = [{"all_of": [{"issue": "access", "outcome": way}]} for way in ("access_yes", "access_no")]
            answer["options"] = [{"name": "open", "text": "Open.", "holds_if": needs, "by": []}]
        elif fault == "same":
            answer["issues"] = []
        else:
            answer |= {"issues": [], "left_out": ["access", "money"]}
        return answer

    with argued(loaded, corpus, tmp_path, bad) as (session, run, model):
        before = session.store.subgraph(run)
        _, ruled, _ = upheld(session, part(before, "Issue", "money"), model)
        after = assert_sound(session, run)
    assert [one.id for one in after.live("Agenda")] == [one.id for one in before.live("Agenda")]
    assert [c.id for c in after.live("Claim")] == [c.id for c in before.live("Claim")]
    assert sublate(after).issues["money"].end != "answered", "what was upheld stands until it is taken up"
    assert ruled.outcome == "recorded"
    (said,) = (one for one in ruled.remarks if one.startswith("No new agenda came of it: "))
    words = {"overlap": "would both hold", "same": "nothing is different", "nothing": "no issue is left"}
    assert words.get(fault, "no valid answer") in said


def test_until_a_person_rules_nothing_of_the_agenda_changes(loaded: Session, corpus: str, tmp_path: Path) -> None:
    with argued(loaded, corpus, tmp_path) as (session, run, model):
        before = session.store.subgraph(run)
        count = len(model.asked)
        lodged = challenge(session, Challenge(part(before, "Issue", "money").id, "structural", "It is put wrongly."))
        after = assert_sound(session, run)
    assert [one.id for one in after.live("Agenda")] == [one.id for one in before.live("Agenda")]
    assert "AgendaAnewOut" not in [one.name for one in model.asked[count:]]
    assert "foam rule" in lodged.next
