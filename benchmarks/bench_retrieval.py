"""Retrieval beside its peers in the same run: quality on Cranfield, speed on generated cards.

``python benchmarks/bench_retrieval.py`` measures words (no model is fetched); ``--hybrid`` adds vectors, ``--million``
a million passages, ``--engines`` the vector engine's own sparse index. Peers: bm25s and bare tantivy (group ``bench``).
Build is in CPU-seconds (``time.process_time``, threads included), queries in milliseconds of one thread: wall time, and
CPU time in brackets, since others may use the machine.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import json
import math
import random
import resource
import shutil
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import bm25s
import Stemmer
import tantivy
from evidence_page import write_section
from retrieval_corpus import Cards

from foam_graph.config import Settings
from foam_graph.corpus.documents import Document
from foam_graph.corpus.encoders.protocol import Encoder, Vector
from foam_graph.corpus.reading import read_paths
from foam_graph.corpus.search.embedded_index import EmbeddedIndex
from foam_graph.corpus.search.open_index import open_encoder
from foam_graph.corpus.search.passages import passages
from foam_graph.corpus.search.protocol import Mode
from foam_graph.corpus.store import CorpusStore

DATA = Path(__file__).parents[2] / "shared" / "data" / "retrieval"
SENTENCES = 20
UNIT = 5
"""Sentences of a unit, as the peers were measured: about 110 words."""


LINES: list[str] = []


def say(line: str) -> None:
    """Prints a line and keeps it."""
    LINES.append(line)
    print(line, flush=True)


def row(what: str, ours: str, goal: str = "", peer: str = "") -> None:
    say(f"| {what} | {ours} | {goal} | {peer} |")


class Timed:
    """CPU and wall seconds of a block."""

    cpu = wall = 0.0


@contextmanager
def timed() -> Iterator[Timed]:
    gc.collect()
    told, cpu, wall = Timed(), time.process_time(), time.perf_counter()
    yield told
    told.cpu, told.wall = time.process_time() - cpu, time.perf_counter() - wall


def latencies(ask: Callable[[str], object], queries: Sequence[str]) -> str:
    """Percentiles of single queries; the first hundred warm the caches."""
    for query in queries[:100]:
        ask(query)
    walls, cpus = [], []
    for query in queries[100:]:
        cpu, wall = time.process_time(), time.perf_counter()
        ask(query)
        walls.append((time.perf_counter() - wall) * 1e3)
        cpus.append((time.process_time() - cpu) * 1e3)

    def at(values: list[float], n: int) -> float:
        return statistics.quantiles(values, n=100)[n - 1]

    return f"p50 {at(walls, 50):.2f}, p95 {at(walls, 95):.2f} ms (CPU p95 {at(cpus, 95):.2f})"


# Quality


def cranfield(folder: Path, hybrid: bool) -> None:
    if not DATA.is_dir():
        say("Cranfield is not on this machine: quality not measured")
        return
    store = CorpusStore(folder)
    store.add(read_paths([DATA / "cranfield.corpus.jsonl"], "cranfield").documents)
    raw = [json.loads(line) for line in (DATA / "cranfield.corpus.jsonl").read_text().splitlines()]
    queries = [json.loads(line) for line in (DATA / "cranfield.queries.jsonl").read_text().splitlines()]
    documents = store.documents("cranfield")
    name = {one.id: raw[int(one.path.rpartition("#L")[2]) - 1]["_id"] for one in documents}
    texts = [query["text"] for query in queries]
    peer = bm25s_ranking([one["text"] for one in raw], [one["_id"] for one in raw], texts)
    index = EmbeddedIndex(folder, store, open_encoder(Settings(home=folder), wanted=True) if hybrid else None)
    modes: list[tuple[Mode, str]] = [("sparse", ".360")]
    modes += [("dense", "–"), ("hybrid", ".404")] if hybrid else []
    for mode, goal in modes:
        for k in (10, 100):
            found = index.retrieve("cranfield", texts, k, mode=mode)
            ranking = {
                query["_id"]: list(dict.fromkeys(name[hit.document] for hit in hits))
                for query, hits in zip(queries, found, strict=True)
            }
            told = (
                f"bm25s {ndcg({q['_id']: r for q, r in zip(queries, peer, strict=True)}):.3f}"
                if mode == "sparse"
                else ""
            )
            row(f"Cranfield nDCG@10, {mode}, best sentence of each of {k}", f"{ndcg(ranking):.3f}", goal, told)
    index.close()


def bm25s_ranking(texts: list[str], ids: list[str], queries: list[str]) -> list[list[str]]:
    stemmer = Stemmer.Stemmer("english")
    peer = bm25s.BM25(method="lucene", k1=1.2, b=0.75)
    peer.index(bm25s.tokenize(texts, stopwords="en", stemmer=stemmer, show_progress=False), show_progress=False)
    asked = bm25s.tokenize(queries, stopwords="en", stemmer=stemmer, show_progress=False)
    found, _ = peer.retrieve(asked, k=100, show_progress=False)
    return [[ids[n] for n in ranking] for ranking in found]


def ndcg(ranking: dict[str, list[str]], k: int = 10) -> float:
    """Mean over queries of DCG / ideal DCG, gain = the judgement, discount = log2 (Järvelin and Kekäläinen, 2002)."""
    judged: dict[str, dict[str, int]] = defaultdict(dict)
    for line in (DATA / "cranfield.qrels.tsv").read_text().splitlines():
        query, document, grade = line.split("\t")
        if grade.strip().isdecimal():
            judged[query][document] = int(grade)
    values = []
    for query, grades in judged.items():
        ideal = sorted(grades.values(), reverse=True)[:k]
        got = [grades.get(document, 0) for document in ranking.get(query, [])[:k]]
        best = sum(gain / math.log2(n + 2) for n, gain in enumerate(ideal))
        if best:
            values.append(sum(gain / math.log2(n + 2) for n, gain in enumerate(got)) / best)
    return statistics.fmean(values)


# Speed


def cards_by_words(folder: Path, count: int, engines: bool) -> None:
    cards = Cards()
    documents = list(cards.documents(count, SENTENCES))
    queries = cards.queries(600)
    units = count * SENTENCES / UNIT
    texts = [one.text for document in documents for one in passages(document)]
    index = EmbeddedIndex(folder)
    with timed() as build:
        index.ensure("cards", documents)
    peer = Bare(folder / "peer")
    with timed() as other:
        peer.add(texts)
    row(
        f"build, {count:,} cards of {SENTENCES} sentences: units of {UNIT} sentences a CPU-second",
        f"{units / build.cpu:,.0f}",
        "25,000",
        f"bare tantivy, en_stem, the same passages {units / other.cpu:,.0f}",
    )
    row("  the same in passages, in sentences", f"{len(texts) / build.cpu:,.0f}, {count * SENTENCES / build.cpu:,.0f}")
    size = sum(path.stat().st_size for path in (folder / "index" / "cards").rglob("*") if path.is_file())
    row("  on disk, with the text", f"{size / 1e6:.0f} MB", "", f"{peer.size / 1e6:.0f} MB without")
    row("query, by words, k 10", latencies(ask(index, "sparse"), queries), "p95 2 ms", peer.latencies(queries))
    new = list(cards.documents(1000, SENTENCES, "new"))
    with timed() as added:
        index.add("cards", new)
        index.retrieve("cards", queries[:1], 10, mode="sparse")
    row(
        "1,000 new cards until they are found", f"{added.wall:.2f} s (CPU {added.cpu:.2f})", "1 s", "bm25s: a new build"
    )
    index.close()
    bm25s_speed(texts, queries, units)
    if engines:
        qdrant_sparse(folder / "qdrant", texts, queries, units)


def ask(index: EmbeddedIndex, mode: Mode) -> Callable[[str], object]:
    return lambda query: index.retrieve("cards", [query], 10, mode=mode)


class Bare:
    """Tantivy as it comes: stems, no stop words, ids alone."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True)
        made = tantivy.SchemaBuilder()
        made.add_text_field("text", tokenizer_name="en_stem", index_option="freq")
        made.add_integer_field("n", stored=True)
        self._folder = folder
        self._index = tantivy.Index(made.build(), str(folder))

    def add(self, texts: Sequence[str]) -> None:
        """Indexes texts in one commit."""
        writer = self._index.writer(heap_size=256_000_000, num_threads=1)
        for n, text in enumerate(texts):
            writer.add_document(tantivy.Document(text=text, n=n))
        writer.commit()
        writer.wait_merging_threads()
        self._index.reload()

    @property
    def size(self) -> int:
        """Bytes on disk."""
        return sum(path.stat().st_size for path in self._folder.iterdir())

    def latencies(self, queries: Sequence[str]) -> str:
        """Percentiles of its own queries."""
        searcher = self._index.searcher()

        def one(query: str) -> object:
            parsed, _ = self._index.parse_query_lenient(query, ["text"])
            return [searcher.doc(at) for _, at in searcher.search(parsed, 10, count=False).hits]

        return f"bare tantivy {latencies(one, queries)}"


