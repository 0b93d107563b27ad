"""An export from the database: the same as from the graph that reasoning reads, whatever the ranges it is read in."""

from __future__ import annotations

import io
import uuid

import pytest
from prov_rows import exported, told

from foam_graph.exchange.prov_export.export import SYNTAXES, Request, write_prov
from foam_graph.model.delta import SELF, ActivityDraft, Delta, Ref
from foam_graph.model.kinds import Role
from foam_graph.prov import check, read_bytes
from foam_graph.store import chain_steps as steps
from foam_graph.store.store import Store


def written(store: Store, turns: int) -> str:
    """A run over a document of a corpus, with claims that rest on one another; its id."""
    mark = uuid.uuid4().hex[:8]
    corpus, run = f"corpus-{mark}", f"prov-{mark}"
    store.ensure_chain(corpus, "corpus", mark)
    load = Delta()
    document = load.node(
        "Document", id=f"d@{mark}", doc_id="d", corpus=mark, path="a.txt", sha256="00", title="Survey", sentences=1,
        source_class="report", segmentation="s1",
    )  # fmt: skip
    done = store.commit(ActivityDraft(corpus, "Load", Role.OPERATOR, "load"), load)
    document = Ref(done.id_of(document), "Document")
    store.ensure_chain(run, "run", "a test")
    before: Ref | None = None
    for n in range(turns):
        delta = Delta()
        sentence = delta.node(
            "EvidenceSentence", doc_id="d", sent_id=n + 1, sentence_id=f"d:{n}", start=0, end=9, text="x"
        )
        delta.edge("FROM_DOCUMENT", sentence, document)
        delta.edge("OFFERED", Ref(SELF, "Retrieval"), sentence, leaf="l", rank=1, score=0.5, engine="e")
        found = store.commit(
            ActivityDraft(run, "Retrieval", Role.RETRIEVER, f"offer {n}", "bm25", used=(document.id,)), delta
        )
        before = _claim(store, run, n, Ref(found.id_of(sentence), "EvidenceSentence"), before)
    store.commit(ActivityDraft(run, "HumanAct", Role.AUDITOR, "look", "person", {"by": "Ada Secret"}), Delta())
    return run


def _claim(store: Store, run: str, n: int, sentence: Ref, before: Ref | None) -> Ref:
    delta = Delta()
    claim = delta.node(
        "Claim", text=f"Claim {n}", leaf="l", component="impact", syllogism_type="advantage", stance_id="s",
        evidence="required", values=["care"], form="quotation", words=2,
    )  # fmt: skip
    delta.edge("PROPOSES", Ref(SELF, "AgentTurn"), claim)
    delta.edge("SUPPORTS", sentence, claim)
    if before is not None:
        delta.edge("RESTS_ON", claim, before)
    done = store.commit(ActivityDraft(run, "AgentTurn", Role.PROPOSER, f"slot {n}", "offline-rules"), delta)
    return Ref(done.id_of(claim), "Claim")


def from_store(store: Store, run: str, syntax: str, node: str = "") -> tuple[bytes, dict[str, object]]:
    out = io.BytesIO()
    manifest = write_prov(store, Request([run], syntax, node=node), out)
    return out.getvalue(), manifest


def test_the_database_gives_what_the_graph_gives(store: Store) -> None:
    run = written(store, 3)
    graph = store.subgraph(run)
    head = store.ask("prov_head", run=run)[0]
    assert (head["people"], head["seq"], sorted(head["agents"])) == (1, 7, ["bm25", "offline-rules", "system"])
    for syntax in SYNTAXES:
        content, manifest = from_store(store, run, syntax)
        expected, other = told(graph, run, syntax)
        assert content == expected, syntax
        assert manifest["statements"] == other["statements"]
        assert b"Secret" not in content
        report = check(read_bytes(content, "x", SYNTAXES[syntax]))
        assert report.violations == ()


def test_ranges_do_not_show(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    run = written(store, 4)
    whole = from_store(store, run, "nquads")
    for activities, rows in ((1, 4000), (3, 4000), (200, 1)):
        monkeypatch.setattr(steps, "RANGE", activities)
        monkeypatch.setattr(steps, "ROWS", rows)
        assert from_store(store, run, "nquads") == whole


def test_a_corpus_and_a_node_of_it(store: Store) -> None:
    run = written(store, 2)
    corpus = run.replace("prov-", "corpus-")
    content, manifest = from_store(store, corpus, "provn")
    assert check(read_bytes(content, "x", "prov-n")).valid
    part, less = from_store(store, run, "provn", node=f"{run}-2-1")
    assert check(read_bytes(part, "x", "prov-n")).valid
    assert 0 < int(str(less["statements"])) < int(str(from_store(store, run, "provn")[1]["statements"]))
    assert manifest["runs"] != less["runs"]


def test_other_chains_are_not_mixed_in(store: Store) -> None:
    one, two = written(store, 1), written(store, 1)
    text = exported(store.subgraph(one), one, "provn").decode()
    assert from_store(store, one, "provn")[0].decode() == text
    assert two not in text
