"""Which PROV statement each edge of the graph becomes (PROV-DM, PROV-CONSTRAINTS).

``used``, ``wasDerivedFrom`` (also as quotation and revision) and ``hadMember`` where the model's row says so; every
other edge is ``wasInfluencedBy`` from its start to its end with ``prov:type foam:TYPE``: the start was written with the
end in view. An edge never says invalidation: what is contested or superseded stays a valid entity.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from foam_graph.exchange.prov_export.ledger import ledger_attributes
from foam_graph.exchange.prov_export.terms import FOAM, REL, attributes, local_part, name_of, typed
from foam_graph.model.edges import EDGE_KINDS, EDGES
from foam_graph.model.nodes import ACTIVITIES, NODES
from foam_graph.model.subgraph import Node
from foam_graph.prov.model import Attribute, Statement
from foam_graph.prov.vocabulary import PROV
from foam_graph.store.chain_steps import End, Link

REVERSED = frozenset({"SUPPORTS"})
"""Edges that point from what was used to what was made of it."""
DERIVATIONS = {"wasDerivedFrom": "", "wasQuotedFrom": "Quotation", "wasRevisionOf": "Revision"}
"""Derivation properties of the model's rows, with their PROV type."""


@cache
def levels() -> Mapping[str, int]:
    """How far each kind of node stands above its sources: a record above a sentence, a claim above a record.

    Revision is left out: it stands between any two kinds. The other derivations between two kinds never turn back.

    Raises:
        ValueError: Two kinds of the model's tables derive from one another.
    """
    pairs = {pair for row in EDGE_KINDS if row.prov in DERIVATIONS for pair in _pairs(row.type)}
    found = dict.fromkeys(NODES, 0)
    for _ in range(len(found) + 1):
        late = [(above, below) for above, below in pairs if found[above] <= found[below]]
        if not late:
            return found
        for above, below in late:
            found[above] = max(found[above], found[below] + 1)
    raise ValueError("kinds of nodes derive from one another in a circle")


def _pairs(type_: str) -> list[tuple[str, str]]:
    row = EDGES[type_]
    if type_ == "SUPERSEDES":
        return []
    starts, ends = (
        [kind for kind in NODES if kind in labels or set(NODES[kind].also) & set(labels)]
        for labels in (row.starts, row.ends)
    )
    both = [(a, b) for a in starts for b in ends if a != b and not row.turns_back(a, b)]
    return [(b, a) for a, b in both] if type_ in REVERSED else both


def follows(run: str, subject: End, object_: End) -> bool:
    """Whether a thing can be derived from another: a derivation says that its source was generated strictly before it.

    (PROV-CONSTRAINTS 42.) Things are in one order: those of other chains first, by their times; then by activity; within
    one activity by ``levels`` and place. An edge against that order becomes an influence, which has no order: support
    found after the claim was written, a revision that stands before what it revises. So no circle can arise.

    Args:
        run: Chain that is exported.
        subject: What is derived.
        object_: Its source.
    """
    if object_.at > subject.at:
        return False
    if subject.run == object_.run == run:
        if subject.seq != object_.seq:
            return object_.seq < subject.seq
        above, below = levels().get(subject.kind, 0), levels().get(object_.kind, 0)
        return (below, object_.ord, object_.id) < (above, subject.ord, subject.id)
    return _place(run, object_) < _place(run, subject)


def _place(run: str, end: End) -> tuple[int, str, int, int, str]:
    own = end.run == run
    level = levels().get(end.kind, 0)
    return (end.seq if own else -1, "" if own else end.at, level, end.ord, end.id)


def edge_name(activity: str, link: Link) -> str:
    """The IRI of the statement that an edge becomes: the activity that wrote it and its place there."""
    return f"{REL}{local_part(activity)}.edge.{link.ord}"


def is_usage(link: Link) -> bool:
    """Whether an edge says that an activity used something.

    A usage comes after the generation of what is used (PROV-CONSTRAINTS 37). What was written here later, since the run was
    recorded in another database and put beside perspectives that were loaded today, becomes an influence instead.
    """
    return EDGES[link.type].prov == "used" and link.start.kind in ACTIVITIES and link.end.at <= link.start.at


def covered_by_generation(link: Link, activity: Node, run: str) -> bool:
    """PROPOSES from the very activity that wrote the claim is said by the claim's generation."""
    return link.type == "PROPOSES" and (link.end.run, link.end.seq) == (run, activity.seq)


def relation(
    run: str, activity: Node, link: Link, usages: Mapping[str, str], redact: bool, time: str | None, full: bool = False
) -> Statement:
    """The statement of an edge.

    Args:
        run: Chain that is exported.
        activity: Activity that wrote the edge.
        link: The edge.
        usages: What the activity used, with the name of the usage.
        redact: Leave personal texts out.
        time: The activity's time.
        full: Say what makes the edge again.
    """
    term_ = EDGES[link.type].prov
    if term_ == "hadMember":
        return Statement("hadMember", None, (name_of(link.start.id), name_of(link.end.id)))
    if is_usage(link):
        ends: tuple[str | None, ...] = (name_of(link.start.id), name_of(link.end.id), time)
        return Statement("used", edge_name(activity.id, link), ends, tuple(_own(link, redact, full)))
    subject, object_ = (link.end, link.start) if link.type in REVERSED else (link.start, link.end)
    if term_ not in DERIVATIONS or not follows(run, subject, object_):
        return influence(activity, link, redact, full)
    own = _own(link, redact, full)
    if subtype := DERIVATIONS[term_]:
        own.insert(0, typed(PROV + subtype))
    usage = usages.get(object_.id)
    path: tuple[str | None, ...] = (None, None, None)
    if usage and subject.seq == activity.seq and subject.run == run:
        # Activity, generation and usage by which one came from the other, where the activity recorded all three.
        path = (name_of(activity.id), generation_name(subject.id), usage)
    ends = (name_of(subject.id), name_of(object_.id), *path)
    return Statement("wasDerivedFrom", edge_name(activity.id, link), ends, tuple(own))


def influence(activity: Node, link: Link, redact: bool, full: bool) -> Statement:
    """An edge as an influence: what says nothing of order, and in a full export what PROV has no name for.

    Args:
        activity: Activity that wrote the edge.
        link: The edge.
        redact: Leave personal texts out.
        full: Say what makes the edge again.
    """
    ends = name_of(link.start.id), name_of(link.end.id)
    return Statement("wasInfluencedBy", edge_name(activity.id, link), ends, tuple(_own(link, redact, full)))


def _own(link: Link, redact: bool, full: bool) -> list[Attribute]:
    own: list[Attribute] = [typed(FOAM + link.type)]
    if link.fields:
        own += attributes(link.type, link.fields, redact)
        if full:
            own += ledger_attributes(link.type, link.fields)
    return own


def generation_name(node_id: str) -> str:
    """The IRI of a node's generation."""
    return f"{REL}{local_part(node_id)}.WAS_GENERATED_BY"
