"""Auditors' Cypher: statements that must never run, and plain questions that must."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

import neo4j
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foam_graph.app.auditing import Rows
from foam_graph.errors import EnvironmentFault, FoamError, UsageError
from foam_graph.store.auditing.free_cypher import _REMEMBERED, Bounds, _Passed
from foam_graph.store.auditing.gate import MOST_TEXT, check_plan, check_text
from foam_graph.store.server.control import Endpoint
from foam_graph.store.store import Store
from tests.support.chains.deltas import story

HOSTILE = {
    "create": "CREATE (n:Claim {id: 'x'})",
    "create, returned": "CREATE (n:Claim) RETURN n",
    "create in lower case": "create (n) return n",
    "merge": "MERGE (n:Claim {id: 'x'}) RETURN n",
    "set": "MATCH (n:Claim) SET n.text = 'x' RETURN n",
    "set from a map": "MATCH (n:Claim) SET n += {text: 'x'}",
    "label": "MATCH (n:Claim) SET n:Approved",
    "dynamic label": "MATCH (n:Claim) SET n:$('Approved')",
    "remove": "MATCH (n:Claim) REMOVE n.text",
    "delete": "MATCH (n:Claim) DELETE n",
    "detach delete": "MATCH (n) DETACH DELETE n",
    "nodetach delete": "MATCH (n) NODETACH DELETE n",
    "foreach": "MATCH (n:Claim) FOREACH (x IN [1] | SET n.text = 'x')",
    "subquery that creates": "CALL () { CREATE (n:Claim) RETURN n } RETURN n",
    "subquery behind a read": "MATCH (n:Claim) CALL (n) { SET n.x = 1 } RETURN n",
    "in transactions": "MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 10 ROWS",
    "in concurrent transactions": "UNWIND range(1, 9) AS i CALL (i) { CREATE (:X) } IN 2 CONCURRENT TRANSACTIONS",
    "read in transactions": "MATCH (n) CALL (n) { RETURN 1 AS x } IN TRANSACTIONS RETURN x",
    "union with a write": "MATCH (n) RETURN n.id AS id UNION CREATE (m) RETURN m.id AS id",
    "write behind a comment": "/* only reads */ MATCH (n) // really\n SET n.x = 1",
    "write in a nested subquery": "CALL () { CALL () { CREATE (n) RETURN n } RETURN n } RETURN n",
    "file": "LOAD CSV FROM 'file:///etc/passwd' AS line RETURN line",
    "file with headers": "LOAD CSV WITH HEADERS FROM 'file:///etc/passwd' AS line RETURN line",
    "address": "LOAD CSV FROM 'http://127.0.0.1:9/x' AS line RETURN line",
    "address from a parameter": "LOAD CSV FROM $where AS line RETURN line",
    "file in a subquery": "CALL () { LOAD CSV FROM 'file:///etc/passwd' AS l RETURN l } RETURN l",
    "file behind a match": "MATCH (n) WITH n LIMIT 1 LOAD CSV FROM 'file:///etc/hosts' AS l RETURN l",
    "file, upper and lower": "lOaD cSv FrOm 'file:///etc/passwd' As l ReTuRn l",
    "listConfig": "CALL dbms.listConfig() YIELD name, value RETURN name, value",
    "listConfig alone": "CALL dbms.listConfig()",
    "listConfig in backticks": "CALL `dbms`.`listConfig`() YIELD name RETURN name",
    "components": "CALL dbms.components() YIELD name RETURN name",
    "jmx": "CALL dbms.queryJmx('*:*') YIELD name RETURN name",
    "kill": "CALL dbms.killConnection('bolt-1')",
    "clear caches": "CALL db.clearQueryCaches()",
    "await index": "CALL db.awaitIndexes(300)",
    "full-text index dropped": "CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()",
    "create label by procedure": "CALL db.createLabel('X')",
    "create property by procedure": "CALL db.createProperty('x')",
    "stats": "CALL db.stats.collect('QUERIES')",
    "ping": "CALL db.ping()",
    "plugin procedure": "CALL apoc.load.json('file:///etc/passwd') YIELD value RETURN value",
    "plugin function": "RETURN apoc.cypher.runFirstColumnSingle('MATCH (n) DETACH DELETE n', {})",
    "plugin function in backticks": "RETURN `apoc`.`cypher`.`runFirstColumnSingle`('x', {})",
    "plugin function with blanks": "RETURN apoc . cypher /* x */ . runFirstColumnSingle ('x', {})",
    "graph function": "USE system RETURN 1",
    "graph by name": "USE graph.byName('system') SHOW USERS",
    "show users": "SHOW USERS",
    "show users, yielded": "SHOW USERS YIELD user RETURN user",
    "show databases": "SHOW DATABASES",
    "show settings": "SHOW SETTINGS YIELD name, value RETURN name, value",
    "show transactions": "SHOW TRANSACTIONS YIELD currentQuery RETURN currentQuery",
    "show procedures": "SHOW PROCEDURES",
    "show functions": "SHOW FUNCTIONS",
    "show indexes": "SHOW INDEXES",
    "show constraints": "SHOW CONSTRAINTS YIELD name RETURN name",
    "terminate": "TERMINATE TRANSACTION 'neo4j-transaction-1'",
    "terminate, yielded": "TERMINATE TRANSACTIONS 'neo4j-transaction-1' YIELD message RETURN message",
    "show and terminate": "SHOW TRANSACTIONS YIELD transactionId AS t TERMINATE TRANSACTIONS t YIELD message RETURN message",
    "alter user": "ALTER USER neo4j SET PASSWORD 'x'",
    "alter current user": "ALTER CURRENT USER SET PASSWORD FROM 'a' TO 'b'",
    "create user": "CREATE USER eve SET PASSWORD 'secret12' CHANGE NOT REQUIRED",
    "drop user": "DROP USER neo4j",
    "create database": "CREATE DATABASE x",
    "stop database": "STOP DATABASE neo4j",
    "create index": "CREATE INDEX x FOR (n:Claim) ON (n.text)",
    "drop constraint": "DROP CONSTRAINT artifact_id",
    "create constraint": "CREATE CONSTRAINT x FOR (n:Claim) REQUIRE n.leaf IS UNIQUE",
    "two statements": "MATCH (n) RETURN n; MATCH (n) DETACH DELETE n",
    "two statements, one hidden": "RETURN 1 /* ; */ ;\nCREATE (n)",
    "explain": "EXPLAIN MATCH (n) RETURN n",
    "profile that writes": "PROFILE CREATE (n)",
    "explain that hides the next": "EXPLAIN RETURN 1; CREATE (n)",
    "escaped keyword": "MATCH (n) \\u0053ET n.x = 1",
    "escaped quote": "RETURN '\\u0027; CREATE (n) //'",
    "escaped brackets": "MATCH (n) RETURN n.\\u0060x\\u0060",
    "options before a write": "CYPHER runtime=slotted CREATE (n)",
    "nothing": "",
    "blanks": " \n\t ",
    "a comment alone": "// MATCH (n) RETURN n",
    "no Cypher": "DROP TABLE claims",
    "half a statement": "MATCH (n:Claim",
    "an open string": "RETURN 'x",
    "NUL": "RETURN 1\x00; CREATE (n)",
    "deep": "RETURN " + "(" * 5000 + "1" + ")" * 5000,
    "long": "RETURN 1 // " + "x" * MOST_TEXT,
}
STOPPED = {
    "rows": "UNWIND range(1, 100000000000) AS i UNWIND range(1, 1000000) AS j RETURN sum(i + j)",
    "product": "UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b WITH a, b WHERE a * b = -1 RETURN count(*)",
    "collected": "UNWIND range(1, 1000000000) AS i RETURN size(collect(toString(i)))",
    "sorted": "UNWIND range(1, 1000000000) AS i WITH i ORDER BY -i RETURN i LIMIT 1",
    "distinct": "UNWIND range(1, 1000000000) AS i RETURN count(DISTINCT i)",
    "paths": "UNWIND range(1, 100000000) AS i MATCH p = (a)-[*0..12]-(b) RETURN count(p)",
}
"""Bombs that the server itself stops."""
REFUSED = {
    "list": "RETURN size([x IN range(1, 1000000000) | toString(x)])",
    "range": "RETURN range(1, 100000000)",
    "range of unknown length": "MATCH (n) WITH count(n) AS c RETURN range(1, c * 1000000)",
    "range by a parameter": "RETURN range(1, $many)",
    "range by another": "RETURN size(range(range(1, 3)[0], 99999999999))",
    "lists of lists": "RETURN [a IN range(1, 9999) | [b IN range(1, 9999) | a + b]]",
    "any of any": "RETURN any(a IN range(1, 9999) WHERE all(b IN range(1, 9999) WHERE a <> b + 20000))",
    "comprehension in a reduce": "RETURN reduce(n = 0, x IN [y IN range(1, 99) | y] | n + x)",
    "doubling": "RETURN reduce(s = 'a', i IN range(1, 60) | s + s)",
    "doubling of a list": "RETURN size(reduce(l = [1], i IN range(1, 60) | l + l))",
    "adding up what was collected": "UNWIND range(1, 9000000) AS i WITH collect(i) AS l RETURN reduce(s = '', x IN l | s + x)",
    "pattern": "RETURN 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!' =~ '(a+)+$'",
    "pattern of choices": "RETURN 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!' =~ '(a|a)*b'",
    "pattern from a parameter": "MATCH (n) RETURN n.text =~ $evil",
    "pattern made on the way": "RETURN 'aaaaaaaa' =~ '(a' + '+)+$'",
    "range in backticks": "RETURN size(`range`(1, 1000000000))",
    "range behind a line that a carriage return ends": "RETURN 1 AS a, //\r size(range(1, 1000000000)) AS b",
    "pattern joined by bars": "RETURN 'aaaaaaaaaaaa!' =~ '(a' || '+)+$'",
    "pattern of a class with brackets": "RETURN 'aaaaaaaaaaaa!' =~ '(a+|[)(])+$'",
    "pattern with a comment": "RETURN 'aaaaaaaaaaaa!' =~ '(?x)(a+)#\\n+$'",
    "pattern of many repeats": f"RETURN '{'a' * 60}' =~ '{'.*' * 9}b'",
    "pattern of many choices": f"RETURN '{'a' * 30}' =~ '{'a?' * 30}{'a' * 30}b'",
    "replaced by more": "RETURN size(" + "replace(" * 9 + "'aaaaaaaaaa'" + ", 'a', 'aaaaaaaaaa')" * 9 + ")",
    "replaced by more than an escape": "RETURN replace('a\\nb', '\\n', 'xx')",
    "replaced by itself": "WITH 'aaaaaaaaaa' AS a WITH replace(a, 'a', a) AS a WITH replace(a, 'a', a) AS a RETURN size(a)",
    "replaced between all letters": "WITH 'aa' AS a RETURN replace(a, '', 'b')",
    "pattern of a property": "MATCH (n) RETURN 'aaaa' =~ n.text",
}
"""Bombs that nothing would stop."""
LEGITIMATE = [
    "MATCH (n) RETURN count(n)",
    "MATCH (c:Claim) RETURN c",
    "MATCH (c:Claim {run: $run}) RETURN c.text ORDER BY c.id",
    "MATCH (c:Claim) WHERE c.run = $run AND c.words > 3 RETURN c.id, c.words",
    "MATCH (c:Claim)<-[:WARRANTS]-(w:Warrant) RETURN c.id, collect(w.text)",
    "MATCH (c:Claim) OPTIONAL MATCH (c)<-[a:ATTACKS]-(k:Critique) RETURN c.id, count(k)",
    "MATCH (c:Claim) WHERE NOT EXISTS { (c)<-[:SUPPORTS]-() } RETURN c.id",
    "MATCH (c:Claim) RETURN c.id, COUNT { (c)--() } AS degree ORDER BY degree DESC LIMIT 5",
    "MATCH (c:Claim) RETURN c.id, COLLECT { MATCH (c)<-[:WARRANTS]-(w) RETURN w.text } AS warrants",
    "MATCH p = (a:Claim)-[:RESTS_ON*1..3]->(b:Claim) RETURN p",
    "MATCH p = (a:Claim)-[:RESTS_ON]->{1,3}(b:Claim) RETURN length(p)",
    "MATCH p = shortestPath((a:Claim {id: $run + '-1-1'})-[*..4]-(b:Claim {id: $run + '-1-3'})) RETURN p",
    "MATCH p = ANY SHORTEST (a:Claim)-[:RESTS_ON]->+(b:Claim) RETURN p LIMIT 3",
    "MATCH (a:Activity {run: $run}) RETURN a.seq, a.role, a.step ORDER BY a.seq",
    "MATCH (n:Artifact {id: $run + '-1-1'})-[:WAS_GENERATED_BY]->(a:Activity) RETURN a.agent, a.at",
    "MATCH (n:Artifact) WHERE n.id IN $ids RETURN n.id",
    "MATCH (n:Artifact) WHERE n.id STARTS WITH $run RETURN count(*)",
    "MATCH (n:Artifact) WHERE n.text CONTAINS 'ferry' RETURN n.id LIMIT 10",
    "MATCH (n) RETURN DISTINCT labels(n) AS kinds, count(*) AS n ORDER BY n DESC",
    "MATCH ()-[e]->() RETURN type(e), count(*)",
    "MATCH (c:Claim) WITH c.leaf AS leaf, collect(c.id) AS ids WHERE size(ids) > 1 RETURN leaf, ids",
    "MATCH (c:Claim) RETURN c.leaf, avg(c.words), min(c.words), max(c.words), percentileCont(c.words, 0.5)",
    "UNWIND $ids AS id MATCH (n:Artifact {id: id}) RETURN n.id, properties(n)",
    "MATCH (c:Claim) RETURN c.id UNION MATCH (w:Warrant) RETURN w.id AS `c.id`",
    "MATCH (c:Claim) RETURN c.id AS id UNION ALL MATCH (w:Warrant) RETURN w.id AS id",
    "MATCH (c:Claim) CALL (c) { MATCH (c)<-[:WARRANTS]-(w) RETURN count(w) AS n } RETURN c.id, n",
    "CALL db.labels() YIELD label RETURN label",
    "CALL db.relationshipTypes()",
    "CALL db.propertyKeys() YIELD propertyKey RETURN count(*)",
    "RETURN datetime('2026-06-01T00:00:00Z') AS t, duration.between(date('2026-01-01'), date('2026-06-01')) AS d",
    "MATCH (a:Activity) WHERE datetime(a.at) > datetime() - duration('P1D') RETURN count(a)",
    "RETURN point.distance(point({x: 1, y: 2}), point({x: 4, y: 6})) AS five, point({x: 1.5, y: 2.0}) AS place",
    "RETURN date.truncate('month', date('2026-06-17')) AS month, vector.similarity.cosine([1.0, 0.0], [1.0, 1.0]) AS c",
    "MATCH (c:Claim) RETURN c {.id, .text, at: c.at} AS claim",
    "MATCH (c:Claim) RETURN CASE WHEN c.words > 3 THEN 'long' ELSE 'short' END AS size, count(*)",
    "MATCH (c:Claim) RETURN reduce(n = 0, x IN c.values | n + size(x)) AS n",
    "RETURN reduce(total = 0, x IN range(1, 10) | total + x) AS total, [x IN range(1, 5) WHERE x % 2 = 0 | x * x] AS even",
    "MATCH (c:Claim) WHERE c.text =~ '(?i).*ferry.*' AND c.id =~ '.*-1-[0-9]+' RETURN c.id",
    "MATCH (c:Claim) RETURN [(c)<-[:WARRANTS|BACKS]-(w) | w.text] AS warrants, [x IN c.values | toUpper(x)] AS values",
    "MATCH (c:Claim) WHERE any(v IN c.values WHERE v = 'safety') RETURN c.id",
    "MATCH (c:Claim)-[:RESTS_ON]->(b:Claim) WHERE elementId(c) <> elementId(b) RETURN c.id, b.id SKIP 0 LIMIT 9",
    "// who wrote it\nMATCH (c:Claim)<-[:PROPOSES]-(t:AgentTurn) /* turns */ RETURN t.agent, c.id;",
    "WITH 'SET n.x = 1; DELETE everything' AS text RETURN text, 'CREATE' AS word",
    "MATCH (c:Claim)-[:RESTS_ON]->(b), (b)<-[:WARRANTS]-(w) RETURN c.id, w.text",
    "RETURN 1.0 / 0.0 AS infinite, sqrt(-1.0) AS none, [1, 'a', null, {b: [true]}] AS mixed",
    "MATCH (c:Claim) RETURN `c`.`text` AS `what is asserted` ORDER BY `what is asserted`",
    "MATCH (n:Claim|Warrant) RETURN count(n)",
    "MATCH (c:Claim) RETURN replace(replace(c.text, '.', ''), 'ferry', 'boat') AS text, replace(c.id, $run, '') AS short",
    "MATCH (c:Claim) WHERE c.text =~ '(?i)(a|the)\\\\s.*(ferry|boat).*' RETURN c.id",
    "CYPHER 25 RETURN 1 AS one NEXT LET two = one + 1 FILTER two = 2 RETURN one, two",
    "CYPHER 25 WHEN true THEN RETURN 1 AS x ELSE RETURN 2 AS x",
    "MATCH (n:Artifact&!Run) RETURN count(n)",
]


@pytest.fixture(scope="module")
def told(endpoint: Endpoint) -> Iterator[tuple[Store, str]]:
    with Store(endpoint, "the test session") as store:
        store.ensure_chain("audited", "run", "a test")
        story(store, "audited")
        yield store, "audited"


WIDE = Bounds(seconds=600, rows=10_000_000, bytes=2**31)


def totals(endpoint: Endpoint) -> list[object]:
    with neo4j.GraphDatabase.driver(endpoint.uri, auth=(endpoint.user, endpoint.password)) as driver:
        counted = driver.execute_query(
            "CALL () { MATCH (n) RETURN count(n) AS nodes } CALL () { MATCH ()-[e]->() RETURN count(e) AS edges } "
            "MATCH (c:Claim {run: 'audited'}) RETURN nodes, edges, collect(properties(c)) AS claims"
        )
        kept = driver.execute_query("SHOW CONSTRAINTS YIELD name RETURN collect(name) AS names")
        return [counted.records[0].data(), sorted(kept.records[0]["names"])]


def test_nothing_hostile_gets_through(told: tuple[Store, str], endpoint: Endpoint) -> None:
    assert len(HOSTILE) >= 60
    before = totals(endpoint)
    passed = []
    for name, text in HOSTILE.items():
        try:
            told[0].audit(text, {"where": "file:///etc/passwd"})
        except UsageError:
            continue
        passed.append(name)
    assert passed == []
    assert totals(endpoint) == before


@pytest.mark.parametrize("name", STOPPED)
def test_a_bomb_is_stopped(told: tuple[Store, str], name: str) -> None:
    with pytest.raises(EnvironmentFault, match="was stopped"):
        told[0].audit(STOPPED[name], bounds=Bounds(seconds=1))
    assert told[0].audit("RETURN 1 AS one").rows == [[1]]


@pytest.mark.parametrize("name", REFUSED)
def test_a_bomb_that_nothing_stops_is_refused(told: tuple[Store, str], name: str) -> None:
    with pytest.raises(UsageError):
        told[0].audit(REFUSED[name], {"many": 10**9, "evil": "(a*)*b"})


def test_a_parameter_of_many_items_is_refused() -> None:
    with pytest.raises(UsageError, match="the parameter ids holds more"):
        check_text("RETURN $ids", {"ids": list(range(20_000))})


@pytest.mark.parametrize("text", LEGITIMATE)
def test_plain_questions_are_answered(told: tuple[Store, str], text: str) -> None:
    store, run = told
    # Some ask the whole graph, which every test of the session adds to: no bound may be what stops them.
    answer = store.audit(text, {"run": run, "ids": [f"{run}-1-1", f"{run}-1-2"]}, bounds=WIDE)
    assert answer.columns
    assert not answer.more


def test_a_vector_is_a_list_of_numbers(told: tuple[Store, str]) -> None:
    assert told[0].audit("CYPHER 25 RETURN vector([1.0, 2.0], 2, FLOAT32) AS v").rows == [[[1.0, 2.0]]]


def test_rows_and_size_are_bounded(told: tuple[Store, str]) -> None:
    answer = told[0].audit("UNWIND range(1, 1000000) AS i RETURN i", bounds=Bounds(rows=7))
    assert (answer.rows, answer.more) == ([[n] for n in range(1, 8)], True)
    wide = "UNWIND range(1, 1000) AS i RETURN reduce(s = '', x IN range(1, 1000) | s + 'abcdefghij' ) AS text"
    answer = told[0].audit(wide, bounds=Bounds(bytes=100_000))
    assert (0 < len(answer.rows) < 10, answer.more) == (True, True)
    with pytest.raises(EnvironmentFault, match="one row is larger"):
        told[0].audit(wide, bounds=Bounds(bytes=1000))


def test_what_passed_is_explained_once_and_what_is_refused_each_time(told: tuple[Store, str]) -> None:
    store, _ = told

    def sent(text: str) -> int:
        before = store.traffic.snapshot()
        with suppress(UsageError):
            store.audit(text)
        return store.traffic.since(before).statements

    asked = "MATCH (c:Claim) RETURN count(c) AS claims_that_are_asked_for_twice"
    assert [sent(asked), sent(asked)] == [2, 1]
    writes = "MATCH (c:Claim) SET c.text = 'written by whom' RETURN count(c)"
    assert [sent(writes), sent(writes)] == [1, 1], "it is refused by its plan, and never run"


def test_what_passed_on_one_server_is_explained_on_another(endpoint: Endpoint) -> None:
    passed = _Passed()
    passed.add(endpoint, "RETURN 1")
    assert passed.holds(endpoint, "RETURN 1")
    assert not passed.holds(replace(endpoint, pid=(endpoint.pid or 0) + 1), "RETURN 1")
    assert not passed.holds(replace(endpoint, uri="bolt://127.0.0.1:1"), "RETURN 1")
    for n in range(_REMEMBERED):
        passed.add(endpoint, f"RETURN {n}, 2")
    assert not passed.holds(endpoint, "RETURN 1"), "the oldest are forgotten"


def test_a_missing_parameter_is_told(told: tuple[Store, str]) -> None:
    with pytest.raises(UsageError, match="run"):
        told[0].audit("MATCH (c:Claim {run: $run}) RETURN c")


def test_text_of_a_parameter_is_never_read_as_cypher(told: tuple[Store, str], endpoint: Endpoint) -> None:
    before = totals(endpoint)
    hostile = "x'}) DETACH DELETE n //"
    assert told[0].audit("MATCH (n:Claim {run: $run}) RETURN n.id", {"run": hostile}).rows == []
    assert totals(endpoint) == before


@given(st.text(max_size=300))
@settings(max_examples=300)
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        check_text(text)
    except UsageError as error:
        told = error.hint
        assert told


@given(st.sampled_from(["", "AsIs", "LoadCSV", "Create", "DetachDelete", "ShowUsers", "Expand2", "Novel(All)@neo4j"]))
def test_an_operator_nobody_knows_is_refused(operator: str) -> None:
    plan = {"operatorType": "ProduceResults@neo4j", "children": [{"operatorType": operator, "children": []}]}
    with pytest.raises(FoamError, match="the statement needs"):
        check_plan("r", plan)


def test_csv_keeps_formulas_from_running() -> None:
    told = Rows(("a", "=b"), [["=1+1", 2], ["-x", {"c": [1]}], ["plain, with comma", None]], False).as_csv()
    assert told.splitlines() == ["a,'=b", "'=1+1,2", '\'-x,"{""c"": [1]}"', '"plain, with comma",']
