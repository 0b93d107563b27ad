from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.agents.endpoint.replay import Replay, prompt_hash
from foam_graph.agents.protocol import CallRecord

RECORD = CallRecord("argue", "model", "host", "hash", rollout=1, response='{"a": 1}')
PARTS: dict[str, Any] = {
    "messages": [{"role": "user", "content": "x"}],
    "schema": {"type": "object"},
    "model": "m",
    "parameters": {"seed": 1},
}


def test_an_answer_is_found_by_hash_and_rollout_only() -> None:
    replay = Replay([RECORD])
    assert replay.get("hash", 1) is RECORD
    assert replay.get("hash", 0) is None
    assert replay.get("other", 1) is None


def test_failures_and_empty_responses_are_no_answers() -> None:
    replay = Replay([replace(RECORD, outcome="no answer in 5 attempts"), replace(RECORD, rollout=2, response="")])
    assert len(replay) == 0


def test_the_first_answer_stays() -> None:
    later = replace(RECORD, response='{"a": 2}')
    failed = replace(RECORD, outcome="bad")
    assert Replay([failed, RECORD, later]).get("hash", 1) is RECORD


@pytest.mark.parametrize(
    "change",
    [
        {"messages": [{"role": "user", "content": "y"}]},
        {"messages": [{"role": "system", "content": "x"}]},
        {"schema": {"type": "array"}},
        {"model": "n"},
        {"parameters": {"seed": 2}},
    ],
)
def test_the_hash_is_of_everything_that_shapes_the_answer(change: dict[str, Any]) -> None:
    assert prompt_hash(**PARTS) != prompt_hash(**(PARTS | change))


def test_the_hash_does_not_depend_on_the_order_of_keys() -> None:
    turned = {"messages": [{"content": "x", "role": "user"}]}
    assert prompt_hash(**(PARTS | turned)) == prompt_hash(**PARTS)


@given(st.text())
def test_any_text_can_be_hashed(text: str) -> None:
    assert len(prompt_hash(**(PARTS | {"model": text}))) == 64


def test_a_lone_surrogate_can_be_hashed() -> None:
    assert prompt_hash(**(PARTS | {"model": "\ud800"})) != prompt_hash(**(PARTS | {"model": "\ud801"}))
