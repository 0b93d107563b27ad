"""One agent of several: who is asked, in which order answers come back, and what a dead endpoint ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from hypothesis import given
from hypothesis import strategies as st

from foam_graph.agents.endpoint.by_role import RoleAgent
from foam_graph.agents.protocol import Answer, AnswerT, CallRecord, Failed, Request
from foam_graph.errors import BadAnswer, Refused
from tests.support.endpoints.client_bench import ASK, Chosen

ROLES = ("Proposer", "Critic", "Evaluator", "Refiner", "Compiler")


@dataclass
class Told:
    """An agent that answers with its own name and fails where it is told to."""

    name: str
    provider: str = "here"
    fails: Refused | BadAnswer | None = None
    asked: list[int] = field(default_factory=list)
    stopped: int = 0
    closed: int = 0

    def answer(self, request: Request[AnswerT]) -> Answer[AnswerT]:
        self.asked.append(request.rollout)
        value = request.answer.model_construct()
        return Answer(value, CallRecord(request.task, self.name, self.provider, "", request.rollout))

    def answer_many(self, requests: Sequence[Request[AnswerT]]) -> list[Answer[AnswerT] | Failed]:
        if self.fails is not None:
            self.asked += [one.rollout for one in requests]
            return [Failed(self.fails)] * len(requests)
        return [self.answer(one) for one in requests]

    def stop(self) -> None:
        self.stopped += 1

    def close(self) -> None:
        self.closed += 1


def asks(roles: Sequence[str]) -> list[Request[Chosen]]:
    return [replace(ASK, role=role, rollout=n) for n, role in enumerate(roles)]


@given(st.lists(st.sampled_from(ROLES), max_size=12))
def test_every_request_is_answered_by_the_agent_of_its_role_and_in_its_place(roles: list[str]) -> None:
    rater, critic = Told("rater"), Told("critic")
    agent = RoleAgent(Told("common"), {"evaluator": rater, "critic": critic, "refiner": critic})
    wanted = {"Evaluator": "rater", "Critic": "critic", "Refiner": "critic"}
    found = [one.call for one in agent.answer_many(asks(roles))]
    assert [(call.agent, call.rollout) for call in found if call] == [
        (wanted.get(role, "common"), n) for n, role in enumerate(roles)
    ]


def test_after_a_dead_endpoint_no_other_is_asked_and_after_a_bad_answer_all_are() -> None:
    for fault, asked in ((Refused("the key is wrong"), []), (BadAnswer("no"), [1])):
        rater, common = Told("rater", fails=fault), Told("common")
        found = RoleAgent(common, {"evaluator": rater}).answer_many(asks(["Evaluator", "Proposer", "Evaluator"]))
        assert rater.asked == [0, 2]
        assert common.asked == asked
        assert [isinstance(one, Failed) for one in found] == [True, not asked, True]


def test_an_agent_of_two_roles_is_closed_once() -> None:
    shared, common = Told("shared"), Told("common")
    agent = RoleAgent(common, {"evaluator": shared, "critic": shared})
    agent.stop()
    agent.close()
    assert [(one.stopped, one.closed) for one in (common, shared)] == [(1, 1), (1, 1)]
