"""Acknowledged events a second: many small activities through Store.submit, and the same rows sent by a bare driver.

An event is one activity, two nodes and one edge, with what the store adds: two WAS_GENERATED_BY edges and one NEXT.
Events of several chains are queued at once; each is counted when its future says that it is durable. The bare side sends
rows that are already checked, salted and hashed, in transactions of as many events, stamps sent with each event.
Run: ``python benchmarks/bench_events.py``.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import tempfile
import time
from pathlib import Path

import neo4j

from foam_graph.cli.entry import GC_THRESHOLD
from foam_graph.config import Settings
from foam_graph.model.canonical import GENESIS, canonical
from foam_graph.model.delta import SELF, ActivityDraft, Delta, Ref
from foam_graph.model.kinds import Role
from foam_graph.store import server
from foam_graph.store.commit import MAX_EVENTS
from foam_graph.store.ledger import verify
from foam_graph.store.rows import Sealed, prepare, seal
from foam_graph.store.store import Store

BARE = (
    "UNWIND $events AS e CREATE (a:Activity:AgentTurn) SET a = e.activity",
    "UNWIND $events AS e MATCH (a:Activity {id: e.s.activity}) UNWIND e.nodes AS r "
    "CREATE (n:Artifact:Claim) SET n = r, n += e.s CREATE (n)-[w:WAS_GENERATED_BY]->(a) SET w = e.s, w.ord = r.ord",
    "UNWIND $events AS e UNWIND e.edges AS r MATCH (x:Activity {id: r.f}) MATCH (y:Artifact {id: r.t}) "
    "CREATE (x)-[p:PROPOSES]->(y) SET p = r.p, p += e.s",
)


def draft(run: str, n: int) -> ActivityDraft:
    return ActivityDraft(run, "AgentTurn", Role.PROPOSER, f"propose {n}", "offline-rules")


def event(n: int) -> Delta:
    delta = Delta()
    for part in range(2):
        made = delta.node(
            "Claim", text=f"Claim {n}.{part}: the harbour ferry ran late on {n % 28 + 1} days of that month.",
            leaf=f"l{n % 40}", component="rule", syllogism_type="advantage", stance_id="s1", evidence="required",
            values=["safety", "thrift"], form="chain", words=13,
        )  # fmt: skip
    delta.edge("PROPOSES", Ref(SELF, "AgentTurn"), made)
    return delta


def bare(driver: neo4j.Driver, rows: list[Sealed]) -> float:
    events = [
        {
            "activity": row.activity, "s": row.stamps, "nodes": row.node_rows()["Claim"],
            "edges": row.edge_rows()["Activity", "PROPOSES", "Artifact"],
        }
        for row in rows
    ]  # fmt: skip
    begun = time.perf_counter()
    with driver.session() as session:
        for first in range(0, len(events), MAX_EVENTS):
            with session.begin_transaction() as transaction:
                for text in BARE:
                    transaction.run(text, events=events[first : first + MAX_EVENTS]).consume()
                transaction.commit()
    return time.perf_counter() - begun


def submitted(store: Store, chains: list[str], count: int, first: int) -> float:
    begun = time.perf_counter()
    waiting = [store.submit(draft(chains[n % len(chains)], n), event(first + n)) for n in range(count)]
    for future in waiting:
        future.result()
    return time.perf_counter() - begun


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=20_000)
    parser.add_argument("--chains", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    gc.set_threshold(*GC_THRESHOLD)  # as the foam command does
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(home=Path(folder) / "home")
        try:
            endpoint = server.up(settings)
            driver = neo4j.GraphDatabase.driver(endpoint.uri, auth=(endpoint.user, endpoint.password))
            plain, ours = [], []
            with driver, Store(endpoint, "benchmark") as store:
                chains = [f"bench{n}" for n in range(given.chains)]
                for chain in chains:
                    store.ensure_chain(chain, "run", "benchmark")
                for turn in range(given.rounds + 1):
                    rows = [
                        seal(prepare(draft(f"bare{turn}", n), event(n)), n, "2026-01-01T00:00:00.000000Z", GENESIS)
                        for n in range(given.events)
                    ]
                    size = (
                        sum(len(canonical(row.activity)) + len(canonical(row.node_rows())) for row in rows[:50]) // 50
                    )
                    pair = bare(driver, rows), submitted(store, chains, given.events, turn * given.events)
                    print(f"{'round' if turn else 'warm-up'}: bare {pair[0]:.2f} s, store {pair[1]:.2f} s", flush=True)
                    if turn:
                        plain.append(pair[0])
                        ours.append(pair[1])
                begun = time.perf_counter()
                held = verify(store, chains[0])
                verified = time.perf_counter() - begun
        finally:
            server.down(settings)
    assert held.ok, held.faults
    bare_, store_ = statistics.median(plain), statistics.median(ours)
    print(f"an event is about {size:,} bytes; median of {given.rounds} rounds of {given.events:,}:")
    print(
        f"bare {given.events / bare_:,.0f} events/s, store {given.events / store_:,.0f} events/s, ratio {bare_ / store_:.2f}"
    )
    # Every node has a WAS_GENERATED_BY edge, and every activity but the first a NEXT edge; all of them are read and compared.
    rows = 2 * held.activities - 1 + 2 * held.nodes + held.edges
    print(f"verifying a chain of {held.activities:,} of them: {verified:.2f} s, {rows / verified:,.0f} rows/s")


if __name__ == "__main__":
    main()
