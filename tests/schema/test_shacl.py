"""The shapes are shapes, and find what the tables do not allow."""

from __future__ import annotations

from typing import Any

import pyshacl
import pytest
import rdflib
from pyshacl.errors import ReportableRuntimeError
from rdflib import RDF, RDFS, XSD

from foam_graph.model import edges, nodes
from foam_graph.schema.terms import NAMESPACE
from tests.support.chains.graphs import random_run, small_run
from tests.support.chains.prov_rows import exported
from tests.support.shape_forms import one_of_each_form, results, said_of

FOAM = rdflib.Namespace(NAMESPACE)
SH = rdflib.Namespace("http://www.w3.org/ns/shacl#")
DATA = """
@prefix foam: <https://w3id.org/foam-graph/ontology#> . @prefix : <http://example.org/> .
:e a foam:Evaluation ; foam:verdict "valid" ; foam:materiality 0.5e0 ; foam:recommendation "none" ; foam:reasons "So." ;
   foam:stance_id "" ; foam:rule "" ; foam:provisional true ; foam:RATES :c .
:c a foam:Challenge ; foam:type "logical_gap" ; foam:flaw "other" ; foam:grounds "A gap." ; foam:quoted "so" ;
   foam:stance_id "" ; foam:kind "scope" ; foam:stale false ; foam:iteration 0 ; foam:ATTACKS :w .
:w a foam:Warrant ; foam:text "Because." .
:q a foam:QUOTES ; foam:position 1 .
:p a foam:Perspective ; foam:stance_id "a" ; foam:role_label "A" ; foam:domain "general" ; foam:disclosure_text "D." ;
   foam:value_names "care", "order" ; foam:value_weights "[0.4,0.6]" ; foam:coherence 1.0e0 ; foam:card "{}" .
:t a foam:AgentTurn ; foam:role "Critic" ; foam:step "critique" ; foam:agent "offline-rules" ; foam:HOLDS :p .
"""


def _data() -> rdflib.Graph:
    return rdflib.Graph().parse(data=DATA, format="turtle")


def test_the_shapes_are_shapes(shapes: rdflib.Graph) -> None:
    ok, _, text = pyshacl.validate(_data(), shacl_graph=shapes)
    assert ok, text
    # What is left of each form is asked only whether it is a shape: one property stands for all of its form, so that no
    # data needs to conform.
    ok, _, text = pyshacl.validate(rdflib.Graph(), shacl_graph=one_of_each_form(shapes), meta_shacl=True)
    assert ok, text
    targets = {*shapes.objects(None, SH.targetClass), *shapes.objects(None, SH.targetSubjectsOf)}
    assert targets >= {FOAM[name] for name in (*nodes.NODES, *nodes.ACTIVITIES, *edges.EDGES)}


@pytest.mark.parametrize(
    ("predicate", "wrong"),
    [(SH.maxCount, rdflib.Literal("two")), (SH.nodeKind, rdflib.Literal("IRI")), (SH.datatype, rdflib.Literal("x")),
     (SH.property, rdflib.URIRef("http://example.org/none")), (SH.path, rdflib.Literal("path"))],
)  # fmt: skip
def test_a_shape_of_a_wrong_form_is_among_those_that_are_looked_at(
    shapes: rdflib.Graph, predicate: rdflib.URIRef, wrong: rdflib.term.Node
) -> None:
    some = sorted(shapes.subjects(SH.targetClass if predicate == SH.property else SH.path))[77]
    planted = rdflib.Graph() + shapes
    if predicate == SH.property:
        planted.add((wrong, RDFS.comment, rdflib.Literal("No path.")))
    planted.add((some, predicate, wrong))
    looked_at = one_of_each_form(planted)
    assert (some, predicate, wrong) in looked_at
    # A shape is judged by what it says itself: to look at all others again with each would take a minute.
    with pytest.raises(ReportableRuntimeError):
        pyshacl.validate(rdflib.Graph(), shacl_graph=said_of(looked_at, some), meta_shacl=True)


