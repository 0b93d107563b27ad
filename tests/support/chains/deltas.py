"""Small valid deltas for the tests of the store, the ledger and the journal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import neo4j

from foam_graph.model.delta import SELF, ActivityDraft, Committed, Delta, Ref
from foam_graph.model.kinds import Role
from foam_graph.store.server.control import Endpoint
from foam_graph.store.store import Store


def draft(run: str, step: str = "propose", **fields: Any) -> ActivityDraft:
    """A proposer's turn."""
    return ActivityDraft(run, "AgentTurn", Role.PROPOSER, step, "offline-rules", fields)


def claim(delta: Delta, text: str = "The ferry runs late.", **more: Any) -> Ref:
    """Adds a claim that a turn proposes."""
    fields: dict[str, Any] = {
        "text": text, "leaf": "l1", "component": "rule", "syllogism_type": "advantage", "stance_id": "s1",
        "evidence": "none", "values": ["safety"], "form": "chain", "words": 4,
    }  # fmt: skip
    return delta.node("Claim", **{**fields, **more})


def claims(count: int = 2, text: str = "The ferry runs late.") -> Delta:
    """Claims, each with its warrant and resting on the one before: 2 nodes and 3 edges each, one edge less."""
    delta = Delta()
    before: Ref | None = None
    for n in range(count):
        made = claim(delta, f"{text} {n}")
        warrant = delta.node("Warrant", text=f"because of {n}")
        delta.edge("PROPOSES", Ref(SELF, "AgentTurn"), made)
        delta.edge("WARRANTS", warrant, made)
        if before is not None:
            delta.edge("RESTS_ON", made, before)
        before = made
    return delta


def candidate(delta: Delta, score: float = 1.0) -> Ref:
    """Adds a candidate: it has a float."""
    return delta.node(
        "Candidate", text="A draft.", leaf="l1", component="rule", stance_id="s1", score=score, rollout=0,
        sentence_ids=["d:1"], draft='{"a":1}',
    )  # fmt: skip


def rebuts(run: str, first: str, second: str) -> tuple[ActivityDraft, Delta]:
    """An edge between two nodes that are there, with a personal field."""
    delta = Delta()
    delta.edge("REBUTS", Ref(first, "Claim"), Ref(second, "Claim"), why="They cannot both be.")
    return draft(run, "rebut"), delta


def loads(run: str, doc: str, corpus: str = "c") -> tuple[ActivityDraft, Delta]:
    """A document; it is named, so that others can refer to it before it is acknowledged."""
    delta = Delta()
    delta.node(
        "Document", id=doc, doc_id=doc, corpus=corpus, path="a.md", sha256="0", title="A", sentences=1,
        source_class="report", segmentation="x",
    )  # fmt: skip
    return ActivityDraft(run, "Load", Role.OPERATOR, "load"), delta


def offers(run: str, doc: str) -> tuple[ActivityDraft, Delta]:
    """A sentence of a document that may be another chain's."""
    delta = Delta()
    made = delta.node("EvidenceSentence", doc_id=doc, sent_id=1, sentence_id=f"{doc}:1", start=0, end=1, text="x")
    delta.edge("FROM_DOCUMENT", made, Ref(doc, "Document"))
    return ActivityDraft(run, "Retrieval", Role.RETRIEVER, "offer"), delta


@contextmanager
def locked(endpoint: Endpoint, run: str) -> Iterator[None]:
    """Holds a chain as another process does that is writing to it."""
    with (
        neo4j.GraphDatabase.driver(endpoint.uri, auth=(endpoint.user, endpoint.password)) as raw,
        raw.session() as session,
        session.begin_transaction() as lock,
    ):
        lock.run("MATCH (r:Artifact {id: $run}) SET r.kind = r.kind", run=run).consume()
        yield
        lock.rollback()


def story(store: Store, run: str) -> list[Committed]:
    """Four activities: two claims, a float, an edge between old nodes, two claims."""
    first = store.commit(draft(run, latency_ms=3, note="said quickly"), claims())
    delta = Delta()
    candidate(delta)
    second = store.commit(draft(run, "draft"), delta)
    third = store.commit(*rebuts(run, first.ids[0], first.ids[2]))
    return [first, second, third, store.commit(draft(run), claims())]
