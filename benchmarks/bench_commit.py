"""Store.commit against a bare driver that sends the same rows: 10,000 claims, 20,000 edges, one transaction each.

Both sides send the same statements, the automatic edges among them. The bare side is handed rows that are already checked,
salted, numbered, hashed and arranged; the store does all of that inside its time. Run: ``python benchmarks/bench_commit.py``.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from pathlib import Path

import neo4j
from bench_events import AT, bare, claim, draft

from foam_graph.config import Settings
from foam_graph.model.canonical import GENESIS
from foam_graph.model.delta import SELF, Delta, Ref
from foam_graph.store.chain.sealing import prepare, seal
from foam_graph.store.server import control as server
from foam_graph.store.store import Store


def claims(count: int) -> Delta:
    delta = Delta()
    for n in range(count):
        delta.edge("PROPOSES", Ref(SELF, "AgentTurn"), claim(delta, n, 0))
    return delta


def committed(store: Store, run: str, delta: Delta) -> float:
    begun = time.perf_counter()
    store.commit(draft(run, 0), delta)
    return time.perf_counter() - begun


def rounds(endpoint: server.Endpoint, count: int, times: int) -> tuple[list[float], list[float]]:
    plain, ours = [], []
    driver = neo4j.GraphDatabase.driver(endpoint.uri, auth=(endpoint.user, endpoint.password))
    with driver, Store(endpoint, "benchmark") as store:
        store.ensure_chain("bench", "run", "benchmark")
        for n in range(times + 2):
            row = seal(prepare(draft(f"bare{n}", 0), claims(count)), 0, AT, GENESIS)
            pair = (bare(driver, [row]), committed(store, "bench", claims(count)))
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
