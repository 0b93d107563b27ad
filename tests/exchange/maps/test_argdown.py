"""Argdown: the text and what Argdown's own tools make of it give one map; what is wrong is refused with its line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.errors import DataFileError
from foam_graph.exchange.maps.aif import AifGraph
from foam_graph.exchange.maps.aif_equality import equal_up_to_ids
from foam_graph.exchange.maps.argdown import argdown_graph
from foam_graph.exchange.maps.argdown_json import read_argdown_json
from foam_graph.exchange.maps.argdown_text import read_argdown
from foam_graph.exchange.maps.map_reading import read_map
from tests.support.shared_data import SHARED, needs

FOLDER = SHARED / "data" / "aif" / "argdown"


def graph_of(text: str) -> AifGraph:
    return argdown_graph(read_argdown(text, "a.argdown"), "a.argdown")


def arrows(graph: AifGraph) -> set[tuple[str, str, str]]:
    """(what, scheme node, end): each edge from an I-node with each that leaves where it ends, ends by their texts."""
    nodes = {node.id: node for node in graph.nodes}
    into = [(e.start, e.end) for e in graph.edges if nodes[e.start].type == "I"]
    return {
        (nodes[a].text, nodes[scheme].type, nodes[e.end].text) for a, scheme in into for e in graph.edges if e.start == scheme
    }  # fmt: skip


@needs(FOLDER)
@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.argdown")), ids=lambda file: file.stem)
def test_a_document_gives_the_map_that_argdown_makes_of_it(file: Path) -> None:
    text, made = read_map(file), read_map(file.with_suffix(".json"))
    assert (text.format, made.format) == ("argdown", "argdown-json")
    assert equal_up_to_ids(text.graph, made.graph)
    assert not equal_up_to_ids(text.graph, graph_of("[A]: a"))


@needs(FOLDER)
def test_all_twelve_were_compared() -> None:
    assert len(list(FOLDER.iterdir())) == 12


def test_relations_lead_where_their_marks_say() -> None:
    graph = graph_of(
        "[T]: t\n  + [A]: a\n  <- [B]: b\n    +> [C]: c\n  -> [D]: d\n  >< [E]: e\n  + <F>: f\n    <_ <G>: g\n"
    )
    assert arrows(graph) == {
        ("a", "RA", "t"), ("b", "CA", "t"), ("b", "RA", "c"), ("t", "CA", "d"), ("t", "CA", "e"), ("e", "CA", "t"),
        ("f", "RA", "t"), ("g", "CA", "Default Inference"),
    }  # fmt: skip


def test_an_argument_is_one_inference_for_each_of_its_rules() -> None:
    graph = graph_of(
        "<A>: gist\n\n(1) p\n(2) q\n----\n(3) r\n(4) s\n--\nModus ponens, Other {uses: [1, 4]}\n--\n(5) [End]: e\n\n"
        "<B>: b\n  _> <A>\n"
    )
    inferences = [node for node in graph.nodes if node.type == "RA"]
    assert [(n.scheme, n.more) for n in inferences] == [
        ("Default Inference", {"argument": "A", "description": "gist"}),
        ("Modus ponens, Other", {"argument": "A", "description": "gist"}),
    ]
    assert arrows(graph) == {
        ("p", "RA", "r"), ("q", "RA", "r"), ("p", "RA", "e"), ("s", "RA", "e"), ("b", "CA", "Modus ponens, Other"),
    }  # fmt: skip


def test_strict_documents_speak_logic() -> None:
    body = "[A]: a\n  -> [B]: b\n  +> [C]: c\n"
    assert arrows(graph_of(body)) == {("a", "CA", "b"), ("a", "RA", "c")}
    strict = graph_of(f"===\nmodel:\n    mode: strict\n===\n{body}")
    assert arrows(strict) == {("a", "CA", "b"), ("b", "CA", "a"), ("a", "RA", "c")}
    assert {n.more.get("relation") for n in strict.nodes} == {None, "contrary", "entails"}


def test_prose_headings_comments_tags_and_data_are_read_past() -> None:
    graph = graph_of(
        "# A heading that\n[goes on]: and on\n\nProse with [Brackets] in it.\n\n[A]: __a__ *b* [c](https://d.e/f) #tag #(my tag) "
        "{x: 1} // and why\n/* [B]: no */\n<!--\n[C]: no\n-->\n"
    )
    assert [(node.text, node.more["title"]) for node in graph.nodes] == [("a b c", "A")]


def test_what_is_said_last_counts_and_a_mention_says_nothing() -> None:
    (node,) = graph_of("[A]: first\n\n[A]: last\n\n[A] #tag\n").nodes
    assert node.text == "last"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "holds no argument"),
        ("Only prose.", "holds no argument"),
        ("  + [A]: a", ":1: the relation + is of nothing"),
        ("----", ":1: an inference follows no premise"),
        ("<A>\n\n(1) p\n----\n----\n(2) c", ":5: an inference follows no premise"),
        ("<A>\n\n(1) p\n--\nrule\n", ":4: an inference is opened with --"),
        ("<A>\n\n(1) p\n----\n", "no conclusion"),
        ("<A>\n\n(1) p\n(2) q\n", "<A> has no premise, or no conclusion"),
        ("<A>\n\n(1) p\n--\nr {uses: [2]}\n--\n(2) c", "uses [2], and 1 lines stand before it"),
        ("<A>\n\n(1) <B>\n", ":3: line (1) of an argument is an argument, <B>"),
        ("<A>\n\n(1) \n", ":3: line (1) of an argument says nothing"),
        ("[A]: a\n\n/* open", ":3: a comment is not closed"),
    ],
)
def test_what_is_wrong_is_refused_with_its_line(text: str, told: str) -> None:
    with pytest.raises(DataFileError) as caught:
        graph_of(text)
    assert told in caught.value.message
    assert "a.argdown" in caught.value.message


SAID = {"members": [{"text": "a"}]}


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"statements": []}, "statements is no object"),
        ({"statements": {"A": 3}}, "statements: 'A' is no object"),
        ({"statements": {"A": {"members": {}}}}, "[A]: members is no list"),
        ({"statements": {"A": {"members": [{"text": 3}]}}}, "[A]: a text is none"),
        ({"relations": {}}, "relations is no list"),
        ({"relations": [3]}, "relation 1 is of type 'none'"),
        ({"relations": [{"relationType": []}]}, "relation 1 is of type"),
        ({"relations": [{"relationType": "likes"}]}, "relation 1 is of type 'likes'"),
        (
            {"relations": [{"relationType": "attack", "from": "A", "fromType": "statement", "to": "Z", "toType": "argument"}]},
            "relation 1 leads to 'Z'",
        ),
        ({"arguments": {"X": {"pcs": [{"title": "Z"}]}}}, "<X> has the line [Z], and there is no such statement"),
        ({"arguments": {"X": {"pcs": [{"title": "A", "inference": 3}]}}}, "its inference of [A] cannot be read"),
        ({"arguments": {"X": {"pcs": [{"title": "A", "inference": {}}]}}}, "<X> has no premise"),
    ],
)  # fmt: skip
def test_an_export_that_is_not_argdowns_is_refused(changes: dict[str, Any], told: str) -> None:
    root = {"arguments": {}, "statements": {"A": SAID}, "relations": [], **changes}
    with pytest.raises(DataFileError) as caught:
        argdown_graph(read_argdown_json(root, "e.json"), "e.json")
    assert told in caught.value.message


LINES = st.sampled_from(
    ["[A]: a", "<B>: b", "  + [C]: c", "    -> <B>", "  _> <B>", "(1) p", "(2) [A]", "----", "--", "", "  <- x", "prose #t", "/*", "*/"]
)  # fmt: skip


@given(st.lists(LINES, max_size=12).map("\n".join) | st.text(max_size=60))
def test_any_text_gives_a_legal_map_or_is_refused(text: str) -> None:
    try:
        graph = graph_of(text)
    except DataFileError:
        return
    ids = {node.id for node in graph.nodes}
    assert {end for edge in graph.edges for end in (edge.start, edge.end)} <= ids
    schemes = {node.id for node in graph.nodes if node.type != "I"}
    assert schemes <= {edge.start for edge in graph.edges} & {edge.end for edge in graph.edges}


@pytest.mark.parametrize("piece", ["[", "**a ", "#(", "/* ", "<!-- ", "{", "_a ", "__a ", "<", "//"])
def test_hostile_repetition_ends(piece: str) -> None:
    text = f"[A]: {piece * 20_000}"
    if piece in ("/* ", "<!-- "):
        with pytest.raises(DataFileError, match="not closed"):
            graph_of(text)
    else:
        (node,) = graph_of(text).nodes
        assert len(node.text) <= len(text)


def test_an_argument_that_undercuts_itself_does_so_once() -> None:
    graph = graph_of("[A]: a\n  <- <B>\n\n<B>: b\n  _> <B>\n")
    assert [node.type for node in graph.nodes].count("CA") == 2
    # Found by chance: each undercut was one more thing to undercut, without an end.
    assert graph_of("<B>: b\n  _> <B>\n<B>: b\n\n  _> <B>\n  <- x\n<B>: b").nodes


def test_undercuts_that_double_with_every_argument_are_refused() -> None:
    lines = ["[S]: s\n  <- <A0>\n"]
    lines += [f"<A{j}>: a\n  <_ <A{i}>\n" for i in range(1, 24) for j in range(i)]
    with pytest.raises(DataFileError, match="comes to more than 200,000 nodes"):
        graph_of("\n".join(lines))
