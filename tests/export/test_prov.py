"""PROV exports: what they say, that all three syntaxes say the same, that nothing else leaks or changes them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import warnings
from pathlib import Path
from urllib.parse import unquote

import pytest
import rdflib
from graphs import HOSTILE, Chain, random_run, shuffled, small_run
from hypothesis import given, settings
from hypothesis import strategies as st
from prov.constants import PROV
from prov.model import (
    ProvActivity,
    ProvAgent,
    ProvAssociation,
    ProvCommunication,
    ProvDelegation,
    ProvDerivation,
    ProvDocument,
    ProvElement,
    ProvEntity,
    ProvGeneration,
    ProvInfluence,
    ProvInvalidation,
    ProvMembership,
    ProvRecord,
    ProvUsage,
)

from foam_graph.errors import UnknownId, UsageError
from foam_graph.export.prov import FORMATS, Format, export_prov, prov_document
from foam_graph.export.prov_edges import components, statements
from foam_graph.export.prov_rdf import OA
from foam_graph.export.prov_terms import FOAM, ID, QUESTION_TITLES, declared, local_name, name_of, visible
from foam_graph.model.delta import ActivityDraft, Delta, Ref
from foam_graph.model.kinds import Role
from foam_graph.model.nodes import ACTIVITIES
from foam_graph.model.subgraph import Edge, Node, Subgraph

SEEDS = st.integers(0, 2**32)
FEW = settings(max_examples=15, deadline=None)
OPEN = ActivityDraft("r", "Opening", Role.OPERATOR, "open")


def read_back(text: str, syntax: Format) -> ProvDocument:
    if syntax == "ttl":
        with warnings.catch_warnings():
            # The selectors are Web Annotations: prov says that it leaves them aside.
            warnings.simplefilter("ignore")
            found = ProvDocument.deserialize(content=text, format="rdf", rdf_format="turtle")
    elif syntax == "provn":
        found = ProvDocument.deserialize(content=text, format="provn", profile="strict")
    else:
        found = ProvDocument.deserialize(content=text, format="json")
    assert isinstance(found, ProvDocument)
    return found


def of(document: ProvDocument, kind: type[ProvRecord]) -> list[ProvRecord]:
    return list(document.get_records(kind))


def ends(record: ProvRecord) -> tuple[str, str]:
    return tuple(unquote(value.localpart) for _, value in record.formal_attributes[:2])  # type: ignore[return-value]


def one_run(question: str, run: str = "r") -> Subgraph:
    chain, delta = Chain(run), Delta()
    delta.node("Run", id=run, kind="run", title="t", operator="o", software="s")
    delta.node("Question", text=question)
    chain.commit(ActivityDraft(run, "Opening", Role.OPERATOR, "open"), delta)
    return chain.graph


@FEW
@given(SEEDS, SEEDS)
def test_the_same_graph_gives_the_same_bytes(seed: int, other: int) -> None:
    graph, run = random_run(seed)
    for syntax in FORMATS:
        assert export_prov(graph, run, syntax) == export_prov(shuffled(graph, other), run, syntax)


def test_the_bytes_do_not_depend_on_the_hash_seed_of_the_process() -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); from graphs import random_run; "
        "from foam_graph.export.prov import FORMATS, export_prov; "
        "sys.stdout.buffer.write(''.join(export_prov(*random_run(5), f) for f in FORMATS).encode())"
    )
    command = [sys.executable, "-c", code, str(Path(__file__).parent)]
    outputs = {
        subprocess.run(command, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1
    assert len(outputs.pop()) > 1000


@FEW
@given(SEEDS, st.booleans())
def test_all_syntaxes_read_back_as_the_same_document(seed: int, redact: bool) -> None:
    graph, run = random_run(seed)
    document = prov_document(graph, run, redact=redact)
    for syntax in FORMATS:
        found = read_back(export_prov(graph, run, syntax, redact=redact), syntax)
        assert len(list(found.get_records())) == len(list(document.get_records())), syntax
        assert found == document, syntax


@settings(max_examples=60, deadline=None)
@given(st.one_of(st.sampled_from(HOSTILE), st.text(max_size=40)))
def test_hostile_text_comes_back_from_every_syntax(text: str) -> None:
    graph = one_run(text)
    for syntax in FORMATS:
        exported = export_prov(graph, "r", syntax)
        question = read_back(exported, syntax).get_record(name_of("r-0-2"))[0]
        assert question.get_attribute(FOAM["text"]) == {visible(text)}, syntax
    triples = rdflib.Graph().parse(data=export_prov(graph, "r", "ttl"), format="turtle")
    assert str(triples.value(rdflib.URIRef(ID["r-0-2"].uri), rdflib.URIRef(FOAM["text"].uri))) == visible(text)


@settings(max_examples=60, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20).filter(lambda t: t[0] not in "#@"))
def test_any_run_id_is_a_legal_name_in_every_syntax(run: str) -> None:
    graph = one_run("Which?", run)
    for syntax in FORMATS:
        found = read_back(export_prov(graph, run, syntax), syntax)
        assert found == prov_document(graph, run), syntax


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=20))
def test_a_local_name_is_safe_and_gives_its_text_back(text: str) -> None:
    name = local_name(text)
    assert re.fullmatch(r"[A-Za-z0-9_]([A-Za-z0-9_-]|%[0-9A-F]{2})*", name)
    assert unquote(name.removeprefix("_")) == text


@given(st.text(max_size=60))
def test_visible_text_holds_only_what_xml_can_hold(text: str) -> None:
    shown = visible(text)
    assert re.fullmatch("[\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]*", shown)
    assert visible(shown) == shown
    if text.isprintable():
        assert shown == text


@FEW
@given(SEEDS)
def test_every_statement_is_named_once_and_nothing_is_entity_and_activity(seed: int) -> None:
    graph, run = random_run(seed)
    document = prov_document(graph, run)
    names = [record.identifier for record in document.get_records() if not isinstance(record, ProvMembership)]
    assert None not in names
    assert len(set(names)) == len(names)
    artifacts = [node for node in graph.nodes if node.kind not in ACTIVITIES]
    assert len(of(document, ProvEntity)) == len(artifacts) == len(of(document, ProvGeneration))
    assert not of(document, ProvInvalidation)


@FEW
@given(SEEDS)
def test_turtle_has_no_blank_nodes_and_names_are_the_documents(seed: int) -> None:
    graph, run = random_run(seed)
    triples = rdflib.Graph().parse(data=export_prov(graph, run, "ttl"), format="turtle")
    assert not [term for triple in triples for term in triple if isinstance(term, rdflib.BNode)]
    subjects = {str(subject) for subject in triples.subjects()}
    elements = [r.identifier.uri for r in prov_document(graph, run).get_records(ProvElement) if r.identifier]
    assert set(elements) <= subjects


def test_a_claim_is_derived_from_its_evidence_down_to_the_document() -> None:
    graph, run = small_run()
    found = {ends(r): r for r in of(prov_document(graph, run), ProvDerivation)}
    record, claim, sentence = "run-1-2-2", "run-1-2-1", "run-1-1-1"
    assert (claim, record) in found
    assert PROV["Quotation"] in found[(record, sentence)].get_asserted_types()
    assert found[(record, sentence)].get_attribute(FOAM["position"]) == {1}
    assert PROV["Quotation"] in found[(sentence, "d1@parks")].get_asserted_types()
    revision = found[("run-1-4-1", claim)]
    assert PROV["Revision"] in revision.get_asserted_types()
    assert [unquote(v.localpart) for _, v in revision.formal_attributes[2:]] == [
        "run-1-4", "run-1-4-1.WAS_GENERATED_BY", "run-1-4.REVISES.run-1-2-1",
    ]  # fmt: skip


def test_turns_are_associated_with_role_and_perspective_on_behalf_of_the_operator() -> None:
    graph, run = small_run()
    document = prov_document(graph, run)
    by = {ends(r)[0]: r for r in of(document, ProvAssociation)}
    assert by["run-1-2"].get_attribute(PROV["role"]) == {FOAM["Proposer"]}
    assert by["run-1-2"].get_attribute(PROV["plan"]) == {name_of("steward@abc")}
    assert ends(by["run-1-2"])[1] == "software.offline-rules.steward"
    assert {ends(r) for r in of(document, ProvDelegation)} == {
        (f"software.{agent}", "operator.City library") for agent in ("bm25", "offline-rules.steward", "system")
    }
    assert {ends(r) for r in of(document, ProvCommunication)} == {(f"run-1-{n + 1}", f"run-1-{n}") for n in range(5)}
    assert ("run-1-4", "run-1-2-1") in {ends(r) for r in of(document, ProvUsage)}


def test_a_contested_claim_stays_valid_and_the_critique_is_tied_to_it() -> None:
    graph, run = small_run()
    document = prov_document(graph, run)
    tied = [r for r in of(document, ProvInfluence) if ends(r) == ("run-1-3-1", "run-1-2-1")]
    assert {t for r in tied for t in r.get_asserted_types()} == {FOAM["ATTACKS"], FOAM["CHALLENGES"]}
    assert "nvalidat" not in export_prov(graph, run, "ttl")


def test_a_query_over_the_turtle_alone_finds_contested_claims_and_their_revisions() -> None:
    graph, run = small_run()
    triples = rdflib.Graph().parse(data=export_prov(graph, run, "ttl"), format="turtle")
    question = """
        SELECT ?claim ?critique ?newer WHERE {
            ?critique prov:qualifiedInfluence [ a foam:ATTACKS ; prov:influencer ?claim ] .
            OPTIONAL { ?newer prov:qualifiedRevision [ prov:entity ?claim ] }
        }"""
    rows = [[str(value).rpartition("/")[2] for value in row] for row in triples.query(question)]  # type: ignore[union-attr]
    assert rows == [["run-1-2-1", "run-1-3-1", "run-1-4-1"]]


def test_what_other_chains_wrote_keeps_its_activity_but_not_its_place_in_the_chain() -> None:
    graph, run = small_run()
    document = prov_document(graph, run)
    assert ("d1@parks", "corpus-parks-0") in {ends(r) for r in of(document, ProvGeneration)}
    assert name_of("corpus-parks-0") in {r.identifier for r in of(document, ProvActivity)}
    assert not [r for r in of(document, ProvCommunication) if "corpus-parks-0" in ends(r)]


def test_people_are_numbered_and_never_named() -> None:
    graph, run = small_run()
    for syntax in FORMATS:
        text = export_prov(graph, run, syntax)
        assert "Secret" not in text
        assert "person-1" in text
        assert "Grace Author" in text
        assert "Grace Author" not in export_prov(graph, run, syntax, redact=True)


@FEW
@given(SEEDS)
def test_no_name_salt_or_commitment_is_exported(seed: int) -> None:
    graph, run = random_run(seed)
    hidden = {"by": "HIDDEN", "text_salt": "HIDDEN", "text_commitment": "HIDDEN", "hash": "HIDDEN"}
    nodes = [Node(n.id, n.kind, {**n.fields, **hidden}, n.seq, n.ord, n.activity, n.at) for n in graph.nodes]
    for syntax in FORMATS:
        assert "HIDDEN" not in export_prov(Subgraph(nodes, graph.edges), run, syntax)


def test_one_person_keeps_a_number_and_unknown_people_are_apart() -> None:
    chain, delta = Chain("r"), Delta()
    delta.node("Run", id="r", kind="run", title="t", operator="o", software="s")
    chain.commit(OPEN, delta)
    for by in ("Ada", None, "Ada", "Bob", None):
        draft = ActivityDraft("r", "HumanAct", Role.AUDITOR, "look", "person", {"by": by})
        chain.commit(draft, Delta())
    document = prov_document(chain.graph, "r")
    people = {ends(r)[0]: ends(r)[1] for r in of(document, ProvAssociation)}
    assert [people[f"r-{n}"] for n in range(1, 6)] == [f"person.r.{n}" for n in (1, 2, 1, 3, 4)]
    persons = [r for r in of(document, ProvAgent) if PROV["Person"] in r.get_asserted_types()]
    assert {label for r in persons for label in r.get_attribute(PROV["label"])} == {f"person-{n}" for n in range(1, 5)}
    assert [ends(r)[0] for r in of(document, ProvDelegation)] == ["software.system"]


@FEW
@given(SEEDS)
def test_redaction_leaves_no_personal_text_and_says_so(seed: int) -> None:
    graph, run = random_run(seed)
    marked = Subgraph([_marked(node) for node in graph.nodes], graph.edges)
    for syntax in FORMATS:
        assert "PERSONAL" in export_prov(marked, run, syntax)
        text = export_prov(marked, run, syntax, redact=True)
        assert "PERSONAL" not in text
        assert "redacted" in text


def _marked(node: Node) -> Node:
    kept_back = {f.name for f in declared(node) if f.personal} | {n for k, n in QUESTION_TITLES if k == node.kind}
    personal = {name for name in kept_back if isinstance(node.get(name), str)}
    fields = {k: "PERSONAL words" if k in personal else v for k, v in node.fields.items()}
    return Node(node.id, node.kind, fields, node.seq, node.ord, node.activity, node.at)


@pytest.mark.parametrize("syntax", FORMATS)
def test_the_export_opens_with_the_marking(syntax: Format) -> None:
    graph, run = small_run()
    text = export_prov(graph, run, syntax)
    body = text[text.index("run-1") :]
    assert "AI-assisted" in body[:700]
    run_entity, position = (
        r for r in read_back(text, syntax).get_records(ProvEntity) if r.get_attribute("foam:people")
    )
    for entity in (run_entity, position):
        (statement,) = entity.get_attribute(FOAM["aiStatement"])
        assert entity.get_attribute(FOAM["aiAssisted"]) == {True}
        for part in ("offline-rules", "City library", "parks", "1 person took part", "2026-03-01T00:05:00"):
            assert part in statement
        assert "foam contest" in next(iter(entity.get_attribute(FOAM["contest"])))
    named = export_prov(graph, run, syntax, operator="Another house")
    assert "Another house" in named
    assert "operatedBy" in named


def test_a_sentence_is_anchored_in_its_document() -> None:
    graph, run = small_run()
    triples = rdflib.Graph().parse(data=export_prov(graph, run, "ttl"), format="turtle")
    oa = rdflib.Namespace(OA.uri)
    (note,) = triples.subjects(rdflib.RDF.type, oa.Annotation)
    assert triples.value(note, oa.hasBody) == rdflib.URIRef(name_of("run-1-1-1").uri)
    target = triples.value(note, oa.hasTarget)
    assert triples.value(target, oa.hasSource) == rdflib.URIRef(name_of("d1@parks").uri)
    exact = {str(x) for s in triples.objects(target, oa.hasSelector) for x in triples.objects(s, oa.exact)}
    places = {
        str(x)
        for s in triples.objects(target, oa.hasSelector)
        for p in (oa.start, oa.end)
        for x in triples.objects(s, p)
    }
    assert exact == {"Lamps disturb the bats."}
    assert places == {"31", "62"}
    assert "TextQuoteSelector" not in export_prov(graph, run, "ttl", redact=True)


def test_shortcuts_add_the_short_properties_and_nothing_else() -> None:
    graph, run = small_run()
    plain = set(rdflib.Graph().parse(data=export_prov(graph, run, "ttl"), format="turtle"))
    more = set(rdflib.Graph().parse(data=export_prov(graph, run, "ttl", shortcuts=True), format="turtle"))
    added = {str(p).rpartition("#")[2] for _, p, _ in more - plain}
    assert plain < more
    assert added == {
        "used", "wasGeneratedBy", "wasInformedBy", "wasDerivedFrom", "wasRevisionOf", "wasQuotedFrom",
        "wasAssociatedWith", "actedOnBehalfOf", "wasInfluencedBy",
    }  # fmt: skip


def test_support_found_later_and_circles_are_influences() -> None:
    chain, delta = Chain("r"), Delta()
    delta.node("Run", id="r", kind="run", title="t", operator="o", software="s")
    chain.commit(OPEN, delta)
    graph = chain.graph
    for n, (kind, seq) in enumerate((("Claim", 1), ("EvidenceRecord", 1), ("EvidenceRecord", 2), ("Claim", 2)), 1):
        graph.add(Node(f"n{n}", kind, {}, seq, n, f"r-{seq}", ""))
    graph.connect(Edge("SUPPORTS", "n3", "n1", {}, 2))  # found after the claim was written
    graph.connect(Edge("SUPPORTS", "n2", "n1", {}, 1))
    graph.connect(Edge("SUPERSEDES", "n2", "n1", {}, 1))  # closes a circle within one activity
    graph.connect(Edge("SUPERSEDES", "n4", "n4", {}, 2))  # a circle of one
    graph.connect(Edge("SUPERSEDES", "n4", "n1", {}, 2))
    found = {(s.relation, s.subject, s.object, s.edge.type) for s in statements(graph, "r")}
    assert found == {
        ("wasInfluencedBy", "n3", "n1", "SUPPORTS"),
        ("wasInfluencedBy", "n2", "n1", "SUPPORTS"),
        ("wasInfluencedBy", "n2", "n1", "SUPERSEDES"),
        ("wasInfluencedBy", "n4", "n4", "SUPERSEDES"),
        ("wasDerivedFrom", "n4", "n1", "SUPERSEDES"),
    }


@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=20))
def test_components_are_mutual_reachability(pairs: list[tuple[int, int]]) -> None:
    named = [(str(a), str(b)) for a, b in pairs]
    number = components(named)
    reach = {(a, a) for pair in named for a in pair} | set(named)
    for _ in range(8):
        reach |= {(a, d) for a, b in reach for c, d in reach if b == c}
    for a in number:
        for b in number:
            assert (number[a] == number[b]) == ((a, b) in reach and (b, a) in reach)


def test_a_long_chain_of_derivations_needs_no_deep_stack() -> None:
    number = components((str(n), str(n + 1)) for n in range(20_000))
    assert len(set(number.values())) == 20_001


def test_edges_that_lead_out_of_the_extract_are_left_out() -> None:
    graph, run = small_run()
    part = Subgraph([n for n in graph.nodes if n.kind != "EvidenceSentence"], graph.edges)
    document = prov_document(part, run)
    assert not [r for r in of(document, ProvDerivation) if "run-1-1-1" in ends(r)]
    assert read_back(export_prov(part, run, "ttl"), "ttl") == document


def test_ids_that_were_used_but_are_elsewhere_are_kept_as_text() -> None:
    chain, delta = Chain("r"), Delta()
    delta.node("Run", id="r", kind="run", title="t", operator="o", software="s")
    chain.commit(ActivityDraft("r", "Opening", Role.OPERATOR, "open", used=("d9:1",)), delta)
    chain.commit(ActivityDraft("r", "HumanAct", Role.AUDITOR, "look", "person", used=("r-0", "r")), Delta())
    document = prov_document(chain.graph, "r")
    first = document.get_record(name_of("r-0"))[0]
    assert first.get_attribute(FOAM["usedOutside"]) == {'["d9:1"]'}
    assert [ends(r) for r in of(document, ProvUsage)] == [("r-1", "r")]
    assert [ends(r) for r in of(document, ProvCommunication)] == [("r-1", "r-0"), ("r-1", "r-0")]


def test_a_bad_time_is_no_time() -> None:
    graph = Subgraph([Node("r", "Run", {"operator": "o"}, 0, 1, "r-0", "soon"), Node("r-0", "Opening", {}, at="soon")])
    for syntax in FORMATS:
        assert read_back(export_prov(graph, "r", syntax), syntax) == prov_document(graph, "r")


def test_wrong_requests_are_refused() -> None:
    graph, run = small_run()
    with pytest.raises(UnknownId, match="no run nowhere"):
        export_prov(graph, "nowhere", "ttl")
    with pytest.raises(UnknownId, match="no run run-1-2-1"):
        prov_document(graph, Ref("run-1-2-1", "Claim").id)
    with pytest.raises(UsageError, match="xml"):
        export_prov(graph, run, "xml")  # type: ignore[arg-type]
