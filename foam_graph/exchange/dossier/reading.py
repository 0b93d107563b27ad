"""A run's graph as a dossier reads it: order, numbers, anchors, names and labels, looked up in one place."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from foam_graph.advice import Action, NextStep
from foam_graph.errors import UnknownId
from foam_graph.exchange.dossier.words import KINDS, plain
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.certifying.checks import standings
from foam_graph.reasoning.evidence import Evidence
from foam_graph.reasoning.perspectives.held import held
from foam_graph.reasoning.slot_versions import claims_by_slot
from foam_graph.reasoning.sublation import current_labels

PREFIXES = {
    "Claim": "c",
    "Critique": "k",
    "Challenge": "k",
    "EvidenceRecord": "r",
    "Perspective": "p",
    "TemplateChoice": "t",
    "Stakeholder": "s",
    "Document": "d",
}
"""Beginning of the anchors of each kind; the rest is a number, so that no text ever becomes an anchor."""
_UPON_SENTENCES = ("Finding", "Calculation", "RuleApplication", "Claim")
"""What is made of sentences, and the claims that rest on it."""


class Reading:
    """What the parts of a dossier look up.

    Args:
        graph: The run.
        run: Its id.
        evidence: The documents, for what stands around a sentence.

    Raises:
        UnknownId: The run has no position yet.
    """

    def __init__(self, graph: Subgraph, run: str, evidence: Evidence | None = None) -> None:
        self.graph = graph
        self.run = run
        self.evidence = evidence
        positions = graph.live("Position")
        if not positions:
            raise UnknownId(
                f"run {run} has no position to make a dossier of",
                NextStep(Action.RESUME, "Finish it with", {"run": run}),
            )
        self.position = positions[-1]
        self.standings = standings(graph)
        self._order = {node["node_id"]: n for n, node in reversed(list(enumerate(graph.of("TemplateNode"))))}
        self._leaves = {node["leaf"]: node for node in graph.of("TemplateTraversal")}
        self.names = {node["node_id"]: str(node["name"]) for node in graph.of("TemplateNode")}
        self.claims = sorted(graph.live("Claim"), key=self._place)
        self.shown = {claim.id for claim in self.claims}
        self.slots = claims_by_slot(graph)
        self.perspectives = self._perspectives()
        self._roles = {p["stance_id"]: str(p["role_label"]) for p in self.perspectives}
        self.labels = self._labels()
        self._anchors = self._numbered()

    def part(self, kind: str) -> Node | None:
        """The part of this kind that the position includes."""
        found = [node for node in self.graph.out(self.position.id, "INCLUDES") if node.kind == kind]
        return found[-1] if found else None

    def _place(self, claim: Node) -> tuple[int, int, int]:
        return (self.leaf_place(claim["leaf"]), claim.seq, claim.ord)

    def leaf_place(self, leaf: str) -> int:
        """Place of a slot in the order in which the template is read."""
        slot = self._leaves.get(leaf)
        last = slot["path_ids"][-1] if slot is not None and slot["path_ids"] else leaf
        return self._order.get(last, len(self._order))

    def slot(self, leaf: str) -> Node | None:
        """The slot of a leaf."""
        return self._leaves.get(leaf)

    def _perspectives(self) -> list[Node]:
        """The run's perspectives as it holds them now, in the order in which they were given."""
        run = self.graph.get(self.run)
        wanted = object_of(run.get("parameters") if run else "").get("perspectives") or []
        place = {self.graph[i]["stance_id"]: n for n, i in enumerate(wanted) if i in self.graph}
        return sorted(held(self.graph), key=lambda node: place.get(node["stance_id"], len(place)))

    def role(self, stance_id: str) -> str:
        """Name of a perspective; nobody's where a person or the panel acted."""
        return self._roles.get(stance_id, plain(stance_id))

    def _labels(self) -> dict[str, dict[str, str]]:
        """Node to audience to label, as they stand now."""
        found: dict[str, dict[str, str]] = {}
        for labelling in self.graph.live("Labelling"):
            audience = labelling["audience"]
            for node_id, label in current_labels(self.graph, audience).items():
                found.setdefault(node_id, {})[audience] = label
        return found

    def _numbered(self) -> dict[str, str]:
        """Anchor of each node that has a place of its own in the dossier."""
        groups: list[Iterable[Node]] = [
            self.claims, (r for claim in self.claims for r in self.records(claim)), self.graph.of("Critique"),
            self.perspectives, self.graph.of("TemplateChoice"), self.graph.live("Stakeholder"),
            self.graph.of("Document"),
        ]  # fmt: skip
        anchors: dict[str, str] = {}
        counts: dict[str, int] = {}
        for node in (node for group in groups for node in group):
            if node.id not in anchors:
                prefix = PREFIXES[node.kind]
                counts[prefix] = counts.get(prefix, 0) + 1
                anchors[node.id] = f"{prefix}{counts[prefix]}"
        return anchors

    def anchor(self, node_id: str) -> str:
        """Where a node stands in the dossier, an earlier version of a claim with the current one; empty for nowhere."""
        node = self.graph.get(node_id)
        if node is not None and node.kind == "Claim":
            node_id = self.graph.newest(node_id).id
        return self._anchors.get(node_id, "")

    def number(self, node_id: str) -> str:
        """The number that a node is called by."""
        return self.anchor(node_id)[1:]

    def records(self, claim: Node) -> list[Node]:
        """Records that a claim's warrants use, in order; live ones of a live claim."""
        warrants = self.graph.into(claim.id, "WARRANTS")
        found = {r.id: r for w in warrants for r in self.graph.out(w.id, "USES")}
        live = [r for r in found.values() if not self.graph.superseded(r.id)]
        return live if not self.graph.superseded(claim.id) else list(found.values())

    def standing(self, claim: Node) -> str:
        """Class of a claim; empty where none was computed."""
        found = self.standings.get(claim.id)
        return str(found["class"]) if found else ""

    def behind(self, node: Node) -> list[Node]:
        """The claims that a node belongs to, older versions followed to the current one."""
        found: dict[str, Node] = {}
        stack, seen = [node], {node.id}
        while stack:
            current = stack.pop()
            if current.kind == "Claim":
                newest = self.graph.newest(current.id)
                found[newest.id] = newest
                continue
            for upper in self._up(current):
                if upper.id not in seen:
                    seen.add(upper.id)
                    stack.append(upper)
        return sorted((c for c in found.values() if c.id in self.shown), key=self._place)

    def _up(self, node: Node) -> list[Node]:
        computed = [one for one in self.graph.into(node.id, "RESTS_ON") if one.kind in _UPON_SENTENCES]
        if node.kind == "EvidenceSentence":
            return [*self.graph.into(node.id, "QUOTES"), *(one for one in computed if one.kind != "Claim")]
        if node.kind in _UPON_SENTENCES:
            return computed
        if node.kind == "EvidenceRecord":
            return self.graph.into(node.id, "USES")
        if node.is_a("Evaluation"):
            return [t for rated in self.graph.out(node.id, "RATES") for t in self.graph.out(rated.id, "ATTACKS")]
        return self.graph.out(node.id, "WARRANTS", "QUALIFIES", "EXCEPTS", "BACKS")

    def named(self, node: Node) -> str:
        """What a node is called in a sentence."""
        if node.kind == "Claim":
            told = f"claim {self.number(node.id)}" if self.number(node.id) else "a claim"
            return told if node.id in self.shown else f"an earlier version of {told}"
        if node.kind == "EvidenceRecord" and self.number(node.id):
            return f"evidence {self.number(node.id)}"
        if node.is_a("Critique"):
            return f"objection {self.number(node.id)}"
        if node.kind == "Perspective":
            return f"the perspective {node['role_label']}"
        return KINDS.get(node.kind, plain(node.kind))


def object_of(text: object) -> dict[str, Any]:
    """The object of a JSON field; empty where it was erased or is something else."""
    found = _parsed(text)
    return found if isinstance(found, dict) else {}


def objects_of(text: object) -> list[dict[str, Any]]:
    """The objects of a JSON list; empty where it was erased or is something else."""
    found = _parsed(text)
    return [item for item in found if isinstance(item, dict)] if isinstance(found, list) else []


def _parsed(text: object) -> object:
    try:
        return json.loads(str(text))
    except ValueError:
        return None
