"""The R-Debater in an experiment with a model: its model, what it took, its budget, and a kill in the middle."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from foam_graph.agents.endpoint.budget import Budget
from foam_graph.agents.tasks.table import Passage
from foam_graph.app.experiment_speakers import RDebater, SharedWithTests
from foam_graph.app.loading import load
from foam_graph.app.remembering import Plan, build
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.debate.memory.held import records as held_records
from foam_graph.errors import BadAnswer, BudgetSpent, Refused
from foam_graph.evaluation.experiments.cells import Cells
from foam_graph.evaluation.material.debates import Debate
from foam_graph.findings.debate.spoken import Spoken
from foam_graph.reasoning.evidence import Evidence
from foam_graph.store.server.control import Endpoint
from tests.support.chains.soundness import KEY
from tests.support.endpoints.model_server import After, Model, Server, careful, fails
from tests.support.worlds.debated_world import MOTION, write_debate

CORPUS = "compared-bus"
SAMPLES = Path(__file__).parents[2] / "examples" / "debates" / "memory"
HISTORY = (
    Spoken(1, "Ada", "pro", "opening", ("Night buses bring people home.", "The town has none.")),
    Spoken(2, "Ben", "con", "opening", ("Night buses run empty.",)),
)


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


def debater(server: Server, loaded: Session, folder: Path, **limits: Any) -> RDebater:
    values = {"openai_base_url": server.url, "openai_api_key": KEY, "model": "common", "model_proposer": "own"}
    session = loaded.under(replace(loaded.settings, llm_timeout=60.0, **values, **limits), searching=True)
    shared = SharedWithTests(session, "", ())
    return RDebater(session, "llm", "", shared, CORPUS, Cells(folder), "named", Budget.of(session.settings))


def test_it_asks_the_model_that_it_is_measured_with_and_says_what_it_took(
    loaded: Session, passages: list[Passage], tmp_path: Path
) -> None:
    model = After(99, Model(careful(passages)), fails(401))
    with Server(then=model) as server:
        one = debater(server, loaded, tmp_path)
        speech = one.speak(MOTION, "pro", HISTORY, 120)
        again = debater(server, loaded, tmp_path).speak(MOTION, "pro", HISTORY, 120)
    assert {body["model"] for body in model.answered} == {"named"}
    assert one.budget is not None
    assert speech.tokens == one.budget.spent.tokens > 0
    assert again == speech
    assert len(server.requests) == len(model.answered), "what was said before is not asked again"


def test_one_that_was_cut_short_is_taken_up_and_pays_for_no_answer_twice(
    loaded: Session, passages: list[Passage], tmp_path: Path
) -> None:
    good, answered, legs = Model(careful(passages)), list[dict[str, Any]](), 0
    speech = None
    while speech is None:
        leg = After(1, good, fails(401))
        with Server(then=leg) as server:
            try:
                speech = debater(server, loaded, tmp_path).speak(MOTION, "con", HISTORY, 110)
            except Refused:
                legs += 1
            answered += leg.answered
        assert legs < 20
    keys = [json.dumps(body, sort_keys=True) for body in answered]
    assert len(keys) == len(set(keys))
    assert legs >= 2
    (run,) = {value["run"] for value in Cells(tmp_path)._values.values() if "run" in value}
    assert run


def say_on(one: RDebater) -> None:
    """Says ever more, each of another length, so that none is said already."""
    for words in range(100, 140):
        one.speak(MOTION, "pro", HISTORY, words)


def test_it_keeps_to_what_the_command_may_spend(loaded: Session, passages: list[Passage], tmp_path: Path) -> None:
    with Server(then=Model(careful(passages))) as server:
        one = debater(server, loaded, tmp_path, max_tokens_per_run=30_000)
        assert one.budget is not None
        with pytest.raises(BudgetSpent):
            say_on(one)
        assert one.budget.spent.tokens <= 30_000
        assert len(server.requests) > 2


def test_where_no_utterance_came_it_is_begun_anew(loaded: Session, passages: list[Passage], tmp_path: Path) -> None:
    mute = Model(careful(passages), lambda _asked, answer: {"speech": " "} if "speech" in answer else answer)
    with Server(then=mute) as server, pytest.raises(BadAnswer, match="no utterance came"):
        debater(server, loaded, tmp_path).speak(MOTION, "pro", HISTORY, 90)
    with Server(then=Model(careful(passages))) as server:
        assert debater(server, loaded, tmp_path).speak(MOTION, "pro", HISTORY, 90).sentences


@pytest.mark.parametrize("tested", [True, False])
def test_a_debate_that_shares_an_utterance_with_a_test_is_not_recalled(
    loaded: Session, tmp_path: Path, tested: bool
) -> None:
    memory, other = f"shared-{tested}".lower(), "The town should buy new buses."
    said = "We say that the night buses should run, since nobody who works late in the town can otherwise come home safely."
    (tmp_path / "other.txt").write_text(f"Motion: {other}\n\nAda (Pro): {said}\n\nBen (Con): They cost more.\n")
    build(loaded, [tmp_path / "other.txt", SAMPLES / "street-lights.txt"], Plan(memory))
    history = (Spoken(1, "Ada", "pro", "opening", (said,)), Spoken(2, "Ben", "con", "opening", ("They run empty.",)))
    tests = (Debate("night buses", MOTION, "", history),) if tested else ()
    cells = Cells(None)
    RDebater(loaded, "offline", memory, SharedWithTests(loaded, memory, tests), CORPUS, cells).speak(
        MOTION, "pro", history, 80
    )
    (run,) = [value["run"] for value in cells._values.values() if "run" in value]
    graph = loaded.store.subgraph(run)
    records = [edge.end for one in graph.of("Recollection") for edge in graph.out_edges(one.id, "RECALLED")]
    topics = {one.item.record: one.item.topic for one in held_records(loaded.store, memory)}
    assert records
    assert (other in {topics[one] for one in records}) is not tested
    assert json.loads(graph[run]["parameters"]).get("left_out", []) == ([other] if tested else [])
