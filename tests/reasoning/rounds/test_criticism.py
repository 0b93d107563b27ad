"""What critics say of whole cases: written where it holds, refused with a note where it does not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from foam_graph.agents.endpoint.prompting import render
from foam_graph.model.subgraph import Node
from foam_graph.reasoning.rounds.criticism import as_it_stands, criticise, stands_in, wanted, words_of
from tests.support.worlds.case_room import ARGUMENTS, CaseRoom
from tests.support.worlds.case_turns import FACTS, answer, answered, critique, revision, said


def made(room: CaseRoom) -> list[Node]:
    return room.graph.of("Critique")


def attacked(room: CaseRoom, node: Node) -> list[Node]:
    return room.graph.out(node.id, "ATTACKS")


def test_critics_see_all_arguments_alike_and_which_are_not_their_own() -> None:
    room = CaseRoom()
    said(room)
    (asked,) = [r for r in room.agent.asked if r.task == "criticise"]
    assert [a.id for a in asked.input.arguments] == [f"A{n}" for n in range(1, 8)]
    assert asked.input.opposed == ["A2", "A4", "A6", "A7"]
    # What is the same for each critic stands first: endpoints reuse a prompt as far as it begins like another.
    assert list(type(asked.input).model_fields)[-2:] == ["opposed", "speaker"]
    assert asked.input.speaker.id == "applicant"
    assert "care" in asked.input.values
    assert asked.case is room.desk.case
    assert made(room) == []


def test_prompts_of_two_critics_are_the_same_up_to_who_they_are() -> None:
    room = CaseRoom()
    room.agent.says("criticise", {"critiques": []}, {"critiques": []})
    for who in ("applicant", "caseworker"):
        criticise(room.desk, room.graph, room.who(who), f"criticise:{who}")
    one, other = (render(r)[1]["content"] for r in room.agent.asked if r.task == "criticise")
    same = next(n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
    assert one[same - 30 : same].endswith('"opposed":["A')
    assert json.loads(one.splitlines()[-2])["opposed"] != json.loads(other.splitlines()[-2])["opposed"]


def test_whoever_has_no_opponent_is_not_asked() -> None:
    room = CaseRoom(ARGUMENTS[:1])
    assert criticise(room.desk, room.graph, room.who("applicant"), "criticise") is None
    assert [r.task for r in room.agent.asked] == ["agenda"]


def test_a_critique_attacks_the_claim_and_rests_on_its_evidence() -> None:
    room = CaseRoom()
    said(
        room, critique("A2.conclusion", "late by 2 days", flaw="date_conflict", evidence=["3.2"], wanted="closing days")
    )
    (node,) = made(room)
    assert attacked(room, node) == [room.names.parts["A2.conclusion"]]
    (record,) = room.graph.out(node.id, "RESTS_ON")
    assert record["quotation"] == "The office was closed on 30 and 31 March."
    assert (node["stance_id"], node["iteration"], node["flaw"]) == ("applicant", 1, "date_conflict")
    assert wanted(room.graph) == {"applicant": ["closing days"]}


@pytest.mark.parametrize(
    ("target", "quoted", "kind", "count"),
    [
        ("A4.facts", "loud at night", "Claim", 1),
        ("A4.facts", "sources say so of the facts", "Warrant", 2),
        ("A4.facts", "music until two", "EvidenceRecord", 1),
        ("A1.facts", "as the register shows", "Qualifier", 1),
    ],
)
def test_a_critique_attacks_what_holds_the_words(target: str, quoted: str, kind: str, count: int) -> None:
    room = CaseRoom()
    said(room, critique(target, quoted), by="auditor")
    (node,) = made(room)
    found = attacked(room, node)
    assert [one.kind for one in found] == [kind] * count
    assert all(quoted in words_of(one) for one in found)


def test_words_are_kept_as_the_part_writes_them() -> None:
    room = CaseRoom()
    said(room, critique("A2.conclusion", "“The  FORM was late\nby 2 days”"))
    assert made(room)[0]["quoted"] == "The form was late by 2 days"


def test_typography_and_white_space_do_not_matter_and_words_do() -> None:
    assert stands_in("the owner’s  own—words", "The owner's own -- words")
    assert as_it_stands("owner’s own", 'the "owner\'s  own" words') == "owner's  own"
    assert not stands_in("owners own", "The owner's word")
    assert not stands_in("  ", "anything")
    assert not stands_in('""', "anything")


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (critique("A9.facts", "late"), "there is no such part"),
        (critique("A2", "late"), "there is no such part"),
        (critique("A1.facts", "2 April"), "a part of one's own"),
        (critique("A2.conclusion", "late by 3 days"), "does not stand in it"),
        (critique("A2.conclusion", "late", flaw="conceded"), "only its owner concedes"),
        (
            critique("A2.conclusion", "late", type="value_conflict", value_target="care", value_critic="fairness"),
            "does not weigh",
        ),
        (critique("A6.relief", "midnight", type="value_conflict", value_target="care"), "must name two values"),
        (
            critique("A6.relief", "midnight", flaw="value_conflict", value_target="care", value_critic="music"),
            "must name two values",
        ),
        (
            critique("A6.relief", "midnight", type="value_conflict", value_target="care", value_critic="care"),
            "must name two values",
        ),
    ],
)
def test_what_does_not_hold_is_refused_with_a_note(wrong: dict[str, Any], why: str) -> None:
    room = CaseRoom()
    turn = said(room, wrong, critique("A2.facts", "stamped"))
    assert [n["quoted"] for n in made(room)] == ["stamped"]
    assert [why in note for note in turn.notes] == [True]


def test_a_conflict_of_values_names_both_and_stands_where_values_weigh() -> None:
    room = CaseRoom()
    values = {"value_target": "care", "value_critic": "fairness"}
    said(room, critique("A6.relief", "close at midnight", type="value_conflict", **values))
    (node,) = made(room)
    assert (node["type"], node["flaw"]) == ("value_conflict", "value_conflict")
    assert (node["value_target"], node["value_critic"]) == ("care", "fairness")


def test_values_without_a_conflict_are_dropped() -> None:
    room = CaseRoom()
    said(room, critique("A2.facts", "stamped", value_target="care", value_critic="fairness"))
    assert made(room)[0].get("value_target") is None


def test_what_its_policy_does_not_admit_a_critic_cannot_cite() -> None:
    room = CaseRoom()
    turn = said(room, critique("A3.facts", "at most 57", evidence=["4.2", "5.1", "9.9"]), by="auditor")
    (record,) = room.graph.out(made(room)[0].id, "RESTS_ON")
    assert record["sentence_ids"] == [room.desk.file.sentence("4.2").id]
    assert turn.notes == ["critique of A3.facts: 5.1, 9.9 may not be cited"]


def test_a_point_is_made_once() -> None:
    room = CaseRoom()
    one = critique("A2.facts", "stamped", evidence=["3.2"])
    turn = said(room, one, one | {"quoted": "2 April"}, critique("A2.facts", "2 April", flaw="date_conflict"))
    assert len(made(room)) == 2
    assert turn.notes == ["critique of A2.facts refused: the point has been made"]
    again = said(room, one | {"evidence": []}, critique("A2.facts", "form"), by="auditor")
    assert len(made(room)) == 3
    assert again.notes == ["critique of A2.facts refused: the point has been made"]
    assert room.agent.asked[-1].input.earlier == []


def test_critics_are_told_the_points_of_earlier_rounds_and_asked_alike_within_one() -> None:
    room = CaseRoom()
    said(room, critique("A2.facts", "stamped"))
    said(room, by="auditor")
    assert room.agent.asked[-1].input.earlier == []
    answered(room, answer("K1", "concede_part"), revisions=[revision("A2.facts", FACTS)])
    said(room, by="auditor", iteration=2)
    assert room.agent.asked[-1].input.earlier == ["A2.facts: It does not follow."]


def test_in_a_later_round_what_nobody_changed_is_only_named() -> None:
    room = CaseRoom()
    said(room, critique("A2.facts", "stamped"))
    answered(room, answer("K1", "concede_part"), revisions=[revision("A2.facts", FACTS)])
    said(room, by="auditor", iteration=2)
    shown = {one.id: one for one in room.agent.asked[-1].input.arguments}
    assert [part.id for part in shown["A2"].parts] == ["A2.rule", "A2.facts", "A2.conclusion"]
    assert [(part.id, part.cites) for part in shown["A4"].parts] == [("A4.conclusion", [])]
    assert shown["A4"].parts[0].text == "The noise was over the limit."


def test_where_nobody_else_changed_anything_nobody_is_asked_again() -> None:
    room = CaseRoom()
    said(room, critique("A2.facts", "stamped"))
    answered(room, answer("K1", "concede_part"), revisions=[revision("A2.facts", FACTS)])
    # The only changes are the caseworker's own.
    assert criticise(room.desk, room.graph, room.who("caseworker"), "criticise", 2) is None


def test_an_omission_attacks_its_issue_once() -> None:
    room = CaseRoom()
    omitted = {"issue": "noise", "grounds": "Nobody asks where it was measured.", "evidence": ["4.1"]}
    turn = said(room, omissions=[omitted, {"issue": "weather", "grounds": "Rain."}])
    (node,) = made(room)
    assert [n["name"] for n in attacked(room, node)] == ["noise"]
    assert (node["flaw"], node["quoted"]) == ("omission", "Was the noise under the limit?")
    assert turn.notes == ["omission refused: there is no issue 'weather'"]
    again = said(room, omissions=[omitted], by="caseworker")
    assert len(made(room)) == 1
    assert again.notes == ["omission in noise refused: the point has been made"]


def test_a_critic_without_an_answer_leaves_a_note() -> None:
    room = CaseRoom()
    turn = criticise(room.desk, room.graph, room.who("applicant"), "criticise")
    assert turn is not None
    assert turn.notes == ["criticise: no valid answer came"]
    assert turn.delta.nodes == []
