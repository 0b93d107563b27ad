"""Imported argument maps for reading: what each statement says, what speaks for and against it, and whether it stands."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace

from foam_graph.app.result import Listing, Result
from foam_graph.app.session import Session
from foam_graph.app.showing import Chain, find_chain, runs
from foam_graph.errors import UnknownId
from foam_graph.exchange.maps.aif import AifEdge, AifGraph, AifNode
from foam_graph.exchange.maps.labels import labels_of
from foam_graph.exchange.maps.map_import import KIND, imported_map
from foam_graph.reasoning.sublation.grounded import Label


@dataclass(frozen=True)
class MapReason(Result):
    """What speaks for or against a statement.

    Attributes:
        scheme: Name of the scheme; empty where the map gives none.
        label: Whether it is in, out or undecided.
        premises: Places of the statements that it builds on.
    """

    scheme: str
    label: Label
    premises: tuple[int, ...]


@dataclass(frozen=True)
class MapStatement(Result):
    """A statement of a map.

    Attributes:
        place: Its place in the map, from 1.
        text: What it says.
        label: Whether it is in, out or undecided.
        otherwise: x; empty where that changes nothing.
        pro: What speaks for it.
        con: What speaks against it.
    """

    place: int
    text: str
    label: Label
    otherwise: str
    pro: Listing[MapReason]
    con: Listing[MapReason]


@dataclass(frozen=True)
class MapPage(Result):
    """An imported map for reading.

    Attributes:
        map: Its chain.
        statements: What it states, in its order.
        counts: How many statements have which label.
        without: Place of the statement that is asked about: what hangs on it; 0 for none.
    """

    map: Chain
    statements: Listing[MapStatement]
    counts: dict[str, int]
    without: int = 0


def maps(session: Session) -> Listing[Chain]:
    """The imported maps, the latest first."""
    return Listing(one for one in runs(session) if one.kind == KIND)


def map_page(session: Session, prefix: str, without: int = 0) -> MapPage:
    """An imported map with its grounded labelling.

    Args:
        session: The session.
        prefix: Id of its chain, or its beginning.
        without: Place of a statement that may not hold: what would stand otherwise is told beside; nothing is written.

    Raises:
        UnknownId: No such map, or no such statement in it.
        AmbiguousId: More than one has an id that begins so.
    """
    chain = find_chain(session, prefix)
    if chain.kind != KIND:
        raise UnknownId(f"{chain.title} is no imported map but of the kind {chain.kind}", "See the list of maps.")
    graph = imported_map(session.store.subgraph(chain.id))
    stated = [node for node in graph.nodes if node.type == "I"]
    if not 0 <= without <= len(stated):
        raise UnknownId(f"the map has no statement {without}", f"It has {len(stated)}.")
    labels = labels_of(graph)
    otherwise = labels_of(_without(graph, stated[without - 1])) if without else labels
    places = {node.id: n for n, node in enumerate(stated, 1)}
    statements = Listing(_statement(graph, node, places, labels, otherwise) for node in stated)
    counts: dict[str, int] = defaultdict(int)
    for one in statements:
        counts[one.label] += 1
    return MapPage(chain, statements, dict(counts), without)


def _without(graph: AifGraph, denied: AifNode) -> AifGraph:
    """A map in which something that nobody attacks stands against one of its statements: what is built on it falls."""
    said, against = AifNode("\0denial", "I", ""), AifNode("\0conflict", "CA", "")
    edges = AifEdge("\0a", said.id, against.id), AifEdge("\0b", against.id, denied.id)
    return replace(graph, nodes=(*graph.nodes, said, against), edges=(*graph.edges, *edges))


def _statement(
    graph: AifGraph, node: AifNode, places: dict[str, int], labels: dict[str, Label], otherwise: dict[str, Label]
) -> MapStatement:
    reasons: dict[str, list[MapReason]] = {"RA": [], "CA": []}
    schemes = {one.id: one for one in graph.nodes if one.type in reasons}
    for edge in graph.edges:
        scheme = schemes.get(edge.start)
        if scheme is not None and edge.end == node.id:
            premises = tuple(places[e.start] for e in graph.edges if e.end == scheme.id and e.start in places)
            reasons[scheme.type].append(MapReason(scheme.scheme, labels[scheme.id], premises))
    after = otherwise[node.id]
    return MapStatement(
        places[node.id],
        node.text,
        labels[node.id],
        after if after != labels[node.id] else "",
        Listing(reasons["RA"]),
        Listing(reasons["CA"]),
    )
