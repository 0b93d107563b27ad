"""Versions of a claim: each once, however many ways lead to it, and also where two name each other."""

from __future__ import annotations

from foam_graph.model.subgraph import Edge, Node, Subgraph
from foam_graph.reasoning.slot_versions import lineage


def ladder(rungs: int) -> tuple[Subgraph, str]:
    """Two versions a rung, each of which supersedes both of the rung below: ways double with each rung."""
    graph = Subgraph()
    for rung in range(rungs):
        for side in "ab":
            graph.add(Node(f"{side}{rung}", "Claim", {"text": f"{side}{rung}"}, seq=rung))
    for rung in range(1, rungs):
        for new in "ab":
            for old in "ab":
                graph.connect(Edge("SUPERSEDES", f"{new}{rung}", f"{old}{rung - 1}", {}, rung))
    return graph, f"a{rungs - 1}"


def test_each_version_is_there_once_however_many_ways_lead_to_it() -> None:
    graph, newest = ladder(60)
    found = [node.id for node in lineage(graph, graph[newest])]
    assert found[0] == newest
    assert len(found) == len(set(found)) == 2 * 59 + 1


def test_two_that_name_each_other_end() -> None:
    graph = Subgraph([Node("a", "Claim", {"text": "a"}), Node("b", "Claim", {"text": "b"})])
    graph.connect(Edge("SUPERSEDES", "a", "b", {}, 1))
    graph.connect(Edge("SUPERSEDES", "b", "a", {}, 1))
    assert {node.id for node in lineage(graph, graph["a"])} == {"a", "b"}
    assert graph.newest("a").id in ("a", "b")