def bm25s_speed(texts: list[str], queries: list[str], units: float) -> None:
    stemmer = Stemmer.Stemmer("english")
    peer = bm25s.BM25(method="lucene", k1=1.2, b=0.75)
    with timed() as build:
        peer.index(bm25s.tokenize(texts, stopwords="en", stemmer=stemmer, show_progress=False), show_progress=False)

    def one(query: str) -> object:
        asked = bm25s.tokenize(query, stopwords="en", stemmer=stemmer, show_progress=False)
        return peer.retrieve(asked, k=10, show_progress=False)

    row("bm25s over the same passages", f"{units / build.cpu:,.0f} units a CPU-second", "", latencies(one, queries))


def qdrant_sparse(folder: Path, texts: list[str], queries: list[str], units: float) -> None:
    """The vector engine's own sparse index over the same passages: what the decision was made on."""
    import qdrant_edge as qdrant

    folder.mkdir(parents=True)
    model = qdrant.Bm25(qdrant.Bm25Config(k=1.2, b=0.75, avg_len=80.0, language="english", ascii_folding=True))
    config = qdrant.EdgeConfig(
        sparse_vectors={"text": qdrant.EdgeSparseVectorParams(modifier=qdrant.Modifier.Idf)},
        max_search_threads=1,
        wal_enabled=False,
    )
    shard = qdrant.EdgeShard.create(str(folder), config)
    with timed() as build:
        for first in range(0, len(texts), 2000):
            vectors = [model.embed_document(text) for text in texts[first : first + 2000]]
            points = [
                qdrant.Point(first + n, {"text": qdrant.SparseVector(v.indices, v.values)}, {"n": first + n})
                for n, v in enumerate(vectors)
            ]
            shard.update(qdrant.UpdateOperation.upsert_points(points))
        shard.flush()

    def one(query: str) -> object:
        vector = model.embed_query(query)
        nearest = qdrant.Query.Nearest(qdrant.SparseVector(vector.indices, vector.values), using="text")
        return shard.query(qdrant.QueryRequest(limit=10, query=nearest, with_payload=True))

    size = sum(path.stat().st_blocks * 512 for path in folder.rglob("*") if path.is_file())
    told = f"{units / build.cpu:,.0f} units a CPU-second, {size / 1e6:.0f} MB"
    row("qdrant-edge sparse over the same passages", told, "", latencies(one, queries))
    shard.close()


