"""How fast a corpus of a million sentences is read, written and imported, and in how much memory.

The corpus is made here from invented words and streamed to disk: documents of 20 sentences, one a line, 2 % of them
copies and 1 % nearly copies of an earlier one. Measured: `foam ingest` with workers; the same in one process on the
first quarter (the peer: ratio); Neo4j's import of what was written; `foam verify` of the imported database; and making
Qdrant points (no server here: what is sent is made and counted).

    python benchmarks/bench_ingest.py                     # a million sentences, 2 workers, about 6 minutes on 2 cores
    python benchmarks/bench_ingest.py --sentences 40000   # a quick look
    python benchmarks/bench_ingest.py --serial 350000     # only what one process does for all: dividing, settling copies
"""

from __future__ import annotations

import argparse
import random
import shutil
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import orjson
import psutil

from foam_graph.bulk.folders import Job, write_pieces
from foam_graph.bulk.ingesting import SIZE, Ingested, Plan, ingest
from foam_graph.bulk.partitions import Partition, partitions
from foam_graph.bulk.resolving import resolve
from foam_graph.bulk.staging import KEYS, stage
from foam_graph.config import Settings
from foam_graph.corpus.reading import LoadedDocument, read_stream
from foam_graph.corpus.search.server_index import ServerIndex
from foam_graph.corpus.sentences.segmentation import ENGINE
from foam_graph.store.ledger.verification import verify
from foam_graph.store.server import control as server
from foam_graph.store.server.bulk_import import import_full
from foam_graph.store.store import Store

EACH = 20
"""Sentences of a document."""


def words(rng: random.Random) -> list[str]:
    syllables = [
        a + b
        for a in ["b", "d", "f", "g", "k", "l", "m", "n", "p", "r", "s", "t", "v"]
        for b in ["a", "e", "i", "o", "u", "en", "ar"]
    ]
    return ["".join(rng.choice(syllables) for _ in range(rng.choice((1, 2, 2, 3, 3, 4)))) for _ in range(30_000)]


def documents(count: int, seed: int = 7) -> Iterator[bytes]:
    """Documents, a line each; memory holds a few hundred of them."""
    rng = random.Random(seed)  # noqa: S311 - not a secret
    known = words(rng)
    weights = [1 / (n + 3) for n in range(len(known))]
    totals = [0.0]
    for weight in weights:
        totals.append(totals[-1] + weight)
    pool: list[str] = []
    earlier: list[tuple[bytes, list[str]]] = []
    for n in range(count):
        if earlier and n % 50 == 49:
            yield rng.choice(earlier)[0]
            continue
        if len(pool) < 40 * EACH:
            pool = rng.choices(known, cum_weights=totals[1:], k=200_000)
        if earlier and n % 100 == 50:
            told = list(rng.choice(earlier)[1])
            told[rng.randrange(EACH)] = " ".join(rng.sample(known, 9)).capitalize() + "."
        else:
            told = []
            for _ in range(EACH):
                taken = [pool.pop() for _ in range(rng.randint(8, 26))]
                if rng.random() < 0.2:
                    taken[3] = f"{taken[3]},"
                if rng.random() < 0.1:
                    taken[5] = f"{rng.randint(2, 9000):,}"
                told.append(" ".join(taken).capitalize() + ".")
        about = {
            "title": f"{told[0][:40]} {n}",
            "author": f"{known[n % 900]} {known[n % 700]}",
            "date": f"20{n % 26:02}",
        }
        line = orjson.dumps({**about, "source_class": "news", "text": " ".join(told)})
        if len(earlier) < 300:
            earlier.append((line, told))
        else:
            earlier[n % 300] = (line, told)
        yield line


def write_corpus(path: Path, count: int) -> None:
    with path.open("wb") as file:
        for line in documents(count):
            file.write(line + b"\n")


def first_part(path: Path, target: Path, count: int) -> None:
    with path.open("rb") as file, target.open("wb") as written:
        for _ in range(count):
            written.write(file.readline())


