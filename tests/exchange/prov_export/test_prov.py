"""What a PROV export says of a run, and what it never says."""

from __future__ import annotations

import re
from urllib.parse import unquote

import rdflib
from hypothesis import given, settings
from hypothesis import strategies as st

from foam_graph.exchange.prov_export.edges import follows, levels
from foam_graph.exchange.prov_export.export import SYNTAXES
from foam_graph.exchange.prov_export.ledger import HASHES
from foam_graph.exchange.prov_export.marking import marking
from foam_graph.exchange.prov_export.statements import prov_types
from foam_graph.exchange.prov_export.terms import FOAM, ID, MODEL, REL, declared, joined, local_name, name_of, visible
from foam_graph.model.delta import ActivityDraft, Delta
from foam_graph.model.edges import EDGE_KINDS, EDGES
from foam_graph.model.kinds import Role
from foam_graph.model.nodes import ACTIVITIES, NODES
from foam_graph.model.subgraph import Edge, Node, Subgraph
from foam_graph.prov import Statement, read_bytes
from foam_graph.prov.model import NAMELESS
from foam_graph.prov.vocabulary import LABEL, OA, PROV, ROLE, TYPE
from foam_graph.store.chain_steps import End, Head
from foam_graph.store.queries import statement as query
from tests.support.chains.graphs import Chain, random_run, small_run
from tests.support.chains.prov_rows import Rows, exported

SEEDS = st.integers(0, 2**32)
FEW = settings(max_examples=15, deadline=None)
AT = "2026-03-01T00:00:00.000042Z"
OPEN = ActivityDraft("r", "Opening", Role.OPERATOR, "open")


def said(graph: Subgraph | Rows, run: str, **request: object) -> list[Statement]:
    """All statements, as our reader reads them."""
    document = read_bytes(exported(graph, run, "provn", **request), "export", "prov-n")
    return [s for instance in document.instances() for s in instance.statements]


def of(found: list[Statement], kind: str) -> list[Statement]:
    return [s for s in found if s.kind == kind]


def local(name: str | None) -> str:
    return unquote((name or "").rpartition("/")[2])


def ends(s: Statement) -> tuple[str, str]:
    return local(s.arguments[0]), local(s.arguments[1])


def texts(s: Statement, name: str) -> set[str]:
    return {value.text for key, value in s.attributes if key == name}


def started() -> Chain:
    chain, delta = Chain("r"), Delta()
    delta.node("Run", id="r", kind="run", title="t", operator="o", software="s")
    chain.commit(OPEN, delta)
    return chain


def test_no_field_of_the_model_has_a_name_that_an_export_adds() -> None:
    # Else a block could say the same twice, and the digest counts on it that none does.
    node = Node("r", "Run", {"kind": "run"})
    head = Head(node, (), (), (), 0, AT, AT, 1, "")
    added = {name.removeprefix(FOAM) for name, _ in marking(head, "o")} | {"extractOf"}
    always = {"id", "seq", "ord", "redacted", "usedOutside", "commitments", "commitment", "exact", *HASHES}
    for kind in [*NODES, *ACTIVITIES, *EDGES]:
        names = [field.name for field in declared(kind)]
        assert len(set(names)) == len(names)
        assert not always & set(names)
        assert kind not in ("Run", "Position") or not added & set(names)
        types = [kind, *NODES[kind].also, *(PROV + name for name in prov_types(kind))] if kind in NODES else []
        assert len(set(types)) == len(types)


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
    found = said(graph, run)
    names = [s.id for s in found if s.kind not in NAMELESS]
    assert None not in names
    assert len(set(names)) == len(names)
    models = [s for s in of(found, "entity") if str(s.id).startswith(MODEL)]
    own = [n for n in graph.nodes if n.kind not in ACTIVITIES and n.activity.rpartition("-")[0] == run]
    assert {name_of(n.id) for n in own} <= {s.id for s in found}
    assert len(of(found, "entity")) - len(models) == len(of(found, "wasGeneratedBy"))
    assert not of(found, "wasInvalidatedBy")


