"""A ruling that led to a new agenda was overturned: what it changed is to be decided again as it was, with all that was said on it.

What later rulings changed further stays as these left it.
"""

from __future__ import annotations

from dataclasses import dataclass

from foam_graph.contest.restoring import Restored, again
from foam_graph.model.delta import Ref
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.pipeline.checking import validate_records
from foam_graph.pipeline.state import RunState
from foam_graph.reasoning.agenda.shown import agenda_of, asks_the_same
from foam_graph.reasoning.agenda_versions.made import UNDO, agendas_made
from foam_graph.reasoning.agenda_versions.withdrawing import with_issues, withdraw
from foam_graph.reasoning.sublation.agenda_reading import concludes
from foam_graph.reasoning.turns import Turn

_WHY = "the ruling that led to it was overturned"
Key = tuple[str, str]
"""Kind and name of an issue or option."""


def put_agenda_back(state: RunState, challenge: Node) -> None:
    """Puts back what the agendas that a challenge led to had changed; nothing where it led to none.

    Args:
        state: The run, its step prefix set to the ruling's id.
        challenge: The challenge, whose ruling was overturned.
    """
    for number, made in enumerate(reversed(agendas_made(state.graph, challenge)), 1):
        name = f"{UNDO}-{number}"
        state.perform(name, lambda step, m=made: _put_back(state, challenge, m, step))  # type: ignore[misc]
        validate_records(state, f"validate-{name}")
        state.perform(f"restore-weighings-{number}", lambda step, m=made: _weighings(state, m, step))  # type: ignore[misc]


@dataclass(frozen=True)
class Back:
    """What is put back.

    Attributes:
        restored: Parts that are written again, each as it was.
        replaced: Parts as the agenda has them now that leave it.
        kept: Parts that stay.
    """

    restored: dict[Key, Node]
    replaced: dict[Key, Node]
    kept: dict[Key, Node]


def back_from(graph: Subgraph, made: Node) -> Back:
    """What has to change where a new agenda is undone: what it changed, as far as nobody changed it since.

    Args:
        graph: The run.
        made: The agenda.
    """
    before, after = _parts(graph, graph.out(made.id, "SUPERSEDES")[0]), _parts(graph, made)
    agenda = agenda_of(graph)
    parts = (*agenda.issues.values(), *agenda.options.values()) if agenda is not None else ()
    now = {(one.kind, str(one["name"])): one for one in parts}
    restored, replaced = {}, {}
    for key in {**before, **after}:
        was, became, stands = before.get(key), after.get(key), now.get(key)
        if was is not None and became is not None and was.id == became.id:
            continue
        if (stands is None) != (became is None) or (stands and became and not asks_the_same(stands, became)):
            continue
        if was is not None:
            restored[key] = was
        if stands is not None:
            replaced[key] = stands
    return Back(restored, replaced, {key: one for key, one in now.items() if key not in replaced})


def _parts(graph: Subgraph, agenda: Node) -> dict[Key, Node]:
    found = graph.out(agenda.id, "HAS_PART")
    return {(one.kind, str(one["name"])): one for one in found if one.kind in ("Issue", "Option")}


def _put_back(state: RunState, challenge: Node, made: Node, step: str) -> Turn:
    graph = state.graph
    turn = Turn(state.brief, Role.REFINER, step)
    turn.used.append(challenge.id)
    back, current = back_from(graph, made), agenda_of(graph)
    if current is None:
        return turn
    delta = turn.delta
    agenda = delta.node("Agenda", text=graph.out(made.id, "SUPERSEDES")[0].get("text"))
    delta.edge("SUPERSEDES", agenda, current.node.ref)
    for part in (*back.kept.values(), *current.reliefs):
        delta.edge("HAS_PART", agenda, part.ref)
    copies: dict[str, Ref] = {}
    for key, part in back.restored.items():
        ref = _restored_part(turn, graph, part)
        delta.edge("HAS_PART", agenda, ref)
        if key in back.replaced:
            delta.edge("SUPERSEDES", ref, back.replaced[key].ref)
        copies |= {version.id: ref for version in (part, *graph.older(part.id))}
    withdraw(turn, [one for key, one in back.replaced.items() if key not in back.restored], _WHY)
    issues = [one for one in back.replaced.values() if one.kind == "Issue"]
    withdraw(turn, with_issues(graph, issues), _WHY)
    _restore_arguments(turn, graph, made, copies)
    return turn


def _restored_part(turn: Turn, graph: Subgraph, part: Node) -> Ref:
    ref = again(turn, part)
    turn.delta.edge("SUPERSEDES", ref, part.ref)
    for edge in graph.out_edges(part.id, "RESTS_ON"):
        if edge.end in graph:
            turn.delta.edge("RESTS_ON", ref, graph[edge.end].ref, **edge.fields)
    return ref


def _restore_arguments(turn: Turn, graph: Subgraph, made: Node, copies: dict[str, Ref]) -> None:
    """Writes again the arguments that left with the restored issues."""
    gone = [graph[edge.end] for edge in graph.out_edges(made.activity, "WITHDRAWS") if edge.end in graph]
    claims = [one for one in gone if one.kind == "Claim"]
    ending = [one for one in claims if any(edge.end in copies for edge in concludes(graph, one))]
    arguments = {one.id: one for claim in ending for one in graph.out(claim.id, "FILLS")}
    own = [c for c in claims if any(one.id in arguments for one in graph.out(c.id, "FILLS")) or c in ending]
    frame = [*arguments.values(), *(slot for claim in own for slot in graph.out(claim.id, "FOLLOWS"))]
    for node in {one.id: one for one in frame}.values():
        copies[node.id] = again(turn, node)
        turn.delta.edge("SUPERSEDES", copies[node.id], node.ref)
        for edge in graph.out_edges(node.id):
            if edge.type not in ("WAS_GENERATED_BY", "SUPERSEDES") and edge.end in graph:
                end = copies.get(edge.end) or graph.newest(edge.end).ref
                turn.delta.edge(edge.type, copies[node.id], end, **edge.fields)
    restored = Restored(turn, graph, copies)
    for claim in own:
        restored.write(claim, claim)


def _weighings(state: RunState, made: Node, step: str) -> Turn | None:
    """Writes again how the restored issues were weighed; only who weighs may write that."""
    graph = state.graph
    agenda = agenda_of(graph)
    gone = [graph[edge.end] for edge in graph.out_edges(made.activity, "WITHDRAWS") if edge.end in graph]
    old = [one for one in gone if one.kind == "Weighing" and agenda is not None and one["issue"] in agenda.issues]
    old = [one for one in old if not graph.into(one.id, "SUPERSEDES") and not _weighed(graph, str(one["issue"]))]
    if not old:
        return None
    turn = Turn(state.brief, Role.EVALUATOR, step)
    for weighing in old:
        ref = again(turn, weighing)
        turn.delta.edge("SUPERSEDES", ref, weighing.ref)
        for edge in graph.out_edges(weighing.id, "RESTS_ON"):
            if edge.end in graph:
                turn.delta.edge("RESTS_ON", ref, graph.newest(edge.end).ref, **edge.fields)
    return turn


def _weighed(graph: Subgraph, issue: str) -> bool:
    return any(one["issue"] == issue for one in graph.live("Weighing"))
