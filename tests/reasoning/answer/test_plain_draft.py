"""The answer is written as plain text first, and its first wording is that text made checkable."""

from __future__ import annotations

from foam_graph.model.kinds import Role
from foam_graph.reasoning.answer.plain_draft import plain_draft
from foam_graph.reasoning.answer.turning import turnings
from foam_graph.reasoning.sublation import sublate
from tests.support.worlds.answer_room import AnswerRoom
from tests.support.worlds.wordings import GOOD, READ, first_of, spoiled

TEXT = "## Answer\n\nThe permit is renewed. <the end of the data>"


def test_the_draft_is_asked_for_with_what_was_computed_and_without_the_arguments() -> None:
    room = AnswerRoom()
    room.agent.says("plain_draft", {"text": TEXT})
    results = room.results(turnings(room.results(), sublate(room.graph)))
    turn = room.desk.turn(Role.COMPILER, "compile")
    assert plain_draft(turn, room.desk, room.graph, results, 700) == TEXT
    data = room.agent.asked[-1].input
    assert data.words == 700
    assert [one.split(" core")[0] for one in data.answer][:1] == ["The permit is renewed."]
    assert {one.issue: one.end for one in data.issues} == {
        "form": "answered",
        "noise": "answered",
        "hours": "contested",
    }
    assert not any(one.standing for one in data.issues)
    assert data.turns
    assert [call.task for call in turn.calls] == ["plain_draft"]


def test_the_first_wording_has_the_draft_and_the_next_one_its_own_text() -> None:
    room = AnswerRoom()
    room.agent.says("plain_draft", {"text": TEXT})
    wrong = spoiled(lambda made: first_of(made, "why").update(text="The form must arrive by 30 June."))
    room.agent.says("compose", wrong, GOOD)
    room.agent.says("second_reading", READ)
    room.answer()
    assert [one.task for one in room.agent.asked if one.task != "agenda"][:3] == ["plain_draft", "compose", "compose"]
    first, second = [one.input for one in room.agent.asked if one.task == "compose"]
    assert (first.draft, first.earlier) == (TEXT, [])
    assert second.draft == ""
    assert second.earlier


def test_without_a_model_nobody_writes_and_without_an_answer_the_wording_goes_on() -> None:
    offline = AnswerRoom(offline=True)
    offline.answer()
    assert not [one for one in offline.agent.asked if one.task == "plain_draft"]
    room = AnswerRoom()
    room.agent.says("compose", GOOD)
    room.agent.says("second_reading", READ)
    room.answer()
    [asked] = [one.input for one in room.agent.asked if one.task == "compose"]
    assert asked.draft == ""
    assert asked.brief
