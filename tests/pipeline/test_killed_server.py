"""Neo4j is killed in the middle of a run, and comes back."""

from __future__ import annotations

from pathlib import Path

import psutil
import pytest

from foam_graph.app.asking import Ask, ask, finish
from foam_graph.app.position import read_position
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.errors import StoreUnreachable
from foam_graph.store.ledger.verification import verify
from foam_graph.store.server.control import up
from tests.support.worlds.planted_world import DAY, LIMITS, PERSPECTIVES, QUESTION, TEMPLATE, load_world

WANTED = Ask(QUESTION, "workshop", TEMPLATE, PERSPECTIVES, dated=DAY, limits=LIMITS)


def test_a_run_survives_the_death_of_the_server(spare: Settings, tmp_path: Path) -> None:
    endpoint = up(spare)
    steps: list[str] = []

    def kill_at_agenda(step: str) -> None:
        steps.append(step)
        if step == "agenda" and endpoint.pid:
            psutil.Process(endpoint.pid).kill()

    with Session(spare, kill_at_agenda) as session:
        load_world(session, tmp_path, "workshop")
        with pytest.raises(StoreUnreachable) as caught:
            ask(session, WANTED)
    assert "agenda" in steps
    assert "foam up" in caught.value.hint
    assert "foam resume r" in caught.value.hint
    run = caught.value.hint.rsplit("foam resume ", 1)[1].split()[0]
    up(spare)
    with Session(spare) as session:
        assert session.store.subgraph(run).of("Reading"), "what was committed is there"
        finish(session, run)
        assert read_position(session.store.subgraph(run), run).as_json()["position"]
        assert verify(session.store, run).ok
