"""Critics of one round who say the same: their owner answers once, and neither critique is lost."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.worlds.case_room import CaseRoom
from tests.support.worlds.case_turns import FACTS, answer, answered, critique, revision, said


def two_critics(**of_the_second: Any) -> CaseRoom:
    room = CaseRoom()
    said(room, critique("A2.facts", "stamped on 2 April", evidence=["3.2"], grounds="The office was closed."))
    second = {"target": "A2.facts", "quoted": "on 2 April", "flaw": "other", "evidence": ["3.2", "1.2"]} | of_the_second
    said(room, critique(grounds="Nobody could stamp before.", **second), by="auditor")
    return room


def test_one_answer_and_one_version_meet_both() -> None:
    room = two_critics()
    answered(room, answer("K1", "concede_part"), revisions=[revision("A2.facts", FACTS)])
    (asked,) = room.agent.asked[-1].input.critiques
    assert (asked.id, asked.by, asked.evidence) == ("K1", "applicant", ["3.2", "1.2"])
    assert asked.grounds == "The office was closed. The same point, auditor: Nobody could stamp before."
    both = [room.names.critiques[name] for name in ("K1", "K2")]
    assert [room.graph.out(reply.id, "ANSWERS") for reply in room.graph.of("Reply")] == [[one] for one in both]
    assert room.graph.out(room.names.parts["A2.facts"].id, "ANSWERS") == both


def test_what_was_refused_is_shown_as_one_again() -> None:
    room = two_critics()
    room.agent.says("respond", {"answers": [answer("K1", "concede_part")], "revisions": []})
    answered(room, answer("K1", "concede_part"), revisions=[revision("A2.facts", FACTS)])
    assert [[one.id for one in asked.input.critiques] for asked in room.agent.asked[-2:]] == [["K1"], ["K1"]]
    assert len(room.graph.of("Reply")) == 2


@pytest.mark.parametrize(
    "other",
    [
        {"quoted": "The form was"},
        {"evidence": ["1.1"]},
        {"target": "A2.rule", "quoted": "must arrive by 31 March"},
        {"target": "A4.facts", "quoted": "loud at night"},
    ],
    ids=["other words", "another sentence and flaw", "another part", "another argument"],
)
def test_what_is_another_point_is_answered_by_itself(other: dict[str, Any]) -> None:
    room = two_critics(**other)
    answered(room, answer("K1", "reply"), answer("K2", "reply"))
    assert [one.id for one in room.agent.asked[-1].input.critiques] == ["K1", "K2"]


def test_what_one_critic_says_twice_are_two_points() -> None:
    room = CaseRoom()
    said(
        room,
        critique("A2.facts", "stamped on 2 April", evidence=["3.2"]),
        critique("A2.facts", "on 2 April", evidence=["3.2"], flaw="other"),
    )
    answered(room, answer("K1", "reply"), answer("K2", "reply"))
    assert [one.id for one in room.agent.asked[-1].input.critiques] == ["K1", "K2"]
