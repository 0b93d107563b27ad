"""Phase 4: every perspective drafts every slot, one makes each argument, evidence is bound by sentence id.

Every draft is kept with its score. One perspective makes a whole argument (syllogism), so that its parts fit; which
one, and why, is recorded on the drafts that were not taken.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from foam_graph.agents.tasks.table import FillSlotIn, FillSlotOut, Slot
from foam_graph.model.delta import Ref
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.drafting.claim_writing import add_claim, words_in_full
from foam_graph.reasoning.drafting.opening import turn_of
from foam_graph.reasoning.drafting.planning import plan_for
from foam_graph.reasoning.drafting.structure import slot_input, traversal_nodes
from foam_graph.reasoning.evidence import Evidence, admitted, claim_sentences, offered_for
from foam_graph.reasoning.perspectives.library import Perspective
from foam_graph.reasoning.read_time import rooms
from foam_graph.reasoning.slot_versions import leading_claims, slot_mates
from foam_graph.reasoning.templates.traversal import Traversal
from foam_graph.reasoning.templates.tree import Template
from foam_graph.reasoning.turns import Brief, Turn, json_text, view

FILL_MISSING = "fill-missing"
"""Step in which slots are drafted that nobody could fill at first."""
ENOUGH = 0.6
"""Share of the best draft's score that another one needs to be taken because the best says what was said already."""
NEAR_TIE = 0.25
"""Scores closer than this count as equal when arguments are shared out among perspectives."""


@dataclass(frozen=True)
class Draft:
    """A drafted slot: the Candidate node and the answer behind it."""

    node: Node
    answer: FillSlotOut

    @property
    def stance_id(self) -> str:
        """Perspective that drafted it."""
        return str(self.node["stance_id"])

    @property
    def leaf(self) -> str:
        """Slot it was drafted for."""
        return str(self.node["leaf"])


def draft_slots(
    brief: Brief,
    graph: Subgraph,
    perspective: Perspective,
    template: Template,
    slots: Sequence[Traversal],
    evidence: Evidence,
    step: str,
) -> Turn:
    """One perspective drafts every slot from what was offered and its policy admits, best of n."""
    turn = turn_of(brief, Role.PROPOSER, step, perspective)
    plan = plan_for(graph, perspective.stance_id)
    places = traversal_nodes(graph)
    texts, ids = stated(graph, {slot.leaf_id for slot in slots})
    for slot in sorted(slots, key=lambda s: s.research_order):
        offered = admitted(evidence.passages(offered_for(graph, slot.leaf_id)), perspective, brief.as_of)
        taken: list[list[str]] = []
        best = -1.0
        for rollout in range(brief.limits.best_of_n):
            data = FillSlotIn(
                question=brief.question,
                view=view(perspective),
                plan=plan,
                slot=told(slot, slots, texts, ids, template),
                offered=offered,
                rests_on=[texts[leaf] for leaf in slot.rests_on if leaf in texts],
                earlier=taken,
            )
            answer = turn.ask("fill_slot", data, FillSlotOut, [p.id for p in offered], rollout)
            if answer is None or not answer.filled or not usable(answer, slot, taken):
                break
            taken.append(answer.sentence_ids)
            if answer.score > best:
                best, texts[slot.leaf_id], ids[slot.leaf_id] = answer.score, answer.text, answer.sentence_ids
            _write_draft(turn, answer, slot, rollout, places[slot.leaf_id].ref)
    return turn


def stated(graph: Subgraph, besides: Collection[str]) -> tuple[dict[str, str], dict[str, list[str]]]:
    """What the live claims say and which sentences they use, by leaf, where only some slots are drafted.

    Args:
        graph: The run so far; while all slots are drafted for the first time it holds no claim.
        besides: Leaves that are drafted now.
    """
    kept = [claim for claim in graph.live("Claim") if claim["leaf"] not in besides]
    return {c["leaf"]: c["text"] for c in kept}, {c["leaf"]: claim_sentences(graph, c.id) for c in kept}


def told(
    slot: Traversal,
    slots: Sequence[Traversal],
    texts: Mapping[str, str],
    ids: Mapping[str, Sequence[str]],
    template: Template,
) -> Slot:
    """A slot with what this perspective has drafted so far: for the same argument, and sentences used elsewhere."""
    others = [s for s in slots if s.leaf_id in texts and s.leaf_id != slot.leaf_id]
    same = [texts[s.leaf_id] for s in others if s.instance_id == slot.instance_id]
    used = dict.fromkeys(i for s in others if s.instance_id != slot.instance_id for i in ids[s.leaf_id])
    return slot_input(slot, template).model_copy(update={"argument": same, "used": list(used)})


def usable(answer: FillSlotOut, slot: Traversal, earlier: Sequence[Sequence[str]]) -> bool:
    """Whether an answer can fill its slot: words, evidence where it is required, and not a draft already made."""
    if not answer.text.strip() or not answer.warrant.strip():
        return False
    if slot.evidence == "required" and not answer.evidence:
        return False
    return not answer.evidence or sorted(answer.sentence_ids) not in [sorted(e) for e in earlier]


def _write_draft(turn: Turn, answer: FillSlotOut, slot: Traversal, rollout: int, place: Ref) -> None:
    ref = turn.delta.node(
        "Candidate",
        text=answer.text,
        leaf=slot.leaf_id,
        component=slot.component,
        stance_id=turn.stance_id,
        score=float(answer.score),
        rollout=rollout,
        sentence_ids=answer.sentence_ids,
        draft=json_text(answer.model_dump(mode="json")),
    )
    turn.delta.edge("FOLLOWS", ref, place)


