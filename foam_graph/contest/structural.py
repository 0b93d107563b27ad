"""An upheld structural challenge: one branch decision is made again and only its subtree is built (protocol 7.4)."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence

from foam_graph.contest.withdrawal import withdraw
from foam_graph.model.delta import Ref
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.pipeline.phases import bind_evidence
from foam_graph.pipeline.state import RunState
from foam_graph.reasoning.drafting.structure import decide, slots_of, write_choices, write_slots
from foam_graph.reasoning.templates.traversal import Traversal, leaves
from foam_graph.reasoning.turns import Turn


def rechoose(state: RunState, choice: Node, swap: tuple[str, str]) -> None:
    """Replaces one child of a decision by an alternative, builds what hangs below it and withdraws what hung there.

    Args:
        state: The run, its step prefix set to the challenge's id.
        choice: The live TemplateChoice.
        swap: The child that leaves and the alternative that comes.
    """
    state.perform("rechoose", lambda step: _choose_again(state, step, choice, *swap))
    slots = slots_of(state.graph, state.template)
    new = [s for s in slots if choice["branch"] in s.path_ids and not _claimed(state, s)]
    if new:
        kept = {s.leaf_id for s in slots}
        left = {c["component"]: c for c in state.graph.live("Claim") if c["leaf"] not in kept}
        bind_evidence(state, frozenset(s.leaf_id for s in new), left)
    state.perform("withdraw", lambda step: withdraw(state.brief, state.graph, slots, step))


def _claimed(state: RunState, slot: Traversal) -> bool:
    return any(claim["leaf"] == slot.leaf_id for claim in state.graph.live("Claim"))


def _choose_again(state: RunState, step: str, choice: Node, leaving: str, coming: str) -> Turn:
    turn = Turn(state.brief, Role.REFINER, step)
    before = {s.leaf_id for s in slots_of(state.graph, state.template)}
    order = [n.id for n in state.template.node(choice["branch"]).children]
    taken = sorted([*(c for c in choice["children"] if c != leaving), coming], key=order.index)
    ref = turn.delta.node(
        "TemplateChoice",
        branch=choice["branch"],
        children=taken,
        alternatives=[c for c in order if c not in taken],
        why=f"After a ruling on a challenge to this choice, {coming} takes the place of {leaving}.",
        votes=choice["votes"],
    )
    turn.delta.edge("SUPERSEDES", ref, choice.ref)
    nodes = {n["node_id"]: n.ref for n in state.graph.of("TemplateNode")}
    for child in taken:
        turn.delta.edge("CHOSE", ref, nodes[child])
    live = state.graph.live("TemplateChoice")
    choices = {c["branch"]: tuple(c["children"]) for c in live} | {choice["branch"]: tuple(taken)}
    # What comes in may hold decisions of its own, which nobody had to make before.
    _, votes = decide(turn, state.graph, state.template, state.retrieval.find, choices)
    made: dict[str, Ref] = {c["branch"]: c.ref for c in live} | {choice["branch"]: ref}
    made |= write_choices(turn, choices, votes, nodes)
    slots = [s for s in leaves(state.template, choices) if s.leaf_id not in before]
    write_slots(turn, state.template, slots, made, _replaced(state, leaving))
    return turn


def undone_swap(graph: Subgraph, choice: Node) -> tuple[str, str] | None:
    """What would have to be exchanged to choose again as a challenged choice did; None where it stands."""
    now = graph.newest(choice.id)
    leaving = [c for c in now["children"] if c not in choice["children"]]
    coming = [c for c in choice["children"] if c not in now["children"]]
    return (leaving[0], coming[0]) if leaving and coming else None


def exchange(graph: Subgraph, choice: Node, grounds: str) -> tuple[str, str]:
    """Which child leaves and which alternative comes: those that the grounds name, else the least and the most wanted.

    Args:
        graph: The run.
        choice: The challenged choice.
        grounds: Why it was challenged.
    """
    names = {n["node_id"]: n["name"] for n in graph.of("TemplateNode")}
    votes: dict[str, dict[str, float]] = json.loads(choice["votes"])
    totals = {c: sum(v.get(c, 0.0) for v in votes.values()) for c in (*choice["children"], *choice["alternatives"])}
    out = _named(choice["children"], names, grounds) or choice["children"]
    into = _named(choice["alternatives"], names, grounds) or choice["alternatives"]
    return min(out, key=lambda c: totals[c]), max(into, key=lambda c: totals[c])


def _named(ids: Sequence[str], names: dict[str, str], grounds: str) -> Collection[str]:
    """The children whose name, or whose id's own words, the grounds hold in full."""
    said = f" {_plain(grounds)} "
    return [i for i in ids if any(f" {_plain(text)} " in said for text in (names.get(i, i), i))]


def _plain(text: str) -> str:
    return " ".join("".join(char if char.isalnum() else " " for char in text.casefold()).split())


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
