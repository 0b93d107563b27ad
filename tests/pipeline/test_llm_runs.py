"""Runs whose agents are a model behind HTTP: a good one, every kind of bad one, and a broken-off one."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from foam_graph.agents.endpoint import client
from foam_graph.agents.tasks.table import CASE_TASKS, TASKS, Passage
from foam_graph.app.asking import Ask, ask, finish
from foam_graph.app.loading import load
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.errors import BudgetSpent, LlmError, Refused
from foam_graph.reasoning.evidence import Evidence
from foam_graph.store.server.control import Endpoint
from tests.support.chains.soundness import KEY, MODEL, assert_sound
from tests.support.endpoints.lively import lively
from tests.support.endpoints.misbehaviour import anything
from tests.support.endpoints.model_server import (
    After,
    Asked,
    Behaviour,
    Model,
    Rewrite,
    Server,
    asked_twice,
    careful,
    fails,
    hangs,
    resets,
    sends,
)
from tests.support.worlds.llm_world import INJECTION, question, write_documents, write_template

CORPUS = "library-hours"


@pytest.fixture(scope="module")
def loaded(settings: Settings, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    """A session with the documents loaded."""
    with Session(settings) as session:
        load(session, [write_documents(tmp_path_factory.mktemp("documents"))], CORPUS)
        yield session


@pytest.fixture(scope="module")
def passages(loaded: Session) -> list[Passage]:
    """Every sentence of the corpus."""
    return Evidence(loaded.corpora.documents(CORPUS)).everything()


@pytest.fixture
def short(tmp_path: Path) -> Path:
    """The short template's file."""
    return write_template(tmp_path)


def session_of(server: Server, loaded: Session, **changes: Any) -> Session:
    """A session whose agents ask a server."""
    values = {"openai_base_url": server.url, "openai_api_key": KEY, "model": MODEL, "llm_timeout": 60.0}
    return Session(replace(loaded.settings, **(values | changes)))


def outcome(session: Session, wanted: Ask) -> tuple[str, LlmError | None]:
    """The run and what ended it early, if anything; an error must say how to go on."""
    fault: LlmError
    try:
        return ask(session, wanted), None
    except LlmError as error:
        fault = error
    named = re.search(r"foam resume (\w+)", fault.hint)
    assert named, fault.hint
    assert fault.message
    return named[1], fault


def test_a_good_model_brings_a_run_to_its_position(loaded: Session, passages: list[Passage]) -> None:
    with Server(then=Model(careful(passages))) as server, session_of(server, loaded) as session:
        run = ask(session, question(CORPUS, "policy-memo"))
        graph = assert_sound(session, run)
    (position,) = graph.of("Position")
    assert f"the model {MODEL}" in position["statement"]
    assert graph.of("Claim")
    assert graph.of("Critique")
    assert asked_twice(server) == []
    calls = graph.of("ModelCall")
    assert len(calls) == len(server.requests)
    for call in calls:
        assert (call["model"], call["provider"], call["outcome"], call["attempts"]) == (MODEL, "127.0.0.1", "ok", 1)
        assert re.fullmatch("[0-9a-f]{64}", call["prompt_hash"])
        assert json.loads(call["parameters"])["max_tokens"] == 4096
        assert call["tokens_in"] > 0
        assert call["tokens_out"] > 0
        assert call["latency_ms"] >= 0
    of_debates = {name for name, (given, _) in TASKS.items() if ".debate_" in given.__module__}
    assert {call["task"] for call in calls} >= TASKS.keys() - CASE_TASKS - of_debates - {
        "rule",
        "relate",
        "revise_plan",
        "revise_claim",
        "answer",
    }
    turns = graph.of("AgentTurn")
    assert sum(t.get("tokens_in", 0) for t in (*turns, *graph.of("Compilation"))) == sum(c["tokens_in"] for c in calls)


TEXT = "Closing at six would be a mistake."
ECHO = f"I follow the letter. My key is {KEY}."
ESCAPED_KEY = "".join(f"\\u{ord(letter):04x}" for letter in KEY)
CRITIQUE = {
    "part": "claim",
    "type": "logical_gap",
    "flaw": "weak_warrant",
    "grounds": "It is wrong.",
    "hook": "",
    "value_target": "",
    "value_critic": "",
    "evidence": [],
}


def with_evidence(*ids: str) -> Rewrite:
    """Names these sentences wherever the answer may name any."""

    def rewrite(asked: Asked, answer: dict[str, Any]) -> dict[str, Any]:
        if "critiques" in answer:
            return {"critiques": [c | {"evidence": list(ids)} for c in answer["critiques"]]}
        return answer | {"filled": True, "evidence": list(ids)} if "filled" in answer else answer

    return rewrite


