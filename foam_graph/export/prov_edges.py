"""Which PROV statement each edge of the graph becomes (PROV-DM, PROV-CONSTRAINTS).

``used``, ``wasDerivedFrom`` (also as quotation and revision) and ``hadMember`` where the model's row says so; every
other edge is ``wasInfluencedBy`` from its start to its end with ``prov:type foam:TYPE``: the start was written with the
end in view. An edge never says invalidation: what is contested or superseded stays a valid entity.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from foam_graph.model.canonical import canonical
from foam_graph.model.delta import activity_id
from foam_graph.model.edges import EDGES
from foam_graph.model.nodes import ACTIVITIES
from foam_graph.model.subgraph import Edge, Node, Subgraph

REVERSED = frozenset({"SUPPORTS"})
"""Edges that point from what was used to what was made of it."""
DERIVATIONS = {"wasDerivedFrom": "", "wasQuotedFrom": "Quotation", "wasRevisionOf": "Revision"}
"""Derivation properties of the model's rows, with their PROV type."""


@dataclass(frozen=True)
class Statement:
    """One PROV relation in the making.

    Attributes:
        relation: ``used``, ``wasDerivedFrom``, ``wasInfluencedBy`` or ``hadMember``.
        subject: Id of the thing that used, derives, was influenced or has the member.
        object: Id of the other thing.
        edge: The edge that it stands for.
        subtype: PROV type of a derivation, else empty.
        nth: 1, counting up over edges of one type between the same nodes.
    """

    relation: str
    subject: str
    object: str
    edge: Edge
    subtype: str = ""
    nth: int = 1


def ranks(graph: Subgraph, run: str) -> dict[str, int]:
    """When each artifact was written: its seq in the run, -1 for what other chains had written before."""
    return {n.id: n.seq if n.activity == activity_id(run, n.seq) else -1 for n in graph.nodes}


def statements(graph: Subgraph, run: str) -> list[Statement]:
    """The PROV relations of all edges whose both ends are in this part of the graph, in an order of their own.

    A derivation implies that the source was generated strictly before the derived (PROV-CONSTRAINTS 42), so an edge
    that would say otherwise becomes an influence, which has no order: support found after the claim was written, and
    rows of one activity that derive from one another in a circle.
    """
    found = [s for edge in ordered_edges(graph) if (s := _statement(graph, *edge)) is not None]
    rank = ranks(graph, run)
    level = [s for s in found if s.relation == "wasDerivedFrom" and rank[s.subject] == rank[s.object]]
    circle = components((s.subject, s.object) for s in level)
    kept = []
    for s in found:
        if s.relation == "wasDerivedFrom":
            late = rank[s.object] > rank[s.subject]
            turning = rank[s.object] == rank[s.subject] and circle[s.subject] == circle[s.object]
            if late or turning:
                kept.append(Statement("wasInfluencedBy", s.edge.start, s.edge.end, s.edge, nth=s.nth))
                continue
        kept.append(s)
    return _without_repeated_members(kept)


def ordered_edges(graph: Subgraph) -> list[tuple[Edge, int]]:
    """The edges in an order that does not depend on how they arrived, each with its number among its like."""
    edges = [e for e in graph.edges if e.start in graph and e.end in graph and not EDGES[e.type].automatic]
    edges.sort(key=lambda e: (e.type, e.start, e.end, e.seq, _plain(e.fields)))
    seen: Counter[tuple[str, str, str]] = Counter()
    numbered = []
    for edge in edges:
        key = (edge.type, edge.start, edge.end)
        seen[key] += 1
        numbered.append((edge, seen[key]))
    return numbered


def _plain(fields: Mapping[str, Any]) -> bytes:
    return canonical(dict(fields))


def _statement(graph: Subgraph, edge: Edge, nth: int) -> Statement | None:
    start, end = graph[edge.start], graph[edge.end]
    term = EDGES[edge.type].prov
    if _covered_by_generation(edge, end):
        return None
    if term == "used" and start.kind in ACTIVITIES:
        return Statement("used", edge.start, edge.end, edge, nth=nth)
    if term == "hadMember":
        return Statement("hadMember", edge.start, edge.end, edge, nth=nth)
    if term in DERIVATIONS:
        pair = (edge.end, edge.start) if edge.type in REVERSED else (edge.start, edge.end)
        return Statement("wasDerivedFrom", *pair, edge, DERIVATIONS[term], nth)
    return Statement("wasInfluencedBy", edge.start, edge.end, edge, nth=nth)


def _covered_by_generation(edge: Edge, end: Node) -> bool:
    """PROPOSES from the very activity that wrote the claim is said by the claim's generation."""
    return edge.type == "PROPOSES" and end.activity == edge.start


def _without_repeated_members(found: Iterable[Statement]) -> list[Statement]:
    # hadMember has no identifier, so the same one twice is one statement in RDF.
    return [s for s in found if s.relation != "hadMember" or s.nth == 1]


def components(pairs: Iterable[tuple[str, str]]) -> dict[str, int]:
    """Strongly connected components of a directed graph (Kosaraju's two passes, without recursion).

    Returns:
        For each node a number; nodes of one circle share theirs.
    """
    after: defaultdict[str, list[str]] = defaultdict(list)
    nodes: dict[str, None] = {}
    for a, b in pairs:
        after[a].append(b)
        nodes.update({a: None, b: None})
    order: list[str] = []
    seen: set[str] = set()
    for root in nodes:
        _finish(root, after, seen, order)
    before: defaultdict[str, list[str]] = defaultdict(list)
    for a, followers in after.items():
        for b in followers:
            before[b].append(a)
    number: dict[str, int] = {}
    for n, root in enumerate(reversed(order)):
        stack = [root]
        while stack:
            node = stack.pop()
            if node not in number:
                number[node] = n
                stack.extend(before[node])
    return number


def _finish(root: str, after: Mapping[str, list[str]], seen: set[str], order: list[str]) -> None:
    stack = [(root, False)]
    while stack:
        node, done = stack.pop()
        if done:
            order.append(node)
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            stack.extend((other, False) for other in after.get(node, ()) if other not in seen)
