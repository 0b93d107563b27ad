from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, Field

from foam_graph.agents.endpoint.budget import Budget
from foam_graph.agents.endpoint.client import MAX_REPAIRS
from foam_graph.agents.endpoint.replay import Replay
from foam_graph.agents.protocol import LEFT_OUT, Agent, Answer, Failed, Request
from foam_graph.errors import BadAnswer, BudgetSpent, Refused
from tests.support.endpoints.client_bench import ASK, BAD, GOOD, INJECTION, INPUT, OFFERED, Bench, Chosen, bench
from tests.support.endpoints.openai_server import fails, says


def test_a_well_behaved_endpoint_answers_and_is_recorded(tmp_path: Path) -> None:
    with bench(tmp_path) as b:
        agent: Agent = b.agent
        answer = agent.answer(ASK)
    assert answer.value == Chosen(ids=["d1:1"], tag="It is so")
    assert b.records == [answer.call]
    assert (answer.call.agent, answer.call.provider) == ("test-model", "127.0.0.1")
    assert (answer.call.tokens_in, answer.call.tokens_out, answer.call.attempts) == (100, 20, 1)
    assert answer.call.outcome == "ok"
    assert json.loads(answer.call.response) == GOOD
    assert b.budget.spent.tokens == 120
    sent = b.server.requests[0]
    assert sent["response_format"]["json_schema"]["strict"] is True
    assert sent["response_format"]["json_schema"]["schema"]["$defs"]["OfferedSentence"]["enum"] == list(OFFERED)
    assert sent["temperature"] == 0.2
    assert answer.call.parameters == {
        "temperature": 0.2,
        "seed": sent["seed"],
        "max_tokens": 500,
        "response_format": "json_schema",
    }


def test_rollouts_have_their_own_seed_and_hash(tmp_path: Path) -> None:
    with bench(tmp_path) as b:
        for rollout, seed in ((0, 0), (1, 0), (0, 1), (0, 0)):
            b.agent.answer(replace(ASK, rollout=rollout, seed=seed))
    seeds = [body["seed"] for body in b.server.requests]
    hashes = [record.prompt_hash for record in b.records]
    assert len(set(seeds)) == len(set(hashes)) == 3
    assert (seeds[0], hashes[0]) == (seeds[3], hashes[3])


@pytest.mark.parametrize("named", ["d9:9", "It is.", "d1:1,d1:2", INJECTION])
def test_an_id_that_was_not_offered_fails_the_call_at_once(tmp_path: Path, named: str) -> None:
    with bench(tmp_path, says({"ids": [named], "tag": "t"})) as b:
        assert "not offered" in b.fails(BadAnswer).message
    assert len(b.server.requests) == 1
    assert b.records[0].tokens_in == 100


@pytest.mark.parametrize(
    "first",
    [
        says(BAD),
        says("Certainly! I would choose the first."),
        says(json.dumps(GOOD)[:-8]),
        says(json.dumps(GOOD)[:-8], finish="length"),
        says(None),
        says(""),
        says({"ids": [], "tag": "t", "aside": INJECTION}),
        says({"ids": [], "tag": "x" * 41}),
    ],
)
def test_a_faulty_answer_is_asked_for_again_with_the_fault_named(tmp_path: Path, first: Any) -> None:
    with bench(tmp_path, first) as b:
        answer = b.agent.answer(ASK)
    assert (answer.call.repairs, answer.call.attempts, answer.call.tokens_in) == (1, 2, 200)
    messages = b.server.requests[1]["messages"]
    assert [message["role"] for message in messages] == ["system", "user", "assistant", "user"]
    assert '"fault"' in messages[3]["content"]
    assert messages[:2] == b.server.requests[0]["messages"]


def test_after_two_repairs_the_answer_is_bad_and_says_why(tmp_path: Path) -> None:
    with bench(tmp_path, then=says(BAD)) as b:
        message = b.fails(BadAnswer).message
    assert "tag" in message
    assert "string" in message
    assert len(b.server.requests) == 1 + MAX_REPAIRS
    assert b.records[0].repairs == MAX_REPAIRS
    assert json.loads(b.records[0].response) == BAD


