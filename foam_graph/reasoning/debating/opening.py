"""The beginning of a debate, and what a person says in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from foam_graph.model.delta import Delta
from foam_graph.reasoning.debating.floor import Floor
from foam_graph.reasoning.debating.writing import utterance
from foam_graph.reasoning.turns import json_text


def debate_delta(run: str, motion: str, operator: str, software: str, parameters: Mapping[str, Any]) -> Delta:
    """Opens a debate: the chain's own node, and its motion.

    Args:
        run: Chain id.
        motion: The motion.
        operator: Who runs the installation.
        software: Name and version.
        parameters: What determines the debate.
    """
    delta = Delta()
    node = delta.node(
        "Run",
        id=run,
        kind="debate",
        title=" ".join(motion.split())[:120],
        operator=operator,
        software=software,
        parameters=json_text(parameters),
    )
    delta.edge("ASKS", node, delta.node("Question", text=motion))
    return delta


def heard_delta(floor: Floor, sentences: Sequence[str], origin: Literal["person", "transcript"]) -> Delta:
    """What somebody else than an agent says at a turn; it stays as it is."""
    delta = Delta()
    utterance(delta, floor, sentences, origin=origin)
    return delta
