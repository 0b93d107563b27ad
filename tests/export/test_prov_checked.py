"""Our own exports before our own checker: valid, without a warning, the same count in every syntax."""

from __future__ import annotations

import os

import pytest
from graphs import random_run, small_run

from foam_graph.export.prov import FORMATS, export_prov
from foam_graph.model.subgraph import Subgraph
from foam_graph.prov import check, read_bytes

SIZE = int(os.environ.get("FOAM_PROV_EXPORTS") or 60)


def assert_sound(graph: Subgraph, run: str) -> None:
    counts = set()
    for syntax in FORMATS:
        report = check(read_bytes(export_prov(graph, run, syntax).encode(), f"{run}.{syntax}"))
        assert report.violations == (), syntax
        counts.add(report.statements)
    assert len(counts) == 1


def test_the_small_run() -> None:
    assert_sound(*small_run())


@pytest.mark.parametrize("part", range(4))
def test_random_runs(part: int) -> None:
    for seed in range(part, SIZE, 4):
        assert_sound(*random_run(seed))


def test_a_change_to_an_export_is_found() -> None:
    graph, run = small_run()
    text = export_prov(graph, run, "provn")
    first = next(line for line in text.splitlines() if line.strip().startswith("wasDerivedFrom("))
    names = first.split("(")[1].split(";")[1].split(",")
    turned = f"  wasDerivedFrom({names[1].strip()}, {names[0].strip()})\nendDocument"
    assert "42" in {
        v.constraint for v in check(read_bytes(text.replace("endDocument", turned).encode(), "x.provn")).violations
    }
