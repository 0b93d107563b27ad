"""A network of arguments to walk in, whatever it is made of: nodes in a reader's words, and what each does to another.

A walk begins at one node and goes a few steps, since nobody reads a drawing of everything.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass

MOST = 150
"""Most nodes of a walk."""
DEEPEST = 3
"""Most steps from the node that a walk begins at, where it is drawn."""
TEXT = 220
"""Characters of a text."""


@dataclass(frozen=True)
class ArgumentNode:
    """A node of the network.

    Attributes:
        id: Its id.
        kind: ``issue``, ``claim``, ``evidence``, ``objection``, ``reply`` or ``computation``; of a map ``claim``,
            ``objection``, ``inference``, ``conflict`` or ``step``.
        name: What it is called, e.g. ``Claim 3``.
        text: What it says, shortened.
        who: The perspective that it is of; empty for none.
        stance: The place of that perspective among those of the run, from 1; 0 for none.
        state: What became of it, in words.
        fallen: Whether no perspective accepts it.
        more: How many neighbours it has that are not among those it is told with.
    """

    id: str
    kind: str
    name: str
    text: str
    who: str
    stance: int
    state: str
    fallen: bool
    more: int = 0


@dataclass(frozen=True)
class ArgumentEdge:
    """An edge of the network: from, to, its kind, in words.

    The kind is ``supports``, ``attacks``, ``rests``, ``answers`` or ``settles``; of other steps of a map ``leads``.
    """

    source: str
    target: str
    kind: str
    words: str


class Walk(ABC):
    """A network of arguments.

    Args:
        edges: Its edges; of two of one kind between the same nodes the first counts, and none leads back to its node.
    """

    def __init__(self, edges: Iterable[ArgumentEdge]) -> None:
        self._edges: dict[tuple[str, str, str], ArgumentEdge] = {}
        self._beside: dict[str, list[str]] = {}
        for edge in edges:
            key = (edge.source, edge.target, edge.kind)
            if key not in self._edges and edge.source != edge.target:
                self._edges[key] = edge
                self._beside.setdefault(edge.source, []).append(edge.target)
                self._beside.setdefault(edge.target, []).append(edge.source)

    @abstractmethod
    def __contains__(self, node_id: str) -> bool:
        """Whether a node is among them."""

    @abstractmethod
    def first(self) -> str:
        """Where a walk begins when nobody says where; empty for nowhere."""

    @abstractmethod
    def claims(self) -> list[ArgumentNode]:
        """The nodes that can be chosen to walk to, in reading order."""

    @abstractmethod
    def node(self, node_id: str, more: int = 0) -> ArgumentNode:
        """A node in a reader's words, with how many neighbours it has besides those that it is told with."""

    def around(self, focus: str, depth: int, most: int = MOST) -> list[str]:
        """Ids of the nodes at most so many steps away, the nearest first, and no more than ``most``."""
        found, edge = {focus: None}, [focus]
        for _ in range(depth):
            edge = [beside for one in edge for beside in self._beside.get(one, ()) if beside not in found]
            for beside in edge:
                if len(found) == most:
                    return list(found)
                found.setdefault(beside)
        return list(found)

    def between(self, ids: list[str]) -> list[ArgumentEdge]:
        """The edges among some nodes."""
        wanted = set(ids)
        return [edge for edge in self._edges.values() if edge.source in wanted and edge.target in wanted]

    def further(self, node_id: str, ids: list[str]) -> int:
        """How many neighbours of a node are not among some nodes."""
        return len(set(self._beside.get(node_id, ())) - set(ids))
