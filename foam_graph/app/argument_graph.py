"""The arguments around one node of a run: what is drawn, and what is read in the place of the drawing."""

from __future__ import annotations

from dataclasses import dataclass, field

from foam_graph.app.result import HIDDEN, Listing, Result, named
from foam_graph.app.run_pages import read_run
from foam_graph.app.session import Session
from foam_graph.app.showing import Chain, find_chain
from foam_graph.errors import UnknownId
from foam_graph.exchange.dossier.argument_network import MOST, ArgumentNetwork, NetworkEdge, NetworkNode
from foam_graph.exchange.dossier.reading import Reading

DEEPEST = 3
"""Most steps from the node that a graph is drawn around."""


@dataclass(frozen=True)
class ArgumentNode(Result):
    """A node, see ``NetworkNode``.

    Attributes:
        id: Its id.
        kind: ``issue``, ``claim``, ``evidence``, ``objection``, ``reply`` or ``computation``.
        name: What it is called.
        text: What it says, shortened.
        who: The perspective that it is of; empty for none.
        stance: The place of that perspective in the run, from 1; 0 for none.
        state: What became of it.
        fallen: Whether no perspective accepts it.
        more: How many neighbours it has that are not among the nodes.
    """

    id: str
    kind: str
    name: str
    text: str
    who: str
    stance: int
    state: str
    fallen: bool
    more: int


@dataclass(frozen=True)
class ArgumentEdge(Result):
    """An edge: from, to, its kind, in words."""

    source: str = field(metadata=named("from"))
    target: str = field(metadata=named("to"))
    kind: str
    words: str


@dataclass(frozen=True)
class ArgumentGraph(Result):
    """The arguments around a node.

    Attributes:
        run: The run.
        focus: The node that it is drawn around; empty where the run has no claim yet.
        depth: How many steps it goes.
        cut: Whether there are more within these steps than are told.
        nodes: The nodes, the nearest first.
        edges: The edges among them.
        claims: The claims of the run in reading order, to walk to.
    """

    run: Chain
    focus: str
    depth: int
    cut: bool
    nodes: Listing[ArgumentNode]
    edges: Listing[ArgumentEdge]
    claims: Listing[ArgumentNode] = field(repr=False, metadata=HIDDEN)


def argument_graph(session: Session, run: str, focus: str = "", depth: int = 1) -> ArgumentGraph:
    """The arguments around a node of a run.

    Args:
        session: The session.
        run: Id of the run, or the beginning of it.
        focus: Id of the node; empty = what the answer settles first.
        depth: How many steps to go.

    Raises:
        UnknownId: No such run, or no such node among its arguments, or the run has no position yet.
        AmbiguousId: More than one run has an id that begins so.
    """
    chain = find_chain(session, run)
    if chain.kind != "run":
        raise UnknownId(f"{chain.title} is no run but of the kind {chain.kind}", "List runs with: foam runs")
    network, claims = _network(session, chain)
    focus = focus or network.first()
    if not focus:
        return ArgumentGraph(chain, "", depth, False, Listing(), Listing(), Listing())
    if focus not in network:
        raise UnknownId(f"{focus[:80]} is no part of the arguments of this run", "Begin at one of its claims.")
    ids = network.around(focus, depth, MOST)
    cut = len(ids) == MOST and any(network.further(one, ids) for one in network.around(focus, depth - 1, MOST))
    return ArgumentGraph(
        run=chain,
        focus=focus,
        depth=depth,
        cut=cut,
        nodes=Listing(_node(network.node(one), network.further(one, ids)) for one in ids),
        edges=Listing(_edge(one) for one in network.between(ids)),
        claims=Listing(_node(network.node(one), 0) for one in claims),
    )


def _network(session: Session, chain: Chain) -> tuple[ArgumentNetwork, list[str]]:
    reading = Reading(read_run(session, chain.id), chain.id)
    return ArgumentNetwork(reading), [claim.id for claim in reading.claims]


def _node(one: NetworkNode, more: int) -> ArgumentNode:
    return ArgumentNode(one.id, one.kind, one.name, one.text, one.who, one.stance, one.state, one.fallen, more)


def _edge(one: NetworkEdge) -> ArgumentEdge:
    return ArgumentEdge(one.source, one.target, one.kind, one.words)
