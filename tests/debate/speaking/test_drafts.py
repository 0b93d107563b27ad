"""Several drafts of one speech by a model: what each knows, who chooses, and what becomes of the others."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from foam_graph.agents.tasks.table import Passage
from foam_graph.app import debating
from foam_graph.app.debating import Motion, debate, parameters_of
from foam_graph.app.loading import load
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.errors import ReasoningError
from foam_graph.exchange.dossier.debate_page import render_debate
from foam_graph.reasoning.debating.floor import sentences_of, spoken_nodes
from foam_graph.reasoning.evidence import Evidence
from foam_graph.store.server.control import Endpoint
from tests.support.endpoints.model_server import Asked, Rewrite
from tests.support.worlds.debated_world import MOTION, write_debate
from tests.support.worlds.drafted_debate import ENDS, drafts_of, held, killed_at_every_commit, preferring
from tests.support.worlds.one_record import OneRecord

CORPUS = "night-bus-drafts"
LLM = Motion(MOTION, CORPUS, format="short", agents="llm")


@pytest.fixture(scope="module")
def loaded(settings: Settings, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    """A session with the documents loaded."""
    with Session(settings) as session:
        load(session, [write_debate(tmp_path_factory.mktemp("documents"))], CORPUS)
        yield session


@pytest.fixture(scope="module")
def passages(loaded: Session) -> list[Passage]:
    """Every sentence of the corpus."""
    return Evidence(loaded.corpora.documents(CORPUS)).everything()


@pytest.mark.parametrize("best", [1, 3])
def test_one_of_three_goes_on_and_rests_on_what_its_writer_knew(
    best: int, loaded: Session, passages: list[Passage], monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = OneRecord()
    monkeypatch.setattr(debating, "recall_of", lambda *_given: memory)
    graph, asked = held(loaded, passages, preferring(best, 2, 4 - best), LLM)
    spoken = spoken_nodes(graph)
    assert all(one["accepted"] for one in spoken)
    for node in spoken:
        drafts = drafts_of(graph, node["turn"])
        assert [(one["draft"], one["advised"]) for one in drafts] == [(1, False), (2, False), (3, True)]
        (choice,) = [c for c in graph.of("DraftChoice") if graph.out(c.id, "CHOSE")[0]["turn"] == node["turn"]]
        assert graph.out(choice.id, "CHOSE") == [drafts[best - 1]]
        assert {one.id for one in graph.out(choice.id, "ABOUT")} == {one.id for one in drafts}
        ((shown, ranked),) = json.loads(choice["hearings"])
        assert sorted(shown) == [1, 2, 3]
        assert ranked == [best, 2, 4 - best]
        assert choice.get("left") is None
        assert node["draft"] == best
        assert drafts[best - 1].id in {one.id for one in graph.older(node.id)}
        recalled = [one.kind for one in graph.out(node.id, "RESTS_ON")].count("Recollection")
        assert recalled == (best == 3), "who did not see what was recalled does not rest on it"
        assert [graph.superseded(one.id) for one in drafts] == [n == best for n in (1, 2, 3)]
    page = render_debate(graph, graph.of("Run")[0].id)
    assert page.count("Chosen before 2 other drafts: It answers.") == len(spoken)
    assert page.count("from the debate alone.") == (2 if best == 3 else 1) * len(spoken)
    assert "of 3 drafts of each speech one goes on" in page
    given = [one.input for one in asked if one.task == "speak"]
    assert len(given) == 3 * len(spoken)
    assert all(one.evidence for one in given)
    assert not any(one.chain or one.flaws or one.schemes or one.exemplars for one in given if one.draft < 3)
    assert all(one.schemes for one in given if one.draft == 3)
    for one in (a.input for a in asked if a.task == "choose_speech"):
        assert not set(type(one).model_fields) & {"draft", "schemes", "flaws"}, "who chooses knows no writer"


def test_no_turn_asks_more_than_twelve_times(loaded: Session, passages: list[Passage]) -> None:
    graph, _ = held(loaded, passages, preferring(2, 1, 3, fault=True), LLM)
    steps = [(a["step"].split(":"), len(a.get("prompt_hashes", ()))) for a in graph.of("Activity")]
    for turn in range(1, 5):
        assert 6 <= sum(n for step, n in steps if len(step) > 1 and step[1] == str(turn)) <= 12


def test_each_draft_stands_first_at_some_turn_and_one_that_was_not_ranked_comes_last(
    loaded: Session, passages: list[Passage]
) -> None:
    def rewrite(asked: Asked, answer: dict[str, Any]) -> dict[str, Any]:
        # The first draft is left out, and a number says nothing.
        told = {"ranking": [2, 2, 3], "why": "It stands there."} if asked.task == "choose_speech" else {}
        return preferring(1, 2, 3)(asked, answer) | told

    graph, _ = held(loaded, passages, rewrite, LLM)
    firsts = set()
    for choice in graph.of("DraftChoice"):
        ((shown, ranked),) = json.loads(choice["hearings"])
        assert ranked == [shown[1], shown[2], shown[0]]
        assert graph.out(choice.id, "CHOSE")[0]["draft"] == shown[1]
        firsts.add(shown[0])
    assert firsts == {1, 2, 3}


def test_where_nobody_chooses_the_first_goes_on_and_that_is_told(loaded: Session, passages: list[Passage]) -> None:
    def mute(asked: Asked, answer: dict[str, Any]) -> Any:
        return "I like them all." if asked.task == "choose_speech" else preferring(1, 2, 3)(asked, answer)

    graph, _ = held(loaded, passages, mute, LLM)
    assert not graph.of("DraftChoice")
    assert all(node["draft"] == 1 for node in spoken_nodes(graph))
    chosen = [a for a in graph.of("AgentTurn") if a["step"].startswith("choose:")]
    assert len(chosen) == 4
    assert all("nobody chose; the first draft goes on" in a["note"] for a in chosen)


def test_a_writer_who_fails_leaves_the_others_and_all_end_the_debate(loaded: Session, passages: list[Passage]) -> None:
    def failing(*numbers: int) -> Rewrite:
        def rewrite(asked: Asked, answer: dict[str, Any]) -> Any:
            if asked.task == "speak" and asked.input.draft in numbers:
                return "No."
            if asked.task == "choose_speech":
                return answer | {"ranking": [2, 1], "why": "The second."}
            return preferring(3)(asked, answer)

        return rewrite

    graph, _ = held(loaded, passages, failing(2), LLM)
    assert [one["draft"] for one in drafts_of(graph, 1)] == [1, 3]
    graph, asked = held(loaded, passages, failing(1, 3), LLM)
    assert [one["draft"] for one in spoken_nodes(graph)] == [2] * 4
    assert not [one for one in asked if one.task == "choose_speech"], "of one draft nobody has to choose"
    with pytest.raises(ReasoningError, match="no utterance came for turn 1"):
        held(loaded, passages, failing(1, 2, 3), LLM)


def test_drafts_that_say_the_same_are_compared_once_each(loaded: Session, passages: list[Passage]) -> None:
    graph, asked = held(loaded, passages, lambda _asked, answer: answer, LLM)
    for one in (a.input for a in asked if a.task == "choose_speech"):
        assert len(one.drafts) == len(set(one.drafts)) > 1
    assert all(len(drafts_of(graph, turn)) == 3 for turn in range(1, 5))


def test_a_fault_that_the_chooser_names_is_mended_where_it_stands(loaded: Session, passages: list[Passage]) -> None:
    graph, asked = held(loaded, passages, preferring(2, 1, 3, fault=True), LLM)
    mends = [one.input for one in asked if one.task == "modify_utterance"]
    assert len(mends) >= 4
    for one in mends[:4]:
        assert any("who chose this draft of several says: It names nothing" in fault for fault in one.faults)
        assert one.speaking.draft == 2, "who wrote it mends it"
    for node in spoken_nodes(graph):
        assert node["round"] >= 1
        assert node["draft"] == 2
        assert ENDS[2] not in node["text"]


def test_words_at_fault_may_run_on_into_the_next_sentence(loaded: Session, passages: list[Passage]) -> None:
    def rewrite(asked: Asked, answer: dict[str, Any]) -> dict[str, Any]:
        found = preferring(3, 1, 2)(asked, answer)
        if asked.task != "choose_speech":
            return found
        best = asked.input.drafts[found["ranking"][0] - 1]
        return found | {"words": best[best.index(ENDS[3]) - 12 :], "wrong": "It says too much."}

    graph, _ = held(loaded, passages, rewrite, LLM)
    for choice in graph.of("DraftChoice"):
        (best,) = graph.out(choice.id, "CHOSE")
        sentences = sentences_of(best)
        assert sentences[choice["sentence"] - 1] == sentences[-2], "where they begin"


def test_a_fault_whose_words_stand_nowhere_is_noted_and_mends_nothing(loaded: Session, passages: list[Passage]) -> None:
    def rewrite(asked: Asked, answer: dict[str, Any]) -> dict[str, Any]:
        found = preferring(3, 1, 2)(asked, answer)
        return found | {"words": "never said", "wrong": "Say it."} if asked.task == "choose_speech" else found

    graph, _ = held(loaded, passages, rewrite, LLM)
    assert all(one.get("fault") is None and one.get("sentence") is None for one in graph.of("DraftChoice"))
    assert all(node["accepted"] for node in spoken_nodes(graph))
    notes = [a.get("note", "") for a in graph.of("AgentTurn") if a["step"].startswith("choose:")]
    assert all("a fault names words that do not stand in the draft" in note for note in notes)


def test_a_debate_killed_at_every_commit_asks_nothing_twice(
    loaded: Session, passages: list[Passage], monkeypatch: pytest.MonkeyPatch
) -> None:
    graph = killed_at_every_commit(loaded, passages, preferring(3, 1, 2), LLM, monkeypatch)
    assert [one["draft"] for one in spoken_nodes(graph)] == [3] * 4
    assert len(graph.of("DraftChoice")) == 4


def test_rules_and_who_does_without_write_one_draft(loaded: Session, passages: list[Passage]) -> None:
    run = debate(loaded, replace(LLM, agents="offline")).run
    graph = loaded.store.subgraph(run)
    assert parameters_of(graph, run).drafts == 1
    assert all(node.get("draft") is None for node in spoken_nodes(graph))
    graph, asked = held(loaded, passages, preferring(3), replace(LLM, without=("drafts",)))
    assert parameters_of(graph, graph.of("Run")[0].id).drafts == 3
    assert not [a for a in graph.of("Activity") if a["step"].startswith("choose:")]
    assert "choose_speech" not in {one.task for one in asked}
    assert all(one.input.draft == 0 for one in asked if one.task == "speak")
    graph, asked = held(loaded, passages, preferring(3, 1, 2), replace(LLM, side="pro", opponent="baseline"))
    assert [node.get("draft") for node in spoken_nodes(graph)] == [3, None, 3, None]
