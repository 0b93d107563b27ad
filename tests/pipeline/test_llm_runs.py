"""Runs whose agents are a model behind HTTP: what is recorded of its calls, and what a failing endpoint comes to."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from foam_graph.agents.endpoint import client
from foam_graph.app.asking import Ask, ask, begin, finish
from foam_graph.app.loading import load
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.errors import FoamError, LlmError, Refused
from foam_graph.store.server.control import Endpoint
from tests.support.chains.soundness import KEY, MODEL, assert_sound
from tests.support.endpoints.case_model import CaseAsked, CaseModel
from tests.support.endpoints.model_server import After, asked_twice
from tests.support.endpoints.openai_server import Behaviour, Server, fails, hangs, resets, sends
from tests.support.worlds.llm_world import question, write_documents, write_template

CORPUS = "library-hours"


@pytest.fixture(scope="module")
def loaded(settings: Settings, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    """A session with the documents loaded."""
    with Session(settings) as session:
        load(session, [write_documents(tmp_path_factory.mktemp("documents"))], CORPUS)
        yield session


@pytest.fixture
def wanted(tmp_path: Path) -> Ask:
    """The question, over the short template."""
    return question(CORPUS, write_template(tmp_path))


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short pauses between attempts."""
    monkeypatch.setattr(client, "_FIRST_WAIT", 0.01)


@contextmanager
def asking(loaded: Session, server: Server, **changes: Any) -> Iterator[Session]:
    """A session whose agents ask a server."""
    with server:
        values = {"openai_base_url": server.url, "openai_api_key": KEY, "model": MODEL, "llm_timeout": 60.0}
        with Session(replace(loaded.settings, **(values | changes))) as session:
            yield session


def test_every_call_of_a_good_model_is_on_record_once(loaded: Session, wanted: Ask) -> None:
    server = Server(then=CaseModel())
    with asking(loaded, server) as session:
        graph = assert_sound(session, ask(session, wanted))
    (position,) = graph.of("Position")
    assert f"the model {MODEL}" in position["statement"]
    assert asked_twice(server) == []
    calls = graph.of("ModelCall")
    assert len(calls) == len(server.requests)
    for call in calls:
        assert (call["model"], call["provider"], call["outcome"], call["attempts"]) == (MODEL, "127.0.0.1", "ok", 1)
        assert re.fullmatch("[0-9a-f]{64}", call["prompt_hash"])
        assert json.loads(call["parameters"])["max_tokens"] >= 4096
        assert call["tokens_in"] > 0
        assert call["tokens_out"] > 0
        assert call["latency_ms"] >= 0
    turns = [a for a in graph.of("Activity") if a.kind != "Call"]
    assert len({a["step"] for a in turns}) == len(turns), "one commit a step"
    for name in ("tokens_in", "tokens_out", "latency_ms"):
        assert sum(t.get(name, 0) for t in turns) == sum(c[name] for c in calls), name
    assert {h for turn in turns for h in turn.get("prompt_hashes", ())} == {call["prompt_hash"] for call in calls}


def test_one_bad_answer_among_many_fails_its_own_question_only(loaded: Session, wanted: Ask) -> None:
    def spoilt(asked: CaseAsked, answer: dict[str, Any]) -> Any:
        mine = asked.data.get("speaker", {}).get("id") == "commonwealth"
        return {"nonsense": 1} if asked.name == "CriticiseOut" and mine else answer

    server = Server(then=CaseModel(spoilt))
    with asking(loaded, server) as session:
        graph = assert_sound(session, ask(session, wanted))
    assert graph.of("Position")
    assert {critique["stance_id"] for critique in graph.of("Critique")} == {"budget_officer"}
    failed = [call for call in graph.of("ModelCall") if call["outcome"] != "ok"]
    assert {(call["task"], call["attempts"], call["repairs"]) for call in failed} == {("criticise", 3, 2)}
    assert all(call["tokens_in"] > 0 and call["tokens_out"] > 0 for call in failed)
    noted = [turn for turn in graph.of("AgentTurn") if "criticise: no answer" in turn.get("note", "")]
    assert [turn["stance_id"] for turn in noted] == ["commonwealth"]


def trouble(every: int, bad: Behaviour, good: Behaviour, lasting: int = 1) -> Behaviour:
    """The bad behaviour for some requests in a row, again and again, the good one between."""
    count = itertools.count()
    return lambda handler, body: (bad if next(count) % every < lasting else good)(handler, body)


