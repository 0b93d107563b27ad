"""One evaluation for each critique: against the version it attacked, the reply, the new version, and what remains."""

from __future__ import annotations

from typing import Any

import pytest

from foam_graph.model.subgraph import Node
from foam_graph.reasoning.rounds.answers import respond
from foam_graph.reasoning.rounds.rating import rate_round, seat
from foam_graph.reasoning.sublation import sublate
from foam_graph.reasoning.turns import Turn
from tests.support.worlds.case_room import CaseRoom, part
from tests.support.worlds.case_turns import FACTS, answer, answered, critique, revision, said


def rating(name: str, verdict: str = "valid", materiality: float = 0.8, **more: Any) -> dict[str, Any]:
    return {"critique": name, "verdict": verdict, "materiality": materiality, "reasons": "By 3.1."} | more


def rated(room: CaseRoom, *ratings: dict[str, Any], number: int = 1) -> Turn:
    """The committed turn of one rater of the panel."""
    room.agent.says("rate_case", {"ratings": list(ratings)})
    return room.commit(rate_round(room.desk, room.graph, f"rate:{number}:{len(room.agent.asked)}", number))


def evaluations(room: CaseRoom) -> list[Node]:
    return room.graph.of("Evaluation")


def label(room: CaseRoom, target: str) -> str:
    """What becomes of the live version of a part."""
    return str(sublate(room.graph).claims[room.names.parts[target].id].class_)


@pytest.fixture
def room() -> CaseRoom:
    """A case in which A2's facts are criticised."""
    found = CaseRoom()
    said(found, critique("A2.facts", "stamped on 2 April", evidence=["3.2"]))
    return found


def test_a_rater_sees_what_stood_when_it_was_criticised_and_what_came_of_it(room: CaseRoom) -> None:
    answered(room, answer("K1", "concede_part", "True."), revisions=[revision("A2.facts", FACTS)])
    rated(room, rating("K1", version="answered"))
    asked = room.agent.asked[-1].input
    (argument,) = asked.arguments
    assert [p.text for p in argument.parts][1] == "The form was stamped on 2 April."
    (shown,) = asked.critiques
    assert shown.answer == "concedes in part: True."
    assert shown.new_version.startswith(FACTS["text"])
    assert shown.new_cites == ["3.1", "3.2"]
    assert shown.attacked == ""


def test_a_version_that_meets_several_critiques_is_shown_once() -> None:
    room = CaseRoom()
    said(room, critique("A2.facts", "stamped on 2 April"), critique("A2.facts", "The form was", flaw="weak_warrant"))
    answers = [answer("K1", "concede_part", "True."), answer("K2", "concede_part", "True.")]
    answered(room, *answers, revisions=[{**revision("A2.facts", FACTS), "answers": ["K1", "K2"]}])
    rated(room, rating("K1", version="answered"), rating("K2", version="partly"))
    first, second = room.agent.asked[-1].input.critiques
    assert first.new_version.startswith(FACTS["text"])
    assert (second.new_version, second.new_cites) == ("as for K1", [])
    assert [node["version"] for node in evaluations(room)] == ["answered", "partly"]


def test_one_node_says_it_all(room: CaseRoom) -> None:
    answered(room, answer("K1", "reply", "Stamps count."))
    rated(room, rating("K1", "valid", 0.3, reply="inadequate"))
    (node,) = evaluations(room)
    assert (node["verdict"], node["reply"], node.get("version"), node["materiality"]) == (
        "valid",
        "inadequate",
        None,
        0.3,
    )
    assert {n.kind for n in room.graph.out(node.id, "RATES")} == {"Critique", "Reply"}
    assert (node["stance_id"], node["provisional"], node["recommendation"]) == ("", True, "none")


def test_nothing_new_is_not_rated_again(room: CaseRoom) -> None:
    rated(room, rating("K1"))
    assert rate_round(room.desk, room.graph, "again") is None
    answered(room, answer("K1", "reply"))
    rated(room, rating("K1", reply="adequate", materiality=0.0))
    assert len(evaluations(room)) == 2


def test_each_rater_of_a_panel_rates_for_itself(room: CaseRoom) -> None:
    rated(room, rating("K1"))
    rated(room, rating("K1", "invalid", 0.1), number=2)
    assert [e["stance_id"] for e in evaluations(room)] == ["", "panel-2"]
    assert [seat(n) for n in (1, 2, 3)] == ["", "panel-2", "panel-3"]
    assert rate_round(room.desk, room.graph, "again", 2) is None


def test_a_perspective_rates_neither_what_it_wrote_nor_what_was_said_against_it(room: CaseRoom) -> None:
    for stance in ("applicant", "caseworker"):
        assert rate_round(room.desk, room.graph, "rate", perspective=room.who(stance)) is None
    room.agent.says("rate_case", {"ratings": [rating("K1")]})
    room.commit(rate_round(room.desk, room.graph, "rate", perspective=room.who("auditor")))
    assert [e["stance_id"] for e in evaluations(room)] == ["auditor"]


def test_what_was_left_out_is_asked_for_once_more(room: CaseRoom) -> None:
    said(room, critique("A4.facts", "loud at night"))
    answered(room, answer("K1", "reply"))
    room.agent.says("rate_case", {"ratings": [rating("K1"), rating("K9")]})
    turn = rated(room, rating("K1", reply="inadequate"), rating("K2", "invalid", 0.0))
    again = room.agent.asked[-1].input
    assert [k.id for k in again.critiques] == ["K1", "K2"]
    assert again.faults == ["the reply to K1 is not rated", "K2 is not rated"]
    assert [e["verdict"] for e in evaluations(room)] == ["valid", "invalid"]
    assert turn.notes == ["rating refused: 'K9' is no critique to be rated here"]


