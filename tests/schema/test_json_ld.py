"""Documents in JSON-LD mean the same with the generated context, there and back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import rdflib
from rdflib import RDF, XSD
from rdflib.compare import isomorphic

from foam_graph.model import edges, nodes
from foam_graph.model.kinds import Role
from foam_graph.schema import terms as schema_terms
from foam_graph.schema.terms import NAMESPACE
from tests.support.chains.graphs import small_run
from tests.support.chains.prov_rows import exported
from tests.support.shape_forms import results

EX = rdflib.Namespace("http://example.org/")
FOAM = rdflib.Namespace(NAMESPACE)


DOCUMENT: dict[str, Any] = {
    "@id": "http://example.org/c",
    "@type": ["Challenge", "Critique"],
    "id": "run-1-4-1",
    "type": "logical_gap",
    "kind": "scope",
    "stale": False,
    "iteration": 2,
    "ATTACKS": [
        {
            "@id": "http://example.org/p",
            "@type": "Perspective",
            "value_names": ["care", "order"],
            "value_weights": "[0.25,0.75]",
            "coherence": 1.0,
        }
    ],
    "CHALLENGES": ["http://example.org/p"],
}


def _context(files: dict[str, str]) -> dict[str, Any]:
    terms: dict[str, Any] = json.loads(files["ontology/foam-context.jsonld"])["@context"]
    return terms


def _triples() -> Iterator[tuple[Any, Any, Any]]:
    yield EX.c, RDF.type, FOAM.Challenge
    yield EX.c, FOAM.type, rdflib.Literal("logical_gap", datatype=XSD.string)
    yield EX.c, FOAM.id, rdflib.Literal("run-1-4-1", datatype=XSD.string)
    yield EX.c, FOAM.stale, rdflib.Literal("false", datatype=XSD.boolean)
    yield EX.c, FOAM.iteration, rdflib.Literal("2", datatype=XSD.integer)
    yield EX.c, FOAM.CHALLENGES, EX.p
    yield EX.c, FOAM.ATTACKS, EX.p
    yield EX.p, FOAM.value_names, rdflib.Literal("order", datatype=XSD.string)


def test_a_small_document_conforms_to_the_shapes(files: dict[str, str], shapes: rdflib.Graph) -> None:
    claim = {"@id": "http://example.org/w", "@type": "Warrant", "text": "Because.", "BACKS": []}
    backing = {"@id": "http://example.org/b", "@type": "Backing", "text": "As before.", "BACKS": [claim["@id"]]}
    document = {"@context": _context(files), "@graph": [claim, backing]}
    data = rdflib.Graph().parse(data=json.dumps(document), format="json-ld")
    assert results(data, shapes) == []
    document["@graph"] = [{**claim, "@type": "Claim", "text": ["Because.", "So."]}, backing]
    data = rdflib.Graph().parse(data=json.dumps(document), format="json-ld")
    assert ("Violation", "MaxCount", "text") in results(data, shapes)
    assert ("Violation", "Class", "BACKS") in results(data, shapes)


def test_a_json_ld_document_comes_back_the_same(files: dict[str, str]) -> None:
    terms = _context(files)
    first = rdflib.Graph().parse(data=json.dumps({"@context": terms, **DOCUMENT}), format="json-ld")
    assert [triple for triple in _triples() if triple not in first] == []
    assert {str(o) for o in first.objects(EX.p, FOAM.value_weights)} == {"[0.25,0.75]"}
    assert {o.datatype for o in first.objects(EX.p, FOAM.coherence)} == {XSD.double}
    text = first.serialize(format="json-ld", context=terms)
    assert isomorphic(first, rdflib.Graph().parse(data=text, format="json-ld"))
    assert NAMESPACE not in json.dumps({k: v for k, v in json.loads(text).items() if k != "@context"})


def test_every_field_edge_and_kind_is_a_term_of_the_context(files: dict[str, str]) -> None:
    terms = _context(files)
    for name in (*nodes.NODES, *nodes.ACTIVITIES, *map(str, Role)):
        assert terms[name] == f"foam:{name}"
    for name in edges.EDGES:
        assert terms[name] == {"@id": f"foam:{name}", "@type": "@id", "@container": "@set"}
    for name, uses in schema_terms.field_uses().items():
        types = {schema_terms.datatype(field) for _, field in uses}
        assert terms[name].get("@type") == (types.pop() if len(types) == 1 else None)


def test_a_turtle_export_can_be_read_as_json_ld_and_back(files: dict[str, str]) -> None:
    text = exported(*small_run(), "turtle").decode()
    graph = rdflib.Graph().parse(data=text, format="turtle")
    again = graph.serialize(format="json-ld", context=_context(files))
    assert isomorphic(graph, rdflib.Graph().parse(data=again, format="json-ld"))
