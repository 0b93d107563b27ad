"""What agents and people hand to the store: new nodes and edges, and who acts. Nothing here touches a database.

Within a delta, nodes are referred to by local references (``#1`` is the first node, ``@`` the activity itself);
``resolve`` turns them into ids once the activity's place in its chain is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from foam_graph.model.kinds import PEOPLE, Role

SELF = "@"
"""Local reference of the activity that commits the delta."""


@dataclass(frozen=True, slots=True)
class Ref:
    """A reference to a node: an id, or a local reference of the same delta.

    Attributes:
        id: Node id, ``#ordinal`` or ``@``.
        kind: Label of its kind; for ``@`` the activity's label.
    """

    id: str
    kind: str

    @property
    def local(self) -> bool:
        """Whether it refers to something the same delta creates."""
        return self.id[:1] in ("#", SELF)


@dataclass(frozen=True, slots=True)
class NewNode:
    """A node to be created; ``id`` is given only for kinds that are ``named``."""

    kind: str
    fields: Mapping[str, Any]
    id: str = ""


@dataclass(frozen=True, slots=True)
class NewEdge:
    """An edge to be created."""

    type: str
    start: Ref
    end: Ref
    fields: Mapping[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Delta:
    """New nodes and edges, in the order in which they are hashed and numbered."""

    nodes: list[NewNode] = field(default_factory=list)
    edges: list[NewEdge] = field(default_factory=list)

    def node(self, kind: str, /, *, id: str = "", **fields: Any) -> Ref:  # noqa: A002 - the graph's own word
        """Adds a node and returns its local reference; ``None`` fields are dropped (Neo4j stores no nulls)."""
        self.nodes.append(NewNode(kind, {k: v for k, v in fields.items() if v is not None}, id))
        return Ref(f"#{len(self.nodes)}", kind)

    def edge(self, type_: str, start: Ref, end: Ref, **fields: Any) -> None:
        """Adds an edge between two references."""
        self.edges.append(NewEdge(type_, start, end, {k: v for k, v in fields.items() if v is not None}))

    def extend(self, other: Delta) -> None:
        """Appends another delta, renumbering its local references."""
        shift = len(self.nodes)

        def moved(ref: Ref) -> Ref:
            return Ref(f"#{int(ref.id[1:]) + shift}", ref.kind) if ref.id.startswith("#") else ref

        self.nodes.extend(other.nodes)
        self.edges.extend(NewEdge(e.type, moved(e.start), moved(e.end), e.fields) for e in other.edges)

    def __len__(self) -> int:
        return len(self.nodes) + len(self.edges)


@dataclass(frozen=True, slots=True)
class ActivityDraft:
    """Who acts, in which role, at which step; the store adds id, time, place in the chain and hashes.

    Attributes:
        run: Chain id.
        kind: Label from ACTIVITY_KINDS.
        role: Role of the actor.
        step: Step of the pipeline, or verb.
        agent: ``offline-rules``, a model's name, ``person`` or ``system``.
        fields: Further ACTIVITY_FIELDS.
        used: Ids of what it used.
    """

    run: str
    kind: str
    role: Role
    step: str
    agent: str = "system"
    fields: Mapping[str, Any] = field(default_factory=dict)
    used: tuple[str, ...] = ()

    def properties(self) -> dict[str, Any]:
        """The activity's own fields as they are hashed and stored."""
        own: dict[str, Any] = {"kind": self.kind, "role": str(self.role), "step": self.step, "agent": self.agent}
        if self.used:
            own["used"] = list(dict.fromkeys(self.used))
        own.update({k: v for k, v in self.fields.items() if v is not None})
        return own


@dataclass(frozen=True, slots=True)
class Acting:
    """Whoever has signed in to act: what a person does is recorded with it.

    Attributes:
        name: Name of the account; empty where there are no accounts.
        roles: Its roles, of ``ACCOUNT_ROLES``.
    """

    name: str = ""
    roles: tuple[str, ...] = ()

    def recorded(self, draft: ActivityDraft) -> ActivityDraft:
        """An activity with the account that it was done from, where a person does it; else as it is."""
        if not self.name or draft.role not in PEOPLE:
            return draft
        return replace(draft, fields={"by": self.name, **_given(draft.fields), "acting_as": list(self.roles)})


def _given(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


NOBODY = Acting()
"""Nobody has signed in: the command line, and a server without accounts."""


@dataclass(frozen=True, slots=True)
class Committed:
    """An acknowledged commit: it is durable.

    Attributes:
        run: Chain id.
        activity: Activity id.
        seq: Its place in the chain.
        at: Its time, UTC ISO 8601.
        hash: The chain's hash after it (hex).
        ids: Ids of the delta's nodes, in order.
    """

    run: str
    activity: str
    seq: int
    at: str
    hash: str
    ids: tuple[str, ...]

    def id_of(self, ref: Ref) -> str:
        """The id that a reference of the delta has now."""
        return resolve(ref, self.activity, self.ids)


def node_ids(activity: str, nodes: Iterable[NewNode]) -> tuple[str, ...]:
    """Ids of a delta's nodes: given for named kinds, else activity id and ordinal (protocol 8.2)."""
    return tuple(node.id or f"{activity}-{n}" for n, node in enumerate(nodes, 1))


def resolve(ref: Ref, activity: str, ids: tuple[str, ...]) -> str:
    """The id behind a reference."""
    if ref.id == SELF:
        return activity
    return ids[int(ref.id[1:]) - 1] if ref.id.startswith("#") else ref.id


def activity_id(run: str, seq: int) -> str:
    """Id of the activity at a place of a chain."""
    return f"{run}-{seq}"
