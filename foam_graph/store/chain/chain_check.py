"""Verification of one chain, event by event, without a database: what the ledger and a journal share (protocol 8.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from foam_graph.model.canonical import GENESIS, body_hash, chain_hash, digest
from foam_graph.model.delta import activity_id
from foam_graph.model.edges import EDGES
from foam_graph.model.nodes import NODES
from foam_graph.model.row_commitment import SALT
from foam_graph.store.chain.row_check import (
    ACTIVITY_KEYS,
    EDGE_KEYS,
    NODE_KEYS,
    Fault,
    FaultKind,
    activity_faults,
    caption_faults,
    field_faults,
    form_fault,
    kind_or_none,
    stamp_faults,
)
from foam_graph.store.chain.sealing import edge_form, form_of, header_form, node_form

MAX_FAULTS = 1000
"""Faults that are kept; a chain with more is broken anyway, and memory stays bounded."""
ERASE = "erase"
"""Step of the activity that records an erasure; it ``used`` the nodes whose texts it took away."""


@dataclass(slots=True)
class Event:
    """One activity with all rows that carry its stamps, as read.

    Attributes:
        seq: Its place as the rows state it; a tampered row may state a fraction.
        labels: Labels of the activity.
        props: Its properties, or nothing where the activity is gone.
        nodes: (labels, properties) of its nodes.
        edges: (type, start, end, properties) of its edges, automatic ones included.
    """

    seq: float
    labels: list[str] = field(default_factory=list)
    props: dict[str, Any] | None = None
    nodes: list[tuple[list[str], dict[str, Any]]] = field(default_factory=list)
    edges: list[tuple[str, str, str, dict[str, Any]]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Verification:
    """What verifying a chain, or the whole database, found.

    Attributes:
        run: Chain id; empty for the whole database.
        ok: Whether everything holds.
        activities: Activities read.
        nodes: Nodes read.
        edges: Edges read, automatic ones left out.
        head: Hash of the chain after its last activity; for the whole database a digest of all heads.
        faults: What does not hold, the first bad event first.
    """

    run: str
    ok: bool
    activities: int
    nodes: int
    edges: int
    head: str
    faults: list[Fault]


def edge_name(type_: str, start: Any, end: Any) -> str:
    """An edge in one word: ``start-[TYPE]->end``."""
    return f"{start}-[{type_}]->{end}"


def edge_id(activity: Any, ord_: Any) -> str:
    """How an erasure names an edge: by its activity and its place there."""
    return f"{activity}-e{ord_}"


def _place(props: Mapping[str, Any]) -> float:
    ord_ = props.get("ord")
    return ord_ if isinstance(ord_, int | float) else float("inf")


def _whole(seq: float) -> int:
    """A seq without its fraction; a tampered one may be infinite."""
    return int(max(-(2.0**62), min(seq, 2.0**62)))


class ChainCheck:
    """Verifies one chain in the order of its events; holds one event and the faults, nothing else.

    Args:
        run: Chain id.
        automatic: Whether WAS_GENERATED_BY and NEXT edges are expected; a journal does not hold them.
        first: Seq of the first event, where what stands before it is not at hand.
        head: Hash of what stands before it.
    """

    def __init__(self, run: str, automatic: bool = True, first: int = 0, head: str = GENESIS) -> None:
        self.run = run
        self.activities = self.nodes = self.edges = self.automatic = 0
        self.head = head
        self._expects_automatic = automatic
        self._next = first
        self._at = ""
        self._last = ""
        self._faults: list[tuple[Fault, str]] = []
        self._more = 0
        self._erased: set[str] = set()

    def event(self, event: Event) -> None:
        """Checks the next event."""
        self.nodes += len(event.nodes)
        automatic = sum(edge[0] in ("WAS_GENERATED_BY", "NEXT") for edge in event.edges)
        self.automatic += automatic
        self.edges += len(event.edges) - automatic
        if event.props is None:
            self._orphans(event)
            return
        self.activities += 1
        _EventCheck(self, event, event.props).run()

    def strays(self, found: Iterable[Mapping[str, Any]]) -> None:
        """Adds edges that start at the chain's rows but carry no stamps or an undeclared type."""
        for row in found:
            what = "carries no stamps" if row["declared"] else "is of a type that the model does not have"
            self.add("stray", -1, row["stamp"] or "", edge_name(row["type"], row["start"], row["end"]), what)

    def add(self, kind: FaultKind, seq: float, activity: str, row: str, detail: str, name: str = "") -> None:
        """Records a fault; ``name`` is how an erasure names the row where that is not ``row``."""
        if len(self._faults) < MAX_FAULTS:
            self._faults.append((Fault(kind, activity, row, detail, _whole(seq)), name or row or activity))
        else:
            self._more += 1

    def result(self) -> Verification:
        """What was found."""
        faults = [f for f, name in self._faults if f.kind != "erased" or name not in self._erased]
        # A stray that names no activity comes after the events; otherwise in the order of the chain.
        faults.sort(key=lambda f: f.seq if f.seq >= 0 else float("inf"))
        if self._more:
            faults.append(Fault("more", "", "", f"{self._more:,} further faults"))
        return Verification(self.run, not faults, self.activities, self.nodes, self.edges, self.head, faults)

    def _orphans(self, event: Event) -> None:
        gone = f"carries the stamps of seq {event.seq}, but that activity is gone"
        whose = activity_id(self.run, _whole(event.seq))
        for _, props in event.nodes:
            self.add("stray", event.seq, whose, str(props.get("id")), gone)
        for type_, start, end, _ in event.edges:
            self.add("stray", event.seq, whose, edge_name(type_, start, end), gone)

    def step(self, event: Event, props: Mapping[str, Any]) -> None:
        """Checks an activity's place in the chain and moves on to it."""
        seq = event.seq
        own = activity_id(self.run, _whole(seq))
        if seq > self._next:
            gap = f"activities {self._next} to {_whole(seq) - 1} are gone" if seq > self._next + 1 else "is gone"
            self.add("missing", self._next, activity_id(self.run, self._next), "", gap)
        if seq != _whole(seq) or seq < self._next:
            self.add("order", seq, own, "", f"seq is {seq!r} where {self._next} follows")
        for found in stamp_faults(props, {"id": own, "run": self.run, "seq": _whole(seq)}):
            self.add("id" if found[1].startswith("id ") else found[0], seq, own, "", found[1])
        if props.get("prev_hash") != self.head:
            self.add("prev_hash", seq, own, "", f"prev_hash is not the hash of what stands before it ({self._last})")
        at = props.get("at")
        if isinstance(at, str) and at < self._at:
            self.add("order", seq, own, "", f"at is {at}, before {self._at} of {self._last}")
        if props.get("step") == ERASE:
            self._erased.update(props.get("used") or ())
        self._at = max(self._at, at) if isinstance(at, str) else self._at
        self._next, self._last, self.head = max(self._next, _whole(seq) + 1), own, str(props.get("hash"))

    @property
    def last(self) -> str:
        """Id of the activity before the one being checked."""
        return self._last

    @property
    def expects_automatic(self) -> bool:
        """Whether automatic edges are expected."""
        return self._expects_automatic