@FEW
@given(SEEDS)
def test_every_edge_is_said(seed: int) -> None:
    graph, run = random_run(seed)
    found = said(graph, run)
    names, pairs = {s.id for s in found}, {(s.kind, s.arguments) for s in found}
    proposed = {s.arguments[0] for s in of(found, "wasGeneratedBy") if FOAM + "PROPOSES" in texts(s, TYPE)}
    for (_, seq), edges in Rows(graph).edges.items():
        for edge, n in edges:
            member = ("hadMember", (name_of(edge.start), name_of(edge.end)))
            named = joined(REL, f"{run}-{seq}", "edge", str(n)) in names
            assert named or member in pairs or (edge.type == "PROPOSES" and name_of(edge.end) in proposed), edge


@FEW
@given(SEEDS)
def test_turtle_has_no_blank_nodes_and_names_are_the_documents(seed: int) -> None:
    graph, run = random_run(seed)
    triples = rdflib.Graph().parse(data=exported(graph, run, "turtle"), format="turtle")
    assert not [term for triple in triples for term in triple if isinstance(term, rdflib.BNode)]
    subjects = {str(subject) for subject in triples.subjects()}
    assert {s.id for s in said(graph, run) if s.kind in ("entity", "activity", "agent")} <= subjects


def test_a_claim_is_derived_from_its_evidence_down_to_the_document() -> None:
    found = {ends(s): s for s in of(said(*small_run()), "wasDerivedFrom")}
    record, claim, sentence = "run-1-2-2", "run-1-2-1", "run-1-1-1"
    assert (claim, record) in found
    assert PROV + "Quotation" in texts(found[(record, sentence)], TYPE)
    assert texts(found[(record, sentence)], FOAM + "position") == {"1"}
    assert PROV + "Quotation" in texts(found[(sentence, "d1@parks")], TYPE)
    revision = found[("run-1-4-1", claim)]
    assert PROV + "Revision" in texts(revision, TYPE)
    assert [local(name) for name in revision.arguments[2:]] == [
        "run-1-4", "run-1-4-1.WAS_GENERATED_BY", "run-1-4.edge.7",
    ]  # fmt: skip


def test_turns_are_associated_with_role_and_perspective_on_behalf_of_the_operator() -> None:
    found = said(*small_run())
    by = {ends(s)[0]: s for s in of(found, "wasAssociatedWith")}
    assert texts(by["run-1-2"], ROLE) == {FOAM + "Proposer"}
    assert by["run-1-2"].arguments[2] == name_of("steward@abc")
    assert ends(by["run-1-2"])[1] == "software.offline-rules.steward"
    assert {ends(s) for s in of(found, "actedOnBehalfOf")} == {
        (f"software.{agent}", "operator.City library") for agent in ("bm25", "offline-rules.steward", "system")
    }
    assert {ends(s) for s in of(found, "wasInformedBy")} == {(f"run-1-{n + 1}", f"run-1-{n}") for n in range(5)}
    assert ("run-1-4", "run-1-2-1") in {ends(s) for s in of(found, "used")}


def test_a_model_is_an_entity_that_the_activities_used() -> None:
    chain = started()
    for _ in range(2):
        delta = Delta()
        for rollout in range(2):
            delta.node(
                "ModelCall", task="t", model="gpt/4.1", provider="example.org", prompt_hash="0", rollout=rollout,
                parameters="{}", tokens_in=1, tokens_out=1, latency_ms=1, attempts=1, repairs=0, outcome="ok",
            )  # fmt: skip
        chain.commit(ActivityDraft("r", "AgentTurn", Role.PROPOSER, "slot", "gpt/4.1"), delta)
    found = said(chain.graph, "r")
    (model,) = [s for s in of(found, "entity") if str(s.id).startswith(MODEL)]
    assert texts(model, FOAM + "model") == {"gpt/4.1"}
    assert [ends(s)[0] for s in of(found, "used") if s.arguments[1] == model.id] == ["r-1", "r-2"]


