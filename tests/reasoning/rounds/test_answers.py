"""What owners answer: replies, concessions, and new versions that keep what stays."""

from __future__ import annotations

from typing import Any

import pytest

from foam_graph.model.subgraph import Node
from foam_graph.reasoning.rounds.answers import respond
from foam_graph.reasoning.rounds.criticism import criticise, laid_out
from tests.support.worlds.case_room import ARGUMENTS, CaseRoom, part
from tests.support.worlds.case_turns import CONCLUSION, FACTS, answer, answered, critique, revision, said


def edges(room: CaseRoom, node: Node, *types: str) -> list[tuple[str, str, dict[str, Any]]]:
    return [(e.type, e.end, dict(e.fields)) for e in room.graph.out_edges(node.id, *types)]


@pytest.fixture
def room() -> CaseRoom:
    """A case in which A2's conclusion and facts, and A4's facts, are criticised."""
    found = CaseRoom()
    said(
        found,
        critique("A2.conclusion", "late by 2 days", evidence=["3.2"]),
        critique("A2.facts", "stamped on 2 April", flaw="other"),
        critique("A4.facts", "sources say so"),
    )
    return found


def test_an_owner_sees_its_whole_case_and_what_was_said_against_it(room: CaseRoom) -> None:
    answered(room)
    asked = room.agent.asked[-1].input
    assert [a.id for a in asked.arguments] == ["A2", "A4", "A6"]
    assert [(k.id, k.target, k.by) for k in asked.critiques] == [
        ("K1", "A2.conclusion", "applicant"),
        ("K2", "A2.facts", "applicant"),
        ("K3", "A4.facts", "applicant"),
    ]
    assert asked.critiques[0].evidence == ["3.2"]


def test_an_owner_goes_on_with_what_critics_were_asked_and_has_its_own_whole(room: CaseRoom) -> None:
    room.agent.says("respond", {"answers": []})
    first = laid_out(room.names, 1)
    assert [a.id for a in first] == [a.id for a in room.names.shown()]
    respond(room.desk, room.graph, room.who("caseworker"), "respond", room.findings, laid_out=first)
    asked = room.agent.asked[-1].input
    assert asked.arguments == first
    assert (asked.own, asked.whole) == (["A2", "A4", "A6"], [])
    # In a later round what nobody changed is laid out by its conclusion only.
    later = laid_out(room.names, 2)
    room.agent.says("respond", {"answers": []})
    respond(room.desk, room.graph, room.who("caseworker"), "respond", room.findings, laid_out=later)
    asked = room.agent.asked[-1].input
    assert all(len(one.parts) == 1 for one in later)
    assert asked.arguments == later
    assert [a.id for a in asked.whole] == ["A2", "A4", "A6"]
    assert asked.mine == room.names.shown({"caseworker"})


def test_who_was_not_criticised_is_not_asked(room: CaseRoom) -> None:
    assert respond(room.desk, room.graph, room.who("applicant"), "respond", room.findings) is None


def test_a_reply_answers_with_its_evidence(room: CaseRoom) -> None:
    answered(room, answer("K1", "reply", "The rule speaks of arrival.", evidence=["1.1", "77.1"]))
    (reply,) = room.graph.of("Reply")
    assert not reply["concedes"]
    assert room.graph.out(reply.id, "ANSWERS") == [room.names.critiques["K1"]]
    (record,) = room.graph.out(reply.id, "RESTS_ON")
    assert record["quotation"].startswith("A permit is renewed")


def test_a_concession_is_recorded_as_one(room: CaseRoom) -> None:
    answered(room, answer("K1", "concede", ""), answer("K2", "none"))
    (reply,) = room.graph.of("Reply")
    assert reply["concedes"]
    assert reply["text"]


def test_answers_to_nothing_twice_or_without_words_are_noted(room: CaseRoom) -> None:
    turn = answered(
        room, answer("K9", "reply"), answer("K1", "reply"), answer("K1", "concede"), answer("K2", "reply", "  ")
    )
    assert len(room.graph.of("Reply")) == 1
    assert turn.notes == [
        "answer refused: 'K9' is no critique to be answered here",
        "answer refused: K1 has been answered",
        "answer refused: the reply to K2 says nothing",
    ]


