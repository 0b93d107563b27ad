from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import neo4j
import pytest

import foam_graph
from foam_graph.config import Settings
from foam_graph.errors import DataFileError, UnknownId, UsageError
from foam_graph.model.edges import EDGES
from foam_graph.model.nodes import ACTIVITIES, NODES, labels_of
from foam_graph.store.auditing.gate import check_plan, check_text
from foam_graph.store.queries import (
    AUDIT,
    Query,
    StoreStatement,
    library,
    named,
    parse,
    parse_store_statement,
    statement,
    store_statement,
    store_statements,
)
from foam_graph.store.server import control as server
from foam_graph.store.store import Store

GOOD = "// name: good\n// params: run: str, low: int\n// returns: rows(id: str)\n// why: Why not.\n"
BODY = "MATCH (n:Artifact {run: $run}) WHERE n.seq >= $low RETURN n.id AS id\n"
SAMPLES: dict[str, Any] = {"str": "x", "int": 1, "float": 1.0, "bool": True, "str[]": ["x"], "map[]": [{"id": "x"}]}


EACH = 200
"""Rows of every kind that queries are planned for: of a label that is empty or nearly so, a scan is the best plan."""


@pytest.fixture(scope="module")
def plans(spare: Settings) -> Iterator[neo4j.Session]:
    """A database of its own with so many nodes and edges of every kind: other tests' rows must not change a plan."""
    endpoint = server.endpoint(spare)
    where = neo4j.GraphDatabase.driver(endpoint.uri, auth=(endpoint.user, endpoint.password))
    with Store(endpoint) as store:
        store.ensure_chain("planned", "run", "a test")
    with where as driver, driver.session() as session:
        for labels in (*map(labels_of, NODES), *(("Activity", kind) for kind in ACTIVITIES)):
            session.run(PLANT.format(labels=":".join(labels), kind=labels[-1]), each=EACH).consume()
        for kind in EDGES.values():
            text = JOIN.format(start=kind.starts[0], type=kind.type, end=kind.ends[0])
            assert session.run(text, each=EACH).consume().counters.relationships_created == EACH, kind.type
        session.run("CALL db.awaitIndexes(60)").consume()
        session.run("CALL db.prepareForReplanning(60)").consume()
        yield session


PLANT = (
    "UNWIND range(1, $each) AS n CREATE (x:{labels} {{id: '{kind}-' + n, run: '{kind}-run-' + n % 20, seq: n, "
    "at: '2026-01-01T00:00:00Z', sentence_id: 'd:' + n}})"
)
JOIN = (
    "MATCH (x:{start}) WITH x LIMIT $each WITH collect(x) AS starts MATCH (y:{end}) WITH starts, y LIMIT $each "
    "WITH starts, collect(y) AS ends UNWIND range(0, $each - 1) AS n WITH starts[n] AS x, ends[n] AS y, n "
    "CREATE (x)-[:{type} {{run: 'run-' + n % 20, seq: n}}]->(y)"
)


def operators(plan: dict[str, Any]) -> Iterator[str]:
    yield plan["operatorType"].split("@")[0]
    for child in plan.get("children", []):
        yield from operators(child)


def _gate(text: str, params: dict[str, Any], summary: neo4j.ResultSummary) -> None:
    check_text(text, params)
    check_plan(summary.query_type or "", summary.plan or {})


@pytest.mark.parametrize("query", library().values(), ids=lambda query: query.name)
def test_every_query_is_planned_with_its_declared_parameters_and_without_scans(
    plans: neo4j.Session, query: Query
) -> None:
    assert set(re.findall(r"\$(\w+)", query.text)) == query.params.keys()
    sample = {name: SAMPLES[type_] for name, type_ in query.params.items()}
    summary = plans.run("EXPLAIN " + query.text, sample).consume()
    plan = summary.plan
    assert plan is not None
    # The server's own word that a question only reads, whatever its file says.
    _gate(query.text, sample, summary)
    # A count of a whole label or type is one look into the count store.
    found = set(operators(plan))
    scans = {name for name in found if name.endswith("Scan") or name.startswith("PartitionedAllNodes")}
    allowed = {"NodeCountFromCountStore", "RelationshipCountFromCountStore"}
    assert bool(scans - allowed) == bool(query.scans), scans or "it says that it scans, but does not"


