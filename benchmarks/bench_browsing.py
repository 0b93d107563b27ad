"""A run of 10,000 claims and a corpus of a million sentences, browsed: how long each page takes, and how long it is.

The corpus is the invented one of ``bench_ingest.py``, put in by ``foam ingest`` and Neo4j's import. The run is one of the
sample appeal whose claims, with all that stands behind and against them, are copied within their chain past the write
path: it is there to be read only, and does not verify. Each page is asked for twice, with its twin: the first answer reads,
the second may have been kept. Told are seconds, the server's processor time, bytes, and what is over the budget.

Run: ``python benchmarks/bench_browsing.py [--claims 10000] [--sentences 1060000]``; ``--home FOLDER`` keeps the world.
"""

from __future__ import annotations

import argparse
import re
import tempfile
import time
from pathlib import Path

import httpx
import neo4j
import psutil
from bench_ingest import EACH, write_corpus
from web_load import serving, spent, world

from foam_graph.app.session import Session
from foam_graph.bulk.ingesting import Plan, ingest
from foam_graph.config import Settings
from foam_graph.store.server import control as server
from foam_graph.store.server.bulk_import import import_full

BUDGET = 300_000
"""Bytes that a page may have."""
COPIED = [
    "Claim",
    "Critique",
    "Evaluation",
    "EvidenceRecord",
    "Warrant",
    "Reply",
    "Qualifier",
    "Backing",
    "Calculation",
]
"""Kinds that are copied: a claim, what it stands on, and what is said against it."""
STEP = 40
"""Places in the chain between a copy and the next."""
NODES = """
MATCH (n:Artifact {run: $run}) WHERE NOT n.id CONTAINS '~' AND any(kind IN labels(n) WHERE kind IN $kinds)
UNWIND range($low, $high) AS number
WITH n {.*, id: n.id + '~' + number, seq: n.seq + $step * number, leaf: n.leaf + '~' + number} AS copied, labels(n) AS kinds
CREATE (m:$(kinds))
SET m = copied
"""
ACTIVITIES = """
MATCH (n:Activity {run: $run}) WHERE n.seq >= 0 AND NOT n.id CONTAINS '~' AND EXISTS {
  MATCH (n)<-[:WAS_GENERATED_BY]-(a:Artifact) WHERE any(kind IN labels(a) WHERE kind IN $kinds) }
UNWIND range($low, $high) AS number
WITH n {.*, id: n.id + '~' + number, seq: n.seq + $step * number} AS copied, labels(n) AS kinds
CREATE (m:$(kinds))
SET m = copied
"""
EDGES = """
MATCH (a:Artifact {run: $run})-[e {run: $run}]->(b:Artifact) WHERE NOT a.id CONTAINS '~' AND NOT b.id CONTAINS '~'
WITH e, a, b, any(kind IN labels(a) WHERE kind IN $kinds) AS start, b.run = $run AND any(kind IN labels(b) WHERE kind IN $kinds) AS end
WHERE start OR end
UNWIND range($low, $high) AS number
MATCH (x:Artifact {id: CASE WHEN start THEN a.id + '~' + number ELSE a.id END})
MATCH (y:Artifact {id: CASE WHEN end THEN b.id + '~' + number ELSE b.id END})
CREATE (x)-[f:$(type(e))]->(y)
SET f = e {.*, seq: e.seq + $step * number}
"""


