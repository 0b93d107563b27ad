"""The arguments around one node of a run or an imported map: what is drawn, and what is read in its place."""

from __future__ import annotations

from dataclasses import dataclass, field

from foam_graph.advice import Action, NextStep
from foam_graph.app.chains import Chain, find_chain
from foam_graph.app.result import HIDDEN, Listing, Result
from foam_graph.app.run_parameters import read_run
from foam_graph.app.session import Session
from foam_graph.errors import UnknownId
from foam_graph.exchange.dossier.argument_network import ArgumentNetwork
from foam_graph.exchange.dossier.reading import Reading
from foam_graph.exchange.maps.map_import import KIND
from foam_graph.exchange.maps.map_network import MapNetwork
from foam_graph.exchange.walking import MOST, ArgumentEdge, ArgumentNode, Walk


@dataclass(frozen=True)
class ArgumentGraph(Result):
    """The arguments around a node.

    Attributes:
        run: The run or map.
        focus: The node that it is drawn around; empty where there is no claim yet.
        depth: How many steps it goes.
        cut: Whether there are more within these steps than are told.
        nodes: The nodes, the nearest first.
        edges: The edges among them.
        claims: The claims in reading order, to walk to.
    """

    run: Chain
    focus: str
    depth: int
    cut: bool
    nodes: Listing[ArgumentNode]
    edges: Listing[ArgumentEdge]
    claims: Listing[ArgumentNode] = field(repr=False, metadata=HIDDEN)


@dataclass(frozen=True)
class Arguments:
    """The arguments of a run or an imported map, to walk in.

    Attributes:
        run: The run or map.
        network: Its arguments.
    """

    run: Chain
    network: Walk

    def around(self, focus: str = "", depth: int = 1) -> ArgumentGraph:
        """The arguments around a node.

        Args:
            focus: Id of the node; empty = what the answer settles first.
            depth: How many steps to go.

        Raises:
            UnknownId: No such node is among the arguments.
        """
        network, focus = self.network, focus or self.network.first()
        if not focus:
            return ArgumentGraph(self.run, "", depth, False, Listing(), Listing(), Listing())
        if focus not in network:
            raise UnknownId(f"{focus[:80]} is no part of these arguments", "Begin at one of its claims.")
        ids = network.around(focus, depth, MOST)
        cut = len(ids) == MOST and any(network.further(one, ids) for one in network.around(focus, depth - 1, MOST))
        return ArgumentGraph(
            run=self.run,
            focus=focus,
            depth=depth,
            cut=cut,
            nodes=Listing(network.node(one, network.further(one, ids)) for one in ids),
            edges=Listing(network.between(ids)),
            claims=Listing(network.claims()),
        )


def arguments_of(session: Session, chain_id: str) -> Arguments:
    """The arguments of a run, or of an imported map as it stands.

    Args:
        session: The session.
        chain_id: Id of the run or map, or the beginning of it.

    Raises:
        UnknownId: No such run or map, or the run has no position yet.
        AmbiguousId: More than one has an id that begins so.
    """
    chain = find_chain(session, chain_id)
    if chain.kind == KIND:
        return Arguments(chain, MapNetwork(session.store.subgraph(chain.id)))
    if chain.kind != "run":
        raise UnknownId(
            f"{chain.title} is no run but of the kind {chain.kind}", NextStep(Action.LIST_RUNS, "List runs with")
        )
    return Arguments(chain, ArgumentNetwork(Reading(read_run(session, chain.id), chain.id)))
