"""Verdicts of others on our exports: ProvToolbox (PROV-CONSTRAINTS) and the PROV-O ontology's domains and ranges.

The judge (``prov_judge``) needs Java, Maven, and the folder ``shared`` beside the checkout (or at FOAM_SHARED).
FOAM_PROV_EXPORTS random graphs go before it in PROV-N and PROV-JSON, a few of them in Turtle and TriG too, through
``prov``. It counts a bundle as one statement, and its PROV-JSON reader knows none as the W3C submission writes them: so
that the counts can be compared, what stands in the bundle is shown to it as a document too.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import rdflib
from rdflib.collection import Collection

from foam_graph.model.subgraph import Subgraph
from tests.support.chains.graphs import random_run, small_run
from tests.support.chains.prov_rows import exported, told
from tests.support.prov.prov_judge import bridged, judge_home, unbundled
from tests.support.shared_data import SHARED, require

PROV = rdflib.Namespace("http://www.w3.org/ns/prov#")
SIZE = int(os.environ.get("FOAM_PROV_EXPORTS") or 50)
IN_RDF = 8
ENDINGS = {"provn": "provn", "json": "json", "turtle": "ttl", "trig": "trig"}
"""Formats that the judge or its bridge reads."""


def cases(count: int) -> dict[str, tuple[Subgraph, str]]:
    return {"small": small_run()} | {f"random-{seed}": random_run(seed) for seed in range(count)}


def test_the_judge_accepts_every_export_and_counts_the_same_statements(tmp_path: Path) -> None:
    judge_home()  # skips before anything is written
    files: list[Path] = []
    counts = {}
    for n, (name, (graph, run)) in enumerate(cases(SIZE).items()):
        for syntax, ending in ENDINGS.items():
            if n > IN_RDF and syntax not in ("json", "provn"):
                continue
            content, manifest = told(graph, run, syntax)
            if syntax in ("provn", "trig"):
                files.append(tmp_path / f"{name}-bundle.{ending}")
                files[-1].write_bytes(content)
            if syntax != "trig":
                files.append(tmp_path / f"{name}.{ending}")
                files[-1].write_bytes(unbundled(content, syntax))
                counts[files[-1].name] = manifest["statements"]
    verdicts = bridged(files)
    assert len(verdicts) == len(files)
    assert [row for row in verdicts.values() if row.get("valid") is not True] == []
    assert {name: verdicts[name]["statements"] for name in counts} == counts


def test_the_judge_accepts_redacted_exports_and_those_with_shortcuts(tmp_path: Path) -> None:
    graph, run = small_run()
    short, redacted = tmp_path / "short.ttl", tmp_path / "redacted.provn"
    short.write_bytes(exported(graph, run, "turtle", shortcuts=True))
    redacted.write_bytes(unbundled(exported(graph, run, "provn", redact=True), "provn"))
    assert [row["valid"] for row in bridged([short, redacted]).values()] == [True, True]


def test_the_judge_is_not_asleep(tmp_path: Path) -> None:
    graph, run = small_run()
    text = unbundled(exported(graph, run, "provn"), "provn").decode()
    broken = tmp_path / "broken.provn"
    extra = "  wasDerivedFrom(id:run-1-1-1, id:run-1-4-1, -, -, -)\n  used(id:run-1-1, id:run-1-2, -)\nendDocument"
    broken.write_bytes(text.replace("endDocument", extra).encode())
    row = bridged([broken])["broken.provn"]
    assert row["valid"] is False
    assert row["strictCycles"] > 0
    assert row["typeOverlaps"] > 0


@pytest.fixture(scope="module")
def ontology() -> rdflib.Graph:
    return rdflib.Graph().parse(require(SHARED / "data" / "prov-ns" / "prov-o.ttl"), format="turtle")


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
    for name, (source, run) in cases(IN_RDF).items():
        graph = rdflib.Graph().parse(data=exported(source, run, "turtle", shortcuts=shortcuts), format="turtle")
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
    graph = rdflib.Graph().parse(data=exported(*cases(4)[name], "turtle"), format="turtle")
    used = {c for c in graph.objects(None, rdflib.RDF.type) if str(c).startswith(str(PROV))}
    assert used
    assert [c for c in used if (c, rdflib.RDF.type, rdflib.OWL.Class) not in ontology] == []
