"""Writes the rows of sealed deltas: few in one statement, many in one for each kind (decision 0015).

For few rows it is the statements that cost: each is a round trip, a look at the cache of plans and, the first time, a
plan. So one text writes whatever kinds there are, their labels and types among its values.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import neo4j

from foam_graph.errors import StoreFault
from foam_graph.model.captions import caption
from foam_graph.model.nodes import labels_of
from foam_graph.store.chain.sealing import Sealed, form_of
from foam_graph.store.connection import Traffic
from foam_graph.store.writing.statements import (
    Rows,
    Statement,
    form_of_activity,
    form_of_edge,
    form_of_node,
    generic,
    shape_of,
    statements,
)

FEW = 200
"""Rows up to which one statement is cheaper: names of properties go with each row of it, and are looked up in each."""
_ENDS = tuple((start, end) for start in ("Artifact", "Activity") for end in ("Artifact", "Activity"))
_STAMPS = ("run", "activity", "seq", "at")


def _edges(place: int, start: str, end: str) -> str:
    return (
        f"CALL () {{ UNWIND $rows[{place}] AS r MATCH (x:{start} {{id: r[0]}}) MATCH (y:{end} {{id: r[1]}}) "
        "CREATE (x)-[e:$(r[2])]->(y) SET e = r[3] }"
    )


_TEXT = "\n".join(
    (
        "CALL () { UNWIND $rows[0] AS r CREATE (a:Activity:$(r[0])) SET a = r[1] }",
        "CALL () { UNWIND $rows[1] AS r MATCH (p:Activity {run: r.run, seq: r.seq - 1}) "
        "MATCH (a:Activity {id: r.activity}) CREATE (p)-[e:NEXT]->(a) SET e = r }",
        "CALL () { UNWIND $rows[2] AS r MATCH (a:Activity {id: r[1].activity}) CREATE (n:$(r[0])) SET n = r[1] "
        "CREATE (n)-[e:WAS_GENERATED_BY]->(a) SET e = r[2] }",
        *(_edges(place, *ends) for place, ends in enumerate(_ENDS, 3)),
    )
)


def write_rows(transaction: neo4j.Transaction, traffic: Traffic, sealed: Sequence[Sealed]) -> None:
    """Writes sealed deltas: activities, then nodes, then edges; none where all of a batch were refused.

    Raises:
        StoreFault: Fewer edges were made than asked for, since an endpoint is missing; or a property is not declared.
    """
    if not sealed:
        return
    few = sum(1 + len(one.prepared.nodes) + len(one.prepared.edges) for one in sealed) <= FEW
    for one in [together(sealed)] if few else statements(sealed):
        counters = transaction.run(one.text, rows=one.rows).consume().counters
        traffic.add(statements=1, nodes=counters.nodes_created, edges=counters.relationships_created)
        # A MATCH that finds no endpoint is silent; only the count tells.
        if (counters.nodes_created, counters.relationships_created) != (one.nodes, one.edges):
            raise StoreFault(
                f"{counters.relationships_created} of {one.edges} edges could be made: {one.about}",
                "An endpoint is missing; nothing was written.",
            )


def together(sealed: Sequence[Sealed]) -> Statement:
    """The one statement that writes deltas of whatever kinds.

    Raises:
        StoreFault: A property is not declared.
    """
    activities: list[Any] = []
    nexts: list[Any] = []
    nodes: list[Any] = []
    edges: dict[tuple[str, str], list[Any]] = {ends: [] for ends in _ENDS}
    for row in sealed:
        stamps = dict(zip(_STAMPS, row.stamps, strict=True))
        kind, form, delta = row.prepared.draft.kind, form_of(row.activity), row.prepared.delta
        own = form_of_activity(kind, shape_of(form, row.activity)).checked(
            {**row.activity, "caption": caption(kind, row.activity)}
        )
        activities.append([kind, own])
        if row.done.seq > 0:
            nexts.append(stamps)
        for n, (node, stored) in enumerate(zip(delta.nodes, row.prepared.nodes, strict=True)):
            fields = form_of_node(node.kind, shape_of(form, stored)).checked(stored)
            place = {**stamps, "ord": n + 1}
            named = {"id": row.done.ids[n], "caption": caption(node.kind, stored)}
            nodes.append([labels_of(node.kind), {**fields, **named, **place}, place])
        for n, (edge, stored) in enumerate(zip(delta.edges, row.prepared.edges, strict=True)):
            ends = generic(edge.start), generic(edge.end)
            fields = form_of_edge(ends[0], edge.type, ends[1], shape_of(form, stored)).checked(stored)
            first, last = row.done.id_of(edge.start), row.done.id_of(edge.end)
            edges[ends].append([first, last, edge.type, {**fields, **stamps, "ord": n + 1}])
    rows = Rows([activities, nexts, nodes, *edges.values()])
    made = len(nexts) + len(nodes) + sum(map(len, edges.values()))
    first, last = sealed[0].done.activity, sealed[-1].done.activity
    about = first if first == last else f"{first} to {last}"
    return Statement(_TEXT, rows, len(activities) + len(nodes), made, about)
