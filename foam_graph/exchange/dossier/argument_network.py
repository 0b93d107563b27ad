"""The arguments of a run as a network to walk in: issues, claims, evidence, objections, replies and computations.

Warrants, qualifiers and the like are parts of their claim here, as they are on the page of a claim; what supports,
attacks or rests on one of them does so to the claim.
"""

from __future__ import annotations

from collections.abc import Iterator

from foam_graph.exchange.dossier.objections import state_of
from foam_graph.exchange.dossier.reading import Reading
from foam_graph.exchange.dossier.words import CLASSES, clipped, plain
from foam_graph.exchange.walking import TEXT, ArgumentEdge, ArgumentNode, Walk
from foam_graph.findings.marks import marks
from foam_graph.model.subgraph import Node
from foam_graph.reasoning.sheet_reading.stored import finding_of

_FALLEN = frozenset({"dismissed", "answered"})
_COMPUTED = ("Calculation", "RuleApplication", "Finding")


class ArgumentNetwork(Walk):
    """The network of a run that has a position.

    Args:
        reading: The run.
    """

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._stances = {str(p["stance_id"]): n for n, p in enumerate(reading.perspectives, 1)}
        self._nodes: dict[str, Node] = {}
        super().__init__(self._drawn())
        for claim in reading.claims:
            self._nodes[claim.id] = claim

    def __contains__(self, node_id: str) -> bool:
        """Whether a node is among the arguments."""
        return node_id in self._nodes

    def first(self) -> str:
        """Where a walk begins when nobody says where: what the answer names first, else the first claim; empty for none."""
        answered = [edge.target for edge in self._edges.values() if edge.kind == "settles"]
        return next(iter([*answered, *(claim.id for claim in self._reading.claims)]), "")

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
        return ArgumentNode(node_id, kind, name, clipped(text, TEXT), who, place, state, fallen, more)

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
        if node.kind == "Finding":
            beside = (plain(node.get("verdict", "") or ""), *marks(finding_of(reading.graph, node)))
            return "computation", "Finding", str(node.get("text", "")), "; ".join(filter(None, beside))
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
