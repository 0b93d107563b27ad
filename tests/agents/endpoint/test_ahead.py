"""Asking ahead: the same turns, the same answers, the questions of several at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from foam_graph.agents.endpoint.asking_ahead import AheadAgent
from foam_graph.agents.protocol import Answer, CallRecord, Failed
from foam_graph.errors import BadAnswer, LlmError, Refused
from tests.support.endpoints.client_bench import ASK, BAD, GOOD, Bench, bench
from tests.support.endpoints.openai_server import Behaviour, fails, says


def slow(content: object = GOOD) -> Behaviour:
    def behave(handler: Any, body: dict[str, Any]) -> None:
        handler.server_state.closing.wait(0.05)
        says(content)(handler, body)

    return behave


def turns(agent: AheadAgent, count: int, length: int = 3) -> list[Callable[[], list[CallRecord]]]:
    """Turns that ask one question after the other."""

    def turn(number: int) -> list[CallRecord]:
        return [agent.answer(replace(ASK, rollout=length * number + n)).call for n in range(length)]

    return [lambda n=n: turn(n) for n in range(count)]  # type: ignore[misc]


def test_the_questions_of_several_turns_are_asked_at_once_and_only_once(tmp_path: Path) -> None:
    with bench(tmp_path, then=slow(), llm_concurrency=4) as b:
        agent = AheadAgent(b.agent)
        makers = turns(agent, 4)
        with agent.ahead(makers):
            assert len(b.server.requests) == 12
            records = [call for make in makers for call in make()]
        assert [call.rollout for call in records] == list(range(12))
        assert not any(call.replayed for call in records), "a turn pays for what was asked ahead for it"
    assert len(b.server.requests) == 12
    assert 1 < b.server.most_in_flight <= 4


def test_a_question_that_nobody_asked_ahead_is_asked(tmp_path: Path) -> None:
    with bench(tmp_path) as b:
        agent = AheadAgent(b.agent)
        with agent.ahead(turns(agent, 2)):
            found = agent.answer_many([replace(ASK, rollout=n) for n in (0, 77, 3)])
        assert [type(one) for one in found] == [Answer] * 3
        assert len(b.server.requests) == 7
        agent.answer(ASK)
        assert len(b.server.requests) == 8, "answers are kept for the turns that follow, and no longer"


def test_a_bad_answer_is_the_same_answer_again(tmp_path: Path) -> None:
    with bench(tmp_path, then=says(BAD)) as b:
        agent = AheadAgent(b.agent)
        with agent.ahead([lambda: agent.answer_many([ASK]), lambda: None]):
            before = len(b.server.requests)
            (found,) = agent.answer_many([ASK])
    assert isinstance(found, Failed)
    assert isinstance(found.error, BadAnswer)
    assert found.call is not None
    assert found.call.attempts == before == len(b.server.requests) == 3


def test_a_dead_endpoint_ends_every_turn_the_same_way(tmp_path: Path) -> None:
    with bench(tmp_path, slow(), then=fails(401), llm_concurrency=2) as b:
        agent = AheadAgent(b.agent)
        makers = turns(agent, 4)
        with agent.ahead(makers):
            asked = len(b.server.requests)
            for make in makers:
                with pytest.raises(Refused):
                    make()
        assert asked == len(b.server.requests) <= 4
        assert len(b.records) <= 8, "nothing was begun after the refusal was known"


def test_what_cannot_be_recorded_ends_the_asking(tmp_path: Path) -> None:
    def refuse(_record: CallRecord) -> None:
        raise OSError("disk full")

    with bench(tmp_path, then=slow(), llm_concurrency=3) as b:
        b.sink = refuse
        agent = AheadAgent(b.agent)
        with pytest.raises(OSError, match="disk full"), agent.ahead(turns(agent, 3, length=20)):
            pass
        assert len(b.server.requests) <= 6, "answers that are lost are not paid for on and on"
        b.sink = b.records.append
        with pytest.raises(LlmError):
            agent.answer(replace(ASK, rollout=99))


def test_one_agent_is_another_agents_face(tmp_path: Path) -> None:
    with bench(tmp_path) as b:
        agent = AheadAgent(b.agent)
        assert (agent.name, agent.provider) == (b.agent.name, b.agent.provider)
        assert isinstance(b, Bench)
        assert agent.answer(ASK).value == b.agent.answer(ASK).value
