"""Two models at two endpoints: who argues does not rate, and the graph, the position and the dossier say who did what."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from foam_graph.app.asking import Ask, begin, finish
from foam_graph.app.contest_forms import Challenge
from foam_graph.app.contesting import challenge
from foam_graph.app.exporting import export
from foam_graph.app.health import doctor
from foam_graph.app.loading import load
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.turns import Limits
from foam_graph.store.ledger.verification import verify
from foam_graph.store.server.control import Endpoint
from tests.support.endpoints.case_model import CaseModel
from tests.support.endpoints.openai_server import Server
from tests.support.worlds.llm_world import PERSPECTIVES, QUESTION, write_documents, write_template

CORPUS = "library-two-models"
WRITER, RATER = "sk-of-the-writer-1", "sk-of-the-rater-22"
RATES = {"DecisivePointsOut", "ChooseOut", "RateCaseOut", "WeighOut", "SecondReadingOut", "RulingOut"}


@pytest.fixture(scope="module")
def loaded(settings: Settings, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    with Session(settings) as session:
        load(session, [write_documents(tmp_path_factory.mktemp("documents"))], CORPUS)
        yield session


def asked(server: Server) -> list[str]:
    return [body["response_format"]["json_schema"]["name"] for body in server.requests]


def begun(session: Session, folder: Path) -> str:
    template = str(write_template(folder))
    limits = Limits(depth="quick")
    return begin(session, Ask(QUESTION, CORPUS, template, PERSPECTIVES, "llm", 5, "2026-01-15", limits=limits))


def agents(graph: Subgraph) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for turn in graph.of("AgentTurn"):
        found.setdefault(turn["role"], set()).add(turn["agent"])
    return found


def test_who_rates_is_another_model_at_another_endpoint_also_in_a_contest(loaded: Session, tmp_path: Path) -> None:
    with Server(then=CaseModel()) as first, Server(then=CaseModel()) as second:
        values = {"openai_base_url": first.url, "openai_api_key": WRITER, "model": "writer", "llm_timeout": 60.0}
        own = {"model_evaluator": "rater", "openai_base_url_evaluator": second.url, "openai_api_key_evaluator": RATER}
        with Session(replace(loaded.settings, **values, **own)) as session:
            run = begun(session, tmp_path)
            finish(session, run)
            graph = session.store.subgraph(run)
            lodged = challenge(session, Challenge(graph.live("Claim")[0].id, "scope", "It says too much."))
            after = session.store.subgraph(run)
            dossier = str(export(session, "dossier", run))
            checks = {one.name: one.detail for one in doctor(session, {}).checks}
            assert verify(session.store, run).faults == []
    assert set(asked(first)) >= {"AgendaOut", "ArgueOut", "CriticiseOut", "RespondOut", "ComposeOut"}
    assert not set(asked(first)) & RATES
    assert checks["model endpoint"] == f"writer at {first.url}, not called"
    assert checks["model of the evaluator"] == f"rater at {second.url}, not called"
    assert set(asked(second)) == RATES - {"ChooseOut"}, "a quick run writes one draft"
    assert {body["model"] for body in first.requests} == {"writer"}
    assert {body["model"] for body in second.requests} == {"rater"}
    assert json.loads(graph[run]["parameters"])["models"] == {"evaluator": "rater"}
    assert agents(after) == {
        "Proposer": {"writer"}, "Critic": {"writer"}, "Refiner": {"writer"}, "Evaluator": {"rater"},
    }  # fmt: skip
    assert {(n["model"] == "rater") == (n["task"] in ("decisive_points", "choose", "rate_case", "weigh", "second_reading", "rule"))
            for n in after.of("ModelCall")} == {True}  # fmt: skip
    assert lodged.ruling is not None
    assert lodged.ruling.provisional
    assert [p["agent"] for p in after.of("Compilation") if p["step"] == "compile"] == ["writer"]
    assert "the models rater and writer" in after.live("Position")[0]["statement"]
    assert "None rated what it wrote itself: rater rated." in dossier
    for key in (WRITER, RATER):
        assert key not in json.dumps([dict(n.fields) for n in after.nodes], default=str)


def test_where_one_model_played_both_parts_the_dossier_says_so(loaded: Session, tmp_path: Path) -> None:
    with Server(then=CaseModel()) as server:
        values = {"openai_base_url": server.url, "openai_api_key": WRITER, "model": "writer", "llm_timeout": 60.0}
        with Session(replace(loaded.settings, **values)) as session:
            run = begun(session, tmp_path)
            finish(session, run)
            assert "models" not in json.loads(session.store.subgraph(run)[run]["parameters"])
            assert "writer both wrote arguments and rated" in str(export(session, "dossier", run))


def test_a_run_goes_on_with_the_models_that_it_began_with(loaded: Session, tmp_path: Path) -> None:
    with Server(then=CaseModel()) as server:
        values = {"openai_base_url": server.url, "openai_api_key": WRITER, "llm_timeout": 60.0}
        began = replace(loaded.settings, **values, model="writer", model_evaluator="rater", model_compiler="editor")
        with Session(began) as session:
            run = begun(session, tmp_path)
        later = replace(loaded.settings, **values, model="newer", model_evaluator="newest", model_critic="newest")
        with Session(later) as session:
            finish(session, run)
            graph = session.store.subgraph(run)
    assert {body["model"] for body in server.requests} == {"writer", "rater", "editor"}
    assert {node["model"] for node in graph.of("ModelCall") if node["task"] == "compose"} == {"editor"}
    asked = [body["messages"][1]["content"] for body in server.requests]
    drafts = [one for one in asked if "# Task: answer the question\n" in one]
    papers = drafts[0].partition("\n\nend-of-file-")[0]
    assert papers.startswith("CASE FILE\n\n== 1 ")
    assert not any(word in one for one in drafts for word in ("SHEET OF FINDINGS", "\nAGENDA\n"))
    after = [one for one in asked if "# Task: review the draft\n" in one or "# Task: hold your answer" in one]
    assert after
    assert all(one.startswith(f"{papers}\n\n") and "\nAGENDA\n" in one for one in after), "the same bytes first"
