"""Load on ``foam serve``: a world to read and contest, a server of it, readers and contesters, and what was kept of them.

What measures the web application stands on this; it measures nothing itself. Everything stays on the loopback address.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
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
        """Counts an answer, and keeps what one of 400 and above said: its cause is to be found."""
        self.statuses.append(answer.status_code)
        if answer.status_code >= 400:
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
def serving(settings: Settings, more: Mapping[str, str] | None = None) -> Iterator[tuple[str, psutil.Process]]:
    command = [sys.executable, "-m", "foam_graph", "serve", "--port", "0", "--json"]
    environ = os.environ | {"FOAM_HOME": str(settings.home)} | dict(more or {})
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


def spent(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)


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


def kept(settings: Settings, receipts: list[str]) -> None:
    """Says whether every challenge that was answered is there, and whether every chain holds."""
    with Session(settings) as session:
        there = [one for one in receipts if session.store.ask("nodes_by_id", ids=[one])]
        found = verify_all(session)
    faults = [fault.kind for fault in found.faults]
    print(f"  {len(there)} of {len(receipts)} challenges are in the graph; chains hold: {not faults} {faults[:5]}")
