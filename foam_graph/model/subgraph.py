"""A part of the graph in memory: what reasoning reads. Immutable rows, indexed both ways."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from foam_graph.advice import Action, NextStep
from foam_graph.errors import UnknownId
from foam_graph.model.delta import ActivityDraft, Committed, Delta, Ref, activity_id, node_ids, resolve
from foam_graph.model.nodes import ACTIVITIES, ACTIVITY_FIELDS, NODES, fields_of
from foam_graph.model.validation import kinds_under


@lru_cache(maxsize=256)
def _blanks(kind: str) -> Mapping[str, Callable[[], Any]]:
    """What is read in place of a personal text that was erased."""
    fields = ACTIVITY_FIELDS if kind in ACTIVITIES else fields_of(kind) if kind in NODES else ()
    return {field.name: field.blank for field in fields if field.personal}


@dataclass(frozen=True, slots=True)
class Node:
    """One node as stored; a personal text that was erased reads as an empty one.

    Attributes:
        id: Its id.
        kind: Its own label.
        fields: Its properties, stamps, salts and commitments left out.
        seq: Place of its activity in its chain.
        ord: Its place in the delta.
        activity: Its activity.
        at: When it was written.
    """

    id: str
    kind: str
    fields: Mapping[str, Any]
    seq: int = 0
    ord: int = 0
    activity: str = ""
    at: str = ""

    def __getitem__(self, name: str) -> Any:
        try:
            return self.fields[name]
        except KeyError:
            blank = _blanks(self.kind).get(name)
            if blank is None:
                raise
            return blank()

    def get(self, name: str, default: Any = None) -> Any:
        """A property, or the default where it is absent."""
        return self.fields.get(name, default)

    @property
    def ref(self) -> Ref:
        """A reference to it, for a new delta."""
        return Ref(self.id, self.kind)

    def is_a(self, label: str) -> bool:
        """Whether it carries this label."""
        return label == self.kind or label in kinds_under(self.kind)


@dataclass(frozen=True, slots=True)
class Edge:
    """One edge as stored."""

    type: str
    start: str
    end: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    seq: int = 0


class Subgraph:
    """Nodes and edges with look-ups in both directions.

    Order is the order of the chain (seq, then place in the delta), so that everything computed from it is
    deterministic.
    """

    def __init__(self, nodes: Iterable[Node] = (), edges: Iterable[Edge] = ()) -> None:
        self._nodes: dict[str, Node] = {}
        self._kinds: dict[str, list[str]] = defaultdict(list)
        self._out: dict[str, dict[str, list[Edge]]] = {}
        self._in: dict[str, dict[str, list[Edge]]] = {}
        self._edges: list[Edge] = []
        self._superseded: set[str] = set()
        for node in nodes:
            self.add(node)
        for edge in edges:
            self.connect(edge)

    def add(self, node: Node) -> None:
        """Adds a node; adding it again changes nothing."""
        if node.id in self._nodes:
            return
        self._nodes[node.id] = node
        for label in {node.kind, *kinds_under(node.kind)}:
            self._kinds[label].append(node.id)

    def connect(self, edge: Edge) -> None:
        """Adds an edge."""
        self._edges.append(edge)
        self._out.setdefault(edge.start, {}).setdefault(edge.type, []).append(edge)
        self._in.setdefault(edge.end, {}).setdefault(edge.type, []).append(edge)
        if edge.type in ("SUPERSEDES", "WITHDRAWS"):
            self._superseded.add(edge.end)

    def apply(self, draft: ActivityDraft, delta: Delta, done: Committed) -> None:
        """Adds what was just committed, so that the next step needs no read."""
        self.add(Node(done.activity, draft.kind, draft.properties(), done.seq, 0, done.activity, done.at))
        for n, (node, node_id) in enumerate(zip(delta.nodes, done.ids, strict=True), 1):
            self.add(Node(node_id, node.kind, node.fields, done.seq, n, done.activity, done.at))
        for edge in delta.edges:
            start = resolve(edge.start, done.activity, done.ids)
            end = resolve(edge.end, done.activity, done.ids)
            self.connect(Edge(edge.type, start, end, edge.fields, done.seq))

    def until(self, run: str, seq: int) -> Subgraph:
        """This part of the graph as it was after one of a chain's activities: nothing is taken back from a chain, so none of it has to be read again.

        Args:
            run: The chain that it is the part of; nodes of other chains stay, as the chain refers to them.
            seq: Place of the activity.
        """
        nodes = (one for one in self.nodes if one.seq <= seq or one.activity != activity_id(run, one.seq))
        return Subgraph(nodes, (one for one in self.edges if one.seq <= seq))

    def supposing(self, draft: ActivityDraft, delta: Delta, activity: str) -> tuple[Subgraph, tuple[str, ...]]:
        """This part of the graph as it would be if a delta were committed next, and the ids of its nodes then; this one stays as it is.

        Args:
            draft: The activity.
            delta: What it would write.
            activity: Id that the activity has there; none of the graph's own.
        """
        supposed = Subgraph(self.nodes, self.edges)
        seq = 1 + max((one.seq for one in self.nodes), default=0)
        done = Committed(draft.run, activity, seq, "", "", node_ids(activity, delta.nodes))
        supposed.apply(draft, delta, done)
        return supposed, done.ids

    def __contains__(self, node_id: str) -> bool:
        return node_id in self._nodes

    def __len__(self) -> int:
        return len(self._nodes)

    def __getitem__(self, node_id: str) -> Node:
        try:
            return self._nodes[node_id]
        except KeyError:
            raise UnknownId(
                f"no node {node_id} in this part of the graph",
                NextStep(Action.SHOW, "Check the id with", {"id": "RUN"}),
            ) from None

    def get(self, node_id: str) -> Node | None:
        """A node, or nothing."""
        return self._nodes.get(node_id)

    @property
    def nodes(self) -> Iterator[Node]:
        """All nodes in order of arrival."""
        return iter(self._nodes.values())

    @property
    def edges(self) -> Iterator[Edge]:
        """All edges in order of arrival."""
        return iter(self._edges)

    def of(self, label: str) -> list[Node]:
        """All nodes that carry a label, superseded ones included."""
        return [self._nodes[i] for i in self._kinds.get(label, ())]

    def live(self, label: str) -> list[Node]:
        """The nodes of a label that no newer version supersedes and nothing has withdrawn."""
        return [node for node in self.of(label) if not self.superseded(node.id)]

    def superseded(self, node_id: str) -> bool:
        """Whether a newer version took its place or it was withdrawn; the rule of cypher/standing.cypher (a test holds them together)."""
        return node_id in self._superseded

    def hide(self, node_id: str) -> None:
        """Counts a node as superseded in this part alone: for a view of how things stood without it."""
        self._superseded.add(node_id)

    def out_edges(self, node_id: str, *types: str) -> list[Edge]:
        """Edges that start at a node, of the given types or all."""
        return list(self._pick(self._out.get(node_id, {}), types))

    def in_edges(self, node_id: str, *types: str) -> list[Edge]:
        """Edges that end at a node, of the given types or all."""
        return list(self._pick(self._in.get(node_id, {}), types))

    @staticmethod
    def _pick(found: Mapping[str, list[Edge]], types: tuple[str, ...]) -> list[Edge]:
        if len(types) == 1:
            return found.get(types[0]) or []
        return [edge for kind in (types or tuple(found)) for edge in found.get(kind, ())]

    def out(self, node_id: str, *types: str) -> list[Node]:
        """Nodes that edges of these types lead to, those outside of this part left out."""
        found = self._out.get(node_id)
        if not found:
            return []
        return [self._nodes[e.end] for e in self._pick(found, types) if e.end in self._nodes]

    def into(self, node_id: str, *types: str) -> list[Node]:
        """Nodes that edges of these types come from, those outside of this part left out."""
        found = self._in.get(node_id)
        if not found:
            return []
        return [self._nodes[e.start] for e in self._pick(found, types) if e.start in self._nodes]

    def older(self, node_id: str) -> list[Node]:
        """The versions that a node took the place of, also through others: the nearest first, each once.

        Of those that are equally near the latest comes first, so that the order in which rows were read does not matter.
        Where versions name each other in a circle, which was once let into graphs, the node itself is none of them.
        """
        return self._versions(node_id, self.out)

    def newer(self, node_id: str) -> list[Node]:
        """The versions that took the place of a node, also through others; in the order of ``older``."""
        return self._versions(node_id, self.into)

    def heads(self, node_id: str) -> list[Node]:
        """The live versions of a node: itself where nothing took its place, several after a branch, none in a circle."""
        return [one for one in (self[node_id], *self.newer(node_id)) if not self.superseded(one.id)]

    @staticmethod
    def _versions(node_id: str, step: Callable[[str, str], list[Node]]) -> list[Node]:
        # Each once: where several took the place of one, there are ever more ways to the first.
        seen, found, level = {node_id}, list[Node](), [node_id]
        while level:
            near = {one.id: one for at in level for one in step(at, "SUPERSEDES") if one.id not in seen}
            seen |= near.keys()
            level = sorted(near, key=lambda i: (near[i].seq, near[i].ord, i), reverse=True)
            found += [near[i] for i in level]
        return found

    def newest(self, node_id: str) -> Node:
        """The latest version of a node, following SUPERSEDES; of two branches the later one."""
        current, seen = self[node_id], {node_id}
        # In a circle, see ``older``, nobody must wait for ever for the last.
        while newer := [one for one in self.into(current.id, "SUPERSEDES") if one.id not in seen]:
            current = max(newer, key=lambda n: (n.seq, n.ord))
            seen.add(current.id)
        return current
