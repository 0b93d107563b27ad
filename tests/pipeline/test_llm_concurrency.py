"""Model calls at the same time: as many as allowed, with the result of a run that asks one after the other."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from foam_graph.app.asking import ask, begin, finish
from foam_graph.app.loading import load
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.errors import BudgetSpent, FoamError, Refused
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.store.server.control import Endpoint
from tests.support.chains.soundness import KEY, MODEL, assert_sound
from tests.support.endpoints.lively import lively
from tests.support.endpoints.model_server import Asked, Behaviour, Handler, Model, Server, asked_twice, fails, slowly
from tests.support.worlds.llm_world import question, write_documents, write_template

CORPUS = "library-at-once"


@pytest.fixture(scope="module")
def loaded(settings: Settings, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    with Session(settings) as session:
        load(session, [write_documents(tmp_path_factory.mktemp("documents"))], CORPUS)
        yield session


@pytest.fixture
def short(tmp_path: Path) -> Path:
    return write_template(tmp_path)


def session_of(server: Server, loaded: Session, **changes: Any) -> Session:
    values = {"openai_base_url": server.url, "openai_api_key": KEY, "model": MODEL, "llm_timeout": 60.0}
    return Session(replace(loaded.settings, **(values | changes)))


def asked(server: Server, run: str) -> Counter[str]:
    """All requests, the ids of the run's nodes and the hash around what holds them left out."""
    texts = (re.sub(rf"{run}-\d+-\d+", "ID", json.dumps(body, sort_keys=True)) for body in server.requests)
    return Counter(re.sub(r"data [0-9a-f]{32}", "data HASH", text) for text in texts)


def made(graph: Subgraph, run: str) -> dict[str, Any]:
    """What a run came to: its steps in order, and everything that was said, rated and labelled, ids left out."""

    def words(node: Node) -> str:
        text = str(node.get("text") or node.get("grounds") or node.get("goal") or node.get("reasons"))
        return re.sub(rf"{run}-\d+-\d+", "ID", text)

    steps = [a["step"] for a in graph.of("Activity") if a.kind != "Call"]
    kinds = ("Plan", "Candidate", "Claim", "Critique", "Reply", "Evaluation", "Synthesis")
    said = {kind: [(words(n), n.get("stance_id")) for n in graph.of(kind)] for kind in kinds}
    labels = sorted((n["class"], n["condition"]) for n in graph.of("Standing"))
    return {"steps": steps, "labels": labels, **said}


def test_a_run_asks_at_once_what_another_asks_in_turn(loaded: Session, short: Path) -> None:
    found: dict[int, tuple[Counter[str], dict[str, Any]]] = {}
    for limit in (1, 3):
        with (
            Server(then=slowly(0.02, Model(lively))) as server,
            session_of(server, loaded, llm_concurrency=limit) as session,
        ):
            run = ask(session, question(CORPUS, short))
            graph = assert_sound(session, run)
        assert asked_twice(server) == []
        assert server.most_in_flight == limit
        assert len(graph.of("ModelCall")) == len(server.requests)
        found[limit] = asked(server, run), made(graph, run)
    assert list((found[1][0] - found[3][0]).elements()) == list((found[3][0] - found[1][0]).elements()) == []
    assert found[1][1] == found[3][1]
    steps = found[3][1]["steps"]
    assert len(steps) == len(set(steps)), "one commit a step"


def spoiling(*leaves: str) -> Model:
    """Answers well, except about these slots: there it names a field that the schema does not have."""

    def rewrite(asked: Asked, answer: dict[str, Any]) -> Any:
        slot = getattr(asked.data, "slot", None)
        return {"nonsense": 1} if slot is not None and slot.leaf in leaves else answer

    return Model(lively, rewrite)


def test_one_bad_answer_among_many_fails_its_own_question_only(loaded: Session, short: Path) -> None:
    with Server(then=slowly(0.02, spoiling("problem-cause"))) as server, session_of(server, loaded) as session:
        run = ask(session, question(CORPUS, short))
        graph = assert_sound(session, run)
    assert server.most_in_flight > 1
    assert graph.of("Position")
    assert "problem-cause" not in {claim["leaf"] for claim in graph.of("Claim")}
    assert "problem-situation" in {claim["leaf"] for claim in graph.of("Claim")}
    failed = [call for call in graph.of("ModelCall") if call["outcome"] != "ok"]
    assert failed
    assert {(call["task"], call["attempts"], call["repairs"]) for call in failed} == {("fill_slot", 3, 2)}
    assert all(call["tokens_in"] > 0 and call["tokens_out"] > 0 for call in failed)
    turns = [a for a in graph.of("Activity") if a.kind != "Call"]
    for name in ("tokens_in", "tokens_out", "latency_ms"):
        assert sum(t.get(name, 0) for t in turns) == sum(c[name] for c in graph.of("ModelCall")), name
    hashes = {h for turn in turns for h in turn.get("prompt_hashes", ())}
    assert hashes == {call["prompt_hash"] for call in graph.of("ModelCall")}
    noted = [turn for turn in turns if "fill_slot: no answer" in turn.get("note", "")]
    assert {turn["stance_id"] for turn in noted} == {"commonwealth", "budget_officer"}


