"""Pages under load beside datasette serving pages of the same size on the same machine; and what faults leave behind.

Readers read the page of a run, its claims, a node and a document, while contesters challenge and a run is argued. Told are
the p95 of the readers and the processor time of each server a page (which a busy machine blurs less), every answer of 500
and above, whether every challenge that was answered is in the graph, whether every chain holds, and how the server's memory
grew. Everything stays on the loopback address, and every count is bounded.

Run: ``python benchmarks/bench_web.py`` (datasette: ``uv sync --group bench``); ``--faults`` kills Neo4j and starts a second
server on the same graph; ``--cold`` has readers and challenges come at once when Neo4j has just started.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import psutil
from web_faults import cold, faults
from web_load import QUESTION, Load, contest, kept, read, serving, spent, world

from foam_graph.config import Settings
from foam_graph.store.server import control as neo4j


@contextmanager
def datasette(folder: Path, size: int, port: int, python: str) -> Iterator[tuple[str, psutil.Process, list[str]]]:
    """The peer: a table whose page has as many bytes as ours."""
    path = folder / "pages.db"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE sentence(id INTEGER PRIMARY KEY, document TEXT, text TEXT)")
        text = "The wages of the bakery were counted twice in the record of March, and the rent once. "
        rows = [(f"document-{n % 20}", f"{n} {text}") for n in range(2_000)]
        database.executemany("INSERT INTO sentence(document, text) VALUES (?,?)", rows)
    command = [
        python,
        "-m",
        "datasette",
        str(path),
        "--port",
        str(port),
        "--setting",
        "max_returned_rows",
        "2000",
    ]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as started:
        address = f"http://127.0.0.1:{port}"
        try:
            for _ in range(600):
                try:
                    one = len(httpx.get(f"{address}/pages/sentence?_size=10").content)
                    break
                except httpx.TransportError:
                    time.sleep(0.1)
            two = len(httpx.get(f"{address}/pages/sentence?_size=20").content)
            count = max(1, min(1_900, 10 + round((size - one) * 10 / max(1, two - one))))
            yield address, psutil.Process(started.pid), [f"/pages/sentence?_size={count}&_next={n}" for n in range(4)]
        finally:
            started.terminate()
            started.wait(60)


def measured(address: str, process: psutil.Process, paths: list[str], readers: int, each: int) -> tuple[Load, float]:
    """What readers came to, and the processor time of a page."""
    load, before = Load(), spent(process)
    asyncio.run(read(address, paths, readers, each, load))
    return load, (spent(process) - before) / len(load.seconds)


def told(name: str, load: Load, processor: float) -> None:
    print(
        f"{name:<44} {len(load.seconds):>5} pages  median {statistics.median(load.seconds) * 1e3:>7.0f} ms  "
        f"p95 {load.p95() * 1e3:>7.0f} ms  {processor * 1e3:>6.1f} ms of a processor  "
        f"{statistics.mean(load.sizes) / 1e3:>5.0f} kB (most {max(load.sizes) / 1e3:.0f})  5xx: {load.broken()}",
        flush=True,
    )


async def mixed(address: str, paths: list[str], records: list[str], chosen: argparse.Namespace, readers: int) -> Load:
    """Readers, contesters and one run, all at once."""
    reading, writing = Load(), Load()
    question = {
        "question": QUESTION, "corpus": "benefits", "template": "benefits-appeal", "depth": "quick",
        "perspectives": ["applicant", "caseworker"],
    }  # fmt: skip
    async with httpx.AsyncClient(base_url=address, timeout=300) as client:
        begun = await client.post("/api/v1/runs", json=question)
        assert begun.status_code == 202, begun.text
    await asyncio.gather(
        read(address, paths, readers, chosen.each, reading),
        contest(address, records, chosen.contesters, writing),
    )
    print(f"  {chosen.contesters} contesters: {len(writing.receipts)} lodged, 5xx: {writing.broken()}", flush=True)
    reading.receipts, reading.statuses = writing.receipts, [*reading.statuses, *writing.statuses]
    for said in (*reading.refused, *writing.refused):
        print(f"    {said}", flush=True)
    return reading


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--readers", default="50,200", help="How many at once, one load after the other.")
    parser.add_argument("--each", type=int, default=6, help="Pages that each reader reads.")
    parser.add_argument("--contesters", type=int, default=20)
    parser.add_argument("--port", type=int, default=8791, help="Port of the peer.")
    parser.add_argument("--peer-python", default=sys.executable, help="Python that has datasette, if it is another.")
    parser.add_argument("--faults", action="store_true")
    parser.add_argument("--cold", action="store_true")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(home=Path(folder) / "home")
        try:
            neo4j.up(settings)
            run, paths, records = world(settings)
            if chosen.cold:
                cold(settings, run, paths, records)
                return
            with serving(settings) as (address, process):
                if chosen.faults:
                    faults(settings, address, paths, records)
                    return
                beside(Path(folder), settings, address, process, paths, records, chosen)
        finally:
            neo4j.down(settings)


def beside(
    folder: Path,
    settings: Settings,
    address: str,
    process: psutil.Process,
    paths: list[str],
    records: list[str],
    chosen: argparse.Namespace,
) -> None:
    """Our pages and the peer's in turn, then ours with everything else going on."""
    warm, _ = measured(address, process, paths, 2, len(paths))
    size = round(statistics.mean(warm.sizes))
    memory = process.memory_info().rss
    with datasette(folder, size, chosen.port, chosen.peer_python) as (peer, other, pages):
        measured(peer, other, pages, 2, len(pages))
        for readers in map(int, chosen.readers.split(",")):
            theirs, cost = measured(peer, other, pages, readers, chosen.each)
            told(f"datasette, {readers} readers", theirs, cost)
            ours, own = measured(address, process, paths, readers, chosen.each)
            told(f"foam serve, {readers} readers", ours, own)
            print(f"  ratio of p95 {ours.p95() / theirs.p95():.2f}, of processor time {own / cost:.2f}")
            before = spent(process)
            busy = asyncio.run(mixed(address, paths, records, chosen, readers))
            told(f"foam serve, {readers} readers, contests, a run", busy, (spent(process) - before) / len(busy.seconds))
            print(f"  ratio of p95 {busy.p95() / theirs.p95():.2f}")
            kept(settings, busy.receipts)
    grown = process.memory_info().rss
    print(f"memory {memory / 1e6:.0f} MB after the first pages, {grown / 1e6:.0f} MB at the end")


if __name__ == "__main__":
    main()
