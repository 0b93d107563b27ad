"""Time of every audit query in a graph of about a million nodes: copies of one run of the sample appeal, in a home of its own.

The copies are written past the write path with a bare driver: they are there to be read only, and no chain of them verifies.
The peer is the server itself: the same statement sent by the bare driver.

    python benchmarks/bench_audit_queries.py [--nodes 1000000] [--asked 40] [--journal FILE] [--write]

``--journal`` takes a journal of ``foam export journal all`` instead of making the run; ``--write`` writes
foam_graph/schema/audit_times.yaml, which the pages of the queries are made from.
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import neo4j
import yaml

from foam_graph.app.asking import Ask, ask
from foam_graph.app.contest_forms import Challenge
from foam_graph.app.contest_rulings import rule
from foam_graph.app.contesting import challenge
from foam_graph.app.loading import load
from foam_graph.app.session import Session
from foam_graph.app.verifying import replay_file
from foam_graph.cli.demo import DATED, GROUNDS, PERSPECTIVES, QUESTION
from foam_graph.config import Settings
from foam_graph.reasoning.evidence import claim_records
from foam_graph.store.queries import AUDIT, Query, library
from foam_graph.store.server import control as server

ROOT = Path(__file__).parent.parent
FILE = ROOT / "foam_graph" / "schema" / "audit_times.yaml"
LEFT_OUT = ["LABELS", "EXPLAINS", "AIMS_AT", "FOLLOWS", "CHILD_OF", "SUPPORTS", "NEXT", "WAS_GENERATED_BY"]
"""Types that no audit query follows but one that has no rows here; offers but the first of a slot are left out, too."""
COPIED_NODES = """
MATCH (n:{label} {{run: $run}}) WHERE n.seq >= 0
WITH n {{.*, id: n.id + $mark, run: n.run + $mark, activity: n.activity + $mark, turn: n.turn + $mark,
        sentence_id: n.sentence_id + $mark}} AS copied, labels(n) AS kinds