def drafts_of(graph: Subgraph, leaves: Iterable[str]) -> list[Draft]:
    """All drafts of some slots, in order."""
    wanted = set(leaves)
    return [
        Draft(node, FillSlotOut.model_validate(json.loads(node["draft"])))
        for node in graph.of("Candidate")
        if node["leaf"] in wanted
    ]


def champions(brief: Brief, slots: Sequence[Traversal], drafts: Sequence[Draft]) -> dict[str, str]:
    """Which perspective makes each argument.

    The one that fills most of its required slots, then the one with the best drafts; among near-equals, the one that
    has made the fewest arguments so far, so that no perspective is silenced by another's order in the list.

    Returns:
        Branch id to stance_id; branches that nobody can fill are left out.
    """
    made: dict[str, int] = {p.stance_id: 0 for p in brief.perspectives}
    chosen: dict[str, str] = {}
    for branch in dict.fromkeys(slot.instance_id for slot in slots):
        members = [slot for slot in slots if slot.instance_id == branch]
        worth: dict[str, float] = {}
        for stance_id in made:
            best = {m.leaf_id: best_draft(drafts, m.leaf_id, stance_id) for m in members}
            filled = [d for d in best.values() if d is not None]
            required = sum(1 for m in members if m.required and best[m.leaf_id] is not None)
            if filled:
                # A score is at most 10, so one required slot more outweighs whatever the drafts are worth.
                worth[stance_id] = 10.0 * required + sum(d.answer.score for d in filled) / len(filled)
        if not worth:
            continue
        top = max(worth.values())
        near = [s for s in worth if worth[s] >= top - NEAR_TIE]
        winner = min(near, key=lambda s: (made[s], -worth[s], list(made).index(s)))
        made[winner] += 1
        chosen[branch] = winner
    return chosen


def best_draft(
    drafts: Iterable[Draft], leaf: str, stance_id: str, said: Collection[frozenset[str]] = ()
) -> Draft | None:
    """A perspective's best draft of a slot; the earlier one of equals.

    Args:
        drafts: All drafts.
        leaf: The slot.
        stance_id: The perspective.
        said: Sets of sentences that other claims rest on already: one that says the same again is taken only where
            there is nothing else that comes near it.
    """
    own = [d for d in drafts if d.leaf == leaf and d.stance_id == stance_id]
    best = max(own, key=lambda d: (d.answer.score, -d.node["rollout"]), default=None)
    if best is None or frozenset(best.answer.sentence_ids) not in said or not best.answer.sentence_ids:
        return best
    fresh = [d for d in own if d.answer.score >= ENOUGH * best.answer.score]
    fresh = [d for d in fresh if d.answer.sentence_ids and frozenset(d.answer.sentence_ids) not in said]
    return max(fresh, key=lambda d: (d.answer.score, -d.node["rollout"]), default=best)


def bind(
    brief: Brief,
    graph: Subgraph,
    template: Template,
    slots: Sequence[Traversal],
    branch: str,
    stance_id: str,
    evidence: Evidence,
    step: str,
    replaces: Mapping[str, Node] | None = None,
) -> Turn:
    """One perspective makes one argument: its best drafts become claims with warrants, records and Toulmin parts.

    Args:
        brief: The run.
        graph: The run so far.
        template: Its template.
        slots: Slots to look at.
        branch: The argument.
        stance_id: The perspective.
        evidence: The documents.
        step: Name of the step.
        replaces: By component, claims of an argument that this one takes the place of.
    """
    turn = turn_of(brief, Role.PROPOSER, step, brief.perspective(stance_id))
    drafts = [
        d
        for d in drafts_of(graph, (slot.leaf_id for slot in slots))
        if all(i in evidence.sentences for i in d.answer.sentence_ids)
    ]
    claims = {leaf: claim.ref for leaf, claim in leading_claims(graph).items()}
    said = {frozenset(claim_sentences(graph, claim.id)) for claim in graph.live("Claim")}
    members = sorted((s for s in slots if s.instance_id == branch), key=lambda s: s.research_order)
    taken = _taken(members, drafts, stance_id, said)
    room = rooms(members, {leaf: words_in_full(draft.answer, evidence) for leaf, draft in taken.items()})
    for slot in members:
        draft = taken.get(slot.leaf_id)
        if draft is None:
            continue
        below = [claims[leaf] for leaf in slot.rests_on if leaf in claims]
        claims[slot.leaf_id] = add_claim(turn, graph, draft.answer, slot, evidence, below, template, room[slot.leaf_id])
        turn.used.append(draft.node.id)
        if replaces and slot.component in replaces:
            old = replaces[slot.component]
            for version in (old, *slot_mates(graph, old)):
                turn.delta.edge("SUPERSEDES", claims[slot.leaf_id], version.ref)
    return turn


def _taken(
    members: Iterable[Traversal], drafts: Sequence[Draft], stance_id: str, said: set[frozenset[str]]
) -> dict[str, Draft]:
    """The draft that fills each slot of an argument, as far as its perspective has one."""
    found: dict[str, Draft] = {}
    for slot in members:
        draft = best_draft(drafts, slot.leaf_id, stance_id, said)
        if draft is not None:
            said.add(frozenset(draft.answer.sentence_ids))
            found[slot.leaf_id] = draft
    return found


def missing_slots(graph: Subgraph, slots: Sequence[Traversal]) -> list[Traversal]:
    """Slots for which no perspective had a draft when all had drafted once.

    Drafts made for the missing slots themselves do not count: a resumed run must find the same slots missing.
    """
    first = [n for n in graph.of("Candidate") if FILL_MISSING not in graph[n.activity]["step"]]
    drafted = {node["leaf"] for node in first}
    return [slot for slot in slots if slot.leaf_id not in drafted]
