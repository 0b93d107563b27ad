"""Acknowledged events a second: many activities through Store.submit, and the same rows sent by a bare driver.

An event is one activity, two nodes and one edge, with what the store adds: two WAS_GENERATED_BY edges and one NEXT. It is
measured with two claims, the largest nodes that agents write, and with a claim and its warrant; and so are larger
events, ten claims with their warrants. Events of several chains are queued at once; each is counted when its future
says that it is durable. What an event weighs is read back from the database. The bare side sends the same statements in
transactions of as many events, with rows that are already checked, salted, hashed and arranged. Beside the clock stand
microseconds of the processor that client and server took for an event: other programs on the machine change them less.

``--before CHECKOUT`` measures an earlier version too, in turn with this one, each with a server of its own. The last with
a salt for each field is e810562: ``git worktree add --detach ../before e810562 && make -C ../before setup``.

Run: ``python benchmarks/bench_events.py [--before ../before --turns 3]``.
"""

from __future__ import annotations

import argparse
import gc
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import neo4j
import psutil

from foam_graph.cli.entry import GC_THRESHOLD
from foam_graph.config import Settings
from foam_graph.model.canonical import GENESIS, canonical
from foam_graph.model.delta import SELF, ActivityDraft, Delta, Ref
from foam_graph.model.kinds import Role
from foam_graph.store.store import Store


def room(now: str, before: str) -> ModuleType:
    """A module of the store, also by the name that it had in a version that is measured beside this one."""
    try:
        return import_module(f"foam_graph.store.{now}")
    except ModuleNotFoundError:
        return import_module(f"foam_graph.store.{before}")


server = room("server.control", "server")
sealing = room("chain.sealing", "rows")
statements = room("writing.statements", "writing").statements
MAX_EVENTS = room("writing.lane", "lane").MAX_EVENTS
verify = room("ledger.verification", "ledger").verify

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
VERIFICATIONS = 5
"""How often ``--verifying`` verifies its chain."""
Cost = tuple[float, float, float]
"""Seconds by the clock, and seconds of the processor that this process and the server took."""


class Meter:
    """What passes between its making and a reading."""

    def __init__(self, pid: int) -> None:
        self._server = psutil.Process(pid)
        self._before = self._now()

    def _now(self) -> Cost:
        times = self._server.cpu_times()
        return time.perf_counter(), time.process_time(), times.user + times.system

    def read(self) -> Cost:
        """Seconds since it was made."""
        clock, client, remote = (now - then for now, then in zip(self._now(), self._before, strict=True))
        return clock, client, remote


def bare(driver: neo4j.Driver, sealed: list[Any], pid: int) -> Cost:
    batches = [list(statements(sealed[first : first + MAX_EVENTS])) for first in range(0, len(sealed), MAX_EVENTS)]
    meter = Meter(pid)
    with driver.session() as session:
        for batch in batches:
            with session.begin_transaction() as transaction:
                for one in batch:
                    transaction.run(one.text, rows=one.rows).consume()
                transaction.commit()
    return meter.read()


def submitted(store: Store, chains: list[str], deltas: Iterator[Delta], pid: int) -> Cost:
    meter = Meter(pid)
    waiting = [store.submit(draft(chains[n % len(chains)], n), delta) for n, delta in enumerate(deltas)]
    for future in waiting:
        future.result()
    return meter.read()


def weight(driver: neo4j.Driver, run: str, events: int) -> tuple[int, int]:
    """Properties of an event as the database holds them, and their bytes as canonical JSON, names included."""
    found = driver.execute_query(
        "MATCH (n {run: $run}) WHERE n.seq < $events OPTIONAL MATCH (n)-[e]->() WHERE e.seq < $events "
        "RETURN properties(n) AS node, collect(properties(e)) AS edges",
        run=run, events=events,
    ).records  # fmt: skip
    rows = [row for one in found for row in (one["node"], *one["edges"])]
    return sum(map(len, rows)) // events, sum(len(canonical(row)) for row in rows) // events


def measure(
    store: Store, driver: neo4j.Driver, pid: int, name: str, events: int, rounds: int, chains: list[str]
) -> dict[str, Any]:
    made, fewer = SHAPES[name]
    count, found, sealed = events // fewer, [], []
    for turn in range(rounds + 1):
        own = f"bare {name} {turn}"
        sealed = [sealing.seal(sealing.prepare(draft(own, n), made(n)), n, AT, GENESIS) for n in range(count)]
        deltas = (made(turn * count + n) for n in range(count))
        found.append({"bare": bare(driver, sealed, pid), "store": submitted(store, chains, deltas, pid)})
    properties, size = weight(driver, sealed[0].done.run, min(50, count))
    # Every node has a WAS_GENERATED_BY edge, and every activity a NEXT edge.
    rows = sum(2 + 2 * len(row.prepared.nodes) + len(row.prepared.edges) for row in sealed) // count
    # The first round warms up.
    return {"events": count, "rows": rows, "properties": properties, "bytes": size, "rounds": found[1:]}


