"""What a challenge came to, in words."""

from __future__ import annotations

from foam_graph.exchange.dossier.words import OUTCOMES
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.taken_back import challenged_finding, taken_back

_UPHELD = ("retracted", "defended", "narrowed", "regenerated", "evidence_swapped")
"""Outcomes of a challenge that was upheld."""


def came_to(graph: Subgraph, outcome: Node) -> str:
    """What an outcome says; of a finding, on which no claim need rest, whether it is asserted still.

    Args:
        graph: The chain.
        outcome: An outcome of a challenge.
    """
    said = OUTCOMES[outcome["kind"]]
    findings = [challenged_finding(graph, one) for one in graph.out(outcome.id, "RESOLVES")]
    finding = next((one for one in findings if one is not None), None)
    if finding is None or outcome["kind"] not in _UPHELD:
        return said
    if taken_back(graph, finding) is not None:
        return "upheld: the finding is no longer asserted"
    lapsed = "upheld, to which no ruling by a person holds now: the finding is asserted"
    return lapsed if outcome["kind"] == "retracted" else said
