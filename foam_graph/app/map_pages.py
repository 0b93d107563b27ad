"""Imported argument maps for reading: what each statement says, what speaks for and against it, and whether it stands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace

from foam_graph.app.chains import Chain, find_chain, runs
from foam_graph.app.result import Listing, Result
from foam_graph.app.session import Session
from foam_graph.errors import UnknownId
from foam_graph.exchange.maps.aif import AifEdge, AifGraph, AifNode
from foam_graph.exchange.maps.labels import labels_of
from foam_graph.exchange.maps.map_correcting import corrected_map, first_version, newest_by_name
from foam_graph.exchange.maps.map_import import KIND
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.challenges import withdrew
from foam_graph.reasoning.rulings import settled
from foam_graph.reasoning.sublation.grounded import Label


@dataclass(frozen=True)
class MapContest(Result):
    """A challenge to something of a map: its id, and ``open``, ``upheld``, ``rejected``, ``withdrawn`` or ``opposed``."""

    id: str
    state: str


@dataclass(frozen=True)
class MapLocution(Result):
    """What somebody said, from which the map takes a statement: its id, the words, and challenges to it."""

    id: str
    text: str
    contests: Listing[MapContest]


@dataclass(frozen=True)
class MapReason(Result):
    """What speaks for or against a statement.

    Attributes:
        id: Id of the step; empty where it was raised here, not in the map.
        scheme: Name of the scheme; empty where the map gives none.
        label: Whether it is in, out or undecided.
        premises: Places of the statements that it builds on.
        contests: Challenges to the step.
    """

    id: str
    scheme: str
    label: Label
    premises: tuple[int, ...]
    contests: Listing[MapContest]


@dataclass(frozen=True)
class MapStatement(Result):
    """A statement of a map.

    Attributes:
        place: Its place in the map, from 1.
        id: Its id; of what was raised here against something of the map, the id of the challenge.
        raised: Whether it was raised here.
        text: What it says.
        came: What it said when it was imported, where it was corrected; else empty.
        label: Whether it is in, out or undecided.
        otherwise: What it would be if the statement that is asked about did not hold; empty where that changes nothing.
        pro: What speaks for it.
        con: What speaks against it.
        said: From what somebody said.
        contests: Challenges to it.
    """

    place: int
    id: str
    raised: bool
    text: str
    came: str
    label: Label
    otherwise: str
    pro: Listing[MapReason]
    con: Listing[MapReason]
    said: Listing[MapLocution]
    contests: Listing[MapContest]


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
    held = session.store.subgraph(chain.id)
    graph = corrected_map(held)
    stated = [node for node in graph.nodes if node.type == "I"]
    if not 0 <= without <= len(stated):
        raise UnknownId(f"the map has no statement {without}", f"It has {len(stated)}.")
    labels = labels_of(graph)
    otherwise = labels_of(_without(graph, stated[without - 1])) if without else labels
    read = _Read(held, graph, labels, otherwise)
    statements = Listing(map(read.statement, stated))
    counts: dict[str, int] = defaultdict(int)
    for one in statements:
        counts[one.label] += 1
    return MapPage(chain, statements, dict(counts), without)


def _without(graph: AifGraph, denied: AifNode) -> AifGraph:
    """A map in which something that nobody attacks stands against one of its statements: what is built on it falls."""
    said, against = AifNode("\0denial", "I", ""), AifNode("\0conflict", "CA", "")
    edges = AifEdge("\0a", said.id, against.id), AifEdge("\0b", against.id, denied.id)
    return replace(graph, nodes=(*graph.nodes, said, against), edges=(*graph.edges, *edges))


class _Read:
    """A map while it is put on a page.

    Args:
        held: Its chain.
        graph: The map as it stands.
        labels: Its labels.
        otherwise: Its labels if something did not hold.
    """

    def __init__(
        self, held: Subgraph, graph: AifGraph, labels: Mapping[str, Label], otherwise: Mapping[str, Label]
    ) -> None:
        self.held, self.labels, self.otherwise = held, labels, otherwise
        self.nodes = {node.id: node for node in graph.nodes}
        self.rows = newest_by_name(held)
        self.places = {node.id: n for n, node in enumerate((one for one in graph.nodes if one.type == "I"), 1)}
        self.into: dict[str, list[AifNode]] = defaultdict(list)
        for edge in graph.edges:
            self.into[edge.end].append(self.nodes[edge.start])

    def statement(self, node: AifNode) -> MapStatement:
        """A statement with what speaks for and against it."""
        reasons = {
            kind: Listing(self._reason(one) for one in self.into[node.id] if one.type == kind) for kind in ("RA", "CA")
        }
        said = (one for ya in self.into[node.id] if ya.type == "YA" for one in self.into[ya.id] if one.type == "L")
        row, after = self.rows.get(node.id), self.otherwise[node.id]
        came = "" if row is None else str(first_version(self.held, row)["text"])
        return MapStatement(
            place=self.places[node.id],
            id=node.id if row is None else row.id,
            raised=row is None,
            text=node.text,
            came=came if came != node.text else "",
            label=self.labels[node.id],
            otherwise=after if after != self.labels[node.id] else "",
            pro=reasons["RA"],
            con=reasons["CA"],
            said=Listing(MapLocution(self.rows[one.id].id, one.text, self._contests(one)) for one in said),
            contests=self._contests(node),
        )

    def _reason(self, step: AifNode) -> MapReason:
        premises = tuple(self.places[one.id] for one in self.into[step.id] if one.id in self.places)
        row = self.rows.get(step.id)
        own = "" if row is None else row.id
        return MapReason(own, step.scheme, self.labels[step.id], premises, self._contests(step))

    def _contests(self, node: AifNode) -> Listing[MapContest]:
        row = self.rows.get(node.id)
        versions = [] if row is None else [row, *self.held.older(row.id)]
        raised = [one for version in versions for one in self.held.into(version.id, "ATTACKS")]
        return Listing(MapContest(one.id, self._state(one)) for one in sorted(raised, key=lambda one: one.seq))

    def _state(self, challenge: Node) -> str:
        if withdrew(self.held, challenge):
            return "withdrawn"
        verdict = settled(self.held, challenge.id)
        return {"valid": "upheld", "invalid": "rejected", "": "open"}.get(verdict, verdict)
