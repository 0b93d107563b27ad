"""Drawings of arguments: what is drawn is what AIF says, whatever the texts hold, and Argdown reads back as the same map."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from foam_graph.exchange.graphs.argument_drawings import LONGEST, argdown, dot, mermaid
from foam_graph.exchange.maps.aif import AifEdge, AifGraph, AifNode
from foam_graph.exchange.maps.argdown import argdown_graph
from foam_graph.exchange.maps.argdown_text import read_argdown

TEXTS = {
    "c": "The bridge should be closed.",
    "p1": "It is unsafe (66 decibels at night).",
    "p2": "What is unsafe should be closed.",
    "x": "It was repaired in May, said the council.",
    "y": "The count is of one day.",
}


def graph(texts: dict[str, str]) -> AifGraph:
    """Two premises for a conclusion, which is attacked, and so is the step to it; a speaker, who is not drawn."""
    nodes = [AifNode(name, "I", text) for name, text in texts.items()]
    nodes += [AifNode("r", "RA", "Rule"), AifNode("k", "CA", "Conflict"), AifNode("u", "CA", "Conflict")]
    nodes += [AifNode("l", "L", "Ada said so"), AifNode("ya", "YA", "Asserting")]
    ends = [
        ("p1", "r"),
        ("p2", "r"),
        ("r", "c"),
        ("x", "k"),
        ("k", "c"),
        ("y", "u"),
        ("u", "r"),
        ("l", "ya"),
        ("ya", "c"),
    ]
    return AifGraph(tuple(nodes), tuple(AifEdge(f"e{n}", a, b) for n, (a, b) in enumerate(ends)))


def test_argdown_reads_back_as_the_same_map() -> None:
    again = argdown_graph(read_argdown(argdown(graph(TEXTS)), "again"), "again")
    assert again.counts() == {"I": 5, "RA": 1, "CA": 2}
    told = {node.id: node for node in again.nodes}
    assert {node.text for node in again.nodes if node.type == "I"} == set(TEXTS.values())
    types = sorted((told[e.start].type, told[e.end].type) for e in again.edges)
    assert types == sorted([("I", "RA")] * 2 + [("RA", "I"), ("I", "CA"), ("CA", "I"), ("I", "CA"), ("CA", "RA")])


def test_every_node_and_edge_is_drawn_and_nobody_who_spoke() -> None:
    for text, edge in ((dot(graph(TEXTS), "run"), r"^  \w+ -> \w+;$"), (mermaid(graph(TEXTS)), r"^  \w+ --> \w+$")):
        assert len(re.findall(edge, text, re.MULTILINE)) == 7
        assert "Ada" not in text
        assert "66 decibels" in text


@given(st.lists(st.text(max_size=2 * LONGEST), min_size=5, max_size=5))
def test_no_text_breaks_out_of_its_box(texts: list[str]) -> None:
    drawn = graph(dict(zip(TEXTS, texts, strict=True)))
    for line in dot(drawn, texts[0]).splitlines()[3:-1]:
        assert re.fullmatch(r'  (?:\w+ \[[^"\[\]]*(?:"#\w+")?[^"\[\]]*label="(?:[^"\\]|\\.)*"\]|\w+ -> \w+);', line), (
            line
        )
    for line in mermaid(drawn).splitlines()[1:]:
        assert re.fullmatch(r'  (?:\w+(?:\["[^"`]*"\]|\(\["[^"`]*"\]\)|\{\{"[^"`]*"\}\})|\w+ --> \w+)', line), line
    assert argdown(drawn).count("\n----\n") == 1
