"""Statements over all types of edges name only groups of which the database holds one, and miss nothing for that."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from foam_graph.config import Settings
from foam_graph.model.edges import EDGE_KINDS
from foam_graph.store.as_of import Cut
from foam_graph.store.edge_types import every_type, types_held
from foam_graph.store.ledger.verification import verify
from foam_graph.store.server import control as server
from foam_graph.store.store import Store
from tests.support.chains.deltas import story


@pytest.fixture
def alone(spare: Settings) -> Iterator[Store]:
    """A database that holds what this module wrote and nothing else."""
    with Store(server.endpoint(spare), "a test") as opened:
        yield opened


def test_a_database_names_the_groups_of_which_it_holds_an_edge(alone: Store) -> None:
    every = every_type()
    assert sorted(every) == sorted(kind.type for kind in EDGE_KINDS)
    assert set(every[:2]) == {kind.type for kind in EDGE_KINDS if kind.automatic}
    assert types_held(alone) == every[:8], "it is empty"
    alone.ensure_chain("run-of-few", "run", "a test")
    story(alone, "run-of-few")
    held = set(types_held(alone))
    drawn = {row["type"] for row in alone.read("MATCH ()-[e]->() RETURN DISTINCT type(e) AS type")}
    assert drawn <= held < set(every)
    found = verify(alone, "run-of-few")
    assert (found.faults, found.edges) == ([], 11)
    moment = alone.read("MATCH (a:Activity) RETURN max(a.at) AS at")[0]["at"]
    assert types_held(alone.at(Cut(moment))) == every, "nothing is asked of a view of the past"


def test_an_edge_that_is_the_first_of_its_type_is_read(alone: Store) -> None:
    alone.ensure_chain("run-of-one-more", "run", "a test")
    done = story(alone, "run-of-one-more")[-1]
    late = next(type_ for type_ in reversed(every_type()) if type_ not in types_held(alone))
    stamps = {"run": done.run, "activity": done.activity, "seq": done.seq, "at": done.at, "ord": 6}
    text = f"MATCH (c:Claim {{run: $run}}) WITH c LIMIT 1 CREATE (c)-[e:{late}]->(c) SET e = $stamps"
    alone.read(text, run=done.run, stamps=stamps)
    faults = verify(alone, done.run).faults
    assert any(f"[{late}]" in fault.row for fault in faults), faults
