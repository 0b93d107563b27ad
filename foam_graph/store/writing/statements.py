"""The statements that write many sealed deltas, their rows sent as lists of values (decision 0015).

A statement names every property that its kind may have; a row is the list of their values. Against maps whose keys
are repeated in each row and set one by one, a driver then packs and a server writes about twice as fast
(decision 0015). Labels, types and names of properties come from the model table, never from data.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Any

from foam_graph.errors import StoreFault
from foam_graph.model.captions import caption
from foam_graph.model.delta import SELF, Ref
from foam_graph.model.edges import EDGES
from foam_graph.model.kinds import Field, first_stored_fields, stored_fields
from foam_graph.model.nodes import ACTIVITIES, ACTIVITY_FIELDS, NODES, fields_of, labels_of
from foam_graph.model.row_commitment import FIRST_FORM, PARTLY
from foam_graph.store.chain.row_check import ACTIVITY_KEYS, EDGE_KEYS, NODE_KEYS
from foam_graph.store.chain.sealing import Sealed, form_of

_STAMPS = "run: g[0][0], activity: g[0][1], seq: g[0][2], at: g[0][3]"
_NEXT = (
    "UNWIND $rows AS g MATCH (p:Activity {run: g[0][0], seq: g[0][2] - 1}) MATCH (a:Activity {id: g[0][1]}) "
    f"CREATE (p)-[:NEXT {{{_STAMPS}}}]->(a)"
)


# Each is made once, so that to be the same is to be equal, and a row finds its statement without comparing texts.
@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """How the rows of one kind of node, activity or edge are written.

    Attributes:
        text: The statement; ``$rows`` are groups of stamps and rows.
        names: Property of each value of a row, behind what names the row and its ends.
    """

    text: str
    names: tuple[str, ...]

    def values(self, stored: Mapping[str, Any]) -> list[Any]:
        """The properties of a row in the order of the names; an absent one is None, which is not stored.

        Raises:
            StoreFault: One is not declared; it would be left out.
        """
        found = list(map(stored.get, self.names))
        if len(found) - found.count(None) != len(stored):
            unknown = sorted(stored.keys() - set(self.names)) or sorted(k for k, v in stored.items() if v is None)
            raise StoreFault(
                f"{unknown[0]!r} is no property that can be written: {self.text.split('CREATE')[1].strip()}"
            )
        return found

    def checked(self, stored: Mapping[str, Any]) -> Mapping[str, Any]:
        """The properties of a row as they are.

        Raises:
            StoreFault: One is not declared.
        """
        self.values(stored)
        return stored


class Rows(list[list[Any]]):
    """Rows of a statement. The driver writes parameters out for its log, whether or not anybody reads it."""

    def __repr__(self) -> str:
        return f"<{len(self)} rows>"


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement with its rows, and how much it is to make.

    Attributes:
        text: Cypher.
        rows: Its one parameter.
        nodes: How many nodes it makes.
        edges: How many edges it makes.
        about: What is told where it makes fewer.
    """

    text: str
    rows: Rows
    nodes: int
    edges: int
    about: str


def statements(sealed: Iterable[Sealed]) -> Iterator[Statement]:
    """The statements that write deltas, in the order in which they must run.

    Raises:
        StoreFault: A property is not declared.
    """
    activities: dict[Form, list[list[Any]]] = {}
    nexts: list[list[Any]] = []
    nodes: dict[Form, list[list[Any]]] = {}
    edges: dict[Form, list[list[Any]]] = {}
    for row in sealed:
        stamps = row.stamps
        kind, form = row.prepared.draft.kind, form_of(row.activity)
        own = form_of_activity(kind, shape_of(form, row.activity))
        activities.setdefault(own, []).append(own.values({**row.activity, "caption": caption(kind, row.activity)}))
        if row.done.seq > 0:
            nexts.append([stamps])
        for statement, found in _node_rows(row, form).items():
            nodes.setdefault(statement, []).append([stamps, found])
        for statement, found in _edge_rows(row, form).items():
            edges.setdefault(statement, []).append([stamps, found])
    for statement, groups in activities.items():
        yield _statement(statement.text, groups, len(groups), 0)
    if nexts:
        yield _statement(_NEXT, nexts, 0, len(nexts))
    for statement, groups in nodes.items():
        made = sum(len(found) for _, found in groups)
        yield _statement(statement.text, groups, made, made)
    for statement, groups in edges.items():
        yield _statement(statement.text, groups, 0, sum(len(found) for _, found in groups))


def _statement(text: str, rows: list[list[Any]], nodes: int, edges: int) -> Statement:
    return Statement(text, Rows(rows), nodes, edges, text.split("CREATE")[0].strip())