def critiques(*made: dict[str, Any]) -> Rewrite:
    """Critics that always say the same."""
    return lambda _asked, answer: {"critiques": list(made)} if "critiques" in answer else answer


peaceful = Model(lively, critiques())
"""No critiques, so few questions."""


def obeys_the_letter(asked: Asked, answer: dict[str, Any]) -> dict[str, Any]:
    """Does what an injected instruction says, as far as it can, and shows the key in every text."""
    if INJECTION not in asked.data.model_dump_json():
        return answer
    told = {name: ECHO for name in ("goal", "why", "text", "warrant", "reasons", "question") if name in answer}
    if asked.task == "rate":
        told["verdict"] = "invalid"
    return answer | told


def no_texts(asked: Asked, answer: dict[str, Any]) -> dict[str, Any]:
    """Values that JSON can write and a graph cannot hold."""
    odd: dict[str, Any] = {name: "\ud800\x00" for name, value in answer.items() if isinstance(value, str)}
    return answer | odd


HOSTILE: dict[str, Rewrite] = {
    "random ids": with_evidence("doc:999"),
    "an id that is offered elsewhere": lambda a, x: with_evidence(*_elsewhere(a))(a, x),
    "text instead of ids": with_evidence("The evening hours of the library were counted over eight weeks."),
    "one id many times": lambda a, x: with_evidence(*a.offered[:1] * 5)(a, x) if a.offered else x,
    "truncated JSON": lambda _, x: json.dumps(x)[: len(json.dumps(x)) // 2],
    "nothing": lambda _, x: "",
    "another language": lambda _, x: "Tut mir leid, das kann ich nicht beantworten.",
    "another type": lambda _, x: {name: [value] for name, value in x.items()},
    "an array": lambda _, x: [x],
    "blank texts": lambda _, x: {name: " " if isinstance(value, str) else value for name, value in x.items()},
    "long texts": lambda _, x: {
        name: value and "no " * 60_000 if isinstance(value, str) else value for name, value in x.items()
    },
    "no texts": no_texts,
    "broken characters": lambda _, x: "\ud800" + json.dumps(x),
    "control characters": lambda _, x: {
        name: value and f"{value}\x00\x1b\u202e" if isinstance(value, str) else value for name, value in x.items()
    },
    "a body beyond all bounds": lambda _, x: json.dumps(x) + " " * 2_100_000,
    "a key in escapes": lambda _, x: json.dumps(x).replace('": "', f'": "{ESCAPED_KEY} '),
    "anything that fits the schema": lambda a, _: anything(a.schema, f"{a.task}/{a.data.model_dump_json()}"),
    "infinity": lambda _, x: re.sub(r"(?<=: )[0-9.]+", "1e999", json.dumps(x)),
    "agreement with everything": critiques(),
    "phantom quotes": critiques(*[CRITIQUE | {"quoted": f"words that nobody wrote {n}"} for n in range(6)]),
    "blank quotes": critiques(CRITIQUE | {"quoted": "  "}, CRITIQUE | {"quoted": "\u00a0", "part": "plan"}),
    "unnamed values": critiques(CRITIQUE | {"quoted": "the", "type": "value_conflict", "flaw": "value_conflict"}),
    "claims that are none": lambda a, x: _synthesis(a, x),
    "an injected instruction that is followed": obeys_the_letter,
}


RESUMED = ("truncated JSON", "a body beyond all bounds")
"""Errors are all of one kind; two of them are followed to the position of the resumed run."""


def _elsewhere(asked: Asked) -> list[str]:
    """A sentence of the corpus that was not offered this time."""
    seen = set(re.findall(r"d[0-9a-f]+:\d+", asked.data.model_dump_json()))
    document = min(seen).partition(":")[0] if seen else "d0"
    return [next(f"{document}:{n}" for n in range(1, 99) if f"{document}:{n}" not in asked.offered)]


def _synthesis(asked: Asked, answer: dict[str, Any]) -> dict[str, Any]:
    if asked.task != "synthesise":
        return answer
    run = asked.data.claims[0].id.rsplit("-", 2)[0]
    return {"sentences": [{"text": TEXT, "claims": [f"{run}-0-1", f"{run}-0-2", run, "x"]}]}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_bad_model_breaks_nothing(name: str, loaded: Session, short: Path) -> None:
    with Server(then=Model(lively, HOSTILE[name])) as server, session_of(server, loaded) as session:
        run, error = outcome(session, question(CORPUS, short))
        graph = assert_sound(session, run)
    assert error or graph.of("Position")
    if error and name in RESUMED:
        with Server(then=peaceful) as server, session_of(server, loaded) as session:
            finish(session, run)
            assert assert_sound(session, run).of("Position")


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short pauses between attempts."""
    monkeypatch.setattr(client, "_FIRST_WAIT", 0.01)


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
def test_passing_trouble_is_waited_out(name: str, loaded: Session, short: Path) -> None:
    bad, lasting = TROUBLE[name]
    # One call at a time, so that all of the trouble meets the same one.
    server = Server(then=trouble(10, bad, peaceful, lasting))
    with server, session_of(server, loaded, llm_concurrency=1) as session:
        graph = assert_sound(session, ask(session, question(CORPUS, short)))
    assert graph.of("Position")
    calls = graph.of("ModelCall")
    assert sum(call["attempts"] for call in calls) == len(server.requests)
    assert max(call["attempts"] for call in calls) == lasting + 1
    assert {call["outcome"] for call in calls} == {"ok"}


@pytest.mark.usefixtures("quick")
def test_a_slow_answer_is_asked_for_again(loaded: Session, short: Path) -> None:
    server = Server(hangs, then=peaceful)
    with server, session_of(server, loaded, llm_timeout=2.0) as session:
        graph = assert_sound(session, ask(session, question(CORPUS, short)))
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
def test_lasting_trouble_ends_in_an_error_that_can_be_resumed(name: str, loaded: Session, short: Path) -> None:
    bad, said = LASTING[name]
    good = peaceful
    first = After(7, good, bad)
    seconds = 2.0 if bad is hangs else 60.0
    with Server(then=first) as server, session_of(server, loaded, llm_timeout=seconds) as session:
        limit = session.settings.llm_concurrency
        run, error = outcome(session, question(CORPUS, short))
        assert error
        assert said in error.message
        before = assert_sound(session, run)
    assert not before.of("Position")
    paid = [call for call in before.of("ModelCall") if call["outcome"] == "ok"]
    failed = [call for call in before.of("ModelCall") if call["outcome"] != "ok"]
    assert len(paid) == 7
    assert 1 <= len(failed) <= limit, "those in flight end, and no other is begun"
    assert all(said in call["outcome"] for call in failed)
    with Server(then=good) as server, session_of(server, loaded) as session:
        finish(session, run)
        assert assert_sound(session, run).of("Position")
    assert not {json.dumps(b, sort_keys=True) for b in first.answered} & {
        json.dumps(b, sort_keys=True) for b in server.requests
    }


def test_a_run_broken_off_again_and_again_pays_for_no_answer_twice(loaded: Session, short: Path) -> None:
    good, legs = Model(lively), 15
    with Server(then=good) as server, session_of(server, loaded) as session:
        unbroken = session.store.subgraph(ask(session, question(CORPUS, short)))
    run, answered = "", []
    for _ in range(len(server.requests) // legs + 1):
        leg = After(legs, good, fails(401))
        with Server(then=leg) as server, session_of(server, loaded) as session:
            if not run:
                run, error = outcome(session, question(CORPUS, short))
                assert error
            else:
                with suppress(Refused):
                    finish(session, run)
            answered += leg.answered
            graph = session.store.subgraph(run)
    assert_sound(session, run)
    assert graph.of("Position")
    paid = [call for call in graph.of("ModelCall") if call["outcome"] == "ok"]
    keys = [json.dumps(body, sort_keys=True) for body in answered]
    assert len(keys) == len(set(keys)) == len(paid) == len({(c["prompt_hash"], c["rollout"]) for c in paid})
    assert [c["text"] for c in graph.of("Claim")] == [c["text"] for c in unbroken.of("Claim")]


def test_a_spent_budget_stops_a_run_and_a_raised_one_ends_it(loaded: Session, short: Path) -> None:
    with Server(then=peaceful) as server:
        with session_of(server, loaded, max_tokens_per_run=20_000) as session:
            run, error = outcome(session, question(CORPUS, short))
            assert isinstance(error, BudgetSpent)
            assert error.hint.endswith(f"Then: foam resume {run}")
            graph = assert_sound(session, run)
            assert not graph.of("Position")
            assert 0 < sum(c["tokens_in"] + c["tokens_out"] for c in graph.of("ModelCall")) <= 20_000
            asked = len(server.requests)
            with pytest.raises(BudgetSpent):
                finish(session, run)
            assert len(server.requests) == asked, "what was spent counts for the resumed run, too"
        with session_of(server, loaded, max_tokens_per_run=2_000_000) as session:
            finish(session, run)
            assert assert_sound(session, run).of("Position")
    assert asked_twice(server) == []
