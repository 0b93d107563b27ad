"""Opposed outcomes are weighed once, by who is no party, for reasons that their records bear out."""

from __future__ import annotations

from typing import Any

import pytest

from foam_graph.model.subgraph import Node
from foam_graph.reasoning.rounds.weighing import first_day, opposed, weigh
from foam_graph.reasoning.turns import Turn
from tests.support.worlds.case_room import ARGUMENTS, CaseRoom, part

FORM = ("form", "late", "in_time")
NOISE = ("noise", "under", "over")
HOURS = ("hours", "long", "short")


def weighing(pair: tuple[str, str, str], reason: str, **more: Any) -> dict[str, Any]:
    return {"issue": pair[0], "over": pair[1], "under": pair[2], "reason": reason, "text": "So it is."} | more


def weighed(room: CaseRoom, *weighings: dict[str, Any]) -> Turn:
    room.agent.says("weigh", {"weighings": list(weighings)})
    return room.commit(weigh(room.desk, room.graph, "weigh"))


def written(room: CaseRoom) -> list[Node]:
    return room.graph.of("Weighing")


def test_pairs_are_outcomes_that_somebody_asserts_against_each_other() -> None:
    pairs = opposed(CaseRoom().names)
    assert [(p.issue, p.a, p.b) for p in pairs] == [
        ("form", "in_time", "late"), ("noise", "under", "over"), ("hours", "long", "short"),
    ]  # fmt: skip
    assert (pairs[0].for_a, pairs[0].for_b) == (("A1",), ("A2",)), "what is argued by assignment is not weighed"
    assert opposed(CaseRoom(ARGUMENTS[:1]).names) == []


def test_where_nothing_is_opposed_nobody_is_asked() -> None:
    room = CaseRoom((ARGUMENTS[0], ARGUMENTS[3], ARGUMENTS[6]))
    assert weigh(room.desk, room.graph, "weigh") is None


def test_a_weighing_rests_on_what_it_cites() -> None:
    room = CaseRoom()
    turn = weighed(room, weighing(FORM, "contemporaneous", evidence=["3.1"]), weighing(NOISE, "judgement"))
    one, other = written(room)
    assert (one["issue"], one["over"], one["under"], one["reason"]) == ("form", "late", "in_time", "contemporaneous")
    (record,) = room.graph.out(one.id, "RESTS_ON")
    assert record["quotation"] == "The form of the market was stamped on 2 April."
    assert one.is_a("Evaluation")
    assert (other["reason"], room.graph.out(other.id, "RESTS_ON")) == ("judgement", [])
    assert turn.notes == ["left unweighed: hours: long against short"]
    asked = room.agent.asked[-1].input
    assert [a.id for a in asked.arguments] == ["A1", "A2", "A3", "A4", "A5", "A6"]
    assert any("care" in named for named in asked.orders.values())


def test_what_was_weighed_is_not_asked_again() -> None:
    room = CaseRoom()
    weighed(room, weighing(FORM, "judgement"), weighing(("noise", "", ""), "judgement"))
    room.agent.says("weigh", {"weighings": []})
    weigh(room.desk, room.graph, "again")
    assert [p.issue for p in room.agent.asked[-1].input.pairs] == ["hours"]


def test_an_open_pair_outweighs_nothing() -> None:
    room = CaseRoom()
    weighed(room, weighing(("noise", "", ""), "recency"))
    (node,) = written(room)
    assert (node["over"], node["under"], node["reason"]) == ("", "under|over", "judgement")


@pytest.mark.parametrize(
    "wrong",
    [
        weighing(("weather", "late", "in_time"), "judgement"),
        weighing(("form", "late", "over"), "judgement"),
        weighing(("form", "late", "late"), "judgement"),
        weighing(("form", "late", ""), "judgement"),
        weighing(("form", "", "late"), "judgement"),
        weighing(("form", "under", "over"), "judgement"),
    ],
)
def test_what_is_no_pair_is_refused_with_a_note(wrong: dict[str, Any]) -> None:
    room = CaseRoom()
    turn = weighed(room, wrong)
    assert written(room) == []
    assert turn.notes[0].startswith("weighing refused")
    assert "left unweighed: form: in_time against late" in turn.notes


def test_a_pair_is_weighed_once() -> None:
    room = CaseRoom()
    turn = weighed(room, weighing(FORM, "judgement"), weighing(("form", "in_time", "late"), "judgement"))
    assert [n["over"] for n in written(room)] == ["late"]
    assert turn.notes[0].startswith("weighing refused")


