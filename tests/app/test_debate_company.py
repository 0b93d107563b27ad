"""A debate with a real memory and the real reader of logic: what each gives is in the graph, and a debate goes on after it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from foam_graph.app.debating import Motion, begin_next, debate, finish_next
from foam_graph.app.loading import load
from foam_graph.app.remembering import Plan, build
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.errors import UnknownId
from foam_graph.findings.debate.spoken import Spoken
from foam_graph.reasoning.debating.floor import spoken_nodes
from foam_graph.store.ledger.verification import verify
from foam_graph.store.server.control import Endpoint
from tests.support.worlds.debated_world import MOTION, write_debate

CORPUS, MEMORY = "night-bus-remembered", "city-remembered"
SAMPLES = Path(__file__).parents[2] / "examples" / "debates" / "memory"


@pytest.fixture(scope="module")
def loaded(settings: Settings, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    with Session(settings) as session:
        load(session, [write_debate(tmp_path_factory.mktemp("documents"))], CORPUS)
        build(session, [SAMPLES], Plan(MEMORY))
        yield session


def test_each_turn_recalls_from_the_memory_and_reads_what_was_said(loaded: Session) -> None:
    found = debate(loaded, Motion(MOTION, CORPUS, MEMORY, format="short"))
    graph = loaded.store.subgraph(found.run)
    assert verify(loaded.store, found.run).faults == []
    for node in spoken_nodes(graph):
        (recalled,) = [one for one in graph.out(node.id, "RESTS_ON") if one.kind == "Recollection"]
        edges = graph.out_edges(recalled.id, "RECALLED")
        assert sorted(edge.fields["rank"] for edge in edges) == list(range(1, len(edges) + 1))
        assert recalled["memory"] == MEMORY
        assert set(recalled["schemes"]) == {name for name, mean in json.loads(recalled["prior"]).items() if mean > 2}
    said = {node.id: node for node in spoken_nodes(graph)}
    read = {one.id for predicate in graph.of("Predicate") for one in graph.out(predicate.id, "RESTS_ON")}
    assert read <= said.keys()
    assert {said[one]["side"] for one in read} == {"pro", "con"}
    assert graph.of("ReasoningChain")


def test_a_memory_that_is_not_there_is_told_before_anything_is_written(loaded: Session) -> None:
    before = loaded.store.traffic.snapshot()
    with pytest.raises(UnknownId):
        debate(loaded, Motion(MOTION, CORPUS, "no-such-memory"))
    assert loaded.store.traffic.since(before).writes == 0


def test_the_next_utterance_of_a_debate_of_others_is_said_and_ends_it(loaded: Session) -> None:
    history = [
        Spoken(1, "Ada", "pro", "opening", ("Night buses bring people home.", "The town has none.")),
        Spoken(2, "Ben", "con", "opening", ("Night buses run empty.",)),
    ]
    run = begin_next(loaded, Motion(MOTION, CORPUS, MEMORY), "pro", history, 120)
    said = finish_next(loaded, run)
    assert finish_next(loaded, run) == said
    assert (said.turn, said.side, said.origin) == (3, "pro", "agent")
    assert len(said.text.split()) <= 120
