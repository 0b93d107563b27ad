"""What is attacked: the words of a node that a critique may quote, and the claims that an attack on it is felt by. Pure."""

from __future__ import annotations

from foam_graph.model.subgraph import Node, Subgraph

MADE_OF_SENTENCES: tuple[str, ...] = ("Finding", "Calculation", "RuleApplication")
"""What is made of sentences that others rest on as well, and carries claims or others of these."""
SHARED: tuple[str, ...] = ("EvidenceSentence", *MADE_OF_SENTENCES)
"""What the claims of several may rest on: none of them can write it anew, so that an answer to what attacks it leaves it behind."""


def words_of(node: Node) -> str:
    """The words of a node that a critique may quote."""
    for name in ("text", "quotation", "goal", "reasons", "grounds", "why"):
        if name in node.fields:
            return str(node[name])
    return ""


def claims_behind(graph: Subgraph, node: Node, past: bool = False) -> list[Node]:
    """The live claims that a node belongs to: itself, or those that rest on it as warrant, record or sentence.

    Args:
        graph: The chain.
        node: What is attacked.
        past: Whether versions that have been replaced count as well.
    """
    if node.is_a("Claim"):
        return [node] if past or not graph.superseded(node.id) else []
    if node.is_a("EvidenceSentence"):
        up = [
            *graph.into(node.id, "QUOTES"),
            *(t for t in graph.into(node.id, "RESTS_ON") if t.kind in ("EvidenceRecord", *MADE_OF_SENTENCES)),
        ]
    elif node.is_a("EvidenceRecord"):
        up = graph.into(node.id, "USES")
    elif node.is_a("Evaluation"):
        up = [t for rated in graph.out(node.id, "RATES") for t in graph.out(rated.id, "ATTACKS", "ANSWERS")]
        up = [t for t in up if not t.is_a("Evaluation")]
    elif node.is_a("Critique"):
        up = [t for t in graph.out(node.id, "ATTACKS") if not (t.is_a("Critique") or t.is_a("Evaluation"))]
    elif node.kind in MADE_OF_SENTENCES:
        up = [t for t in graph.into(node.id, "RESTS_ON") if t.kind in ("Claim", *MADE_OF_SENTENCES)]
    else:
        up = graph.out(node.id, "WARRANTS", "QUALIFIES", "EXCEPTS", "BACKS")
    found = [c for n in up if past or not graph.superseded(n.id) for c in claims_behind(graph, n, past)]
    return list({c.id: c for c in found}.values())


def open_critiques(graph: Subgraph) -> list[Node]:
    """Critiques of live nodes, plans left out: those that bear on the position."""
    found = []
    for critique in graph.live("Critique"):
        targets = graph.out(critique.id, "ATTACKS")
        if targets and not any(t.is_a("Plan") or graph.superseded(t.id) for t in targets):
            found.append(critique)
    return found
