"""What is generated from the two tables: current, complete, deterministic, and true to PROV-O, SHACL and JSON-LD."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyshacl
import pytest
import rdflib
from hypothesis import given
from hypothesis import strategies as st
from pyshacl.errors import ReportableRuntimeError
from rdflib import OWL, RDF, RDFS, SKOS, XSD
from rdflib.collection import Collection
from rdflib.compare import isomorphic

from foam_graph.errors import DataFileError, EnvironmentFault, ModelViolation, UsageError
from foam_graph.model import constraints, edges, nodes
from foam_graph.model.kinds import EdgeKind, Field, NodeKind, Role
from foam_graph.schema import audit_pages
from foam_graph.schema import files as schema
from foam_graph.schema import reference_pages as schema_reference
from foam_graph.schema import terms as schema_terms
from foam_graph.schema.owl import EXPORTED, STORED
from foam_graph.schema.terms import AIF_NODES, NAMESPACE, PROV_CLASSES, PROV_ENDS, quoted
from tests.support.chains.graphs import random_run, small_run
from tests.support.chains.prov_rows import exported
from tests.support.shape_forms import one_of_each_form
from tests.support.shared_data import SHARED, require

ROOT = Path(__file__).resolve().parents[2]
FROM_TABLES = {name for name in schema.generated() if not name.startswith(audit_pages.FOLDER)}
FOAM = rdflib.Namespace(NAMESPACE)
PROV = rdflib.Namespace("http://www.w3.org/ns/prov#")
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


@pytest.fixture(scope="module")
def prov_o() -> rdflib.Graph:
    return rdflib.Graph().parse(require(SHARED / "data" / "prov-ns" / "prov-o.ttl"))


@pytest.fixture(scope="module")
def files() -> dict[str, str]:
    return schema.generated()


@pytest.fixture(scope="module")
def ontology(files: dict[str, str]) -> rdflib.Graph:
    return rdflib.Graph().parse(data=files["ontology/foam.ttl"], format="turtle")


@pytest.fixture(scope="module")
def shapes(files: dict[str, str]) -> rdflib.Graph:
    return rdflib.Graph().parse(data=files["ontology/foam-shapes.ttl"], format="turtle")


# --- Files


def test_the_files_of_the_repository_are_current() -> None:
    assert schema.check(ROOT) == []


def test_every_generated_file_says_so_at_its_top(files: dict[str, str]) -> None:
    # Neo4j Browser takes a comment in a style for a part of the first selector.
    may_say_so = {name: text for name, text in files.items() if not name.endswith(".grass")}
    assert len(may_say_so) == len(files) - 1
    marked = {name: "\n".join(text.split("\n")[:2]) for name, text in may_say_so.items()}
    marks = (schema_terms.MARK, audit_pages.MARK)
    assert [name for name, top in marked.items() if not any(mark in top for mark in marks)] == []


def test_a_second_run_gives_the_same_bytes(files: dict[str, str]) -> None:
    assert schema.generated() == files


@pytest.mark.parametrize("name", [*sorted(FROM_TABLES), audit_pages.FOLDER + "who_said.md"])
def test_one_byte_makes_a_file_stale_and_writing_mends_it(tmp_path: Path, name: str) -> None:
    (tmp_path / "docs").mkdir()
    assert schema.check(tmp_path) == schema.write(tmp_path) == list(schema.generated())
    place = tmp_path / name
    good = place.read_bytes()
    place.write_bytes(good[:-2] + bytes([good[-2] ^ 1]) + good[-1:])
    assert schema.check(tmp_path) == [name]
    assert schema.write(tmp_path) == [name]
    assert place.read_bytes() == good
    place.unlink()
    assert schema.check(tmp_path) == [name]


def test_an_installed_package_is_checked_without_docs(tmp_path: Path) -> None:
    (tmp_path / "foam_graph" / "ontology").mkdir(parents=True)
    written = schema.write(tmp_path)
    assert written == [name for name in schema.generated() if name.startswith("ontology/")]
    assert (tmp_path / "foam_graph" / "ontology" / "foam.ttl").is_file()
    assert not (tmp_path / "docs").exists()
    assert schema.check(tmp_path) == []


def test_a_root_that_is_no_folder_is_refused(tmp_path: Path) -> None:
    for call in (schema.check, schema.write):
        with pytest.raises(UsageError, match="not a folder"):
            call(tmp_path / "absent")


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "ontology" / "foam.ttl").mkdir(parents=True)
    with pytest.raises(EnvironmentFault, match=r"foam\.ttl"):
        schema.write(tmp_path)


# --- Rows


def _add(monkeypatch: pytest.MonkeyPatch, *, node: NodeKind | None = None, edge: EdgeKind | None = None) -> None:
    if node:
        monkeypatch.setattr(nodes, "NODE_KINDS", (*nodes.NODE_KINDS, node))
    if edge:
        for module in (edges, constraints):
            monkeypatch.setattr(module, "EDGE_KINDS", (*edges.EDGE_KINDS[: len(edges.EDGES)], edge))


def test_a_new_row_is_in_every_output(monkeypatch: pytest.MonkeyPatch, files: dict[str, str]) -> None:
    field = Field("loudness", "float", "How loud.", low=0, high=7)
    node = NodeKind("Echo", "What came back.", (field,), frozenset({Role.CRITIC}), aif="I", also=("Critique",))
    edge = EdgeKind(
        "ECHOES", "It came from there.", ("Echo",), ("Claim",), frozenset({Role.CRITIC}), prov="wasQuotedFrom"
    )
    _add(monkeypatch, node=node, edge=edge)
    new = schema.generated()
    for name in FROM_TABLES:
        text = new[name]
        expected = ("ECHOES",) if name.endswith(".cypher") else ("ECHOES", "Echo", "loudness")
        # A style has a rule for each kind and edge, and none for a field.
        expected = expected[:2] if name.endswith(".grass") else expected
        for word in expected:
            found = re.compile(rf"\b{word}\b", re.IGNORECASE if name.endswith(".cypher") else 0)
            assert found.search(text), (name, word)
            assert not found.search(files[name]), (name, word)
    graph = rdflib.Graph().parse(data=new["ontology/foam.ttl"], format="turtle")
    assert (FOAM.Echo, RDFS.subClassOf, FOAM.Critique) in graph
    assert (FOAM.ECHOES, RDFS.subPropertyOf, PROV.wasQuotedFrom) in graph
    assert (FOAM.Critic, FOAM.mayWrite, FOAM.Echo) in graph


@pytest.mark.parametrize(
    ("node", "edge", "message"),
    [
        (NodeKind("Echo", "E.", (), frozenset(), prov="Entitty"), None, "Echo.*Entitty"),
        (NodeKind("Echo", "E.", (), frozenset(), aif="QA"), None, "Echo.*QA"),
        (None, EdgeKind("ECHOES", "E.", ("Claim",), ("Claim",), frozenset(), prov="echoes"), "ECHOES.*echoes"),
        (None, EdgeKind("ECHOES", "E.", ("Claim",), ("Claim",), frozenset(), aif="X"), "ECHOES.*X"),
    ],
)
def test_a_row_with_a_term_that_does_not_exist_is_refused(
    monkeypatch: pytest.MonkeyPatch, node: NodeKind | None, edge: EdgeKind | None, message: str
) -> None:
    _add(monkeypatch, node=node, edge=edge)
    with pytest.raises(ModelViolation, match=message):
        schema.generated()


@pytest.mark.parametrize(
    ("row", "why"),
    [
        (EdgeKind("E", "", ("Claim",), ("Claim",), frozenset(), prov="used"), "start at Claim"),
        (EdgeKind("E", "", ("AgentTurn",), ("Activity",), frozenset(), prov="used"), "end at Activity"),
        (EdgeKind("E", "", ("Claim",), ("Claim",), frozenset(), prov="hadMember"), "prov:Collection"),
        (EdgeKind("SUPPORTS", "", ("Claim",), ("Claim",), frozenset(), prov="wasDerivedFrom"), "other way"),
        (EdgeKind("E", "", ("Position",), ("Run",), frozenset(), prov="hadMember"), ""),
        (EdgeKind("E", "", ("Claim", "Activity"), ("Run",), frozenset(), prov="wasInfluencedBy"), ""),
    ],
)
def test_an_edge_fits_its_property_by_direction_and_ends(row: EdgeKind, why: str) -> None:
    found = schema_terms.prov_misfit(row)
    assert why in found
    assert bool(why) == bool(found)


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_text_survives_turtle(text: str) -> None:
    graph = rdflib.Graph().parse(data=f"<x:s> <x:p> {quoted(text)} .", format="turtle")
    assert [str(o) for o in graph.objects()] == [text]


def test_the_names_of_kinds_edges_roles_and_fields_never_clash() -> None:
    names = [*nodes.NODES, *nodes.ACTIVITIES, *edges.EDGES, *map(str, Role), *schema_terms.field_uses()]
    names += ["Artifact", "Activity", "Relation", "roles", "mayWrite", *EXPORTED, *schema_terms.PREFIXES]
    names += [field.name for field in STORED if field.name not in schema_terms.field_uses()]
    assert sorted({name for name in names if names.count(name) > 1}) == []


# --- Ontology


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


# --- Shapes


def _results(data: rdflib.Graph, shapes: rdflib.Graph) -> list[tuple[str, str, str]]:
    """Severity, constraint and path (or nothing) of each result."""
    _, report, _ = pyshacl.validate(data, shacl_graph=shapes)
    return sorted(
        (
            str(report.value(r, SH.resultSeverity)).rpartition("#")[2],
            str(report.value(r, SH.sourceConstraintComponent)).rpartition("#")[2].removesuffix("ConstraintComponent"),
            str(report.value(r, SH.resultPath) or "").rpartition("#")[2],
        )
        for r in report.subjects(RDF.type, SH.ValidationResult)
    )


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
    with pytest.raises(ReportableRuntimeError):
        pyshacl.validate(rdflib.Graph(), shacl_graph=one_of_each_form(planted), meta_shacl=True)


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
    assert _results(data, shapes) == [("Violation", constraint, name)]


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_value_is_a_violation(shapes: rdflib.Graph, case: str) -> None:
    node, name, value, constraint = WRONG[case]
    data = _data()
    data.set((node, FOAM[name], rdflib.Literal(value, datatype=XSD.string if isinstance(value, str) else None)))
    assert ("Violation", constraint, name) in _results(data, shapes)


def test_two_values_of_one_field_are_a_violation(shapes: rdflib.Graph) -> None:
    data = _data()
    data.add((EX.w, FOAM.text, rdflib.Literal("Also because.")))
    assert _results(data, shapes) == [("Violation", "MaxCount", "text")]


def test_a_list_of_texts_is_repeated_values_or_one_json_text(shapes: rdflib.Graph) -> None:
    data = _data()
    data.set((EX.p, FOAM.value_names, rdflib.Literal('["care","order"]')))
    assert _results(data, shapes) == []
    data.remove((EX.p, FOAM.value_names, None))
    assert _results(data, shapes) == []


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
    assert _results(data, shapes) == [expected]


def test_a_missing_personal_text_is_a_warning_unless_redacted(shapes: rdflib.Graph) -> None:
    data = _data()
    data.remove((EX.c, FOAM.grounds, None))
    # The shape of Critique does not target the Challenge where its data says only what it is most closely.
    assert _results(data, shapes) == [("Warning", "Or", "")]
    for told in ('["grounds","quoted"]', "grounds"):
        data.set((EX.c, FOAM.redacted, rdflib.Literal(told)))
        assert _results(data, shapes) == []
    data.set((EX.c, FOAM.redacted, rdflib.Literal('["background"]')))
    assert _results(data, shapes) == [("Warning", "Or", "")]


@pytest.mark.parametrize("redact", [False, True])
@pytest.mark.parametrize("case", ["small", 0, 1, 2])
def test_prov_exports_conform(shapes: rdflib.Graph, case: str | int, redact: bool) -> None:
    run = small_run() if isinstance(case, str) else random_run(case)
    text = exported(*run, "turtle", redact=redact).decode()
    data = rdflib.Graph().parse(data=text, format="turtle")
    assert _results(data, shapes) == []
    victim = next(iter(data.subjects(RDF.type, FOAM.Document)))
    data.remove((victim, FOAM.sha256, None))
    assert _results(data, shapes) == [("Violation", "MinCount", "sha256")]


# --- JSON-LD


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
    assert _results(data, shapes) == []
    document["@graph"] = [{**claim, "@type": "Claim", "text": ["Because.", "So."]}, backing]
    data = rdflib.Graph().parse(data=json.dumps(document), format="json-ld")
    assert ("Violation", "MaxCount", "text") in _results(data, shapes)
    assert ("Violation", "Class", "BACKS") in _results(data, shapes)


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


# --- Pages


def test_the_pages_name_every_row_field_and_role(files: dict[str, str]) -> None:
    page, glossary = files["docs/reference/graph.md"], files["docs/reference/glossary.md"]
    for row in nodes.NODE_KINDS:
        section = page.partition(f"\n### {row.label}\n")[2].partition("\n##")[0]
        assert [f.name for f in nodes.fields_of(row.label) if f"| `{f.name}` |" not in section] == []
    words = [*nodes.NODES, *nodes.ACTIVITIES, *edges.EDGES, *map(str, Role), *schema_terms.field_uses()]
    assert [w for w in words if f"| `{w}` |" not in glossary] == []
    assert [t for t in edges.EDGES if f"| **{t}** |" not in page] == []
    assert page.startswith(schema_terms.MARK)


@pytest.mark.parametrize("name", ["docs/reference/graph.md", "docs/reference/glossary.md"])
def test_tables_are_even_and_links_lead_somewhere(files: dict[str, str], name: str) -> None:
    width = 0
    for line in files[name].split("\n"):
        cells = len(re.findall(r"(?<!\\)\|", line)) if line.startswith("|") else 0
        assert not (width and cells) or cells == width, line
        width = cells
    anchors = {h.lower().replace(" ", "-") for h in re.findall(r"^#+ (.+)$", files["docs/reference/graph.md"], re.M)}
    for anchor in re.findall(r"\]\((?:graph\.md)?#([^)]+)\)", files[name]):
        assert anchor in anchors
    for path in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", files[name]):
        assert (ROOT / "docs" / "reference" / path).is_file(), path


def _with_words(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(schema_reference, "package_file", lambda package, name: text)


def test_the_glossary_chooses_one_word_for_each_concept(files: dict[str, str]) -> None:
    chosen = [choice.word for choice in schema_reference.choices()]
    assert {"claim", "critique", "perspective", "evaluation", "record", "audience", "labelling"} <= set(chosen)
    assert "| **critique** | A typed attack" in files["docs/reference/glossary.md"]
    assert chosen == sorted(chosen)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("{word: claim}, {word: Claim}", "stands there twice"),
        ("{word: claim}, {word: reply, instead_of: [Claim]}", "stands there twice"),
        ("{word: gadget}", "needs one meaning"),
        ("{word: claim, meaning: Another meaning.}", "needs one meaning"),
    ],
)
def test_a_glossary_with_two_words_or_two_meanings_is_refused(
    monkeypatch: pytest.MonkeyPatch, words: str, message: str
) -> None:
    _with_words(monkeypatch, f"words: [{words}]")
    with pytest.raises(ModelViolation, match=message):
        schema.generated()


@pytest.mark.parametrize("text", ["", "words: 3", "words:\n  - {term: claim}", "words: [", "words: [{word: [a]}]"])
def test_a_glossary_of_another_shape_names_the_file(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    _with_words(monkeypatch, text)
    with pytest.raises(DataFileError, match=r"glossary\.yaml"):
        schema.generated()
