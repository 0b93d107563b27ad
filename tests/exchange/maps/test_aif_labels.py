"""Labels of an argument map: worked cases, and the rules themselves as an oracle on random maps."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from foam_graph.exchange.maps.aif import LEGAL, AifEdge, AifGraph, AifNode
from foam_graph.exchange.maps.labels import LABELLED, labels_of


def graph_of(types: str, *pairs: str) -> AifGraph:
    """Nodes ``a=I b=RA`` and edges ``ab``."""
    nodes = tuple(AifNode(*one.split("="), "") for one in types.split())
    return AifGraph(nodes, tuple(AifEdge(f"e{n}", pair[0], pair[1]) for n, pair in enumerate(pairs)))


def told(types: str, *pairs: str) -> str:
    return " ".join(f"{own}:{label}" for own, label in labels_of(graph_of(types, *pairs)).items())


def test_what_nothing_speaks_against_is_in_and_what_it_attacks_is_out() -> None:
    assert told("a=I c=CA b=I", "ac", "cb") == "a:in c:in b:out"


def test_an_undercut_takes_a_conclusion_its_only_line_and_a_second_line_keeps_it() -> None:
    undercut = ("pr", "rq", "xc", "cr")
    assert told("p=I r=RA q=I x=I c=CA", *undercut) == "p:in r:out q:out x:in c:in"
    both = told("p=I r=RA q=I x=I c=CA s=RA", *undercut, "ps", "sq")
    assert both == "p:in r:out q:in x:in c:in s:in"


def test_who_is_attacked_back_is_undecided_unless_one_is_preferred() -> None:
    rivals = ("ac", "cb", "bd", "da")
    assert told("a=I c=CA b=I d=CA", *rivals) == "a:undecided c:undecided b:undecided d:undecided"
    assert told("a=I c=CA b=I d=CA p=PA", *rivals, "ap", "pb") == "a:in c:in b:out d:out"


def test_a_circle_of_support_holds_nothing_and_talk_is_not_labelled() -> None:
    assert told("a=I r=RA", "ar", "ra") == "a:undecided r:undecided"
    assert told("l=L y=YA a=I m=MA b=I", "ly", "ya", "am", "mb") == "a:in b:in"


@st.composite
def maps(draw: st.DrawFn) -> AifGraph:
    types = draw(st.lists(st.sampled_from(["I", "I", "I", "RA", "CA", "PA", "MA"]), max_size=9))
    nodes = tuple(AifNode(str(n), kind, "") for n, kind in enumerate(types))
    legal = [(a.id, b.id) for a in nodes for b in nodes if b.type in LEGAL[a.type]]
    chosen = draw(st.lists(st.sampled_from(legal), max_size=16)) if legal else []
    return AifGraph(nodes, tuple(AifEdge(f"e{n}", a, b) for n, (a, b) in enumerate(chosen)))


def ruled(graph: AifGraph) -> dict[str, str]:
    """The least labelling that the rules of the module's first lines allow, found by applying them until nothing moves."""
    types = {node.id: node.type for node in graph.nodes}
    into = {own: [e.start for e in graph.edges if e.end == own] for own in types}
    above = {
        (a.start, b.end) for a in graph.edges for b in graph.edges if a.end == b.start and types[a.end] == "PA"
    }  # fmt: skip
    labels = dict.fromkeys((own for own in types if types[own] in LABELLED), "undecided")
    for _ in range(2 * len(labels) + 1):
        for own in labels:
            against = [c for c in into[own] if types[c] == "CA" and not any((own, p) in above for p in into[c])]
            lines = [r for r in into[own] if types[r] == "RA"] if types[own] == "I" else []
            needed = [p for p in into[own] if types[p] == "I"] if types[own] != "I" else []
            stands = all(labels[c] == "out" for c in against) and all(labels[p] == "in" for p in needed)
            falls = any(labels[c] == "in" for c in against) or any(labels[p] == "out" for p in needed)
            if stands and (not lines or any(labels[r] == "in" for r in lines)):
                labels[own] = "in"
            elif falls or (lines and all(labels[r] == "out" for r in lines)):
                labels[own] = "out"
    return labels


@given(maps())
def test_labels_are_those_of_the_rules(graph: AifGraph) -> None:
    assert labels_of(graph) == ruled(graph)
