"""Reading: the corners of each syntax, and bad input of every kind, named by file and line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foam_graph.errors import DataFileError, EnvironmentFault, FoamError, UsageError
from foam_graph.prov import SYNTAXES, Document, Instance, Value, check, read_bytes, read_file, statement
from tests.support.prov.prov_cases import FIXTURES
from tests.support.prov.prov_writing import WRITERS
from tests.support.shared_data import require

EX = "http://example.org/"
PROV = "http://www.w3.org/ns/prov#"
XSD = "http://www.w3.org/2001/XMLSchema#"


def provn(*lines: str) -> Document:
    return read_bytes("\n".join(["document", f"prefix ex <{EX}>", *lines, "endDocument"]).encode(), "d.provn")


def fault(content: bytes, path: str) -> DataFileError:
    with pytest.raises(DataFileError) as found:
        read_bytes(content, path)
    assert found.value.path == path
    return found.value


def test_provn_in_full() -> None:
    text = """ // a comment
    document default <urn:d:> prefix ex <http://example.org/> /* another
    one */
      entity(local, [prov:type='ex:T', ex:n=-5, ex:s="a \\"quoted\\" text"@en-GB, ex:l=\"\"\"two
lines\"\"\", ex:d="1.5" %% xsd:double])
      entity(ex:a\\=b\\,c/d//e.f%20g)
      used(ex:u1; ex:a, -, 2020-01-01T00:00:00.5+01:00)
      ex:unknown(ex:a, (nested), ")")
      bundle ex:b
        prefix ex <urn:other:>
        agent(ex:inside)
      endBundle
    endDocument
    """
    document = read_bytes(text.encode(), "d.provn")
    first, second, third = document.top.statements
    assert first.id == "urn:d:local"
    assert dict(first.attributes) == {
        PROV + "type": Value(EX + "T", ""),
        EX + "n": Value("-5", XSD + "int"),
        EX + "s": Value('a "quoted" text', PROV + "InternationalizedString", "en-GB"),
        EX + "l": Value("two\nlines"),
        EX + "d": Value("1.5", XSD + "double"),
    }
    assert second.id == EX + "a=b,c/d//e.f%20g"
    assert third.arguments == (EX + "a", None, "2020-01-01T00:00:00.5+01:00")
    assert third.line == 7
    assert [(b.name, b.statements[0].id) for b in document.bundles] == [("urn:other:b", "urn:other:inside")]


BAD_PROVN = {
    "no document": ("entity(ex:e)", 1, "begins with `document`"),
    "undeclared prefix": ("document\nentity(no:e)\nendDocument", 2, "prefix 'no'"),
    "no default": ("document\n\nentity(e)\nendDocument", 3, "default namespace"),
    "unknown statement": ("document\nwasMadeBy(e)\nendDocument", 2, "no PROV statement 'wasMadeBy'"),
    "too many": ("document default <urn:x:>\nhadMember(a, b, c)\nendDocument", 2, "at most 2"),
    "no id": ("document\nentity(-)\nendDocument", 2, "needs an identifier"),
    "an id too many": ("document default <urn:x:>\nhadMember(i; a, b)\nendDocument", 2, "no identifier"),
    "no end": ("document default <urn:x:>\nentity(e)\n", 3, "the end of the file"),
    "text after the end": ("document\nendDocument\nentity(e)", 3, "after endDocument"),
    "a bad time": ("document default <urn:x:>\nused(a, e, 2020-02-30T00:00:00)\nendDocument", 2, "no day"),
    "a name for a time": ("document default <urn:x:>\nused(a, e, soon)\nendDocument", 2, "xsd:dateTime"),
    "open brackets": ("document default <urn:x:>\nentity(e, [prov:type='a'\nendDocument", 3, "attribute"),
    "a bare value": ("document default <urn:x:>\nentity(e, [a=b])\nendDocument", 2, "attribute"),
    "a missing parenthesis": ("document default <urn:x:>\nentity(e\nendDocument", 2, "expected a statement"),
    "a bundle in a bundle": (
        "document default <urn:x:>\nbundle a\nbundle b\nendBundle\nendBundle\nendDocument", 3, "expected a statement",
    ),
    "an open extension": ("document prefix x <urn:x:>\nx:more(a, (b)\nendDocument", 2, "do not close"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD_PROVN)
def test_bad_provn(name: str) -> None:
    text, line, told = BAD_PROVN[name]
    found = fault(text.encode(), "d.provn")
    assert told in found.fault
    assert found.line == line


def test_json_in_full() -> None:
    data = """{"prefix": {"ex": "http://example.org/", "default": "urn:d:"},
      "entity": {"a": {"prov:type": [{"$": "ex:T", "type": "prov:QUALIFIED_NAME"}, "text"], "ex:n": 5, "ex:b": true},
                 "ex:two": [{}, {"prov:label": {"$": "hello", "lang": "en"}}], "ex:two": {}},
      "wasGeneratedBy": {"_:g": {"prov:entity": "a"}, "_:kept": {"prov:entity": "ex:two", "prov:activity": "ex:act"}},
      "wasDerivedFrom": {"_:d": {"prov:generatedEntity": "ex:two", "prov:usedEntity": "a", "prov:activity": "ex:act",
                                 "prov:generation": "_:kept"}},
      "hadMember": {"_:m": {"prov:collection": "a", "prov:entity": ["ex:x", "ex:y"]}},
      "bundle": {"in:b": {"prefix": {"in": "urn:in:"}, "agent": {"ex:ag": {}}}}}"""
    document = read_bytes(data.encode(), "d.json")
    rows = document.top.statements
    assert [row.kind for row in rows].count("entity") == 4
    assert rows[0].id == "urn:d:a"
    assert (EX + "n", Value("5", XSD + "int")) in rows[0].attributes
    generated = {row.id: row for row in rows if row.kind == "wasGeneratedBy"}
    assert set(generated) == {None, "_:kept"}
    assert [row.arguments for row in rows if row.kind == "hadMember"] == [("urn:d:a", EX + "x"), ("urn:d:a", EX + "y")]
    assert [(b.name, b.statements[0].id) for b in document.bundles] == [("urn:in:b", EX + "ag")]
    assert check(document).valid


BAD_JSON = {
    "not json": ("{\n\n x}", 3, "not JSON"),
    "a list": ("[]", 0, "not a JSON object"),
    "an unknown kind": ('{\n"made": {}}', 2, "no kind of PROV statement"),
    "an undeclared prefix": ('{"entity": {\n"no:e": {}}}', 2, "prefix 'no'"),
    "two names for one": ('{"prefix": {"x": "urn:x:"},\n"used": {"x:u": {"prov:activity": ["x:a", "x:b"]}}}', 2, "not one"),
    "a bad time": ('{"prefix": {"x": "urn:x:"}, "used": {"x:u": {"prov:time": "noon"}}}', 1, "xsd:dateTime"),
    "a number for a time": ('{"prefix": {"x": "urn:x:"}, "used": {"x:u": {"prov:time": 5}}}', 1, "not one text"),
    "a value of null": ('{"prefix": {"x": "urn:x:"}, "entity": {"x:e": {"x:k": null}}}', 1, "no literal"),
    "a bundle in a bundle": (
        '{"prefix": {"x": "urn:x:"}, "bundle": {"x:b": {"bundle": {"x:c": {}}}}}', 1, "stands in a bundle",
    ),
    "deep": ("[" * 100_000, 0, "nested"),
    "a number of a million digits": ('{"a": ' + "1" * 1_000_000 + "}", 0, "not JSON"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD_JSON)
def test_bad_json(name: str) -> None:
    text, line, told = BAD_JSON[name]
    found = fault(text.encode(), "d.json")
    assert told in found.fault
    assert found.line == line


HEAD = f'<prov:document xmlns:prov="{PROV}" xmlns:ex="{EX}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'


def test_xml_in_full() -> None:
    text = f"""<?xml version="1.0"?>{HEAD}
      <prov:plan prov:id="ex:p"><prov:label xml:lang="en">a plan</prov:label></prov:plan>
      <prov:wasRevisionOf><prov:generatedEntity prov:ref="ex:b"/><prov:usedEntity prov:ref="ex:a"/></prov:wasRevisionOf>
      <prov:hadMember><prov:collection prov:ref="ex:c"/><prov:entity prov:ref="ex:a"/><prov:entity prov:ref="ex:b"/></prov:hadMember>
      <prov:bundle prov:id="ex:described"><prov:label>a bundle</prov:label></prov:bundle>
      <prov:bundleContent prov:id="in:b" xmlns:in="urn:in:"><prov:agent prov:id="in:g"/></prov:bundleContent>
      <prov:other><ex:more/></prov:other>
    </prov:document>"""
    document = read_bytes(text.encode("utf-16"), "d.provx")
    kinds = [row.kind for row in document.top.statements]
    assert kinds == ["entity", "wasDerivedFrom", "hadMember", "hadMember", "entity"]
    assert list(document.top.statements[1].types()) == [PROV + "Revision"]
    assert [(b.name, b.statements[0].id) for b in document.bundles] == [("urn:in:b", "urn:in:g")]


BOMB = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10))
BAD_XML = {
    "not well-formed": (f"{HEAD}\n<prov:entity prov:id='ex:e'>\n</prov:document>", 3, "not XML"),
    "an entity bomb": (f'<!DOCTYPE x [<!ENTITY e0 "boom">{BOMB}]>\n{HEAD}&e9;</prov:document>', 1, "document type"),
    "a file from outside": (
        f'\n<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]>{HEAD}&e;</prov:document>', 2, "document type",
    ),
    "another root": ("<html/>", 1, "not prov:document"),
    "an unknown element": (f"{HEAD}\n<prov:made/></prov:document>", 2, "no PROV statement 'made'"),
    "no ref": (f"{HEAD}\n<prov:used><prov:activity/></prov:used></prov:document>", 2, "no prov:ref"),
    "no id": (f"{HEAD}\n<prov:entity/></prov:document>", 2, "no prov:id"),
    "undeclared": (f"{HEAD}\n<prov:entity prov:id='no:e'/></prov:document>", 2, "prefix 'no'"),
    "twice": (
        f"{HEAD}\n<prov:used><prov:activity prov:ref='ex:a'/><prov:activity prov:ref='ex:b'/></prov:used></prov:document>",
        2, "twice",
    ),
    "a bad time": (f"{HEAD}\n<prov:used><prov:time>now</prov:time></prov:used></prov:document>", 2, "xsd:dateTime"),
    "deep": (HEAD + "<prov:entity prov:id='ex:e'>" * 5000, 1, "nested deeper"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD_XML)
def test_bad_xml(name: str) -> None:
    text, line, told = BAD_XML[name]
    found = fault(text.encode(), "d.provx")
    assert told in found.fault
    assert found.line == line


TTL = f"@prefix prov: <{PROV}> . @prefix ex: <{EX}> . @prefix xsd: <{XSD}> .\n"


def turtle(text: str) -> Document:
    return read_bytes((TTL + text).encode(), "d.ttl")


def test_prov_o_in_full() -> None:
    document = turtle("""
      ex:e a prov:Plan ; prov:generatedAtTime "2020-01-01T00:00:00Z"^^xsd:dateTime ; prov:wasQuotedFrom ex:f ;
        prov:qualifiedGeneration [ prov:activity ex:a ; prov:hadRole ex:r ] .
      ex:a prov:startedAtTime "2020-01-01T00:00:00Z"^^xsd:dateTime ; prov:generated ex:h ;
        prov:qualifiedAssociation ex:as .
      ex:as a prov:Association ; prov:agent ex:g ; prov:hadPlan ex:e .
      ex:x a prov:Usage ; prov:entity ex:e .""")
    rows = {(row.kind, row.arguments) for row in document.top.statements}
    assert rows == {
        ("entity", ()),
        ("wasGeneratedBy", (EX + "e", None, "2020-01-01T00:00:00Z")),
        ("wasDerivedFrom", (EX + "e", EX + "f", None, None, None)),
        ("wasGeneratedBy", (EX + "e", EX + "a", None)),
        ("activity", ("2020-01-01T00:00:00Z", None)),
        ("wasGeneratedBy", (EX + "h", EX + "a", None)),
        ("wasAssociatedWith", (EX + "a", EX + "g", EX + "e")),
        ("used", (None, EX + "e", None)),
    }
    assert [v.constraint for v in check(document).violations] == ["prov-dm"]


def test_a_property_on_the_wrong_sort_of_thing_is_found() -> None:
    document = turtle("ex:e a prov:Entity ; prov:qualifiedAssociation ex:as . ex:as prov:agent ex:g .")
    assert [v.constraint for v in check(document).violations] == ["55"]


def test_blank_nodes_are_variables() -> None:
    one = turtle("ex:e prov:qualifiedGeneration [ prov:activity ex:a ], [ prov:activity ex:a ] .")
    assert check(one).violations == ()
    two = turtle("ex:e prov:qualifiedGeneration ex:g1, ex:g2 . ex:g1 prov:activity ex:a . ex:g2 prov:activity ex:a .")
    assert [v.constraint for v in check(two).violations] == ["24"]


def test_values_that_contradict_each_other_on_one_node_are_found() -> None:
    document = turtle("ex:e prov:qualifiedGeneration ex:g . ex:g prov:activity ex:a, ex:b .")
    assert "23" in {v.constraint for v in check(document).violations}


def test_named_graphs_are_bundles() -> None:
    document = read_bytes((TTL + "ex:x a prov:Entity . ex:b { ex:x a prov:Activity . }").encode(), "d.trig")
    assert [bundle.name for bundle in document.bundles] == [EX + "b"]
    assert check(document).valid


RDF_HEAD = f'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:p="{PROV}" xmlns:x="urn:x:">'
BAD_RDF = {
    "d.ttl": (TTL + "ex:a ex:b ;;", 2, "not turtle"),
    "foreign.ttl": ("<urn:a> <urn:b> <urn:c> .", 0, "nothing of PROV-O"),
    "literal.ttl": (TTL + 'ex:a prov:used "text" .', 0, "no name"),
    "time.ttl": (TTL + 'ex:a prov:startedAtTime "noon" .', 0, "xsd:dateTime"),
    "d.nt": ("<urn:a> <urn:b>\n", 2, "not n-triples"),
    "d.nq": ("<urn:a> <urn:b> <urn:c> <urn:d> <urn:e> .", 1, "not n-quads"),
    "remote.jsonld": ('{"@context": "http://example.invalid/context.json", "@id": "urn:a"}', 0, "remote contexts"),
    "bomb.rdf": (f'\n<!DOCTYPE r [<!ENTITY e0 "x">{BOMB}]>{RDF_HEAD}</rdf:RDF>', 2, "entities"),
}


@pytest.mark.parametrize("path", BAD_RDF)
def test_bad_rdf(path: str) -> None:
    text, line, told = BAD_RDF[path]
    found = fault(text.encode(), path)
    assert told in found.fault
    assert line in (found.line, 0)


@pytest.mark.parametrize("syntax", SYNTAXES)
def test_binary_files_and_wrong_encodings(syntax: str) -> None:
    for content in (
        b"\x7fELF\0\0\0\xff\xfe",
        bytes(range(256)) * 8,
        b"docu\0ment",
        "document é".encode("latin-1"),
        b" \n",
    ):
        with pytest.raises(DataFileError):
            read_bytes(content, "file.bin", syntax)


def test_files_that_are_not_there_or_too_large(tmp_path: Path) -> None:
    for path in (tmp_path / "none.provn", tmp_path, tmp_path / "file" / "below.ttl"):
        (tmp_path / "file").write_text("x")
        with pytest.raises(UsageError):
            read_file(path)
    (tmp_path / "big.provn").write_text("document endDocument" + " " * 100)
    with pytest.raises(UsageError, match="more than"):
        read_file(tmp_path / "big.provn", most_bytes=50)
    os.mkfifo(tmp_path / "pipe.provn")
    with pytest.raises(EnvironmentFault):
        read_file(Path("\0"))


def test_the_syntax_is_found_by_ending_or_content(tmp_path: Path) -> None:
    document = Document(Instance("", [statement("entity", EX + "e", ())]))
    endings = {
        "prov-n": "provn", "prov-json": "json", "prov-xml": "xml", "turtle": "ttl", "trig": "trig", "n-triples": "nt",
        "n-quads": "nq", "rdf-xml": "xml", "json-ld": "json",
    }  # fmt: skip
    assert set(endings) == set(SYNTAXES)
    for syntax, ending in endings.items():
        path = tmp_path / f"{syntax}.{ending}"
        path.write_bytes(WRITERS[syntax](document))
        assert [row.id for row in read_file(path).top.statements] == [EX + "e"]
        assert [row.id for row in read_bytes(path.read_bytes(), "nameless", syntax).top.statements] == [EX + "e"]
    with pytest.raises(UsageError, match="cannot be told"):
        read_bytes(b"something else", "file.txt")
    with pytest.raises(UsageError, match="no PROV syntax"):
        read_bytes(b"document endDocument", "file.txt", "yaml")


def test_what_others_count_as_malformed_is_not_read() -> None:
    files = sorted(require(FIXTURES / "malformed").glob("*"))
    assert files
    for file in files:
        with pytest.raises(DataFileError):
            read_file(file)


def test_the_same_documents_in_json_and_turtle_have_the_same_verdict() -> None:
    files = sorted(require(FIXTURES / "json").glob("*.json"))
    pairs = [(file, FIXTURES / "rdf" / f"{file.stem}.ttl") for file in files]
    compared = 0
    for one, two in pairs:
        # Turtle has no bundles: those files put everything into one graph.
        if two.exists() and not one.stem.startswith("bundle"):
            compared += 1
            assert check(read_file(one)).valid == check(read_file(two)).valid, one.stem
    assert compared > 300


@given(st.sampled_from(SYNTAXES), st.binary(max_size=200))
@settings(max_examples=300, deadline=None)
def test_no_bytes_bring_the_readers_down(syntax: str, content: bytes) -> None:
    with suppress(FoamError):
        assert check(read_bytes(content, "fuzz", syntax)).statements >= 0


@given(st.sampled_from(SYNTAXES), st.data())
@settings(max_examples=300, deadline=None)
def test_no_damage_brings_the_readers_or_the_checker_down(syntax: str, data: st.DataObject) -> None:
    rows = [
        statement("entity", EX + "e", ()),
        statement("wasGeneratedBy", EX + "g", (EX + "e", EX + "a", "2020-01-01T00:00:00Z"), [(EX + "k", Value("v"))]),
        statement("wasDerivedFrom", None, (EX + "f", EX + "e")),
    ]
    content = bytearray(WRITERS[syntax](Document(Instance("", rows))))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(content) - 1))
        content[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    with suppress(FoamError):
        assert check(read_bytes(bytes(content), "fuzz", syntax)).statements >= 0


def test_the_package_needs_nothing_else_of_this_product() -> None:
    code = "import sys, foam_graph.prov; print(*sorted(m for m in sys.modules if m.startswith('foam_graph.')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    others = [
        m
        for m in done.stdout.split()
        if not m.startswith(("foam_graph.prov", "foam_graph.errors", "foam_graph.advice", "foam_graph.version"))
    ]
    assert others == []


def test_a_key_that_stands_twice_is_two_statements(tmp_path: Path) -> None:
    path = tmp_path / "twice.json"
    one = {"prov:entity": "ex:e"}
    inner = json.dumps(one)
    path.write_text(
        f'{{"prefix": {{"ex": "{EX}"}}, "wasGeneratedBy": {{"ex:g": {inner}, "ex:g": {{"prov:entity": "ex:f"}}}}}}'
    )
    assert [v.constraint for v in check(read_file(path)).violations] == ["23"]