@pytest.mark.parametrize("own", store_statements().values(), ids=lambda own: own.name)
def test_what_is_no_question_is_refused_by_the_gate(plans: neo4j.Session, own: StoreStatement) -> None:
    """None of them lies apart without a reason: the gate refuses it, or it takes maps, which a query may not."""
    if own.name == "erasure_rows":
        assert "map[]" in own.params.values()
        return
    sample = {name: SAMPLES[type_] for name, type_ in own.params.items()}
    summary = plans.run("EXPLAIN " + own.text, sample).consume()
    with pytest.raises(UsageError, match=r"reads and writes|needs ShowIndexes|iterates within an iteration|calls db\."):
        _gate(own.text, sample, summary)


# Of an index that it has not counted yet a server thinks that it is empty, and reads all of it for one chain: said of a chain
# and a place in it, that it is to be sought is written down.
RANGE = re.compile(r"MATCH \((\w+):(Artifact|Activity) \{run: [\w$.]+\}\).*\n((?: *(?:USING|WHERE|AND|//).*\n)*)")


@pytest.mark.parametrize("one", [*library().values(), *store_statements().values()], ids=lambda one: one.name)
def test_the_rows_of_a_chain_are_sought_and_not_picked_from_all(one: Query | StoreStatement) -> None:
    for found in RANGE.finditer(one.text):
        assert f"USING INDEX SEEK {found[1]}:{found[2]}(run, seq)\n" in found[3], found[0]


@pytest.fixture(scope="module")
def sources() -> str:
    """All of the product's Python."""
    found = Path(foam_graph.__file__).parent.rglob("*.py")
    return "\n".join(path.read_text(encoding="utf-8") for path in found)


@pytest.mark.parametrize("name", [*library(), *store_statements()])
def test_every_query_is_used(sources: str, name: str) -> None:
    assert f'"{name}"' in sources or named(name).for_readers


@pytest.mark.parametrize("name", ["chains", "standing"])
def test_what_people_may_ask_is_there(store: Store, chain: str, name: str) -> None:
    params = {"run": chain} if "run" in named(name).params else {}
    assert chain in {row["id"] for row in store.ask(name, **params)}


@pytest.mark.parametrize("query", library().values(), ids=lambda query: query.name)
def test_every_query_says_what_it_returns_and_why(query: Query) -> None:
    assert query.returns.startswith("rows(")
    assert query.why.endswith("?" if query.folder == AUDIT else ".")
    assert not query.text.startswith("//")
    columns = re.findall(r"(\w+): ", query.returns)
    last = query.text[query.text.rindex("RETURN") :]
    assert all(re.search(rf"\b{column}\b", last) for column in columns), columns


def test_a_good_file() -> None:
    query = parse("good.cypher", GOOD + "// scans: Because.\n" + BODY)
    assert (query.name, query.params, query.scans) == ("good", {"run": "str", "low": "int"}, "Because.")
    assert query.text == BODY.strip()
    assert parse("good.cypher", GOOD.replace("run: str, low: int", "none") + BODY).params == {}


