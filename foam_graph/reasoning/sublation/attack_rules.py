"""Protocol 6.3, 6.5 and the value conflicts of 6.7: critiques, replies, and objections that carry over."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace

from foam_graph.model.subgraph import Node
from foam_graph.reasoning.agenda.shown import asks_the_same
from foam_graph.reasoning.slot_versions import said_again
from foam_graph.reasoning.sublation.drafting import Draft
from foam_graph.reasoning.sublation.framework import Gate, Preference


@dataclass(frozen=True, slots=True)
class Objection:
    """An attack on one version of a node.

    Attributes:
        argument: The attacking argument.
        critique: The critique it comes from.
        why: Its type.
        gate: Its value conflict, if it is one.
    """

    argument: int
    critique: str
    why: str
    gate: Gate | None


Objections = dict[str, list[Objection]]


def add_attacks(draft: Draft) -> Objections:
    """Adds protocol 6.3, 6.5 and 6.7 to a draft; ratings come after.

    Returns:
        The objections against each node, carried ones included.
    """
    objections: Objections = defaultdict(list)
    for critique in draft.graph.of("Critique"):
        add_critique(draft, critique, objections)
    for reply in draft.graph.of("Reply"):
        for critique in draft.graph.out(reply.id, "ANSWERS"):
            if critique.is_a("Critique"):
                draft.frame.attack(draft.at(reply.id), draft.at(critique.id), 3, "reply")
    _carry_over(draft, objections)
    return objections


def add_critique(draft: Draft, critique: Node, objections: Objections) -> None:
    """Adds one critique; what it carries over to newer versions comes after."""
    gate: Gate | None = None
    if critique.get("type") == "value_conflict":
        target, critic = critique.get("value_target", ""), critique.get("value_critic", "")
        if not target or not critic:
            reason = "a value conflict must name the value on each side"
            draft.frame.refused[critique.id] = reason
            draft.strike(critique.id, "refused", 7, reason)
            return
        gate = Preference(target, critic)
    if critique.get("stale", False):
        return  # recorded and pointed to the successor (protocol 7.6): it attacks nothing
    me, why = draft.at(critique.id), str(critique.get("type", "critique"))
    for target_node in draft.graph.out(critique.id, "ATTACKS"):
        if critique.kind == "Critique" and draft.beyond_machines(target_node):
            reason = "only an appeal undoes what a person ruled"
            draft.frame.refused[critique.id] = reason
            draft.strike(critique.id, "refused", 15, reason)
            continue
        objections[target_node.id].append(Objection(me, critique.id, why, gate))
        if draft.has(target_node.id):
            draft.frame.attack(me, draft.at(target_node.id), 3, why, gate)


def _carry_over(draft: Draft, objections: Objections) -> None:
    """Rule 5: ``K@V2`` rests on the objection to the version before and attacks the new one.

    A version that was restored says again what an earlier one said: against it stands what stood against that one, and what was raised
    against versions in between, whose answers it does not give.
    """
    for new in _old_before_new(draft):
        said = said_again(draft.graph, draft.graph[new]).id
        for objection in list(objections.get(said, ())) if said != new else ():
            carry(draft, objections, objection, new)
        for old in sorted(n.id for n in draft.graph.out(new, "SUPERSEDES")):
            for objection in list(objections.get(old, ())):
                if not _spent(draft, objection, old, new):
                    first = objection if said == new else replace(objection, argument=draft.at(objection.critique))
                    carry(draft, objections, first, new)


def _spent(draft: Draft, objection: Objection, old: str, new: str) -> bool:
    """Whether an objection speaks only of an issue or option as it was put before.

    What a machine says is left out of an issue is said of what was argued on it. Where the issue is put anew it is argued
    and criticised anew; what a person challenged has to be answered by the new version.
    """
    was, now = draft.graph[old], draft.graph[new]
    if was.kind not in ("Issue", "Option") or draft.graph[objection.critique].kind != "Critique":
        return False
    return not asks_the_same(was, now)


def carry(draft: Draft, objections: Objections, objection: Objection, new: str) -> None:
    """Carries one objection over to a newer version."""
    id_ = f"{objection.critique}@{new}"
    if not draft.has(new) or id_ in draft.frame.index:
        return
    carried = draft.frame.add(id_, objection.critique, "carried", draft.graph[objection.critique].kind)
    draft.falls_with_argument(carried, objection.argument, 5, "rests on the objection to the earlier version")
    draft.frame.attack(carried, draft.at(new), 5, f"{objection.why}, carried over", objection.gate)
    objections[new].append(Objection(carried, objection.critique, objection.why, objection.gate))


def _old_before_new(draft: Draft) -> list[str]:
    """Nodes that supersede others, in an order in which every older version comes first."""
    waiting = {e.start: 0 for e in draft.graph.edges if e.type == "SUPERSEDES" and e.start in draft.graph}
    for new in waiting:
        waiting[new] = sum(1 for old in draft.graph.out(new, "SUPERSEDES") if old.id in waiting)
    ready = sorted(new for new, count in waiting.items() if not count)
    for node_id in ready:  # grows while it is read
        for newer in draft.graph.into(node_id, "SUPERSEDES"):
            waiting[newer.id] -= 1
            if not waiting[newer.id]:
                ready.append(newer.id)
    return ready
