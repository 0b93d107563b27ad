"""The arguments of a run as a network to walk in: issues, claims, evidence, objections, replies and computations.

Warrants, qualifiers and the like are parts of their claim here, as they are on the page of a claim; what supports,
attacks or rests on one of them does so to the claim. A walk begins at one node and goes a few steps, since nobody reads
a drawing of everything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from foam_graph.exchange.dossier.objections import state_of
from foam_graph.exchange.dossier.reading import Reading
from foam_graph.exchange.dossier.words import CLASSES, clipped, plain
from foam_graph.model.subgraph import Node

MOST = 150
"""Most nodes of a walk."""
_TEXT = 220
"""Characters of a text."""
_FALLEN = frozenset({"dismissed", "answered"})
_COMPUTED = ("Calculation", "RuleApplication", "Finding")


@dataclass(frozen=True)
class ArgumentNode:
    """A node of the network.

    Attributes:
        id: Its id.
        kind: ``issue``, ``claim``, ``evidence``, ``objection``, ``reply`` or ``computation``.
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
    """An edge of the network: from, to, its kind (``supports``, ``attacks``, ``rests``, ``answers`` or ``settles``), in words."""

    source: str
    target: str
    kind: str
    words: str


class ArgumentNetwork:
    """The network of a run that has a position.

    Args:
        reading: The run.
    """

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._stances = {str(p["stance_id"]): n for n, p in enumerate(reading.perspectives, 1)}
        self._nodes: dict[str, Node] = {}
        self._edges: dict[tuple[str, str, str], ArgumentEdge] = {}
        self._beside: dict[str, list[str]] = {}
        for edge in self._drawn():
            key = (edge.source, edge.target, edge.kind)
            if key not in self._edges and edge.source != edge.target:
                self._edges[key] = edge
                self._beside.setdefault(edge.source, []).append(edge.target)
                self._beside.setdefault(edge.target, []).append(edge.source)
        for claim in reading.claims:
            self._nodes[claim.id] = claim

    def __contains__(self, node_id: str) -> bool:
        return node_id in self._nodes

    def first(self) -> str:
        """Where a walk begins when nobody says where: what the answer names first, else the first claim; empty for none."""
        answered = [edge.target for edge in self._edges.values() if edge.kind == "settles"]
        return next(iter([*answered, *(claim.id for claim in self._reading.claims)]), "")

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

    def claims(self) -> list[ArgumentNode]:
        """The claims in reading order."""
        return [self.node(claim.id) for claim in self._reading.claims]

    def node(self, node_id: str, more: int = 0) -> ArgumentNode:
        """A node in a reader's words, with how many neighbours it has besides those that it is told with."""
        node, reading = self._nodes[node_id], self._reading
        kind, name, text, state = self._told(node)
        stance = str(node.get("stance_id", "") or "")
        found = set(reading.labels.get(node_id, {}).values())
        fallen = state in _FALLEN if kind == "objection" else found == {"out"}
        who = "a contester" if node.is_a("Challenge") else reading.role(stance) if stance in self._stances else ""
        place = self._stances.get(stance, 0)
        return ArgumentNode(node_id, kind, name, clipped(text, _TEXT), who, place, state, fallen, more)

    def _told(self, node: Node) -> tuple[str, str, str, str]:
        """Kind, name, text and state."""
        reading = self._reading
        number = reading.number(node.id)
        if node.kind == "Claim":
            standing = CLASSES.get(reading.standing(node), "Not labelled")
            return "claim", f"Claim {number}".strip(), str(node.get("text", "")), standing
        if node.kind == "EvidenceRecord":
            verdicts = reading.graph.into(node.id, "VALIDATES")
            told = f"{plain(verdicts[-1]['verdict'])} quotation" if verdicts else "not validated"
            return "evidence", f"Evidence {number}".strip(), str(node.get("quotation", "")), told
        if node.is_a("Critique"):
            return "objection", f"Objection {number}", str(node.get("grounds", "")), state_of(reading, node)
        if node.kind == "Reply":
            return "reply", "Reply", str(node.get("text", "")), "concedes" if node.get("concedes") else ""
        if node.kind == "Issue":
            return "issue", "Issue", str(node.get("text", "")), ""
        text = str(node.get("statement", "") or node.get("text", "") or node.get("rule", ""))
        name = {"Calculation": "Computation", "RuleApplication": "Rule applied"}.get(node.kind, node.kind)
        return "computation", name, text, plain(node.get("verdict", "") or "")

    def _drawn(self) -> Iterator[ArgumentEdge]:
        graph = self._reading.graph
        for claim in self._reading.claims:
            yield from self._of_claim(claim)
        for critique in graph.of("Critique"):
            yield from self._of_objection(critique)

    def _of_claim(self, claim: Node) -> Iterator[ArgumentEdge]:
        graph = self._reading.graph
        for issue in graph.out(claim.id, "CONCLUDES"):
            yield self._edge(claim, issue, "settles", "settles")
        for issue in graph.out(claim.id, "PRESUPPOSES"):
            yield self._edge(claim, issue, "rests", "presupposes")
        for record in self._reading.records(claim):
            yield self._edge(record, claim, "supports", "supports")
        for below in graph.out(claim.id, "RESTS_ON"):
            newest = graph.newest(below.id)
            if newest.kind in _COMPUTED or newest.id in self._reading.shown:
                yield self._edge(claim, newest, "rests", "rests on")

    def _of_objection(self, critique: Node) -> Iterator[ArgumentEdge]:
        graph, reading = self._reading.graph, self._reading
        for target in graph.out(critique.id, "ATTACKS"):
            for hit in reading.behind(target) or ([target] if target.kind == "Issue" else []):
                yield self._edge(critique, hit, "attacks", "attacks")
        for record in graph.out(critique.id, "RESTS_ON"):
            if record.kind == "EvidenceRecord":
                yield self._edge(record, critique, "supports", "supports")
        for reply in graph.into(critique.id, "ANSWERS"):
            if reply.kind == "Reply":
                yield self._edge(reply, critique, "answers", "answers")

    def _edge(self, source: Node, target: Node, kind: str, words: str) -> ArgumentEdge:
        self._nodes.setdefault(source.id, source)
        self._nodes.setdefault(target.id, target)
        return ArgumentEdge(source.id, target.id, kind, words)