TROUBLE: dict[str, tuple[Behaviour, int]] = {
    "too many requests": (fails(429, Retry_After="0"), 1),
    "an error for a while": (fails(503, "overloaded"), 4),
    "a broken connection": (resets, 2),
    "no completion": (sends(b"<html>gateway</html>", 200, "text/html"), 2),
}


@pytest.mark.parametrize("name", TROUBLE)
@pytest.mark.usefixtures("quick")
def test_passing_trouble_is_waited_out(name: str, loaded: Session, wanted: Ask) -> None:
    bad, lasting = TROUBLE[name]
    server = Server(then=trouble(7, bad, CaseModel(), lasting))
    # One call at a time, so that all of the trouble meets the same one.
    with asking(loaded, server, llm_concurrency=1) as session:
        graph = assert_sound(session, ask(session, wanted))
    assert graph.of("Position")
    calls = graph.of("ModelCall")
    assert sum(call["attempts"] for call in calls) == len(server.requests)
    assert max(call["attempts"] for call in calls) == lasting + 1
    assert {call["outcome"] for call in calls} == {"ok"}


@pytest.mark.usefixtures("quick")
def test_a_slow_answer_is_asked_for_again(loaded: Session, wanted: Ask) -> None:
    with asking(loaded, Server(hangs, then=CaseModel()), llm_timeout=2.0) as session:
        graph = assert_sound(session, ask(session, wanted))
    assert graph.of("Position")
    assert graph.of("ModelCall")[0]["attempts"] == 2


LASTING: dict[str, tuple[Behaviour, str]] = {
    "server errors": (fails(500, "no"), "HTTP 500"),
    "silence": (hangs, "no complete response within 2 s"),
    "a refused key": (fails(401, "bad key"), "does not accept the API key"),
    "a spent quota": (fails(429, code="insufficient_quota"), "quota"),
}


@pytest.mark.parametrize("name", LASTING)
@pytest.mark.usefixtures("quick")
def test_lasting_trouble_ends_in_an_error_that_can_be_resumed(name: str, loaded: Session, wanted: Ask) -> None:
    bad, said = LASTING[name]
    first = After(4, CaseModel(), bad)
    with asking(loaded, Server(then=first), llm_timeout=2.0 if bad is hangs else 60.0) as session:
        limit = session.settings.llm_concurrency
        with pytest.raises(LlmError, match=said) as caught:
            ask(session, wanted)
        run = caught.value.run
        assert caught.value.hint.endswith(f"foam resume {run}")
        assert caught.value.as_json()["run"] == run
        before = assert_sound(session, run)
    assert not before.of("Position")
    paid = [call for call in before.of("ModelCall") if call["outcome"] == "ok"]
    failed = [call for call in before.of("ModelCall") if call["outcome"] != "ok"]
    assert len(paid) == 4
    assert 1 <= len(failed) <= limit, "those in flight end, and no other is begun"
    assert all(said in call["outcome"] for call in failed)
    server = Server(then=CaseModel())
    with asking(loaded, server) as session:
        finish(session, run)
        assert assert_sound(session, run).of("Position")
    answered = {json.dumps(body, sort_keys=True) for body in first.answered}
    assert not answered & {json.dumps(body, sort_keys=True) for body in server.requests}, "none is paid for twice"


@pytest.mark.parametrize("bad", [fails(401), fails(403)])
def test_every_error_of_a_begun_run_names_it(bad: Behaviour, loaded: Session, wanted: Ask) -> None:
    with asking(loaded, Server(then=bad)) as session:
        run = begin(session, wanted)
        with pytest.raises(Refused) as caught:
            finish(session, run)
    assert caught.value.run == run
    assert caught.value.hint.endswith(f"foam resume {run}")


@pytest.mark.parametrize("change", [{"openai_base_url": "gopher://x"}, {"openai_base_url": "", "openai_api_key": ""}])
def test_settings_that_cannot_ask_write_nothing(change: dict[str, str], loaded: Session, wanted: Ask) -> None:
    with asking(loaded, Server(), **change) as session:
        before = session.store.traffic.snapshot()
        with pytest.raises(FoamError) as caught:
            begin(session, wanted)
        assert session.store.traffic.since(before).writes == 0
    assert not caught.value.run
