"""The main job on real text: the Federalist Papers."""

from __future__ import annotations

from foam_graph.app.asking import Ask, ask
from foam_graph.app.loading import load
from foam_graph.app.position import CLASSES, read_position
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.store.ledger.verification import verify
from foam_graph.store.server.control import Endpoint
from tests.support.shared_data import FEDERALIST, needs

QUESTION = "Should the union be strengthened at the expense of the states?"


@needs(FEDERALIST)
def test_the_federalist_papers_yield_a_position(settings: Settings, endpoint: Endpoint) -> None:
    with Session(settings) as session:
        loaded = load(session, [FEDERALIST], "federalist")
        assert loaded.documents == 85
        run = ask(session, Ask(QUESTION, "federalist", "policy-memo", ("union", "states"), dated="2026-06-01"))
        graph = session.store.subgraph(run)
        found = read_position(graph, run).as_json()
        claims = [c for name in CLASSES for c in found[name] if c["text"]]
        assert len(claims) >= 8
        assert len({d for c in claims for d in c["documents"]}) >= 3
        documents = {d.id: d for d in session.corpora.documents("federalist")}
        for record in graph.of("EvidenceRecord"):
            for sentence_id, segment in zip(record["sentence_ids"], record["quotation"].split(" /.../ "), strict=True):
                assert segment in documents[sentence_id.rpartition(":")[0]].text
        assert {c["name"] for c in found["checks"] if not c["ok"]} <= {"slot completeness", "evidence linkage"}
        assert verify(session.store, run).ok