EX = rdflib.Namespace("http://example.org/")
LOST = {
    "required": (EX.e, "verdict", "MinCount"),
    "number": (EX.e, "materiality", "MinCount"),
    "inherited": (EX.c, "type", "MinCount"),
    "of a turn": (EX.t, "role", "MinCount"),
    "of an edge": (EX.q, "position", "MinCount"),
}
WRONG = {
    "not in the list": (EX.e, "verdict", "splendid", "In"),
    "inherited list": (EX.c, "flaw", "splendid", "In"),
    "role": (EX.t, "role", "Pope", "In"),
    "too small": (EX.e, "materiality", -0.5, "MinInclusive"),
    "too large": (EX.e, "materiality", 1.5, "MaxInclusive"),
    "negative": (EX.c, "iteration", -1, "MinInclusive"),
    "position 0": (EX.q, "position", 0, "MinInclusive"),
    "text for a truth value": (EX.c, "stale", "false", "Datatype"),
    "number for a text": (EX.w, "text", 7, "Datatype"),
    "text for an integer": (EX.c, "iteration", "0", "Or"),
    "numbers that lose their order": (EX.p, "value_weights", 0.4, "Datatype"),
    "truth value in a list": (EX.p, "value_names", True, "Datatype"),
}


@pytest.mark.parametrize("case", LOST)
def test_a_missing_field_is_a_violation(shapes: rdflib.Graph, case: str) -> None:
    node, name, constraint = LOST[case]
    data = _data()
    data.remove((node, FOAM[name], None))
    assert results(data, shapes) == [("Violation", constraint, name)]


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_value_is_a_violation(shapes: rdflib.Graph, case: str) -> None:
    node, name, value, constraint = WRONG[case]
    data = _data()
    data.set((node, FOAM[name], rdflib.Literal(value, datatype=XSD.string if isinstance(value, str) else None)))
    assert ("Violation", constraint, name) in results(data, shapes)


def test_two_values_of_one_field_are_a_violation(shapes: rdflib.Graph) -> None:
    data = _data()
    data.add((EX.w, FOAM.text, rdflib.Literal("Also because.")))
    assert results(data, shapes) == [("Violation", "MaxCount", "text")]


def test_a_list_of_texts_is_repeated_values_or_one_json_text(shapes: rdflib.Graph) -> None:
    data = _data()
    data.set((EX.p, FOAM.value_names, rdflib.Literal('["care","order"]')))
    assert results(data, shapes) == []
    data.remove((EX.p, FOAM.value_names, None))
    assert results(data, shapes) == []


@pytest.mark.parametrize(
    ("start", "edge", "end", "expected"),
    [
        (EX.w, "ATTACKS", EX.c, ("Violation", "Or", "")),
        (EX.c, "ATTACKS", EX.q, ("Violation", "Or", "ATTACKS")),
        (EX.w, "WARRANTS", EX.e, ("Violation", "Class", "WARRANTS")),
        (EX.w, "HOLDS", EX.p, ("Violation", "Or", "")),
    ],
)
def test_an_edge_between_wrong_kinds_is_a_violation(
    shapes: rdflib.Graph, start: Any, edge: str, end: Any, expected: tuple[str, str, str]
) -> None:
    data = _data()
    data.add((start, FOAM[edge], end))
    assert results(data, shapes) == [expected]


def test_a_missing_personal_text_is_a_warning_unless_redacted(shapes: rdflib.Graph) -> None:
    data = _data()
    data.remove((EX.c, FOAM.grounds, None))
    # The shape of Critique does not target the Challenge where its data says only what it is most closely.
    assert results(data, shapes) == [("Warning", "Or", "")]
    for told in ('["grounds","quoted"]', "grounds"):
        data.set((EX.c, FOAM.redacted, rdflib.Literal(told)))
        assert results(data, shapes) == []
    data.set((EX.c, FOAM.redacted, rdflib.Literal('["background"]')))
    assert results(data, shapes) == [("Warning", "Or", "")]


@pytest.mark.parametrize("redact", [False, True])
@pytest.mark.parametrize("case", ["small", 0, 1, 2])
def test_prov_exports_conform(shapes: rdflib.Graph, case: str | int, redact: bool) -> None:
    run = small_run() if isinstance(case, str) else random_run(case)
    text = exported(*run, "turtle", redact=redact).decode()
    data = rdflib.Graph().parse(data=text, format="turtle")
    assert results(data, shapes) == []
    victim = next(iter(data.subjects(RDF.type, FOAM.Document)))
    data.remove((victim, FOAM.sha256, None))
    assert results(data, shapes) == [("Violation", "MinCount", "sha256")]
