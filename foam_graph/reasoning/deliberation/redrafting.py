"""What is inferred from other claims is drawn anew when one of them was replaced; everything else keeps its words. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from foam_graph.agents.tasks.table import FillSlotIn, FillSlotOut
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.deliberation.revision import write_version
from foam_graph.reasoning.drafting.binding import stated, told, usable
from foam_graph.reasoning.drafting.planning import plan_for
from foam_graph.reasoning.drafting.structure import slots_of
from foam_graph.reasoning.evidence import Evidence, admitted, claim_sentences, offered_for
from foam_graph.reasoning.templates.traversal import Traversal
from foam_graph.reasoning.templates.tree import Template
from foam_graph.reasoning.turns import Brief, Turn, view


def inferred(claim: Node) -> bool:
    """Whether a claim's words come from the claims that it rests on, so that theirs decide its own.

    A claim that reads its own sentences stands or falls with the others, but says what its sentences say.
    """
    return bool(claim["evidence"] == "none" or claim["form"] == "inference")


def resting_on(graph: Subgraph, claims: Collection[str]) -> list[Node]:
    """The live claims that rest on some claims, in whatever version, directly or through others, in chain order."""
    found: dict[str, Node] = {}
    todo = list(claims)
    seen = set(todo)
    while todo:
        current = todo.pop()
        older = [n.id for n in graph.out(current, "SUPERSEDES") if n.is_a("Claim")]
        above = [n for n in graph.into(current, "RESTS_ON") if n.is_a("Claim")]
        found |= {n.id: n for n in above if not graph.superseded(n.id) and n.id not in claims}
        new = {*older, *(n.id for n in above)} - seen
        seen |= new
        todo.extend(new)
    return sorted(found.values(), key=lambda n: (n.seq, n.ord))


def redraft(
    brief: Brief,
    graph: Subgraph,
    stance_id: str,
    claims: Sequence[Node],
    template: Template,
    evidence: Evidence,
    step: str,
    barred: frozenset[str] = frozenset(),
) -> Turn:
    """A perspective draws its inferences anew from what the slots below them say now, in order of research.

    Args:
        brief: The run.
        graph: The run so far.
        stance_id: The perspective.
        claims: Its inferences that rest on something that was replaced or withdrawn.
        template: The run's template.
        evidence: The documents.
        step: Name of the step.
        barred: Sentences that must not be used again.
    """
    turn = Turn(brief, Role.REFINER, step, stance_id)
    slots = {slot.leaf_id: slot for slot in slots_of(graph, template)}
    texts, ids = stated(graph, ())
    plan = plan_for(graph, stance_id)
    for claim in sorted(claims, key=lambda c: slots[c["leaf"]].research_order):
        slot = slots[claim["leaf"]]
        offers = evidence.passages(i for i in offered_for(graph, slot.leaf_id) if i not in barred)
        offered = admitted(offers, brief.perspective(stance_id), brief.as_of)
        data = FillSlotIn(
            question=brief.question,
            view=view(brief.perspective(stance_id)),
            plan=plan,
            slot=told(slot, list(slots.values()), texts, ids, template),
            offered=offered,
            rests_on=[texts[leaf] for leaf in slot.rests_on if leaf in texts],
            earlier=[],
        )
        answer = turn.ask("fill_slot", data, FillSlotOut, [p.id for p in offered])
        if _says_other(turn, graph, claim, slot, answer) and answer is not None:
            write_version(turn, graph, claim, answer, (), template, evidence)
            texts[slot.leaf_id], ids[slot.leaf_id] = answer.text, answer.sentence_ids
    return turn


def _says_other(turn: Turn, graph: Subgraph, claim: Node, slot: Traversal, answer: FillSlotOut | None) -> bool:
    if answer is None or not answer.filled or not usable(answer, slot, []):
        turn.notes.append(f"{claim.id} stays as it is: {answer.why if answer else 'no usable answer'}"[:300])
        return False
    if answer.text == claim["text"] and answer.sentence_ids == claim_sentences(graph, claim.id):
        turn.notes.append(f"{claim.id} stays as it is: what it is inferred from says the same")
        return False
    return True
