"""The generated files: current, the same each time, and as the tables of the model say; the pages among them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import rdflib
from hypothesis import given
from hypothesis import strategies as st
from rdflib import RDFS

from foam_graph.errors import DataFileError, EnvironmentFault, ModelViolation, UsageError
from foam_graph.model import constraints, edges, nodes
from foam_graph.model.kinds import EdgeKind, Field, NodeKind, Role
from foam_graph.schema import audit_pages
from foam_graph.schema import files as schema
from foam_graph.schema import reference_pages as schema_reference
from foam_graph.schema import terms as schema_terms
from foam_graph.schema.owl import EXPORTED, STORED
from foam_graph.schema.terms import NAMESPACE, quoted

ROOT = Path(__file__).resolve().parents[2]
FROM_TABLES = {name for name in schema.generated() if not name.startswith(audit_pages.FOLDER)}
FOAM = rdflib.Namespace(NAMESPACE)
PROV = rdflib.Namespace("http://www.w3.org/ns/prov#")


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
