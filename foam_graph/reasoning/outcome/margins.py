"""By how much something holds: figures that were recomputed behind arguments."""

from __future__ import annotations

from collections.abc import Iterable

from foam_graph.agents.tasks.rounds import ArgumentShown
from foam_graph.reasoning.arguments.shown import Names
from foam_graph.reasoning.outcome.plain import readable, sentence


def margins(names: Names, arguments: Iterable[ArgumentShown]) -> list[str]:
    """What calculations and findings behind arguments came to, in their order.

    Args:
        names: Names of the run's parts.
        arguments: The arguments.
    """
    found: dict[str, None] = {}
    for part in (part for one in arguments for part in one.parts):
        for node in names.graph.out(names.parts[part.id].id, "RESTS_ON"):
            newest = names.graph.newest(node.id)
            if newest.kind == "Calculation":
                found[sentence(readable(newest["statement"], names.file))] = None
            elif newest.kind == "Finding" and newest["kind"] in ("threshold", "sum", "timeline"):
                found[sentence(readable(newest["text"], names.file))] = None
    return list(found)
