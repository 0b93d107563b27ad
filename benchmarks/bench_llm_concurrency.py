"""A whole small run with a model that takes 200 ms an answer: one call at a time against several at once.

The model is a local HTTP server that answers by rules (tests/support/endpoints/case_model.py), so that the difference is waiting.
Latency cannot be measured in CPU seconds; both runs are measured side by side, and their wall times as a ratio.

Usage: python benchmarks/bench_llm_concurrency.py [LIMIT…]. Needs nothing running: it starts a managed Neo4j of its own.
"""

from __future__ import annotations

import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent))  # the root of the checkout, for the tests' helpers

from foam_graph.app.asking import ask
from foam_graph.app.loading import load
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.store.server.control import down, up
from tests.support.endpoints.case_model import CaseModel
from tests.support.endpoints.model_server import Server, slowly
from tests.support.worlds.llm_world import question, write_documents, write_template

LATENCY = 0.2
CORPUS = "library"


def main(limits: list[int]) -> None:
    with tempfile.TemporaryDirectory() as home:
        settings = Settings(home=Path(home), operator="benchmark")
        up(settings)
        try:
            with Session(settings) as session:
                load(session, [write_documents(Path(home) / "documents")], CORPUS)
            template = write_template(Path(home))
            one_run(settings, template, max(limits))  # the first run warms up Neo4j and is not counted
            print(f"{'calls at once':<16}{'calls':>8}{'most met':>10}{'seconds':>10}{'of waiting':>12}{'ratio':>8}")
            one = 0.0
            for limit in limits:
                calls, met, seconds = one_run(settings, template, limit)
                one = one or seconds
                waiting = calls * LATENCY
                print(f"{limit:<16}{calls:>8}{met:>10}{seconds:>10.1f}{waiting:>12.1f}{one / seconds:>8.2f}")
        finally:
            down(settings)


def one_run(settings: Settings, template: Path, limit: int) -> tuple[int, int, float]:
    """Requests, most of them in flight at once, and wall seconds of one run."""
    with Server(then=slowly(LATENCY, CaseModel())) as server:
        asked = replace(
            settings,
            openai_base_url=server.url,
            openai_api_key="sk-benchmark-only",
            model="local",
            llm_concurrency=limit,
        )
        with Session(asked) as session:
            began = time.perf_counter()
            ask(session, question(CORPUS, template))
            return len(server.requests), server.most_in_flight, time.perf_counter() - began


if __name__ == "__main__":
    main([int(text) for text in sys.argv[1:]] or [1, 4, 8])
