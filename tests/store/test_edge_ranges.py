"""What reads the edges of a range names every type, goes through the index of each, and misses none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from foam_graph.model.edges import EDGE_KINDS
from foam_graph.schema import shape_check
from foam_graph.store import chain_steps
from foam_graph.store.as_of import Cut, as_of_text
from foam_graph.store.connection import connect
from foam_graph.store.edge_ranges import drawn_types, edges_of, every_type
from foam_graph.store.ledger import verification
from foam_graph.store.ledger.verification import verify
from foam_graph.store.server.control import Endpoint
from foam_graph.store.store import Store
from tests.support.chains.deltas import story
from tests.support.chains.removing import REMOVE_CHAIN

LEDGER = verification.edge_statement()
STATEMENTS = {
    "the ledger's": (LEDGER, len(EDGE_KINDS)),
    "the ledger's, of the past": (as_of_text("the ledger's", LEDGER), len(EDGE_KINDS)),
    "an export's": (chain_steps.link_statement(), len(drawn_types())),
    "the shapes'": (shape_check.edge_statement(), len(drawn_types())),
}


def test_every_type_is_named_once_and_those_of_the_store_first() -> None:
    every = every_type()
    assert sorted(every) == sorted(kind.type for kind in EDGE_KINDS)
    automatic = {kind.type for kind in EDGE_KINDS if kind.automatic}
    assert (set(every[:2]), set(drawn_types())) == (automatic, set(every) - automatic)
    assert edges_of(("A", "B"), "n").splitlines()[:2] == [
        "MATCH (n)-[e:A|B]->()", "USING INDEX SEEK e:A(run, seq) USING INDEX SEEK e:B(run, seq)",
    ]  # fmt: skip


def steps(plan: Any) -> Iterator[str]:
    """The operators of a plan, without the database that each belongs to."""
    yield str(plan["operatorType"]).split("@")[0]
    for child in plan.get("children", []):
        yield from steps(child)


@pytest.mark.parametrize("whose", STATEMENTS)
def test_edges_are_read_through_the_index_of_each_type(store: Store, endpoint: Endpoint, whose: str) -> None:
    text, types = STATEMENTS[whose]
    params = {"run": "r", "low": 0.0, "high": 9.0, **Cut("2026").params()}
    with connect(endpoint) as driver, driver.session() as session:
        plan = session.run("EXPLAIN " + text, params).consume().plan
    found = Counter(steps(plan))
    assert found["DirectedRelationshipIndexSeek"] == types, found
    assert not [step for step in found if "Scan" in step], found


def test_an_edge_that_is_the_first_of_its_type_is_read(store: Store, endpoint: Endpoint, chain: str) -> None:
    done = story(store, chain)[-1]
    drawn = {
        row["type"] for row in store.read("MATCH (:Artifact {run: $run})-[e]->() RETURN type(e) AS type", run=chain)
    }
    found = verify(store, chain)
    assert (found.faults, found.edges) == ([], 11)
    late = next(type_ for type_ in reversed(every_type()) if type_ not in drawn)
    stamps = {"run": done.run, "activity": done.activity, "seq": done.seq, "at": done.at, "ord": 6}
    text = f"MATCH (c:Claim {{run: $run}}) WITH c LIMIT 1 CREATE (c)-[e:{late}]->(c) SET e = $stamps"
    store.read(text, run=done.run, stamps=stamps)
    try:
        faults = verify(store, chain).faults
    finally:
        with connect(endpoint) as driver, driver.session() as session:
            session.run(REMOVE_CHAIN, run=chain).consume()
    assert any(f"[{late}]" in fault.row for fault in faults), faults
