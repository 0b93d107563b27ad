"""An export from the database: the same as from the graph that reasoning reads, whatever the ranges it is read in."""

from __future__ import annotations

import io

import pytest

from foam_graph.exchange.prov_export.export import SYNTAXES, Request, write_prov
from foam_graph.prov import check, read_bytes
from foam_graph.store import chain_steps as steps
from foam_graph.store.store import Store
from tests.support.chains.prov_rows import exported, told
from tests.support.chains.prov_run import written


def from_store(store: Store, run: str, syntax: str, node: str = "") -> tuple[bytes, dict[str, object]]:
    out = io.BytesIO()
    manifest = write_prov(store, Request([run], syntax, node=node), out)
    return out.getvalue(), manifest


def test_the_database_gives_what_the_graph_gives(store: Store) -> None:
    run = written(store, 3)
    graph = store.subgraph(run)
    head = store.ask("prov_head", run=run)[0]
    assert (head["people"], head["seq"], sorted(head["agents"])) == (1, 7, ["bm25", "offline-rules", "system"])
    for syntax in SYNTAXES:
        content, manifest = from_store(store, run, syntax)
        expected, other = told(graph, run, syntax)
        assert content == expected, syntax
        assert manifest["statements"] == other["statements"]
        assert b"Secret" not in content
        report = check(read_bytes(content, "x", SYNTAXES[syntax]))
        assert report.violations == ()


def test_ranges_do_not_show(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    run = written(store, 4)
    whole = from_store(store, run, "nquads")
    for activities, rows in ((1, 4000), (3, 4000), (200, 1)):
        monkeypatch.setattr(steps, "RANGE", activities)
        monkeypatch.setattr(steps, "ROWS", rows)
        assert from_store(store, run, "nquads") == whole


def test_a_corpus_and_a_node_of_it(store: Store) -> None:
    run = written(store, 2)
    corpus = run.replace("prov-", "corpus-")
    content, manifest = from_store(store, corpus, "provn")
    assert check(read_bytes(content, "x", "prov-n")).valid
    part, less = from_store(store, run, "provn", node=f"{run}-2-1")
    assert check(read_bytes(part, "x", "prov-n")).valid
    assert 0 < int(str(less["statements"])) < int(str(from_store(store, run, "provn")[1]["statements"]))
    assert manifest["runs"] != less["runs"]


def test_other_chains_are_not_mixed_in(store: Store) -> None:
    one, two = written(store, 1), written(store, 1)
    text = exported(store.subgraph(one), one, "provn").decode()
    assert from_store(store, one, "provn")[0].decode() == text
    assert two not in text