CREATE (m:$(kinds))
SET m = copied
"""
COPIED_EDGES = """
MATCH (a:{start} {{run: $run}})-[e]->(b:{end})
WHERE a.seq >= 0 AND NOT type(e) IN $left_out AND coalesce(e.rank, 1) = 1
MATCH (x:{start} {{id: a.id + $mark}})
MATCH (y:{end} {{id: b.id + $mark}})
CREATE (x)-[f:$(type(e))]->(y)
SET f = e {{.*, run: e.run + $mark, activity: e.activity + $mark}}
"""


def sample_run(session: Session) -> None:
    """What ``make demo`` does: argue, contest, repair."""
    load(session, [ROOT / "examples" / "benefits" / "documents"], "benefits")
    run = ask(session, Ask(QUESTION, "benefits", "benefits-appeal", PERSPECTIVES, dated=DATED))
    graph = session.store.subgraph(run)
    record = next(r for claim in graph.live("Claim") for r in claim_records(graph, claim.id))
    lodged = challenge(session, Challenge(record, "relevance", GROUNDS, by="the benchmark")).as_json()
    rule(session, lodged["challenge"], True, "To have a repair.", "the benchmark")


def copy(driver: neo4j.Driver, chains: list[str], number: int) -> None:
    """Writes every chain once more, with a mark at the end of every id."""
    ends = ("Artifact", "Activity")
    with driver.session() as session:
        for text in [COPIED_NODES.format(label=label) for label in ends] + [
            COPIED_EDGES.format(start=start, end=end) for start in ends for end in ends
        ]:
            for chain in chains:
                session.run(text, run=chain, mark=f"~{number}", left_out=LEFT_OUT).consume()


def bindings(session: Session) -> dict[str, list[str]]:
    """For each sort of parameter what it may be in the first run; copies have the same with a mark."""
    asked = session.store.ask
    run = next(row["id"] for row in asked("runs") if row["kind"] == "run" and "~" not in row["id"])
    graph = session.store.subgraph(run)
    ids = {
        kind: [n.id for n in graph.of(kind)]
        for kind in ("Claim", "EvidenceSentence", "Challenge", "Position", "Document")
    }
    return {
        "run": [run], "document": ids["Document"], "id": ids["Claim"], "sentence_uses.id": ids["EvidenceSentence"],
        "objections_to.id": ids["EvidenceSentence"], "challenge_course.id": ids["Challenge"],
        "before": ids["Position"][:1], "after": ids["Position"][-1:],
    }  # fmt: skip


def parameters(query: Query, found: dict[str, list[str]], copies: int, dice: random.Random) -> dict[str, Any]:
    """Parameters of one question: of some copy."""
    mark = f"~{dice.randrange(copies)}"
    names = [name for name in query.params if name not in query.defaults]
    given = {name: dice.choice(found.get(f"{query.name}.{name}", found[name])) + mark for name in names}
    return given | ({"before": "2026-02"} if query.name == "stale_claims" else {})


def seconds(call: Any, given: list[dict[str, Any]]) -> Iterator[float]:
    """How long each call takes."""
    for params in given:
        began = time.perf_counter()
        call(**params)
        yield time.perf_counter() - began


def measure(
    session: Session, driver: neo4j.Driver, copies: int, asked: int
) -> tuple[dict[str, float], dict[str, float]]:
    """p50 and p95 in ms of each query."""
    dice, found = random.Random(7), bindings(session)  # noqa: S311 - which copy is asked is no secret
    p50, p95 = {}, {}
    asking = session.store.ask
    # The load has just ended: without this the first ones pay for caches that are filled and plans that are made.
    for query in (q for q in library().values() if q.folder == AUDIT and not q.scans):
        list(seconds(partial(asking, query.name), [parameters(query, found, copies, dice) for _ in range(3)]))
    print(f"{'query':<28}{'p50 ms':>9}{'p95 ms':>9}{'bare p50':>10}  ratio")
    for query in (q for q in library().values() if q.folder == AUDIT):
        count = 5 if query.scans else asked
        given = [parameters(query, found, copies, dice) for _ in range(2 * count)]
        with driver.session() as bare:

            def sent(query: Query = query, bare: neo4j.Session = bare, **params: Any) -> None:
                list(bare.run(query.text, {**query.defaults, **params}))

            list(seconds(sent, given[:2]))
            ours = sorted(seconds(partial(asking, query.name), given[:count]))
            peer = median(seconds(sent, given[count:]))
        p50[query.name], p95[query.name] = round(median(ours) * 1e3, 1), round(ours[int(0.95 * (count - 1))] * 1e3, 1)
        print(f"{query.name:<28}{p50[query.name]:>9}{p95[query.name]:>9}{peer * 1e3:>10.1f}  {median(ours) / peer:.2f}")
    slow = [name for name, ms in p95.items() if ms > 50 and not library()[name].scans]
    print(f"over 50 ms without a scan: {', '.join(slow) or 'none'}")
    return p50, p95


def main() -> None:
    """Makes the graph, asks, prints and perhaps writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=1_000_000)
    parser.add_argument("--asked", type=int, default=40)
    parser.add_argument("--journal", type=Path)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="foam-audit-") as folder:
        settings = Settings(home=Path(folder), operator="the benchmark")
        server.up(settings, memory=server.Memory(heap=1536))
        try:
            with Session(settings) as session:
                run(session, given)
        finally:
            server.down(settings)


def run(session: Session, given: argparse.Namespace) -> None:
    """Fills the graph and measures."""
    if given.journal:
        replay_file(session, given.journal)
    else:
        sample_run(session)
    chains = [row["id"] for row in session.store.ask("runs") if row["kind"] != "ledger"]
    totals = session.store.ask("totals")[0]
    copies = max(1, given.nodes // totals["nodes"])
    where = session.endpoint
    with neo4j.GraphDatabase.driver(
        where.uri, auth=(where.user, where.password), notifications_min_severity="OFF"
    ) as driver:
        began = time.perf_counter()
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda number: copy(driver, chains, number), range(copies)))
        with driver.session() as plain:
            plain.run("CALL db.awaitIndexes(300)").consume()
            plain.run("CALL db.prepareForReplanning(300)").consume()
        totals = session.store.ask("totals")[0]
        print(
            f"{copies} copies, {totals['nodes']:,} nodes, {totals['edges']:,} edges in {time.perf_counter() - began:.0f} s"
        )
        p50, p95 = measure(session, driver, copies, given.asked)
    if given.write:
        told = {
            "command": "python benchmarks/bench_audit_queries.py", "nodes": totals["nodes"], "edges": totals["edges"],
            "machine": f"{os.cpu_count()} cores, shared with other work, heap 1.5 GB", "asked": given.asked, "p50": p50, "p95": p95,
        }  # fmt: skip
        head = "# Written by benchmarks/bench_audit_queries.py --write.\n"
        FILE.write_text(head + yaml.safe_dump(told, sort_keys=False, width=200), encoding="utf-8")


if __name__ == "__main__":
    main()
