"""The rule for ``relate``: the statements over two or more documents that the engine can make of a whole corpus."""

from __future__ import annotations

from collections import Counter

from foam_graph.agents.rules.background import Background, passages_of
from foam_graph.agents.rules.composing.compositions import compose
from foam_graph.agents.tasks.table import RelateIn, RelateOut

MOST = {"calculation": 10, "exception": 6, "conflict": 12, "corroboration": 5, "chain": 5}
"""Statements of each kind, the best first."""
LONGEST = 8
"""Sentences of one statement."""


def relate(data: RelateIn, background: Background, rollout: int = 0) -> RelateOut:
    """Names the sentences of the best statements of each kind, so that they can be offered together.

    Args:
        data: The request.
        background: Word frequencies.
        rollout: Not used.
    """
    del rollout
    made: Counter[str] = Counter()
    groups: list[list[str]] = []
    for found in compose(passages_of(data.passages), background.statistics, data.question):
        if made[found.kind] < MOST.get(found.kind, 0) and len(found.passages) <= LONGEST:
            made[found.kind] += 1
            groups.append(list(found.passages))
    return RelateOut(groups=groups)
