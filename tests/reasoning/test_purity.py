"""Reasoning reads no clock and draws nothing but from a seed that is passed in (decision 0008)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCES = sorted((Path(__file__).parents[2] / "foam_graph" / "reasoning").rglob("*.py"))
CLOCKS = frozenset({"now", "utcnow", "today", "time", "monotonic", "perf_counter", "time_ns"})
CHANCE = frozenset({"secrets", "uuid"})


def impurities(source: str) -> Iterator[str]:
    """Calls that read a clock, and imports or calls that are random without a seed."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
            yield from (name for name in names if name.partition(".")[0] in CHANCE | {"time"})
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        call = ast.unparse(node.func)
        if node.func.attr in CLOCKS and call.partition(".")[0] in ("datetime", "date", "time", "dt"):
            yield call
        if call.startswith(("random.", "os.urandom")) and (call != "random.Random" or not node.args):
            yield call


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_reasoning_is_pure(path: Path) -> None:
    assert not list(impurities(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("datetime.now(UTC)", 1),
        ("date.today()", 1),
        ("import time\ntime.monotonic()", 2),
        ("import random\nrandom.choice([1])", 1),
        ("random.Random()", 1),
        ("random.Random(seed)", 0),
        ("from uuid import uuid4", 1),
        ("clause.time()", 0),
    ],
)
def test_what_is_impure_is_found(source: str, count: int) -> None:
    assert len(list(impurities(source))) == count
