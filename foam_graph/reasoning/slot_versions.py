"""The live claims of one slot, several after a branch under opposed value conditions (protocol 2.5); and what a restored version says again."""

from __future__ import annotations

from foam_graph.model.subgraph import Node, Subgraph


def claims_by_slot(graph: Subgraph) -> dict[str, list[Node]]:
    """Per leaf its live claims: the one that was branched from first, then the versions under a condition."""
    found: dict[str, list[Node]] = {}
    for claim in graph.live("Claim"):
        found.setdefault(claim["leaf"], []).append(claim)
    # A later revision of the first claim is younger than the branch, so age alone does not tell them apart.
    return {leaf: sorted(claims, key=lambda c: bool(c.get("condition"))) for leaf, claims in found.items()}


def slot_mates(graph: Subgraph, claim: Node) -> list[Node]:
    """The other live claims of a claim's slot."""
    return [other for other in graph.live("Claim") if other["leaf"] == claim["leaf"] and other.id != claim.id]


def branched_from(graph: Subgraph, claim: Node) -> Node | None:
    """The live claim that a version under a condition is the other side of; None for any other claim."""
    homes = graph.out(claim.id, "BRANCHES")
    return graph.newest(homes[0].id) if homes else None


def condition_of(claim: Node, standing: Node) -> str:
    """The condition a claim is stated with: the one computed for the panel, else the one that it was written under."""
    own = str(claim.get("condition", ""))
    return str(standing["condition"]) or (f"holds {own}" if own else "")


def said_again(graph: Subgraph, node: Node) -> Node:
    """The version that one that was restored says again, which the turn that wrote it used; any other node itself.

    A turn that revises uses the version whose place it takes: that is nothing restored.
    """
    turn = graph.get(node.activity)
    replaced = {one.id for one in graph.out(node.id, "SUPERSEDES")}
    used = set(turn.get("used", ()) if turn is not None else ()) - replaced
    named = [one for one in graph.older(node.id) if one.id in used] if used else []
    return said_again(graph, named[0]) if named else node
