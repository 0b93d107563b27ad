"""Critiques that say the same twice: two critics of one round who object to the same words by the same sentences.

Neither is lost: both stay in the graph, each is rated, and each gets the owner's reply. The owner only sees and answers
them as one.
"""

from __future__ import annotations

from collections.abc import Sequence

from foam_graph.agents.tasks.rounds import CritiqueShown
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.rounds.criticism import stands_in
from foam_graph.reasoning.rounds.critiques import Criticised


def twins(critiques: Sequence[Criticised], graph: Subgraph) -> dict[str, list[str]]:
    """Groups critiques that make one point.

    Args:
        critiques: What an owner has to answer, in order.
        graph: The run.

    Returns:
        The first of each point to the others, by name; one that nobody repeats has none.
    """
    found: dict[str, list[str]] = {}
    leading: list[Criticised] = []
    for one in critiques:
        first = next((other for other in leading if _same_point(one, other, graph)), None)
        if first is None:
            leading.append(one)
            found[one.name] = []
        else:
            found[first.name].append(one.name)
    return found


def _same_point(one: Criticised, other: Criticised, graph: Subgraph) -> bool:
    """Whether two critics object to the same words of a part's version, by a sentence that both cite or as the same flaw."""
    a, b = one.node, other.node
    if one.attacked is None or other.attacked is None or one.attacked.id != other.attacked.id:
        return False
    if a["stance_id"] == b["stance_id"] or a.get("iteration") != b.get("iteration"):
        return False  # what one critic says twice are two points; a later round answers what became of the earlier one
    if any(node.get("value_target") for node in (a, b)) or a.kind != b.kind:
        return False
    if not (stands_in(a["quoted"], b["quoted"]) or stands_in(b["quoted"], a["quoted"])):
        return False
    return bool(_cited(one, graph) & _cited(other, graph)) or a["flaw"] == b["flaw"]


def _cited(one: Criticised, graph: Subgraph) -> set[str]:
    return {s for record in graph.out(one.node.id, "RESTS_ON") for s in record.get("sentence_ids", ())}


def as_one(critiques: Sequence[CritiqueShown], of: dict[str, list[str]]) -> list[CritiqueShown]:
    """Critiques as their owner is shown them: those that make one point as the first of them, with what each adds.

    Args:
        critiques: All of them.
        of: The first of each point to the others, as ``twins`` gives it.
    """
    by_name = {one.id: one for one in critiques}
    found = []
    for one in critiques:
        same = [by_name[name] for name in of.get(one.id, ()) if name in by_name]
        if one.id in of and same:
            told = " ".join([one.grounds, *(f"The same point, {other.by}: {other.grounds}" for other in same)])
            cited = dict.fromkeys(short for each in (one, *same) for short in each.evidence)
            found.append(one.model_copy(update={"grounds": told, "evidence": list(cited)}))
        elif one.id in of:
            found.append(one)
    return found
