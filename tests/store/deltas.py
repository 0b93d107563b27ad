"""Small valid deltas for the tests of the store, the ledger and the journal."""

from __future__ import annotations

from typing import Any

from foam_graph.model.delta import SELF, ActivityDraft, Committed, Delta, Ref
from foam_graph.model.kinds import Role
from foam_graph.store.store import Store


def draft(run: str, step: str = "propose", **fields: Any) -> ActivityDraft:
    """A proposer's turn."""
    return ActivityDraft(run, "AgentTurn", Role.PROPOSER, step, "offline-rules", fields)


def claim(delta: Delta, text: str = "The ferry runs late.", **more: Any) -> Ref:
    """Adds a claim that a turn proposes."""
    fields: dict[str, Any] = {
        "text": text, "leaf": "l1", "component": "rule", "syllogism_type": "advantage", "stance_id": "s1",
        "evidence": "none", "values": ["safety"], "form": "chain", "words": 4,
    }  # fmt: skip
    return delta.node("Claim", **{**fields, **more})


def claims(count: int = 2, text: str = "The ferry runs late.") -> Delta:
    """Claims, each with its warrant and resting on the one before: 2 nodes and 3 edges each, one edge less."""
    delta = Delta()
    before: Ref | None = None
    for n in range(count):
        made = claim(delta, f"{text} {n}")
        warrant = delta.node("Warrant", text=f"because of {n}")
        delta.edge("PROPOSES", Ref(SELF, "AgentTurn"), made)
        delta.edge("WARRANTS", warrant, made)
        if before is not None:
            delta.edge("RESTS_ON", made, before)
        before = made
    return delta


def candidate(delta: Delta, score: float = 1.0) -> Ref:
    """Adds a candidate: it has a float."""
    return delta.node(
        "Candidate", text="A draft.", leaf="l1", component="rule", stance_id="s1", score=score, rollout=0,
        sentence_ids=["d:1"], draft='{"a":1}',
    )  # fmt: skip


def rebuts(run: str, first: str, second: str) -> tuple[ActivityDraft, Delta]:
    """An edge between two nodes that are there, with a personal field."""
    delta = Delta()
    delta.edge("REBUTS", Ref(first, "Claim"), Ref(second, "Claim"), why="They cannot both be.")
    return draft(run, "rebut"), delta


def story(store: Store, run: str) -> list[Committed]:
    """Four activities: two claims, a float, an edge between old nodes, two claims."""
    first = store.commit(draft(run, latency_ms=3, note="said quickly"), claims())
    delta = Delta()
    candidate(delta)
    second = store.commit(draft(run, "draft"), delta)
    third = store.commit(*rebuts(run, first.ids[0], first.ids[2]))
    return [first, second, third, store.commit(draft(run), claims())]
