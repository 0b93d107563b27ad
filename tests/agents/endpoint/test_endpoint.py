from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from foam_graph.agents.endpoint.budget import Budget
from foam_graph.agents.endpoint.client import MAX_ATTEMPTS, MAX_WAIT, OpenAIAgent
from foam_graph.agents.endpoint.endpoint import MAX_BODY_BYTES
from foam_graph.agents.protocol import Failed
from foam_graph.config import Settings
from foam_graph.errors import BadAnswer, LlmError, Refused, UsageError
from tests.support.endpoints.client_bench import ASK, GOOD, KEY, Bench, bench
from tests.support.endpoints.openai_server import completion, drips, fails, hangs, resets, says, sends


@pytest.mark.parametrize(
    "broken",
    [
        sends(b""),
        sends(b"<html>Bad gateway</html>", content_type="text/html"),
        sends(b"\xff\xfe\x00"),
        sends(b"[]"),
        sends(b"null"),
        sends(b'{"choices": []}'),
        sends(b'{"choices": null}'),
        sends(b'{"choices": [{"message": null}]}'),
        sends(b'{"error": {"message": "overloaded"}}'),
        sends(json.dumps(completion(GOOD)).encode()[:-40]),
        sends(b"[" * 100_000),
        fails(500),
        fails(503),
        fails(408),
        resets,
    ],
)
def test_broken_responses_are_tried_again_then_given_up(tmp_path: Path, broken: Any) -> None:
    with bench(tmp_path, broken, broken) as b:
        answer = b.agent.answer(ASK)
        assert (answer.call.attempts, answer.call.repairs) == (3, 0)
        assert 0.5 <= b.waits[0] <= 1.0 <= b.waits[1] <= 2.0
    with bench(tmp_path, then=broken) as b:
        assert "5 attempts" in b.fails(LlmError).message
        assert len(b.server.requests) == MAX_ATTEMPTS == len(b.waits) + 1


@pytest.mark.parametrize("slow", [hangs, drips])
def test_slow_responses_end_at_the_timeout(tmp_path: Path, slow: Any) -> None:
    with bench(tmp_path, slow, llm_timeout=1.0) as b:
        answer = b.agent.answer(ASK)
    assert answer.call.attempts == 2
    assert answer.call.parameters["usage"] == "estimated"
    assert answer.call.tokens_in > 100, "the attempt that timed out may have been billed"


def test_a_wrong_content_type_does_not_matter(tmp_path: Path) -> None:
    right = json.dumps(completion(GOOD)).encode()
    with bench(tmp_path, sends(right, content_type="text/html"), sends(right, content_type="")) as b:
        assert [b.agent.answer(ASK).call.attempts for _ in range(2)] == [1, 1]


@pytest.mark.parametrize(
    ("header", "wait"), [("7", 7.0), ("0", 0.0), ("3600", MAX_WAIT), ("inf", MAX_WAIT), ("-5", 0.0)]
)
def test_retry_after_is_honoured_up_to_half_a_minute(tmp_path: Path, header: str, wait: float) -> None:
    with bench(tmp_path, fails(429, Retry_After=header)) as b:
        assert b.agent.answer(ASK).call.attempts == 2
    assert b.waits == [wait]


@pytest.mark.parametrize("header", ["soon", "Wed, 99 Foo 2020 00:00:00 GMT", "nan"])
def test_an_unreadable_retry_after_is_no_reason_to_wait_longer(tmp_path: Path, header: str) -> None:
    with bench(tmp_path, fails(429, Retry_After=header)) as b:
        b.agent.answer(ASK)
    assert 0 <= b.waits[0] <= 1.0


def test_a_retry_after_in_the_past_means_now(tmp_path: Path) -> None:
    with bench(tmp_path, fails(503, Retry_After="Wed, 21 Oct 2015 07:28:00 GMT")) as b:
        b.agent.answer(ASK)
    assert b.waits == [0.0]


@pytest.mark.parametrize(
    "refusal",
    [
        fails(401, f"Incorrect API key provided: {KEY}"),
        fails(403, f"key {KEY} may not"),
        fails(404, "no such model"),
        fails(429, "You exceeded your current quota", code="insufficient_quota"),
        fails(400, f"maximum context length is 10 tokens, not with {KEY}", code="context_length_exceeded"),
        sends(b"", 302, Location="http://127.0.0.1:1/"),
        sends(f"teapot {KEY}".encode(), 418, "text/plain"),
    ],
)
def test_refusals_are_final_and_never_show_the_key(tmp_path: Path, refusal: Any) -> None:
    with bench(tmp_path, then=refusal) as b:
        error = b.fails(Refused)
    assert len(b.server.requests) == 1
    assert error.hint
    assert KEY not in f"{error!r} {error.as_json()} {b.records} {error.__context__!r}"


