"""Pages under load beside datasette serving pages of the same size on the same machine; and what faults leave behind.

Readers read the page of a run, its claims, a node and a document, while contesters challenge and a run is argued. Told are
the p95 of the readers and the processor time of each server a page (which a busy machine blurs less), every answer of 500
and above, whether every challenge that was answered is in the graph, whether every chain holds, and how the server's memory
grew. Everything stays on the loopback address, and every count is bounded.

Run: ``python benchmarks/bench_web.py`` (datasette: ``uv sync --group bench``); ``--faults`` kills Neo4j and starts a second
server on the same graph.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import psutil

from foam_graph.app.asking import Ask, ask
from foam_graph.app.loading import load
from foam_graph.app.session import Session
from foam_graph.app.verifying import verify_all
from foam_graph.config import Settings
from foam_graph.reasoning.turns import Limits
from foam_graph.store.server import control as neo4j

QUESTION = "Should the denial of the benefit be upheld or reversed?"
SAMPLE = Path(__file__).parent.parent / "examples" / "benefits" / "documents"


@dataclass
class Load:
    """What a load came to."""

    seconds: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)
    receipts: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def keep(self, path: str, answer: httpx.Response, begun: float) -> None:
        """Counts an answer, and keeps what one of 500 and above said: its cause is to be found."""
        self.statuses.append(answer.status_code)
        if answer.status_code >= 500:
            took = time.perf_counter() - begun
            text = re.sub(r"<[^>]*>", " ", answer.text.partition("<main")[2] or answer.text)
            self.refused.append(f"{answer.status_code} {path} after {took:.1f} s: {' '.join(text.split())[:300]}")

    def p95(self) -> float:
        """Seconds that 95 of 100 pages took at most."""
        return statistics.quantiles(self.seconds, n=20)[-1] if len(self.seconds) > 1 else 0.0

    def broken(self) -> int:
        """Answers of 500 and above."""
        return sum(status >= 500 for status in self.statuses)


async def read(address: str, paths: list[str], readers: int, each: int, load: Load) -> None:
    limits = httpx.Limits(max_connections=readers, max_keepalive_connections=readers)
    async with httpx.AsyncClient(base_url=address, timeout=300, limits=limits) as client:

        async def reader(number: int) -> None:
            for n in range(each):
                begun, path = time.perf_counter(), paths[(number + n) % len(paths)]
                try:
                    answer = await client.get(path)
                except httpx.TransportError as error:  # broken off: as bad as any answer of 500
                    answer = httpx.Response(599, text=repr(error))
                load.seconds.append(time.perf_counter() - begun)
                load.sizes.append(len(answer.content))
                load.keep(path, answer, begun)

        await asyncio.gather(*(reader(number) for number in range(readers)))


async def contest(address: str, targets: list[str], contesters: int, load: Load, name: str = "load") -> None:
    async with httpx.AsyncClient(base_url=address, timeout=900) as client:

        async def contester(number: int) -> None:
            body = {
                "target": targets[number % len(targets)], "kind": "adequacy", "by": f"Contester {number}",
                "grounds": f"Point {number}: the record says less than the claim makes of it.",
            }  # fmt: skip
            begun, path = time.perf_counter(), "/api/v1/challenges"
            answer = await client.post(path, json=body, headers={"Idempotency-Key": f"{name}-{address}-{number}"})
            load.keep(path, answer, begun)
            if answer.status_code == 201:
                load.receipts.append(answer.json()["challenge"]["id"])

        await asyncio.gather(*(contester(number) for number in range(contesters)))


@contextmanager
def serving(settings: Settings) -> Iterator[tuple[str, psutil.Process]]:
    command = [sys.executable, "-m", "foam_graph", "serve", "--port", "0", "--json"]
    environ = os.environ | {"FOAM_HOME": str(settings.home)}
    with subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, text=True) as started:
        assert started.stdout is not None
        told = ""
        while not told.rstrip().endswith("}"):
            line = started.stdout.readline()
            assert line, "the server did not start"
            told += line
        try:
            yield json.loads(told)["address"].rstrip("/"), psutil.Process(started.pid)
        finally:
            started.terminate()
            started.wait(60)


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


def spent(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)


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


def world(settings: Settings) -> tuple[str, list[str], list[str]]:
    """A run; the paths that are read, and the records that are challenged."""
    with Session(settings) as session:
        load(session, [SAMPLE], "benefits")
        asked = Ask(
            QUESTION, "benefits", "benefits-appeal", ("applicant", "caseworker", "budget_officer"),
            dated="2026-05-01", limits=Limits(depth="quick"),
        )  # fmt: skip
        run = ask(session, asked)
        graph = session.store.subgraph(run)
        records = [node.id for node in graph.live("EvidenceRecord") if graph.into(node.id, "USES")]
        document = sorted(session.corpora.ids("benefits"))[0]
        claim = graph.live("Claim")[0].id
    paths = [f"/runs/{run}", f"/runs/{run}/claims", f"/nodes/{claim}", f"/corpora/benefits/documents/{document}"]
    return run, paths, records


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


def kept(settings: Settings, receipts: list[str]) -> None:
    """Says whether every challenge that was answered is there, and whether every chain holds."""
    with Session(settings) as session:
        there = [one for one in receipts if session.store.ask("nodes_by_id", ids=[one])]
        found = verify_all(session)
    faults = [fault.kind for fault in found.faults]
    print(f"  {len(there)} of {len(receipts)} challenges are in the graph; chains hold: {not faults} {faults[:5]}")


def outage(settings: Settings, address: str, paths: list[str], records: list[str], readers: int = 20) -> list[str]:
    """Neo4j killed and back under readers and contesters: what each was answered, and the receipts that were given."""
    print(f"Neo4j killed under {readers} readers and 5 contesters:")
    answers: dict[str, int] = {}
    reading, over = Load(), time.monotonic() + 600

    async def reader(client: httpx.AsyncClient, number: int) -> None:
        n, well = number, 0
        # Until it is back and has answered some pages.
        while well < 6 and time.monotonic() < over:
            path, begun = paths[n % len(paths)], time.perf_counter()
            answer = await client.get(path)
            reading.keep(path, answer, begun)
            clear = answer.status_code == 503 and "<h1" in answer.text and "Traceback" not in answer.text
            told = "503 with a page that says so" if clear else str(answer.status_code)
            answers[told] = answers.get(told, 0) + 1
            well = well + 1 if answer.status_code == 200 and back.is_set() else 0
            if well:
                read.set()
            n += 1
            await asyncio.sleep(0.2)

    async def killer() -> None:
        # Some challenges are lodged, others are being lodged.
        while not one.receipts and time.monotonic() < over:
            await asyncio.sleep(0.1)
        psutil.Process(neo4j.status(settings).pid).kill()
        killed.set()
        await asyncio.sleep(6)
        await asyncio.to_thread(neo4j.up, settings)
        back.set()

    async def everything() -> list[str]:
        async with httpx.AsyncClient(base_url=address, timeout=300) as client:

            async def contesters() -> None:
                await contest(address, records[:5], 5, one, "before")
                await killed.wait()
                await contest(address, records[:5], 5, two, "without")
                await read.wait()
                await contest(address, records[:5], 5, three, "after")

            await asyncio.gather(*(reader(client, n) for n in range(readers)), contesters(), killer())
        print(f"  readers were answered: {answers}")
        for name, came in (("before", one), ("without", two), ("after", three)):
            print(f"  contesters {name}: {came.statuses}")
        return [*one.receipts, *two.receipts, *three.receipts]

    one, two, three = Load(), Load(), Load()
    killed, back, read = asyncio.Event(), asyncio.Event(), asyncio.Event()
    return asyncio.run(everything())


def faults(settings: Settings, address: str, paths: list[str], records: list[str]) -> None:
    """Neo4j killed and back under a server, then a second server on the same graph."""
    kept(settings, outage(settings, address, paths, records))
    print("Two servers on one graph:")
    with serving(settings) as (other, _):

        async def both() -> list[str]:
            one, two = Load(), Load()
            await asyncio.gather(contest(address, records[:3], 3, one), contest(other, records[:3], 3, two))
            print(f"  5xx: {one.broken() + two.broken()}")
            return [*one.receipts, *two.receipts]

        kept(settings, asyncio.run(both()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--readers", default="50,200", help="How many at once, one load after the other.")
    parser.add_argument("--each", type=int, default=6, help="Pages that each reader reads.")
    parser.add_argument("--contesters", type=int, default=20)
    parser.add_argument("--port", type=int, default=8791, help="Port of the peer.")
    parser.add_argument("--peer-python", default=sys.executable, help="Python that has datasette, if it is another.")
    parser.add_argument("--faults", action="store_true")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(home=Path(folder) / "home")
        try:
            neo4j.up(settings)
            _, paths, records = world(settings)
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
