"""Types of edges that a statement over all of them has to name: a server plans each for itself, and there are many.

Types are taken or left in groups: whenever the database holds an edge of one, its whole group is named. So a growing
database changes the text of a statement, and has it planned anew, a few times and not with every type that it first holds.
"""

from __future__ import annotations

from functools import cache

from foam_graph.model.edges import EDGE_KINDS
from foam_graph.store.store import Store

_TOGETHER = 8
"""Types of a group: planning one takes a server about 0.03 s when it is warm, and three times that when it is not."""


def types_held(store: Store) -> tuple[str, ...]:
    """The types of edges that the database may hold, whole groups of them; never none.

    Args:
        store: The database. Of a view of the past nothing is asked: it may hold every type.
    """
    if store.cut is not None:
        return every_type()
    held = {row["type"] for row in store.apply("edge_types")}
    first, *others = _groups()
    return (*first, *(type_ for group in others if held.intersection(group) for type_ in group))


@cache
def every_type() -> tuple[str, ...]:
    """All types of the model; those that every activity has, which the store draws itself, come first."""
    return tuple(kind.type for kind in sorted(EDGE_KINDS, key=lambda kind: not kind.automatic))


@cache
def _groups() -> tuple[tuple[str, ...], ...]:
    types = every_type()
    return tuple(types[first : first + _TOGETHER] for first in range(0, len(types), _TOGETHER))