def measured(events: int, chains: int, rounds: int) -> dict[str, Any]:
    """The version that this process imports."""
    gc.set_threshold(*GC_THRESHOLD)  # as the foam command does
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(home=Path(folder) / "home")
        try:
            endpoint = server.up(settings)
            driver = neo4j.GraphDatabase.driver(endpoint.uri, auth=(endpoint.user, endpoint.password))
            with driver, Store(endpoint, "benchmark") as store:
                names = [f"bench{n}" for n in range(chains)]
                for chain in names:
                    store.ensure_chain(chain, "run", "benchmark")
                shapes = {name: measure(store, driver, endpoint.pid, name, events, rounds, names) for name in SHAPES}
                meter = Meter(endpoint.pid)
                held = verify(store, names[0])
                taken = meter.read()
        finally:
            server.down(settings)
    assert held.ok, held.faults
    # All of them are read and compared.
    rows = 2 * held.activities - 1 + 2 * held.nodes + held.edges
    return {"shapes": shapes, "verified": {"activities": held.activities, "rows": rows, "seconds": taken}}


def verified(events: int) -> dict[str, Any]:
    """A chain verified again and again by the version that this process imports, the first time on a new server."""
    gc.set_threshold(*GC_THRESHOLD)
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(home=Path(folder) / "home")
        try:
            with Store(server.up(settings), "benchmark") as store:
                store.ensure_chain("bench", "run", "benchmark")
                for future in [store.submit(draft("bench", n), two_claims(n)) for n in range(events)]:
                    future.result()
            server.down(settings)
            endpoint, times = server.up(settings), []
            with Store(endpoint, "benchmark") as store:
                for _ in range(VERIFICATIONS):
                    meter = Meter(endpoint.pid)
                    held = verify(store, "bench")
                    times.append(meter.read())
        finally:
            server.down(settings)
    assert held.ok, held.faults
    return {"activities": held.activities, "times": times}


def told_verified(version: str, turns: Sequence[dict[str, Any]]) -> None:
    """The median over all turns of a version, of each of the verifications that followed one another."""
    print(f"{version}, a chain of {turns[0]['activities']:,} events, median of {len(turns)}; processor seconds:")
    for n in range(VERIFICATIONS):
        _, client, remote = (statistics.median(turn["times"][n][part] for turn in turns) for part in range(3))
        print(f"  verified the {n + 1}. time: {client:.2f} of the client and {remote:.2f} of the server", flush=True)


def told(version: str, turns: Sequence[dict[str, Any]]) -> None:
    """Medians over all rounds of all turns of a version."""
    for name in SHAPES:
        one = turns[0]["shapes"][name]
        rounds = [each for turn in turns for each in turn["shapes"][name]["rounds"]]
        print(f"{version}, {name}: {one['rows']} rows with {one['properties']} properties, {one['bytes']:,} bytes; "
              f"median of {len(rounds)} rounds of {one['events']:,}:")  # fmt: skip
        clocks = {}
        for who in ("bare", "store"):
            clock, client, remote = (statistics.median(each[who][n] for each in rounds) for n in range(3))
            clocks[who] = clock
            print(f"  {who} {one['events'] / clock:,.0f} events/s, {one['events'] * one['rows'] / clock:,.0f} rows/s; an event "
                  f"takes the client {client / one['events'] * 1e6:,.0f} and the server {remote / one['events'] * 1e6:,.0f} µs of the processor")  # fmt: skip
        print(f"  ratio {clocks['bare'] / clocks['store']:.2f}", flush=True)
    for turn in turns:
        held = turn["verified"]
        print(f"{version}, verifying a chain of {held['activities']:,} of them: {held['seconds'][0]:.2f} s, "
              f"{held['rows'] / held['seconds'][0]:,.0f} rows/s; {held['seconds'][1]:.2f} s of the client's processor "
              f"and {held['seconds'][2]:.2f} s of the server's")  # fmt: skip


def in_turn(before: Path, turns: int, options: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
    """Both versions, one after the other, so that what else the machine does meets both."""
    pythons = {"before": before / ".venv" / "bin" / "python", "now": Path(sys.executable)}
    found: dict[str, list[dict[str, Any]]] = {version: [] for version in pythons}
    for _ in range(turns):
        for version, python in pythons.items():
            line = [str(python), __file__, "--json", *options]
            done = subprocess.run(line, capture_output=True, text=True, check=True)
            found[version].append(json.loads(done.stdout))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=20_000)
    parser.add_argument("--chains", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument(
        "--verifying", type=int, default=0, metavar="EVENTS", help="verify one chain of so many instead"
    )
    parser.add_argument("--before", type=Path, help="a checkout of an earlier version, with its .venv")
    parser.add_argument("--turns", type=int, default=3, help="how often each version is measured with --before")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    tell = told_verified if given.verifying else told
    if given.before:
        options = [f"--{name}={getattr(given, name)}" for name in ("events", "chains", "rounds", "verifying")]
        for version, turns in in_turn(given.before.absolute(), given.turns, options).items():
            tell(version, turns)
        return
    found = verified(given.verifying) if given.verifying else measured(given.events, given.chains, given.rounds)
    print(json.dumps(found)) if given.json else tell("now", [found])


if __name__ == "__main__":
    main()
