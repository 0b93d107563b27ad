"""Flaws read as a debate reads its opponent: checked, asked for once more, and none where no answer came."""

from __future__ import annotations

from typing import Any

import pytest

from foam_graph.agents.protocol import Request
from foam_graph.agents.tasks.debate_logic import LogicFlawsIn
from foam_graph.errors import BadAnswer, Refused
from foam_graph.evaluation.judging.logic_trial import SideRead, flaws_found
from foam_graph.findings.debate.logic.extracting import predicates_of
from tests.support.debate_judging import CON, MOTION, PRO
from tests.support.judging import ScriptedAgent


def read() -> list[SideRead]:
    return [SideRead(MOTION, one.side, (one,), tuple(predicates_of([one]))) for one in (PRO, CON)]


def flaw(request: Request[Any], quoted: str = "") -> dict[str, Any]:
    data = request.input
    assert isinstance(data, LogicFlawsIn)
    sentence = data.utterances[0].sentences[0]
    rests = next(one.id for one in data.predicates if one.sentence == sentence.id)
    kind = {"kind": "circularity", "sentence": sentence.id, "predicates": [rests], "why": "It says it again."}
    return {"flaws": [kind | {"quoted": quoted or sentence.text}], "objections": []}


def test_each_side_is_read_by_itself_and_what_holds_is_kept() -> None:
    found = flaws_found(ScriptedAgent(flaw), read())
    assert [[one.sentence for one in side] for side in found] == [["1.1"], ["2.1"]]


def test_an_answer_at_fault_is_asked_for_once_more_with_its_faults() -> None:
    told: list[list[str]] = []

    def answering(request: Request[Any]) -> dict[str, Any]:
        told.append(request.input.faults)
        return flaw(request, "" if request.input.faults else "words that nobody said")

    found = flaws_found(ScriptedAgent(answering), read()[:1])
    assert [one.sentence for one in found[0]] == ["1.1"]
    assert [len(one) for one in told] == [0, 1]


def test_no_answer_is_no_flaw_and_a_dead_endpoint_ends_it() -> None:
    answers: list[Any] = [BadAnswer("free text"), Refused("gone")]
    agent = ScriptedAgent(lambda _request: answers.pop(0))
    assert flaws_found(agent, read()[:1]) == [[]]
    with pytest.raises(Refused):
        flaws_found(agent, read()[:1])
