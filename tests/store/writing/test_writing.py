from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from foam_graph.errors import StoreFault
from foam_graph.model.canonical import GENESIS
from foam_graph.model.captions import caption
from foam_graph.model.delta import SELF, ActivityDraft, Committed, Delta, NewEdge, NewNode, Ref
from foam_graph.model.edges import EDGES
from foam_graph.model.kinds import PARTLY_ERASED, Field, FieldType, Role, first_stored_fields, stored_fields
from foam_graph.model.nodes import ACTIVITY_FIELDS, NODES, fields_of, labels_of
from foam_graph.store.chain.sealing import Prepared, Sealed, prepare, seal
from foam_graph.store.connection import Traffic, connect
from foam_graph.store.store import Store
from foam_graph.store.writing import rows
from foam_graph.store.writing.rows import together, write_rows
from foam_graph.store.writing.statements import Shape, statements
from tests.support.chains.deltas import claims, draft

AT = "2026-01-01T00:00:00.000000Z"
VALUES: dict[FieldType, Any] = {
    "str": "a 'text' with \"quotation\" marks, `ticks`, {braces} and U+2028 \u2028", "json": '{"a":1.5}', "int": -7,
    "float": 0.1, "bool": False, "str[]": ["one", ""], "int[]": [1, 2], "float[]": [0.5, 2.0],
}  # fmt: skip
EMPTY: dict[FieldType, Any] = {**VALUES, "str": "", "int": 0, "float": 0.0, "str[]": [], "int[]": [], "float[]": []}


def test_rows_are_grouped_and_numbered_in_the_order_of_the_delta() -> None:
    row = seal(prepare(draft("r"), claims(2)), 7, AT, GENESIS)
    stamps = ["r", "r-7", 7, AT]
    activity, nexts, *found = statements([row])
    assert (activity.nodes, activity.edges, len(activity.rows)) == (1, 0, 1)
    assert (nexts.rows, nexts.edges) == ([[stamps]], 1)
    assert [(one.text.split("CREATE")[1].split(" {")[0].strip(), one.nodes, one.edges) for one in found] == [
        ("(n:Artifact:Claim", 2, 2),
        ("(n:Artifact:Warrant", 2, 2),
        ("(x)-[:PROPOSES", 0, 2),
        ("(x)-[:WARRANTS", 0, 2),
        ("(x)-[:RESTS_ON", 0, 1),
    ]
    assert [(group[0], [part[:2] for part in group[1]]) for one in found[:2] for group in one.rows] == [
        (stamps, [["r-7-1", 1], ["r-7-3", 3]]),
        (stamps, [["r-7-2", 2], ["r-7-4", 4]]),
    ]
    assert [part[:3] for one in found[2:] for group in one.rows for part in group[1]] == [
        ["r-7", "r-7-1", 1],
        ["r-7", "r-7-3", 3],
        ["r-7-2", "r-7-1", 2],
        ["r-7-4", "r-7-3", 4],
        ["r-7-3", "r-7-1", 5],
    ]


def test_the_first_activity_of_a_chain_follows_none() -> None:
    row = seal(prepare(draft("r"), claims(1)), 0, AT, GENESIS)
    assert not any("NEXT" in one.text for one in statements([row]))


def full(fields: tuple[Field, ...], values: dict[FieldType, Any], shape: Shape) -> dict[str, Any]:
    stored = first_stored_fields(fields) if shape is Shape.FIRST else stored_fields(fields)
    if shape is Shape.PARTLY and any(field.personal for field in fields):
        stored.append(PARTLY_ERASED)
    return {field.name: values[field.type] for field in stored if field.name != "row_form"}


def whole_model(run: str, values: dict[FieldType, Any], shape: Shape) -> Sealed:
    """An activity that wrote one node of every kind and one edge of every type, with every property that each may have."""
    nodes = [NewNode(kind, full(fields_of(kind), values, shape), f"{run}-{kind}") for kind in NODES]
    ends = Ref(nodes[0].id, "Artifact"), Ref(nodes[1].id, "Artifact")
    edges = [
        NewEdge(type_, *ends, full(row.fields, values, shape)) for type_, row in EDGES.items() if not row.automatic
    ]
    edges.append(NewEdge("PROPOSES", Ref(SELF, "Activity"), ends[1]))
    own = {**full(ACTIVITY_FIELDS, values, shape), "kind": "AgentTurn"}
    own |= {} if shape is Shape.FIRST else {"row_form": 2}
    prepared = Prepared(
        ActivityDraft(run, "AgentTurn", Role.PROPOSER, "all"), Delta(nodes, edges), own,
        [dict(node.fields) for node in nodes], [dict(edge.fields) for edge in edges],
    )  # fmt: skip
    place = {"id": f"{run}-0", "run": run, "seq": 0, "at": AT, "nodes": len(nodes), "edges": len(edges)}
    hashes = dict.fromkeys(("body_hash", "prev_hash", "hash"), GENESIS)
    done = Committed(run, f"{run}-0", 0, AT, GENESIS, tuple(node.id for node in nodes))
    return Sealed(prepared, done, {**own, **place, **hashes})


