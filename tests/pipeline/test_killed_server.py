"""Neo4j is killed in the middle of a run, and comes back."""

from __future__ import annotations

from pathlib import Path

import psutil
import pytest

from foam_graph.app.asking import Ask, ask, finish
from foam_graph.app.loading import load
from foam_graph.app.position import read_position
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.errors import StoreUnreachable
from foam_graph.reasoning.turns import Limits
from foam_graph.store.ledger.verification import verify
from foam_graph.store.server.control import up
from tests.support.worlds.small_world import PERSPECTIVES, QUESTION, TEMPLATE, write_corpus

QUICK = Limits(min_iterations=1, max_iterations=1, best_of_n=1, offered=8)
WANTED = Ask(QUESTION, "harrowby", TEMPLATE, PERSPECTIVES, dated="2026-11-21", limits=QUICK)


def test_a_run_survives_the_death_of_the_server(spare: Settings, tmp_path: Path) -> None:
    endpoint = up(spare)
    steps: list[str] = []

    def kill_at_traverse(step: str) -> None:
        steps.append(step)
        if step == "traverse" and endpoint.pid:
            psutil.Process(endpoint.pid).kill()

    with Session(spare, kill_at_traverse) as session:
        load(session, [write_corpus(tmp_path / "documents")], "harrowby")
        with pytest.raises(StoreUnreachable) as caught:
            ask(session, WANTED)
    assert "traverse" in steps
    assert "foam up" in caught.value.hint
    assert "foam resume r" in caught.value.hint
    run = caught.value.hint.rsplit("foam resume ", 1)[1].split()[0]
    up(spare)
    with Session(spare) as session:
        assert session.store.subgraph(run).of("Plan"), "what was committed is there"
        finish(session, run)
        assert read_position(session.store.subgraph(run), run).as_json()["position"]
        assert verify(session.store, run).ok