def test_what_stays_unrated_says_so(room: CaseRoom) -> None:
    turn = rated(room)
    assert evaluations(room) == []
    assert "left unrated: K1 is not rated" in turn.notes


def test_a_critique_is_rated_once_a_turn(room: CaseRoom) -> None:
    turn = rated(room, rating("K1"), rating("K1", "invalid"))
    assert [e["verdict"] for e in evaluations(room)] == ["valid"]
    assert turn.notes == ["rating refused: K1 has been rated"]


def test_verdicts_on_what_is_not_there_are_not_written(room: CaseRoom) -> None:
    rated(room, rating("K1", reply="adequate", version="answered"))
    (node,) = evaluations(room)
    assert node.get("reply") is None
    assert node.get("version") is None
    assert [n.kind for n in room.graph.out(node.id, "RATES")] == ["Critique"]


@pytest.mark.parametrize(
    ("version", "materiality", "expected"),
    [("answered", 0.0, "core"), ("partly", 0.3, "core"), ("partly", 0.8, "dissent"), ("not_answered", 0.8, "dissent")],
)
def test_a_partial_concession_counts_by_what_remains(
    room: CaseRoom, version: str, materiality: float, expected: str
) -> None:
    answered(room, answer("K1", "concede_part"), revisions=[revision("A2.facts", FACTS)])
    rated(room, rating("K1", "valid", materiality, version=version))
    assert label(room, "A2.facts") == expected


@pytest.mark.parametrize(
    ("given", "ratings", "expected"),
    [
        (answer("K1", "concede"), {"materiality": 0.8}, "dissent"),
        (answer("K1", "concede"), {"materiality": 0.3}, "core"),
        (answer("K1", "reply"), {"reply": "adequate"}, "core"),
        (answer("K1", "reply"), {"reply": "inadequate"}, "dissent"),
        (answer("K1", "reply"), {"reply": "inadequate", "verdict": "invalid"}, "core"),
        (answer("K1", "none"), {}, "dissent"),
    ],
)
def test_replies_and_concessions_count_as_rated(
    room: CaseRoom, given: dict[str, Any], ratings: dict[str, Any], expected: str
) -> None:
    answered(room, given)
    rated(room, rating("K1") | ratings)
    assert label(room, "A2.facts") == expected


@pytest.mark.parametrize(("version", "expected"), [("answered", "core"), ("not_answered", "dissent")])
@pytest.mark.parametrize("quoted", ["sources say so of the facts", "music until two", "loud at night"])
def test_a_new_version_does_not_escape_by_leaving_behind_what_was_attacked(
    quoted: str, version: str, expected: str
) -> None:
    room = CaseRoom()
    said(room, critique("A4.facts", quoted))
    changed = part("facts", "The mean was 56 decibels.", ["4.2"])
    answered(room, answer("K1", "concede_part"), revisions=[revision("A4.facts", changed)])
    rated(room, rating("K1", version=version, materiality=0.8))
    assert label(room, "A4.facts") == expected


def test_an_omission_that_a_new_part_takes_up_is_met_by_its_reply() -> None:
    room = CaseRoom()
    said(room, omissions=[{"issue": "noise", "grounds": "Where was the meter?"}])
    changed = part("facts", "The market is loud wherever the meter stood.", ["4.2"])
    answered(room, answer("K1", "concede_part"), revisions=[revision("A4.facts", changed)])
    rated(room, rating("K1", version="partly", materiality=0.3))
    (node,) = evaluations(room)
    assert (node["reply"], node["version"]) == ("adequate", "partly")


def test_a_critique_that_is_not_met_comes_back_to_its_owner_and_one_that_is_does_not() -> None:
    room = CaseRoom()
    said(room, *(critique(f"A2.{c}", "2") for c in ("facts", "conclusion")), critique("A4.facts", "loud"))
    said(room, critique("A4.rule", "noise"), critique("A6.relief", "close"))
    given = [answer(f"K{n}", "reply") for n in (1, 2, 3)] + [answer("K4", "concede"), answer("K5", "reply")]
    answered(room, *given)
    rated(
        room,
        rating("K1", reply="inadequate"),
        rating("K2", reply="adequate", materiality=0.0),
        rating("K3", reply="inadequate", materiality=0.2),
        rating("K4"),
        rating("K5", "invalid", reply="adequate"),
    )
    answered(room, answer("K1", "concede_part"), revisions=[revision("A2.facts", FACTS)])
    assert [k.id for k in room.agent.asked[-1].input.critiques] == ["K1"]
    rated(room, rating("K1", version="answered", materiality=0.0))
    assert [k.id for k in room.agent.asked[-1].input.critiques] == ["K1"]
    assert respond(room.desk, room.graph, room.who("caseworker"), "again", room.findings) is None
    assert label(room, "A2.facts") == "core"


def test_words_of_an_earlier_version_are_shown_to_who_rates_again() -> None:
    room = CaseRoom()
    said(room, critique("A2.facts", "stamped on 2 April"))
    answered(room, answer("K1", "concede_part"), revisions=[revision("A2.facts", FACTS)])
    rated(room, rating("K1", version="not_answered"))
    said(room, critique("A2.facts", "the office was closed", flaw="no_support"))
    changed = FACTS | {"text": "On 2 April, the office having been closed on 31 March, it was stamped."}
    answered(room, answer("K1", "concede_part"), answer("K2", "none"), revisions=[revision("A2.facts", changed)])
    rated(room, rating("K1", version="answered", materiality=0.0), rating("K2", "invalid", version="none"))
    asked = room.agent.asked[-1].input
    assert [k.attacked for k in asked.critiques] == ["The form was stamped on 2 April.", ""]
