"""A run over a document of a corpus, committed to a database, for exports from it."""

from __future__ import annotations

import uuid

from foam_graph.model.delta import SELF, ActivityDraft, Delta, Ref
from foam_graph.model.kinds import Role
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
