from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from networkx import DiGraph, is_directed_acyclic_graph

from foam_graph.errors import ModelViolation, RoleViolation
from foam_graph.model.delta import SELF, ActivityDraft, Delta, Ref
from foam_graph.model.edges import EDGE_KINDS, EDGES
from foam_graph.model.kinds import STAMPS, Field, Role
from foam_graph.model.nodes import ACTIVITIES, ACTIVITY_FIELDS, NODE_KINDS, NODES, fields_of, labels_of
from foam_graph.model.row_commitment import BESIDE
from foam_graph.model.validation import MAX_ID, MAX_TEXT, check, field_fault, fits, kinds_under

TURN = ActivityDraft("r", "AgentTurn", Role.PROPOSER, "propose")
VALUES: dict[str, Any] = {
    "str": "x", "int": 1, "float": 1.0, "bool": True, "json": "{}", "str[]": ["x"], "int[]": [1], "float[]": [1.0],
}  # fmt: skip


def valid(kind: str) -> dict[str, Any]:
    return {f.name: f.values[0] if f.values else VALUES[f.type] for f in fields_of(kind)}


@pytest.mark.parametrize("kind", NODES)
def test_every_kind_can_be_written_by_its_writers_and_by_nobody_else(kind: str) -> None:
    row = NODES[kind]
    delta = Delta()
    delta.node(kind, id="named" if row.named else "", **valid(kind))
    for role in Role:
        doing = next(name for name, activity in ACTIVITIES.items() if role in activity.writers)
        draft = ActivityDraft("r", doing, role, "step")
        if role in row.writers:
            check(draft, delta)
        else:
            with pytest.raises(RoleViolation, match=kind):
                check(draft, delta)


@pytest.mark.parametrize("kind", NODES)
def test_every_required_field_is_required_and_typed(kind: str) -> None:
    row = NODES[kind]
    role = sorted(row.writers)[0]
    doing = next(name for name, activity in ACTIVITIES.items() if role in activity.writers)
    for field in fields_of(kind):
        without = {k: v for k, v in valid(kind).items() if k != field.name}
        delta = Delta()
        delta.node(kind, id="named" if row.named else "", **without)
        if field.required:
            with pytest.raises(ModelViolation, match=f"{field.name!r} is missing"):
                check(ActivityDraft("r", doing, role, "step"), delta)
        wrong = Delta()
        wrong.node(kind, id="named" if row.named else "", **without, **{field.name: object()})
        with pytest.raises(ModelViolation, match=f"{field.name!r} must be"):
            check(ActivityDraft("r", doing, role, "step"), wrong)


@pytest.mark.parametrize("row", EDGE_KINDS, ids=lambda row: row.type)
def test_every_edge_accepts_its_ends_and_refuses_others(row: Any) -> None:
    if row.automatic:
        return
    role = sorted(row.writers)[0]
    everything = [*NODES, *ACTIVITIES]
    for kind in everything:
        draft = ActivityDraft("r", next(a for a, k in ACTIVITIES.items() if role in k.writers), role, "step")
        delta = Delta()
        fields = {f.name: f.values[0] if f.values else VALUES[f.type] for f in row.fields}
        delta.edge(row.type, Ref("old-1", kind), Ref("old-2", row.ends[0]), **fields)
        if not fits(kind, row.starts):
            with pytest.raises(ModelViolation, match="cannot start at"):
                check(draft, delta)
        elif row.from_new:
            with pytest.raises(ModelViolation, match="must start at a node of the same delta"):
                check(draft, delta)
        else:
            check(draft, delta)


@pytest.mark.parametrize(
    ("type_", "value", "says"),
    [
        ("str", 1, "must be text"), ("str", None, "must be text"), ("str", b"x", "must be text"),
        ("str", "\ud800", "lone surrogate"), ("str", "x" * (MAX_TEXT + 1), "longer"),
        ("int", 1.0, "must be an integer"), ("int", True, "must be an integer"), ("int", "1", "must be an integer"),
        ("int", 2**53, "beyond"), ("int", -(2**53), "beyond"),
        ("float", 1, "must be a float"), ("float", float("nan"), "finite"), ("float", float("-inf"), "finite"),
        ("bool", 1, "true or false"), ("bool", "true", "true or false"),
        ("json", "{", "JSON"), ("json", {}, "must be text"), ("json", "", "JSON"),
        ("str[]", "x", "must be a list"), ("str[]", ("x",), "must be a list"), ("str[]", ["x", 1], "must be text"),
        ("str[]", ["x", None], "must be text"), ("int[]", [1, 2.0], "must be an integer"),
        ("float[]", [1.0, 2], "must be a float"), ("float[]", [[1.0]], "must be a float"),
    ],
)  # fmt: skip
def test_values_of_the_wrong_kind(type_: Any, value: Any, says: str) -> None:
    assert says in field_fault(Field("f", type_, "x"), value)


