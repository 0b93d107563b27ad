"""A case argued by a model behind HTTP: what is read, the agenda, theories, whole arguments; good answers and bad."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from foam_graph.app.asking import Ask, begin, finish, open_run
from foam_graph.app.contest_forms import Challenge
from foam_graph.app.contest_rulings import rule
from foam_graph.app.contesting import challenge
from foam_graph.app.loading import load
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.errors import BadAnswer
from foam_graph.model.subgraph import Subgraph
from foam_graph.pipeline.deliberating import draft_case
from foam_graph.reasoning.evidence import claim_records
from foam_graph.reasoning.turns import Limits
from foam_graph.store.server.control import Endpoint
from tests.support.chains.soundness import KEY, MODEL, assert_sound
from tests.support.endpoints.case_model import CaseAsked, CaseModel, CaseRewrite
from tests.support.endpoints.openai_server import Server
from tests.support.worlds.llm_world import PERSPECTIVES, QUESTION, write_documents, write_template

CORPUS = "library-case"


@pytest.fixture(scope="module")
def loaded(settings: Settings, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    with Session(settings) as session:
        load(session, [write_documents(tmp_path_factory.mktemp("documents"))], CORPUS)
        yield session


@contextmanager
def asking(loaded: Session, rewrite: CaseRewrite | None = None) -> Iterator[tuple[Session, CaseModel, Server]]:
    model = CaseModel(rewrite)
    with Server(then=model) as server:
        values = {"openai_base_url": server.url, "openai_api_key": KEY, "model": MODEL, "llm_timeout": 60.0}
        with Session(replace(loaded.settings, **values)) as session:
            yield session, model, server


def drafted(session: Session, folder: Path, **limits: Any) -> tuple[str, Subgraph]:
    """A run up to its arguments."""
    wanted = Ask(
        question=QUESTION,
        corpus=CORPUS,
        template=str(write_template(folder)),
        perspectives=PERSPECTIVES,
        agents="llm",
        seed=5,
        dated="2026-01-15",
        limits=Limits(depth="quick", **limits),
    )
    run = begin(session, wanted)
    draft_case(open_run(session, run))
    return run, assert_sound(session, run)


def test_a_small_corpus_is_read_whole_and_every_call_begins_with_the_same_bytes(
    loaded: Session, tmp_path: Path
) -> None:
    with asking(loaded) as (session, _, server):
        run, graph = drafted(session, tmp_path)
    (reading,) = graph.of("Reading")
    assert (reading["mode"], reading["queries"]) == ("whole", [])
    assert reading["sentences"] == sum(d["sentences"] for d in graph.out(reading.id, "READ"))
    assert graph.of("Agenda")
    assert not [e for a in graph.of("Retrieval") for e in graph.out_edges(a.id, "OFFERED")]
    bodies = [body["messages"] for body in server.requests]
    starts = [m[0]["content"] + m[1]["content"].partition("# Task")[0] for m in bodies]
    assert len(set(starts[1:])) == 1, "system message, case file, sheet and agenda are the same in every call"
    assert starts[1].startswith(starts[0].rpartition("\n\n")[0].rpartition("\n\n")[0]), "the agenda is put behind"
    assert session.store.subgraph(run).of("Finding") == graph.of("Finding")


def test_arguments_are_slots_of_whole_syllogisms_that_conclude_for_outcomes(loaded: Session, tmp_path: Path) -> None:
    with asking(loaded) as (session, _, _server):
        _, graph = drafted(session, tmp_path)
    ends = {}
    for claim in graph.live("Claim"):
        for edge in graph.out_edges(claim.id, "CONCLUDES"):
            ends.setdefault(graph[edge.end]["name"], set()).add((edge.fields["outcome"], claim["stance_id"]))
    assert set(ends) == {"access", "money"}
    assert {outcome for outcome, _ in ends["access"]} == {"access_yes", "access_no"}, "both sides stand in the graph"
    for argument in graph.of("Syllogism"):
        parts = {e.fields["component"]: e.start for e in graph.in_edges(argument.id, "FILLS")}
        assert set(argument["required"]) <= set(parts)
        (last,) = [p for p in parts.values() if graph.out_edges(p, "CONCLUDES")]
        needed = {parts[name] for name in argument["required"]} - {last}
        assert needed <= {e.end for e in graph.out_edges(last, "RESTS_ON")}, "a conclusion falls with what it needs"


def test_an_option_that_nobody_holds_has_an_advocate(loaded: Session, tmp_path: Path) -> None:
    def all_one_way(asked: CaseAsked, answer: dict[str, Any]) -> dict[str, Any]:
        for one in answer.get("holdings", ()):
            one["outcome"] = f"{one['issue']}_yes"
        return answer

    with asking(loaded, all_one_way) as (session, _, _server):
        _, graph = drafted(session, tmp_path)
    edges = [e for c in graph.live("Claim") for e in graph.out_edges(c.id, "CONCLUDES")]
    asserted = {e.fields["outcome"] for e in edges if not e.fields.get("advocacy")}
    argued = {e.fields["outcome"] for e in edges if e.fields.get("advocacy")}
    assert asserted == {"access_yes", "money_yes"}
    assert argued == {"access_no", "money_no"}, "two grounds of the other option"


def test_what_is_refused_of_an_argument_is_asked_for_once_more_with_the_reason(loaded: Session, tmp_path: Path) -> None:
    def uncited(asked: CaseAsked, answer: dict[str, Any]) -> dict[str, Any]:
        if asked.name == "ArgueOut" and not asked.data.get("faults"):
            answer["arguments"][0]["parts"][0]["records"] = []
            answer["arguments"][0]["parts"][0]["text"] = "It rose by 7,777."
        return answer

    with asking(loaded, uncited) as (session, model, _):
        _, graph = drafted(session, tmp_path)
    again = [one for one in model.asked if one.name == "ArgueOut" and one.data.get("faults")]
    assert again
    assert any("needs at least one record" in fault for one in again for fault in one.data["faults"])
    assert not any("7,777" in claim["text"] for claim in graph.of("Claim"))
    assert len(graph.of("Syllogism")) == 4


def test_a_sentence_that_is_not_in_the_file_is_refused_with_its_id(loaded: Session, tmp_path: Path) -> None:
    def unread(asked: CaseAsked, answer: dict[str, Any]) -> dict[str, Any]:
        if asked.name == "ArgueOut":
            answer["arguments"][0]["parts"][0]["records"] = [
                {"tag": "x", "sentences": ["99.1"], "any_of": "", "stands": "for"}
            ]
        return answer

    with asking(loaded, unread) as (session, _, server):
        _, graph = drafted(session, tmp_path)
    told = [m["content"] for body in server.requests for m in body["messages"][2:] if m["role"] == "user"]
    assert any("99.1 is no sentence that you may cite" in text for text in told)
    assert graph.of("Syllogism") == []


@pytest.mark.parametrize("fault", ["overlap", "circle", "unknown"])
def test_an_agenda_that_cannot_decide_is_refused_and_nothing_is_argued(
    loaded: Session, tmp_path: Path, fault: str
) -> None:
    def broken(asked: CaseAsked, answer: dict[str, Any]) -> dict[str, Any]:
        if asked.name != "AgendaOut":
            return answer
        if fault == "overlap":
            answer["options"][1]["holds_if"] = answer["options"][0]["holds_if"]
        elif fault == "circle":
            for issue, other in zip(answer["issues"], reversed(answer["issues"]), strict=True):
                issue |= {"given_issue": other["name"], "given_outcome": f"{other['name']}_yes"}
        else:
            answer["options"][0]["holds_if"][0]["all_of"][0]["outcome"] = "maybe"
        return answer

    with asking(loaded, broken) as (session, model, _), pytest.raises(BadAnswer, match="no usable agenda"):
        drafted(session, tmp_path)
    assert [one.name for one in model.asked] == ["AgendaOut"] * 3
    assert json.dumps(model.asked[-1].data["faults"])


def test_a_corpus_beyond_the_budget_is_read_in_part_and_more_where_it_is_asked_for(
    loaded: Session, tmp_path: Path
) -> None:
    with asking(loaded) as (session, model, _):
        run, graph = drafted(session, tmp_path, reading_tokens=420)
    readings = graph.of("Reading")
    assert [r["mode"] for r in readings][:2] == ["selected", "supplement"]
    assert sum(r["tokens"] for r in readings) <= 420
    assert sum(r["sentences"] for r in readings) < sum(len(d.sentences) for d in loaded.corpora.documents(CORPUS))
    first, last = model.asked[0].sentences, model.asked[-1].sentences
    assert first.items() < last.items(), "supplements are put behind, numbers stay"
    assert session.store.subgraph(run).of("Reading")


def test_a_case_is_argued_to_an_answer_and_taken_up_again_where_it_stopped(loaded: Session, tmp_path: Path) -> None:
    with asking(loaded) as (session, model, server):
        run, _ = drafted(session, tmp_path)
        before = len(server.requests)
        finish(session, run)
        graph = assert_sound(session, run)
        finish(session, run)
    assert len(server.requests) == len(model.asked) > before, "nothing was asked twice"
    assert {one.name for one in model.asked} >= {"CriticiseOut", "RespondOut", "RateCaseOut", "WeighOut", "ComposeOut"}
    assert graph.live("Position")
    statuses = {answer["option"]: answer["status"] for answer in graph.live("Answer")}
    assert set(statuses) == {"open", "shut"}
    assert [w["issue"] for w in graph.of("Weighing")]
    system = {body["messages"][0]["content"] for body in server.requests}
    assert len(system) == 2, (
        "one system message for all calls of a run, another for who writes the answer (decision 0058)"
    )
    begun = [body["messages"][1]["content"].partition("# Task: ") for body in server.requests]
    starts = {task: {start for start, _, one in begun if one.startswith(task)} for task in ("criticise", "respond")}
    assert starts["respond"]
    assert starts["respond"] <= starts["criticise"], "owners go on with what critics were asked"


def test_a_challenge_that_a_person_upholds_is_answered_by_its_owner_and_nothing_else_is_written_anew(
    loaded: Session, tmp_path: Path
) -> None:
    with asking(loaded) as (session, model, _):
        run, _ = drafted(session, tmp_path)
        finish(session, run)
        before = session.store.subgraph(run)
        target = next(c for c in before.live("Claim") if c["component"] == "warrant" and claim_records(before, c.id))
        lodged = challenge(session, Challenge(target.id, "scope", "It says more than its source.", by="Jo Doe"))
        count = len(model.asked)
        ruled = rule(session, lodged.challenge, True, "It does go too far.", "Judge Roe")
        after = assert_sound(session, run)
    asked = [one.name for one in model.asked[count:]]
    assert asked[:2] == ["RespondOut", "RateCaseOut"], "the owner answers, what is new is rated"
    assert "ArgueOut" not in asked
    assert set(ruled.revised) == {target.id}
    assert after.newest(target.id)["text"] != target["text"]
    untouched = [c.id for c in before.live("Claim") if c.id != target.id]
    assert not [c for c in untouched if after.superseded(c)]
    assert after.superseded(lodged.position)
    assert len({p.id for p in after.live("Position")}) == 1
    assert len(after.live("Answer")) == 2