@pytest.mark.parametrize("refusal", [says(None, refusal="I can't help with that."), says("", finish="content_filter")])
def test_a_models_refusal_is_final(tmp_path: Path, refusal: Any) -> None:
    with bench(tmp_path, refusal) as b:
        assert "declines" in b.fails(BadAnswer).message
    assert len(b.server.requests) == 1


@pytest.mark.parametrize(
    ("rejection", "left"),
    [
        (fails(400, "response_format json_schema is not supported"), {"response_format": {"type": "json_object"}}),
        (fails(422, "Unprocessable"), {"response_format": {"type": "json_object"}}),
        (fails(400, "Unsupported parameter", param="seed"), {"seed": None}),
        (fails(400, "Unsupported value: 'temperature'", param="temperature"), {"temperature": None}),
        (fails(400, "Use 'max_completion_tokens' instead of 'max_tokens'"), {"max_completion_tokens": 500}),
    ],
)
def test_an_endpoints_dialect_is_learned_once(tmp_path: Path, rejection: Any, left: dict[str, Any]) -> None:
    with bench(tmp_path, rejection) as b:
        first = b.agent.answer(ASK)
        second = Bench(b.server, tmp_path).agent.answer(ASK)
    assert (first.call.attempts, second.call.attempts) == (2, 1)
    assert first.call.prompt_hash == second.call.prompt_hash == b.records[0].prompt_hash
    for body in b.server.requests[1:]:
        assert {name: body.get(name) for name in left} == left
    assert b.waits == []


def test_without_schemas_the_schema_is_in_the_prompt_as_data(tmp_path: Path) -> None:
    with bench(tmp_path, fails(400, "json_schema?")) as b:
        assert b.agent.answer(ASK).call.parameters["response_format"] == "json_object"
    assert '"OfferedSentence"' in b.server.requests[1]["messages"][-1]["content"]


def test_an_endpoint_that_rejects_everything_is_left_after_one_fallback(tmp_path: Path) -> None:
    with bench(tmp_path, then=fails(400, "no")) as b:
        b.fails(Refused)
    assert len(b.server.requests) == 2


def test_an_answer_of_many_requests_keeps_their_order_and_the_bound(tmp_path: Path) -> None:
    def by_question(handler: Any, body: dict[str, Any]) -> None:
        asked = json.loads("\n".join(body["messages"][1]["content"].splitlines()[1:-1]))["question"]
        handler.server_state.closing.wait(0.02)
        says(BAD if asked == "3" else {"ids": [], "tag": asked})(handler, body)

    requests = [replace(ASK, input=INPUT.model_copy(update={"question": str(n)})) for n in range(12)]
    with bench(tmp_path, then=by_question, llm_concurrency=3) as b:
        results = b.agent.answer_many(requests)
    assert [type(r.error) if isinstance(r, Failed) else r.value.tag for r in results] == [
        BadAnswer if n == 3 else str(n) for n in range(12)
    ]
    assert 1 < b.server.most_in_flight <= 3
    assert len(b.records) == 12
    failed = results[3]
    assert isinstance(failed, Failed)
    assert failed.call is not None
    assert (failed.call.outcome, failed.call.repairs) == (failed.error.message, MAX_REPAIRS)
    assert failed.call.tokens_in == 100 * (1 + MAX_REPAIRS), "repairs are paid for"
    assert failed.alone


def test_the_same_question_of_two_threads_is_paid_once(tmp_path: Path) -> None:
    def slowly(handler: Any, body: dict[str, Any]) -> None:
        handler.server_state.closing.wait(0.05)
        says(GOOD)(handler, body)

    paid = Replay()
    with bench(tmp_path, then=slowly, recorded=paid, llm_concurrency=6) as b:
        b.sink = paid.add
        results = b.agent.answer_many([ASK] * 6)
    assert len(b.server.requests) == 1
    assert [r.call.replayed for r in results if isinstance(r, Answer)].count(False) == 1
    assert len(results) == 6


