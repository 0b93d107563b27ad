"""A ruling overturned on appeal: what was revised because of it says again what it said (protocol 6.4)."""

from __future__ import annotations

import json

from foam_graph.agents.tasks.table import FillSlotOut, FurtherRecord
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.pipeline.state import RunState
from foam_graph.reasoning.deliberation.revision import write_version
from foam_graph.reasoning.drafting.claim_writing import CALCULUS
from foam_graph.reasoning.turns import Turn

_PARTS = {"backing": "BACKS", "qualifier": "QUALIFIES", "rebuttal": "EXCEPTS"}


def overturned(graph: Subgraph, challenge: Node) -> list[tuple[Node, Node]]:
    """Live claims that were written to answer a challenge, each with the version that it had replaced."""
    pairs = []
    for claim in graph.into(challenge.id, "ANSWERS"):
        if claim.is_a("Claim") and not graph.superseded(claim.id):
            pairs += [(claim, old) for old in graph.out(claim.id, "SUPERSEDES") if old["leaf"] == claim["leaf"]]
    return pairs


def restore(state: RunState, challenge: Node, undone: list[tuple[Node, Node]], step: str) -> Turn:
    """Writes a version that says what was said before the challenge; both versions in between stay in the graph.

    Args:
        state: The run.
        challenge: The challenge whose ruling was overturned.
        undone: What ``overturned`` found.
        step: Name of the step.
    """
    turn = Turn(state.brief, Role.REFINER, step, undone[0][1]["stance_id"])
    for claim, old in undone:
        turn.stance_id = old["stance_id"]
        write_version(turn, state.graph, claim, as_answer(state.graph, old), (), state.template, state.evidence)
    turn.used.append(challenge.id)
    return turn


def as_answer(graph: Subgraph, claim: Node) -> FillSlotOut:
    """A claim of any version as the answer that would write it."""
    warrant = graph.into(claim.id, "WARRANTS")[-1]
    records = graph.out(warrant.id, "USES")
    parts = {
        name: next((str(n["text"]) for n in graph.into(warrant.id if name == "backing" else claim.id, edge)), "")
        for name, edge in _PARTS.items()
    }
    counted = {k: v for k, v in json.loads(claim.get("calculus") or "{}").items() if k in CALCULUS and v != "absent"}
    return FillSlotOut(
        filled=True,
        text=claim["text"],
        warrant=warrant["text"],
        tag=records[0]["tag"] if records else "",
        evidence=list(records[0]["sentence_ids"]) if records else [],
        further=[FurtherRecord(tag=r["tag"], evidence=list(r["sentence_ids"])) for r in records[1:]],
        values=list(claim["values"]),
        form=claim["form"],
        score=0.0,
        why="restored",
        **parts,
        **counted,
    )
