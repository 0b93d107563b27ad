"""The row that says what was recalled before a turn."""

from __future__ import annotations

from foam_graph.model.canonical import canonical
from foam_graph.model.delta import ActivityDraft, Delta, Ref
from foam_graph.model.kinds import Role
from foam_graph.reasoning.debating.recalling import Recalled


def recollection_draft(debate: str, recalled: Recalled) -> ActivityDraft:
    """The activity that recalls, in the chain of a debate; its note tells what a reader should know."""
    note = "; ".join(recalled.remarks)
    return ActivityDraft(debate, "Retrieval", Role.RETRIEVER, "recall", fields={"note": note} if note else {})


def recollection_delta(memory: str, recalled: Recalled) -> tuple[Delta, Ref]:
    """A Recollection with an edge to each record that was found.

    Args:
        memory: Name of the memory.
        recalled: What was recalled.

    Returns:
        The delta, and the Recollection's reference in it, for what rests on it.
    """
    delta = Delta()
    node = delta.node(
        "Recollection",
        memory=memory,
        keywords=list(recalled.keywords),
        fell_back=recalled.fell_back,
        k=recalled.k,
        prior=canonical(dict(recalled.prior)).decode(),
        schemes=list(recalled.schemes),
    )
    for rank, one in enumerate(recalled.found, 1):
        # Vectors of 16-bit floats may come to a little more than one.
        score = max(-1.0, min(1.0, float(one.score)))
        delta.edge("RECALLED", node, Ref(one.record, "MemoryRecord"), rank=rank, score=score, exemplar=one.exemplar)
    return delta, node
