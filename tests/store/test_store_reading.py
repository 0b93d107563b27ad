from __future__ import annotations

import uuid

import pytest

from foam_graph.errors import AmbiguousId, StoreFault, UnknownId
from foam_graph.model.delta import ActivityDraft, Delta, Ref
from foam_graph.model.kinds import Role
from foam_graph.model.nodes import ACTIVITIES, NODES, labels_of
from foam_graph.store.reading import kind_of, node_from, plain
from foam_graph.store.store import Store
from tests.support.chains.deltas import claims, draft, loads, offers, rebuts, story


@pytest.mark.parametrize("kind", NODES)
def test_every_kind_is_told_by_its_labels(kind: str) -> None:
    assert kind_of(labels_of(kind)) == kind
    assert kind_of(reversed(labels_of(kind))) == kind


@pytest.mark.parametrize("kind", ACTIVITIES)
def test_every_activity_is_told_by_its_labels(kind: str) -> None:
    assert kind_of(["Activity", kind]) == kind_of([kind, "Activity"]) == kind


@pytest.mark.parametrize(
    "labels",
    [
        [], ["Artifact"], ["Activity"], ["Claim"], ["Artifact", "Claim", "Warrant"], ["Artifact", "Challenge"],
        ["Activity", "Load", "Call"], ["Artifact", "Load"], ["Activity", "Claim"], ["Artifact", "Activity", "Claim"],
        ["Artifact", "Miracle"],
    ],
)  # fmt: skip
def test_other_sets_of_labels_are_no_kind(labels: list[str]) -> None:
    with pytest.raises(StoreFault, match="no kind of the model"):
        kind_of(labels)


def test_plain_leaves_stamps_and_salts_out() -> None:
    props = {
        "id": "r-1-2", "run": "r", "activity": "r-1", "seq": 1, "at": "now", "ord": 2, "text": "x", "text_salt": "00",
        "text_commitment": "ff", "leaf": "l", "salt": "00", "commitment": "text:ff", "partly_erased": "{}",
        "caption": "x", "row_form": 2,
    }  # fmt: skip
    assert plain(props) == {"text": "x", "leaf": "l"}
    node = node_from(["Artifact", "Claim"], props)
    assert (node.id, node.kind, node.seq, node.ord, node.activity, node.at) == ("r-1-2", "Claim", 1, 2, "r-1", "now")


def test_a_subgraph_is_the_chain_in_its_order(store: Store, chain: str) -> None:
    first, second, third, fourth = story(store, chain)
    graph = store.subgraph(chain)
    order = [(node.seq, node.ord) for node in graph.nodes]
    assert order == sorted(order)
    assert [n.id for n in graph.of("Activity")] == [f"{chain}-{n}" for n in range(5)]
    assert [n.id for n in graph.of("Claim")] == [first.ids[0], first.ids[2], fourth.ids[0], fourth.ids[2]]
    assert graph[second.ids[0]]["score"] == 1.0
    assert type(graph[second.ids[0]]["score"]) is float
    (edge,) = [e for e in graph.edges if e.type == "REBUTS"]
    assert (edge.start, edge.end, edge.fields, edge.seq) == (
        first.ids[0],
        first.ids[2],
        {"why": "They cannot both be."},
        third.seq,
    )
    assert {e.type for e in graph.edges} == {"PROPOSES", "WARRANTS", "RESTS_ON", "REBUTS"}


def test_a_subgraph_as_of_then(store: Store, chain: str) -> None:
    first = store.commit(draft(chain), claims())
    then = store.subgraph(chain)
    store.commit(*rebuts(chain, first.ids[0], first.ids[2]))
    store.commit(draft(chain), claims())
    now = store.subgraph(chain, until=first.seq)
    assert list(now.nodes) == list(then.nodes)
    assert list(now.edges) == list(then.edges)
    assert len(store.subgraph(chain, until=0)) == 2


def test_documents_of_another_chain_come_with_the_run(store: Store, chain: str) -> None:
    corpus, doc = f"corpus-{uuid.uuid4().hex[:8]}", f"doc-{uuid.uuid4().hex[:8]}"
    store.ensure_chain(corpus, "corpus", "a corpus")
    for name in (doc, f"{doc}-unused"):
        store.commit(*loads(corpus, name, corpus))
    store.commit(*offers(chain, doc))
    graph = store.subgraph(chain)
    assert [n.id for n in graph.of("Document")] == [doc]
    assert [n.id for n in graph.out(f"{chain}-1-1", "FROM_DOCUMENT")] == [doc]
    assert store.ask("run_corpus", run=chain) == [{"corpus": corpus}]


def test_no_such_run(store: Store) -> None:
    with pytest.raises(UnknownId, match="never-opened"):
        store.subgraph("never-opened")


def test_find_by_id_and_by_beginning(store: Store, chain: str) -> None:
    done = store.commit(draft(chain), claims(1))
    assert store.find(done.ids[0]) == {"id": done.ids[0], "kind": "Claim", "run": chain}
    assert store.find(f"  {done.activity}-2 ")["kind"] == "Warrant"
    # An id that is the beginning of others is still that id.
    assert store.find(chain)["kind"] == "Run"
    assert store.find(chain, among=("Warrant",))["id"] == done.ids[1]
    with pytest.raises(AmbiguousId, match="fits more than one"):
        store.find(chain[:-1])
    for nothing in ("", "   ", "no-such-id", "%", ".*"):
        with pytest.raises(UnknownId):
            store.find(nothing)


def test_find_tells_a_challenge_from_a_critique(store: Store, chain: str) -> None:
    done = store.commit(draft(chain), claims(1))
    delta = Delta()
    made = delta.node(
        "Challenge", type="logical_gap", flaw="other", grounds="g", quoted="q", stance_id="", kind="inferential", stale=False
    )  # fmt: skip
    delta.edge("CHALLENGES", made, Ref(done.ids[0], "Claim"))
    act = store.commit(ActivityDraft(chain, "HumanAct", Role.CONTESTER, "challenge", "person"), delta)
    assert store.find(act.ids[0])["kind"] == "Challenge"
    assert store.subgraph(chain)[act.ids[0]].kind == "Challenge"


def test_a_chain_is_opened_once(store: Store, chain: str) -> None:
    store.ensure_chain(chain, "run", "a test")
    assert len(store.ask("run_activities", run=chain, low=0, high=9)) == 1
