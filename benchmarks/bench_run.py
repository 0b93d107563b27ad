"""A whole offline run and a repair on the sample appeal: seconds, round trips, rows, and the repair's share of both.

Usage: python benchmarks/bench_run.py [ROUNDS]. Needs nothing running: it starts a managed Neo4j of its own.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path

from foam_graph.app.asking import Ask, ask
from foam_graph.app.contest_forms import Challenge
from foam_graph.app.contest_rulings import rule
from foam_graph.app.contesting import challenge
from foam_graph.app.loading import load
from foam_graph.app.position import read_position
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.store.server.control import down, up

EXAMPLES = Path(__file__).parent.parent / "examples"
QUESTION = "Should the denial of Mara Ellison's household support benefit be upheld or reversed?"


def main(rounds: int) -> None:
    with tempfile.TemporaryDirectory() as home:
        settings = Settings(home=Path(home), operator="benchmark")
        up(settings)
        try:
            with Session(settings) as session:
                load(session, [EXAMPLES / "benefits" / "documents"], "benefits")
                figures = [one_round(session) for _ in range(rounds + 1)][1:]
        finally:
            down(settings)
    print(f"{'figure':<34}{'median':>10}{'min':>10}{'max':>10}")
    for name in figures[0]:
        values = [f[name] for f in figures]
        print(f"{name:<34}{statistics.median(values):>10.3f}{min(values):>10.3f}{max(values):>10.3f}")


def one_round(session: Session) -> dict[str, float]:
    before, began = session.store.traffic.snapshot(), time.perf_counter()
    run = ask(
        session,
        Ask(QUESTION, "benefits", "benefits-appeal", ("applicant", "caseworker", "budget_officer"), dated="2026-06-01"),
    )
    full_seconds, full = time.perf_counter() - began, session.store.traffic.since(before)
    found = read_position(session.store.subgraph(run), run).as_json()
    claim = next(c for name in ("core", "conditional", "contested") for c in found[name] if c["records"])
    before, began = session.store.traffic.snapshot(), time.perf_counter()
    lodged = challenge(session, Challenge(claim["records"][0], "relevance", "It does not bear on the claim.")).as_json()
    if not (lodged["ruling"] or {}).get("upheld"):
        rule(session, lodged["challenge"], True, "benchmark", "benchmark")
    seconds, spent = time.perf_counter() - began, session.store.traffic.since(before)
    return {
        "run: seconds": full_seconds,
        "run: Bolt round trips": full.round_trips,
        "run: rows written": full.writes,
        "run: activities": full.transactions,
        "repair: seconds": seconds,
        "repair: rows written": spent.writes,
        "repair: floor (claims)": len(lodged["frontier"]),
        "repair / run, seconds": seconds / full_seconds,
        "repair / run, rows": spent.writes / full.writes,
    }


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