def test_a_contested_claim_stays_valid_and_the_critique_is_tied_to_it() -> None:
    found = said(*small_run())
    tied = [s for s in of(found, "wasInfluencedBy") if ends(s) == ("run-1-3-1", "run-1-2-1")]
    assert {t for s in tied for t in texts(s, TYPE)} == {FOAM + "ATTACKS", FOAM + "CHALLENGES"}
    assert b"nvalidat" not in exported(*small_run(), "turtle")


def test_a_query_over_the_turtle_alone_finds_contested_claims_and_their_revisions() -> None:
    graph, run = small_run()
    triples = rdflib.Graph().parse(data=exported(graph, run, "turtle"), format="turtle")
    question = """
        SELECT ?claim ?critique ?newer WHERE {
            ?critique prov:qualifiedInfluence [ a foam:ATTACKS ; prov:influencer ?claim ] .
            OPTIONAL { ?newer prov:qualifiedRevision [ prov:entity ?claim ] }
        }"""
    rows = [[str(value).rpartition("/")[2] for value in row] for row in triples.query(question)]  # type: ignore[union-attr]
    assert rows == [["run-1-2-1", "run-1-3-1", "run-1-4-1"]]


def test_what_other_chains_wrote_keeps_its_activity_but_not_its_place_in_the_chain() -> None:
    found = said(*small_run())
    assert ("d1@parks", "corpus-parks-0") in {ends(s) for s in of(found, "wasGeneratedBy")}
    assert name_of("corpus-parks-0") in {s.id for s in of(found, "activity")}
    assert not [s for s in of(found, "wasInformedBy") if "corpus-parks-0" in ends(s)]


def test_people_are_numbered_and_never_named() -> None:
    graph, run = small_run()
    for syntax in SYNTAXES:
        text = exported(graph, run, syntax).decode()
        assert "Secret" not in text
        assert "person-1" in text
        assert "Grace Author" in text
        assert "Grace Author" not in exported(graph, run, syntax, redact=True).decode()


@FEW
@given(SEEDS)
def test_no_name_salt_or_commitment_is_exported(seed: int) -> None:
    graph, run = random_run(seed)
    hidden = {"by": "HIDDEN", "text_salt": "HIDDEN", "text_commitment": "HIDDEN", "hash": "HIDDEN"}
    hidden |= {"salt": "HIDDEN", "commitment": "HIDDEN", "partly_erased": "HIDDEN", "caption": "HIDDEN"}
    nodes = [Node(n.id, n.kind, {**n.fields, **hidden}, n.seq, n.ord, n.activity, n.at) for n in graph.nodes]
    for syntax in SYNTAXES:
        assert b"HIDDEN" not in exported(Subgraph(nodes, graph.edges), run, syntax)


def test_one_person_keeps_a_number_and_unknown_people_are_apart() -> None:
    chain = started()
    for by in ("Ada", None, "Ada", "Bob", None):
        draft = ActivityDraft("r", "HumanAct", Role.AUDITOR, "look", "person", {"by": by})
        chain.commit(draft, Delta())
    found = said(chain.graph, "r")
    people = {ends(s)[0]: ends(s)[1] for s in of(found, "wasAssociatedWith")}
    assert [people[f"r-{n}"] for n in range(1, 6)] == [f"person.r.{n}" for n in (1, 2, 1, 3, 4)]
    persons = [s for s in of(found, "agent") if PROV + "Person" in texts(s, TYPE)]
    assert {label for s in persons for label in texts(s, LABEL)} == {f"person-{n}" for n in range(1, 5)}
    assert [ends(s)[0] for s in of(found, "actedOnBehalfOf")] == ["software.system"]


@FEW
@given(SEEDS)
def test_redaction_leaves_no_personal_text_and_says_so(seed: int) -> None:
    graph, run = random_run(seed)
    own = [n for n in graph.nodes if n.activity.rpartition("-")[0] == run]
    marked = Subgraph([_marked(node) for node in graph.nodes], graph.edges)
    for syntax in SYNTAXES:
        if any(declared_personal(n) for n in own):
            assert b"PERSONAL" in exported(marked, run, syntax)
        text = exported(marked, run, syntax, redact=True)
        assert b"PERSONAL" not in text
        assert b"redacted" in text