def test_a_budget_spent_in_the_middle_of_a_batch_loses_no_answer(loaded: Session, short: Path) -> None:
    limit, stops = 40_000, 0
    with Server(then=slowly(0.02, spoiling("problem-cause"))) as server:
        with session_of(server, loaded) as session:
            run = begin(session, question(CORPUS, short))
        while stops < 40 and stopped(server, loaded, run, limit):
            stops += 1
            limit += 30_000
        graph = assert_sound(loaded, run)
    assert 1 < stops < 40
    assert graph.of("Position")
    ok = [call for call in graph.of("ModelCall") if call["outcome"] == "ok"]
    assert len(ok) == len({(call["prompt_hash"], call["rollout"]) for call in ok}), "no answer was paid twice"


def stopped(server: Server, loaded: Session, run: str, limit: int) -> bool:
    """Goes on with a run until it is finished or its budget is spent; every call must be in the graph."""
    error: BudgetSpent | None = None
    with session_of(server, loaded, max_tokens_per_run=limit) as session:
        try:
            finish(session, run)
        except BudgetSpent as spent:
            error = spent
    graph = assert_sound(loaded, run)
    calls = graph.of("ModelCall")
    assert sum(call["tokens_in"] + call["tokens_out"] for call in calls) <= limit
    assert sum(call["attempts"] for call in calls) == len(server.requests), "failed ones are recorded, too"
    assert error is None or error.run == run
    assert bool(error) != bool(graph.of("Position"))
    return error is not None


def by_seed(handler: Handler, body: dict[str, Any]) -> None:
    """A critic that finds something else each time it is sampled, and evaluators that do not agree."""

    def rewrite(asked: Asked, answer: dict[str, Any]) -> Any:
        if "critiques" in answer:
            return answer | {"critiques": answer["critiques"][: 1 + body["seed"] % 3]}
        if asked.task == "rate" and asked.input.what == "critique":
            return answer | {"verdict": ("valid", "invalid", "valid")[body["seed"] % 3], "recommendation": "none"}
        return answer

    Model(lively, rewrite)(handler, body)


def test_candidates_of_critics_and_evaluators_are_kept_and_one_goes_on(loaded: Session, short: Path) -> None:
    wanted = question(CORPUS, short)
    wanted = replace(wanted, limits=replace(wanted.limits, best_of_critics=3, best_of_evaluators=3))
    with Server(then=by_seed) as server, session_of(server, loaded) as session:
        graph = assert_sound(session, ask(session, wanted))
    assert graph.of("Position")
    attempts = graph.of("Attempt")
    assert {a["task"] for a in attempts} == {"critique_plan", "critique_claim", "rate"}
    groups: dict[tuple[str, str, str], list[Any]] = {}
    for attempt in attempts:
        (target,) = graph.out(attempt.id, "AIMS_AT")
        groups.setdefault((attempt.activity, attempt["task"], target.id), []).append(attempt)
        assert 0 <= attempt["score"] <= 10
        assert json.loads(attempt["rubrics"])
    assert all(sum(a["chosen"] for a in group) == 1 for group in groups.values())
    assert any(len(group) > 1 for group in groups.values())
    for (activity, task, target), group in groups.items():
        best = next(a for a in group if a["chosen"])
        assert (best["times"], best["score"]) == max((a["times"], a["score"]) for a in group)
        if task == "rate":
            (rating,) = [e for e in graph.into(target, "RATES") if e.activity == activity]
            assert rating["verdict"] == json.loads(best["draft"])["verdict"]
    chosen = {c["grounds"] for a in attempts if a["chosen"] and a["task"] != "rate" for c in json.loads(a["draft"])["critiques"]}  # fmt: skip
    raised = {c["grounds"] for c in graph.of("Critique") if c["flaw"] != "conceded"}
    assert raised <= chosen
    labelled = {edge.end for edge in graph.edges if edge.type in ("LABELS", "EXPLAINS", "LISTS")}
    assert not labelled & {a.id for a in attempts}, "sublation does not see candidates"


@pytest.mark.parametrize("bad", [fails(401), fails(403)])
def test_every_error_of_a_begun_run_names_it(bad: Behaviour, loaded: Session, short: Path) -> None:
    with Server(then=bad) as server, session_of(server, loaded) as session:
        run = begin(session, question(CORPUS, short))
        with pytest.raises(Refused) as caught:
            finish(session, run)
    assert caught.value.run == run
    assert caught.value.hint.endswith(f"foam resume {run}")
    assert caught.value.as_json()["run"] == run


@pytest.mark.parametrize("change", [{"openai_base_url": "gopher://x"}, {"openai_base_url": "", "openai_api_key": ""}])
def test_settings_that_cannot_ask_write_nothing(change: dict[str, str], loaded: Session, short: Path) -> None:
    with Server() as server, session_of(server, loaded, **change) as session:
        before = session.store.traffic.snapshot()
        with pytest.raises(FoamError) as caught:
            begin(session, question(CORPUS, short))
        assert session.store.traffic.since(before).writes == 0
    assert not caught.value.run
