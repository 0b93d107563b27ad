from __future__ import annotations

import threading
import time
import uuid
from collections import Counter
from concurrent.futures import Future
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from foam_graph.errors import ModelViolation, RoleViolation, StoreFault, UnknownId
from foam_graph.model.delta import SELF, ActivityDraft, Committed, Delta, Ref, resolve
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Subgraph
from foam_graph.store.ledger.verification import verify
from foam_graph.store.server.control import Endpoint
from foam_graph.store.store import Store
from foam_graph.store.writing import rows
from tests.support.chains.deltas import claim, claims, draft, loads, locked, offers, rebuts
from tests.support.processes import python


def written(store: Store) -> tuple[int, int]:
    totals = store.ask("totals")[0]
    return totals["nodes"], totals["edges"]


def test_the_hash_that_is_read_back_is_the_hash_that_was_acknowledged(store: Store, chain: str) -> None:
    done = store.commit(draft(chain), claims())
    rows = store.ask("activity_hash", run=chain, seq=1)
    assert rows == [{"id": done.activity, "hash": done.hash}]
    assert done.activity == f"{chain}-1"
    assert done.ids == tuple(f"{chain}-1-{n}" for n in range(1, 5))
    assert verify(store, chain).head == done.hash


@pytest.mark.parametrize(
    ("few", "statements"),
    [
        pytest.param(rows.FEW, 2, id="heads and all rows"),
        pytest.param(0, 8, id="heads, activity, NEXT, two kinds of node, three kinds of edge"),
    ],
)
def test_a_commit_counts_what_it_writes(
    store: Store, chain: str, few: int, statements: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rows, "FEW", few)
    before = store.traffic.snapshot()
    store.commit(draft(chain), claims(2))
    spent = store.traffic.since(before)
    # 1 activity + 4 nodes; 5 edges + 4 WAS_GENERATED_BY + 1 NEXT.
    assert (spent.nodes, spent.edges, spent.transactions) == (5, 10, 1)
    # No statement a row.
    assert spent.statements == statements


def test_nothing_is_written_where_everything_is_refused(store: Store, chain: str) -> None:
    before = store.traffic.snapshot()
    with pytest.raises(UnknownId, match="nowhere-1 is not a Claim"):
        store.commit(*rebuts(chain, "nowhere-1", "nowhere-2"))
    spent = store.traffic.since(before)
    assert (spent.nodes, spent.edges, spent.statements) == (0, 0, 2)


def bad_deltas() -> dict[str, Delta]:
    found = {
        name: Delta() for name in ("kind", "field", "type", "surrogate", "range", "edge", "ends", "role", "reserved")
    }
    found["kind"].node("Oracle", text="x")
    claim(found["field"], hidden="x")
    claim(found["type"], words=4.0)
    claim(found["surrogate"], "\ud800")
    claim(found["range"], words=-1)
    found["edge"].edge("TRUMPS", claim(found["edge"]), claim(found["edge"]))
    made = claim(found["ends"])
    found["ends"].edge("WARRANTS", made, made)
    found["role"].node("Question", text="x")
    found["reserved"].edge("WAS_GENERATED_BY", claim(found["reserved"]), Ref(SELF, "AgentTurn"))
    for delta in found.values():
        claim(delta)
    return found


@pytest.mark.parametrize("name", bad_deltas())
def test_what_the_model_does_not_allow_writes_nothing(store: Store, chain: str, name: str) -> None:
    before = written(store)
    with pytest.raises(RoleViolation if name == "role" else ModelViolation):
        store.commit(draft(chain), bad_deltas()[name])
    assert written(store) == before
    assert store.commit(draft(chain), claims(1)).seq == 1


def test_an_edge_to_nowhere_writes_nothing(store: Store, chain: str) -> None:
    done = store.commit(draft(chain), claims(1))
    before = written(store)
    with pytest.raises(UnknownId, match="nobody-1"):
        store.commit(*rebuts(chain, done.ids[0], "nobody-1"))
    assert written(store) == before


def test_an_edge_to_a_node_of_another_kind_writes_nothing(store: Store, chain: str) -> None:
    done = store.commit(draft(chain), claims(1))
    before = written(store)
    with pytest.raises(UnknownId, match="is not a Claim"):
        store.commit(*rebuts(chain, done.ids[0], done.ids[1]))  # the second is a Warrant
    assert written(store) == before


def test_a_chain_that_nobody_opened_cannot_be_written(store: Store) -> None:
    before = written(store)
    with pytest.raises(UnknownId, match="never-opened"):
        store.commit(draft("never-opened"), claims(1))
    assert written(store) == before