@pytest.mark.parametrize(
    ("field", "value", "ok"),
    [
        (Field("f", "int", "x", low=0), 0, True), (Field("f", "int", "x", low=0), -1, False),
        (Field("f", "float", "x", low=0, high=1), 1.0, True), (Field("f", "float", "x", low=0, high=1), 1.01, False),
        (Field("f", "str", "x", values=("a", "b")), "b", True), (Field("f", "str", "x", values=("a", "b")), "c", False),
        (Field("f", "str", "x"), "", True), (Field("f", "str[]", "x"), [], True), (Field("f", "json", "x"), "null", True),
    ],
)  # fmt: skip
def test_bounds_and_closed_lists(field: Field, value: Any, ok: bool) -> None:
    assert (field_fault(field, value) == "") is ok


def one(**changes: Any) -> Delta:
    delta = Delta()
    delta.node("Claim", **{**valid("Claim"), **changes})
    return delta


def linked(type_: str, start: Ref, end: Ref, **fields: Any) -> Delta:
    delta = one()
    delta.nodes.extend(one().nodes)
    delta.edge(type_, start, end, **fields)
    return delta


FIRST, SECOND = Ref("#1", "Claim"), Ref("#2", "Claim")


@pytest.mark.parametrize(
    ("delta", "says"),
    [
        (one(hidden="x"), "unknown field 'hidden'"),
        (one(run="r2"), "unknown field 'run'"),
        (one(text_salt="00"), "unknown field 'text_salt'"),
        (linked("TRUMPS", FIRST, SECOND), "not in the model"),
        (linked("NEXT", FIRST, SECOND), "written by the store only"),
        (linked("REBUTS", FIRST, SECOND), "'why' is missing"),
        (linked("REBUTS", FIRST, SECOND, why="x", more=1), "unknown field 'more'"),
        (linked("REBUTS", Ref("#3", "Claim"), SECOND, why="x"), "not a Claim of this delta"),
        (linked("REBUTS", Ref("#0", "Claim"), SECOND, why="x"), "not a Claim of this delta"),
        (linked("REBUTS", Ref("#-1", "Claim"), SECOND, why="x"), "not a Claim of this delta"),
        (linked("REBUTS", Ref("#²", "Claim"), SECOND, why="x"), "not a Claim of this delta"),
        (linked("REBUTS", Ref("#x", "Claim"), SECOND, why="x"), "not a Claim of this delta"),
        (linked("REBUTS", Ref("", "Claim"), SECOND, why="x"), "not a Claim of this delta"),
        (linked("REBUTS", Ref("x" * (MAX_ID + 1), "Claim"), SECOND, why="x"), "not a Claim of this delta"),
        (linked("WARRANTS", Ref("#1", "Warrant"), SECOND), "not a Warrant of this delta"),
        (linked("PROPOSES", Ref(SELF, "HumanAct"), SECOND), "not a HumanAct of this delta"),
        (linked("RESTS_ON", FIRST, SECOND), "can only rest on a node created before it"),
        (linked("RESTS_ON", FIRST, FIRST), "can only rest on a node created before it"),
        (linked("SUPERSEDES", FIRST, FIRST), "versions run in a circle: #1 supersedes #1"),
    ],
)
def test_impossible_deltas(delta: Delta, says: str) -> None:
    with pytest.raises(ModelViolation, match=says):
        check(TURN, delta)


def test_possible_edges() -> None:
    check(TURN, linked("RESTS_ON", SECOND, FIRST))
    check(TURN, linked("REBUTS", FIRST, Ref("old-1", "Claim"), why="x"))
    check(TURN, linked("SUPERSEDES", FIRST, Ref("old-1", "Claim")))
    check(TURN, linked("SUPERSEDES", FIRST, SECOND))
    check(TURN, linked("PROPOSES", Ref(SELF, "AgentTurn"), FIRST))