def _node_rows(row: Sealed, form: int) -> dict[Form, list[list[Any]]]:
    """Rows by how they are written: id, place in the delta, caption, properties."""
    rows: dict[Form, list[list[Any]]] = {}
    delta, ids = row.prepared.delta, row.done.ids
    for n, (node, stored) in enumerate(zip(delta.nodes, row.prepared.nodes, strict=True)):
        own = form_of_node(node.kind, shape_of(form, stored))
        rows.setdefault(own, []).append([ids[n], n + 1, caption(node.kind, stored), *own.values(stored)])
    return rows


def _edge_rows(row: Sealed, form: int) -> dict[Form, list[list[Any]]]:
    """Rows by how they are written, which their type and the generic labels of their ends say: both ends, place, properties."""
    rows: dict[Form, list[list[Any]]] = {}
    for n, (edge, stored) in enumerate(zip(row.prepared.delta.edges, row.prepared.edges, strict=True)):
        own = form_of_edge(generic(edge.start), edge.type, generic(edge.end), shape_of(form, stored))
        ends = (row.done.id_of(edge.start), row.done.id_of(edge.end))
        rows.setdefault(own, []).append([*ends, n + 1, *own.values(stored)])
    return rows


def generic(ref: Ref) -> str:
    """The label by which an end of an edge is looked up."""
    return "Activity" if ref.id == SELF else "Artifact"


class Shape(Enum):
    """Which properties stand beside the fields of a row; each has a statement of its own, so that few values are null."""

    WHOLE = "whole"
    PARTLY = "partly"
    FIRST = "first"


def shape_of(form: int, stored: Mapping[str, Any]) -> Shape:
    """Which properties a row has beside its fields, by its row form."""
    if form == FIRST_FORM:
        return Shape.FIRST
    return Shape.PARTLY if PARTLY in stored else Shape.WHOLE


@cache
def form_of_activity(kind: str, shape: Shape) -> Form:
    """How activities of a kind are written."""
    own = [*_names(ACTIVITY_FIELDS, shape), *sorted(ACTIVITY_KEYS)]
    names = tuple(dict.fromkeys(own))
    return Form(f"UNWIND $rows AS r CREATE (a:Activity:{kind} {{{', '.join(_places(names, 0))}}})", names)


@cache
def form_of_node(kind: str, shape: Shape) -> Form:
    """How nodes of a kind are written."""
    names = _names(fields_of(kind), shape)
    own = ", ".join(["id: r[0]", "ord: r[1]", "caption: r[2]", _STAMPS, *_places(names, 3)])
    text = (
        f"UNWIND $rows AS g MATCH (a:Activity {{id: g[0][1]}}) UNWIND g[1] AS r CREATE (n:{':'.join(labels_of(kind))} "
        f"{{{own}}}) CREATE (n)-[:WAS_GENERATED_BY {{ord: r[1], {_STAMPS}}}]->(a)"
    )
    return Form(text, names)


@cache
def form_of_edge(start: str, type_: str, end: str, shape: Shape) -> Form:
    """How edges of a type between ends with these generic labels are written."""
    names = _names(EDGES[type_].fields, shape)
    own = ", ".join(["ord: r[2]", _STAMPS, *_places(names, 3)])
    text = (
        f"UNWIND $rows AS g UNWIND g[1] AS r MATCH (x:{start} {{id: r[0]}}) MATCH (y:{end} {{id: r[1]}}) "
        f"CREATE (x)-[:{type_} {{{own}}}]->(y)"
    )
    return Form(text, names)


def _names(fields: Iterable[Field], shape: Shape) -> tuple[str, ...]:
    stored = first_stored_fields(fields) if shape is Shape.FIRST else stored_fields(fields)
    return (*(field.name for field in stored), *((PARTLY,) if shape is Shape.PARTLY else ()))


def _places(names: Iterable[str], first: int) -> list[str]:
    """Each property with its place in a row."""
    return [f"`{name}`: r[{place}]" for place, name in enumerate(names, first)]


def names_of_rows() -> dict[str, list[str]]:
    """The labels and the names of properties that rows may have."""
    tables = [ACTIVITY_FIELDS, *map(fields_of, NODES), *(kind.fields for kind in EDGES.values())]
    own = {name for fields in tables for name in _names(fields, Shape.PARTLY)}
    labels = {label for kind in NODES for label in labels_of(kind)} | {"Activity", *ACTIVITIES}
    return {"labels": sorted(labels), "properties": sorted(own | ACTIVITY_KEYS | EDGE_KEYS | NODE_KEYS)}