class Clustered:
    """Vectors without a model, for speed alone: of a text's first words, around one of 2,000 centres."""

    key, size = "0" * 16, 384

    def describe(self) -> str:
        """What it is."""
        return "clustered noise"

    def encode(self, texts: Sequence[str]) -> list[Vector]:
        """One vector for each text."""
        return [self._one(text) for text in texts]

    def _one(self, text: str) -> Vector:
        digest = hashlib.blake2b(text.encode(), digest_size=8).digest()
        centre = random.Random(digest[0] * 8 + digest[1] % 8)  # noqa: S311
        own = random.Random(digest)  # noqa: S311
        found = [centre.gauss(0.0, 1.0) + own.gauss(0.0, 0.8) for _ in range(self.size)]
        length = math.sqrt(math.fsum(one * one for one in found))
        return [one / length for one in found]


class Handed:
    """Gives a query a vector that was made before, so that encoding is left out of the time."""

    def __init__(self, encoder: Encoder, queries: Sequence[str]) -> None:
        self._made = dict(zip(queries, encoder.encode(queries), strict=True))
        self._encoder = encoder
        self.key, self.size, self.describe = encoder.key, encoder.size, encoder.describe

    def encode(self, texts: Sequence[str]) -> list[Vector]:
        """One vector for each text."""
        missing = [text for text in texts if text not in self._made]
        made = dict(zip(missing, self._encoder.encode(missing), strict=True)) if missing else {}
        return [self._made.get(text) or made[text] for text in texts]


