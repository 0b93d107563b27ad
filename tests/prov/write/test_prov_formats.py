"""The formats of a PROV export: the same bytes for the same graph, escapes, bundles, several runs, the manifest."""

from __future__ import annotations

import hashlib
import io
import json
import os
import subprocess
import sys
import warnings

import pyoxigraph as ox
import pytest
import rdflib
from hypothesis import given, settings
from hypothesis import strategies as st
from prov.model import ProvDocument

from foam_graph.errors import UnknownId, UsageError
from foam_graph.exchange.prov_export.export import NAMES, SYNTAXES
from foam_graph.exchange.prov_export.terms import FOAM, PREFIXES, name_of, value_of, visible
from foam_graph.model.delta import ActivityDraft, Delta
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Subgraph
from foam_graph.prov import Document, read_bytes
from foam_graph.prov.model import Statement, Value
from foam_graph.prov.vocabulary import XSD
from foam_graph.prov.write.prov_n_and_json import ProvJson, ProvN
from foam_graph.prov.write.prov_o import literal
from foam_graph.prov.write.sorted_lines import GraphDigest, SortedLines
from foam_graph.prov.write.turtle import TurtleNames
from tests.support.chains.graphs import HOSTILE, Chain, random_run, small_run
from tests.support.chains.prov_rows import Rows, exported, statements_of, told
from tests.support.shared_data import ROOT

SEEDS = st.integers(0, 2**32)
FEW = settings(max_examples=12, deadline=None)
BUNDLED = [syntax for syntax in SYNTAXES if syntax != "turtle"]
RDF = {"turtle": "turtle", "trig": "trig", "nquads": "nquads", "jsonld": "json-ld"}
TEXTS = st.one_of(st.sampled_from(HOSTILE), st.text(st.characters(exclude_categories=["Cs"]), max_size=40))


def by_prov(content: bytes, syntax: str) -> ProvDocument:
    """What the ``prov`` library reads, without bundles."""
    with warnings.catch_warnings():
        # The selectors are Web Annotations and the roles have a class: prov says that it leaves them aside.
        warnings.simplefilter("ignore")
        if syntax in RDF:
            found = ProvDocument.deserialize(content=content.decode(), format="rdf", rdf_format=RDF[syntax])
        elif syntax == "provn":
            found = ProvDocument.deserialize(content=content.decode(), format="provn", profile="strict")
        else:
            found = ProvDocument.deserialize(content=content.decode(), format="json")
    assert isinstance(found, ProvDocument)
    return found.flattened()


def ours(content: bytes, syntax: str) -> Document:
    return read_bytes(content, "export", SYNTAXES[syntax])


def asked(question: str, run: str = "r") -> Subgraph:
    chain, delta = Chain(run), Delta()
    delta.node("Run", id=run, kind="run", title="t", operator="o", software="s")
    delta.node("Question", text=question)
    chain.commit(ActivityDraft(run, "Opening", Role.OPERATOR, "open"), delta)
    return chain.graph


def two_runs() -> tuple[Subgraph, list[str]]:
    """Two runs over one corpus, and the corpus."""
    first, _ = small_run()
    second, _ = small_run()
    graph = Subgraph(first.nodes, first.edges)
    other = Chain("run-2", graph)
    delta = Delta()
    node = delta.node("Run", id="run-2", kind="run", title="Again", operator="City library", software="foam")
    delta.edge("VARIES", node, first["run-1"].ref)
    other.commit(ActivityDraft("run-2", "Opening", Role.OPERATOR, "open", used=("d1@parks",)), delta)
    del second
    return graph, ["run-1", "run-2"]


@FEW
@given(SEEDS, SEEDS)
def test_the_same_graph_gives_the_same_bytes(seed: int, other: int) -> None:
    graph, run = random_run(seed)
    for syntax in SYNTAXES:
        assert exported(graph, run, syntax) == exported(Rows(graph, other), run, syntax), syntax