def test_a_new_version_keeps_slot_argument_and_conclusion(room: CaseRoom) -> None:
    old = room.names.parts["A2.conclusion"]
    facts = room.names.parts["A2.facts"]
    answered(room, answer("K1", "concede_part"), revisions=[revision("A2.conclusion", CONCLUSION | {"premises": []})])
    new = room.names.parts["A2.conclusion"]
    assert new.id != old.id
    assert new["text"].endswith("though the office was closed.")
    for type_ in ("FILLS", "FOLLOWS", "CONCLUDES"):
        assert edges(room, new, type_) == edges(room, old, type_)
    kept = {end for _, end, _ in edges(room, old, "RESTS_ON")}
    assert {end for _, end, _ in edges(room, new, "RESTS_ON")} == kept
    assert facts.id in kept
    assert room.graph.out(new.id, "SUPERSEDES") == [old]
    assert room.graph.out(new.id, "ANSWERS") == [room.names.critiques["K1"]]
    assert [e.start for e in room.graph.in_edges(old.id, "REVISES")] == [new.activity]
    assert room.graph.of("Reply")[0]["concedes"]
    assert room.names.argument("A2").outcome == "late"


def test_what_stood_behind_a_part_is_superseded_with_it(room: CaseRoom) -> None:
    graph, old = room.graph, room.names.parts["A4.facts"]
    warrants = graph.into(old.id, "WARRANTS")
    assert len(warrants) == 2
    before = {r["quotation"]: r for w in warrants for r in graph.out(w.id, "USES")}
    changed = part("facts", "The meter showed a mean of 56 decibels.", ["4.2"], qualifier="Of four nights.")
    answered(room, answer("K3", "concede_part"), revisions=[revision("A4.facts", changed, "K3")])
    new = room.names.parts["A4.facts"]
    (warrant,) = graph.into(new.id, "WARRANTS")
    assert graph.out(warrant.id, "SUPERSEDES") == warrants
    (record,) = graph.out(warrant.id, "USES")
    assert {r["quotation"] for r in graph.out(record.id, "SUPERSEDES")} == set(before)
    assert room.names.part("A4.facts", new).qualifier == "Of four nights."


def test_records_that_stay_take_the_places_of_their_own(room: CaseRoom) -> None:
    graph = room.graph
    answered(room, answer("K2", "concede_part"), revisions=[revision("A2.facts", FACTS, "K2")])
    new = room.names.parts["A2.facts"]
    records = {r["quotation"]: r for w in graph.into(new.id, "WARRANTS") for r in graph.out(w.id, "USES")}
    assert len(records) == 2
    heirs = {quotation for quotation, r in records.items() if graph.out(r.id, "SUPERSEDES")}
    assert heirs == {"The form of the market was stamped on 2 April."}


def test_later_parts_rest_on_the_versions_of_the_same_turn(room: CaseRoom) -> None:
    revisions = [revision("A2.conclusion", CONCLUSION), revision("A2.facts", FACTS, "K2")]
    answered(room, answer("K1", "concede_part"), answer("K2", "concede_part"), revisions=revisions)
    facts, conclusion = room.names.parts["A2.facts"], room.names.parts["A2.conclusion"]
    assert facts.activity == conclusion.activity
    assert facts.id in {end for _, end, _ in edges(room, conclusion, "RESTS_ON")}


def test_an_unrevised_part_still_rests_on_the_part_whatever_its_version(room: CaseRoom) -> None:
    answered(room, answer("K2", "concede_part"), revisions=[revision("A2.facts", FACTS, "K2")])
    assert "A2.facts" in room.names.part("A2.conclusion", room.names.parts["A2.conclusion"]).rests_on


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (revision("A1.facts", FACTS, "K1"), "is no part of your case"),
        (revision("A9.facts", FACTS, "K1"), "is no part of your case"),
        (revision("A2.facts", FACTS, "K9"), "answers no critique of its argument"),
        (revision("A4.facts", FACTS, "K2"), "answers no critique of its argument"),
        (revision("A2.facts", CONCLUSION, "K2"), "its component is facts"),
        (revision("A2.facts", FACTS | {"records": [{"tag": "x", "sentences": ["6.1", "9.9"]}]}, "K2"), "9.9 may not"),
        (revision("A2.facts", FACTS | {"records": []}, "K2"), "needs at least one record"),
        (revision("A2.facts", FACTS | {"premises": ["conclusion"]}, "K2"), "comes later"),
        (revision("A2.facts", FACTS | {"premises": ["F9"]}, "K2"), "neither a part"),
        (revision("A2.facts", part("facts", "The form  was stamped on 2 April.", ["3.1"]), "K2"), "changes nothing"),
        (revision("A2.facts", FACTS | {"text": "It was stamped at 9:45."}, "K2"), "stands in nothing"),
    ],
)
def test_a_version_that_does_not_hold_is_told_and_asked_again(room: CaseRoom, wrong: dict[str, Any], why: str) -> None:
    before = room.names.parts["A2.facts"]
    first = {"answers": [answer("K1", "reply"), answer("K2", "concede_part")], "revisions": [wrong]}
    second = {"answers": [answer("K2", "reply", "It was stamped.")], "revisions": []}
    room.agent.says("respond", first, second)
    turn = room.commit(respond(room.desk, room.graph, room.who("caseworker"), "respond", room.findings))
    again = room.agent.asked[-1].input
    assert [k.id for k in again.critiques][-1] == "K2"
    assert any(why in fault for fault in again.faults)
    assert set(again.faults) <= set(turn.notes)
    assert room.names.parts["A2.facts"] == before
    assert {r["text"]: r["concedes"] for r in room.graph.of("Reply")}["It was stamped."] is False


