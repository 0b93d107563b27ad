"""The beginning of a debate, and what a person says in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from foam_graph.model.delta import Delta
from foam_graph.reasoning.debating.floor import Floor
from foam_graph.reasoning.debating.writing import Anew, utterance
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


def heard_delta(
    floor: Floor, sentences: Sequence[str], origin: Literal["person", "transcript"], anew: Anew | None = None
) -> Delta:
    """What somebody else than an agent says at a turn; it stays as it is.

    Args:
        floor: Whose turn it is.
        sentences: What is said.
        origin: Who says it.
        anew: Of a turn that was spoken before: what it takes the place of, and why.
    """
    delta = Delta()
    node = utterance(delta, floor, sentences, origin=origin)
    if anew is not None:
        anew.add_to(delta, node)
    return delta
