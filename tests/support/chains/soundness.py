"""What must hold of a run whatever a model answered (protocol 2.7)."""

from __future__ import annotations

import json

from foam_graph.app.session import Session
from foam_graph.corpus.quotations.assembling import JOIN
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.pipeline.case_reading import selection_of
from foam_graph.reasoning.agenda.shown import agenda_told
from foam_graph.reasoning.attacked import words_of
from foam_graph.reasoning.evidence import Evidence
from foam_graph.store.ledger.verification import verify

KEY = "sk-test-0123456789"
MODEL = "test-model"


def assert_sound(session: Session, run: str) -> Subgraph:
    """Every invariant of a run, finished or not; returns its graph."""
    found = verify(session.store, run)
    assert found.faults == []
    graph = session.store.subgraph(run)
    evidence = Evidence(session.corpora.documents(_parameters(graph, run)["corpus"]))
    _records(graph, evidence)
    _critiques(graph)
    _turns(graph)
    _secrets(graph)
    return graph


def _parameters(graph: Subgraph, run: str) -> dict[str, str]:
    parameters: dict[str, str] = json.loads(graph[run]["parameters"])
    return parameters


def _records(graph: Subgraph, evidence: Evidence) -> None:
    """Only what was offered or read, and every quotation equals its sentences: nothing in it was written by a model."""
    offered = {e.end for a in graph.of("Retrieval") for e in graph.out_edges(a.id, "OFFERED")}
    allowed = {graph[node]["sentence_id"] for node in offered}
    allowed |= {f"{name}:{n}" for name, places in selection_of(graph).items() for n in places}
    for record in graph.of("EvidenceRecord"):
        ids = record["sentence_ids"]
        assert set(ids) <= allowed
        assert 1 <= len(ids) <= 5
        assert record["quotation"].split(JOIN) == [evidence.sentences[i].text for i in ids]
        assert [node["sentence_id"] for node in graph.out(record.id, "QUOTES")] == list(ids)
    for sentence in graph.of("EvidenceSentence"):
        assert sentence["text"] == evidence.sentences[sentence["sentence_id"]].text


def _critiques(graph: Subgraph) -> None:
    """No phantom criticism: what a critique quotes stands in its target, and value conflicts name both values."""
    for critique in graph.of("Critique"):
        (target,) = graph.out(critique.id, "ATTACKS")
        words = words_of(target) if target.kind != "Agenda" else agenda_told(graph, target)
        quoted = " ".join(critique["quoted"].split()).casefold()
        assert quoted
        assert quoted in " ".join(words.split()).casefold()
        if critique["type"] == "value_conflict":
            assert critique.get("value_target")
            assert critique.get("value_critic")


def _turns(graph: Subgraph) -> None:
    """Every claim has its turn, every turn its agent, every answered call of a turn its node."""
    calls = {node["prompt_hash"] for node in graph.of("ModelCall")}
    for claim in graph.of("Claim"):
        makers: list[Node] = [n for n in graph.into(claim.id, "PROPOSES") if n.is_a("AgentTurn")]
        assert [n.id for n in makers] == [claim.activity]
        assert claim.fields["text"].strip()
    for activity in graph.of("Activity"):
        assert activity.get("agent") != "offline-rules"
        assert set(activity.get("prompt_hashes", ())) <= calls
    for turn in graph.of("AgentTurn"):
        assert turn["agent"] == MODEL


def _secrets(graph: Subgraph) -> None:
    """The key is nowhere."""
    for node in graph.nodes:
        assert KEY not in json.dumps(dict(node.fields), default=str, ensure_ascii=False)
