"""The main job on real text: the Federalist Papers, which hold no rule that anything could be tested against."""

from __future__ import annotations

from foam_graph.app.asking import Ask, ask
from foam_graph.app.loading import load
from foam_graph.app.position import read_position
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.store.ledger.verification import verify
from foam_graph.store.server.control import Endpoint
from tests.support.shared_data import FEDERALIST, needs

QUESTION = "Should the union be strengthened at the expense of the states?"


@needs(FEDERALIST)
def test_rules_alone_leave_open_what_no_test_bears_on(settings: Settings, endpoint: Endpoint) -> None:
    with Session(settings) as session:
        loaded = load(session, [FEDERALIST], "federalist")
        assert loaded.documents == 85
        run = ask(session, Ask(QUESTION, "federalist", "policy-memo", ("union", "states"), dated="2026-06-01"))
        graph = session.store.subgraph(run)
        found = read_position(graph, run)
        assert verify(session.store, run).ok
    assert next(reading["mode"] for reading in graph.of("Reading")) == "selected"
    assert found.answer is not None
    assert found.answer.status == "open"
    assert not found.core
    assert [check.name for check in found.checks if not check.ok] == []
