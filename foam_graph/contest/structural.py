"""An upheld structural challenge: one branch decision is made again and only its subtree is built (foam.md 7)."""

from __future__ import annotations

import json

from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node
from foam_graph.pipeline.state import RunState
from foam_graph.reasoning import binding
from foam_graph.reasoning.binding import bind, drafts_of
from foam_graph.reasoning.planning import chosen_plans, plan_of
from foam_graph.reasoning.structure import slot_queries, slots_of, write_slots
from foam_graph.reasoning.traversal import Traversal, leaves
from foam_graph.reasoning.turns import Turn


def rechoose(state: RunState, choice: Node) -> None:
    """Replaces the least wanted child of a decision by the best alternative and builds what hangs below it.

    Args:
        state: The run, its step prefix set to the challenge's id.
        choice: The challenged TemplateChoice.
    """
    before = {s.leaf_id for s in slots_of(state.graph, state.template)}
    state.perform("rechoose", lambda step: _choose_again(state, step, choice, before))
    new = [s for s in slots_of(state.graph, state.template) if s.leaf_id not in before or not _claimed(state, s)]
    if new:
        _build(state, new)


def _claimed(state: RunState, slot: Traversal) -> bool:
    return any(claim["leaf"] == slot.leaf_id for claim in state.graph.live("Claim"))


def _choose_again(state: RunState, step: str, choice: Node, before: set[str]) -> Turn:
    turn = Turn(state.brief, Role.REFINER, step)
    votes: dict[str, dict[str, float]] = json.loads(choice["votes"])
    totals = {c: sum(v.get(c, 0.0) for v in votes.values()) for c in (*choice["children"], *choice["alternatives"])}
    leaving = min(choice["children"], key=lambda c: totals[c])
    coming = max(choice["alternatives"], key=lambda c: totals[c])
    order = [n.id for n in state.template.node(choice["branch"]).children]
    taken = sorted([*(c for c in choice["children"] if c != leaving), coming], key=order.index)
    ref = turn.delta.node(
        "TemplateChoice",
        branch=choice["branch"],
        children=taken,
        alternatives=[c for c in order if c not in taken],
        why=f"A challenge to this choice was upheld: {coming} takes the place of {leaving}.",
        votes=choice["votes"],
    )
    turn.delta.edge("SUPERSEDES", ref, choice.ref)
    nodes = {n["node_id"]: n.ref for n in state.graph.of("TemplateNode")}
    for child in taken:
        turn.delta.edge("CHOSE", ref, nodes[child])
    choices = {c["branch"]: tuple(c["children"]) for c in state.graph.live("TemplateChoice")}
    choices[choice["branch"]] = tuple(taken)
    slots = [s for s in leaves(state.template, choices) if s.leaf_id not in before]
    made = {c["branch"]: c.ref for c in state.graph.live("TemplateChoice")} | {choice["branch"]: ref}
    write_slots(turn, state.template, slots, made, _replaced(state, leaving))
    return turn


def _replaced(state: RunState, leaving: str) -> dict[str, list[Node]]:
    """Traversals and syllogisms of the branch that leaves, by component and type, for the new ones to supersede."""
    found: dict[str, list[Node]] = {}
    for node in state.graph.live("TemplateTraversal"):
        if leaving in node["path_ids"]:
            found.setdefault(node["component"], []).append(node)
    branches = {node["syllogism"] for group in found.values() for node in group}
    for node in state.graph.live("Syllogism"):
        if node["branch"] in branches:
            found.setdefault("", []).append(node)
    return found


def _build(state: RunState, slots: list[Traversal]) -> None:
    brief, graph = state.brief, state.graph
    plans = [plan_of(p) for p in chosen_plans(graph)]
    queries = {s.leaf_id: slot_queries(brief.question, s, state.template, plans) for s in slots}
    state.retrieve("retrieve", queries)
    for perspective in brief.perspectives:
        state.perform(
            f"fill:{perspective.stance_id}",
            lambda step, p=perspective: binding.draft_slots(  # type: ignore[misc]
                brief, graph, p, state.template, slots, state.evidence, step
            ),
        )
    chosen = binding.champions(brief, slots, drafts_of(graph, [s.leaf_id for s in slots]))
    gone = {s.leaf_id for s in slots_of(graph, state.template)}
    left = {c["component"]: c for c in graph.live("Claim") if c["leaf"] not in gone}
    for branch, stance_id in chosen.items():
        state.perform(
            f"bind:{branch}",
            lambda step, b=branch, s=stance_id: bind(  # type: ignore[misc]
                brief, graph, state.template, slots, b, s, state.evidence, step, left
            ),
        )