def test_a_chain_is_not_opened_twice(store: Store, chain: str) -> None:
    delta = Delta()
    delta.node("Run", id=chain, kind="run", title="again", operator="x", software="x")
    before = written(store)
    with pytest.raises(StoreFault):
        store.commit(ActivityDraft(chain, "Opening", Role.OPERATOR, "open"), delta)
    assert written(store) == before


def test_a_bad_delta_does_not_sink_the_others_of_its_batch(store: Store, endpoint: Endpoint, chain: str) -> None:
    first = store.commit(draft(chain), claims(1))
    # While the chain is locked everything submitted gathers into one batch.
    with locked(endpoint, chain):
        waiting = [store.submit(draft(chain), claims(1))]
        batch = [store.submit(draft(chain), claims(1)) for _ in range(3)]
        dangling = store.submit(*rebuts(chain, first.ids[0], "nobody-1"))
        twice = Delta()
        twice.node("Run", id=chain, kind="run", title="again", operator="x", software="x")
        clash = store.submit(ActivityDraft(chain, "Opening", Role.OPERATOR, "open"), twice)
        batch += [store.submit(draft(chain), claims(1)) for _ in range(3)]
        assert not waiting[0].done()
    done = [future.result(300) for future in waiting + batch]
    assert isinstance(dangling.exception(30), UnknownId)
    assert isinstance(clash.exception(30), StoreFault)
    assert sorted(d.seq for d in done) == list(range(2, 9))
    assert verify(store, chain).faults == []


def test_a_document_can_be_referred_to_before_it_is_acknowledged(store: Store, chain: str) -> None:
    doc = f"doc-{uuid.uuid4().hex[:8]}"
    futures = [store.submit(*loads(chain, doc)), store.submit(*offers(chain, doc))]
    assert [future.result(300).seq for future in futures] == [1, 2]
    assert verify(store, chain).faults == []


