"""What reading a case costs where the corpus is far larger than the reading budget: seconds and memory, step by step.

Two shapes, generated: about three thousand sentences in documents of 100 (a thick court file), and 85,000 cards of 20
sentences (a debate season). Measured: opening the evidence, the first reading by the question and the template's
branches, a further one by eight issues, the case file as agents read it, and the sheet over it. Peak memory is that of
the process, the corpus and the index included. Nothing needs to run: neither Neo4j nor a model.

    python benchmarks/bench_case_file.py                    # both, some minutes, most of them for the index
    python benchmarks/bench_case_file.py --cards 5000       # a quick look
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from retrieval_corpus import Cards

from foam_graph.casefile.building import case_file
from foam_graph.casefile.rendering import end_word, papers, render, tokens
from foam_graph.casefile.selecting import cost, select
from foam_graph.corpus.documents import Document
from foam_graph.corpus.search.embedded_index import EmbeddedIndex
from foam_graph.findings.sheet.assembling import sheet
from foam_graph.pipeline.case_reading import HITS, SUPPLEMENT_SHARE
from foam_graph.pipeline.retrieval import Retrieval
from foam_graph.reasoning.evidence import Evidence
from foam_graph.reasoning.turns import Limits

ISSUES = 8
BRANCHES = 12


@contextmanager
def timed(what: str) -> Iterator[None]:
    cpu, wall = time.process_time(), time.perf_counter()
    yield
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    spent = f"CPU {time.process_time() - cpu:7.2f} s, wall {time.perf_counter() - wall:7.2f} s"
    print(f"  {what:<46} {spent}, peak {peak:>6,} MiB", flush=True)


def measure(documents: Sequence[Document], queries: Sequence[str], folder: Path) -> None:
    budget = Limits().reading_tokens
    with timed("indexed"):
        index = EmbeddedIndex(folder)
        index.ensure("cards", documents)
    with timed("evidence opened"):
        evidence = Evidence(documents)
        retrieval = Retrieval(index, "cards", evidence)
    with timed("whole corpus priced"):
        needed = sum(cost(one, range(1, len(one.segmentation.spans) + 1)) for one in documents)
    room = int(budget * (1 - SUPPLEMENT_SHARE))
    with timed(f"first reading, {1 + BRANCHES} searches"):
        found = [retrieval.search([query], HITS) for query in queries[: 1 + BRANCHES]]
        first = select(evidence.documents, found, room)
    with timed(f"further reading, {ISSUES} issues"):
        found = [retrieval.search([query], HITS) for query in queries[1 + BRANCHES :][:ISSUES]]
        more = select(evidence.documents, found, budget - room, first)
    read = {name: first.get(name, set()) | more.get(name, set()) for name in {*first, *more}}
    with timed("case file"):
        file = case_file(documents, read)
    with timed("rendered"):
        text = render(papers(file), (), end_word(file, 1))
    with timed("sheet"):
        findings = sheet(file)
    assert tokens(text) < 2 * budget
    lines = sum(map(len, read.values()))
    print(
        f"  {lines:,} of {len(evidence.sentences):,} sentences ({needed:,} tokens) from {len(file.documents):,} of "
        f"{len(documents):,} documents; {tokens(text):,} tokens as agents read them; {len(findings):,} findings"
    )
    index.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cards", type=int, default=85_000)
    asked = parser.parse_args()
    for count, sentences in ((32, 100), (asked.cards, 20)):
        cards = Cards()
        print(f"{count:,} documents of {sentences} sentences:")
        with tempfile.TemporaryDirectory() as folder:
            measure(list(cards.documents(count, sentences)), cards.queries(1 + BRANCHES + ISSUES), Path(folder))


if __name__ == "__main__":
    main()
