"""The arguments around one node of a run: what is drawn, and what is read in the place of the drawing."""

from __future__ import annotations

from dataclasses import dataclass, field

from foam_graph.app.result import HIDDEN, Listing, Result
from foam_graph.app.run_pages import read_run
from foam_graph.app.session import Session
from foam_graph.app.showing import Chain, find_chain
from foam_graph.errors import UnknownId
from foam_graph.exchange.dossier.argument_network import MOST, ArgumentEdge, ArgumentNetwork, ArgumentNode
from foam_graph.exchange.dossier.reading import Reading

DEEPEST = 3
"""Most steps from the node that a graph is drawn around."""


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


@dataclass(frozen=True)
class Arguments:
    """The arguments of a run, to walk in.

    Attributes:
        run: The run.
        network: Its arguments.
    """

    run: Chain
    network: ArgumentNetwork

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
            raise UnknownId(f"{focus[:80]} is no part of the arguments of this run", "Begin at one of its claims.")
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


def arguments_of(session: Session, run: str) -> Arguments:
    """The arguments of a run.

    Args:
        session: The session.
        run: Id of the run, or the beginning of it.

    Raises:
        UnknownId: No such run, or it has no position yet.
        AmbiguousId: More than one run has an id that begins so.
    """
    chain = find_chain(session, run)
    if chain.kind != "run":
        raise UnknownId(f"{chain.title} is no run but of the kind {chain.kind}", "List runs with: foam runs")
    return Arguments(chain, ArgumentNetwork(Reading(read_run(session, chain.id), chain.id)))
