from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from networkx import DiGraph, ancestors, descendants

from foam_graph.errors import UnknownId
from foam_graph.model.delta import SELF, ActivityDraft, Committed, Delta, Ref
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Edge, Node, Subgraph


def node(id_: str, kind: str = "Claim", seq: int = 0, ord_: int = 0) -> Node:
    return Node(id_, kind, {"text": id_}, seq, ord_)


@pytest.fixture
def graph() -> Subgraph:
    nodes = [node("a", seq=1), node("b", seq=2), node("w", "Warrant", 1, 2), node("h", "Challenge", 3)]
    edges = [
        Edge("WARRANTS", "w", "a"),
        Edge("SUPERSEDES", "b", "a"),
        Edge("ATTACKS", "h", "b"),
        Edge("ABOUT", "b", "gone"),
    ]
    return Subgraph(nodes, edges)


def test_look_ups_in_both_directions(graph: Subgraph) -> None:
    assert [n.id for n in graph.out("w")] == ["a"]
    assert [n.id for n in graph.into("a", "WARRANTS")] == ["w"]
    assert [n.id for n in graph.into("a")] == ["w", "b"]
    assert [e.end for e in graph.out_edges("b")] == ["a", "gone"]
    assert graph.out("b", "ABOUT") == []  # its end is outside of this part
    assert graph.in_edges("gone", "ABOUT")[0].start == "b"
    assert graph.in_edges("a", "ATTACKS") == graph.out_edges("nobody") == []


def test_kinds_and_what_they_also_are(graph: Subgraph) -> None:
    assert [n.id for n in graph.of("Critique")] == [n.id for n in graph.of("Challenge")] == ["h"]
    assert graph["h"].is_a("Critique")
    assert not graph["a"].is_a("Critique")
    assert [n.id for n in graph.live("Claim")] == ["b"]
    assert graph.of("Miracle") == []


def test_membership_and_unknown_ids(graph: Subgraph) -> None:
    assert ("a" in graph, "gone" in graph, len(graph)) == (True, False, 4)
    assert (graph.get("gone"), graph["a"].get("none", 3), graph["a"]["text"]) == (None, 3, "a")
    with pytest.raises(UnknownId, match="gone"):
        graph["gone"]
    with pytest.raises(UnknownId):
        graph.newest("gone")


def test_the_newest_of_two_branches_is_the_later_one(graph: Subgraph) -> None:
    assert graph.newest("a").id == graph.newest("b").id == "b"
    graph.add(node("c", seq=2, ord_=5))
    graph.connect(Edge("SUPERSEDES", "c", "a"))
    graph.add(node("d", seq=9))
    graph.connect(Edge("SUPERSEDES", "d", "c"))
    assert graph.newest("a").id == "d"


def ladder(rungs: int) -> Subgraph:
    """Two versions a rung, each of which supersedes both of the rung below: ways double with each rung."""
    graph = Subgraph(node(f"{side}{rung}", seq=rung, ord_="ab".index(side)) for rung in range(rungs) for side in "ab")
    for rung in range(1, rungs):
        for new in "ab":
            for old in "ab":
                graph.connect(Edge("SUPERSEDES", f"{new}{rung}", f"{old}{rung - 1}", {}, rung))
    return graph


def test_each_version_is_there_once_however_many_ways_lead_to_it_the_nearest_first() -> None:
    graph = ladder(60)
    found = [one.id for one in graph.older("a59")]
    assert found == [f"{side}{rung}" for rung in range(58, -1, -1) for side in "ba"]
    assert [one.id for one in graph.newer("a0")] == [f"{side}{rung}" for rung in range(1, 60) for side in "ba"]
    assert [one.id for one in graph.heads("b7")] == ["b59", "a59"]
    assert [one.id for one in graph.heads("a59")] == ["a59"]


def test_two_versions_that_name_each_other_end() -> None:
    graph = Subgraph([node("a"), node("b")], [Edge("SUPERSEDES", "a", "b", {}, 1), Edge("SUPERSEDES", "b", "a", {}, 1)])
    assert ([n.id for n in graph.older("a")], [n.id for n in graph.newer("a")], graph.heads("a")) == (["b"], ["b"], [])
    assert graph.newest("a").id in ("a", "b")


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=20), st.randoms())
def test_older_and_newer_versions_are_what_edges_lead_to_in_any_graph(
    pairs: list[tuple[int, int]], chance: Random
) -> None:
    nodes = [node(str(n), seq=n) for n in range(7)]
    edges = [Edge("SUPERSEDES", str(new), str(old)) for new, old in pairs]
    graph = Subgraph(nodes, edges)
    reach = DiGraph([(e.start, e.end) for e in edges])
    reach.add_nodes_from(one.id for one in nodes)
    chance.shuffle(edges)
    again = Subgraph(nodes, edges)
    for one in graph.nodes:
        older, newer = graph.older(one.id), graph.newer(one.id)
        assert sorted(n.id for n in older) == sorted(descendants(reach, one.id))
        assert sorted(n.id for n in newer) == sorted(ancestors(reach, one.id))
        assert {n.id for n in graph.heads(one.id)} == {n.id for n in (one, *newer) if not graph.superseded(n.id)}
        assert (again.older(one.id), again.newer(one.id)) == (older, newer), "the order of edges does not matter"