def declared_personal(node: Node) -> set[str]:
    # The operator answers for the export and is named in each.
    kept_back = {f.name for f in declared(node.kind) if f.personal} - {"by", "operator"}
    return {name for name in kept_back if isinstance(node.get(name), str)}


def _marked(node: Node) -> Node:
    personal = declared_personal(node)
    fields = {k: "PERSONAL words" if k in personal else v for k, v in node.fields.items()}
    return Node(node.id, node.kind, fields, node.seq, node.ord, node.activity, node.at)


def test_the_export_opens_with_the_marking() -> None:
    graph, run = small_run()
    found = said(graph, run)
    marked = [s for s in found if texts(s, FOAM + "people")]
    assert [local(s.id) for s in marked] == ["run-1", "run-1-5-3"]
    assert marked[0] is found[0]
    for entity in marked:
        (statement,) = texts(entity, FOAM + "aiStatement")
        assert texts(entity, FOAM + "aiAssisted") == {"true"}
        for part in ("offline-rules", "City library", "parks", "1 person took part", "2026-03-01T00:05:00"):
            assert part in statement
        assert "foam challenge" in next(iter(texts(entity, FOAM + "contest")))
    for syntax in SYNTAXES:
        text = exported(graph, run, syntax, operator="Another house").decode()
        assert "AI-assisted" in text[: text.index("run-1") + 3000]
        assert "Another house" in text


def test_a_sentence_is_anchored_in_its_document() -> None:
    graph, run = small_run()
    triples = rdflib.Graph().parse(data=exported(graph, run, "turtle"), format="turtle")
    oa = rdflib.Namespace(OA)
    (note,) = triples.subjects(rdflib.RDF.type, oa.Annotation)
    assert triples.value(note, oa.hasBody) == rdflib.URIRef(name_of("run-1-1-1"))
    target = triples.value(note, oa.hasTarget)
    assert triples.value(target, oa.hasSource) == rdflib.URIRef(name_of("d1@parks"))
    exact = {str(x) for s in triples.objects(target, oa.hasSelector) for x in triples.objects(s, oa.exact)}
    places = {
        str(x)
        for s in triples.objects(target, oa.hasSelector)
        for p in (oa.start, oa.end)
        for x in triples.objects(s, p)
    }
    assert exact == {"Lamps disturb the bats."}
    assert places == {"31", "62"}
    assert b"TextQuoteSelector" not in exported(graph, run, "turtle", redact=True)


def test_shortcuts_add_the_short_properties_and_nothing_else() -> None:
    graph, run = small_run()
    plain = set(rdflib.Graph().parse(data=exported(graph, run, "turtle"), format="turtle"))
    more = set(rdflib.Graph().parse(data=exported(graph, run, "turtle", shortcuts=True), format="turtle"))
    added = {str(p).rpartition("#")[2] for _, p, _ in more - plain}
    assert plain < more
    assert added == {
        "used", "wasGeneratedBy", "wasInformedBy", "wasDerivedFrom", "wasRevisionOf", "wasQuotedFrom",
        "wasAssociatedWith", "actedOnBehalfOf", "wasInfluencedBy",
    }  # fmt: skip


def test_levels_rise_along_every_derivation_between_kinds() -> None:
    found = levels()
    assert found["Document"] < found["EvidenceSentence"] < found["EvidenceRecord"] < found["Claim"] < found["Synthesis"]


