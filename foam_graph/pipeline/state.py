"""The state of one run while it is worked on: what is committed, and how the next step gets committed.

Every step is one activity with a name of its own; a step whose name is already in the chain is skipped. That is all
there is to resuming: a killed run loses at most the step it was in (protocol 8.4). What a repair does depends on the
graph that it began with, so that one is taken up on the graph as it was then, to which each step that is committed adds
what it wrote when its turn comes (``later``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from foam_graph.agents.endpoint.asking_ahead import AheadAgent
from foam_graph.model.delta import ActivityDraft, Committed, Delta
from foam_graph.model.subgraph import Edge, Node, Subgraph
from foam_graph.pipeline.retrieval import Retrieval
from foam_graph.reasoning.debate_points import TakenDebate
from foam_graph.reasoning.evidence import Evidence
from foam_graph.reasoning.slots import grown
from foam_graph.reasoning.sublation import Sublation
from foam_graph.reasoning.templates.tree import Template
from foam_graph.reasoning.turns import Brief, Turn
from foam_graph.store.store import Store

Progress = Callable[[str], None]
"""Told the name of each step as it begins."""
Make = Callable[[str], Turn | None]
"""Given the full step name, makes a turn, or None where there is nothing to do; without effects, except that it asks the
run's agent."""


class Recorded(NamedTuple):
    """An activity of the chain with what it wrote."""

    activity: Node
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]

    @property
    def rows(self) -> int:
        """Nodes and edges that it wrote, its own and the automatic ones (one before it, one a node) included."""
        return 2 + 2 * len(self.nodes) + len(self.edges)


@dataclass
class RunState:
    """One run in the making.

    Attributes:
        store: The graph.
        brief: What every turn shares.
        template: The template, with the nodes that were generated in a run argued slot by slot.
        evidence: The run's documents.
        retrieval: Searches over the documents.
        graph: The run as committed so far.
        progress: Told of every step.
        prefix: Put before step names, e.g. for the repair of one challenge.
        sublated: The labels just written, so that compiling need not compute them again.
        later: What the chain holds beyond ``graph``, in order: its steps are taken over when their turn comes.
        taken_over: Rows of the steps of ``prefix`` that were taken over.
        debate: The debate that the run is cross-examined by.
    """

    store: Store
    brief: Brief
    template: Template
    evidence: Evidence
    retrieval: Retrieval
    graph: Subgraph
    progress: Progress = field(default=lambda _step: None)
    prefix: str = ""
    sublated: Sublation | None = None
    later: list[Recorded] = field(default_factory=list)
    taken_over: int = 0
    debate: TakenDebate | None = None

    def __post_init__(self) -> None:
        self.template = grown(self.template, self.graph)

    def step(self, name: str) -> str:
        """The name of a step as it is committed."""
        return self.prefix + name

    def done(self, name: str) -> bool:
        """Whether a step is committed."""
        wanted = self.step(name)
        # Where it is not among what is to come, whoever wrote the rest came before it: other people, or an earlier version,
        # whose repairs took other steps.
        places = (n for n, one in enumerate(self.later, 1) if one.activity["step"] == wanted)
        self._take_over(next(places, len(self.later)))
        return any(activity["step"] == wanted for activity in _activities(self.graph))

    def _take_over(self, count: int) -> None:
        """Adds the next activities of the chain to the graph, as if they had been committed just now."""
        taken, self.later = self.later[:count], self.later[count:]
        for one in taken:
            if one.activity["step"].startswith(self.prefix or "\0"):
                self.taken_over += one.rows
            if one.activity.kind == "Call":
                # What a model was paid for is committed behind the run's back, and looked at by no step.
                continue
            for node in (one.activity, *one.nodes):
                self.graph.add(node)
            for edge in one.edges:
                self.graph.connect(edge)

    def perform(self, name: str, make: Make) -> None:
        """Makes and commits a turn, unless it is committed already.

        Args:
            name: Step name.
            make: Makes the turn.
        """
        if not self.done(name):
            self.progress(self.step(name))
            turn = make(self.step(name))
            if turn is not None:
                turn.step = self.step(name)
                self.commit(turn.draft(), turn.delta)

    def perform_each(self, steps: Mapping[str, Make]) -> None:
        """Performs steps whose questions do not build on one another, one after the other.

        Each is an activity of its own; a model is asked the questions of all of them at the same time.

        Args:
            steps: Step name to what makes its turn, in order.
        """
        left = {name: make for name, make in steps.items() if not self.done(name)}
        with self._asked_ahead({name: partial(make, self.step(name)) for name, make in left.items()}):
            for name, make in left.items():
                self.perform(name, make)

    def _asked_ahead(self, makers: Mapping[str, Callable[[], object]]) -> AbstractContextManager[None]:
        agent = self.brief.agent
        if len(makers) < 2 or not isinstance(agent, AheadAgent):
            return nullcontext()
        self.progress(", ".join(self.step(name) for name in makers))
        return agent.ahead(list(makers.values()))

    def commit(self, draft: ActivityDraft, delta: Delta) -> Committed:
        """Commits and adds what was committed to the graph in memory."""
        self._take_over(len(self.later))
        done = self.store.commit(draft, delta)
        self.graph.apply(draft, delta, done)
        return done


def _activities(graph: Subgraph) -> list[Mapping[str, object]]:
    return [node.fields for node in graph.of("Activity")]


def recorded_after(graph: Subgraph, seq: int) -> list[Recorded]:
    """The activities of a run that came after one of them, in order.

    Args:
        graph: The run.
        seq: Place of that activity.
    """
    activities = {a.id: a for a in graph.of("Activity") if a.seq > seq}
    nodes: dict[str, list[Node]] = {id_: [] for id_ in activities}
    edges: dict[int, list[Edge]] = {a.seq: [] for a in activities.values()}
    for node in graph.nodes:
        # What other chains wrote has places of those.
        if node.activity in nodes and node.id != node.activity:
            nodes[node.activity].append(node)
    for edge in graph.edges:
        if edge.seq in edges:
            edges[edge.seq].append(edge)
    ordered = sorted(activities.values(), key=lambda a: a.seq)
    return [Recorded(a, tuple(nodes[a.id]), tuple(edges[a.seq])) for a in ordered]
