"""Acknowledged events a second: many activities through Store.submit, and the same rows sent by a bare driver.

An event is one activity, two nodes and one edge, with what the store adds: two WAS_GENERATED_BY edges and one NEXT. It is
measured with two claims, the largest nodes that agents write, and with a claim and its warrant; and so are larger
events, ten claims with their warrants. Events of several chains are queued at once; each is counted when its future
says that it is durable. What an event weighs is read back from the database. The bare side sends the same statements in transactions of as many events, with rows that are
already checked, salted, hashed and arranged. Run: ``python benchmarks/bench_events.py``.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import neo4j

from foam_graph.cli.entry import GC_THRESHOLD
from foam_graph.config import Settings
from foam_graph.model.canonical import GENESIS, canonical
from foam_graph.model.delta import SELF, ActivityDraft, Delta, Ref
from foam_graph.model.kinds import Role
from foam_graph.store.chain.sealing import Sealed, prepare, seal
from foam_graph.store.ledger.verification import verify
from foam_graph.store.server import control as server
from foam_graph.store.store import Store
from foam_graph.store.writing.lane import MAX_EVENTS
from foam_graph.store.writing.statements import statements

AT = "2026-01-01T00:00:00.000000Z"


def draft(run: str, n: int) -> ActivityDraft:
    return ActivityDraft(run, "AgentTurn", Role.PROPOSER, f"propose {n}", "offline-rules")


def claim(delta: Delta, n: int, part: int) -> Ref:
    return delta.node(
        "Claim", text=f"Claim {n}.{part}: the harbour ferry ran late on {n % 28 + 1} days of that month.",
        leaf=f"l{n % 40}", component="rule", syllogism_type="advantage", stance_id="s1", evidence="required",
        values=["safety", "thrift"], form="chain", words=13,
    )  # fmt: skip


def two_claims(n: int) -> Delta:
    delta = Delta()
    claim(delta, n, 0)
    delta.edge("PROPOSES", Ref(SELF, "AgentTurn"), claim(delta, n, 1))
    return delta


def warranted(n: int) -> Delta:
    delta = Delta()
    delta.edge("WARRANTS", delta.node("Warrant", text=f"Whoever waits {n} times loses work."), claim(delta, n, 0))
    return delta


def ten_warranted(n: int) -> Delta:
    delta = Delta()
    for part in range(10):
        made = claim(delta, n, part)
        delta.edge("PROPOSES", Ref(SELF, "AgentTurn"), made)
        delta.edge("WARRANTS", delta.node("Warrant", text=f"Whoever waits {n} times loses work."), made)
    return delta


SHAPES: dict[str, tuple[Callable[[int], Delta], int]] = {
    "two claims, an edge": (two_claims, 1),
    "a claim, its warrant, an edge": (warranted, 1),
    "ten claims, their warrants, 20 edges": (ten_warranted, 10),
}
"""By name: how an event is made, and how many times fewer of them are written."""


def bare(driver: neo4j.Driver, sealed: list[Sealed]) -> float:
    batches = [list(statements(sealed[first : first + MAX_EVENTS])) for first in range(0, len(sealed), MAX_EVENTS)]
    begun = time.perf_counter()
    with driver.session() as session:
        for batch in batches:
            with session.begin_transaction() as transaction:
                for one in batch:
                    transaction.run(one.text, rows=one.rows).consume()
                transaction.commit()
    return time.perf_counter() - begun


def weight(driver: neo4j.Driver, run: str, events: int) -> tuple[int, int]:
    """Properties of an event as the database holds them, and their bytes as canonical JSON, names included."""
    found = driver.execute_query(
        "MATCH (n {run: $run}) WHERE n.seq < $events OPTIONAL MATCH (n)-[e]->() WHERE e.seq < $events "
        "RETURN properties(n) AS node, collect(properties(e)) AS edges",
        run=run, events=events,
    ).records  # fmt: skip
    rows = [row for one in found for row in (one["node"], *one["edges"])]
    return sum(map(len, rows)) // events, sum(len(canonical(row)) for row in rows) // events


def submitted(store: Store, chains: list[str], deltas: Iterator[Delta]) -> float:
    begun = time.perf_counter()
    waiting = [store.submit(draft(chains[n % len(chains)], n), delta) for n, delta in enumerate(deltas)]
    for future in waiting:
        future.result()
    return time.perf_counter() - begun


def measure(store: Store, driver: neo4j.Driver, name: str, events: int, rounds: int, chains: list[str]) -> None:
    made, fewer = SHAPES[name]
    count, pairs, sealed = events // fewer, [], []
    for turn in range(rounds + 1):
        own = f"bare {name} {turn}"
        sealed = [seal(prepare(draft(own, n), made(n)), n, AT, GENESIS) for n in range(count)]
        deltas = (made(turn * count + n) for n in range(count))
        pairs.append((bare(driver, sealed), submitted(store, chains, deltas)))
        print(f"  {'round' if turn else 'warm-up'}: bare {pairs[-1][0]:.2f} s, store {pairs[-1][1]:.2f} s", flush=True)
    properties, size = weight(driver, sealed[0].done.run, min(50, count))
    # Every node has a WAS_GENERATED_BY edge, and every activity a NEXT edge.
    rows = sum(2 + 2 * len(row.prepared.nodes) + len(row.prepared.edges) for row in sealed) // count
    bare_, store_ = (statistics.median(side) for side in zip(*pairs[1:], strict=True))
    print(f"{name}: {rows} rows with {properties} properties, {size:,} bytes; median of {rounds} rounds of {count:,}:")
    for who, seconds in (("bare", bare_), ("store", store_)):
        print(f"  {who} {count / seconds:,.0f} events/s, {count * rows / seconds:,.0f} rows/s")
    print(f"  ratio {bare_ / store_:.2f}", flush=True)


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
            with driver, Store(endpoint, "benchmark") as store:
                chains = [f"bench{n}" for n in range(given.chains)]
                for chain in chains:
                    store.ensure_chain(chain, "run", "benchmark")
                for name in SHAPES:
                    measure(store, driver, name, given.events, given.rounds, chains)
                begun = time.perf_counter()
                held = verify(store, chains[0])
                verified = time.perf_counter() - begun
        finally:
            server.down(settings)
    assert held.ok, held.faults
    # All of them are read and compared.
    rows = 2 * held.activities - 1 + 2 * held.nodes + held.edges
    print(f"verifying a chain of {held.activities:,} of them: {verified:.2f} s, {rows / verified:,.0f} rows/s")


if __name__ == "__main__":
    main()