@contextmanager
def watched() -> Iterator[dict[str, int]]:
    """The most resident memory of this process and of each child in bytes, and the CPU-seconds of all, sampled."""
    peaks: dict[str, int] = {}
    spent: dict[int, float] = {}
    begun = sum(psutil.Process().cpu_times()[:2])
    stop = threading.Event()

    def look() -> None:
        own = psutil.Process()
        while not stop.wait(0.2):
            for one in (own, *own.children(recursive=True)):
                try:
                    if any("resource_tracker" in word for word in one.cmdline()):
                        continue
                    name = "coordinator" if one == own else f"worker {one.pid}"
                    peaks[name] = max(peaks.get(name, 0), one.memory_info().rss)
                    spent[one.pid] = sum(one.cpu_times()[:2]) - (begun if one == own else 0)
                except psutil.Error:
                    continue

    thread = threading.Thread(target=look)
    thread.start()
    try:
        yield peaks
    finally:
        stop.set()
        thread.join()
        peaks["cpu"] = round(sum(spent.values()))


def size_of(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def taken_of(folder: Path) -> int:
    """Bytes that the files take on disk, whole blocks."""
    return sum(path.stat().st_blocks * 512 for path in folder.rglob("*") if path.is_file())


def run(folder: Path, source: Path, name: str, workers: int) -> tuple[Ingested, float, dict[str, int], Path]:
    home, out = folder / f"home-{name}", folder / f"out-{name}"
    plan = Plan("bench", out, workers=workers, runner="dask" if workers > 1 else "inprocess")
    steps: dict[str, float] = {}

    def told(step: str, done: int, of: int) -> None:
        del done, of
        steps.setdefault(step, time.perf_counter())

    with watched() as peaks:
        begin = time.perf_counter()
        done = ingest(Settings(home=home), [source], plan, told)
        seconds = time.perf_counter() - begin
    marks = [*steps.items(), ("end", begin + seconds)]
    spent = ", ".join(f"{step} {after - at:.1f} s" for (step, at), (_, after) in pairwise(marks))
    print(
        f"{name}: {done.documents:,} documents, {done.sentences:,} sentences in {seconds:.1f} s: "
        f"{done.documents / seconds:,.0f} documents/s, {done.sentences / seconds:,.0f} sentences/s, "
        f"{done.bytes / seconds / 2**20:.2f} MiB/s; start {marks[0][1] - begin:.1f} s, {spent}"
    )
    print(f"  copies left out {done.copies:,}, near-duplicates {done.near_duplicates:,}, partitions {done.partitions}")
    cpu = peaks.pop("cpu")
    print(
        f"  {cpu} CPU-seconds: {done.sentences / max(cpu, 1):,.0f} sentences and {done.documents / max(cpu, 1):,.0f} documents each"
    )
    print("  peak memory: " + ", ".join(f"{who} {most / 2**20:,.0f} MiB" for who, most in sorted(peaks.items())))
    graph = sum(path.stat().st_size for path in out.rglob("*.csv"))
    kept = size_of(out) - graph
    corpus, blocks = size_of(home / "corpora"), taken_of(home / "corpora")
    print(
        f"  disk per sentence: input {done.bytes / done.sentences:.0f} B, files for Neo4j {graph / done.sentences:.1f} B, "
        f"what else is kept of the ingest {kept / done.sentences:.1f} B, "
        f"corpus store {corpus / done.sentences:.0f} B ({blocks / done.sentences:.0f} B in blocks)"
    )
    return done, seconds, peaks, home


def imported(home: Path, done: Ingested) -> None:
    settings = Settings(home=home)
    begin = time.perf_counter()
    import_full(settings, Path(done.arguments))
    seconds = time.perf_counter() - begin
    print(f"import: {done.documents / seconds:,.0f} documents/s ({seconds:.1f} s with the tool's start)")
    try:
        endpoint = server.up(settings)
        begin = time.perf_counter()
        with Store(endpoint) as store:
            indexed = time.perf_counter() - begin
            begin = time.perf_counter()
            found = verify(store)
            seconds = time.perf_counter() - begin
        told = server.status(settings)
        print(
            f"verify: {'holds' if found.ok else 'DOES NOT HOLD'}, {found.nodes / seconds:,.0f} nodes/s ({seconds:.1f} s); "
            f"constraints {indexed:.1f} s; store {told.store_bytes / done.documents:,.0f} B a document; "
            f"Neo4j {told.memory_mb:,.0f} MiB"
        )
    finally:
        server.down(settings)


class Counting:
    """Stands where a Qdrant client would: counts what it is given."""

    def __init__(self) -> None:
        self.points = self.bytes = 0

    def collection_exists(self, _name: str) -> bool:
        """It does."""
        return True

    def retrieve(self, *_args: Any, **_named: Any) -> list[Any]:
        """Nothing is there."""
        return []

    def upsert(self, _name: str, points: list[Any], **_named: Any) -> None:
        """Counts points."""
        self.points += len(points)
        self.bytes += sum(len(point.model_dump_json()) for point in points)


def points(source: Path, count: int) -> None:
    client = Counting()
    index = ServerIndex("http://localhost:1", client=client)
    taken: list[LoadedDocument] = []
    for one in read_stream([source], "bench"):
        if isinstance(one, LoadedDocument):
            taken.append(one)
        if len(taken) == count:
            break
    begin = time.process_time()
    index.add("bench", taken)
    seconds = time.process_time() - begin
    print(
        f"points: {client.points / seconds:,.0f} a CPU-second ({len(taken) / seconds:,.0f} documents), "
        f"{client.points / len(taken):.1f} a document, {client.bytes / client.points:,.0f} B of JSON each; no server"
    )


def serial(folder: Path, count: int) -> None:
    """What one process does for all: dividing the input, and settling copies and near-duplicates of so many documents."""
    source = folder / "some.jsonl"
    write_corpus(source, 10_000)
    begin = time.process_time()
    cut = list(partitions([source], SIZE * 2**20))
    seconds = time.process_time() - begin
    print(f"dividing: {source.stat().st_size / 2**20 / seconds:,.0f} MiB a CPU-second into {len(cut)} partitions")
    job = Job(folder / "serial", "bench", ENGINE, Settings(home=folder / "serial"), "2026-01-01T00:00:00.000000Z")
    write_pieces(job, Partition(0, cut[0].pieces, cut[0].bytes))
    told = stage(job, 0)
    put_by = (job.part(0) / "staged.gz").stat().st_size
    print(f"put by until it is written: {put_by / told['documents']:,.0f} B a document")
    rng = np.random.default_rng(1)
    parts = max(1, count // 10_000)
    for number in range(parts):
        rows = np.zeros(10_000, dtype=KEYS)
        rows["id"], rows["words"] = rng.integers(0, 2**63, 10_000, dtype=np.uint64), 1
        rows["sketch"] = rng.integers(0, 2**32, (10_000, rows["sketch"].shape[1]), dtype=np.uint32)
        rows[100:400]["sketch"][:, :110] = rows[:300]["sketch"][:, :110]
        rows["id"][400:500] = rows["id"][:100]
        job.part(number).mkdir(parents=True, exist_ok=True)
        rows.tofile(job.part(number) / "keys.bin")
    with watched() as peaks:
        begin = time.process_time()
        shares = resolve(job, parts, lambda _step: None)
        seconds = time.process_time() - begin
    near, copies = sum(len(one.near) for one in shares), sum(len(one.dropped) for one in shares)
    print(
        f"settling {parts * 10_000:,} documents: {seconds:.1f} CPU-s, peak memory {peaks['coordinator'] / 2**20:,.0f} MiB "
        f"with the mapped file; {copies:,} copies, {near:,} near-duplicates"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sentences", type=int, default=1_060_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--serial", type=int, default=0, metavar="DOCUMENTS", help="only what one process does for all")
    asked = parser.parse_args()
    count = asked.sentences // EACH
    folder = Path(tempfile.mkdtemp(prefix="foam-bench-ingest-"))
    try:
        if asked.serial:
            serial(folder, asked.serial)
            return
        source, quarter = folder / "corpus.jsonl", folder / "quarter.jsonl"
        begin = time.perf_counter()
        write_corpus(source, count)
        first_part(source, quarter, count // 4)
        made = time.perf_counter() - begin
        print(f"corpus: {count:,} lines, {source.stat().st_size / 2**20:,.0f} MiB, made in {made:.0f} s")
        done, seconds, _, home = run(folder, source, f"{asked.workers} workers", asked.workers)
        alone, slow, _, _ = run(folder, quarter, "in process", 1)
        ratio = (done.sentences / seconds) / (alone.sentences / slow)
        print(f"ratio: {asked.workers} workers {ratio:.2f} times as fast as one process")
        points(quarter, min(2_000, count // 4))
        imported(home, done)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