def test_a_wrong_key_is_not_tried_again(tmp_path: Path) -> None:
    with bench(tmp_path, then=fails(401)) as b:
        results = b.agent.answer_many([replace(ASK, rollout=n) for n in range(20)])
    assert all(isinstance(result, Failed) and isinstance(result.error, Refused) for result in results)
    assert len(b.server.requests) <= b.server.settings().llm_concurrency
    asked = [result.call for result in results if isinstance(result, Failed) and result.call]
    assert 1 <= len(asked) == len(b.records) <= b.server.settings().llm_concurrency, "the others were not begun"


@pytest.mark.parametrize("packed", [False, True])
def test_a_huge_answer_is_not_read_and_not_asked_for_again(tmp_path: Path, packed: bool) -> None:
    raw = json.dumps(completion({"ids": [], "tag": "x" * 10_000_000})).encode()
    huge = sends(gzip.compress(raw), Content_Encoding="gzip") if packed else sends(raw)
    with bench(tmp_path, then=huge) as b:
        assert f"{MAX_BODY_BYTES:,}" in b.fails(BadAnswer).message
    assert len(b.server.requests) == 1
    assert b.records[0].response == ""
    assert b.records[0].tokens_out == 500


def test_a_huge_error_body_is_only_a_setback(tmp_path: Path) -> None:
    with bench(tmp_path, sends(b"x" * 10_000_000, 500)) as b:
        assert b.agent.answer(ASK).call.attempts == 2


@pytest.mark.parametrize(
    "content",
    ["<think>secret plan</think>" + json.dumps(GOOD), " <thinking>secret\nplan</thinking>\n" + json.dumps(GOOD)],
)
def test_hidden_reasoning_is_never_kept(tmp_path: Path, content: str) -> None:
    with bench(tmp_path, says(content, reasoning_content="secret plan", reasoning="secret plan")) as b:
        answer = b.agent.answer(ASK)
    assert answer.value.ids == ["d1:1"]
    assert "secret" not in repr(b.records)


def test_content_in_parts_is_joined_without_the_hidden_ones(tmp_path: Path) -> None:
    parts = [{"type": "thinking", "text": "secret"}, {"type": "text", "text": json.dumps(GOOD)}, 7]
    body = completion("")
    body["choices"][0]["message"]["content"] = parts
    with bench(tmp_path, sends(json.dumps(body).encode())) as b:
        assert b.agent.answer(ASK).value.tag == GOOD["tag"]


@pytest.mark.parametrize("usage", [None, {}, [], "many", (-5, 1), {"prompt_tokens": "9"}, (10**12, 1), (0, 0)])
def test_usage_that_cannot_be_believed_is_estimated_and_said_so(tmp_path: Path, usage: object) -> None:
    with bench(tmp_path, says(GOOD, usage=usage)) as b:
        call = b.agent.answer(ASK).call
    assert call.parameters["usage"] == "estimated"
    sent = json.dumps([b.server.requests[0]["messages"], b.server.requests[0]["response_format"]], ensure_ascii=False)
    assert call.tokens_in == -(-len(sent) // 4)
    assert call.tokens_out == -(-len(json.dumps(GOOD)) // 4)
    assert b.budget.spent.tokens == call.tokens_in + call.tokens_out


@pytest.mark.parametrize("url", ["localhost:8000", "ftp://x/v1", "http://", "http://[", "file:///etc", "http://h:0"])
def test_base_urls_that_cannot_be_called_are_refused(url: str) -> None:
    with pytest.raises(UsageError):
        OpenAIAgent(Settings(home=Path(), openai_base_url=url), Budget())


@pytest.mark.parametrize("settings", [{}, {"openai_api_key": "sk-1\nX-Evil: 1"}, {"openai_api_key": "sk-é12345678"}])
def test_keys_that_cannot_be_used_are_refused_without_showing_them(settings: dict[str, str]) -> None:
    with pytest.raises(Refused) as refused:
        OpenAIAgent(Settings(home=Path(), **settings), Budget())  # type: ignore[arg-type]
    assert "sk-" not in repr(refused.value.as_json())


@pytest.mark.parametrize("timeout", [0.0, -1.0, float("inf"), float("nan")])
def test_a_timeout_must_end(timeout: float) -> None:
    settings = Settings(home=Path(), openai_base_url="http://127.0.0.1:1/v1", llm_timeout=timeout)
    with pytest.raises(UsageError):
        OpenAIAgent(settings, Budget())


def test_nobody_listening_is_said_with_the_host(tmp_path: Path) -> None:
    with bench(tmp_path) as b:
        pass
    gone = Bench(b.server, tmp_path)
    assert "127.0.0.1 failed" in gone.fails(LlmError).message
    assert gone.budget.spent.tokens == 0
