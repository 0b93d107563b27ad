"""Store.commit against a bare driver that sends the same rows: 10,000 claims, 20,000 edges, one transaction each.

Both sides send the stamps once and write the automatic edges. The bare side is handed rows that are already checked,
salted, numbered and hashed; the store does all of that inside its time. Run: ``python benchmarks/bench_commit.py``.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from pathlib import Path

import neo4j

from foam_graph.config import Settings
from foam_graph.model.canonical import GENESIS
from foam_graph.model.delta import SELF, ActivityDraft, Delta, Ref
from foam_graph.model.kinds import Role
from foam_graph.store import server
from foam_graph.store.rows import Sealed, prepare, seal
from foam_graph.store.store import Store

ACTIVITY = "UNWIND $rows AS r CREATE (a:Activity:AgentTurn) SET a = r"
NODES = (
    "UNWIND $rows AS r MATCH (a:Activity {id: $s.activity}) CREATE (n:Artifact:Claim) SET n = r, n += $s "
    "CREATE (n)-[w:WAS_GENERATED_BY]->(a) SET w = $s, w.ord = r.ord"
)
EDGES = (
    "UNWIND $rows AS r MATCH (x:Activity {id: r.f}) MATCH (y:Artifact {id: r.t}) "
    "CREATE (x)-[e:PROPOSES]->(y) SET e = r.p, e += $s"
)


def turn(run: str) -> ActivityDraft:
    return ActivityDraft(run, "AgentTurn", Role.PROPOSER, "propose", "offline-rules")


def claims(count: int) -> Delta:
    delta = Delta()
    for n in range(count):
        made = delta.node(
            "Claim", text=f"Claim {n}: the harbour ferry ran late on {n % 28 + 1} days of that month.", leaf=f"l{n % 40}",
            component="rule", syllogism_type="advantage", stance_id="s1", evidence="required", values=["safety", "thrift"],
            form="chain", words=13,
        )  # fmt: skip
        delta.edge("PROPOSES", Ref(SELF, "AgentTurn"), made)
    return delta


def bare(driver: neo4j.Driver, row: Sealed) -> float:
    nodes = row.node_rows()["Claim"]
    edges = row.edge_rows()["Activity", "PROPOSES", "Artifact"]
    begun = time.perf_counter()
    with driver.session() as session, session.begin_transaction() as transaction:
        transaction.run(ACTIVITY, rows=[row.activity]).consume()
        transaction.run(NODES, rows=nodes, s=row.stamps).consume()
        transaction.run(EDGES, rows=edges, s=row.stamps).consume()
        transaction.commit()
    return time.perf_counter() - begun


def committed(store: Store, run: str, delta: Delta) -> float:
    begun = time.perf_counter()
    store.commit(turn(run), delta)
    return time.perf_counter() - begun


def rounds(endpoint: server.Endpoint, count: int, times: int) -> tuple[list[float], list[float]]:
    plain, ours = [], []
    driver = neo4j.GraphDatabase.driver(endpoint.uri, auth=(endpoint.user, endpoint.password))
    with driver, Store(endpoint, "benchmark") as store:
        store.ensure_chain("bench", "run", "benchmark")
        for n in range(times + 2):
            row = seal(prepare(turn(f"bare{n}"), claims(count)), 0, "2026-01-01T00:00:00.000000Z", GENESIS)
            pair = (bare(driver, row), committed(store, "bench", claims(count)))
            print(f"{'warm-up' if n < 2 else 'round  '} bare {pair[0]:.3f} s   commit {pair[1]:.3f} s", flush=True)
            if n >= 2:
                plain.append(pair[0])
                ours.append(pair[1])
    return plain, ours


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--claims", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=5)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(home=Path(folder) / "home")
        try:
            endpoint = server.up(settings)
            plain, ours = rounds(endpoint, chosen.claims, chosen.rounds)
        finally:
            server.down(settings)
    bare_, commit = statistics.median(plain), statistics.median(ours)
    size = 3 * chosen.claims
    print(f"median of {chosen.rounds}: bare {bare_:.3f} s ({size / bare_:,.0f} rows/s)", end=", ")
    print(f"commit {commit:.3f} s ({size / commit:,.0f} rows/s), ratio {bare_ / commit:.2f}")


if __name__ == "__main__":
    main()
