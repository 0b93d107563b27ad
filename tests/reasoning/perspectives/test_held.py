"""Which perspectives a run argues from after rulings: against a plain account of what each change does."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from foam_graph.model.subgraph import Edge, Node, Subgraph
from foam_graph.reasoning.perspectives.held import held

BEGAN = ("a@1", "b@1", "c@1")
CHANGES = st.lists(st.tuples(st.sampled_from(["replace", "join", "leave", "undo"]), st.integers(0, 9)), max_size=8)


def node(id_: str, seq: int) -> Node:
    return Node(id_, "Perspective", {"stance_id": id_.partition("@")[0]}, seq, 1)


@given(CHANGES)
def test_changes_are_followed_one_after_the_other(changes: list[tuple[str, int]]) -> None:
    now, nodes, edges = list(BEGAN), [node(id_, n) for n, id_ in enumerate(BEGAN)], []
    history: list[tuple[str, str]] = []
    for seq, (what, which) in enumerate(changes, 10):
        if what == "join":
            new = f"j{seq}@1"
            nodes.append(node(new, seq))
            edges.append(Edge("ADOPTS", f"act-{seq}", new, {}, seq))
            now.append(new)
        elif what == "undo" and history:
            new, old = history.pop()
            if new not in now:
                continue
            edges.append(Edge("ADOPTS", f"act-{seq}", old, {"instead_of": new}, seq))
            now[now.index(new)] = old
        elif what == "replace" and now:
            old = now[which % len(now)]
            new = f"{old.partition('@')[0]}@{seq}"
            # The library may have held it before the run began.
            nodes.append(node(new, seq if which % 2 else -1))
            edges.append(Edge("ADOPTS", f"act-{seq}", new, {"instead_of": old}, seq))
            now[now.index(old)] = new
            history.append((new, old))
        elif what == "leave" and len(now) > 1:
            gone = now.pop(which % len(now))
            edges.append(Edge("ADOPTS", f"act-{seq}", gone, {"leaves": True}, seq))
    assert sorted(one.id for one in held(Subgraph(nodes, edges))) == sorted(now)


def test_one_who_takes_another_s_place_takes_it_in_the_order_too() -> None:
    nodes = [*(node(id_, n) for n, id_ in enumerate(BEGAN)), node("b@2", 9)]
    graph = Subgraph(nodes, [Edge("ADOPTS", "act", "b@2", {"instead_of": "b@1"}, 9)])
    assert [one.id for one in held(graph)] == ["a@1", "b@2", "c@1"]
