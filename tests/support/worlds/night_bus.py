"""Debates on a night bus over a real store: what is asked for, and what holds of every debate that was held."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from foam_graph.app.debating import Motion
from foam_graph.app.session import Session
from foam_graph.corpus.quotations.assembling import JOIN
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.debating.floor import judgement_of, sentences_of, spoken_nodes
from foam_graph.reasoning.evidence import Evidence
from foam_graph.store.ledger.verification import verify
from tests.support.chains.soundness import KEY, MODEL
from tests.support.endpoints.model_server import Server
from tests.support.worlds.debated_world import MOTION

CORPUS = "night-bus"


OFFLINE = Motion(MOTION, CORPUS, format="short")


LLM = replace(OFFLINE, agents="llm")


ONE = replace(LLM, without=("drafts",))
"""Each speech is drafted once."""


def session_of(server: Server, loaded: Session, **changes: Any) -> Session:
    values = {"openai_base_url": server.url, "openai_api_key": KEY, "model": MODEL, "llm_timeout": 60.0}
    return Session(replace(loaded.settings, **(values | changes)))


def sound(session: Session, run: str) -> Subgraph:
    """What holds of every debate, whatever was answered: its chain, its quotations, its verdicts."""
    assert verify(session.store, run).faults == []
    graph = session.store.subgraph(run)
    evidence = Evidence(session.corpora.documents(CORPUS))
    offered = {graph[e.end]["sentence_id"] for a in graph.of("Retrieval") for e in graph.out_edges(a.id, "OFFERED")}
    for record in graph.of("EvidenceRecord"):
        assert set(record["sentence_ids"]) <= offered
        assert record["quotation"].split(JOIN) == [evidence.sentences[i].text for i in record["sentence_ids"]]
    spoken = spoken_nodes(graph)
    assert [node["turn"] for node in spoken] == list(range(1, len(spoken) + 1))
    for node in spoken:
        assert " ".join(sentences_of(node)) == node["text"]
        judged = judgement_of(graph, node)
        if node["origin"] == "agent":
            # What is spoken is what was judged, and it says of itself what its judge said.
            draft, *worse = sorted(graph.out(node.id, "SUPERSEDES"), key=lambda one: int(one["round"]))
            assert draft["text"] == node["text"]
            assert all(one["round"] > node["round"] for one in worse)
            assert node["accepted"] is (judged is not None and judged["accepted"])
        if judged is not None and judged["accepted"]:
            assert judged["own_side"]
            assert not judged["other_side"]
            assert not judged["faults"]
    for node in graph.nodes:
        assert KEY not in json.dumps(dict(node.fields), default=str, ensure_ascii=False)
    return graph


def texts(graph: Subgraph) -> list[str]:
    return [node["text"] for node in spoken_nodes(graph)]
