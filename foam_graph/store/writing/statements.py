"""The statements that write sealed deltas, their rows sent as lists of values (architecture, decision 3).

A statement names every property that its kind may have; a row is the list of their values. Against maps whose keys
are repeated in each row and set one by one, a driver then packs and a server writes about twice as fast
(docs/decisions/0015). Labels, types and names of properties come from the model table, never from data.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import neo4j

from foam_graph.errors import StoreFault
from foam_graph.model.delta import SELF, Ref
from foam_graph.model.edges import EDGES
from foam_graph.model.kinds import Field, stored_fields
from foam_graph.model.nodes import ACTIVITY_FIELDS, fields_of, labels_of
from foam_graph.store.chain.row_check import ACTIVITY_KEYS
from foam_graph.store.chain.sealing import Sealed
from foam_graph.store.connection import Traffic

_STAMPS = "run: g[0][0], activity: g[0][1], seq: g[0][2], at: g[0][3]"
_NEXT = (
    "UNWIND $rows AS g MATCH (p:Activity {run: g[0][0], seq: g[0][2] - 1}) MATCH (a:Activity {id: g[0][1]}) "
    f"CREATE (p)-[:NEXT {{{_STAMPS}}}]->(a)"
)


@dataclass(frozen=True, slots=True)
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


class Rows(list[list[Any]]):
    """Rows of a statement. The driver writes parameters out for its log, whether or not anybody reads it."""

    def __repr__(self) -> str:
        return f"<{len(self)} rows>"


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement with its rows, and how much it is to make."""

    text: str
    rows: Rows
    nodes: int
    edges: int


def write_rows(transaction: neo4j.Transaction, traffic: Traffic, sealed: Sequence[Sealed]) -> None:
    """Writes sealed deltas: activities, then nodes by kind, then edges by (start, type, end).

    Raises:
        StoreFault: Fewer edges were made than asked for, since an endpoint is missing; or a property is not declared.
    """
    for one in statements(sealed):
        counters = transaction.run(one.text, rows=one.rows).consume().counters
        traffic.add(statements=1, nodes=counters.nodes_created, edges=counters.relationships_created)
        # A MATCH that finds no endpoint is silent; only the count tells.
        if (counters.nodes_created, counters.relationships_created) != (one.nodes, one.edges):
            raise StoreFault(
                f"{counters.relationships_created} of {one.edges} edges could be made: "
                f"{one.text.split('CREATE')[0].strip()}",
                "An endpoint is missing; nothing was written.",
            )


def statements(sealed: Iterable[Sealed]) -> Iterator[Statement]:
    """The statements that write deltas, in the order in which they must run.

    Raises:
        StoreFault: A property is not declared.
    """
    activities: dict[str, list[list[Any]]] = {}
    nexts: list[list[Any]] = []
    nodes: dict[str, list[list[Any]]] = {}
    edges: dict[tuple[str, str, str], list[list[Any]]] = {}
    for row in sealed:
        stamps = row.stamps
        kind = row.prepared.draft.kind
        activities.setdefault(kind, []).append(_activity_form(kind).values(row.activity))
        if row.done.seq > 0:
            nexts.append([stamps])
        for kind, found in _node_rows(row).items():
            nodes.setdefault(kind, []).append([stamps, found])
        for key, found in _edge_rows(row).items():
            edges.setdefault(key, []).append([stamps, found])
    for kind, groups in activities.items():
        yield Statement(_activity_form(kind).text, Rows(groups), len(groups), 0)
    if nexts:
        yield Statement(_NEXT, Rows(nexts), 0, len(nexts))
    for kind, groups in nodes.items():
        made = sum(len(found) for _, found in groups)
        yield Statement(_node_form(kind).text, Rows(groups), made, made)
    for key, groups in edges.items():
        yield Statement(_edge_form(*key).text, Rows(groups), 0, sum(len(found) for _, found in groups))


def _node_rows(row: Sealed) -> dict[str, list[list[Any]]]:
    """Rows by kind: id, place in the delta, properties."""
    rows: dict[str, list[list[Any]]] = {}
    delta, ids = row.prepared.delta, row.done.ids
    for n, (node, stored) in enumerate(zip(delta.nodes, row.prepared.nodes, strict=True)):
        rows.setdefault(node.kind, []).append([ids[n], n + 1, *_node_form(node.kind).values(stored)])
    return rows


def _edge_rows(row: Sealed) -> dict[tuple[str, str, str], list[list[Any]]]:
    """Rows by generic label of the start, type, generic label of the end: both ends, place in the delta, properties."""
    rows: dict[tuple[str, str, str], list[list[Any]]] = {}
    for n, (edge, stored) in enumerate(zip(row.prepared.delta.edges, row.prepared.edges, strict=True)):
        key = (_generic(edge.start), edge.type, _generic(edge.end))
        ends = (row.done.id_of(edge.start), row.done.id_of(edge.end))
        rows.setdefault(key, []).append([*ends, n + 1, *_edge_form(*key).values(stored)])
    return rows


def _generic(ref: Ref) -> str:
    return "Activity" if ref.id == SELF else "Artifact"


@cache
def _activity_form(kind: str) -> Form:
    names = tuple(dict.fromkeys([*_names(ACTIVITY_FIELDS), *sorted(ACTIVITY_KEYS)]))
    return Form(f"UNWIND $rows AS r CREATE (a:Activity:{kind} {{{', '.join(_places(names, 0))}}})", names)


@cache
def _node_form(kind: str) -> Form:
    names = _names(fields_of(kind))
    own = ", ".join(["id: r[0]", "ord: r[1]", _STAMPS, *_places(names, 2)])
    text = (
        f"UNWIND $rows AS g MATCH (a:Activity {{id: g[0][1]}}) UNWIND g[1] AS r CREATE (n:{':'.join(labels_of(kind))} "
        f"{{{own}}}) CREATE (n)-[:WAS_GENERATED_BY {{ord: r[1], {_STAMPS}}}]->(a)"
    )
    return Form(text, names)


@cache
def _edge_form(start: str, type_: str, end: str) -> Form:
    names = _names(EDGES[type_].fields)
    own = ", ".join(["ord: r[2]", _STAMPS, *_places(names, 3)])
    text = (
        f"UNWIND $rows AS g UNWIND g[1] AS r MATCH (x:{start} {{id: r[0]}}) MATCH (y:{end} {{id: r[1]}}) "
        f"CREATE (x)-[:{type_} {{{own}}}]->(y)"
    )
    return Form(text, names)


def _names(fields: Iterable[Field]) -> tuple[str, ...]:
    return tuple(field.name for field in stored_fields(fields))


def _places(names: Iterable[str], first: int) -> list[str]:
    """Each property with its place in a row."""
    return [f"`{name}`: r[{place}]" for place, name in enumerate(names, first)]
