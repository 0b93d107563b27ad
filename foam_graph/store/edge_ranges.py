"""How the edges of a range of a chain are found, whatever their type: through the index of each type, by one pattern."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from foam_graph.model.edges import EDGE_KINDS


@cache
def every_type() -> tuple[str, ...]:
    """All types of the model; those that every activity has, which the store draws itself, come first."""
    return tuple(kind.type for kind in sorted(EDGE_KINDS, key=lambda kind: not kind.automatic))


@cache
def drawn_types() -> tuple[str, ...]:
    """The types that activities draw; the store draws the others itself."""
    return tuple(kind.type for kind in EDGE_KINDS if not kind.automatic)


def edges_of(types: Iterable[str], start: str = "", end: str = "") -> str:
    """Cypher that matches, as ``e``, the edges of ``$run`` from ``$low`` to below ``$high``.

    One pattern over all types: a server makes the same reading of it as of a UNION with a part for each, in a fifth of
    the time, which is seconds of a server that has just started. That each index is sought in is said, since a server
    otherwise reads the whole index of a type of which there were few when it planned.

    Args:
        types: Types of edges.
        start: Name of the start, where it is wanted.
        end: Name of the end.
    """
    named = tuple(types)
    hints = " ".join(f"USING INDEX SEEK e:{type_}(run, seq)" for type_ in named)
    where = "e.run = $run AND e.seq >= $low AND e.seq < $high"
    return f"MATCH ({start})-[e:{'|'.join(named)}]->({end})\n{hints}\nWHERE {where}"
