"""A mend never costs a speech: what its judge refuses of it is taken back, and a version that was found lighter at fault is spoken."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from foam_graph.agents.rules.debate.speeches import RULES
from foam_graph.agents.tasks.table import Passage
from foam_graph.app.debating import Motion
from foam_graph.app.loading import load
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.debate.speaking import holding
from foam_graph.exchange.dossier.debate_page import render_debate
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.debating.floor import judgement_of, sentences_of, spoken_nodes
from foam_graph.reasoning.evidence import Evidence
from foam_graph.store.server.control import Endpoint
from tests.support.endpoints.model_server import Asked, Rewrite
from tests.support.worlds.debated_world import MOTION, write_debate
from tests.support.worlds.drafted_debate import held, killed_at_every_commit, preferring

CORPUS = "night-bus-undone"
LLM = Motion(MOTION, CORPUS, format="short", agents="llm")
GOOD = "So we begin with what they left."
BAD = "You never told us how many ride."


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


def mending(*, left: bool = True, faulty: bool = False, whole: bool = False) -> Rewrite:
    """A modification of two sentences, one of which its judge refuses; nobody mends what is refused then.

    Args:
        left: Something is left in the draft that was chosen.
        faulty: Whoever chose the draft names a fault of it as well, so that the draft is not accepted.
        whole: The second change is all that there is.
    """
    drafts = preferring(2, 1, 3, fault=faulty)

    def rewrite(asked: Asked, made: dict[str, Any]) -> dict[str, Any]:
        if asked.task == "choose_speech" and len(asked.input.drafts) == 2:
            place = next(n for n, text in enumerate(asked.input.drafts, 1) if BAD in text)
            return made | {"ranking": [place], "why": "One of them answers."}
        if asked.task == "speak":
            return drafts(asked, made | {"speech": made["speech"].removeprefix(RULES).strip()})
        if asked.task == "choose_speech":
            theirs = [one for one in asked.input.history if one.side != asked.input.side]
            names = [theirs[-1].sentences[0].name] if theirs and left else []
            return drafts(asked, made) | {"left": [{"sentence": name, "answer": "Say it."} for name in names]}
        if asked.task == "modify_utterance":
            number = len(asked.input.draft)
            mends = [{"number": 1, "text": GOOD}, {"number": number, "text": f"{BAD} {asked.input.draft[-1].text}"}]
            return {"speech": "", "mends": mends[whole:] if asked.input.speaking.history else mends[:1]}
        if asked.task == "judge_utterance":
            wrong = [one.number for one in asked.input.utterance if one.text == BAD]
            if wrong:
                told = {"verdict": "revise", "amend": wrong, "feedback": "They told it."}
                first = asked.input.history[0].sentences[0].name
                row = {"number": wrong[0], "verdict": "contradicted", "shown_by": [first], "holds": "They told it."}
                return made | told | {"tests": [row]}
        return drafts(asked, made)

    return rewrite


def at(graph: Subgraph, turn: int) -> Node:
    return next(one for one in spoken_nodes(graph) if one["turn"] == turn)


def asked_at(graph: Subgraph, turn: int) -> int:
    steps = [(a["step"].split(":"), len(a.get("prompt_hashes", ()))) for a in graph.of("Activity")]
    return sum(n for step, n in steps if len(step) > 1 and step[1] == str(turn))


def steps_of(graph: Subgraph, name: str) -> list[str]:
    return sorted(a["step"] for a in graph.of("AgentTurn") if a["step"].startswith(f"{name}:"))


@pytest.fixture(scope="module")
def plain(loaded: Session, passages: list[Passage]) -> int:
    """Requests of the second speech where nothing is modified."""
    graph, _ = held(loaded, passages, mending(left=False), LLM)
    assert not steps_of(graph, "modify")
    return asked_at(graph, 2)


def test_what_its_judge_refuses_of_a_modification_is_taken_back_and_the_rest_is_spoken(
    plain: int, loaded: Session, passages: list[Passage], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(holding, "MOST_REQUESTS", plain + 4)
    graph, _ = held(loaded, passages, mending(), LLM)
    assert asked_at(graph, 2) == plain + 4
    assert steps_of(graph, "undo")[0] == "undo:2:2"
    node = at(graph, 2)
    assert node["accepted"]
    assert node["round"] == 2
    assert GOOD in node["text"]
    assert BAD not in node["text"]
    (before,) = (one for one in graph.out(node.id, "SUPERSEDES") if one["text"] == node["text"])
    (refused,) = graph.out(before.id, "SUPERSEDES")
    assert BAD in refused["text"]
    assert sentences_of(refused)[:-2] == sentences_of(node)[:-1], "all else stays to the letter"
    (activity,) = (a for a in graph.of("AgentTurn") if a["step"] == "undo:2:2")
    assert not activity.get("prompt_hashes"), "nobody was asked for it"
    run = graph.of("Run")[0].id
    rows = [row for row in loaded.store.ask("strands_left", run=run) if row["turn"] == 2]
    assert [(row["modified"], row["put_first"], row["spoken"]) for row in rows] == [(True, True, node.id)]
    assert "and what its judge refused of it was taken back: One of them answers." in render_debate(graph, run)


def test_a_modification_that_is_refused_whole_leaves_the_accepted_version(
    plain: int, loaded: Session, passages: list[Passage], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(holding, "MOST_REQUESTS", plain + 4)
    graph, _ = held(loaded, passages, mending(whole=True), LLM)
    assert asked_at(graph, 2) == plain + 3, "what it was before is not judged a second time"
    assert at(graph, 2)["accepted"]
    assert at(graph, 2)["round"] == 0
    (activity,) = (a for a in graph.of("AgentTurn") if a["step"] == "undo:2:2")
    assert "cannot be taken back alone" in activity["note"]


def test_of_two_versions_that_nobody_accepted_the_one_with_the_lighter_fault_is_spoken(
    plain: int, loaded: Session, passages: list[Passage], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(holding, "MOST_REQUESTS", plain + 2)
    graph, _ = held(loaded, passages, mending(faulty=True), LLM)
    node = at(graph, 2)
    assert not node["accepted"]
    assert node["round"] == 0, "a fault of wording is lighter than a sentence that is false"
    assert BAD not in node["text"]
    judged = judgement_of(graph, node)
    assert judged is not None
    assert not judged.get("tests")
    run = graph.of("Run")[0].id
    assert "Modified also for that, it was found worse, and is spoken as it was." in render_debate(graph, run)
    assert not [
        row["put_first"] for row in loaded.store.ask("strands_left", run=run) if row["turn"] == 2 and row["modified"]
    ]


def test_of_a_draft_at_fault_what_was_refused_is_taken_back_as_well(
    plain: int, loaded: Session, passages: list[Passage], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(holding, "MOST_REQUESTS", plain + 3)
    graph, _ = held(loaded, passages, mending(faulty=True), LLM)
    node = at(graph, 2)
    # The fault that who chose named was told of the draft alone; its last sentence is back, the first stays mended.
    assert node["accepted"]
    assert node["round"] == 2
    assert GOOD in node["text"]
    assert "what its judge refused of that was taken back" in render_debate(graph, graph.of("Run")[0].id)


def test_a_debate_killed_at_every_commit_takes_back_the_same(
    plain: int, loaded: Session, passages: list[Passage], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(holding, "MOST_REQUESTS", plain + 4)
    whole, _ = held(loaded, passages, mending(), LLM)
    graph = killed_at_every_commit(loaded, passages, mending(), LLM, monkeypatch)
    assert [one["text"] for one in spoken_nodes(graph)] == [one["text"] for one in spoken_nodes(whole)]
    for name in ("modify", "undo", "compare", "judge"):
        assert steps_of(graph, name) == steps_of(whole, name)
