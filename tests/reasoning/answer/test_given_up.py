"""An argument that its own side gave up, and an issue that another one made needless: what readers are told."""

from __future__ import annotations

import pytest

from foam_graph.reasoning.rounds.criticism import criticise
from foam_graph.reasoning.rounds.critiques import given_up
from foam_graph.reasoning.rounds.rating import rate_round
from foam_graph.reasoning.sublation import sublate
from tests.support.worlds.answer_room import AnswerRoom
from tests.support.worlds.case_room import AGENDA, part
from tests.support.worlds.case_turns import answer, answered, critique, revision, said

CAME_LATE = part("conclusion", "It came after 31 March.", premises=["rule", "facts"])


def conceding(target: str = "A7.conclusion", quoted: str = "It came late", how: str = "concede") -> AnswerRoom:
    """The case in which the auditor, who argues by assignment that the form came late, answers a critique."""
    room = AnswerRoom()
    said(room, critique(target, quoted))
    revisions = [revision("A7.conclusion", CAME_LATE)] if how == "concede_part" else []
    answered(room, answer("K1", how, "The charter gives a later day."), revisions=revisions, by="auditor")
    room.validate()
    return room


def rated(room: AnswerRoom, verdict: str = "valid", materiality: float = 0.8) -> None:
    """The panel's turn: a reply that concedes is rated as no defence."""
    told = {"critique": "K1", "verdict": verdict, "materiality": materiality, "reasons": "It is so."}
    room.agent.says("rate_case", *[{"ratings": [told | {"reply": "inadequate", "version": "partly"}]}] * 2)
    room.commit(rate_round(room.desk, room.graph, "rate"))


@pytest.mark.parametrize(
    ("target", "quoted"),
    [("A7.conclusion", "It came late"), ("A7.facts", "stamp says"), ("A7.rule", "due by 31 March")],
)
def test_an_advocate_gives_up_by_conceding_whole_what_the_conclusion_needs(target: str, quoted: str) -> None:
    room = conceding(target, quoted)
    rated(room)
    assert list(given_up(room.names, room.brief)) == ["A7"]
    issue = room.results().issues[0]
    assert issue.fallen["A7"] == "its own side gave it up. The charter gives a later day."
    conclusion = room.names.parts["A7.conclusion"].id
    assert {labels.of(conclusion) for labels in sublate(room.graph).labelled.values()} == {"out"}


def test_who_gave_up_is_neither_the_other_side_at_its_best_nor_criticised_again() -> None:
    assert "A7" in AnswerRoom().results().advocates
    room = conceding()
    rated(room)
    assert "A7" not in room.results().advocates
    assert "A2" in room.results().advocates
    turn = criticise(room.desk, room.graph, room.who("applicant"), "criticise:2", 2)
    assert turn is None, "nothing else has changed"


@pytest.mark.parametrize(
    ("how", "verdict", "materiality"),
    [("concede", "invalid", 0.8), ("concede", "valid", 0.3), ("concede_part", "valid", 0.8), ("reply", "valid", 0.8)],
)
def test_a_point_that_does_not_carry_is_no_giving_up(how: str, verdict: str, materiality: float) -> None:
    room = conceding(how=how)
    rated(room, verdict, materiality)
    assert given_up(room.names, room.brief) == {}
    assert "A7" not in room.results().issues[0].fallen


def test_an_issue_that_is_not_needed_says_which_finding_made_it_so() -> None:
    excuse = {
        "name": "good_excuse", "question": "If it was late, was there a good excuse?", "why": "It saves the form.",
        "governing": ["1.2"], "type": "eligibility_factor", "given_issue": "form", "given_outcome": "late",
        "outcomes": [{"name": "excused", "text": "There was one."}, {"name": "unexcused", "text": "There was none."}],
    }  # fmt: skip
    room = AnswerRoom(agenda={"issues": [*AGENDA["issues"], excuse]})
    issue = room.results().issues[-1]
    assert (issue.end, issue.words) == ("moot", "It is not needed, since it was.")
    assert issue.brief == "Good excuse: not needed (form: in time)."
