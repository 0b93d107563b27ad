"""How a run opens: its question and its perspectives enter the graph (protocol 3.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from foam_graph.model.canonical import digest
from foam_graph.model.delta import Delta, Ref
from foam_graph.model.kinds import Role
from foam_graph.reasoning.perspectives.library import Perspective
from foam_graph.reasoning.perspectives.space import node_coherence
from foam_graph.reasoning.turns import Brief, Turn, json_text

LIBRARY = "library"
"""Chain that holds the perspectives."""


def perspective_node_id(perspective: Perspective) -> str:
    """Id of a perspective's node: its short id and the hash of its whole record, so that an edited one is another."""
    return f"{perspective.stance_id}@{digest(card(perspective))[:12]}"


def turn_of(brief: Brief, role: Role, step: str, perspective: Perspective) -> Turn:
    """A turn that a perspective takes, with the edge that says it holds it."""
    turn = Turn(brief, role, step, perspective.stance_id)
    turn.delta.edge("HOLDS", turn.me, Ref(perspective_node_id(perspective), "Perspective"))
    return turn


def card(perspective: Perspective) -> dict[str, Any]:
    """The whole record as plain data."""
    data: dict[str, Any] = perspective.model_dump(mode="json")
    return data


def perspectives_delta(perspectives: Sequence[Perspective]) -> Delta:
    """Writes perspectives into the library chain."""
    delta = Delta()
    for perspective in perspectives:
        weights = sorted(perspective.value_priorities.items(), key=lambda item: (-item[1], item[0]))
        delta.node(
            "Perspective",
            id=perspective_node_id(perspective),
            stance_id=perspective.stance_id,
            role_label=perspective.role_label,
            domain=perspective.domain,
            disclosure_text=perspective.disclosure_text,
            value_names=[name for name, _ in weights],
            value_weights=[float(weight) for _, weight in weights],
            coherence=float(node_coherence(perspective.point)),
            card=json_text(card(perspective)),
        )
    return delta


def run_delta(
    run: str, question: str, operator: str, software: str, parameters: Mapping[str, Any], derived_from: str = ""
) -> Delta:
    """Opens a run: the chain's own node, its question, and the run that it was made anew from, if any."""
    delta = Delta()
    title = " ".join(question.split())[:120]
    node = delta.node(
        "Run",
        id=run,
        kind="run",
        title=title,
        operator=operator,
        software=software,
        parameters=json_text(parameters),
    )
    delta.edge("ASKS", node, delta.node("Question", text=question))
    if derived_from:
        delta.edge("VARIES", node, Ref(derived_from, "Run"))
    return delta