def filled(settings: Settings, folder: Path, sentences: int) -> None:
    """The corpus, imported into a database of its own."""
    begun, source = time.perf_counter(), folder / "corpus.jsonl"
    write_corpus(source, sentences // EACH)
    done = ingest(settings, [source], Plan("bench", folder / "out", workers=2, runner="dask"), lambda *_: None)
    import_full(settings, Path(done.arguments))
    source.unlink()
    took = time.perf_counter() - begun
    print(f"corpus: {done.documents:,} documents, {done.sentences:,} sentences in {took:.0f} s", flush=True)


def grown(settings: Settings, run: str, claims: int) -> None:
    """Copies the claims of a run until there are so many."""
    begun = time.perf_counter()
    with Session(settings) as session:
        there, where = len(session.store.subgraph(run).live("Claim")), session.endpoint
    last, each = -(-claims // there) - 1, 20
    with neo4j.GraphDatabase.driver(
        where.uri, auth=(where.user, where.password), notifications_min_severity="OFF"
    ) as driver:
        for text in (NODES, ACTIVITIES, EDGES):

            def copy(low: int, text: str = text) -> None:
                with driver.session() as session:
                    given = {"run": run, "kinds": COPIED, "step": STEP, "low": low, "high": min(last, low + each - 1)}
                    session.run(text, given).consume()

            for low in range(1, last + 1, each):
                copy(low)
            with driver.session() as session:
                session.run("CALL db.awaitIndexes(300)").consume()
                session.run("CALL db.prepareForReplanning(300)").consume()
    with Session(settings) as session:
        graph = session.store.subgraph(run)
    took = time.perf_counter() - begun
    told = f"{len(graph.live('Claim')):,} claims, {len(graph.of('Critique')):,} objections, {len(graph):,} nodes"
    print(f"run: {told} in {took:.0f} s", flush=True)


def paths_of(client: httpx.Client, run: str, corpora: list[str]) -> dict[str, str]:
    """Pages to ask for, by what they are; the last parts of long lists with the first ones."""
    found = {"start": "/", "runs": "/runs", "contests": "/contests", "ledger": "/ledger"}
    for name in ("", "/claims", "/objections", "/outline", "/graph", "/process"):
        path = f"/runs/{run}{name}"
        found[f"run{name}"] = path
        twin = client.get(f"{path}.json")
        if twin.status_code == 200 and (pages := twin.json().get("pages", 1)) > 1:
            found[f"run{name}, last part"] = f"{path}?page={pages}"
    outline = client.get(f"/runs/{run}/outline").text
    node = re.search(r"/nodes/[\w~-]+", outline)
    if node:
        found["claim"] = node[0]
        found["run/graph, 3 steps"] = f"/runs/{run}/graph?depth=3&focus={node[0].rpartition('/')[2]}"
    for corpus in corpora:
        first = client.get(f"/corpora/{corpus}.json").json()
        found[f"corpus {corpus}"] = f"/corpora/{corpus}"
        found[f"corpus {corpus}, last part"] = f"/corpora/{corpus}?page={first['pages']}"
        found[f"document of {corpus}"] = f"/corpora/{corpus}/documents/{first['documents'][-1]['id']}"
        found[f"sheet of {corpus}"] = f"/corpora/{corpus}/sheet"
    return found


def timed(client: httpx.Client, process: psutil.Process, path: str) -> tuple[httpx.Response, float, float]:
    """An answer, its seconds, and the processor time of the server."""
    begun, before = time.perf_counter(), spent(process)
    answer = client.get(path)
    return answer, time.perf_counter() - begun, spent(process) - before


def browsed(settings: Settings, run: str, corpora: list[str]) -> None:
    """Asks for every page and tells what it came to."""
    with serving(settings) as (address, process), httpx.Client(base_url=address, timeout=600) as client:
        before = process.memory_info().rss
        over = []
        print(f"{'page':<34}{'first s':>9}{'again s':>9}{'CPU s':>8}{'kB':>7}{'twin kB':>9}  status")
        for name, path in paths_of(client, run, corpora).items():
            time.sleep(5.5)  # what was kept of it is gone
            answer, first, cost = timed(client, process, path)
            _, again, _ = timed(client, process, path)
            head, _, query = path.partition("?")
            twin = client.get(f"{'/index' if head == '/' else head}.json{'?' + query if query else ''}")
            size = len(answer.content)
            over += [name] if size > BUDGET else []
            told = f"{name:<34}{first:>9.2f}{again:>9.2f}{cost:>8.2f}{size / 1e3:>7.0f}{len(twin.content) / 1e3:>9.0f}"
            print(f"{told}  {answer.status_code}", flush=True)
        grown_to = process.memory_info().rss
        print(f"over {BUDGET // 1000} kB: {', '.join(over) or 'none'}")
        print(f"memory of the server: {before / 1e6:.0f} MB, then {grown_to / 1e6:.0f} MB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--claims", type=int, default=10_000)
    parser.add_argument("--sentences", type=int, default=1_060_000)
    parser.add_argument("--home", type=Path, help="keep the world in this folder, or browse the one that is there")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="foam-browsing-") as folder:
        settings = Settings(home=chosen.home or Path(folder) / "home", operator="the benchmark")
        new = not (settings.home / "corpora").exists()
        if new and chosen.sentences:
            filled(settings, Path(folder), chosen.sentences)
        try:
            server.up(settings, memory=server.Memory(heap=1536))
            if new:
                grown(settings, world(settings)[0], chosen.claims)
            with Session(settings) as session:
                rows = [row for row in session.store.ask("runs") if row["kind"] == "run"]
                corpora = session.corpora.names()
            browsed(settings, str(rows[-1]["id"]), corpora)
        finally:
            server.down(settings)


if __name__ == "__main__":
    main()
