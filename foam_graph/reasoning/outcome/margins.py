"""By how much something holds: figures that were recomputed behind arguments."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable

from foam_graph.agents.tasks.rounds import ArgumentShown
from foam_graph.model.subgraph import Node
from foam_graph.reasoning.arguments.shown import Names
from foam_graph.reasoning.outcome.plain import readable, sentence


def margins(names: Names, arguments: Iterable[ArgumentShown], holds: Callable[[Node], bool]) -> tuple[list[str], str]:
    """What calculations and findings behind arguments came to, and by how much the issue holds.

    Args:
        names: Names of the run's parts.
        arguments: The arguments.
        holds: Whether a calculation or a finding may be told: one that fell gives no margin.

    Returns:
        Each in a sentence, those first that hold a figure against a limit; and the last step of the first of these, empty where
        there is none: that a sum is right, or that two figures are equal, is no margin.
    """
    tested: dict[str, None] = {}
    found: dict[str, None] = {}
    for part in (part for one in arguments for part in one.parts):
        for node in names.graph.out(names.parts[part.id].id, "RESTS_ON"):
            newest = names.graph.newest(node.id)
            if not holds(newest):
                continue
            if newest.kind == "Calculation":
                into = tested if is_test(newest) else found
                into[sentence(readable(newest["statement"], names.file))] = None
            elif newest.kind == "Finding" and newest["kind"] in ("threshold", "sum", "timeline"):
                found[sentence(readable(newest["text"], names.file))] = None
    first = next(iter(tested), "")
    return [*tested, *(one for one in found if one not in tested)], sentence(first.rpartition("; ")[2])


def is_test(calculation: Node) -> bool:
    """Whether a calculation holds its result against something that it must not pass, or must reach.

    Args:
        calculation: Its node.
    """
    compared = json.loads(calculation.get("comparison") or "null")
    return compared is not None and compared.get("comparator") in ("<", "<=", ">", ">=")