def test_support_found_later_and_circles_are_influences() -> None:
    graph = started().graph
    for n, (kind, seq) in enumerate((("Claim", 1), ("EvidenceRecord", 1), ("EvidenceRecord", 2), ("Claim", 2)), 1):
        graph.add(Node(f"n{n}", kind, {}, seq, n, f"r-{seq}", ""))
    for seq in (1, 2):
        graph.add(
            Node(f"r-{seq}", "AgentTurn", {"role": "Proposer", "step": "s", "agent": "a"}, seq, 0, f"r-{seq}", "")
        )
    graph.connect(Edge("SUPPORTS", "n3", "n1", {}, 2))  # found after the claim was written
    graph.connect(Edge("SUPPORTS", "n2", "n1", {}, 1))
    graph.connect(Edge("SUPERSEDES", "n2", "n1", {}, 1))  # would close a circle within one activity
    graph.connect(Edge("SUPERSEDES", "n4", "n4", {}, 2))  # a circle of one
    graph.connect(Edge("SUPERSEDES", "n4", "n1", {}, 2))
    found = {
        (s.kind, *ends(s), next(t for t in texts(s, TYPE) if t.startswith(FOAM))[len(FOAM) :])
        for s in said(graph, "r")
        if ".edge." in str(s.id)
    }
    assert found == {
        ("wasInfluencedBy", "n3", "n1", "SUPPORTS"),
        ("wasDerivedFrom", "n1", "n2", "SUPPORTS"),
        ("wasInfluencedBy", "n2", "n1", "SUPERSEDES"),
        ("wasInfluencedBy", "n4", "n4", "SUPERSEDES"),
        ("wasDerivedFrom", "n4", "n1", "SUPERSEDES"),
    }


_KINDS = st.sampled_from(sorted(levels()))
_ENDS = st.builds(
    End, st.sampled_from("abcdef"), _KINDS, st.sampled_from(["r", "x"]), st.integers(0, 2), st.integers(1, 3),
    st.sampled_from(["2026-01", "2026-02"]), st.just(""),
)  # fmt: skip


@given(_ENDS, _ENDS, _ENDS)
def test_derivation_is_an_order(a: End, b: End, c: End) -> None:
    assert not follows("r", a, a)
    assert not (follows("r", a, b) and follows("r", b, a))
    if follows("r", a, b) and follows("r", b, c):
        assert follows("r", a, c)


def test_the_query_of_outside_nodes_knows_the_edges_that_begin_at_old_nodes() -> None:
    old = {kind.type for kind in EDGE_KINDS if not kind.from_new and not kind.automatic}
    assert set(re.findall(r"\[e:(\w+)\]", query("prov_outside"))) == old


def test_ids_that_were_used_but_are_elsewhere_are_kept_as_text() -> None:
    chain, delta = Chain("r"), Delta()
    delta.node("Run", id="r", kind="run", title="t", operator="o", software="s")
    chain.commit(ActivityDraft("r", "Opening", Role.OPERATOR, "open", used=("d9:1",)), delta)
    chain.commit(ActivityDraft("r", "HumanAct", Role.AUDITOR, "look", "person", used=("r-0", "r")), Delta())
    found = said(chain.graph, "r")
    (first,) = [s for s in found if s.id == ID + "r-0"]
    assert texts(first, FOAM + "usedOutside") == {'["d9:1"]'}
    assert [ends(s) for s in of(found, "used")] == [("r-1", "r")]
    assert [ends(s) for s in of(found, "wasInformedBy")] == [("r-1", "r-0"), ("r-1", "r-0")]


def test_a_history_is_what_a_node_goes_back_to_and_what_was_said_of_it() -> None:
    graph, run = small_run()
    whole = {(s.kind, s.id, s.arguments) for s in said(graph, run)}
    part = said(graph, run, node="run-1-2-1")
    assert {(s.kind, s.id, s.arguments) for s in part} < whole
    things = {local(s.id) for s in part if s.kind in ("entity", "activity", "agent")}
    assert {"run-1-2-1", "run-1-2-2", "run-1-1-1", "d1@parks", "steward@abc", "run-1-2", "run-1-1"} <= things
    assert "run-1-4-1" in things  # its newer version
    assert {"run-1-3-1", "run-1-3", "person.run-1.1"} <= things  # its critique, and who made it
    assert "run-1-5-1" in things  # the synthesis that states it
    assert not things & {"run-1-5-2", "run-1-5-3", "run-1-0-2"}  # the memo, the position, the question
    assert texts(part[0], FOAM + "extractOf") == {"run-1-2-1"}
    for syntax in SYNTAXES:
        document = read_bytes(exported(graph, run, syntax, node="run-1-2-1"), "x", SYNTAXES[syntax])
        assert len(document) == len(part), syntax