def test_few_rows_of_whatever_kinds_are_one_statement() -> None:
    first = seal(prepare(draft("r"), claims(2)), 0, AT, GENESIS)
    second = seal(prepare(draft("r"), claims(1)), 1, AT, first.done.hash)
    both, again = together([first, second]), together([first])
    activities, nexts, nodes, *edges = both.rows
    assert both.text == again.text
    assert (both.nodes, both.edges) == (8, 1 + 6 + 5 + 2)
    assert [kind for kind, _ in activities] == ["AgentTurn", "AgentTurn"]
    assert [one["activity"] for one in nexts] == ["r-1"]
    assert [(labels[-1], own["id"], own["ord"]) for labels, own, _ in nodes] == [
        ("Claim", "r-0-1", 1),
        ("Warrant", "r-0-2", 2),
        ("Claim", "r-0-3", 3),
        ("Warrant", "r-0-4", 4),
        ("Claim", "r-1-1", 1),
        ("Warrant", "r-1-2", 2),
    ]
    assert [[part[:3] for part in group] for group in edges] == [
        [
            ["r-0-2", "r-0-1", "WARRANTS"],
            ["r-0-4", "r-0-3", "WARRANTS"],
            ["r-0-3", "r-0-1", "RESTS_ON"],
            ["r-1-2", "r-1-1", "WARRANTS"],
        ],
        [],
        [["r-0", "r-0-1", "PROPOSES"], ["r-0", "r-0-3", "PROPOSES"], ["r-1", "r-1-1", "PROPOSES"]],
        [],
    ]


@pytest.mark.parametrize("few", [0, 10_000], ids=["by kind", "together"])
@pytest.mark.parametrize("shape", Shape)
@pytest.mark.parametrize("values", [VALUES, EMPTY], ids=["full", "empty"])
def test_every_property_that_the_model_allows_is_written_as_it_is(
    store: Store,
    values: dict[FieldType, Any],
    shape: Shape,
    few: int,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rows, "FEW", few)
    run = f"all-{request.node.callspec.id}"
    row = whole_model(run, values, shape)
    stamps = {"run": run, "activity": f"{run}-0", "seq": 0, "at": AT}
    with connect(store.endpoint) as driver, driver.session() as session, session.begin_transaction() as transaction:
        write_rows(transaction, Traffic(), [row])
        activity = transaction.run("MATCH (a:Activity {run: $run}) RETURN labels(a) AS l, properties(a) AS p", run=run)
        (own,) = activity.data()
        nodes = transaction.run("MATCH (n:Artifact {run: $run, seq: 0}) RETURN labels(n) AS l, properties(n) AS p, "
                                "[(n)-[w:WAS_GENERATED_BY]->(a) | [a.id, properties(w)]] AS w", run=run).data()  # fmt: skip
        edges = transaction.run("MATCH (x)-[e {run: $run}]->(y) WHERE type(e) <> 'WAS_GENERATED_BY' "
                                "RETURN type(e) AS t, properties(e) AS p, x.id AS x, y.id AS y", run=run).data()  # fmt: skip
        transaction.rollback()
    assert own == {"l": ["Activity", "AgentTurn"], "p": {**row.activity, "caption": caption("AgentTurn", row.activity)}}
    found = {one["p"]["id"]: one for one in nodes}
    assert len(found) == len(nodes) == len(NODES)
    for n, node in enumerate(row.prepared.delta.nodes, 1):
        one = found[node.id]
        assert set(one["l"]) == set(labels_of(node.kind))
        assert one["p"] == {
            **node.fields, **stamps, "id": node.id, "ord": n, "caption": caption(node.kind, node.fields),
        }  # fmt: skip
        assert {key: type(value) for key, value in one["p"].items() if key in node.fields} == {
            key: type(value) for key, value in node.fields.items()
        }
        assert one["w"] == [[f"{run}-0", {**stamps, "ord": n}]]
    by_place = {one["p"]["ord"]: one for one in edges}
    assert len(by_place) == len(edges) == len(row.prepared.edges)
    for n, edge in enumerate(row.prepared.delta.edges, 1):
        one = by_place[n]
        assert one["p"] == {**edge.fields, **stamps, "ord": n}
        assert (one["t"], one["x"], one["y"]) == (edge.type, row.done.id_of(edge.start), row.done.id_of(edge.end))


@pytest.mark.parametrize("write", [lambda sealed: list(statements(sealed)), together], ids=["by kind", "together"])
def test_a_property_that_the_model_does_not_know_is_refused_not_left_out(
    write: Callable[[list[Sealed]], object],
) -> None:
    row = seal(prepare(draft("r"), claims(1)), 0, AT, GENESIS)
    claim, *others = row.prepared.nodes
    for odd in ({**claim, "colour": "red"}, {**claim, "id": "x"}):
        with pytest.raises(StoreFault, match=r"'(colour|id)' is no property that can be written"):
            write([replace(row, prepared=replace(row.prepared, nodes=[odd, *others]))])
    with pytest.raises(StoreFault, match="'colour'"):
        write([replace(row, activity={**row.activity, "colour": "red"})])


@pytest.mark.parametrize(
    ("few", "about"), [(0, r"MATCH \(x:Artifact"), (10_000, "nowhere-0")], ids=["by kind", "together"]
)
def test_an_edge_to_what_is_not_there_is_told(
    store: Store, few: int, about: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rows, "FEW", few)
    delta = Delta()
    delta.edge("RESTS_ON", Ref("nowhere-1", "Claim"), Ref("nowhere-2", "Claim"))
    prepared = Prepared(
        draft("nowhere"), delta, {"kind": "AgentTurn", "role": "Proposer", "step": "s", "agent": "x"}, [], [{}]
    )
    row = seal(prepared, 0, AT, GENESIS)
    with connect(store.endpoint) as driver, driver.session() as session, session.begin_transaction() as transaction:
        with pytest.raises(StoreFault, match=f"0 of 1 edges could be made: .*{about}"):
            write_rows(transaction, Traffic(), [row])
        transaction.rollback()
