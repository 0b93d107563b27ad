"""Findings of a sheet that a ruling took back: a person upheld a challenge to them, so that nothing asserts them any more. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.attacked import MADE_OF_SENTENCES, claims_behind
from foam_graph.reasoning.rulings import ruling_of, settled


@dataclass(frozen=True)
class TakenBack:
    """That a finding is asserted no more.

    Attributes:
        challenge: The challenge to it that was upheld.
        ruling: The person's ruling that counts.
    """

    challenge: Node
    ruling: Node

    @property
    def told(self) -> str:
        """When, why, and by which challenge, in words; nobody is named."""
        reasons = str(self.ruling.get("reasons") or "").strip().rstrip(".")
        why = f", {reasons}" if reasons else ""
        return f"taken back: ruling of {str(self.ruling.at)[:10]}{why}; challenge {self.challenge.id}"


def challenged_finding(graph: Subgraph, critique: Node) -> Node | None:
    """The finding that a challenge or critique is raised against; None for any other.

    In runs of earlier releases a challenge that names a finding may attack a sentence of it.

    Args:
        graph: The run.
        critique: A challenge or a critique.
    """
    return next((node for node in graph.out(critique.id, "CHALLENGES", "ATTACKS") if node.kind == "Finding"), None)


def upheld_by_person(graph: Subgraph, challenge: Node) -> bool:
    """Whether people's rulings that count uphold a challenge, none against it; a machine's is provisional and takes nothing back."""
    ruling = ruling_of(graph, challenge.id)
    return ruling is not None and bool(ruling["human"]) and settled(graph, challenge.id) == "valid"


def taken_back(graph: Subgraph, finding: Node) -> TakenBack | None:
    """The ruling that took a finding back; None where it is asserted.

    Args:
        graph: The run.
        finding: A finding of its sheet.
    """
    for challenge in graph.into(finding.id, "CHALLENGES"):
        ruling = ruling_of(graph, challenge.id)
        if ruling is not None and upheld_by_person(graph, challenge):
            return TakenBack(challenge, ruling)
    return None


def asserted(graph: Subgraph) -> list[Node]:
    """The findings of a run that may be spoken of as found: those in force that no ruling took back, in the sheet's order."""
    return [node for node in graph.live("Finding") if taken_back(graph, node) is None]


def felled(graph: Subgraph, finding: Node) -> bool:
    """Whether a challenge to what is made of sentences, or to a sentence that it needs, is upheld, by a person or provisionally.

    Args:
        graph: The run.
        finding: A finding, a calculation or an application of a rule.
    """
    needed = [edge.end for edge in graph.out_edges(finding.id, "RESTS_ON") if not edge.fields.get("group")]
    raised = [*graph.into(finding.id, "CHALLENGES"), *(one for end in needed for one in graph.into(end, "ATTACKS"))]
    return any(one.kind == "Challenge" and settled(graph, one.id) == "valid" for one in raised)


def took_back(graph: Subgraph, critique: Node) -> bool:
    """Whether a challenge is settled, though what it attacks stays in the graph: it took a finding back, or what no claim rests on any more.

    Args:
        graph: The run.
        critique: A challenge or a critique.
    """
    if not critique.is_a("Challenge") or not upheld_by_person(graph, critique):
        return False
    made = [one for one in graph.out(critique.id, "ATTACKS") if one.kind in MADE_OF_SENTENCES]
    left = made and not any(claims_behind(graph, graph.newest(one.id)) for one in made)
    return challenged_finding(graph, critique) is not None or bool(left)
