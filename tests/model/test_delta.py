from __future__ import annotations

import pytest

from foam_graph.model.delta import (
    SELF,
    ActivityDraft,
    Committed,
    Delta,
    NewEdge,
    Ref,
    activity_id,
    node_ids,
    resolve,
)
from foam_graph.model.kinds import Role


def pair() -> Delta:
    delta = Delta()
    first, second = delta.node("Warrant", text="a"), delta.node("Claim", text="b", condition=None)
    delta.edge("WARRANTS", first, second, why=None, x=1)
    delta.edge("PROPOSES", Ref(SELF, "AgentTurn"), second)
    delta.edge("REBUTS", second, Ref("old-1", "Claim"))
    return delta


def test_references_are_numbered_and_absent_fields_dropped() -> None:
    delta = pair()
    assert [node.fields for node in delta.nodes] == [{"text": "a"}, {"text": "b"}]
    assert delta.edges[0] == NewEdge("WARRANTS", Ref("#1", "Warrant"), Ref("#2", "Claim"), {"x": 1})
    assert len(delta) == 5


def test_extend_renumbers_what_is_local_and_nothing_else() -> None:
    whole = pair()
    whole.extend(pair())
    assert [node.kind for node in whole.nodes] == ["Warrant", "Claim"] * 2
    ends = [(edge.start.id, edge.end.id) for edge in whole.edges]
    assert ends == [("#1", "#2"), (SELF, "#2"), ("#2", "old-1"), ("#3", "#4"), (SELF, "#4"), ("#4", "old-1")]


def test_extend_by_nothing_changes_nothing() -> None:
    whole = pair()
    whole.extend(Delta())
    assert whole == pair()


@pytest.mark.parametrize(
    ("id_", "local"), [("#1", True), (SELF, True), ("run-1-1", False), ("a#1", False), ("", False)]
)
def test_which_references_are_local(id_: str, local: bool) -> None:
    assert Ref(id_, "Claim").local is local


def test_ids_come_from_the_place_or_are_given() -> None:
    delta = pair()
    delta.node("Document", id="doc-1", title="x")
    assert node_ids("r-3", delta.nodes) == ("r-3-1", "r-3-2", "doc-1")
    assert activity_id("r", 3) == "r-3"


def test_resolve() -> None:
    done = Committed("r", "r-3", 3, "now", "hash", ("r-3-1", "doc-1"))
    assert [done.id_of(Ref(i, "x")) for i in (SELF, "#1", "#2", "else")] == ["r-3", "r-3-1", "doc-1", "else"]
    with pytest.raises(IndexError):
        resolve(Ref("#3", "x"), "r-3", done.ids)


def test_an_activity_states_its_own_fields_once() -> None:
    made = ActivityDraft("r", "AgentTurn", Role.CRITIC, "s", "m", {"note": None, "latency_ms": 2}, used=("b", "a", "b"))
    assert made.properties() == {
        "kind": "AgentTurn", "role": "Critic", "step": "s", "agent": "m", "used": ["b", "a"], "latency_ms": 2,
    }  # fmt: skip
    assert type(made.properties()["role"]) is str
    assert "used" not in ActivityDraft("r", "Load", Role.OPERATOR, "s").properties()
