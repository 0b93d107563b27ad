"""An upheld challenge to a perspective or stakeholder: who is heard, with which weights, is changed (protocol 7.4).

A perspective of the library is shared by runs, so that it stays as it is: the changed one is another node of the library,
which this run adopts in its place.
"""

from __future__ import annotations

from dataclasses import replace

from foam_graph.contest.relabelled import Relabelled, Standings, fallen, relabelled
from foam_graph.model.delta import Ref
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Edge, Node
from foam_graph.pipeline.perspectives import ensure_perspectives
from foam_graph.pipeline.state import RunState
from foam_graph.reasoning.certifying.checks import standings
from foam_graph.reasoning.opening import perspective_node_id
from foam_graph.reasoning.perspectives.held import held
from foam_graph.reasoning.perspectives.library import Perspective
from foam_graph.reasoning.remedies import Remedy, changed, current, perspective_of
from foam_graph.reasoning.sublation import sublate
from foam_graph.reasoning.turns import Turn
from foam_graph.store.reading import node_from

APPLY, UNDO = "remedy", "undo-remedy"


def remedied(state: RunState, challenge: Node) -> list[Relabelled]:
    """Carries out what an upheld challenge asks for, unless an earlier ruling did.

    Args:
        state: The run; its perspectives are those of afterwards.
        challenge: The challenge.

    Returns:
        Claims that stand less well than before by the kernel, in the order of the chain.
    """
    remedy = Remedy.of(challenge)
    if not remedy:
        return []
    if not state.done(APPLY):
        if applied(state, challenge):
            return []
        ensure_perspectives(state.store, _joining(state, challenge, remedy))
        state.perform(APPLY, lambda step: _apply(state, challenge, remedy, step))
    take_places(state)
    # Labels are written after this, so that what is recorded is how things stood before.
    before = Standings({claim: str(node["class"]) for claim, node in standings(state.graph).items()})
    after = Standings.of(sublate(state.graph, state.brief.limits.materiality))
    return fallen(relabelled(state.graph, before, after))


def undo_remedy(state: RunState, challenge: Node) -> None:
    """Undoes what an earlier ruling on a challenge changed; nothing where none did."""
    if state.done(UNDO) or applied(state, challenge):
        state.perform(UNDO, lambda step: _undo(state, challenge, step))
    take_places(state)


def applied(state: RunState, challenge: Node) -> Node | None:
    """The turn that carried a challenge's remedy out and was not undone."""
    acts = [a for a in state.graph.of("AgentTurn") if challenge.id in a.get("used", ())]
    acts = [a for a in acts if str(a["step"]).endswith((f":{APPLY}", f":{UNDO}"))]
    return acts[-1] if acts and str(acts[-1]["step"]).endswith(f":{APPLY}") else None


def take_places(state: RunState) -> None:
    """Lets those argue further who hold the run's perspectives now."""
    acts = state.graph.of("AgentTurn")
    missing = {e.end for a in acts for e in state.graph.out_edges(a.id, "ADOPTS") if e.end not in state.graph}
    for row in state.store.ask("nodes_by_id", ids=sorted(missing)) if missing else ():
        # What the library holds is not read with what the run itself wrote just now.
        state.graph.add(node_from(row["labels"], row["props"]))
    state.brief = replace(state.brief, perspectives=tuple(perspective_of(node) for node in in_order(state)))


def in_order(state: RunState) -> list[Node]:
    """The perspectives held now, in the order in which the run was given them, those that joined last."""
    order = {p.stance_id: n for n, p in enumerate(state.brief.perspectives)}
    return sorted(held(state.graph), key=lambda node: order.get(node["stance_id"], len(order)))


def _joining(state: RunState, challenge: Node, remedy: Remedy) -> list[Perspective]:
    """The perspectives that a remedy brings in."""
    found = [remedy.add] if remedy.add is not None else []
    if remedy.changes_the_challenged:
        part = state.graph.out(challenge.id, "ATTACKS")[0]
        found.insert(0, changed(perspective_of(current(state.graph, part)), remedy))
    return found


def _apply(state: RunState, challenge: Node, remedy: Remedy, step: str) -> Turn:
    graph = state.graph
    turn = Turn(state.brief, Role.REFINER, step)
    part = graph.out(challenge.id, "ATTACKS")[0]
    for perspective in _joining(state, challenge, remedy):
        new = Ref(perspective_node_id(perspective), "Perspective")
        if remedy.add is not None and perspective.stance_id == remedy.add.stance_id:
            turn.delta.edge("ADOPTS", turn.me, new)
        else:
            turn.delta.edge("ADOPTS", turn.me, new, instead_of=current(graph, part).id)
    if remedy.stakeholder is not None:
        name, interest = remedy.stakeholder
        ref = turn.delta.node("Stakeholder", name=name, interest=interest)
        now = graph.newest(part.id) if part.kind == "Stakeholder" else None
        if now is not None and str(now["name"]).casefold() == name.casefold():
            turn.delta.edge("SUPERSEDES", ref, now.ref)
    turn.used.append(challenge.id)
    return turn


def _undo(state: RunState, challenge: Node, step: str) -> Turn:
    """Puts back who was there before; a stakeholder who was added is withdrawn, one who was told anew told as before."""
    graph, act = state.graph, applied(state, challenge)
    turn = Turn(state.brief, Role.REFINER, step)
    turn.used.append(challenge.id)
    if act is None:
        return turn
    for edge in reversed(graph.out_edges(act.id, "ADOPTS")):
        _put_back(turn, edge)
    for node in graph.of("Stakeholder"):
        if node.activity != act.id or graph.superseded(node.id):
            continue
        older = graph.out(node.id, "SUPERSEDES")
        if older:
            ref = turn.delta.node("Stakeholder", name=older[0]["name"], interest=older[0]["interest"])
            turn.delta.edge("SUPERSEDES", ref, node.ref)
        else:
            turn.delta.edge("WITHDRAWS", turn.me, node.ref, why="the ruling that added it was overturned")
    return turn


def _put_back(turn: Turn, edge: Edge) -> None:
    before = str(edge.fields.get("instead_of") or "")
    if before:
        turn.delta.edge("ADOPTS", turn.me, Ref(before, "Perspective"), instead_of=edge.end)
    else:
        turn.delta.edge("ADOPTS", turn.me, Ref(edge.end, "Perspective"), leaves=True)
