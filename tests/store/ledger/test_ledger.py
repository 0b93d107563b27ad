from __future__ import annotations

from collections.abc import Iterator

import neo4j
import pytest

from foam_graph.errors import UnknownId
from foam_graph.model.canonical import GENESIS, chain_hash
from foam_graph.model.delta import ActivityDraft, Delta
from foam_graph.model.kinds import Role
from foam_graph.store.chain.sealing import header_form
from foam_graph.store.ledger import verification as ledger
from foam_graph.store.ledger.verification import verify
from foam_graph.store.server.control import Endpoint
from foam_graph.store.store import Store
from tests.support.chains.deltas import candidate, claims, draft, story
from tests.support.chains.removing import REMOVE_CHAIN


@pytest.fixture
def raw(endpoint: Endpoint) -> Iterator[neo4j.Driver]:
    with neo4j.GraphDatabase.driver(endpoint.uri, auth=(endpoint.user, endpoint.password)) as driver:
        yield driver


def test_an_honest_chain_holds(store: Store, chain: str) -> None:
    done = story(store, chain)
    found = verify(store, chain)
    assert found.faults == []
    assert (found.ok, found.run, found.head) == (True, chain, done[-1].hash)
    # Opening 1 node; 4 + 1 + 0 + 4 nodes; 5 + 0 + 1 + 5 edges.
    assert (found.activities, found.nodes, found.edges) == (5, 10, 11)


def test_a_chain_longer_than_one_range_and_a_delta_larger_than_one(
    store: Store, chain: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledger, "RANGE", 4)
    monkeypatch.setattr(ledger, "ROWS", 25)
    for n in (1, 1, 5, 1, 1, 1, 1, 1, 1):
        last = store.commit(draft(chain), claims(n))
    found = verify(store, chain)
    assert (found.faults, found.activities, found.head) == ([], 10, last.hash)


def test_no_such_chain(store: Store) -> None:
    with pytest.raises(UnknownId, match="no-such-run"):
        verify(store, "no-such-run")


