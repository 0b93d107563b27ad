"""Judges are judged first: one that knows passes, one that abstains, errs or babbles does not."""

from __future__ import annotations

from typing import Any

import pytest

from foam_graph.agents.protocol import Request
from foam_graph.errors import BadAnswer
from foam_graph.evaluation.experiments.cells import Cells
from foam_graph.evaluation.experiments.kept_agent import KeptAgent
from foam_graph.evaluation.experiments.trying import Way, try_judge
from foam_graph.evaluation.judging.standing import Standing
from tests.support.judging import Answering, ScriptedAgent, held_out, inspire, knowing_judge, rules


def tried(answering: Answering, way: Way = "inspire") -> tuple[Standing, int]:
    agent = ScriptedAgent(answering)
    return try_judge(KeptAgent(agent, Cells(None)), held_out(), way, 1), len(agent.asked)


@pytest.mark.parametrize("way", ["inspire", "debatrix"])
def test_a_judge_that_knows_passes(way: Way) -> None:
    found, asked = tried(knowing_judge(held_out()), way)
    # What the other side said later is true at its own place, not at this one.
    assert (found.qualified, found.right, found.faults) == (True, 100, ())
    assert 100 < asked < 130  # each true utterance is asked about once, however many pairs it is in


def test_a_judge_that_marks_all_alike_fails() -> None:
    found, _ = tried(lambda _request: inspire(7))
    assert (found.right, found.ties, found.qualified) == (0, 100, False)


def test_a_judge_that_errs_in_a_fifth_fails() -> None:
    found, _ = tried(knowing_judge(held_out(), wrong=40))
    assert found.accuracy is not None
    assert found.accuracy < 0.9
    assert not found.qualified


def test_free_text_is_no_judgement() -> None:
    found, _ = tried(lambda _request: BadAnswer("the answer is not usable JSON"))
    assert (found.unjudged, found.accuracy) == (100, 0.0)


def test_a_judge_that_speaks_of_what_was_not_said_has_not_judged() -> None:
    fact = {"sentence": "99.1", "verdict": "supported", "reasons": "I recall it."}
    found, _ = tried(lambda _request: inspire(7, 7, [fact]))
    assert found.unjudged == 100


def test_rules_admit_that_they_do_not_judge() -> None:
    found = try_judge(KeptAgent(rules(), Cells(None)), held_out(), "inspire", 1)
    assert (found.unjudged, found.qualified) == (100, False)


def test_the_answer_of_one_kind_does_not_help_the_other() -> None:
    def only_inspire(request: Request[Any]) -> dict[str, Any] | Exception | None:
        return knowing(request) if request.task == "inspire_score" else None

    knowing = knowing_judge(held_out())
    assert tried(only_inspire, "inspire")[0].qualified
    assert not tried(only_inspire, "debatrix")[0].qualified


def test_without_debates_there_is_no_standing() -> None:
    found = try_judge(KeptAgent(rules(), Cells(None)), (), "inspire", 1)
    assert (found.pairs, found.accuracy, found.qualified) == (0, None, False)
