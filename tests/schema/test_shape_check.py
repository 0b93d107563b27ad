"""The shapes as Cypher on the live graph give the verdicts of pySHACL on the export of the same run."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import neo4j
import pyshacl
import pytest
import rdflib

from foam_graph.exchange.prov_export.export import Request, write_prov
from foam_graph.exchange.prov_export.terms import FOAM, ID, name_of
from foam_graph.model.delta import SELF, ActivityDraft, Committed, Delta, Ref
from foam_graph.model.edges import EDGES
from foam_graph.model.kinds import Role
from foam_graph.resources import package_file
from foam_graph.schema.shape_check import Violation, check_shapes
from foam_graph.store.server.control import Endpoint
from foam_graph.store.store import Store
from tests.support.chains.removing import REMOVE_CHAIN

SH = rdflib.Namespace("http://www.w3.org/ns/shacl#")
SHAPES = rdflib.Graph().parse(data=package_file("foam_graph.ontology", "foam-shapes.ttl"), format="turtle")
Verdicts = set[tuple[str, str, str]]


def commit(store: Store, run: str, kind: str, role: Role, step: str, delta: Delta) -> Committed:
    return store.commit(ActivityDraft(run, kind, role, step), delta)


@pytest.fixture
def planted(store: Store, chain: str) -> dict[str, str]:
    """A small run that obeys every shape; ids by name."""
    delta = Delta()
    found = [
        delta.node("EvidenceSentence", doc_id="d", sent_id=n, sentence_id=f"d:{n}", start=0, end=4, text="So.")
        for n in (1, 2)
    ]
    for n, ref in enumerate(found, 1):
        delta.edge("OFFERED", Ref(SELF, "Retrieval"), ref, leaf="l", rank=n, score=0.5, engine="e")
    sentences = commit(store, chain, "Retrieval", Role.RETRIEVER, "retrieve", delta).ids
    delta = Delta()
    claim = delta.node("Claim", text="It is so.", leaf="l", component="c", syllogism_type="s", stance_id="x",
                       evidence="required", values=["care"], form="quotation", words=3)  # fmt: skip
    warrant = delta.node("Warrant", text="Since.")
    delta.edge("WARRANTS", warrant, claim)
    delta.edge("SUPPORTS", Ref(sentences[0], "EvidenceSentence"), claim)
    delta.edge("PROPOSES", Ref(SELF, "AgentTurn"), claim)
    claims = commit(store, chain, "AgentTurn", Role.PROPOSER, "bind", delta).ids
    delta = Delta()
    critique = delta.node("Critique", type="logical_gap", flaw="other", grounds="No.", quoted="so", stance_id="y")
    delta.edge("ATTACKS", critique, Ref(claims[0], "Claim"))
    critiques = commit(store, chain, "AgentTurn", Role.CRITIC, "criticise", delta).ids
    delta = Delta()
    rating = delta.node("Evaluation", verdict="valid", materiality=0.5, recommendation="none", reasons="So.",
                        stance_id="", rule="", provisional=True)  # fmt: skip
    delta.edge("RATES", rating, Ref(critiques[0], "Critique"))
    ratings = commit(store, chain, "AgentTurn", Role.EVALUATOR, "rate", delta).ids
    delta = Delta()
    position = delta.node(
        "Position", certified=False, statement="s", words=3, read_minutes=0.1, version=1, coverage="{}"
    )
    check = delta.node("Check", name="n", ok=True, detail="d")
    delta.edge("INCLUDES", position, check)
    labels = delta.node("Labelling", audience="x", kernel="k", parameters="{}", arguments=1, attacks=0)
    delta.edge("LABELS", labels, Ref(claims[0], "Claim"), label="in")
    made = commit(store, chain, "Compilation", Role.COMPILER, "compile", delta)
    return {"run": chain, "sentence": sentences[0], "claim": claims[0], "warrant": claims[1], "critique": critiques[0],
            "rating": ratings[0], "position": made.ids[0], "check": made.ids[1], "labelling": made.ids[2],
            "turn": made.activity}  # fmt: skip


@pytest.fixture
def tamper(endpoint: Endpoint, chain: str) -> Iterator[Any]:
    """Runs Cypher past the one write path; the chain goes afterwards, so that the shared graph is whole again."""
    with neo4j.GraphDatabase.driver(endpoint.uri, auth=(endpoint.user, endpoint.password)) as driver:
        yield lambda text, **given: driver.execute_query(text, given, database_=endpoint.database)
        driver.execute_query(REMOVE_CHAIN, run=chain, database_=endpoint.database)


def live(store: Store, run: str) -> set[Violation]:
    last = next(row["last"] for row in store.ask("chains") if row["id"] == run)
    return set(check_shapes(store, run, last))


def of_graph(found: set[Violation]) -> Verdicts:
    """What pySHACL can say of it: a membership has no name of its own, and the ends of a relation are paths."""
    told: Verdicts = set()
    for one in found:
        ends = one.path in ("start", "end")
        if ends and EDGES[one.shape].prov == "hadMember":
            told.add((name_of(one.node), "ends", one.grade))
        else:
            told.add((one.edge or name_of(one.node), "ends" if ends else one.path, one.grade))
    return told


def of_export(store: Store, run: str) -> Verdicts:
    out = io.BytesIO()
    write_prov(store, Request((run,), "turtle"), out)
    data = rdflib.Graph().parse(data=out.getvalue(), format="turtle")
    _, report, _ = pyshacl.validate(data, shacl_graph=SHAPES)
    told: Verdicts = set()
    for result in report.subjects(rdflib.RDF.type, SH.ValidationResult):
        focus, path = str(report.value(result, SH.focusNode)), report.value(result, SH.resultPath)
        if report.value(result, SH.resultSeverity) == SH.Warning:
            shape = str(report.value(result, SH.sourceShape))
            told.add((focus, shape.rpartition("-")[2], "warning"))
        else:
            field = str(path).removeprefix(FOAM) if str(path).startswith(FOAM) else "ends"
            told.add((focus, field, "violation"))
    return told


def test_a_run_as_it_was_committed_obeys(store: Store, planted: dict[str, str]) -> None:
    assert live(store, planted["run"]) == set()
    assert of_export(store, planted["run"]) == set()


FAULTS = [
    ("missing", "critique", "REMOVE n.type", "type"),
    ("missing in an activity", "turn", "REMOVE n.role", "role"),
    ("a number for a text", "claim", "SET n.leaf = 5", "leaf"),
    ("a text for a number", "claim", "SET n.words = 'three'", "words"),
    ("an integer for a float", "rating", "SET n.materiality = 1", "materiality"),
    ("a text for a truth", "check", "SET n.ok = 'yes'", "ok"),
    ("a number for a list", "claim", "SET n.values = 3", "values"),
    ("no value of the list", "critique", "SET n.type = 'rude'", "type"),
    ("a list for a value of the list", "rating", "SET n.verdict = ['valid']", "verdict"),
    ("above its range", "rating", "SET n.materiality = 1.5", "materiality"),
    ("below its range", "claim", "SET n.words = -1", "words"),
    ("a stamp below its range", "claim", "SET n.ord = -1", "ord"),
]


@pytest.mark.parametrize(("name", "change", "path"), [row[1:] for row in FAULTS], ids=[row[0] for row in FAULTS])
def test_a_planted_fault_is_found_by_both(
    store: Store, planted: dict[str, str], tamper: Any, name: str, change: str, path: str
) -> None:
    tamper(f"MATCH (n {{id: $id}}) WHERE n:Artifact OR n:Activity {change}", id=planted[name])
    found = live(store, planted["run"])
    assert {(one.node, one.path, one.grade) for one in found} == {(planted[name], path, "violation")}
    assert of_graph(found) == of_export(store, planted["run"])
    assert all(one.message.startswith(path) and len(one.message) > len(path) + 5 for one in found)


def test_texts_that_are_gone_are_warnings_and_all_of_it_is_found_at_once(
    store: Store, planted: dict[str, str], tamper: Any
) -> None:
    tamper("MATCH (n:Claim {id: $id}) REMOVE n.text SET n.words = -2, n.evidence = 'perhaps'", id=planted["claim"])
    tamper("MATCH (n:Critique {id: $id}) REMOVE n.grounds, n.quoted", id=planted["critique"])
    found = live(store, planted["run"])
    assert {(one.path, one.grade) for one in found} == {
        ("text", "warning"), ("grounds", "warning"), ("quoted", "warning"), ("words", "violation"), ("evidence", "violation"),
    }  # fmt: skip
    assert of_graph(found) == of_export(store, planted["run"])


@pytest.mark.parametrize(
    ("type_", "start", "end", "wrong"),
    [
        ("ATTACKS", "critique", "turn", {"end"}),
        ("ATTACKS", "claim", "warrant", {"start"}),
        ("WARRANTS", "sentence", "critique", {"start", "end"}),
        ("SUPPORTS", "sentence", "critique", {"end"}),
        ("SUPPORTS", "critique", "claim", {"start"}),
        ("RESTS_ON", "claim", "critique", {"end"}),
        ("LABELS", "claim", "warrant", {"start"}),
        ("HOLDS", "turn", "claim", {"end"}),
        ("INCLUDES", "position", "claim", {"end"}),
    ],
)
def test_an_edge_with_a_wrong_end_is_found_by_both(
    store: Store, planted: dict[str, str], tamper: Any, type_: str, start: str, end: str, wrong: set[str]
) -> None:
    fields = ", e.label = 'in'" if type_ == "LABELS" else ""
    tamper(
        "MATCH (a {id: $start}), (b {id: $end}), (t:Activity {id: $turn}) WHERE (a:Artifact OR a:Activity) AND "
        f"(b:Artifact OR b:Activity) CREATE (a)-[e:{type_}]->(b) SET e.run = t.run, e.seq = t.seq, e.at = t.at, "
        f"e.activity = t.id, e.ord = 77{fields}",
        start=planted[start], end=planted[end], turn=planted["turn"],
    )  # fmt: skip
    found = live(store, planted["run"])
    assert {(one.node, one.shape, one.path) for one in found} == {(planted[start], type_, path) for path in wrong}
    assert of_graph(found) == of_export(store, planted["run"])


def test_fields_of_edges_are_judged_too(store: Store, planted: dict[str, str], tamper: Any) -> None:
    tamper("MATCH ()-[e:LABELS {run: $run}]->() SET e.label = 'maybe'", run=planted["run"])
    tamper("MATCH ()-[e:OFFERED {run: $run, rank: 1}]->() SET e.rank = 0 REMOVE e.engine", run=planted["run"])
    found = live(store, planted["run"])
    assert {(one.shape, one.path) for one in found} == {("LABELS", "label"), ("OFFERED", "rank"), ("OFFERED", "engine")}
    assert of_graph(found) == of_export(store, planted["run"])
    assert not any(one.edge.startswith(ID) for one in found)


def test_a_node_of_no_kind_is_told(store: Store, planted: dict[str, str], tamper: Any) -> None:
    tamper("MATCH (n:Warrant {id: $id}) REMOVE n:Warrant SET n:Stray", id=planted["warrant"])
    assert ("", planted["warrant"]) in {(one.path, one.node) for one in live(store, planted["run"])}
