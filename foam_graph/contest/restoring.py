"""A ruling overturned on appeal: what was revised because of it says again what it said, with all that it stood on (protocol 6.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from foam_graph.model.delta import Ref
from foam_graph.model.kinds import Role
from foam_graph.model.nodes import fields_of
from foam_graph.model.subgraph import Edge, Node, Subgraph
from foam_graph.pipeline.state import RunState
from foam_graph.reasoning.rounds.versions import supersede_parts
from foam_graph.reasoning.slot_versions import branched_from
from foam_graph.reasoning.turns import Turn

_COPIED = ("EvidenceRecord", "Calculation", "RuleApplication")
"""What belongs to one version of a part alone; whatever else it rests on is there in its newest version."""
_OF_THE_VERSION = ("SUPERSEDES", "ANSWERS", "WAS_GENERATED_BY", "BRANCHES")


def restore(state: RunState, challenge: Node, undone: list[tuple[Node, Node]], step: str) -> Turn:
    """Writes versions that say what was said before a challenge; those in between stay in the graph.

    Args:
        state: The run.
        challenge: The challenge whose ruling was overturned.
        undone: Live claims of one perspective, each with the version that is to be said again.
        step: Name of the step.
    """
    turn = Turn(state.brief, Role.REFINER, step, undone[0][1]["stance_id"])
    turn.used.append(challenge.id)
    for live, old in undone:
        Restored(turn, state.graph).write(live, old)
    return turn


def again(turn: Turn, node: Node) -> Ref:
    """Writes a node that says what another one says."""
    names = {field.name for field in fields_of(node.kind)}
    fields: dict[str, Any] = {name: value for name, value in node.fields.items() if name in names}
    return turn.delta.node(node.kind, **fields)


class Restored:
    """Copies of an old version and of what belongs to it.

    Args:
        turn: The turn that writes them.
        graph: The run so far.
        made: Id to copy of what has been copied before, e.g. the issue that they conclude on.
    """

    def __init__(self, turn: Turn, graph: Subgraph, made: Mapping[str, Ref] | None = None) -> None:
        self._turn, self._graph = turn, graph
        self._made: dict[str, Ref] = dict(made or {})

    def write(self, live: Node, old: Node) -> None:
        """Puts a copy of the old version in the place of the live one."""
        graph, delta = self._graph, self._turn.delta
        first = len(delta.nodes)
        new = self._copy(old)
        delta.edge("PROPOSES", self._turn.me, new)
        delta.edge("REVISES", self._turn.me, live.ref)
        delta.edge("SUPERSEDES", new, live.ref)
        home = branched_from(graph, live)
        if home is not None:
            delta.edge("BRANCHES", new, home.ref)
        for edge in graph.out_edges(old.id):
            if edge.type not in _OF_THE_VERSION and edge.end in graph:
                delta.edge(edge.type, new, self._end(edge), **edge.fields)
        for record in graph.into(old.id, "SUPPORTS"):
            delta.edge("SUPPORTS", self._copy(record), new)
        for warrant in graph.into(old.id, "WARRANTS"):
            delta.edge("WARRANTS", self._copy(warrant), new)
            for record in graph.out(warrant.id, "USES"):
                delta.edge("USES", self._copy(warrant), self._copy(record))
            for backing in graph.into(warrant.id, "BACKS"):
                delta.edge("BACKS", self._copy(backing), self._copy(warrant))
        for type_ in ("QUALIFIES", "EXCEPTS"):
            for part in graph.into(old.id, type_):
                delta.edge(type_, self._copy(part), new)
        supersede_parts(self._turn, graph, live, first)

    def _end(self, edge: Edge) -> Ref:
        end = self._graph[edge.end]
        newest = self._graph.newest(end.id)
        known = self._made.get(end.id) or self._made.get(newest.id)
        return known or (self._copy(end) if end.kind in _COPIED else newest.ref)

    def _copy(self, node: Node) -> Ref:
        """A node that says the same; one for each, however often it is named."""
        if node.id not in self._made:
            self._made[node.id] = again(self._turn, node)
            self._turn.used.append(node.id)
            if node.kind in _COPIED:
                for edge in self._graph.out_edges(node.id, "QUOTES", "RESTS_ON", "UNDERCUTS"):
                    if edge.end in self._graph:
                        self._turn.delta.edge(edge.type, self._made[node.id], self._end(edge), **edge.fields)
        return self._made[node.id]
