"""Memory of ``foam serve`` over half an hour of few readers: does it stay what it is once every page was read?

Readers ask at a low, fixed rate for pages of every sort of one run and their twins; once a minute somebody challenges a
record, so that what the server keeps of the run is read anew. Told are the resident memory (and the part of it that is the
server's alone) after a warm-up of two minutes and in the last two, the growth between them, its slope over the second
half, what a server that is started anew on the same graph holds (each challenge makes the run longer, and so what is read of
it), and every answer of 500 and above. Everything stays on the loopback address; pages and minutes are bounded.

Run: ``python benchmarks/web_endurance.py [--minutes 30] [--readers 4] [--pause 2]``
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import httpx
import psutil
from web_load import Load, contest, serving, spent, world

from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.store.server import control as neo4j

WARM = 120
"""Seconds until what is measured counts: by then every page was read more than once."""
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
        at: Seconds since the beginning.
        resident: Bytes of it that are in memory.
        own: Bytes of these that no other process shares.
    """

    at: float
    resident: int
    own: int


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


async def endure(
    address: str,
    process: psutil.Process,
    pages: list[str],
    records: list[str],
    chosen: argparse.Namespace,
    minutes: int,
    name: str = "endurance",
) -> tuple[Load, Load, list[Look]]:
    """Reads, challenges and looks at the memory until the minutes are over."""
    begun, reading, writing, looks = time.monotonic(), Load(), Load(), list[Look]()
    over = begun + 60 * minutes

    async def reader(client: httpx.AsyncClient, number: int) -> None:
        n = number * len(pages) // chosen.readers
        while time.monotonic() < over:
            path, asked = pages[n % len(pages)], time.perf_counter()
            answer = await client.get(path)
            reading.seconds.append(time.perf_counter() - asked)
            reading.sizes.append(len(answer.content))
            reading.keep(path, answer, asked)
            n += 1
            await asyncio.sleep(chosen.pause)

    async def challenging() -> None:
        for n in range(minutes if chosen.challenges else 0):
            await asyncio.sleep(min(60, max(0, over - time.monotonic())))
            if time.monotonic() < over:
                await contest(address, [records[n % len(records)]], 1, writing, f"{name}-{n}")

    async def looking() -> None:
        while time.monotonic() < over:
            memory = process.memory_full_info()
            looks.append(Look(time.monotonic() - begun, memory.rss, memory.uss))
            await asyncio.sleep(EVERY)

    async with httpx.AsyncClient(base_url=address, timeout=300) as client:
        await asyncio.gather(*(reader(client, n) for n in range(chosen.readers)), challenging(), looking())
    return reading, writing, looks


def tell(name: str, looks: list[tuple[float, int]], minutes: int) -> None:
    """Says what one measure of the memory was after the warm-up and at the end."""
    first = statistics.median(size for at, size in looks if WARM <= at < WARM + 120)
    last = statistics.median(size for at, size in looks if at >= 60 * minutes - 120)
    half = [(at, size) for at, size in looks if at >= 30 * minutes]
    slope = statistics.linear_regression([at / 60 for at, _ in half], [size / 1e6 for _, size in half]).slope
    print(
        f"{name}: {first / 1e6:.1f} MB after {WARM // 60} minutes, {last / 1e6:.1f} MB in the last two: "
        f"{100 * (last / first - 1):+.1f} %; slope over the second half {slope * 1e3:+.0f} kB a minute",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=int, default=30)
    parser.add_argument("--readers", type=int, default=4)
    parser.add_argument("--pause", type=float, default=2.0, help="Seconds that a reader waits between two pages.")
    parser.add_argument("--challenges", type=int, default=1, choices=(0, 1), help="How many a minute.")
    chosen = parser.parse_args()
    if chosen.minutes < 6:
        parser.error("less than 6 minutes tell nothing: the warm-up takes 2")
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(home=Path(folder) / "home")
        try:
            neo4j.up(settings)
            run, _, records = world(settings)
            with serving(settings) as (address, process):
                pages = pages_of(address, run)
                begun, before = size_of(settings, run), spent(process)
                reading, writing, looks = asyncio.run(endure(address, process, pages, records, chosen, chosen.minutes))
                used = spent(process) - before
            nodes = size_of(settings, run)
            with serving(settings) as (address, process):
                _, _, anew = asyncio.run(endure(address, process, pages, records, chosen, ANEW, "anew"))
        finally:
            neo4j.down(settings)
    print(
        f"{len(reading.seconds)} answers to {chosen.readers} readers over {len(pages)} pages in {chosen.minutes} minutes, "
        f"{len(writing.receipts)} challenges, 5xx: {reading.broken() + writing.broken()}, {used:.0f} s of a processor"
    )
    for said in (*reading.refused, *writing.refused):
        print(f"  {said}")
    tell("resident", [(one.at, one.resident) for one in looks], chosen.minutes)
    tell("its own", [(one.at, one.own) for one in looks], chosen.minutes)
    last = statistics.median(one.resident for one in anew if one.at >= 60 * (ANEW - 1))
    print(
        f"the run has {begun} nodes at first, {nodes} at the end; a server started anew on it holds {last / 1e6:.1f} MB"
    )
    for minute in range(0, chosen.minutes + 1, 5):
        nearest = min(looks, key=lambda one: abs(one.at - 60 * minute))
        print(f"  minute {minute:>2}: {nearest.resident / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