A1, A3, A4 = "{run: $run, seq: 1}", "{run: $run, seq: 3}", "{run: $run, seq: 4}"
N11 = "MATCH (n:Artifact {id: $run + '-1-1'}) "
TAMPERINGS: dict[str, tuple[str, str, str]] = {
    # name: (Cypher, kind of a fault that must be among those found, what the first fault must name)
    "text of a claim": (N11 + "SET n.text = 'The ferry runs early.'", "commitment", "-1-1"),
    "commitment": (N11 + "SET n.commitment = 'form,text,values:' + $run", "commitment", "-1-1"),
    "salt": (N11 + "SET n.salt = substring(n.commitment, 20, 32)", "commitment", "-1-1"),
    "salt that is not hex": (N11 + "SET n.salt = 'zz'", "commitment", "-1-1"),
    # HMAC fills a key up with zeros, so that this salt has the same keys.
    "salt with zeros behind it": (N11 + "SET n.salt = n.salt + '00'", "commitment", "-1-1"),
    "salt of another row": (
        N11 + "MATCH (m:Artifact {id: $run + '-1-3'}) SET m.salt = n.salt", "commitment", "-1-3",
    ),
    "salt and commitment of another row": (
        N11 + "MATCH (m:Artifact {id: $run + '-1-3'}) SET m.salt = n.salt, m.commitment = n.commitment", "commitment", "-1-3",
    ),
    "text taken away": (N11 + "REMOVE n.text", "commitment", "-1-1"),
    "text and salt taken away": (N11 + "REMOVE n.text, n.salt", "commitment", "-1-1"),
    "texts and salt taken away": (N11 + "REMOVE n.text, n.form, n.values, n.salt", "erased", "-1-1"),
    "all traces of a text": (N11 + "REMOVE n.text, n.form, n.values, n.salt, n.commitment", "field", "-1-1"),
    "commitment without the name of a field": (
        N11 + "SET n.commitment = replace(n.commitment, 'form,', '')", "commitment", "-1-1",
    ),
    "commitment with a name of its own": (
        N11 + "SET n.commitment = replace(n.commitment, 'form,text', 'form,leaf,text')", "commitment", "-1-1",
    ),
    "text moved to another field": (N11 + "SET n.condition = n.text REMOVE n.text", "commitment", "-1-1"),
    "texts of two fields exchanged": (N11 + "WITH n, n.text AS text SET n.text = n.form, n.form = text", "commitment", "-1-1"),
    "caption": (N11 + "SET n.caption = 'The ferry was never late.'", "caption", "-1-1"),
    "caption taken away": (N11 + "REMOVE n.caption", "caption", "-1-1"),
    "caption of an activity": (f"MATCH (a:Activity {A1}) SET a.caption = 'signed'", "caption", "-1"),
    "row form taken away": (f"MATCH (a:Activity {A1}) REMOVE a.row_form", "hash", "-1"),
    "row form of a newer version": (f"MATCH (a:Activity {A1}) SET a.row_form = 3", "unknown_form", "-1"),
    "text field": (N11 + "SET n.leaf = 'l2'", "body_hash", "-1"),
    "integer field": (N11 + "SET n.words = 5", "body_hash", "-1"),
    "list field": ("MATCH (n:Artifact {id: $run + '-2-1'}) SET n.sentence_ids = n.sentence_ids + 'd:2'", "body_hash", "-2"),
    "personal list": (N11 + "SET n.values = n.values + 'thrift'", "commitment", "-1-1"),
    "texts without their salt": (N11 + "REMOVE n.salt", "commitment", "-1-1"),
    "texts put in the open": (N11 + "REMOVE n.salt, n.commitment", "body_hash", "-1"),
    "personal list taken away": (N11 + "REMOVE n.values", "commitment", "-1-1"),
    "edge text put in the open": ("MATCH ()-[e:REBUTS {run: $run}]->() REMOVE e.salt, e.commitment", "commitment", ""),
    "edge text taken away": ("MATCH ()-[e:REBUTS {run: $run}]->() REMOVE e.why, e.salt", "erased", ""),
    "list turned to text": (N11 + "SET n.values = 'safety'", "field", "-1-1"),
    "int to equal float": (N11 + "SET n.words = toFloat(n.words)", "field", "-1-1"),
    "float to equal int": ("MATCH (n:Artifact {id: $run + '-2-1'}) SET n.score = 1", "field", "-2-1"),
    "not a number": ("MATCH (n:Artifact {id: $run + '-2-1'}) SET n.score = 0.0 / 0.0", "field", "-2-1"),
    "a time": (N11 + "SET n.condition = datetime()", "field", "-1-1"),
    "optional field added": (N11 + "SET n.condition = 'if it rains'", "body_hash", "-1"),
    "required field taken away": (N11 + "REMOVE n.leaf", "field", "-1-1"),
    "undeclared field": (N11 + "SET n.hidden = 'x'", "key", "-1-1"),
    "undeclared salt": (N11 + "SET n.leaf_salt = '00'", "key", "-1-1"),
    "salt of the first row form": (N11 + "SET n.text_salt = n.salt", "key", "-1-1"),
    "label added": (N11 + "SET n:Warrant", "labels", "-1-1"),
    "undeclared label": (N11 + "SET n:Approved", "labels", "-1-1"),
    "label exchanged": (N11 + "REMOVE n:Claim SET n:Plan", "field", "-1-1"),
    "generic label taken away": (N11 + "REMOVE n:Artifact", "missing", "-1"),
    "id of a node": (N11 + "SET n.id = $run + '-x'", "id", "-x"),
    "at of a node": (N11 + "SET n.at = '2020-01-01T00:00:00.000000Z'", "stamp", "-1-1"),
    "seq of a node": (N11 + "SET n.seq = 2", "stamp", "-1"),
    "seq of a node to float": (N11 + "SET n.seq = 1.0", "stamp", "-1-1"),
    "seq of a node to a fraction": (N11 + "SET n.seq = 1.5", "stray", "-1"),
    "seq of a node beyond the end": (N11 + "SET n.seq = 99", "stray", "-1"),
    "seq of a node below the start": (N11 + "SET n.seq = -7", "stray", "-1"),
    "run of a node": (N11 + "SET n.run = 'elsewhere'", "missing", "-1"),
    "activity of a node": (N11 + "SET n.activity = $run + '-2'", "stamp", "-1-1"),
    "ord of a node": (N11 + "SET n.ord = 9", "order", "-1"),
    "stamps taken away": (N11 + "REMOVE n.run, n.seq, n.at, n.activity, n.ord", "missing", "-1"),
    "node inserted with stamps": (
        N11 + "CREATE (m:Artifact:Claim) SET m = n {.*, id: $run + '-1-9', ord: 9}", "generated", "-1",
    ),
    "node inserted at a taken place": (
        N11 + "CREATE (m:Artifact:Claim) SET m = n {.*, id: $run + '-1-1b'}", "stray", "-1",
    ),
    "node inserted before the start": (
        "CREATE (m:Artifact:Warrant {run: $run, seq: -1, id: $run + '--1-1'})", "stray", "--1",
    ),
    "node inserted beyond the end": (
        "CREATE (m:Artifact:Warrant {run: $run, seq: 77, id: $run + '-77-1'})", "stray", "-77-1",
    ),
    "node deleted": ("MATCH (n:Artifact {id: $run + '-1-3'}) DETACH DELETE n", "missing", "-1"),
    "edge inserted with stamps": (
        N11 + f"MATCH (m:Artifact {{id: $run + '-1-3'}}) MATCH (a:Activity {A1}) CREATE (n)-[e:REBUTS]->(m) "
        "SET e.run = $run, e.seq = 1, e.at = a.at, e.activity = a.id, e.ord = 6", "order", "-1",
    ),
    "edge inserted without stamps": (
        N11 + "MATCH (m:Artifact {id: $run + '-1-3'}) CREATE (n)-[:REBUTS]->(m)", "stray", "-[REBUTS]->",
    ),
    "edge inserted at an activity without stamps": (
        f"MATCH (a:Activity {A1}) " + N11 + "CREATE (a)-[:PROPOSES]->(n)", "stray", "-[PROPOSES]->",
    ),
    "edge of an undeclared type": (
        N11 + "MATCH (m:Artifact {id: $run + '-1-3'}) CREATE (n)-[e:TRUMPS]->(m) SET e.run = $run, e.seq = 1",
        "stray", "-[TRUMPS]->",
    ),
    "edge inserted between others' nodes": (
        "CREATE (:Elsewhere {id: $run + '-x'})-[e:REBUTS]->(:Elsewhere {id: $run + '-y'}) "
        "SET e.run = $run, e.seq = 2, e.ord = 1", "count", "-2",
    ),
    "edge deleted": (N11 + "MATCH (n)<-[e:WARRANTS]-() DELETE e", "missing", "-1"),
    "edge rewired": (
        N11 + "MATCH (w)-[e:WARRANTS]->(n) MATCH (m:Artifact {id: $run + '-1-3'}) "
        "CREATE (w)-[f:WARRANTS]->(m) SET f = e DELETE e", "body_hash", "-1",
    ),
    "edge turned round": (
        "MATCH (x)-[e:REBUTS {run: $run}]->(y) CREATE (y)-[f:REBUTS]->(x) SET f = e DELETE e", "body_hash", "-3",
    ),
    "text on an edge": ("MATCH ()-[e:REBUTS {run: $run}]->() SET e.why = 'Nothing.'", "commitment", "-[REBUTS]->"),
    "undeclared field on an edge": ("MATCH ()-[e:REBUTS {run: $run}]->() SET e.weight = 1", "key", "-[REBUTS]->"),
    "at of an edge": ("MATCH ()-[e:REBUTS {run: $run}]->() SET e.at = 'never'", "stamp", "-[REBUTS]->"),
    "seq of an edge": ("MATCH ()-[e:REBUTS {run: $run}]->() SET e.seq = 2", "missing", "-2"),
    "provenance deleted": (N11 + "MATCH (n)-[w:WAS_GENERATED_BY]->() DELETE w", "generated", "-1-1"),
    "provenance doubled": (
        N11 + "MATCH (n)-[w:WAS_GENERATED_BY]->(a) CREATE (n)-[v:WAS_GENERATED_BY]->(a) SET v = w", "generated", "-1-1",
    ),
    "provenance rewired": (
        N11 + f"MATCH (n)-[w:WAS_GENERATED_BY]->() MATCH (b:Activity {A4}) "
        "CREATE (n)-[v:WAS_GENERATED_BY]->(b) SET v = w DELETE w", "generated", "-1-1",
    ),
    "provenance with a property": (N11 + "MATCH (n)-[w:WAS_GENERATED_BY]->() SET w.x = 1", "key", "-1-1"),
    "next deleted": (f"MATCH (:Activity {A1})-[e:NEXT]->() DELETE e", "next", "-2"),
    "next rewired": (
        f"MATCH (a:Activity {A1})-[e:NEXT]->() MATCH (b:Activity {A4}) CREATE (a)-[f:NEXT]->(b) SET f = e DELETE e",
        "next", "-2",
    ),
    "next stamp": (f"MATCH (:Activity {A1})-[e:NEXT]->() SET e.at = 'never'", "stamp", "-2"),
    "activity deleted": (f"MATCH (a:Activity {A1}) DETACH DELETE a", "missing", "-1"),
    "activity deleted, its rows as well": (
        f"MATCH (a:Activity {A3}) MATCH ()-[e:REBUTS {{run: $run}}]->() DELETE e DETACH DELETE a", "missing", "-3",
    ),
    "two activities exchanged": (
        f"MATCH (a:Activity {A1}) MATCH (b:Activity {A4}) SET a.seq = 40 SET b.seq = 1 SET a.seq = 4", "id", "-1",
    ),
    "seq of an activity to float": (f"MATCH (a:Activity {A1}) SET a.seq = 1.0", "field", "-1"),
    "seq of an activity to infinity": (f"MATCH (a:Activity {A1}) SET a.seq = 1.0 / 0.0", "missing", "-1"),
    "seq of an activity to a number that has no half": (f"MATCH (a:Activity {A1}) SET a.seq = 2^60", "missing", "-1"),
    "id of a node to a list": (N11 + "SET n.id = [n.id]", "id", "-1-1"),
    "seq of an activity to text": (f"MATCH (a:Activity {A1}) SET a.seq = '1'", "missing", "-1"),
    "at of an activity": (f"MATCH (a:Activity {A3}) SET a.at = '2020-01-01T00:00:00.000000Z'", "order", "-3"),
    "role of an activity": (f"MATCH (a:Activity {A1}) SET a.role = 'Auditor'", "hash", "-1"),
    "number of an activity to float": (f"MATCH (a:Activity {A1}) SET a.latency_ms = 3.0", "field", "-1"),
    "note of an activity": (f"MATCH (a:Activity {A1}) SET a.note = 'said slowly'", "commitment", "-1"),
    "label of an activity": (f"MATCH (a:Activity {A1}) SET a:HumanAct", "labels", "-1"),
    "undeclared field of an activity": (f"MATCH (a:Activity {A1}) SET a.approved = true", "key", "-1"),
    "count of an activity": (f"MATCH (a:Activity {A1}) SET a.nodes = a.nodes + 1", "count", "-1"),
    "hashes exchanged": (
        f"MATCH (a:Activity {A1}) MATCH (b:Activity {A3}) WITH a, b, a.prev_hash AS p "
        "SET a.prev_hash = b.prev_hash, b.prev_hash = p", "prev_hash", "-1",
    ),
    "hash": (f"MATCH (a:Activity {A1}) SET a.hash = a.body_hash", "hash", "-1"),
    "hash taken away": (f"MATCH (a:Activity {A1}) REMOVE a.hash", "field", "-1"),
    "run node deleted": ("MATCH (r:Artifact {id: $run}) DETACH DELETE r", "missing", "-0"),
}  # fmt: skip


