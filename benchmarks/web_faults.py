"""What faults leave behind: Neo4j killed under readers and contesters, two servers on one graph, everything cold at once."""

from __future__ import annotations

import asyncio
import re
import time

import httpx
import psutil
from web_load import Load, contest, kept, read, serving

from foam_graph.config import Settings
from foam_graph.store.server import control as neo4j

FORMS = 20
"""Forms of challenges that are opened and lodged at once."""


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


async def lodged(address: str, target: str, number: int, load: Load) -> None:
    """One person's way: the form, what it suggests, and the receipt that it leads to."""
    async with httpx.AsyncClient(base_url=address, timeout=600, follow_redirects=True) as client:
        begun, path = time.perf_counter(), f"/contests/new?target={target}"
        form = await client.get(path)
        load.keep(path, form, begun)
        if form.status_code != 200:
            return
        sent = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form.text))
        sent["kind"] = re.findall(r'value="(\w+)" checked', form.text)[0]
        sent["grounds"] = f"Point {number}: the record says less than this part makes of it."
        begun = time.perf_counter()
        answer = await client.post("/contests", data=sent)
        load.keep(f"the form of {sent['kind']} for {target}", answer, begun)
        where = answer.url.path
        if answer.status_code == 200 and where.startswith("/jobs/"):
            while (job := (await client.get(f"{where}.json")).json())["state"] in ("queued", "working"):
                await asyncio.sleep(2)
            if job["fault"]:
                load.refused.append(f"{target}: {job['fault']}")
            where = f"/receipts/{job['leads_to']}" if job["leads_to"] else ""
        if where.startswith("/receipts/"):
            load.receipts.append((await client.get(f"{where}.json")).json()["challenge"]["id"])


def cold(settings: Settings, run: str, paths: list[str], records: list[str]) -> None:
    """Neo4j just started and everybody there at once: readers, forms of challenges of every sort, challenges by program."""
    neo4j.down(settings)
    neo4j.up(settings)
    pages, forms, programs = Load(), Load(), Load()
    with serving(settings) as (address, _):
        drawn = httpx.get(f"{address}/runs/{run}/graph.json", params={"depth": 3}, timeout=300).json()["nodes"]
        targets = [one["id"] for one in drawn][:FORMS]

        async def everybody() -> None:
            await asyncio.gather(
                read(address, paths, 30, 6, pages),
                contest(address, records[:4], 4, programs),
                *(lodged(address, target, number, forms) for number, target in enumerate(targets)),
            )

        asyncio.run(everybody())
    print(f"Everything at once after a start of Neo4j: {len(pages.seconds)} pages, 5xx: {pages.broken()}")
    for name, load in (("forms", forms), ("programs", programs)):
        counted = {status: load.statuses.count(status) for status in sorted(set(load.statuses))}
        print(f"  {name}: {len(load.receipts)} receipts, statuses {counted}")
    for said in (*pages.refused, *forms.refused, *programs.refused):
        print(f"    {said}")
    kept(settings, [*forms.receipts, *programs.receipts])