class _EventCheck:
    """One event: rows against their activity, then the hashes."""

    def __init__(self, chain: ChainCheck, event: Event, props: dict[str, Any]) -> None:
        self.chain = chain
        self.event = event
        self.props = props
        self.own = activity_id(chain.run, _whole(event.seq))
        self.before = chain.last
        self.stamps = {"run": chain.run, "activity": self.own, "seq": _whole(event.seq), "at": props.get("at")}
        self.digests: list[str] | None = []
        self.form = form_of(props)
        self.salts: set[str] = set()

    def run(self) -> None:
        if newer := form_fault(self.props):
            # What its rows must look like is not known here, so nothing more can be said of them.
            self._add("unknown_form", "", newer)
            self.chain.step(self.event, self.props)
            return
        for kind, detail in activity_faults(self.event.labels, self.props):
            self._add(kind, "", detail)
        self.chain.step(self.event, self.props)
        self._caption(str(self.props.get("kind")), "", self.props)
        self._salt("", self.props)
        nodes = sorted(self.event.nodes, key=lambda node: _place(node[1]))
        edges = [e for e in self.event.edges if e[0] not in ("WAS_GENERATED_BY", "NEXT")]
        edges.sort(key=lambda edge: _place(edge[3]))
        for labels, props in nodes:
            self._node(labels, props)
        for type_, start, end, props in edges:
            self._edge(type_, start, end, props)
        self._places("node", [(str(p.get("id")), p) for _, p in nodes], self.props.get("nodes"))
        self._places("edge", [(edge_name(t, s, e), p) for t, s, e, p in edges], self.props.get("edges"))
        if self.chain.expects_automatic:
            self._generated(nodes)
            self._next_edge()
        self._hashes(len(nodes), len(edges))

    def _add(self, kind: FaultKind, row: str, detail: str, name: str = "") -> None:
        self.chain.add(kind, self.event.seq, self.own, row, detail, name)

    def _caption(self, kind: str, row: str, props: Mapping[str, Any]) -> None:
        if self.chain.expects_automatic:
            for found in caption_faults(kind, props, self.form):
                self._add(found[0], row, found[1])

    def _salt(self, row: str, props: Mapping[str, Any], name: str = "") -> None:
        """A salt of two rows would open the erased text of one with what the other still has."""
        salt = props.get(SALT)
        if salt is not None and salt in self.salts:
            self._add("commitment", row, "has the salt of another row", name)
        self.salts.add(str(salt))

    def _digest(self, row: str, form: Callable[[], Mapping[str, Any]]) -> None:
        if self.digests is None:
            return
        try:
            self.digests.append(digest(form()))
        except ValueError as fault:
            self._add("field", row, str(fault))
            self.digests = None

    def _node(self, labels: list[str], props: dict[str, Any]) -> None:
        row, kind, ord_ = str(props.get("id")), kind_or_none(labels), props.get("ord")
        for found in stamp_faults(props, self.stamps):
            self._add(found[0], row, found[1])
        if kind is None or kind not in NODES:
            self._add("labels", row, f"no kind of the model has the labels {sorted(labels)}")
            self.digests = None
            return
        for found in field_faults(kind, props, NODE_KEYS, self.form):
            self._add(found[0], row, found[1])
        self._caption(kind, row, props)
        self._salt(row, props)
        if not NODES[kind].named and props.get("id") != f"{self.own}-{ord_}":
            self._add("id", row, f"id is {row!r}, its place says {self.own}-{ord_}")
        if kind == "Run" and (row != self.chain.run or self.event.seq != 0):
            self._add("id", row, "a Run stands only at the beginning of its own chain")
        stored = {key: value for key, value in props.items() if key not in NODE_KEYS}
        self._digest(row, lambda: node_form(row, kind, ord_, stored, self.form))  # type: ignore[arg-type]

    def _edge(self, type_: str, start: str, end: str, props: dict[str, Any]) -> None:
        row, ord_ = edge_name(type_, start, end), props.get("ord")
        for found in stamp_faults(props, self.stamps):
            self._add(found[0], row, found[1])
        if type_ not in EDGES:
            self._add("labels", row, "the model has no such type of edge")
            self.digests = None
            return
        for found in field_faults(type_, props, EDGE_KEYS, self.form):
            self._add(found[0], row, found[1], edge_id(self.own, ord_))
        self._salt(row, props, edge_id(self.own, ord_))
        stored = {key: value for key, value in props.items() if key not in EDGE_KEYS}
        self._digest(row, lambda: edge_form(type_, start, end, ord_, stored, self.form))  # type: ignore[arg-type]

    def _places(self, what: str, rows: Sequence[tuple[str, Mapping[str, Any]]], stated: Any) -> None:
        """Places must be 1, 2, … as many as the activity states."""
        if len(rows) != stated:
            self._add("count", "", f"has {len(rows)} {what}s, states {stated}")
        seen: Counter[Any] = Counter()
        for row, props in rows:
            ord_ = props.get("ord")
            if type(ord_) is not int or ord_ < 1 or (type(stated) is int and ord_ > stated):
                self._add("order", row, f"ord is {ord_!r} of {stated}")
                continue
            seen[ord_] += 1
            if seen[ord_] > 1:
                self._add("stray", row, f"is a second {what} at place {ord_}")
        if type(stated) is int and len(rows) < stated:
            for place in [n for n in range(1, min(stated, len(rows) + 100) + 1) if n not in seen]:
                self._add("missing", f"{self.own}-{place}" if what == "node" else "", f"{what} {place} is gone")

    def _generated(self, nodes: list[tuple[list[str], dict[str, Any]]]) -> None:
        left = {str(props.get("id")): props.get("ord") for _, props in nodes}
        for type_, start, end, props in self.event.edges:
            if type_ != "WAS_GENERATED_BY":
                continue
            row = edge_name(type_, start, end)
            if str(start) not in left:
                self._add("generated", row, "starts at no node of this activity, or is a second one")
                continue
            wanted = {**self.stamps, "ord": left.pop(str(start))}
            if end != self.own:
                self._add("generated", row, f"does not lead to {self.own}")
            self._automatic(row, props, wanted)
        for node in left:
            self._add("generated", node, "has no WAS_GENERATED_BY edge")

    def _next_edge(self) -> None:
        found = [edge for edge in self.event.edges if edge[0] == "NEXT"]
        if len(found) != (1 if self.event.seq > 0 else 0):
            self._add("next", "", f"has {len(found)} NEXT edges from {self.before or 'nothing'}")
        for type_, start, end, props in found:
            row = edge_name(type_, start, end)
            if (start, end) != (self.before, self.own):
                self._add("next", row, f"does not lead from {self.before} to {self.own}")
            self._automatic(row, props, self.stamps)

    def _automatic(self, row: str, props: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
        for name in sorted(props.keys() - wanted.keys()):
            self._add("key", row, f"has the undeclared property {name!r}")
        for found in stamp_faults(props, wanted):
            self._add(found[0], row, found[1])

    def _hashes(self, nodes: int, edges: int) -> None:
        props = self.props
        body = str(props.get("body_hash"))
        if self.digests is not None and body_hash(self.digests) != body:
            self._add("body_hash", "", f"its {nodes} nodes and {edges} edges are not those that were hashed")
        own = {key: value for key, value in props.items() if key not in ACTIVITY_KEYS}
        try:
            header = header_form(props, own, props.get("nodes", 0), props.get("edges", 0))
            whole = chain_hash(header, body, str(props.get("prev_hash")))
        except (KeyError, ValueError) as fault:
            self._add("hash", "", f"its header cannot be hashed: {fault}")
            return
        if whole != props.get("hash"):
            self._add("hash", "", "its hash is not the hash of its header, delta and prev_hash")


__all__ = ["ERASE", "MAX_FAULTS", "ChainCheck", "Event", "Verification", "edge_id", "edge_name"]