@pytest.mark.parametrize("name", TAMPERINGS)
def test_tampering_is_found_and_named(store: Store, chain: str, raw: neo4j.Driver, name: str) -> None:
    story(store, chain)
    text, kind, named = TAMPERINGS[name]
    counters = raw.execute_query(text, run=chain).summary.counters
    assert counters.contains_updates, "the tampering itself did nothing"
    found = verify(store, chain)
    assert not found.ok
    assert kind in {fault.kind for fault in found.faults}, found.faults
    first = found.faults[0]
    assert f"{first.activity} {first.row}".find(named) >= 0, found.faults
    # Nothing before the place that was touched is blamed.
    assert all(fault.seq != 0 or named == "-0" for fault in found.faults), found.faults
    raw.execute_query(REMOVE_CHAIN, run=chain)
    raw.execute_query("MATCH (n:Elsewhere) DETACH DELETE n")
    raw.execute_query("MATCH (n:Claim) WHERE NOT n:Artifact DETACH DELETE n")


def test_one_activity_rehashed_alone_breaks_the_next(store: Store, chain: str, raw: neo4j.Driver) -> None:
    story(store, chain)
    props = raw.execute_query("MATCH (a:Activity {run: $run, seq: 2}) RETURN properties(a) AS p", run=chain).records
    forged = {**props[0]["p"], "role": "Refiner"}
    own = {k: v for k, v in forged.items() if k in ("kind", "role", "step", "agent", "row_form")}
    forged["hash"] = chain_hash(header_form(forged, own, 1, 0), forged["body_hash"], forged["prev_hash"])
    raw.execute_query("MATCH (a:Activity {id: $id}) SET a = $p", id=forged["id"], p=forged)
    found = verify(store, chain)
    assert [(f.kind, f.activity) for f in found.faults] == [("prev_hash", f"{chain}-3")]
    raw.execute_query(REMOVE_CHAIN, run=chain)


