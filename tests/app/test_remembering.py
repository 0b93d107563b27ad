"""A memory built with a model behind an endpoint: calls are recorded, and a stopped build pays for none of them again."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from foam_graph.app.remembering import Plan, build, estimate
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.debate.memory import building
from foam_graph.debate.memory.held import chain_of, debates
from foam_graph.errors import CorpusError, LlmError
from foam_graph.store.ledger.verification import verify
from foam_graph.store.server.control import Endpoint
from tests.support.endpoints.memory_model import as_a_model
from tests.support.endpoints.openai_server import Server, fails, says

SHORT = """Motion: The town should close the quay to lorries.
Ada Berg (Pro): For example, Arden closed its quay in 2019. The noise there was caused by lorries.
Bo Lund (Con): It would harm the shops. According to the traders' office, six of ten would close.
"""


@pytest.fixture
def memory() -> str:
    return f"m{uuid.uuid4().hex[:10]}"


@pytest.fixture
def short(tmp_path: Path) -> Path:
    path = tmp_path / "short.txt"
    path.write_text(SHORT, encoding="utf-8")
    return path


@pytest.fixture
def server() -> Iterator[Server]:
    with Server(then=as_a_model) as running:
        yield running


def with_model(settings: Settings, endpoint: Endpoint, server: Server) -> Session:
    told = server.settings()
    own = {"openai_base_url": told.openai_base_url, "openai_api_key": told.openai_api_key, "model": told.model}
    return Session(replace(settings, **own))


def test_calls_are_recorded_and_never_paid_twice(
    settings: Settings, endpoint: Endpoint, server: Server, memory: str, short: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paid = building.annotated

    def killed_after_paying(*given: Any) -> Any:
        paid(*given)
        raise KeyboardInterrupt

    with with_model(settings, endpoint, server) as session:
        with monkeypatch.context() as patch:
            patch.setattr(building, "annotated", killed_after_paying)
            with pytest.raises(KeyboardInterrupt):
                build(session, [short], Plan(memory), "llm")
        assert len(server.requests) == 4
        done = build(session, [short], Plan(memory), "llm")
        assert len(server.requests) == 4, "what was paid is answered again"
        assert (done.annotator, len(done.finished), done.records) == ("test-model", 1, 2)
        (one,) = debates(session.store, memory)
        assert one.annotator == "test-model"
        assert len(session.store.ask("memory_calls", run=chain_of(memory))) == 4
        assert verify(session.store, chain_of(memory)).ok


def test_a_model_that_refuses_stops_the_build_and_the_next_goes_on(
    settings: Settings, endpoint: Endpoint, memory: str, short: Path
) -> None:
    with Server(then=fails(401)) as broken, with_model(settings, endpoint, broken) as session:
        with pytest.raises(LlmError):
            build(session, [short], Plan(memory), "llm")
        (half,) = debates(session.store, memory)
        assert (half.records, half.annotator) == (2, "")
        assert build(session, [short], Plan(memory)).finished == (half.id,)


def test_an_answer_of_free_text_leaves_the_utterance_without_labels(
    settings: Settings, endpoint: Endpoint, memory: str, short: Path
) -> None:
    with Server(then=says("I find it convincing.")) as chatty, with_model(settings, endpoint, chatty) as session:
        build(session, [short], Plan(memory), "llm")
        (one,) = debates(session.store, memory)
        assert one.note == "no usable answer about turn 1; no usable answer about turn 2"


def test_an_estimate_is_near_what_is_sent(
    settings: Settings, endpoint: Endpoint, server: Server, memory: str, short: Path
) -> None:
    with with_model(settings, endpoint, server) as session:
        told = estimate(session, [short], Plan(memory))
        assert (told.debates, told.utterances, told.calls) == (1, 2, 4)
        assert server.requests == []
        build(session, [short], Plan(memory), "llm")
    sent = sum(len(message["content"]) for body in server.requests for message in body["messages"]) / 4
    assert 0.8 * sent < told.prompt_tokens < 1.25 * sent


def test_a_transcript_without_sides_says_how_sides_are_written(
    settings: Settings, endpoint: Endpoint, memory: str, tmp_path: Path
) -> None:
    (tmp_path / "three.txt").write_text("Anna: Bridges help.\nBert: They cost.\nAnna: Ask.\n", encoding="utf-8")
    with Session(settings) as session, pytest.raises(CorpusError, match="no utterance of a side in it") as found:
        build(session, [tmp_path], Plan(memory))
    assert "Ann (con)" in found.value.hint


def test_nothing_that_can_be_taken_is_an_error(
    settings: Settings, endpoint: Endpoint, memory: str, tmp_path: Path
) -> None:
    (tmp_path / "empty.txt").write_bytes(b"")
    with Session(settings) as session, pytest.raises(CorpusError, match=r"no debate in .* could be taken"):
        build(session, [tmp_path], Plan(memory))
