"""Perspectives in the library chain: written once, whichever run brings them."""

from __future__ import annotations

from collections.abc import Sequence

from foam_graph.model.delta import ActivityDraft
from foam_graph.model.kinds import Role
from foam_graph.reasoning.opening import LIBRARY, perspective_node_id, perspectives_delta
from foam_graph.reasoning.perspectives.library import Perspective
from foam_graph.store.store import Store


def ensure_perspectives(store: Store, perspectives: Sequence[Perspective]) -> None:
    """Writes perspectives that the library chain does not hold yet."""
    if not perspectives:
        return
    store.ensure_chain(LIBRARY, "library", "Perspectives")
    ids = [perspective_node_id(p) for p in perspectives]
    there = {row["id"] for row in store.ask("labels_of", ids=ids)}
    new = [p for p, node_id in zip(perspectives, ids, strict=True) if node_id not in there]
    if new:
        store.commit(ActivityDraft(LIBRARY, "Load", Role.OPERATOR, "perspectives"), perspectives_delta(new))
