"""Verdicts of others on our exports: ProvToolbox (PROV-CONSTRAINTS) and the PROV-O ontology's domains and ranges.

The judge is ProvToolbox's released validator; it needs Java and Maven, and the folder ``shared`` beside the checkout
(or at FOAM_SHARED). Its jars are fetched once into the user's cache folder.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
import rdflib
from graphs import random_run, small_run
from rdflib.collection import Collection

from foam_graph.export.prov import FORMATS, export_prov
from foam_graph.model.subgraph import Subgraph

SHARED = Path(os.environ.get("FOAM_SHARED") or Path(__file__).resolve().parents[3] / "shared")
PROV = rdflib.Namespace("http://www.w3.org/ns/prov#")
Judge = Callable[[Iterable[Path]], dict[str, dict[str, Any]]]


def cases() -> dict[str, tuple[Subgraph, str]]:
    return {"small": small_run()} | {f"random-{seed}": random_run(seed) for seed in range(24)}


@pytest.fixture(scope="module")
def judge() -> Judge:
    source = SHARED / "tools" / "prov_judge"
    for program in ("java", "mvn"):
        if shutil.which(program) is None:
            pytest.skip(f"the PROV judge needs {program}, which is not on the PATH")
    if not (source / "judge.py").exists():
        pytest.skip("the PROV judge is not there; set FOAM_SHARED to the folder that holds tools/prov_judge")
    home = _judge_home(source)

    def run(files: Iterable[Path]) -> dict[str, dict[str, Any]]:
        command = [sys.executable, "-W", "ignore", str(home / "judge.py"), *map(str, files)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
        rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
        return {Path(row["file"]).name: row for row in rows}

    return run


def _judge_home(source: Path) -> Path:
    """The judge with its jars in the user's cache folder; whoever finishes first puts it there."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "foam-graph"
    home = cache / "prov-judge-2.2.1"
    if not home.exists():
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache) as folder:
            for file in source.iterdir():
                if file.is_file():
                    shutil.copyfile(file, Path(folder) / file.name)
            command = ["mvn", "-q", "-B", "dependency:copy-dependencies", "-DoutputDirectory=lib"]
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=280, check=False)
            if done.returncode:
                pytest.skip(f"Maven could not fetch the PROV judge's jars: {done.stdout[-200:]}")
            if not home.exists():
                shutil.copytree(folder, home)
    return home


def test_the_judge_accepts_every_export_and_counts_the_same_statements(judge: Judge, tmp_path: Path) -> None:
    counted: dict[str, set[int]] = {}
    files = []
    for name, (graph, run) in cases().items():
        for syntax in FORMATS:
            path = tmp_path / f"{name}.{syntax}"
            path.write_bytes(export_prov(graph, run, syntax).encode())
            files.append(path)
    verdicts = judge(files)
    assert len(verdicts) == len(files)
    assert [row for row in verdicts.values() if row.get("valid") is not True] == []
    for name, row in verdicts.items():
        counted.setdefault(name.partition(".")[0], set()).add(row["statements"])
    assert [name for name, counts in counted.items() if len(counts) != 1] == []


def test_the_judge_accepts_redacted_exports_and_those_with_shortcuts(judge: Judge, tmp_path: Path) -> None:
    graph, run = small_run()
    short, redacted = tmp_path / "short.ttl", tmp_path / "redacted.provn"
    short.write_bytes(export_prov(graph, run, "ttl", shortcuts=True).encode())
    redacted.write_bytes(export_prov(graph, run, "provn", redact=True).encode())
    assert [row["valid"] for row in judge([short, redacted]).values()] == [True, True]


def test_the_judge_is_not_asleep(judge: Judge, tmp_path: Path) -> None:
    graph, run = small_run()
    text = export_prov(graph, run, "provn")
    broken = tmp_path / "broken.provn"
    extra = "  wasDerivedFrom(id:run-1-1-1, id:run-1-4-1, -, -, -)\n  used(id:run-1-1, id:run-1-2, -)\nendDocument"
    broken.write_bytes(text.replace("endDocument", extra).encode())
    row = judge([broken])["broken.provn"]
    assert row["valid"] is False
    assert row["strictCycles"] > 0
    assert row["typeOverlaps"] > 0


@pytest.fixture(scope="module")
def ontology() -> rdflib.Graph:
    path = SHARED / "data" / "prov-ns" / "prov-o.ttl"
    if not path.exists():
        pytest.skip("prov-o.ttl is not there; set FOAM_SHARED to the folder that holds data/prov-ns")
    return rdflib.Graph().parse(path, format="turtle")


def _allowed(ontology: rdflib.Graph, term: rdflib.term.Node, side: rdflib.URIRef) -> set[rdflib.term.Node]:
    """The classes that a property's domain or range names, each of a union alone; empty = any."""
    found: set[rdflib.term.Node] = set()
    for class_ in ontology.objects(term, side):
        union = ontology.value(class_, rdflib.OWL.unionOf)
        found.update(Collection(ontology, union) if union is not None else [class_])
    return {c for c in found if str(c).startswith(str(PROV))}


def _classes(ontology: rdflib.Graph, graph: rdflib.Graph, node: rdflib.term.Node) -> set[rdflib.term.Node]:
    stated = graph.objects(node, rdflib.RDF.type)
    found = {up for one in stated for up in ontology.transitive_objects(one, rdflib.RDFS.subClassOf)}
    return {class_ for class_ in found if class_ is not None}


@pytest.mark.parametrize("shortcuts", [False, True])
def test_every_prov_property_keeps_to_its_domain_and_range(ontology: rdflib.Graph, shortcuts: bool) -> None:
    faults: list[tuple[object, ...]] = []
    seen = set()
    for name, (source, run) in list(cases().items())[:8]:
        graph = rdflib.Graph().parse(data=export_prov(source, run, "ttl", shortcuts=shortcuts), format="turtle")
        for s, p, o in graph:
            if not str(p).startswith(str(PROV)):
                continue
            seen.add(str(p))
            if (p, None, None) not in ontology:
                faults.append((name, "unknown", p))
            for node, side in ((s, rdflib.RDFS.domain), (o, rdflib.RDFS.range)):
                allowed = _allowed(ontology, p, side)
                if isinstance(node, rdflib.URIRef) and allowed and not allowed & _classes(ontology, graph, node):
                    faults.append((name, side, p, node))
    assert faults == []
    assert {
        str(PROV[x]) for x in ("qualifiedQuotation", "hadPlan", "hadUsage", "hadRole", "atTime", "hadMember")
    } <= seen


@pytest.mark.parametrize("name", ["small", "random-3"])
def test_every_prov_class_is_one_of_the_ontology(ontology: rdflib.Graph, name: str) -> None:
    graph = rdflib.Graph().parse(data=export_prov(*cases()[name], "ttl"), format="turtle")
    used = {c for c in graph.objects(None, rdflib.RDF.type) if str(c).startswith(str(PROV))}
    assert used
    assert [c for c in used if (c, rdflib.RDF.type, rdflib.OWL.Class) not in ontology] == []
