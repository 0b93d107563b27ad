"""Our own exports before our own checker: valid, without a warning, the same statements in every format."""

from __future__ import annotations

import os

import pytest

from foam_graph.exchange.prov_export.export import SYNTAXES
from foam_graph.model.subgraph import Subgraph
from foam_graph.prov import check, read_bytes
from tests.support.chains.graphs import random_run, small_run
from tests.support.chains.prov_rows import exported, statements_of, told

SIZE = int(os.environ.get("FOAM_PROV_EXPORTS") or 50)


def assert_sound(graph: Subgraph, run: str) -> None:
    said = set()
    for syntax in SYNTAXES:
        content, manifest = told(graph, run, syntax)
        document = read_bytes(content, "export", SYNTAXES[syntax])
        report = check(document)
        assert report.violations == (), syntax
        assert report.statements == manifest["statements"] == sum(manifest["kinds"].values()), syntax
        assert len(document.bundles) == (syntax != "turtle")
        said.add(statements_of(document))
    assert len(said) == 1


def test_the_small_run() -> None:
    assert_sound(*small_run())


@pytest.mark.parametrize("part", range(4))
def test_random_runs(part: int) -> None:
    for seed in range(part, SIZE, 4):
        assert_sound(*random_run(seed))


def test_a_change_to_an_export_is_found() -> None:
    graph, run = small_run()
    text = exported(graph, run, "provn").decode()
    first = next(line for line in text.splitlines() if line.strip().startswith("wasDerivedFrom("))
    names = first.split("(")[1].split(";")[1].split(",")
    turned = f"  wasDerivedFrom({names[1].strip()}, {names[0].strip()})\n  endBundle"
    broken = read_bytes(text.replace("endBundle", turned).encode(), "x.provn")
    assert "42" in {v.constraint for v in check(broken).violations}