def test_an_erasure_that_is_recorded_holds_and_one_that_is_not_does_not(
    store: Store, chain: str, raw: neo4j.Driver
) -> None:
    done = story(store, chain)
    raw.execute_query(N11 + "REMOVE n.text, n.form, n.values, n.salt SET n.caption = '(erased)'", run=chain)
    assert [fault.kind for fault in verify(store, chain).faults] == ["erased"] * 3
    act = ActivityDraft(chain, "HumanAct", Role.OPERATOR, "erase", "person", used=(done[0].ids[0],))
    store.commit(act, Delta())
    assert verify(store, chain).faults == []
    raw.execute_query(
        "MATCH (n:Artifact {id: $id}) REMOVE n.text, n.salt SET n.caption = '(erased)'", id=done[0].ids[1]
    )
    assert [fault.row for fault in verify(store, chain).faults] == [done[0].ids[1]]
    raw.execute_query(REMOVE_CHAIN, run=chain)


def test_faults_are_counted_not_hoarded(
    store: Store, chain: str, raw: neo4j.Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("foam_graph.store.chain.chain_check.MAX_FAULTS", 3)
    delta = Delta()
    for _ in range(8):
        candidate(delta)
    store.commit(draft(chain), delta)
    raw.execute_query("MATCH (n:Candidate {run: $run}) SET n.score = 1", run=chain)
    faults = verify(store, chain).faults
    assert [fault.kind for fault in faults] == ["field", "field", "field", "more"]
    assert "5 further" in faults[-1].detail
    raw.execute_query(REMOVE_CHAIN, run=chain)


def test_genesis_is_what_an_unopened_chain_stands_on() -> None:
    assert (len(GENESIS), set(GENESIS)) == (64, {"0"})