def test_a_spent_budget_ends_a_batch_and_keeps_what_was_paid(tmp_path: Path) -> None:
    budget = Budget(max_tokens=1500)
    with bench(tmp_path, budget=budget, llm_concurrency=3) as b:
        results = b.agent.answer_many([replace(ASK, rollout=n) for n in range(30)])
    answered = [r for r in results if isinstance(r, Answer)]
    spent = [r for r in results if isinstance(r, Failed)]
    assert answered
    assert {type(r.error) for r in spent} == {BudgetSpent}
    assert sum(record.outcome == "ok" for record in b.records) == len(answered) == len(b.server.requests)
    assert budget.spent.tokens == 120 * len(answered) <= 1500


def test_the_budget_stops_before_the_call(tmp_path: Path) -> None:
    with bench(tmp_path, budget=Budget(max_tokens=600)) as b:
        assert "has no room" in b.fails(BudgetSpent).message
    assert b.server.requests == []


def test_the_budget_stops_between_a_call_and_its_repair(tmp_path: Path) -> None:
    with bench(tmp_path, then=says(BAD, usage=(1500, 400)), budget=Budget(max_tokens=2500)) as b:
        b.fails(BudgetSpent)
    assert len(b.server.requests) == 1
    assert b.records[0].tokens_in + b.records[0].tokens_out == 1900 == b.budget.spent.tokens


def test_a_recorded_answer_costs_nothing_and_calls_nobody(tmp_path: Path) -> None:
    with bench(tmp_path) as b:
        paid = b.agent.answer(ASK)
        resumed = Bench(b.server, tmp_path, recorded=Replay(b.records), budget=Budget(max_tokens=1))
        free = resumed.agent.answer(ASK)
        assert len(b.server.requests) == 1
        assert free.value == paid.value
        assert free.call.replayed
        assert resumed.records == [free.call]
        assert (free.call.tokens_in, free.call.tokens_out, free.call.attempts) == (0, 0, 0)
        with pytest.raises(BudgetSpent):
            resumed.agent.answer(replace(ASK, rollout=1))


def test_a_recorded_failure_is_asked_again(tmp_path: Path) -> None:
    with bench(tmp_path, says({"ids": ["d9:9"], "tag": "t"})) as b:
        b.fails(BadAnswer)
        assert not Bench(b.server, tmp_path, recorded=Replay(b.records)).agent.answer(ASK).call.replayed


class Listed(BaseModel):
    items: list[Chosen] = Field(json_schema_extra={LEFT_OUT: True})


LISTING = Request("choose", "Retriever", INPUT, Listed, OFFERED)


def test_what_two_repairs_did_not_mend_is_left_out_where_a_list_allows_it_also_when_told_again(tmp_path: Path) -> None:
    with bench(tmp_path, then=says({"items": [GOOD, BAD]})) as b:
        answer = b.agent.answer(LISTING)
        again = Bench(b.server, tmp_path, recorded=Replay(b.records)).agent.answer(LISTING)
        assert len(b.server.requests) == 1 + MAX_REPAIRS
    assert answer.value == Listed(items=[Chosen.model_validate(GOOD)])
    assert (answer.call.outcome, answer.call.repairs) == ("ok", MAX_REPAIRS)
    (told,) = answer.left_out
    assert told.startswith("items.1: tag")
    assert (again.value, again.left_out, again.call.replayed) == (answer.value, answer.left_out, True)


def test_a_repaired_answer_leaves_nothing_out_and_a_cut_one_is_no_answer(tmp_path: Path) -> None:
    with bench(tmp_path, says({"items": [GOOD, BAD]}), says({"items": [GOOD, GOOD]})) as b:
        answer = b.agent.answer(LISTING)
    assert (len(answer.value.items), answer.left_out) == (2, ())
    with (
        bench(tmp_path, then=says({"items": [GOOD, BAD]}, finish="length")) as b,
        pytest.raises(BadAnswer, match="cut off"),
    ):
        b.agent.answer(LISTING)