def test_a_version_mended_at_the_second_asking_is_written(room: CaseRoom) -> None:
    wrong = FACTS | {"records": []}
    room.agent.says(
        "respond",
        {"answers": [answer("K2", "concede_part")], "revisions": [revision("A2.facts", wrong, "K2")]},
        {"answers": [], "revisions": [revision("A2.facts", FACTS, "K2")]},
    )
    room.commit(respond(room.desk, room.graph, room.who("caseworker"), "respond", room.findings))
    assert room.names.parts["A2.facts"]["text"] == FACTS["text"]
    assert [r["concedes"] for r in room.graph.of("Reply")] == [True]


def test_a_partial_concession_without_a_version_is_a_concession(room: CaseRoom) -> None:
    turn = answered(room, answer("K1", "concede_part", "True of the day."))
    assert "K1 is conceded in part, but A2.conclusion has no new version" in turn.notes
    assert [r["concedes"] for r in room.graph.of("Reply")] == [True]


def test_a_part_that_repeats_what_was_wrong_is_revised_too(room: CaseRoom) -> None:
    revisions = [revision("A2.facts", FACTS, "K2"), revision("A2.conclusion", CONCLUSION, "K2")]
    answered(room, answer("K2", "concede_part"), revisions=revisions)
    conclusion = room.names.parts["A2.conclusion"]
    assert conclusion["text"] == CONCLUSION["text"]
    assert room.graph.out(conclusion.id, "ANSWERS") == []


def test_a_part_has_one_new_version_a_turn(room: CaseRoom) -> None:
    other = FACTS | {"text": "Stamped on 2 April."}
    turn = answered(
        room,
        answer("K2", "concede_part"),
        revisions=[revision("A2.facts", FACTS, "K2"), revision("A2.facts", other, "K2")],
    )
    assert "A2.facts has a new version already" in turn.notes
    assert room.names.parts["A2.facts"]["text"] == FACTS["text"]


def test_rebuttal_and_backing_stay_where_they_are_not_written_anew(room: CaseRoom) -> None:
    with_rest = FACTS | {"rebuttal": "Unless the stamp was late.", "backing": "Stamps are kept by law."}
    answered(room, answer("K2", "concede_part"), revisions=[revision("A2.facts", with_rest, "K2")])
    said(room, critique("A2.facts", "the office was closed", flaw="no_support"))
    changed = FACTS | {"text": "Stamped on 2 April, the office having been closed."}
    answered(room, answer("K4", "concede_part"), revisions=[revision("A2.facts", changed, "K4")])
    new = room.names.parts["A2.facts"]
    graph = room.graph
    assert [r["text"] for r in graph.into(new.id, "EXCEPTS")] == ["Unless the stamp was late."]
    (warrant,) = graph.into(new.id, "WARRANTS")
    assert [b["text"] for b in graph.into(warrant.id, "BACKS")] == ["Stamps are kept by law."]


def test_an_omission_is_answered_by_whoever_concludes_on_its_issue() -> None:
    room = CaseRoom()
    room.agent.says(
        "criticise", {"critiques": [], "omissions": [{"issue": "noise", "grounds": "Where was the meter?"}]}
    )
    room.commit(criticise(room.desk, room.graph, room.who("applicant"), "criticise"))
    assert respond(room.desk, room.graph, room.who("applicant"), "respond", room.findings) is None
    changed = part("facts", "The market is loud at night, wherever the meter stood.", ["4.2"], ["5.1"])
    answered(room, answer("K1", "concede_part"), revisions=[revision("A4.facts", changed)])
    asked = room.agent.asked[-1].input
    assert [k.target for k in asked.critiques] == ["noise"]
    (reply,) = room.graph.of("Reply")
    assert room.graph.out(reply.id, "ANSWERS") == room.graph.of("Critique")
    assert room.graph.out(room.names.parts["A4.facts"].id, "ANSWERS") == room.graph.of("Critique")


