"""Verdicts of others on our exports: ProvToolbox (PROV-CONSTRAINTS) and the PROV-O ontology's domains and ranges.

The judge (``prov_judge``) needs Java, Maven, and the folder ``shared`` beside the checkout (or at FOAM_SHARED).
FOAM_PROV_EXPORTS random graphs go before it in PROV-N and PROV-JSON, a few of them in Turtle and TriG too, through
``prov``. It counts a bundle as one statement, and its PROV-JSON reader knows none as the W3C submission writes them: so
that the counts can be compared, what stands in the bundle is shown to it as a document too.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import rdflib
from rdflib.collection import Collection

from foam_graph.exchange.prov_export.spool import Spool
from foam_graph.model.subgraph import Subgraph
from tests.support.chains.graphs import random_chains, random_run, small_run
from tests.support.chains.prov_rows import exported, told
from tests.support.chains.sealed_rows import full_export, spooled
from tests.support.prov.prov_judge import bridged, judge_home, unbundled
from tests.support.shared_data import SHARED, require

PROV = rdflib.Namespace("http://www.w3.org/ns/prov#")
SIZE = int(os.environ.get("FOAM_PROV_EXPORTS") or 50)
IN_RDF = 8
FULL = 8
"""How many full exports go before it."""
ENDINGS = {"provn": "provn", "json": "json", "turtle": "ttl", "trig": "trig"}
"""Formats that the judge or its bridge reads."""


def cases(count: int) -> dict[str, tuple[Subgraph, str]]:
    return {"small": small_run()} | {f"random-{seed}": random_run(seed) for seed in range(count)}


@dataclass(frozen=True)
class Shown:
    """What the judge was shown at once, since it takes as long to begin as to read a hundred files.

    Attributes:
        counts: How many statements we counted in a file, by its name, where the judge counts the same.
        exports: Names of the files with exports of every kind but full ones.
        verdicts: What it said of each file.
    """

    counts: dict[str, int]
    exports: tuple[str, ...]
    verdicts: dict[str, dict[str, Any]]


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Shown:
    judge_home()  # skips before anything is written
    folder = tmp_path_factory.mktemp("shown")
    counts = _exports(folder)
    exports = tuple(sorted(file.name for file in folder.iterdir()))
    counts |= _full_exports(folder)
    graph, run = small_run()
    (folder / "short.ttl").write_bytes(exported(graph, run, "turtle", shortcuts=True))
    (folder / "redacted.provn").write_bytes(unbundled(exported(graph, run, "provn", redact=True), "provn"))
    text = unbundled(exported(graph, run, "provn"), "provn").decode()
    extra = "  wasDerivedFrom(id:run-1-1-1, id:run-1-4-1, -, -, -)\n  used(id:run-1-1, id:run-1-2, -)\nendDocument"
    (folder / "broken.provn").write_bytes(text.replace("endDocument", extra).encode())
    return Shown(counts, exports, bridged(sorted(folder.iterdir())))


def _exports(folder: Path) -> dict[str, int]:
    counts = {}
    for n, (name, (graph, run)) in enumerate(cases(SIZE).items()):
        for syntax, ending in ENDINGS.items():
            if n > IN_RDF and syntax not in ("json", "provn"):
                continue
            content, manifest = told(graph, run, syntax)
            if syntax in ("provn", "trig"):
                (folder / f"{name}-bundle.{ending}").write_bytes(content)
            if syntax != "trig":
                (folder / f"{name}.{ending}").write_bytes(unbundled(content, syntax))
                counts[f"{name}.{ending}"] = manifest["statements"]
    return counts


def _full_exports(folder: Path) -> dict[str, int]:
    counts = {}
    for seed in range(FULL):
        chains = random_chains(seed)
        with Spool("") as spool:
            spooled(spool, chains)
            for syntax in ("provn", "json", "turtle"):
                content, manifest = full_export(spool, [chains[1].run], syntax)
                name = f"full-{seed}.{ENDINGS[syntax]}"
                (folder / name).write_bytes(unbundled(content, syntax))
                counts[name] = manifest["statements"]
    return counts


def test_the_judge_accepts_every_export_and_counts_the_same_statements(shown: Shown) -> None:
    assert len(shown.exports) > 3 * SIZE
    assert [name for name in shown.exports if shown.verdicts[name].get("valid") is not True] == []
    mine = {name: count for name, count in shown.counts.items() if name in shown.exports}
    assert {name: shown.verdicts[name]["statements"] for name in mine} == mine


def test_the_judge_accepts_full_exports_and_counts_the_same(shown: Shown) -> None:
    full = {name: (True, count) for name, count in shown.counts.items() if name not in shown.exports}
    assert len(full) == 3 * FULL
    assert {name: (shown.verdicts[name]["valid"], shown.verdicts[name]["statements"]) for name in full} == full


def test_the_judge_accepts_redacted_exports_and_those_with_shortcuts(shown: Shown) -> None:
    assert [shown.verdicts[name]["valid"] for name in ("short.ttl", "redacted.provn")] == [True, True]


def test_the_judge_is_not_asleep(shown: Shown) -> None:
    row = shown.verdicts["broken.provn"]
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