@given(st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5)), max_size=12))
def test_versions_of_one_delta_are_refused_exactly_where_one_leads_back_to_itself(pairs: list[tuple[int, int]]) -> None:
    delta = Delta()
    for _ in range(5):
        delta.node("Claim", **valid("Claim"))
    for new, old in pairs:
        delta.edge("SUPERSEDES", Ref(f"#{new}", "Claim"), Ref(f"#{old}", "Claim"))
    if is_directed_acyclic_graph(DiGraph(pairs)):
        check(TURN, delta)
    else:
        with pytest.raises(ModelViolation, match="versions run in a circle"):
            check(TURN, delta)


@pytest.mark.parametrize("id_", ["", "#1", "@", "@x", "x" * (MAX_ID + 1)])
def test_a_named_kind_needs_a_usable_id(id_: str) -> None:
    delta = Delta()
    delta.node("Document", id=id_, **valid("Document"))
    with pytest.raises(ModelViolation, match="id"):
        check(ActivityDraft("r", "Load", Role.OPERATOR, "load"), delta)


def test_a_derived_id_cannot_be_given() -> None:
    delta = one()
    delta.node("Claim", id="mine", **valid("Claim"))
    with pytest.raises(ModelViolation, match="node 2: a Claim must not have an id"):
        check(TURN, delta)


@pytest.mark.parametrize(
    ("draft", "says"),
    [
        (ActivityDraft("r", "Miracle", Role.PROPOSER, "s"), "'Miracle' is not in the model"),
        (ActivityDraft("r", "Opening", Role.PROPOSER, "s"), "may not perform"),
        (ActivityDraft("r", "AgentTurn", Role.PROPOSER, "s", fields={"hash": "x"}), "unknown field 'hash'"),
        (ActivityDraft("r", "AgentTurn", Role.PROPOSER, "s", fields={"seq": 3}), "unknown field 'seq'"),
        (ActivityDraft("r", "AgentTurn", Role.PROPOSER, "s", fields={"outcome": "fine"}), "must be one of"),
        (ActivityDraft("r", "AgentTurn", Role.PROPOSER, "s", fields={"tokens_in": 1.0}), "must be an integer"),
    ],
)
def test_impossible_activities(draft: ActivityDraft, says: str) -> None:
    with pytest.raises(ModelViolation, match=says):
        check(draft, Delta())


def test_a_kind_satisfies_what_it_also_is() -> None:
    assert {"Challenge", "Critique"} <= kinds_under("Challenge")
    assert kinds_under("AgentTurn") == {"AgentTurn", "Activity"}
    assert kinds_under("Miracle") == frozenset()
    assert fits("Ruling", ["Evaluation"])
    assert not fits("Evaluation", ["Ruling"])


def test_the_tables_hold_together() -> None:
    stamps = {f.name for f in STAMPS} | BESIDE | {"caption", "id", "hash", "prev_hash", "body_hash", "nodes", "edges"}
    fields = [(k.label, fields_of(k.label)) for k in NODE_KINDS] + [(k.type, k.fields) for k in EDGE_KINDS]
    for kind, own in [*fields, ("Activity", ACTIVITY_FIELDS)]:
        names = [f.name for f in own]
        assert len(names) == len(set(names)), kind
        assert not stamps & set(names), kind
        assert not [n for n in names if n.endswith(("_salt", "_commitment"))], kind
        assert all(f.name.isascii() and f.name.isidentifier() for f in own), kind
    for edge in EDGE_KINDS:
        assert {*edge.starts, *edge.ends} <= {*NODES, *ACTIVITIES, "Activity"}, edge.type
    # Two kinds with one set of labels could not be told apart when read.
    assert len({frozenset(labels_of(kind)) for kind in NODES}) == len(NODES)
    assert not {*NODES} & {*ACTIVITIES, "Activity", "Artifact"}
    assert len(EDGES) == len(EDGE_KINDS)


@given(st.sampled_from(["str", "int", "float", "bool", "json", "str[]", "int[]", "float[]"]), st.data())
def test_any_value_has_a_verdict_and_never_an_accident(type_: Any, data: st.DataObject) -> None:
    anything = (
        st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary() | st.lists(st.integers())
    )
    verdict = field_fault(Field("f", type_, "x", values=(), low=None), data.draw(anything))
    assert isinstance(verdict, str)
