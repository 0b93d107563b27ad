"""Full exports read back: every random graph in every syntax, and nothing that was changed in any way."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foam_graph.errors import DataFileError, FoamError, VerifyError
from foam_graph.exchange.prov_export.export import SYNTAXES
from foam_graph.exchange.prov_export.marking import PROSE
from foam_graph.exchange.prov_export.replay import hold
from foam_graph.exchange.prov_export.spool import Spool
from foam_graph.exchange.prov_export.terms import local_name, text_of
from foam_graph.model.nodes import NODES
from foam_graph.prov import check, read_bytes
from foam_graph.prov.read.files import syntax_of
from tests.support.chains.graphs import Chain, random_chains, small_run
from tests.support.chains.prov_rows import exported, statements_of
from tests.support.chains.sealed_rows import full_export, spooled


def read_back(content: bytes, form: str) -> Spool:
    """A spool with what a file says, once it was found to hold."""
    with tempfile.NamedTemporaryFile(suffix=f".{form}") as file:
        file.write(content)
        file.flush()
        spool = Spool("the file")
        try:
            hold(spool, Path(file.name), SYNTAXES[form])
        except BaseException:
            spool.__exit__()
            raise
    return spool


def rows(spool: Spool, runs: list[str]) -> list[tuple[Any, ...]]:
    """Every row with its types."""
    return [
        (e.labels, repr(sorted((e.props or {}).items())), sorted(map(told, e.nodes)), sorted(map(told, e.edges)))
        for e in spool.events(runs)
    ]


def told(row: tuple[Any, ...]) -> str:
    return repr([*row[:-1], sorted(row[-1].items())])


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.sampled_from(sorted(SYNTAXES)), st.sampled_from(["both", "run", "corpus"]))
def test_a_full_export_gives_the_same_rows_and_the_same_bytes_again(seed: int, form: str, which: str) -> None:
    chains = random_chains(seed, 4)
    runs = [c.run for n, c in enumerate(chains) if which == "both" or (which == "run") == (n == 1)]
    with Spool("") as made:
        content, manifest = full_export(spooled(made, chains), runs, form)
        with read_back(content, form) as again:
            assert sorted(again.chains()) == sorted(runs)
            assert rows(again, runs) == rows(made, runs)
            more, same = full_export(again, runs, form)
    assert more == content
    assert same == manifest


@pytest.mark.parametrize("seed", range(6))
def test_full_exports_say_the_same_in_every_syntax_and_are_valid(seed: int) -> None:
    chains = random_chains(seed)
    said, hashes = set(), set()
    with Spool("") as spool:
        spooled(spool, chains)
        for form, syntax in SYNTAXES.items():
            content, manifest = full_export(spool, [chains[1].run], form)
            document = read_bytes(content, "export", syntax)
            report = check(document)
            assert report.violations == (), form
            assert report.statements == manifest["statements"]
            said.add(statements_of(document))
            hashes.add(manifest["rdfc10"])
    assert (len(said), len(hashes)) == (1, 2)


@pytest.fixture(scope="module")
def chains() -> tuple[Chain, Chain]:
    # The first ones in which a person acts: which seed that is hangs on the tables of the model.
    found = (random_chains(seed, 8) for seed in range(40))
    return next(both for both in found if any(one.activity.get("by") for chain in both for one in chain.sealed))


@pytest.fixture(scope="module")
def lines(chains: tuple[Chain, Chain]) -> list[str]:
    with Spool("") as spool:
        content, _ = full_export(spooled(spool, chains), [c.run for c in chains], "nquads")
    return content.decode().splitlines(keepends=True)


def refused(lines: list[str]) -> FoamError:
    with pytest.raises((VerifyError, DataFileError)) as caught:
        read_back("".join(lines).encode(), "nquads")
    return caught.value


@settings(max_examples=60)
@given(st.data())
def test_no_statement_can_be_taken_away(lines: list[str], data: st.DataObject) -> None:
    n = data.draw(st.integers(0, len(lines) - 1))
    if lines.count(lines[n]) == 1:
        refused([*lines[:n], *lines[n + 1 :]])


@settings(max_examples=60)
@given(st.data())
def test_no_character_can_be_changed(lines: list[str], data: st.DataObject) -> None:
    # Prose for readers is made anew and not compared.
    compared = [n for n, line in enumerate(lines) if not any(f"<{name}>" in line for name in PROSE)]
    n = data.draw(st.sampled_from(compared))
    place = data.draw(st.integers(0, len(lines[n]) - 2))
    new = data.draw(st.sampled_from('aZ09%-_.<>"\\ :#').filter(lambda c: c != lines[n][place]))
    if (edited := lines[n][:place] + new + lines[n][place + 1 :]) not in lines:
        try:
            read_back("".join([*lines[:n], edited, *lines[n + 1 :]]).encode(), "nquads")
        except (VerifyError, DataFileError):
            return
        # What is left is another way to write the same: a space for a space, an escape for its character.
        with read_back("".join(lines).encode(), "nquads"):
            assert edited.split() == lines[n].split() or "\\u" in edited


def test_the_order_of_the_statements_does_not_matter(chains: tuple[Chain, Chain], lines: list[str]) -> None:
    runs = [c.run for c in chains]
    with read_back("".join(sorted(lines)).encode(), "nquads") as spool:
        assert full_export(spool, runs, "nquads")[0] == "".join(lines).encode()


def with_quad(lines: list[str], quad: str) -> list[str]:
    return [*lines, f"{quad} .\n"]


ID = "<https://w3id.org/foam-graph/id/"
GRAPH = "<https://w3id.org/foam-graph/id/x>"
FOAM = "https://w3id.org/foam-graph/ontology#"


@pytest.mark.parametrize(
    "quad",
    [
        f'<http://example.org/a> <http://www.w3.org/2000/01/rdf-schema#label> "mine" {GRAPH}',
        f"_:b <http://www.w3.org/ns/prov#used> {ID}d> {GRAPH}",
        f"{ID}y> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <{FOAM}Claim> {GRAPH}",
        f"{ID}run-9> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <{FOAM}AgentTurn> {GRAPH}",
        f"<https://w3id.org/foam-graph/relation/x-1.edge.1> <http://www.w3.org/ns/prov#entity> {ID}d> {GRAPH}",
        f"<https://w3id.org/foam-graph/relation/x-1.edge.one> <http://www.w3.org/ns/prov#entity> {ID}d> {GRAPH}",
    ],
)
def test_nothing_can_be_added(lines: list[str], quad: str) -> None:
    refused(with_quad(lines, quad))


def test_a_number_that_no_database_holds_is_refused(lines: list[str]) -> None:
    name = next(name for kind in NODES.values() for name in (f.name for f in kind.fields if f.type == "int")
                if any(f"{FOAM}{name}> " in line for line in lines))  # fmt: skip
    told = next(line for line in lines if f"{FOAM}{name}> " in line).rpartition(" <")[0]
    edited = [re.sub(r'"\d+"', f'"{10**22}"', line) if line.startswith(told) else line for line in lines]
    assert edited != lines
    assert "which is no int" in refused(edited).message


def test_a_whole_activity_cannot_be_taken_away(chains: tuple[Chain, Chain], lines: list[str]) -> None:
    for chain in chains:
        for one in chain.sealed:
            name = local_name(one.done.activity)
            left = [line for line in lines if f"/{name}>" not in line and f"/{name}." not in line]
            assert 0 < len(left) < len(lines)
            refused(left)


@pytest.mark.parametrize("form", sorted(SYNTAXES))
def test_an_export_without_its_ledger_is_refused_with_a_hint(form: str) -> None:
    graph, run = small_run()
    for more in ({}, {"redact": True}):
        with pytest.raises(VerifyError, match=r"--full|was redacted") as caught:
            read_back(exported(graph, run, form, **more), form)
        assert "--full" in caught.value.hint


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("turtle", "@prefix prov: <http://www.w3.org/ns/prov#> . <http://x/e> a prov:Entity ."),
        ("turtle", ""),
        ("nquads", ""),
        ("json", '{"entity": {"ex:e": {}}, "prefix": {"ex": "http://example.org/"}}'),
        ("json", '{"wasStartedBy": {"_:s": {"prov:activity": "ex:a"}}, "prefix": {"ex": "http://example.org/"}}'),
        ("provn", "document\n  prefix ex <http://example.org/>\n  entity(ex:e)\nendDocument"),
        ("jsonld", "{}"),
        ("jsonld", "{"),
        ("trig", "<<<"),
        ("json", "[1]"),
        ("provn", "docu"),
    ],
)
def test_what_others_wrote_is_refused(form: str, text: str) -> None:
    with pytest.raises((VerifyError, DataFileError)):
        read_back(text.encode(), form)


@pytest.mark.parametrize("form", sorted(SYNTAXES))
def test_half_a_file_is_refused(chains: tuple[Chain, Chain], form: str) -> None:
    with Spool("") as spool:
        content, _ = full_export(spooled(spool, chains), [chains[1].run], form)
    for part in (len(content) // 3, len(content) - 20):
        with pytest.raises((VerifyError, DataFileError)):
            read_back(content[:part], form)


def test_shortcuts_do_no_harm(chains: tuple[Chain, Chain]) -> None:
    with Spool("") as made:
        content, _ = full_export(spooled(made, chains), [chains[1].run], "trig", shortcuts=True)
        with read_back(content, "trig") as again:
            assert full_export(again, [chains[1].run], "trig", shortcuts=True)[0] == content


def strings(found: Any) -> Iterator[str]:
    if isinstance(found, dict):
        for value in found.values():
            yield from strings(value)
    elif isinstance(found, list):
        for value in found:
            yield from strings(value)
    elif isinstance(found, str):
        yield found


def test_only_a_full_export_names_people_and_salts(chains: tuple[Chain, Chain]) -> None:
    people = [one for chain in chains for one in chain.sealed if one.activity.get("by")]
    assert people
    with Spool("") as spool:
        content, _ = full_export(spooled(spool, chains), [chains[1].run], "json")
    texts = list(strings(json.loads(content)))
    for one in people:
        assert one.activity["by"] in texts
        assert any(one.activity["salt"] in text for text in texts)
    plain = exported(chains[1].graph, chains[1].run, "json")
    assert b"Secret" not in plain
    assert b"salt" not in plain
    assert not [one for one in people if one.activity["salt"].encode() in plain]


@given(st.text(st.characters(exclude_categories=[])))
def test_a_name_gives_its_text_back(text: str) -> None:
    assert text_of(local_name(text)) == text


def test_the_syntax_is_known_without_an_ending(lines: list[str]) -> None:
    assert syntax_of("".join(lines).encode(), "file") == "n-quads"
    assert syntax_of(b"@prefix prov: <http://www.w3.org/ns/prov#> .", "file") == "trig"
    assert syntax_of(b'<prov:document xmlns:prov="http://www.w3.org/ns/prov#"/>', "file") == "prov-xml"
