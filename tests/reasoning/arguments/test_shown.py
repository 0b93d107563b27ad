"""What agents see of arguments: what each part cites, which of it is enough, and when it would not hold."""

from __future__ import annotations

from foam_graph.reasoning.arguments.shown import Names
from tests.support.worlds.case_room import ARGUMENTS, CaseRoom, part


def test_groups_of_which_one_is_enough_are_shown_and_what_is_needed_is_in_none() -> None:
    room = CaseRoom()
    parts = {one.id: one for shown in Names(room.graph, room.desk.file).shown() for one in shown.parts}
    assert parts["A4.facts"].any_of == "4.2 or 5.1"
    assert parts["A1.facts"].any_of == ""
    assert parts["A1.facts"].cites == ["3.1", "3.2"]


def test_a_part_is_shown_with_when_it_would_not_hold() -> None:
    owner, argument = ARGUMENTS[2]
    facts = part("facts", "The meter showed at most 57 decibels.", ["4.1"], rebuttal="It was not calibrated.")
    room = CaseRoom([(owner, {**argument, "parts": [argument["parts"][0], facts, argument["parts"][2]]})])
    parts = {one.id: one for shown in Names(room.graph, room.desk.file).shown() for one in shown.parts}
    assert parts["A1.facts"].rebuttal == "It was not calibrated."
    assert parts["A1.rule"].rebuttal == ""
