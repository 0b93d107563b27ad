"""The ontology says what the tables say, and nothing that PROV-O forbids."""

from __future__ import annotations

from typing import Any

import pytest
import rdflib
from rdflib import OWL, RDF, RDFS, SKOS, XSD
from rdflib.collection import Collection

from foam_graph.model import edges, nodes
from foam_graph.model.kinds import Role
from foam_graph.schema import terms as schema_terms
from foam_graph.schema.terms import AIF_NODES, NAMESPACE, PROV_CLASSES, PROV_ENDS
from tests.support.chains.graphs import random_run, small_run
from tests.support.chains.prov_rows import exported

FOAM = rdflib.Namespace(NAMESPACE)
PROV = rdflib.Namespace("http://www.w3.org/ns/prov#")


def test_every_row_and_field_is_in_the_ontology(ontology: rdflib.Graph) -> None:
    classes = [*nodes.NODES, *nodes.ACTIVITIES, *edges.EDGES]
    assert [n for n in classes if (FOAM[n], RDF.type, OWL.Class) not in ontology] == []
    assert [n for n in edges.EDGES if (FOAM[n], RDF.type, OWL.ObjectProperty) not in ontology] == []
    for name, uses in schema_terms.field_uses().items():
        assert (FOAM[name], RDF.type, OWL.DatatypeProperty) in ontology
        comments = " ".join(ontology.objects(FOAM[name], RDFS.comment))
        assert all(field.doc in comments for _, field in uses)
        owners = {str(c)[len(NAMESPACE) :] for c in _union(ontology, FOAM[name], RDFS.domain)}
        assert owners >= {owner for owner, _ in uses}
    assert [r for r in Role if (FOAM[r], SKOS.inScheme, FOAM.roles) not in ontology] == []
    for row in (*nodes.NODE_KINDS, *nodes.ACTIVITY_KINDS):
        writers = {str(r)[len(NAMESPACE) :] for r in ontology.subjects(FOAM.mayWrite, FOAM[row.label])}
        assert writers == set(row.writers)


def test_every_aif_column_is_aligned(ontology: rdflib.Graph) -> None:
    for row in nodes.NODE_KINDS:
        wanted = rdflib.URIRef(f"http://www.arg.dundee.ac.uk/aif#{row.aif}-node")
        assert ((FOAM[row.label], SKOS.closeMatch, wanted) in ontology) == bool(row.aif)
    for edge in edges.EDGE_KINDS:
        wanted = rdflib.URIRef(f"http://www.arg.dundee.ac.uk/aif#{edge.aif}-node")
        assert ((FOAM[edge.type], SKOS.closeMatch, wanted) in ontology) == bool(edge.aif)
    assert {row.aif for row in (*nodes.NODE_KINDS, *edges.EDGE_KINDS)} - {""} <= set(AIF_NODES)


def _union(graph: rdflib.Graph, subject: Any, side: Any) -> set[Any]:
    found = set()
    for end in graph.objects(subject, side):
        union = graph.value(end, OWL.unionOf)
        found |= set(Collection(graph, union)) if union else {end}
    return found


def _above(graph: rdflib.Graph, node: Any) -> set[Any]:
    return set(graph.transitive_objects(node, RDFS.subClassOf))


def test_every_prov_term_exists(ontology: rdflib.Graph, prov_o: rdflib.Graph) -> None:
    used = {t for triple in ontology for t in triple if str(t).startswith(str(PROV))}
    assert {PROV.Entity, PROV.Activity, PROV.wasQuotedFrom, PROV.Collection} <= used
    assert sorted(t for t in used if (t, RDF.type, None) not in prov_o) == []
    assert [c for c in PROV_CLASSES if (PROV[c], RDF.type, OWL.Class) not in prov_o] == []


def test_the_table_of_prov_ends_is_that_of_prov_o(prov_o: rdflib.Graph) -> None:
    for name, (domain, range_) in PROV_ENDS.items():
        for side, wanted in ((RDFS.domain, domain), (RDFS.range, range_)):
            anything = {PROV.Entity, PROV.Activity, PROV.Agent}
            assert _union(prov_o, PROV[name], side) == ({PROV[wanted]} if wanted else anything), name
    for name, above in PROV_CLASSES.items():
        assert not above or PROV[above] in _above(prov_o, PROV[name])


def test_sub_properties_keep_to_the_domain_and_range_of_prov_o(ontology: rdflib.Graph, prov_o: rdflib.Graph) -> None:
    merged = ontology + prov_o
    pairs = [(s, o) for s, o in ontology.subject_objects(RDFS.subPropertyOf) if str(o).startswith(str(PROV))]
    assert len(pairs) > 10
    for edge, term in pairs:
        for side in (RDFS.domain, RDFS.range):
            allowed = _union(prov_o, term, side)
            for kind in _union(ontology, edge, side):
                assert _above(merged, kind) & allowed, (edge, term, kind)


def test_nothing_is_both_an_entity_and_an_activity(ontology: rdflib.Graph, prov_o: rdflib.Graph) -> None:
    merged = ontology + prov_o
    for kind in ontology.subjects(RDF.type, OWL.Class):
        assert not {PROV.Entity, PROV.Activity} <= _above(merged, kind), kind


def test_an_edge_that_does_not_fit_only_sees_also(ontology: rdflib.Graph) -> None:
    for name, term in (("SUPPORTS", PROV.wasDerivedFrom), ("NEXT", PROV.wasInformedBy)):
        assert (FOAM[name], RDFS.seeAlso, term) in ontology
        assert (FOAM[name], RDFS.subPropertyOf, None) not in ontology
        assert "points the other way" in str(ontology.value(FOAM[name], RDFS.comment))


def _foam_terms(text: str) -> tuple[rdflib.Graph, set[Any]]:
    graph = rdflib.Graph().parse(data=text, format="turtle")
    return graph, {t for triple in graph for t in triple if str(t).startswith(NAMESPACE)}


@pytest.mark.parametrize("redact", [False, True])
@pytest.mark.parametrize("case", ["small", 0, 1, 2, 3])
def test_every_term_of_a_prov_export_is_declared_with_a_domain_that_fits(
    ontology: rdflib.Graph, prov_o: rdflib.Graph, case: str | int, redact: bool
) -> None:
    run = small_run() if isinstance(case, str) else random_run(case)
    graph, terms = _foam_terms(exported(*run, "turtle", redact=redact).decode())
    assert FOAM.aiStatement in terms
    assert sorted(t for t in terms if (t, RDF.type, None) not in ontology) == []
    merged = ontology + prov_o
    for subject, term, value in graph:
        if (term, RDF.type, OWL.DatatypeProperty) in ontology:
            kinds = {above for kind in graph.objects(subject, RDF.type) for above in _above(merged, kind)}
            assert kinds & _union(ontology, term, RDFS.domain), (subject, term)
            assert isinstance(value, rdflib.Literal)
            named = value.datatype or XSD.string
            plain = XSD.integer if named in (XSD.int, XSD.long) else named
            assert plain in _union(ontology, term, RDFS.range), (subject, term, value)


def test_what_has_members_is_a_collection(ontology: rdflib.Graph) -> None:
    starts = {label for row in edges.EDGE_KINDS if row.prov == "hadMember" for label in row.starts}
    assert starts
    for label in starts:
        assert (FOAM[label], RDFS.subClassOf, PROV.Collection) in ontology
    assert [row.type for row in edges.EDGE_KINDS if row.prov == "hadMember" and schema_terms.prov_misfit(row)] == []
