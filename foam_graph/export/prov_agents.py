"""Who acted: software agents per name and perspective, people without their names, the operator behind the software."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from prov.identifier import QualifiedName

from foam_graph.export.prov_terms import AGENT, FOAM, REL, Attribute, joined, prov_name, shortened, visible
from foam_graph.model.delta import activity_id
from foam_graph.model.nodes import ACTIVITIES
from foam_graph.model.subgraph import Node, Subgraph

PERSON = "person"
"""``agent`` of an activity that a person performed."""


@dataclass(frozen=True)
class Acting:
    """An agent as it is exported.

    Attributes:
        name: Its qualified name.
        attributes: Its attributes.
        software: Whether it acts on behalf of the operator.
    """

    name: QualifiedName
    attributes: tuple[Attribute, ...]
    software: bool


class Cast:
    """The agents of a run.

    People are numbered in the order in which they first acted; nothing tells who they are. The same person keeps their
    number within one run only. Acts whose person is not recorded, or was erased, are taken for different people.

    Args:
        graph: The run.
        run: Chain id.
        operator: Who runs the installation.
    """

    def __init__(self, graph: Subgraph, run: str, operator: str) -> None:
        self.run = run
        self.operator = Acting(
            joined(AGENT, "operator", operator),
            ((prov_name("type"), prov_name("Organization")), (prov_name("label"), shortened(visible(operator)))),
            software=False,
        )
        self._people: dict[str, int] = {}
        self._of: dict[str, Acting] = {node.id: self._acting(node) for node in activities(graph)}

    def of(self, activity: str) -> Acting:
        """Who performed an activity."""
        return self._of[activity]

    @property
    def agents(self) -> list[Acting]:
        """All agents but the operator, each once, in the order of their names."""
        return sorted({a.name: a for a in self._of.values()}.values(), key=lambda a: a.name.uri)

    def delegations(self) -> Iterator[tuple[QualifiedName, Acting]]:
        """The delegations from software to the operator: relation name and agent."""
        for agent in self.agents:
            if agent.software:
                yield REL[f"{agent.name.localpart}.for.{self.operator.name.localpart}"], agent

    def _acting(self, node: Node) -> Acting:
        if node.kind == "HumanAct" or node.get("agent") == PERSON:
            return self._person(node)
        agent, stance = str(node.get("agent") or "system"), str(node.get("stance_id") or "")
        parts = ("software", agent, stance) if stance else ("software", agent)
        label = f"{agent} for {stance}" if stance else agent
        own: list[Attribute] = [(FOAM["agent"], visible(agent))]
        if stance:
            own.append((FOAM["stance_id"], visible(stance)))
        head = (
            (prov_name("type"), prov_name("SoftwareAgent")),
            (prov_name("label"), shortened(visible(label))),
        )
        return Acting(joined(AGENT, *parts), (*head, *own), software=True)

    def _person(self, node: Node) -> Acting:
        # An id of an activity is no name: a key of its own for every act whose person is unknown.
        key = f"name:{node.get('by')}" if node.get("by") else f"act:{node.id}"
        number = self._people.setdefault(key, len(self._people) + 1)
        label = f"{PERSON}-{number}"
        head = ((prov_name("type"), prov_name("Person")), (prov_name("label"), label))
        return Acting(joined(AGENT, PERSON, self.run, str(number)), head, software=False)


def activities(graph: Subgraph) -> list[Node]:
    """All activities in this part of the graph, in the order of their chains."""
    return sorted((n for n in graph.nodes if n.kind in ACTIVITIES), key=lambda n: (n.seq, n.id))


def consecutive(run: str, acts: Iterable[Node]) -> Iterator[tuple[Node, Node]]:
    """Neighbours of the run's chain: the earlier and the later activity. A gap in an extract links across it."""
    own = [node for node in acts if node.id == activity_id(run, node.seq)]
    return pairwise(own)


def plan_of(graph: Subgraph, activity: Node) -> str:
    """Id of the perspective that an activity followed: the one it acted from, or the only one it held; else empty."""
    held = sorted(
        {e.end for e in graph.out_edges(activity.id, "HOLDS") if e.end in graph and graph[e.end].kind == "Perspective"}
    )
    own = [i for i in held if activity.get("stance_id") and graph[i].get("stance_id") == activity.get("stance_id")]
    chosen = own or held
    return chosen[0] if len(chosen) == 1 else ""
