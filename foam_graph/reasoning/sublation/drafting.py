"""What all rules need while a framework is made: arguments of nodes, versions, and falling with a part."""

from __future__ import annotations

from foam_graph.model.nodes import ARGUABLE
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.sublation.framework import Framework


def chain_order(node: Node) -> tuple[int, int, str]:
    """Sort key: place in the chain; the id settles ties, so that results do not depend on the order of reading."""
    return node.seq, node.ord, node.id


class Draft:
    """A framework in the making.

    A whole falls with a part by a derived argument "the part is lost", attacked by the part and attacking the whole;
    under grounded semantics an undecided part then makes the whole undecided.

    Args:
        graph: The run.
        version: Version of the rules.

    Attributes:
        graph: The run.
        version: Version of the rules: 2 where there is an agenda (protocol 6.12).
        frame: The framework so far.
    """

    def __init__(self, graph: Subgraph, version: int = 1) -> None:
        self.graph = graph
        self.version = version
        self.frame = Framework()
        self._heads: dict[str, tuple[str, ...]] = {}
        for node in sorted(graph.nodes, key=chain_order):
            if node.kind in ARGUABLE and self._takes_part(node):
                self.frame.add(node.id, node.id, "node", node.kind)
        for id_ in list(self.frame.index):
            if graph.superseded(id_):
                self.strike(id_, "superseded", 5, "a newer version took its place")

    def _takes_part(self, node: Node) -> bool:
        """Sentences and documents that nothing uses or attacks are on offer only: they are no arguments."""
        if node.kind == "EvidenceSentence":
            uses = ("QUOTES", "ATTACKS") if self.version < 2 else ("QUOTES", "ATTACKS", "RESTS_ON")
            return bool(self.graph.in_edges(node.id, *uses))
        if node.kind != "Document":
            return True
        return bool(
            self.graph.in_edges(node.id, "ATTACKS", "SUPERSEDES") or self.graph.out_edges(node.id, "SUPERSEDES")
        )

    def has(self, node_id: str) -> bool:
        """Whether a node is an argument."""
        return node_id in self.frame.index

    def at(self, node_id: str) -> int:
        """Argument of a node."""
        return self.frame.index[node_id]

    def beyond_machines(self, node: Node) -> bool:
        """Whether no machine may attack it: a ruling by a person, which only an appeal undoes (protocol 6.15)."""
        return self.version > 1 and node.kind == "Ruling" and bool(node.get("human", False))

    def derive(self, id_: str, node_id: str) -> int:
        """Adds or finds a derived argument about a node."""
        return self.frame.add(id_, node_id, "derived", self.graph[node_id].kind)

    def strike(self, node_id: str, by: str, rule: int, why: str) -> None:
        """Adds an attacker that nothing attacks: ``{by}:{node}``."""
        self.frame.attack(self.derive(f"{by}:{node_id}", node_id), self.at(node_id), rule, why)

    def heads(self, node_id: str) -> tuple[str, ...]:
        """Live versions of a node, itself where nothing supersedes it; several after a branch."""
        if not self.graph.superseded(node_id):
            return (node_id,)
        found = self._heads.get(node_id)
        if found is None:
            found = self._heads[node_id] = tuple(sorted(one.id for one in self.graph.heads(node_id)))
        return found

    def lost(self, node_id: str) -> int:
        """The argument that no live version of a node stands."""
        id_ = f"lost:{node_id}"
        known = self.frame.index.get(id_)
        if known is not None:
            return known
        lost = self.derive(id_, node_id)
        for head in self.heads(node_id):
            if self.has(head):
                self.frame.attack(self.at(head), lost, 1, "stands")
        return lost

    def falls_with(self, whole: int, part: str, rule: int, why: str) -> None:
        """Makes an argument fall with a node; a superseded part is replaced by its live versions.

        A slot, a record or a sentence is what one rests on, not one wording of it: were it otherwise, each revision
        would fell everything built on the slot before it.
        """
        if self.has(part):
            self.frame.attack(self.lost(part), whole, rule, why)

    def falls_with_argument(self, whole: int, part: int, rule: int, why: str) -> None:
        """Makes an argument fall with another one, whatever its versions."""
        argument = self.frame.arguments[part]
        id_ = f"fallen:{argument.id}"
        known = id_ in self.frame.index
        fallen = self.derive(id_, argument.node)
        if not known:
            self.frame.attack(part, fallen, rule, "stands")
        self.frame.attack(fallen, whole, rule, why)
