"""One debate of the small world, held by rules with a memory, as its page and its exports read it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from foam_graph.app.debating import Motion, begin, finish, parameters_of
from foam_graph.app.loading import load
from foam_graph.app.remembering import Plan, build
from foam_graph.app.run_parameters import add_outside
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.model.subgraph import Edge, Node, Subgraph
from foam_graph.reasoning.debating.floor import sentences_of, spoken_nodes
from tests.support.worlds.debated_world import MOTION, write_debate

EXAMPLES = Path(__file__).parents[3] / "examples" / "debates" / "memory"


@dataclass(frozen=True)
class Held:
    """A debate that was held.

    Attributes:
        session: Where it is stored.
        run: Its id.
        graph: Its chain, with the documents that it refers to.
    """

    session: Session
    run: str
    graph: Subgraph

    def altered(self, node: Callable[[Node], Node], edge: Callable[[Edge], Edge | None] = lambda one: one) -> Subgraph:
        """Its graph with other nodes and edges; an edge that becomes None is left out."""
        edges = (edge(one) for one in self.graph.edges)
        return Subgraph([node(one) for one in self.graph.nodes], [one for one in edges if one is not None])


@contextmanager
def held_debate(settings: Settings, folder: Path, name: str) -> Iterator[Held]:
    """Holds the debate in a corpus and a memory of this name."""
    with Session(settings) as session:
        load(session, [write_debate(folder)], name)
        build(session, [EXAMPLES], Plan(name))
        run = begin(session, Motion(MOTION, name, name))
        finish(session, run)
        graph = session.store.subgraph(run)
        add_outside(session, graph, name, (), parameters_of(graph, run).documents)
        yield Held(session, run, graph)


def with_flaw(held: Held, grounds: str) -> Subgraph:
    """The debate with a flaw found in sentence 1.5, which sentence 2.1 raises."""
    first, second = spoken_nodes(held.graph)[:2]
    quoted = sentences_of(first)[4]
    fields = {"type": "logical_gap", "flaw": "missing_link", "grounds": grounds, "quoted": quoted, "stance_id": "con"}
    nodes = [*held.graph.nodes, Node("flaw-1", "Critique", fields, seq=second.seq)]
    edges = [
        *held.graph.edges,
        Edge("ATTACKS", "flaw-1", first.id),
        Edge("ANSWERS", second.id, "flaw-1", {"sentences": [1], "of": [0]}),
    ]
    return Subgraph(nodes, edges)