def cards_by_both(folder: Path, count: int) -> None:
    cards = Cards()
    queries = cards.queries(400)
    index = EmbeddedIndex(folder, None, Handed(Clustered(), queries))
    with timed() as build:
        index.ensure("cards", list(cards.documents(count, SENTENCES)))
    told = f"{index.count('cards'):,} passages, CPU {build.cpu:.0f} s with made-up vectors"
    row(f"build of words and vectors, {count:,} cards", told)
    for mode, goal in (("dense", "–"), ("hybrid", "p95 10 ms")):
        row(f"query, {mode}, k 10, without encoding", latencies(ask(index, mode), queries), goal)  # type: ignore[arg-type]
    index.close()


def a_million(folder: Path, count: int) -> None:
    """Documents of one unit each, added 100,000 at a time as a loader would."""
    cards = Cards()
    queries = cards.queries(600)
    index = EmbeddedIndex(folder)
    cpu = 0.0
    for first in range(0, count, 100_000):
        documents: list[Document] = list(cards.documents(min(100_000, count - first), UNIT, f"unit {first}"))
        with timed() as build:
            index.add("cards", documents)
        cpu += build.cpu
        del documents
    row(
        f"build, {count:,} units of {UNIT} sentences in parts of 100,000: units a CPU-second",
        f"{count / cpu:,.0f}",
        "25,000",
    )
    row("query, by words, k 10", latencies(ask(index, "sparse"), queries), "p95 25 ms")
    row("  most memory of the process", f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB")
    index.close()


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--cards", type=int, default=85_000)
    options.add_argument("--hybrid", action="store_true", help="with vectors; fetches the model (84 MB)")
    options.add_argument("--million", type=int, nargs="?", const=1_000_000, default=0)
    options.add_argument("--engines", action="store_true", help="the vector engine's sparse index too")
    options.add_argument("--only", choices=("quality", "words", "both", "million"), default="")
    options.add_argument("--write", action="store_true", help="put the table into evidence-benchmarks.md")
    asked = options.parse_args()
    say("| what | FOAM Graph | goal | peer in the same run |")
    say("|---|---|---|---|")
    parts: list[tuple[str, bool, Callable[[Path], None]]] = [
        ("quality", True, lambda folder: cranfield(folder, asked.hybrid)),
        ("words", True, lambda folder: cards_by_words(folder, asked.cards, asked.engines)),
        ("both", asked.hybrid, lambda folder: cards_by_both(folder, asked.cards)),
        ("million", bool(asked.million), lambda folder: a_million(folder, asked.million)),
    ]
    for name, wanted, measure in parts:
        if asked.only == name or (wanted and not asked.only):
            folder = Path(tempfile.mkdtemp(prefix="foam-bench-"))
            try:
                measure(folder)
            finally:
                shutil.rmtree(folder, ignore_errors=True)
    if asked.write:
        write_section("Retrieval", f"python benchmarks/bench_retrieval.py {' '.join(sys.argv[1:])}", "\n".join(LINES))


if __name__ == "__main__":
    main()
