"""The statements of one run, added to one PROV document (PROV-DM)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from prov.constants import PROV
from prov.identifier import QualifiedName
from prov.model import ProvDocument

from foam_graph.export.prov_agents import Cast, activities, consecutive, plan_of
from foam_graph.export.prov_edges import Statement, ranks, statements
from foam_graph.export.prov_marking import marking
from foam_graph.export.prov_terms import (
    FOAM,
    NAMESPACES,
    REL,
    Attribute,
    attributes,
    declared,
    joined,
    label_of,
    name_of,
    value_of,
)
from foam_graph.model.edges import EDGE_KINDS, EDGES
from foam_graph.model.nodes import ACTIVITIES, NODES
from foam_graph.model.subgraph import Node, Subgraph

_TYPE, _LABEL, _ROLE = PROV["type"], PROV["label"], PROV["role"]
_COLLECTIONS = frozenset(start for row in EDGE_KINDS if row.prov == "hadMember" for start in row.starts)
_PLANS = frozenset({"Perspective"})
"""Kinds that an association names as its plan although their row says Entity."""


class Writer:
    """Adds the statements of one run to one document, in a fixed order.

    Args:
        graph: The run.
        run: Chain id; its Run node is in the graph.
        operator: Who runs the installation.
        redact: Leave personal texts out.
    """

    def __init__(self, graph: Subgraph, run: str, operator: str, redact: bool) -> None:
        self.graph, self.run, self.operator, self.redact = graph, run, operator, redact
        self.cast = Cast(graph, run, operator)
        self.acts = activities(graph)
        self.at = {node.id: time_of(node.at) for node in self.acts}
        self.document = ProvDocument(namespaces=list(NAMESPACES))
        self.usages: dict[tuple[str, str], QualifiedName] = {}

    def write(self) -> ProvDocument:
        """The document: entities (the marking first), activities, agents, then relations."""
        artifacts = self._artifacts()
        for node in artifacts:
            self._entity(node)
        for node in self.acts:
            self._activity(node)
        self._outside_activities(artifacts)
        self._agents()
        for node in artifacts:
            self._generation(node)
        for node in self.acts:
            self._used(node)
        for earlier, later in consecutive(self.run, self.acts):
            name = joined(REL, later.id, "NEXT", earlier.id)
            self.document.communication(name_of(later.id), name_of(earlier.id), name, {_TYPE: FOAM["NEXT"]})
        # Usages come first: a derivation names the usage that it rests on.
        for statement in sorted(statements(self.graph, self.run), key=lambda s: s.relation != "used"):
            self._relation(statement)
        return self.document

    def _artifacts(self) -> list[Node]:
        rank = ranks(self.graph, self.run)
        first = {self.run: 0}

        def place(node: Node) -> tuple[int, int, int, str]:
            # The marking comes first: the run, then its positions.
            head = first.get(node.id, 1 if node.kind == "Position" else 2)
            return head, rank[node.id], node.ord, node.id

        return sorted((n for n in self.graph.nodes if n.kind not in ACTIVITIES), key=place)

    def _entity(self, node: Node) -> None:
        found: list[Attribute] = [(_TYPE, FOAM[label]) for label in (node.kind, *NODES[node.kind].also)]
        found += [(_TYPE, PROV[name]) for name in prov_types(node.kind)]
        found.append((_LABEL, label_of(node, self.redact)))
        if node.id == self.run or node.kind == "Position":
            found += marking(self.graph, self.cast, self.operator)
        found += attributes(node.kind, declared(node), node.fields, self.redact)
        found += _stamps(node)
        self.document.entity(name_of(node.id), found)

    def _activity(self, node: Node) -> None:
        found: list[Attribute] = [(_TYPE, FOAM[node.kind]), (_LABEL, label_of(node, self.redact))]
        found += attributes(node.kind, declared(node), node.fields, self.redact, skip=("used", "kind"))
        found += _stamps(node)
        lost = [i for i in node.get("used", ()) if i not in self.graph]
        if lost:
            found.append((FOAM["usedOutside"], value_of(lost)))
        self.document.activity(name_of(node.id), self.at[node.id], self.at[node.id], found)

    def _outside_activities(self, artifacts: Iterable[Node]) -> None:
        """Activities of other chains are known by id and time only: enough to say what wrote a document."""
        outside: dict[str, str] = {}
        for node in artifacts:
            if node.activity and node.activity not in self.graph:
                outside[node.activity] = min(outside.get(node.activity, node.at), node.at)
        for activity in sorted(outside):
            self.at[activity] = time_of(outside[activity])
            label = f"Activity {activity} of another chain"
            self.document.activity(
                name_of(activity), self.at[activity], self.at[activity], [(_TYPE, FOAM["Activity"]), (_LABEL, label)]
            )

    def _agents(self) -> None:
        operator = self.cast.operator
        self.document.agent(operator.name, operator.attributes)
        for agent in self.cast.agents:
            self.document.agent(agent.name, agent.attributes)
        for name, agent in self.cast.delegations():
            self.document.delegation(agent.name, operator.name, None, name)
        for node in self.acts:
            plan = plan_of(self.graph, node)
            role = [(_ROLE, FOAM[str(node["role"])])] if node.get("role") else []
            self.document.association(
                name_of(node.id),
                self.cast.of(node.id).name,
                name_of(plan) if plan else None,
                joined(REL, node.id, "BY"),
                role,
            )

    def _generation(self, node: Node) -> None:
        if node.activity not in self.at:
            return
        found: list[Attribute] = []
        if any(e.start == node.activity for e in self.graph.in_edges(node.id, "PROPOSES")):
            found.append((_TYPE, FOAM["PROPOSES"]))
        self.document.generation(
            name_of(node.id),
            name_of(node.activity),
            self.at[node.activity],
            joined(REL, node.id, "WAS_GENERATED_BY"),
            found,
        )

    def _used(self, node: Node) -> None:
        for other in dict.fromkeys(node.get("used", ())):
            if other not in self.graph:
                continue
            name = joined(REL, node.id, "USED", other)
            if self.graph[other].kind in ACTIVITIES:
                self.document.communication(name_of(node.id), name_of(other), name)
            else:
                self.document.usage(name_of(node.id), name_of(other), self.at[node.id], name)
                self.usages[node.id, other] = name

    def _relation(self, s: Statement) -> None:
        subject, object_ = name_of(s.subject), name_of(s.object)
        if s.relation == "hadMember":
            self.document.membership(subject, object_)
            return
        edge = s.edge
        number = (str(s.nth),) if s.nth > 1 else ()
        name = joined(REL, edge.start, edge.type, edge.end, *number)
        found: list[Attribute] = [(_TYPE, PROV[s.subtype])] if s.subtype else []
        found.append((_TYPE, FOAM[edge.type]))
        found += attributes(edge.type, EDGES[edge.type].fields, edge.fields, self.redact)
        if s.relation == "used":
            self.document.usage(subject, object_, self.at[s.subject], name, found)
            self.usages.setdefault((s.subject, s.object), name)
        elif s.relation == "wasDerivedFrom":
            self.document.derivation(subject, object_, *self._path(s), identifier=name, other_attributes=found)
        else:
            self.document.influence(subject, object_, name, found)

    def _path(self, s: Statement) -> tuple[QualifiedName | None, QualifiedName | None, QualifiedName | None]:
        """Activity, generation and usage by which one thing came from another, where the graph records all three."""
        activity = self.graph[s.subject].activity
        usage = self.usages.get((activity, s.object))
        if usage is None:
            return None, None, None
        return name_of(activity), joined(REL, s.subject, "WAS_GENERATED_BY"), usage


def prov_types(kind: str) -> Iterator[str]:
    """PROV classes of a node kind besides Entity."""
    if NODES[kind].prov != "Entity":
        yield NODES[kind].prov
    if kind in _COLLECTIONS and NODES[kind].prov != "Collection":
        yield "Collection"
    if kind in _PLANS:
        yield "Plan"


def time_of(at: str) -> datetime | None:
    """A stamp's time, or nothing where it is absent or unreadable."""
    try:
        return datetime.fromisoformat(at)
    except ValueError:
        return None


def _stamps(node: Node) -> Iterator[Attribute]:
    yield FOAM["id"], value_of(node.id)
    yield FOAM["seq"], node.seq
    if node.ord:
        yield FOAM["ord"], node.ord
