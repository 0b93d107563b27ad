"""The files for Bloom, NeoDash and Neo4j Browser: every statement in them only reads, and runs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from foam_graph.model.edges import EDGES
from foam_graph.model.nodes import NODES
from foam_graph.store.store import Store

FILES = Path(__file__).parent.parent.parent / "docs" / "how-to" / "files"


def read(name: str) -> Any:
    return json.loads((FILES / name).read_text(encoding="utf-8"))


def statements() -> Iterator[tuple[str, str]]:
    for page in read("foam-neodash.json")["pages"]:
        yield from ((report["title"], report["query"]) for report in page["reports"])
    yield from ((template["text"], template["cypherQuery"]) for template in read("foam-bloom.json")["templates"])
    yield from saved()


def saved() -> list[tuple[str, str]]:
    """The saved queries: title and statement."""
    text = (FILES / "foam-queries.cypher").read_text(encoding="utf-8")
    return re.findall(r"^// (.+)\n((?:(?!//).+\n)+?.*);$", text, re.MULTILINE)


def test_all_saved_queries_are_found() -> None:
    assert len(saved()) == (FILES / "foam-queries.cypher").read_text(encoding="utf-8").count(";\n") > 5


@pytest.mark.parametrize(("title", "text"), list(statements()), ids=lambda text: text[:40])
def test_each_statement_only_reads_and_runs(store: Store, chain: str, title: str, text: str) -> None:
    values = {"neodash_run": chain, "run": chain, "id": chain, "input": "r"}
    named = set(re.findall(r"\$(\w+)", text))
    assert named <= values.keys(), title
    store.audit(text, {name: values[name] for name in named})
    for kind in re.findall(r"\(\w*:(\w+)", text):
        assert kind in NODES or kind == "Activity", kind
    for types in re.findall(r"\[:([\w|]+)", text):
        assert set(types.split("|")) <= set(EDGES), types


def test_what_bloom_draws_is_of_the_model() -> None:
    perspective = read("foam-bloom.json")
    assert {one["name"] for one in perspective["categories"]} <= set(NODES)
    assert {one["name"] for one in perspective["relationshipTypes"]} <= set(EDGES)
