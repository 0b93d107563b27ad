"""A run whose model reads the sheet behind HTTP: what it adds and doubts, and what becomes of answers that are bad."""

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
from foam_graph.app.sheets import sheet_of
from foam_graph.config import Settings
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.pipeline.deliberating import draft_case
from foam_graph.reasoning.sheet_reading.stored import findings_in
from foam_graph.reasoning.turns import Limits
from foam_graph.store.server.control import Endpoint
from tests.support.chains.dying import KilledError, dying
from tests.support.chains.soundness import KEY, MODEL, assert_sound
from tests.support.endpoints.case_model import CaseAsked, CaseModel
from tests.support.endpoints.openai_server import Behaviour, Server
from tests.support.worlds.llm_world import PERSPECTIVES, write_template
from tests.support.worlds.read_world import DOUBT, FREE, GOOD, LATE, OTHERS, QUESTION, write_read_world

CORPUS = "market-read"


@pytest.fixture(scope="module")
def loaded(settings: Settings, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    with Session(settings) as session:
        load(session, [write_read_world(tmp_path_factory.mktemp("documents"))], CORPUS)
        yield session


@contextmanager
def asking(loaded: Session, model: Behaviour) -> Iterator[tuple[Session, Server]]:
    with Server(then=model) as server:
        values = {"openai_base_url": server.url, "openai_api_key": KEY, "model": MODEL, "llm_timeout": 60.0}
        with Session(replace(loaded.settings, **values)) as session:
            yield session, server


def reading(found: Any) -> CaseModel:
    """A model that reads the sheet so, and does everything else well."""
    return CaseModel(lambda asked, answer: found if asked.name == "FindingsOut" else answer)


def wanted(folder: Path, depth: str = "standard", agents: str = "llm") -> Ask:
    return Ask(
        QUESTION, CORPUS, str(write_template(folder)), PERSPECTIVES, agents=agents, seed=5, dated="2026-05-15", limits=Limits(depth=depth)
    )  # fmt: skip


def drafted(session: Session, ask: Ask) -> Subgraph:
    """A run up to its arguments."""
    run = begin(session, ask)
    draft_case(open_run(session, run))
    return assert_sound(session, run)


def turn_of(graph: Subgraph) -> Node:
    (found,) = [one for one in graph.of("AgentTurn") if one["step"] == "findings"]
    return found


def read(graph: Subgraph) -> list[Node]:
    return [one for one in graph.of("Finding") if one.activity == turn_of(graph).id]


def test_what_a_model_reads_stands_behind_the_rules_and_everybody_after_it_reads_it(
    loaded: Session, tmp_path: Path
) -> None:
    model = reading({"findings": [LATE, *OTHERS], "wrong": [DOUBT]})
    with asking(loaded, model) as (session, server):
        graph = drafted(session, wanted(tmp_path))
    turn, (late, leaning) = turn_of(graph), read(graph)
    assert (turn["agent"], turn["role"], turn.get("note")) == (MODEL, "Proposer", None)
    assert (late["kind"], late["basis"], late["verdict"]) == ("timeline", "recomputed", "beyond")
    assert (leaning["basis"], leaning.get("verdict"), leaning["rule"]) == ("judged", None, "model reading 1")
    assert {s["sentence_id"][-1] for s in graph.out(late.id, "RESTS_ON")} == {"1", "2"}
    sheet = findings_in(graph)
    assert (sheet["F3"].basis, sheet["F3"].by) == ("recomputed", "")
    assert [(one.by, one.why) for one in sheet["F3"].doubts] == [(MODEL, DOUBT["why"])]
    assert sheet[leaning["number"]].by == MODEL
    steps = [one["step"] for one in graph.of("Activity") if one.kind != "Call"]
    assert steps[:5] == ["open", "read", "sheet", "findings", "agenda"]
    first, later = (body["messages"][1]["content"] for body in server.requests[:2])
    assert f"{late['number']} [timeline, beyond] {late['text']}" in later
    assert f"{leaning['number']} [leaning, judged, not counted] {leaning['text']}" in later
    assert f"(doubted by {MODEL}: {DOUBT['why']})" in later
    assert '"sheet"' not in first.partition("# Task")[2], "the sheet stands in the case file and is not sent again"
    # The file is the same bytes; only the sheet's end is new.
    assert later.startswith(first.partition("\nSHEET OF FINDINGS")[0])


BAD: dict[str, tuple[Any, str]] = {
    "a sum that does not recompute": ({"findings": [LATE | {"calculation": LATE["calculation"] | {"result": "12"}}], "wrong": []},
                                      "it comes to 17 days"),
    "a figure of no sentence": ({"findings": [FREE | {"text": "Only 77 people say so."}], "wrong": []}, "says 77"),
    "a doubt about nothing": ({"findings": [], "wrong": [DOUBT | {"finding": "F1"}]}, "no finding 'F1'"),
    "an id that is nowhere": (
        {"findings": [FREE | {"sentences": [{"sentence": "9.9", "role": "claimed"}]}], "wrong": []}, "9.9 is no sentence",
    ),
    "two hundred findings": ({"findings": [FREE] * 200, "wrong": []}, "at most 40 items"),
    "free text": ("The file is in good order.", "not usable JSON"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_a_bad_answer_adds_nothing_is_told_and_the_run_goes_on(name: str, loaded: Session, tmp_path: Path) -> None:
    answer, why = BAD[name]
    with asking(loaded, reading(answer)) as (session, _):
        graph = drafted(session, wanted(tmp_path))
    turn = turn_of(graph)
    assert read(graph) == []
    assert graph.out_edges(turn.id, "DOUBTS") == []
    assert why in turn["note"]
    assert turn["outcome"] == "failed"
    assert graph.of("Agenda")


STRAY = FREE | {"text": "That the office was closed within the 14 days the clerk has from a neighbour alone."}
MENDED = STRAY | {"sentences": [*FREE["sentences"], {"sentence": "1.1", "role": "claimed"}]}


def mending(first: list[Any], again: list[Any]) -> CaseModel:
    """A model that answers so, and otherwise when it hears what was refused."""

    def rewrite(asked: CaseAsked, answer: Any) -> Any:
        if asked.name != "FindingsOut":
            return answer
        return {"findings": again if asked.data.get("faults") else first, "wrong": []}

    return CaseModel(rewrite)


def reads(server: Server) -> list[str]:
    """The data of the calls that read the sheet."""
    bodies = [b for b in server.requests if b["response_format"]["json_schema"]["name"] == "FindingsOut"]
    return [body["messages"][1]["content"].partition("# Task")[2] for body in bodies]


def test_what_was_refused_is_asked_for_once_more_and_enters_mended(loaded: Session, tmp_path: Path) -> None:
    with asking(loaded, mending([LATE, STRAY], [MENDED])) as (session, server):
        graph = drafted(session, wanted(tmp_path))
        first, second = reads(server)
    assert [one["kind"] for one in read(graph)] == ["timeline", "leaning"]
    assert (turn_of(graph)["outcome"], turn_of(graph).get("note")) == ("ok", None)
    assert [call["rollout"] for call in graph.of("ModelCall") if call["task"] == "findings"] == [0, 1]
    assert STRAY["text"] not in first
    assert STRAY["text"] in second
    assert "says 14, which stands in none of its sentences" in second
    assert LATE["text"] not in second, "only what was refused is asked again"


def test_what_fails_again_is_noted_once_and_nothing_is_asked_a_third_time(loaded: Session, tmp_path: Path) -> None:
    with asking(loaded, mending([LATE, STRAY], [STRAY])) as (session, server):
        graph = drafted(session, wanted(tmp_path))
        assert len(reads(server)) == 2
    assert [one["kind"] for one in read(graph)] == ["timeline"]
    assert turn_of(graph)["note"].count("says 14") == 1


def test_a_second_answer_that_cannot_be_used_takes_nothing_from_the_first(loaded: Session, tmp_path: Path) -> None:
    def rewrite(asked: CaseAsked, answer: Any) -> Any:
        if asked.name != "FindingsOut":
            return answer
        return "No." if asked.data.get("faults") else {"findings": [LATE, STRAY], "wrong": [DOUBT]}

    with asking(loaded, CaseModel(rewrite)) as (session, _):
        graph = drafted(session, wanted(tmp_path))
    assert [one["kind"] for one in read(graph)] == ["timeline"]
    assert len(graph.out_edges(turn_of(graph).id, "DOUBTS")) == 1
    assert "not usable JSON" in turn_of(graph)["note"]
    assert "says 14" in turn_of(graph)["note"]


@pytest.mark.parametrize("named", ["9.9", "F3"])
def test_a_wrong_id_that_no_repair_mends_costs_its_finding_alone(named: str, loaded: Session, tmp_path: Path) -> None:
    strange = FREE | {"sentences": [{"sentence": named, "role": "claimed"}]}
    with asking(loaded, reading({"findings": [strange, LATE], "wrong": [DOUBT]})) as (session, server):
        graph = drafted(session, wanted(tmp_path))
        assert len(reads(server)) == 3, "it was asked again twice"
    turn = turn_of(graph)
    assert [one["kind"] for one in read(graph)] == ["timeline"]
    assert len(graph.out_edges(turn.id, "DOUBTS")) == 1
    assert (turn["outcome"], turn["note"].startswith("findings: left out findings.0")) == ("ok", True)


def test_a_run_that_ends_between_the_two_calls_goes_on_with_the_second(loaded: Session, tmp_path: Path) -> None:
    with asking(loaded, mending([LATE, STRAY], [MENDED])) as (session, server):
        run = begin(session, wanted(tmp_path))
        # File, sheet and the first call; then the second call.
        for calls, commits in ((1, 3), (2, 1)):
            with pytest.raises(KilledError), dying(after=commits):
                draft_case(open_run(session, run))
            assert [call["task"] for call in session.store.subgraph(run).of("ModelCall")] == ["findings"] * calls
        assert len(reads(server)) == 2
        assert "findings" not in {one["step"] for one in session.store.subgraph(run).of("AgentTurn")}
        draft_case(open_run(session, run))
        graph = assert_sound(session, run)
        assert len(reads(server)) == 2, "no answer was paid for twice"
    assert [one["kind"] for one in read(graph)] == ["timeline", "leaning"]


def test_an_empty_answer_is_a_good_one(loaded: Session, tmp_path: Path) -> None:
    with asking(loaded, reading({"findings": [], "wrong": []})) as (session, _):
        graph = drafted(session, wanted(tmp_path))
    assert (read(graph), turn_of(graph)["outcome"], turn_of(graph).get("note")) == ([], "ok", None)


def test_the_same_finding_twice_and_one_of_the_rules_enter_once(loaded: Session, tmp_path: Path) -> None:
    with asking(loaded, reading({"findings": [LATE, LATE, GOOD], "wrong": []})) as (session, _):
        graph = drafted(session, wanted(tmp_path))
    assert [one["kind"] for one in read(graph)] == ["timeline"]
    assert turn_of(graph)["note"].count("the sheet has it") == 2
    assert turn_of(graph)["outcome"] == "ok"


@pytest.mark.parametrize(("depth", "agents"), [("quick", "llm"), ("standard", "offline")])
def test_quick_runs_and_rules_ask_nobody(depth: str, agents: str, loaded: Session, tmp_path: Path) -> None:
    with asking(loaded, reading({"findings": [LATE], "wrong": []})) as (session, server):
        run = begin(session, wanted(tmp_path, depth, agents))
        draft_case(open_run(session, run))
        graph = session.store.subgraph(run)
    assert "findings" not in {one["step"] for one in graph.of("Activity")}
    assert not any("FindingsOut" in json.dumps(body) for body in server.requests)


def test_a_run_that_was_begun_without_such_a_reading_goes_on_without(loaded: Session, tmp_path: Path) -> None:
    with asking(loaded, reading({"findings": [LATE], "wrong": []})) as (session, _):
        run = begin(session, wanted(tmp_path))
        with pytest.MonkeyPatch.context() as earlier:
            earlier.setattr("foam_graph.pipeline.deliberating.read_sheet", lambda _state: None)
            draft_case(open_run(session, run))
        finish(session, run)
        graph = assert_sound(session, run)
    assert graph.live("Position")
    assert "findings" not in {one["step"] for one in graph.of("Activity")}


def test_a_whole_run_with_a_finding_that_was_read_ends_in_a_position(loaded: Session, tmp_path: Path) -> None:
    def rewrite(asked: CaseAsked, answer: dict[str, Any]) -> Any:
        if asked.name == "FindingsOut":
            return {"findings": [LATE, *OTHERS], "wrong": [DOUBT]}
        if asked.name == "ArgueOut":
            for argument in answer["arguments"]:
                first = argument["parts"][0]
                # A finding is a premise where the part cites its document.
                first["premises"], first["records"][0]["sentences"] = ["F5"], ["4.1"]
        return answer

    with asking(loaded, CaseModel(rewrite)) as (session, _):
        run = begin(session, wanted(tmp_path))
        finish(session, run)
        graph = assert_sound(session, run)
        sheet = sheet_of(session, run)
        (leaning,) = [one for one in read(graph) if one["kind"] == "leaning"]
        lodged = challenge(session, Challenge(leaning.id, "adequacy", "The clerk was there herself.", by="Jo Doe"))
        rule(session, lodged.challenge, True, "She was.", "Judge Roe")
        after = assert_sound(session, run)
    assert graph.live("Position")
    by_kind = {one.kind: one for one in sheet.findings}
    assert by_kind["leaning"].origin == f"proposed by {MODEL}, for a person to check"
    assert [one.why for one in by_kind["sum"].doubts] == [DOUBT["why"]]
    assert [one.short for one in by_kind["leaning"].sentences] == ["4.1"]
    assert leaning["number"] == "F5"
    assert graph.into(leaning.id, "RESTS_ON"), "claims rest on what was read"
    assert graph.live("Position")[0]["certified"]
    # A person's upheld challenge fells what was judged for everybody.
    labels = [
        e.fields["label"]
        for one in after.live("Labelling")
        for e in after.out_edges(one.id, "LABELS")
        if e.end == leaning.id
    ]
    assert set(labels) == {"out"}
    assert len(after.live("Position")) == 1