@pytest.mark.parametrize(
    ("pair", "reason", "more"),
    [
        (NOISE, "date", {"evidence": ["2.1", "1.3"]}),
        (NOISE, "recency", {"evidence": ["2.1", "1.3"]}),
        (NOISE, "burden", {"evidence": ["1.3"]}),
        (NOISE, "specificity", {"evidence": ["2.1"]}),
        (("noise", "over", "under"), "independent_origins", {"evidence": ["4.2", "5.1"]}),
        (NOISE, "disinterested", {"evidence": ["4.1", "5.1"]}),
        (HOURS, "value", {"value_over": "fairness", "value_under": "care"}),
    ],
)
def test_reasons_that_their_records_bear_out_are_kept(pair: Any, reason: str, more: dict[str, Any]) -> None:
    room = CaseRoom()
    turn = weighed(room, weighing(pair, reason, **more))
    (node,) = written(room)
    assert node["reason"] == reason
    assert not [note for note in turn.notes if "counts as judgement" in note]


@pytest.mark.parametrize(
    ("pair", "reason", "more", "why"),
    [
        (("noise", "over", "under"), "date", {"evidence": ["2.1", "1.3"]}, "not the later one"),
        (NOISE, "date", {}, "no sentence is cited"),
        (NOISE, "date", {"evidence": ["9.9"]}, "no sentence is cited"),
        (NOISE, "authority", {"evidence": ["2.1", "1.3"]}, "not of a higher class"),
        (NOISE, "recomputed", {"evidence": ["4.1"]}, "no recomputed finding"),
        (NOISE, "independent_origins", {"evidence": ["4.1"]}, "no more documents"),
        (("noise", "over", "under"), "disinterested", {"evidence": ["5.1"]}, "do not show it"),
        (NOISE, "burden", {}, "no sentence is cited"),
        (NOISE, "value", {"value_over": "fairness", "value_under": "care"}, "what should be done"),
        (HOURS, "value", {}, "two values"),
        (HOURS, "value", {"value_over": "care", "value_under": "music"}, "two values"),
        (HOURS, "value", {"value_over": "care", "value_under": "care"}, "two values"),
    ],
)
def test_a_reason_that_does_not_fit_counts_as_judgement_and_says_so(
    pair: Any, reason: str, more: dict[str, Any], why: str
) -> None:
    room = CaseRoom()
    turn = weighed(room, weighing(pair, reason, **more))
    (node,) = written(room)
    assert node["reason"] == "judgement"
    assert node.get("value_over") is None
    assert any(why in note and f"not {reason}" in note for note in turn.notes)


def test_authority_needs_the_higher_class() -> None:
    rule = part("rule", "The limit is 60 decibels.", ["2.1"])
    leaflet = part("rule", "The market was quiet.", ["6.2"])
    rest = [part("facts", "It was heard.", ["4.1"]), part("conclusion", "So it is.", premises=["rule"])]
    made = [
        ("applicant", {"issue": "noise", "outcome": "under", "parts": [rule, *rest]}),
        ("caseworker", {"issue": "noise", "outcome": "over", "parts": [leaflet, *rest]}),
    ]
    for pair, reason in ((NOISE, "authority"), (("noise", "over", "under"), "judgement")):
        room = CaseRoom(made)
        weighed(room, weighing(pair, "authority", evidence=["2.1", "6.2"] if reason == "authority" else ["6.2", "2.1"]))
        assert written(room)[0]["reason"] == reason


def test_recomputed_needs_a_recomputed_finding_below_the_winner() -> None:
    counted = part("facts", "The mean was 56.", ["4.2"], premises=["F1"])
    made = [
        ("applicant", {"issue": "noise", "outcome": "under", "parts": [
            part("rule", "The limit is 60.", ["2.1"]), counted, part("conclusion", "It was under.", premises=["facts"])]}),
        ARGUMENTS[3],
    ]  # fmt: skip
    room = CaseRoom(made)
    weighed(room, weighing(NOISE, "recomputed", evidence=["4.2"]))
    assert written(room)[0]["reason"] == "recomputed"


def test_a_party_does_not_weigh_its_own_case() -> None:
    room = CaseRoom()
    assert weigh(room.desk, room.graph, "weigh", room.who("applicant")) is None
    room.agent.says("weigh", {"weighings": [weighing(FORM, "judgement")]})
    room.commit(weigh(room.desk, room.graph, "weigh", room.who("auditor")))
    assert [n["stance_id"] for n in written(room)] == ["auditor"]


@pytest.mark.parametrize(
    ("text", "day"), [("2024", "2024-01-01"), ("2024-05", "2024-05-01"), ("2024-05-06", "2024-05-06"), ("", "None")]
)
def test_a_coarse_date_is_never_newer_than_it_can_be_shown_to_be(text: str, day: str) -> None:
    assert str(first_day(text)) == day