def test_the_bytes_do_not_depend_on_the_hash_seed_of_the_process() -> None:
    code = (
        "import sys; from tests.support.chains.graphs import random_run; "
        "from tests.support.chains.prov_rows import exported; from foam_graph.exchange.prov_export.export import SYNTAXES; "
        "sys.stdout.buffer.write(b''.join(exported(*random_run(5), f) for f in SYNTAXES))"
    )
    command = [sys.executable, "-c", code]
    outputs = {
        subprocess.run(
            command, cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1
    assert len(outputs.pop()) > 1000


@FEW
@given(SEEDS, st.booleans())
def test_prov_reads_every_format_as_the_same_document(seed: int, redact: bool) -> None:
    graph, run = random_run(seed)
    first = by_prov(exported(graph, run, "provn", redact=redact), "provn")
    for syntax in SYNTAXES:
        content, manifest = told(graph, run, syntax, redact=redact)
        found = by_prov(content, syntax)
        assert len(list(found.get_records())) == manifest["statements"], syntax
        assert found == first, syntax


@settings(max_examples=60, deadline=None)
@given(st.one_of(TEXTS, st.text(max_size=40)))
def test_hostile_text_comes_back_from_every_format(text: str) -> None:
    graph = asked(text)
    for syntax in SYNTAXES:
        content = exported(graph, "r", syntax)
        (question,) = (s for i in ours(content, syntax).instances() for s in i.statements if s.id == name_of("r-0-2"))
        assert [v.text for name, v in question.attributes if name == FOAM + "text"] == [visible(text)], syntax
        if syntax != "jsonld":
            record = by_prov(content, syntax).get_record(name_of("r-0-2"))[0]
            assert record.get_attribute(FOAM + "text") == {visible(text)}, syntax


@given(TEXTS, st.sampled_from(["", "en", "de-ch"]))
def test_a_literal_is_what_two_rdf_readers_read(text: str, language: str) -> None:
    value = Value(text, language=language)
    line = f"<http://a/s> <http://a/p> {literal(value)} .\n"
    (quad,) = ox.parse(line.encode(), ox.RdfFormat.N_QUADS)
    assert isinstance(quad.object, ox.Literal)
    assert (quad.object.value, quad.object.language or "") == (text, language)
    (triple,) = rdflib.Graph().parse(data=line, format="nt")
    assert str(triple[2]) == text


@given(st.lists(st.tuples(TEXTS, st.sampled_from(["", "en"])), min_size=1, max_size=3))
def test_prov_n_and_json_come_back_with_any_text(texts: list[tuple[str, str]]) -> None:
    own = tuple((FOAM + "text", Value(visible(text), language=language)) for text, language in texts)
    said = Statement("entity", name_of("x"), (), own)
    for writer, syntax in ((ProvN, "prov-n"), (ProvJson, "prov-json")):
        out = io.BytesIO()
        to = writer(out, PREFIXES)
        to.begin()
        to.statement(said)
        to.end()
        (found,) = read_bytes(out.getvalue(), "x", syntax).top.statements
        assert {(v.text, v.language) for _, v in found.attributes} == {(v.text, v.language) for _, v in own}, syntax


@settings(max_examples=40, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20).filter(lambda t: t[0] not in "#@"))
def test_any_run_id_is_a_legal_name_in_every_format(run: str) -> None:
    graph = asked("Which?", run)
    found = {statements_of(ours(exported(graph, run, syntax), syntax)) for syntax in SYNTAXES}
    assert len(found) == 1
    (said,) = found
    assert name_of(run) in {row[1] for row in said}


@pytest.mark.parametrize("syntax", BUNDLED)
def test_each_run_is_a_bundle_and_its_entity_stands_outside(syntax: str) -> None:
    graph, runs = two_runs()
    document = ours(exported(graph, "", syntax, runs=runs), syntax)
    assert [s.id for s in document.top.statements if s.kind == "entity"] == [name_of(run) for run in runs]
    assert len(document.top.statements) == 2
    assert [bundle.name for bundle in document.bundles] == [name_of(run) for run in runs]


def test_several_runs_say_the_same_in_every_format_and_in_turtle_once() -> None:
    graph, runs = two_runs()
    bundled = {syntax: told(graph, "", syntax, runs=runs) for syntax in BUNDLED}
    assert len({manifest["statements"] for _, manifest in bundled.values()}) == 1
    said = {statements_of(ours(content, syntax)) for syntax, (content, _) in bundled.items()}
    assert len(said) == 1
    merged, manifest = told(graph, "", "turtle", runs=runs)
    flat = statements_of(ours(merged, "turtle"))
    assert len(flat) == manifest["statements"] < bundled["trig"][1]["statements"]
    # What another chain of the export says in full is left to it; everything else is there.
    missing = said.pop() - flat
    assert {str(row[1]).rpartition("/")[2] for row in missing} <= {"run-1", "run-1.WAS_GENERATED_BY", "run-1-0"}


def test_the_manifest_says_what_was_written() -> None:
    graph, run = small_run()
    hashes = set()
    for syntax in SYNTAXES:
        content, manifest = told(graph, run, syntax)
        assert manifest["bytes"] == len(content)
        assert manifest["sha256"] == hashlib.sha256(content).hexdigest()
        assert manifest["runs"] == [
            {"id": run, "activities": 6, "last": "run-1-5", "at": "2026-03-01T00:05:00.000042Z", "hash": "0" * 64}
        ]
        assert manifest["kinds"]["wasAssociatedWith"] == 6
        json.dumps(manifest)
        if syntax in ("trig", "nquads", "jsonld"):
            hashes.add(manifest["rdfc10"])
            assert manifest["rdfc10"] == canonical_hash(content, syntax)
    assert len(hashes) == 1
    assert told(graph, run, "turtle")[1]["rdfc10"] == canonical_hash(exported(graph, run, "turtle"), "turtle")


def canonical_hash(content: bytes, syntax: str) -> str:
    """RDFC-1.0 by pyoxigraph."""
    forms = {"trig": ox.RdfFormat.TRIG, "nquads": ox.RdfFormat.N_QUADS, "jsonld": ox.RdfFormat.JSON_LD}
    dataset = ox.Dataset(ox.parse(content, forms.get(syntax, ox.RdfFormat.TURTLE)))
    dataset.canonicalize(ox.CanonicalizationAlgorithm.RDFC_1_0)
    lines = sorted(ox.serialize([quad], format=ox.RdfFormat.N_QUADS) or b"" for quad in dataset)
    return hashlib.sha256(b"".join(lines)).hexdigest()


@FEW
@given(SEEDS, st.booleans())
def test_turtle_and_trig_are_laid_out_as_pyoxigraph_lays_them_out(seed: int, shortcuts: bool) -> None:
    graph, run = random_run(seed, 5)
    for syntax, form in (("turtle", ox.RdfFormat.TURTLE), ("trig", ox.RdfFormat.TRIG)):
        quads = ox.parse(exported(graph, run, "nquads", shortcuts=shortcuts), ox.RdfFormat.N_QUADS)
        said = (quad.triple for quad in quads) if syntax == "turtle" else quads
        lines = (ox.serialize(said, format=form, prefixes=NAMES.prefixes) or b"").splitlines(keepends=True)
        # Its prefixes come in an order that changes from process to process.
        head = len(NAMES.prefixes)
        expected = b"".join([*sorted(lines[:head]), *lines[head:]])
        assert exported(graph, run, syntax, shortcuts=shortcuts) == expected


@given(st.floats(), st.integers(-(2**40), 2**40), st.booleans())
def test_numbers_in_turtle_are_written_as_pyoxigraph_writes_them(number: float, whole: int, truth: bool) -> None:
    for value in map(value_of, (number, whole, truth)):
        triple = ox.Triple(
            ox.NamedNode("a:s"), ox.NamedNode("a:p"), ox.Literal(value.text, datatype=ox.NamedNode(value.datatype))
        )
        line = ox.serialize([triple], format=ox.RdfFormat.TURTLE, prefixes={"xsd": XSD}) or b""
        assert line.decode().splitlines()[-1] == f"<a:s> <a:p> {TurtleNames({}).literal(value)} ."


TAILS = [f"<http://a/p{n}> <http://a/{o}>" for n in range(3) for o in ("o", "ö", "o2")]
ENDS = [" .\n", " <http://a/g> .\n"]
BLOCKS = st.tuples(
    st.sampled_from(["<http://a/1>", "<http://a/11>", "<http://a/é>"]),
    st.lists(st.sampled_from(TAILS), min_size=1, max_size=4, unique=True),
    st.sampled_from(ENDS),
)


@given(st.lists(BLOCKS, max_size=30))
def test_the_digest_is_that_of_the_sorted_set_however_it_is_cut(blocks: list[tuple[str, list[str], str]]) -> None:
    lines = [f"{subject} {tail}{end}" for subject, tails, end in blocks for tail in tails]
    expected = hashlib.sha256("".join(sorted(set(lines))).encode()).hexdigest()
    for piece in (1, 100, 10_000):
        with GraphDigest(piece=piece) as digest:
            for subject, tails, end in blocks:
                digest.add([(subject, tails)], end)
            assert digest.value() == expected
            assert digest.quads == len(lines)
        with GraphDigest(piece=piece) as digest:
            for end in ENDS:
                digest.add([(subject, tails) for subject, tails, own in blocks if own == end], end)
            assert digest.value() == expected


def test_one_subject_of_very_many_lines_has_the_same_digest() -> None:
    tails = [f"<http://a/p> <http://a/{n * 7919 % 10_007}>" for n in range(6_000)]
    lines = sorted({f"<http://a/s> {tail} .\n" for tail in tails})
    for width in (1, 7):
        with GraphDigest(piece=50_000) as digest:
            for n in range(0, len(tails), width):
                digest.add([("<http://a/s>", tails[n : n + width])], " .\n")
            assert digest.value() == hashlib.sha256("".join(lines).encode()).hexdigest()


@given(st.lists(st.integers(0, 20), max_size=60))
def test_sorted_lines_come_once_however_they_are_cut(numbers: list[int]) -> None:
    for piece in (1, 20, 10_000):
        with SortedLines(piece) as lines:
            for n in numbers:
                lines.add([f"{n:02} {'x' * 4000}\n"])
            assert [int(line[:2]) for line in lines] == sorted(set(numbers))


def test_a_graph_that_is_too_large_gets_no_digest() -> None:
    with GraphDigest(most=2, piece=1) as digest:
        for n in range(3):
            digest.add([(f"<http://a/{n}>", ["<http://a/p> <http://a/o>"])], " .\n")
        assert digest.value() is None


def test_a_bad_time_is_no_time() -> None:
    graph = asked("Which?")
    nodes = [type(n)(n.id, n.kind, n.fields, n.seq, n.ord, n.activity, "soon") for n in graph.nodes]
    found = {statements_of(ours(exported(Subgraph(nodes), "r", syntax), syntax)) for syntax in SYNTAXES}
    assert len(found) == 1
    assert not [row for row in found.pop() if row[0] == "activity" and row[2] != (None, None)]


def test_wrong_requests_are_refused() -> None:
    graph, run = small_run()
    with pytest.raises(UnknownId, match="no run 'nowhere'"):
        exported(graph, "nowhere", "turtle")
    with pytest.raises(UnknownId, match="no run 'run-1-2-1'"):
        exported(graph, "run-1-2-1", "turtle")
    with pytest.raises(UsageError, match="xml"):
        exported(graph, run, "xml")
    with pytest.raises(UnknownId, match="run-9-9 is not in run-1"):
        exported(graph, run, "turtle", node="run-9-9")
