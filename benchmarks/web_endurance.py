"""Memory of ``foam serve`` over half an hour of readers, contesters and runs: is it what it was after its first crowd?

First comes the crowd: every page is asked for once, while contesters challenge a record each, all at once, and a run is
argued. From then on readers ask at a low, fixed rate for pages of every sort of one run and their twins; each contester
challenges once more, one after the other over the minutes, so that what the server keeps of the run is read anew; and a run
is in progress all the time: a model behind a server on this machine takes seconds for each answer, and when the run ends the
next one begins. Told are the resident memory (and the part of it that is the server's alone) in the two minutes after the
crowd has rested for two, and in the last two; the growth between them; its slope over the second half; what a server that is
started anew on the same graph holds (each challenge makes the run longer, and so what is read of it); and every answer of
500 and above. Everything stays on the loopback address; pages, minutes and challenges are bounded.

Run: ``python benchmarks/web_endurance.py [--minutes 30] [--readers 4] [--pause 2] [--contesters 20] [--latency 15]``
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import psutil
from web_load import QUESTION, Load, contest, serving, spent, world

sys.path.append(str(Path(__file__).parent.parent))  # the root of the checkout, for the tests' helpers

from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.store.server import control as neo4j
from tests.support.endpoints.case_model import CaseModel
from tests.support.endpoints.model_server import Server, slowly

REST = 120
"""Seconds after the crowd until what is measured counts."""
EVERY = 15
"""Seconds between two looks at the memory."""
ANEW = 4
"""Minutes that a server started anew on what the first one leaves is read from, so that it is seen what the run itself takes."""
MOST_NODES = 40
"""Nodes whose pages are read."""


@dataclass(frozen=True)
class Look:
    """The server's memory at one moment.

    Attributes:
        at: Seconds since the crowd.
        resident: Bytes of it that are in memory.
        own: Bytes of these that no other process shares.
    """

    at: float
    resident: int
    own: int


@dataclass
class Endured:
    """What a server went through.

    Attributes:
        reading: What the readers were answered.
        writing: What the contesters were.
        looks: Its memory, from the end of the crowd on.
        runs: Runs that were argued beside, the last of which goes on.
        crowd: Seconds that the crowd took.
    """

    reading: Load = field(default_factory=Load)
    writing: Load = field(default_factory=Load)
    looks: list[Look] = field(default_factory=list)
    runs: int = 0
    crowd: float = 0.0


@dataclass(frozen=True)
class Serving:
    """A server under measurement: its address, its process, and the pages and records of its run."""

    address: str
    process: psutil.Process
    pages: list[str]
    records: list[str]


def pages_of(address: str, run: str) -> list[str]:
    """Pages of every sort that one run has, and the twins of the largest."""
    with httpx.Client(base_url=address, timeout=300) as client:
        drawn = client.get(f"/runs/{run}/graph.json", params={"depth": 3}).json()["nodes"]
        document = client.get("/corpora/benefits.json").json()["documents"][0]["id"]
    parts = ("", ".json", "/claims", "/claims.json", "/objections", "/outline", "/graph", "/process")
    nodes = [one["id"] for one in drawn][:MOST_NODES]
    return [
        "/", "/runs", "/contests", "/questions", "/ledger", "/ask", "/corpora/benefits", "/corpora/benefits/sheet",
        f"/corpora/benefits/documents/{document}", f"/ledger/{run}", f"/questions/agents_at_work?run={run}",
        *(f"/runs/{run}{part}" for part in parts),
        *(f"/nodes/{node}" for node in nodes), f"/nodes/{nodes[0]}/supposed", f"/contests/new?target={nodes[0]}",
    ]  # fmt: skip


def size_of(settings: Settings, run: str) -> int:
    """Nodes of the run."""
    with Session(settings) as session:
        return len(session.store.subgraph(run))


async def read_one(client: httpx.AsyncClient, path: str, load: Load) -> None:
    """Reads a page."""
    asked = time.perf_counter()
    answer = await client.get(path)
    load.seconds.append(time.perf_counter() - asked)
    load.sizes.append(len(answer.content))
    load.keep(path, answer, asked)


async def argued(client: httpx.AsyncClient, endured: Endured) -> None:
    """One run after the other, argued by the slow model, until it is cancelled."""
    while True:
        question = {
            "question": QUESTION, "corpus": "benefits", "template": "benefits-appeal", "depth": "quick",
            "perspectives": ["applicant", "caseworker"], "agents": "llm", "seed": endured.runs,
        }  # fmt: skip
        begun = await client.post("/api/v1/runs", json=question)
        assert begun.status_code == 202, begun.text
        endured.runs += 1
        place, state = begun.headers["location"], ""
        while state not in ("finished", "done"):
            await asyncio.sleep(5)
            state = str((await client.get(place)).json()["state"])
            assert state not in ("failed", "stopped"), state


async def crowd(client: httpx.AsyncClient, serving: Serving, contesters: int, endured: Endured, name: str) -> None:
    """Every page once, eight readers at a time, and all contesters at once."""
    begun, line = time.monotonic(), iter(serving.pages)

    async def reader() -> None:
        for path in line:
            await read_one(client, path, endured.reading)

    challenged = contest(serving.address, serving.records, contesters, endured.writing, f"{name}-crowd")
    await asyncio.gather(*(reader() for _ in range(8)), challenged)
    endured.crowd = time.monotonic() - begun


async def endure(serving: Serving, chosen: argparse.Namespace, minutes: int, contesters: int, name: str) -> Endured:
    """The crowd, then readers, contesters one after the other and a run, until the minutes are over."""
    endured = Endured()

    async def reader(client: httpx.AsyncClient, number: int) -> None:
        n = number * len(serving.pages) // chosen.readers
        while time.monotonic() < over:
            await read_one(client, serving.pages[n % len(serving.pages)], endured.reading)
            n += 1
            await asyncio.sleep(chosen.pause)

    async def challenging() -> None:
        for n in range(contesters):
            await asyncio.sleep(60 * minutes / (contesters + 1))
            record = [serving.records[n % len(serving.records)]]
            await contest(serving.address, record, 1, endured.writing, f"{name}-{n}")

    async def looking() -> None:
        while time.monotonic() < over:
            memory = serving.process.memory_full_info()
            endured.looks.append(Look(time.monotonic() - begun, memory.rss, memory.uss))
            await asyncio.sleep(EVERY)

    async with httpx.AsyncClient(base_url=serving.address, timeout=300) as client:
        arguing = asyncio.create_task(argued(client, endured))
        await crowd(client, serving, contesters, endured, name)
        begun = time.monotonic()
        over = begun + 60 * minutes
        await asyncio.gather(*(reader(client, n) for n in range(chosen.readers)), challenging(), looking())
        assert not arguing.done(), arguing.exception()
        arguing.cancel()
    return endured


def tell(name: str, looks: list[tuple[float, int]], minutes: int) -> None:
    """Says what one measure of the memory was after the crowd and at the end."""
    first = statistics.median(size for at, size in looks if REST <= at < REST + 120)
    last = statistics.median(size for at, size in looks if at >= 60 * minutes - 120)
    half = [(at, size) for at, size in looks if at >= 30 * minutes]
    slope = statistics.linear_regression([at / 60 for at, _ in half], [size / 1e6 for _, size in half]).slope
    print(
        f"{name}: {first / 1e6:.1f} MB in minutes {REST // 60} to {REST // 60 + 2} after the crowd, {last / 1e6:.1f} MB in the "
        f"last two: {100 * (last / first - 1):+.1f} %; slope over the second half {slope * 1e3:+.0f} kB a minute",
        flush=True,
    )


def tell_all(endured: Endured, anew: Endured, nodes: tuple[int, int], used: float, chosen: argparse.Namespace) -> None:
    """Says what the server went through, and what its memory did."""
    reading, writing = endured.reading, endured.writing
    print(
        f"a crowd of {endured.crowd:.0f} s; {len(reading.seconds)} answers, {chosen.readers} readers in {chosen.minutes} "
        f"minutes, {len(writing.receipts)} of {2 * chosen.contesters} challenges, {endured.runs} runs begun one after the "
        f"other, 5xx: {reading.broken() + writing.broken()}, {used:.0f} s of a processor"
    )
    for said in (*reading.refused, *writing.refused):
        print(f"  {said}")
    tell("resident", [(one.at, one.resident) for one in endured.looks], chosen.minutes)
    tell("its own", [(one.at, one.own) for one in endured.looks], chosen.minutes)
    last = statistics.median(one.resident for one in anew.looks if one.at >= 60 * (ANEW - 1))
    print(
        f"the run has {nodes[0]} nodes at first, {nodes[1]} at the end; a server started anew holds {last / 1e6:.1f} MB"
    )
    for minute in range(0, chosen.minutes + 1, 2):
        nearest = min(endured.looks, key=lambda one: abs(one.at - 60 * minute))
        print(f"  minute {minute:>2}: {nearest.resident / 1e6:.1f} MB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=int, default=30)
    parser.add_argument("--readers", type=int, default=4)
    parser.add_argument("--pause", type=float, default=2.0, help="Seconds that a reader waits between two pages.")
    parser.add_argument(
        "--contesters", type=int, default=20, help="Each challenges in the crowd and once more after it."
    )
    parser.add_argument("--latency", type=float, default=15.0, help="Seconds that the model takes for an answer.")
    chosen = parser.parse_args()
    if chosen.minutes < 6:
        parser.error("less than 6 minutes tell nothing: the first 2 do not count")
    model = Server(then=slowly(chosen.latency, CaseModel()))
    with tempfile.TemporaryDirectory() as folder, model:
        settings = Settings(home=Path(folder) / "home")
        asked = {"FOAM_OPENAI_BASE_URL": model.url, "FOAM_OPENAI_API_KEY": "sk-benchmark-only", "FOAM_MODEL": "local"}
        try:
            neo4j.up(settings)
            run, _, records = world(settings)
            begun = size_of(settings, run)
            with serving(settings, asked) as (address, process):
                served = Serving(address, process, pages_of(address, run), records)
                before = spent(process)
                endured = asyncio.run(endure(served, chosen, chosen.minutes, chosen.contesters, "endured"))
                used = spent(process) - before
            nodes = size_of(settings, run)
            with serving(settings, asked) as (address, process):
                served = Serving(address, process, served.pages, records)
                anew = asyncio.run(endure(served, chosen, ANEW, 0, "anew"))
        finally:
            neo4j.down(settings)
    tell_all(endured, anew, (begun, nodes), used, chosen)


if __name__ == "__main__":
    main()