def test_adding_twice_keeps_the_first(graph: Subgraph) -> None:
    graph.add(Node("a", "Warrant", {}))
    assert (graph["a"].kind, len(graph), [n.id for n in graph.of("Warrant")]) == ("Claim", 4, ["w"])


def test_apply_adds_activity_nodes_and_edges() -> None:
    delta = Delta()
    claim = delta.node("Claim", text="x")
    delta.edge("PROPOSES", Ref(SELF, "AgentTurn"), claim)
    delta.edge("REBUTS", claim, Ref("old", "Claim"), why="y")
    graph = Subgraph([node("old")])
    draft = ActivityDraft("r", "AgentTurn", Role.PROPOSER, "propose")
    graph.apply(draft, delta, Committed("r", "r-4", 4, "now", "hash", ("r-4-1",)))
    assert (graph["r-4"].kind, graph["r-4"].seq, graph["r-4"]["step"]) == ("AgentTurn", 4, "propose")
    made = graph["r-4-1"]
    assert (made.fields, made.seq, made.ord, made.activity, made.at) == ({"text": "x"}, 4, 1, "r-4", "now")
    assert [n.id for n in graph.of("Activity")] == ["r-4"]
    assert list(graph.edges) == [
        Edge("PROPOSES", "r-4", "r-4-1", {}, 4),
        Edge("REBUTS", "r-4-1", "old", {"why": "y"}, 4),
    ]
    assert graph["r-4-1"].ref == Ref("r-4-1", "Claim")


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6), st.sampled_from(["REBUTS", "RESTS_ON"]))))
def test_every_edge_is_found_from_both_ends(pairs: list[tuple[int, int, str]]) -> None:
    edges = [Edge(type_, str(a), str(b)) for a, b, type_ in pairs]
    graph = Subgraph([node(str(n)) for n in range(7)], edges)
    assert list(graph.edges) == edges
    for end in range(7):
        assert sorted(e.end for e in graph.out_edges(str(end))) == sorted(str(b) for a, b, _ in pairs if a == end)
        assert sorted(e.start for e in graph.in_edges(str(end))) == sorted(str(a) for a, b, _ in pairs if b == end)


def test_what_a_delta_would_write_is_supposed_in_a_copy(graph: Subgraph) -> None:
    delta = Delta()
    made = delta.node("Claim", text="c", stance_id="s", leaf="l")
    delta.edge("SUPERSEDES", made, Ref("b", "Claim"))
    supposed, ids = graph.supposing(ActivityDraft("r", "AgentTurn", Role.PROPOSER, "supposed"), delta, "r-supposed")
    assert ids == ("r-supposed-1",)
    assert (supposed.newest("a").id, graph.newest("a").id) == (ids[0], "b")
    assert supposed[ids[0]].seq == 4
    assert "r-supposed" in supposed
    assert "r-supposed" not in graph


def test_as_it_was_after_an_activity_a_chain_has_what_it_had_then_and_all_of_others() -> None:
    chain = [Node(f"r1-{n}", "AgentTurn", {}, n, 0, f"r1-{n}") for n in range(3)]
    later = Node("c1-7-1", "Document", {}, 7, 1, "c1-7")
    claims = [Node(f"r1-{n}-1", "Claim", {}, n, 1, f"r1-{n}") for n in range(3)]
    edges = [Edge("SUPERSEDES", "r1-2-1", "r1-1-1", {}, 2), Edge("READ", "r1-1", "c1-7-1", {}, 1)]
    whole = Subgraph([later, *chain, *claims], edges)
    then = whole.until("r1", 1)
    assert [one.id for one in then.nodes] == ["c1-7-1", "r1-0", "r1-1", "r1-0-1", "r1-1-1"]
    assert list(then.edges) == edges[1:]
    assert [one.superseded("r1-1-1") for one in (whole, then)] == [True, False]
