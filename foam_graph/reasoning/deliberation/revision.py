"""Refiners answer valid critiques with new versions; the old ones stay (protocol 2.5 and 6.5)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from foam_graph.agents.tasks.table import FillSlotOut, ReviseClaimIn
from foam_graph.model.delta import Ref
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.deliberation.criticism import against
from foam_graph.reasoning.deliberation.rating import cited, unanswered
from foam_graph.reasoning.drafting.binding import usable
from foam_graph.reasoning.drafting.claim_writing import add_claim
from foam_graph.reasoning.drafting.opening import turn_of
from foam_graph.reasoning.drafting.planning import critique_of
from foam_graph.reasoning.drafting.structure import slot_input, slots_of
from foam_graph.reasoning.evidence import Evidence, admitted, claim_sentences, offered_for
from foam_graph.reasoning.perspectives.library import Perspective
from foam_graph.reasoning.read_time import rooms, words_read
from foam_graph.reasoning.slot_versions import branched_from, slot_mates
from foam_graph.reasoning.templates.tree import Template
from foam_graph.reasoning.turns import Brief, Turn, view

_PARTS = (("Warrant", "WARRANTS"), ("Qualifier", "QUALIFIES"), ("Rebuttal", "EXCEPTS"))


def revise_claims(
    brief: Brief,
    graph: Subgraph,
    owner: Perspective,
    template: Template,
    evidence: Evidence,
    step: str,
    only: Collection[str] | None = None,
) -> Turn:
    """A perspective revises its claims that valid critiques have felled, each once, from what is offered.

    Args:
        brief: The run.
        graph: The run so far.
        owner: The perspective.
        template: The run's template.
        evidence: The documents.
        step: Name of the step.
        only: Claims to revise; None = all live ones.
    """
    turn = turn_of(brief, Role.REFINER, step, owner)
    felled: dict[str, list[Node]] = {}
    for critique, claim in unanswered(graph, brief.limits.materiality):
        if claim["stance_id"] == owner.stance_id and (only is None or claim.id in only):
            felled.setdefault(claim.id, []).append(critique)
    order = {slot.leaf_id: slot.research_order for slot in slots_of(graph, template)}
    for claim_id in sorted(felled, key=lambda c: order[graph[c]["leaf"]]):
        revise_claim(turn, graph, graph[claim_id], felled[claim_id], template, evidence)
    return turn


def revise_claim(
    turn: Turn,
    graph: Subgraph,
    claim: Node,
    critiques: Sequence[Node],
    template: Template,
    evidence: Evidence,
    barred: frozenset[str] = frozenset(),
) -> Ref | None:
    """Asks for a new version of one claim and writes it, tied to the old one.

    Args:
        turn: The refiner's turn.
        graph: The run so far.
        claim: The claim to revise.
        critiques: What it has to answer, the most material first.
        template: The run's template.
        evidence: The documents.
        barred: Sentences that must not be used again.

    Returns:
        The new claim, or None where the agent found nothing better.
    """
    slot = next(s for s in slots_of(graph, template) if s.leaf_id == claim["leaf"])
    owner = turn.brief.perspective(turn.stance_id)
    # What a critic or contester brought forward may serve the new version as well.
    brought = [s for c in critiques for record in graph.out(c.id, "RESTS_ON") for s in record.get("sentence_ids", ())]
    ids = dict.fromkeys([*brought, *offered_for(graph, slot.leaf_id), *offered_for(graph, against(slot.leaf_id))])
    offered = admitted(evidence.passages(i for i in ids if i not in barred), owner, turn.brief.as_of)
    data = ReviseClaimIn(
        question=turn.brief.question,
        view=view(owner),
        slot=slot_input(slot, template),
        claim=claim["text"],
        record=evidence.passages(claim_sentences(graph, claim.id)),
        critique=critique_of(critiques[0]),
        against=[p for c in critiques for p in cited(graph, c, evidence)],
        offered=offered,
        challenge=critiques[0].get("kind", "") if critiques[0].is_a("Challenge") else "",
    )
    answer = turn.ask("revise_claim", data, FillSlotOut, [p.id for p in offered])
    old = claim_sentences(graph, claim.id)
    if answer is None or not answer.filled or not usable(answer, slot, []):
        turn.notes.append(f"{claim.id} stays as it is: {answer.why if answer else 'no usable answer'}"[:300])
        return None
    if answer.text == claim["text"] and answer.sentence_ids == old:
        turn.notes.append(f"{claim.id} stays as it is: the revision changed neither text nor evidence")
        return None
    for mate in slot_mates(graph, claim):
        if answer.text == mate["text"] or answer.sentence_ids == claim_sentences(graph, mate.id):
            turn.notes.append(f"{claim.id} stays as it is: {mate.id}, the other version of its slot, says the same")
            return None
    return write_version(turn, graph, claim, answer, critiques, template, evidence)


def write_version(
    turn: Turn,
    graph: Subgraph,
    claim: Node,
    answer: FillSlotOut,
    critiques: Sequence[Node],
    template: Template,
    evidence: Evidence,
) -> Ref:
    """Writes a new version of a claim and its parts, each superseding its predecessor."""
    slots = slots_of(graph, template)
    slot = next(s for s in slots if s.leaf_id == claim["leaf"])
    below = [graph.newest(c.id).ref for c in graph.out(claim.id, "RESTS_ON") if c.is_a("Claim")]
    first = len(turn.delta.nodes)
    condition = str(claim.get("condition", ""))
    room = rooms(slots, words_read(graph))[slot.leaf_id]
    new = add_claim(turn, graph, answer, slot, evidence, below, template, room, condition)
    turn.delta.edge("SUPERSEDES", new, claim.ref)
    home = branched_from(graph, claim)
    if home is not None:
        turn.delta.edge("BRANCHES", new, home.ref)
    turn.delta.edge("REVISES", turn.me, claim.ref)
    made = {node.kind: n for n, node in enumerate(turn.delta.nodes, 1) if n > first}
    for kind, edge in _PARTS:
        for old in graph.into(claim.id, edge):
            if kind in made and not graph.superseded(old.id):
                turn.delta.edge("SUPERSEDES", Ref(f"#{made[kind]}", kind), old.ref)
                if kind == "Warrant" and "EvidenceRecord" in made:
                    _supersede_records(turn, graph, old, Ref(f"#{made['EvidenceRecord']}", "EvidenceRecord"))
    for critique in critiques:
        turn.delta.edge("ANSWERS", new, critique.ref)
    turn.used.append(claim.id)
    return new


def _supersede_records(turn: Turn, graph: Subgraph, warrant: Node, record: Ref) -> None:
    for old in graph.out(warrant.id, "USES"):
        if not graph.superseded(old.id):
            turn.delta.edge("SUPERSEDES", record, old.ref)