@pytest.mark.parametrize(
    ("file_name", "text", "line", "says"),
    [
        ("good.cypher", BODY, 1, "header lacks name, params, returns, why"),
        ("good.cypher", "", 1, "header lacks"),
        ("good.cypher", GOOD.replace("// why: Why not.\n", "") + BODY, 1, "header lacks why"),
        ("good.cypher", GOOD + "// why: Again.\n" + BODY, 5, "'why' is given twice"),
        ("good.cypher", GOOD + "// scans: a\n// scans: b\n" + BODY, 6, "'scans' is given twice"),
        ("better.cypher", GOOD + BODY, 1, "is named 'good' inside"),
        ("good.cypher", GOOD.replace("int", "number") + BODY, 2, "unknown parameter type 'number'"),
        ("good.cypher", GOOD.replace("int", "map[]") + BODY, 2, "unknown parameter type 'map[]'"),
        ("good.cypher", GOOD + "// for: nobody\n" + BODY, 1, "is for 'nobody'"),
        ("good.cypher", GOOD + "// effect: writes\n" + BODY, 1, "says that it has an effect"),
        ("good.cypher", GOOD + "MATCH (n) SET n.x = 1 RETURN n", 1, "has SET"),
        ("good.cypher", GOOD + "MATCH (n) detach\n delete n", 1, "has DELETE"),
        ("good.cypher", GOOD + "CALL (x) { MERGE (n) } RETURN 1", 1, "has MERGE"),
        ("good.cypher", GOOD + "LOAD  CSV FROM 'file:///x' AS row RETURN row", 1, "has LOAD  CSV"),
        ("good.cypher", GOOD + "CALL apoc.cypher.doIt('x', {}) YIELD value RETURN value", 1, "has CALL"),
        ("good.cypher", GOOD + "SHOW USERS", 1, "has SHOW"),
    ],
)
def test_a_wrong_file_is_named_with_its_line(file_name: str, text: str, line: int, says: str) -> None:
    with pytest.raises(DataFileError, match=re.escape(says)) as caught:
        parse(file_name, text)
    assert (caught.value.path, caught.value.line) == (file_name, line)


def test_a_word_in_a_text_or_a_name_is_no_keyword() -> None:
    body = "MATCH (n:Artifact {run: $run}) // SET\nWHERE n.set = 'DELETE' AND n.`CREATE` = $low RETURN n.id AS id"
    assert parse("good.cypher", GOOD + "// for: readers\n" + body).for_readers
    assert not parse("good.cypher", GOOD + body).for_readers
    assert parse("good.cypher", GOOD + body, AUDIT).for_readers


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        (GOOD + BODY, 1, "header lacks effect"),
        (GOOD + "// effect: writes\n// for: readers\n" + BODY, 1, "'for', but it is no question"),
        (GOOD.replace("low: int", "low: int = 3") + "// effect: writes\n" + BODY, 2, "has a default"),
    ],
)
def test_a_statement_of_the_store_says_what_it_does(text: str, line: int, says: str) -> None:
    with pytest.raises(DataFileError, match=re.escape(says)) as caught:
        parse_store_statement("good.cypher", text)
    assert (caught.value.path, caught.value.line) == ("good.cypher", line)


@pytest.mark.parametrize("name", sorted(store_statements()))
def test_what_the_store_runs_is_no_query(store: Store, name: str) -> None:
    assert store_statement(name).effect
    for asking in (named, statement, store.ask, store.question, lambda name: next(store.stream(name))):
        with pytest.raises(UnknownId, match=f"no query '{name}'"):
            asking(name)
    with pytest.raises(UnknownId, match="no statement 'standing'"):
        store.apply("standing")


def test_no_such_query() -> None:
    with pytest.raises(UnknownId, match="'none-such'") as caught:
        statement("none-such")
    assert "foam query --list" in caught.value.hint
    with pytest.raises(UnknownId, match="did you mean 'chains'"):
        statement("chain")


@pytest.mark.parametrize(
    ("params", "says"),
    [
        ({}, "needs the parameter 'run'"),
        ({"run": "r", "more": 1}, "has no parameter 'more'"),
        ({"run": 7}, "run must be str, got 7"),
    ],
)
def test_parameters_are_held_against_the_header(store: Store, params: dict[str, Any], says: str) -> None:
    with pytest.raises(UsageError, match=says):
        store.ask("standing", **params)


@pytest.mark.parametrize("name", ["find_ids", "standing", "who_said", "sentence_uses"])
def test_the_kind_of_a_node_does_not_hang_on_the_order_of_its_labels(name: str) -> None:
    # That order is the one in which the database first saw the labels: a bulk import sees others first.
    text = named(name).text
    assert "[-1]" not in text
    for kind, row in NODES.items():
        assert not row.also or f":{kind} THEN '{kind}'" in text, kind
