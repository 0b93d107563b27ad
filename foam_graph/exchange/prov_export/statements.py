"""A chain as a stream of PROV statements (PROV-DM), in the order of its activities and of their ordinals.

The stream needs no more memory than one range of activities, and the run's agents, models and perspectives.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from foam_graph.config import UNNAMED_OPERATOR
from foam_graph.exchange.prov_export.agents import Cast
from foam_graph.exchange.prov_export.edges import (
    covered_by_generation,
    edge_name,
    generation_name,
    influence,
    is_usage,
    relation,
)
from foam_graph.exchange.prov_export.ledger import ledger_attributes
from foam_graph.exchange.prov_export.marking import marking
from foam_graph.exchange.prov_export.terms import (
    FOAM,
    MODEL,
    REL,
    attribute,
    attributes,
    joined,
    label_of,
    local_part,
    name_of,
    named,
    said,
    typed,
    visible,
)
from foam_graph.model.edges import EDGE_KINDS
from foam_graph.model.nodes import ACTIVITIES, NODES
from foam_graph.model.subgraph import Node
from foam_graph.prov.model import Attribute, Item, Selector, Statement
from foam_graph.prov.times import instant
from foam_graph.prov.vocabulary import LABEL, PROV, ROLE
from foam_graph.store.chain_steps import Head, Source, Step, read_outside, read_steps

_COLLECTIONS = frozenset(start for row in EDGE_KINDS if row.prov == "hadMember" for start in row.starts)
_ID, _SEQ, _ORD = FOAM + "id", FOAM + "seq", FOAM + "ord"
_PLANS = frozenset({"Perspective"})
"""Kinds that an association names as its plan although their row says Entity."""
_PROPOSED = (typed(FOAM + "PROPOSES"),)


@dataclass
class Merged:
    """Several chains in one document without bundles.

    Attributes:
        runs: Their ids.
        said: Names of the agents, models and outside things said so far.
    """

    runs: frozenset[str]
    said: set[str | None] = field(default_factory=set)


class Chain:
    """One chain as statements.

    Args:
        source: Where it is read from.
        head: What is known of it.
        operator: Who runs the installation; empty = as the Run says.
        redact: Leave personal texts out. Names of people, salts and commitments are never said.
        merged: Where several chains are written into one without bundles: their ids, and the names of what was said
            already. What chains share is then said once, and what is another one's by that one.
        full: Say also what the graph and its ledger can be made from again: names of people, salts, commitments, hashes,
            every edge by a name of its own.
    """

    def __init__(
        self,
        source: Source,
        head: Head,
        operator: str = "",
        redact: bool = False,
        merged: Merged | None = None,
        full: bool = False,
    ) -> None:
        self._source = source
        self._merged = merged
        self.head = head
        self.run = head.node.id
        self._redact = redact
        self._full = full
        self._operator = operator or str(head.node.get("operator") or UNNAMED_OPERATOR)
        self._cast = Cast(self.run, self._operator)
        self._plans: dict[str, str] = {}
        self._models: set[str] = set()
        self._last = ""

    def opening(self, extract: str = "") -> Statement:
        """The Run as an entity of type ``prov:Bundle``, with the marking: it stands before the bundle that it names.

        Args:
            extract: Id of the node whose history the bundle is; empty = the whole chain.
        """
        more = [said(FOAM + "extractOf", extract)] if extract else []
        return self._entity(self.head.node, [*marking(self.head, self._operator), *more])

    def statements(self) -> Iterator[Item]:
        """What stands in the bundle: the rest of the chain, and what it refers to in others."""
        yield from self._once((self._cast.opening(),))
        yield from self._once(self._outside())
        for step in read_steps(self._source, self.run, self._full):
            yield from self._step(step)

    def _once(self, found: Iterable[Statement]) -> Iterator[Statement]:
        """What several chains say alike, once where they are merged."""
        if self._merged is None:
            yield from found
            return
        for one in found:
            if one.id not in self._merged.said:
                self._merged.said.add(one.id)
                yield one

    def _outside(self) -> Iterator[Statement]:
        """Nodes of other chains with the activities that wrote them, which are known by id and time only."""
        known = ""
        for node in read_outside(self._source, self.run, self._full):
            if self._merged and node.activity.rpartition("-")[0] in self._merged.runs:
                continue
            yield self._entity(node)
            if not node.activity:
                continue
            if node.activity != known:
                known = node.activity
                time = time_of(node.at)
                own = (typed(FOAM + "Activity"), said(LABEL, f"Activity {known} of another chain"))
                yield Statement("activity", name_of(known), (time, time), own)
            yield self._generation(node, name_of(known), time_of(node.at))

    def _step(self, step: Step) -> Iterator[Item]:
        node = step.activity
        name, time, local = name_of(node.id), time_of(node.at), local_part(node.id)
        agent, met = self._cast.enter(node)
        yield from self._once(met)
        own = [typed(FOAM + node.kind), attribute(LABEL, label_of(node, self._redact))]
        own += attributes(node.kind, node.fields, self._redact, ("used", "kind"))
        own += self._ledger(node)
        own += _stamps(node)
        used = node.get("used", ())
        if lost := [i for i in used if i not in step.used]:
            own.append(said(FOAM + "usedOutside", lost))
        yield Statement("activity", name, (time, time), tuple(own))
        role = (named(ROLE, FOAM + str(node["role"])),) if node.get("role") else ()
        yield Statement("wasAssociatedWith", f"{REL}{local}.BY", (name, agent, self._plan(step)), role)
        if self._last:
            yield Statement("wasInformedBy", f"{REL}{local}.NEXT", (name, self._last), (typed(FOAM + "NEXT"),))
        self._last = name
        usages: dict[str, str] = {}
        yield from self._used(step, name, time, usages)
        yield from self._written(step, name, time)
        yield from self._relations(step, time, usages)

    def _plan(self, step: Step) -> str | None:
        """The perspective that an activity followed: the one it acted from, or the only one that it holds."""
        held = {k.end.id: k.end.stance for k in step.links if k.type == "HOLDS" and k.end.kind == "Perspective"}
        self._plans.update({stance: node_id for node_id, stance in held.items() if stance})
        stance = step.activity.get("stance_id")
        own = sorted(i for i, of in held.items() if stance and of == stance)
        if not held and stance in self._plans:
            own = [self._plans[stance]]
        chosen = own or sorted(held)
        return name_of(chosen[0]) if len(chosen) == 1 else None

    def _used(self, step: Step, name: str, time: str | None, usages: dict[str, str]) -> Iterator[Statement]:
        for other, kind in step.used.items():
            own = f"{REL}{local_part(step.activity.id)}.USED.{local_part(other)}"
            if kind in ACTIVITIES:
                yield Statement("wasInformedBy", own, (name, name_of(other)))
            else:
                usages[other] = own
                yield Statement("used", own, (name, name_of(other), time))
        for link in step.links:
            if is_usage(link):
                usages.setdefault(link.end.id, edge_name(step.activity.id, link))
                yield relation(self.run, step.activity, link, {}, self._redact, time, self._full)

    def _written(self, step: Step, name: str, time: str | None) -> Iterator[Item]:
        proposed = {k.end.id for k in step.links if covered_by_generation(k, step.activity, self.run)}
        places: dict[str, list[str]] = {}
        for link in step.links:
            if link.type == "FROM_DOCUMENT":
                places.setdefault(link.start.id, []).append(link.end.id)
        called: set[str] = set()
        for node in step.nodes:
            if node.id != self.run:
                marked = marking(self.head, self._operator) if node.kind == "Position" else ()
                yield self._entity(node, marked)
            yield self._generation(node, name, time, node.id in proposed)
            if node.kind == "ModelCall":
                yield from self._model(node, name, time, called)
            for n, document in enumerate(sorted(set(places.get(node.id, ()))), 1):
                yield self._selector(node, document, n)

    def _relations(self, step: Step, time: str | None, usages: dict[str, str]) -> Iterator[Statement]:
        members: set[tuple[str | None, ...]] = set()
        for link in step.links:
            if is_usage(link):
                continue
            if covered_by_generation(link, step.activity, self.run):
                if self._full:
                    yield influence(step.activity, link, self._redact, self._full)
                continue
            said = relation(self.run, step.activity, link, usages, self._redact, time, self._full)
            if said.kind == "hadMember":
                if self._full:
                    yield influence(step.activity, link, self._redact, self._full)
                # It has no identifier, so the same one twice is one statement in RDF.
                if said.arguments in members:
                    continue
                members.add(said.arguments)
            yield said

    def _entity(self, node: Node, more: Iterable[Attribute] = ()) -> Statement:
        own = [*_types(node.kind), said(LABEL, label_of(node, self._redact)), *more]
        own += attributes(node.kind, node.fields, self._redact)
        own += self._ledger(node)
        own += _stamps(node)
        return Statement("entity", name_of(node.id), (), tuple(own))

    def _ledger(self, node: Node) -> Iterable[Attribute]:
        return ledger_attributes(node.kind, node.fields) if self._full else ()

    def _generation(self, node: Node, activity: str, time: str | None, proposed: bool = False) -> Statement:
        own = _PROPOSED if proposed else ()
        return Statement("wasGeneratedBy", generation_name(node.id), (name_of(node.id), activity, time), own)

    def _model(self, node: Node, activity: str, time: str | None, called: set[str]) -> Iterator[Statement]:
        """The model of a call as an entity, and that the activity used it: once an activity."""
        model, provider = str(node.get("model") or "unknown model"), str(node.get("provider") or "")
        name = joined(MODEL, model, provider)
        if name not in self._models:
            self._models.add(name)
            own = [typed(FOAM + "Model"), said(LABEL, f"{model} ({provider})")]
            own += [said(FOAM + "model", model), said(FOAM + "provider", provider)]
            yield from self._once((Statement("entity", name, (), tuple(own)),))
        if name not in called:
            called.add(name)
            yield Statement("used", joined(REL, node.id, "MODEL"), (activity, name, time))

    def _selector(self, node: Node, document: str, n: int) -> Selector:
        text = node.get("text")
        exact = visible(str(text)) if text and not self._redact else None
        name = joined(REL, node.id, "annotation", str(n))
        return Selector(name, name_of(node.id), name_of(document), node.get("start"), node.get("end"), exact)


@lru_cache(maxsize=256)
def _types(kind: str) -> tuple[Attribute, ...]:
    own = [FOAM + label for label in (kind, *NODES[kind].also)]
    return tuple(typed(name) for name in (*own, *(PROV + name for name in prov_types(kind))))


def prov_types(kind: str) -> Iterator[str]:
    """PROV classes of a node kind besides Entity."""
    if NODES[kind].prov != "Entity":
        yield NODES[kind].prov
    if kind in _COLLECTIONS and NODES[kind].prov != "Collection":
        yield "Collection"
    if kind in _PLANS:
        yield "Plan"


@lru_cache(maxsize=1024)
def time_of(at: str) -> str | None:
    """A stamp's time, or nothing where it is absent or unreadable."""
    try:
        instant(at)
    except ValueError:
        return None
    return at.strip()


def _stamps(node: Node) -> tuple[Attribute, ...]:
    if node.ord:
        return said(_ID, node.id), attribute(_SEQ, node.seq), attribute(_ORD, node.ord)
    return said(_ID, node.id), attribute(_SEQ, node.seq)
