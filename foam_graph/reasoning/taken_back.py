"""Findings of a sheet that a ruling took back: a person upheld a challenge to them, so that nothing asserts them any more. Pure."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.attacked import SHARED, claims_behind
from foam_graph.reasoning.rulings import ruling_of, settled


@dataclass(frozen=True)
class TakenBack:
    """That a finding, or what else was challenged, is asserted no more.

    Attributes:
        challenge: The challenge to it that was upheld.
        ruling: The person's ruling that counts.
    """

    challenge: Node
    ruling: Node

    @property
    def told(self) -> str:
        """When, why, and by which challenge, in words; nobody is named."""
        return f"{self.ruled}; challenge {self.challenge.id}"

    @property
    def ruled(self) -> str:
        """When and why, in words; for where the challenge is linked."""
        reasons = str(self.ruling.get("reasons") or "").strip().rstrip(".")
        why = f", {reasons}" if reasons else ""
        return f"taken back: ruling of {str(self.ruling.at)[:10]}{why}"


def raised_against(graph: Subgraph, critique: Node) -> list[Node]:
    """What a challenge or critique is raised against: what it attacks; of a challenge that names a finding, the finding.

    One that names a sentence or a claim may attack an argument behind it and leave the node itself. In runs of earlier
    releases a challenge that names a finding may attack a sentence of it.

    Args:
        graph: The run.
        critique: A challenge or a critique.
    """
    named = [node for node in graph.out(critique.id, "CHALLENGES") if node.kind == "Finding"]
    return [*named, *(node for node in graph.out(critique.id, "ATTACKS") if node not in named)]


def challenged_finding(graph: Subgraph, critique: Node) -> Node | None:
    """The finding that a challenge or critique is raised against; None for any other."""
    return next((node for node in raised_against(graph, critique) if node.kind == "Finding"), None)


def upheld_by_person(graph: Subgraph, challenge: Node) -> bool:
    """Whether people's rulings that count uphold a challenge, none against it; a machine's is provisional and takes nothing back."""
    ruling = ruling_of(graph, challenge.id)
    return ruling is not None and bool(ruling["human"]) and settled(graph, challenge.id) == "valid"


def taken_back(graph: Subgraph, node: Node) -> TakenBack | None:
    """The ruling that took a node back; None where it is asserted.

    Args:
        graph: The run.
        node: A finding of its sheet, or what else may be challenged.
    """
    found = (taken_back_by(graph, challenge) for challenge in _raised(graph, node))
    return next((one for one in found if one is not None), None)


def _raised(graph: Subgraph, node: Node) -> list[Node]:
    """Challenges that are raised against a node (``raised_against``)."""
    edges = ("ATTACKS", "CHALLENGES") if node.kind == "Finding" else ("ATTACKS",)
    return list({one.id: one for one in graph.into(node.id, *edges) if one.kind == "Challenge"}.values())


def taken_back_by(graph: Subgraph, challenge: Node) -> TakenBack | None:
    """The ruling by which a challenge, or a critique that is none, takes back what it is raised against; None where none does."""
    ruling = ruling_of(graph, challenge.id) if challenge.kind == "Challenge" else None
    return TakenBack(challenge, ruling) if ruling is not None and upheld_by_person(graph, challenge) else None


def asserted(graph: Subgraph) -> list[Node]:
    """The findings of a run that may be spoken of as found: those in force that no ruling took back, in the sheet's order."""
    return [node for node in graph.live("Finding") if taken_back(graph, node) is None]


def upheld_against(graph: Subgraph, node: Node) -> list[Node]:
    """Challenges to a node that are upheld, by a person or provisionally."""
    return [one for one in _raised(graph, node) if not one.get("stale") and settled(graph, one.id) == "valid"]


def struck(graph: Subgraph) -> frozenset[str]:
    """Stable ids of the sentences that an upheld challenge attacks: whatever cites one of them anew would fall with it."""
    upheld = [one for one in graph.of("Challenge") if settled(graph, one.id) == "valid"]
    attacked = [part for one in upheld for part in graph.out(one.id, "ATTACKS")]
    return frozenset(str(one["sentence_id"]) for one in attacked if one.is_a("EvidenceSentence"))


def felling(graph: Subgraph, node: Node) -> list[Node]:
    """Challenges that are upheld, by a person or provisionally, and fell a node: those to it, or to what it needs.

    Args:
        graph: The run.
        node: A claim, in this version, or what one rests on: a warrant, a record, a sentence, a finding, a calculation, an application
            of a rule. What a claim rests on of other claims is left out.
    """
    found = upheld_against(graph, node)
    for group in _needed(graph, node):
        below = [felling(graph, one) for one in group]
        if all(below):
            found += [one for each in below for one in each]
    return list({one.id: one for one in found}.values())


def _needed(graph: Subgraph, node: Node) -> list[list[Node]]:
    """What a node needs, in groups of which one member is enough."""
    groups: dict[str, list[Node]] = defaultdict(list)
    for edge in graph.out_edges(node.id, "RESTS_ON"):
        if edge.end in graph and graph[edge.end].kind in ("EvidenceRecord", *SHARED):
            groups[str(edge.fields.get("group") or edge.end)].append(graph[edge.end])
    quoted, lines = graph.out(node.id, "QUOTES"), graph.into(node.id, "WARRANTS") if node.kind == "Claim" else []
    each = [*([] if node.get("severable") else quoted), *(graph.out(node.id, "USES") if node.kind == "Warrant" else ())]
    enough = [lines, quoted if node.get("severable") else []]
    return [*groups.values(), *([one] for one in each), *filter(None, enough)]


def ruled_out(graph: Subgraph, claim: Node) -> bool:
    """Whether a claim, or anything that it needs, was taken back by a person's ruling."""
    return any(upheld_by_person(graph, one) for one in felling(graph, claim))


def took_back(graph: Subgraph, critique: Node) -> bool:
    """Whether a challenge is settled, though what it attacks stays in the graph: it took a finding back, or what no claim rests on any more.

    Args:
        graph: The run.
        critique: A challenge or a critique.
    """
    if not critique.is_a("Challenge") or not upheld_by_person(graph, critique):
        return False
    made = [one for one in graph.out(critique.id, "ATTACKS") if one.kind in SHARED]
    left = made and not any(claims_behind(graph, graph.newest(one.id)) for one in made)
    return challenged_finding(graph, critique) is not None or bool(left)