def test_what_was_answered_is_not_asked_again(room: CaseRoom) -> None:
    answered(room, answer("K1", "reply"), answer("K2", "reply"), answer("K3", "concede"))
    assert respond(room.desk, room.graph, room.who("caseworker"), "again", room.findings) is None


def computing(threshold: str = "2.1", value: str = "60") -> dict[str, Any]:
    """A part whose calculation holds the meter against a limit."""
    limit = {"value": value, "unit": "decibel", "sentence": threshold}
    measured = {"value": "57", "unit": "decibel", "sentence": "4.1"}
    return part("conclusion", f"57 decibels are under {value} decibels.", premises=["rule", "facts"]) | {
        "calculation": {
            "name": "margin", "steps": [], "result": "57", "unit": "decibel", "shows": "The meter against the limit.",
            "comparison": {"left": measured, "comparator": "<", "threshold": limit, "holds": True},
        }
    }  # fmt: skip


def test_a_calculation_is_made_anew_or_kept_and_can_be_attacked_in_its_words() -> None:
    arguments = list(ARGUMENTS)
    arguments[2] = ("applicant", arguments[2][1] | {"parts": [*arguments[2][1]["parts"][:2], computing()]})
    room = CaseRoom(arguments)
    graph = room.graph
    (first,) = graph.of("Calculation")
    said(room, critique("A3.conclusion", first["statement"], evidence=["4.2"]), by="auditor")
    assert graph.out(graph.of("Critique")[0].id, "ATTACKS") == [first]
    kept = part("conclusion", "57 decibels at the worst are under 60 decibels.", premises=["rule", "facts"])
    answered(room, answer("K1", "concede_part"), revisions=[revision("A3.conclusion", kept)], by="applicant")
    new = room.names.parts["A3.conclusion"]
    assert first in graph.out(new.id, "RESTS_ON")
    said(room, critique("A3.conclusion", "at the worst", flaw="no_support"), by="auditor")
    again = computing() | {"text": "At most 57 decibels are under 60 decibels."}
    again["calculation"]["shows"] = "The worst night against the limit."
    answered(room, answer("K2", "concede_part"), revisions=[revision("A3.conclusion", again, "K2")], by="applicant")
    newest = room.names.parts["A3.conclusion"]
    (second,) = [one for one in graph.out(newest.id, "RESTS_ON") if one.kind == "Calculation"]
    assert graph.out(second.id, "SUPERSEDES") == [first]


def attacked_calculation() -> tuple[CaseRoom, Node]:
    """A case in which the calculation behind A3's conclusion is criticised."""
    arguments = list(ARGUMENTS)
    arguments[2] = ("applicant", arguments[2][1] | {"parts": [*arguments[2][1]["parts"][:2], computing()]})
    room = CaseRoom(arguments)
    (found,) = room.graph.of("Calculation")
    said(room, critique("A3.conclusion", found["statement"], evidence=["4.2"]), by="auditor")
    return room, found


def test_a_calculation_that_was_out_of_place_is_dropped() -> None:
    room, calculation = attacked_calculation()
    same = part("conclusion", "57 decibels are under 60 decibels.", premises=["rule", "facts"])
    dropped = revision("A3.conclusion", same) | {"drops": ["calculation"]}
    answered(room, answer("K1", "concede_part"), revisions=[dropped], by="applicant")
    new = room.names.parts["A3.conclusion"]
    assert room.graph.older(new.id)
    assert calculation not in room.graph.out(new.id, "RESTS_ON")


def test_a_calculation_is_not_dropped_and_made_at_once() -> None:
    room, _ = attacked_calculation()
    both = revision("A3.conclusion", computing()) | {"drops": ["calculation"]}
    turn = answered(room, answer("K1", "concede_part"), revisions=[both], by="applicant")
    assert any("do one of both" in note for note in turn.notes)
    assert not room.graph.older(room.names.parts["A3.conclusion"].id)


def test_a_calculation_that_does_not_recompute_is_refused() -> None:
    room = CaseRoom()
    said(room, critique("A3.conclusion", "under 60"), by="auditor")
    wrong = revision("A3.conclusion", computing(value="61"))
    turn = answered(room, answer("K1", "concede_part"), revisions=[wrong], by="applicant")
    assert any("calculation" in note for note in turn.notes)
    assert room.graph.of("Calculation") == []