def test_a_writer_that_is_too_fast_waits_and_a_callback_does_not(
    endpoint: Endpoint, chain: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("foam_graph.store.writing.commit.MAX_WAITING", 3)
    answers: list[Future[Committed]] = []
    with Store(endpoint, "a test") as narrow:

        def answer(_: object) -> None:
            answers.append(narrow.submit(draft(chain), claims(1)))

        futures = [narrow.submit(draft(chain), claims(1)) for _ in range(40)]
        for future in futures:
            future.add_done_callback(answer)
        written = [future.result(300).seq for future in futures]
        while len(answers) < 40:
            time.sleep(0.01)
        written += [future.result(300).seq for future in answers]
    assert sorted(written) == list(range(1, 81))


def test_what_is_submitted_is_written_before_the_store_closes(endpoint: Endpoint, chain: str) -> None:
    with Store(endpoint, "a test") as closing:
        futures = [closing.submit(draft(chain), claims(1)) for _ in range(70)]
    assert [future.result(0).seq for future in futures] == list(range(1, 71))


def test_another_run_does_not_wait(store: Store, endpoint: Endpoint, chain: str) -> None:
    other = f"run-{uuid.uuid4().hex[:12]}"
    store.ensure_chain(other, "run", "a test")
    with locked(endpoint, chain):
        # A process of its own, as another committer would be.
        with Store(endpoint, "another process") as elsewhere:
            assert elsewhere.submit(draft(other), claims(1)).result(300).seq == 1
        blocked = store.submit(draft(chain), claims(1))
        assert not blocked.done()
    assert blocked.result(300).seq == 1


def test_threads_on_one_run_neither_fork_nor_lose(store: Store, chain: str) -> None:
    done: list[Committed] = []

    def write() -> None:
        done.extend(store.commit(draft(chain), claims(1)) for _ in range(15))

    threads = [threading.Thread(target=write) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(300)
    assert sorted(d.seq for d in done) == list(range(1, 91))
    found = verify(store, chain)
    assert (found.faults, found.activities) == ([], 91)


WRITER = """
import sys
from tests.support.chains.deltas import claims, draft
from foam_graph.store.server.control import Endpoint
from foam_graph.store.store import Store
uri, user, password, database, run = sys.argv[1:6]
with Store(Endpoint(uri, user, password, database, False)) as store:
    futures = [store.submit(draft(run), claims(1)) for _ in range(20)]
    print(*[future.result(300).hash for future in futures])
"""


def test_processes_on_one_run_neither_fork_nor_lose(store: Store, endpoint: Endpoint, chain: str) -> None:
    place = [endpoint.uri, endpoint.user, endpoint.password, endpoint.database, chain]
    processes = [python("-c", WRITER, *place) for _ in range(3)]
    told = [process.communicate(timeout=400)[0].split() for process in processes]
    assert [process.returncode for process in processes] == [0, 0, 0]
    found = verify(store, chain)
    assert (found.faults, found.activities) == ([], 61)
    kept = [row["props"]["hash"] for row in store.ask("run_activities", run=chain, low=1, high=100)]
    assert Counter(kept) == Counter(word for words in told for word in words)


HOSTILE = {
    "cypher": "x'}) DETACH DELETE (n) //`\"; MATCH (n) DETACH DELETE n",
    "parameter": "$rows {props} {{labels}} %s {0}",
    "nul": "a\x00b",
    "astral": "𝔘🜁\U0010ffff",
    "controls": "\r\n\t\x1b[31m\u202e\u2028\ufeff",
    "decomposed": "e\u0301 is not \u00e9",
    "large": "å" * 999_999,
    "empty": "",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_only_text(store: Store, chain: str, name: str) -> None:
    delta = Delta()
    made = claim(delta, HOSTILE[name], leaf=HOSTILE[name][:1000], values=[HOSTILE[name][:100], ""])
    done = store.commit(draft(chain, HOSTILE[name][:100], note=HOSTILE[name]), delta)
    node = store.subgraph(chain)[done.id_of(made)]
    assert (node["text"], node["leaf"]) == (HOSTILE[name], HOSTILE[name][:1000])
    assert verify(store, chain).faults == []


@pytest.mark.parametrize("text", ["\ud800", "a\udfffb", "å" * 1_000_001])
def test_text_that_cannot_be_stored_is_refused(store: Store, chain: str, text: str) -> None:
    delta = Delta()
    claim(delta, text)
    with pytest.raises(ModelViolation, match="text"):
        store.commit(draft(chain), delta)
    assert store.commit(draft(chain), claims(1)).seq == 1


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
FLOATS = st.floats(allow_nan=False, allow_infinity=False)


@st.composite
def deltas(draw: st.DrawFn) -> Delta:
    """Any valid delta of claims, candidates, warrants and the edges between them."""
    delta = Delta()
    made: list[Ref] = []
    for _ in range(draw(st.integers(0, 4))):
        optional: dict[str, Any] = draw(st.fixed_dictionaries({}, optional={
            "condition": TEXT, "absent": st.lists(TEXT, max_size=2), "rollout": st.integers(-(2**53) + 1, 2**53 - 1),
            "calculus": st.just('{"a":[1,2.5,null]}'),
        }))  # fmt: skip
        words = draw(st.integers(0, 2**53 - 1))
        made.append(
            claim(delta, draw(TEXT), leaf=draw(TEXT), values=draw(st.lists(TEXT, max_size=3)), words=words, **optional)
        )
        delta.node(
            "Candidate", text=draw(TEXT), leaf="l", component="c", stance_id="s", score=draw(FLOATS), rollout=0,
            sentence_ids=[], draft="{}",
        )  # fmt: skip
        if draw(st.booleans()):
            delta.edge("WARRANTS", delta.node("Warrant", text=draw(TEXT)), made[-1])
        if len(made) > 1:
            delta.edge("RESTS_ON", made[-1], draw(st.sampled_from(made[:-1])))
            delta.edge("REBUTS", draw(st.sampled_from(made)), draw(st.sampled_from(made)), why=draw(TEXT))
    return delta


def shape(graph: Subgraph) -> tuple[list[Any], list[Any]]:
    nodes = [(n.id, n.kind, {k: (type(v), v) for k, v in n.fields.items()}, n.seq, n.ord) for n in graph.nodes]
    return nodes, [(e.type, e.start, e.end, dict(e.fields), e.seq) for e in graph.edges]


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(delta=deltas())
def test_what_is_read_is_what_was_committed(store: Store, delta: Delta) -> None:
    run = f"run-{uuid.uuid4().hex[:12]}"
    store.ensure_chain(run, "run", "a test")
    graph = store.subgraph(run)
    turn = draft(run, latency_ms=1)
    done = store.commit(turn, delta)
    graph.apply(turn, delta, done)
    assert shape(store.subgraph(run)) == shape(graph)
    assert [resolve(Ref(f"#{n}", ""), done.activity, done.ids) for n in range(1, len(done.ids) + 1)] == list(done.ids)
    assert verify(store, run).faults == []
