"""A weighing of values gives a slot two live versions under opposed conditions (protocol 2.5).

The attacked claim stays as it is. The critic's perspective writes the other version from its own best draft of the
slot; a mirrored critique of the attacked claim's perspective, rated by rule, makes each version hold exactly where its
value weighs more. No rule of the kernel knows of branches.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from foam_graph.model.delta import Ref
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.deliberation.rating import (
    MIRROR_RULE,
    add_rule_rating,
    answered_adequately,
    claims_behind,
    standing_rating,
)
from foam_graph.reasoning.drafting.binding import Draft, drafts_of
from foam_graph.reasoning.drafting.claim_writing import add_claim
from foam_graph.reasoning.drafting.opening import turn_of
from foam_graph.reasoning.drafting.structure import slots_of
from foam_graph.reasoning.evidence import Evidence, claim_sentences
from foam_graph.reasoning.perspectives.library import Perspective
from foam_graph.reasoning.read_time import rooms, words_read
from foam_graph.reasoning.slot_versions import branched_from, leading_claims
from foam_graph.reasoning.templates.tree import Template
from foam_graph.reasoning.turns import Brief, Turn


@dataclass(frozen=True)
class Fork:
    """One call for a second version.

    Attributes:
        critique: The value conflict that was rated valid with the recommendation ``branch``.
        claim: The live claim that it speaks against.
    """

    critique: Node
    claim: Node

    @property
    def critic(self) -> str:
        """Perspective that writes the second version."""
        return str(self.critique["stance_id"])

    @property
    def condition(self) -> str:
        """Value condition of the second version, in words."""
        more, less = (str(self.critique[name]).replace("_", " ") for name in ("value_critic", "value_target"))
        return f"where {more} weighs more than {less}"


def forks(brief: Brief, graph: Subgraph, only: Collection[str] | None = None) -> list[Fork]:
    """Calls for a second version that have none yet, one for each claim and critic, in the order of the critiques.

    Args:
        brief: The run.
        graph: The run so far.
        only: Claims to look at; None = all live ones.
    """
    taken = {(c["leaf"], c["stance_id"]) for c in graph.live("Claim") if c.get("condition")}
    found: list[Fork] = []
    for critique in _dividing(brief, graph):
        for claim in _attacked(graph, critique):
            slot = (claim["leaf"], critique["stance_id"])
            mine = claim["stance_id"] == critique["stance_id"] or bool(claim.get("condition"))
            if slot not in taken and not mine and (only is None or claim.id in only):
                taken.add(slot)
                found.append(Fork(critique, claim))
    return found


def _dividing(brief: Brief, graph: Subgraph) -> list[Node]:
    """Value conflicts of perspectives that were found valid and material, that call for a branch and were not met."""
    stances = {p.stance_id for p in brief.perspectives}
    found = []
    for critique in graph.live("Critique"):
        if critique["type"] != "value_conflict" or critique["stance_id"] not in stances:
            continue
        rating = standing_rating(graph, critique.id)
        if rating is None or (rating["verdict"], rating["recommendation"]) != ("valid", "branch"):
            continue
        if rating["materiality"] >= brief.limits.materiality and not answered_adequately(graph, critique.id):
            found.append(critique)
    return found


def _attacked(graph: Subgraph, critique: Node) -> list[Node]:
    """Live claims that a critique speaks against: objections carry over to new versions."""
    targets = [t for t in graph.out(critique.id, "ATTACKS") if not t.is_a("Plan")]
    return [claim for target in targets for claim in claims_behind(graph, graph.newest(target.id))]


def branch_claims(
    brief: Brief,
    graph: Subgraph,
    critic: Perspective,
    template: Template,
    evidence: Evidence,
    step: str,
    only: Collection[str] | None = None,
) -> Turn:
    """A perspective writes its version of every slot whose claim its value conflicts were found to divide.

    Args:
        brief: The run.
        graph: The run so far.
        critic: The perspective.
        template: The run's template.
        evidence: The documents.
        step: Name of the step.
        only: Claims to look at; None = all live ones.
    """
    turn = turn_of(brief, Role.REFINER, step, critic)
    slots = {slot.leaf_id: slot for slot in slots_of(graph, template)}
    own = [f for f in forks(brief, graph, only) if f.critic == critic.stance_id and f.claim["leaf"] in slots]
    room = rooms(list(slots.values()), words_read(graph))
    # A version rests on this perspective's version of the slots below it, where there is one for the same weighing.
    written = {(c["leaf"], c["condition"]): c.ref for c in graph.live("Claim") if _mine(c, critic.stance_id)}
    for fork in sorted(own, key=lambda f: slots[f.claim["leaf"]].research_order):
        draft = _draft(turn, graph, fork, evidence)
        below = _below(turn, graph, fork, written) if draft else None
        if draft is None or below is None:
            continue
        slot = slots[fork.claim["leaf"]]
        ref = add_claim(turn, graph, draft.answer, slot, evidence, below, template, room[slot.leaf_id], fork.condition)
        turn.delta.edge("BRANCHES", ref, fork.claim.ref)
        turn.delta.edge("ANSWERS", ref, fork.critique.ref)
        turn.used += [fork.claim.id, draft.node.id]
        written[slot.leaf_id, fork.condition] = ref
    return turn


def _below(turn: Turn, graph: Subgraph, fork: Fork, written: Mapping[tuple[str, str], Ref]) -> list[Ref] | None:
    """What a version rests on: the slots below, in the same weighing; None, noted, where they hold in the other only."""
    opposed = (fork.critique["value_target"], fork.critique["value_critic"])
    dividing = [k for k in _dividing(turn.brief, graph) if (k["value_target"], k["value_critic"]) == opposed]
    fallen = {claim.id for critique in dividing for claim in _attacked(graph, critique)}
    refs = []
    for base in _bases(graph, fork.claim):
        own = written.get((base["leaf"], fork.condition))
        lost = sorted({c.id for c in (base, *_under(graph, base))} & fallen)
        if own is None and lost:
            turn.notes.append(
                f"{fork.claim.id} is not branched: it rests on {lost[0]}, which holds in the other weighing"
            )
            return None
        refs.append(own or base.ref)
    return refs


def _bases(graph: Subgraph, claim: Node) -> list[Node]:
    return [graph.newest(base.id) for base in graph.out(claim.id, "RESTS_ON") if base.is_a("Claim")]


def _under(graph: Subgraph, claim: Node) -> list[Node]:
    """All claims that a claim rests on, directly or not."""
    found: dict[str, Node] = {}
    stack = [claim]
    while stack:
        for base in _bases(graph, stack.pop()):
            if base.id not in found:
                found[base.id] = base
                stack.append(base)
    return list(found.values())


def _mine(claim: Node, stance_id: str) -> bool:
    return bool(claim.get("condition")) and claim["stance_id"] == stance_id


def _draft(turn: Turn, graph: Subgraph, fork: Fork, evidence: Evidence) -> Draft | None:
    """The critic's best own draft of the slot that says something else than the claim; notes why there is none."""
    value, other = fork.critique["value_critic"], fork.critique["value_target"]
    if not any(p.value_priorities.get(value, 0) > p.value_priorities.get(other, 0) for p in turn.brief.perspectives):
        turn.notes.append(f"{fork.claim.id} is not branched: nobody here weighs {value} more than {other}")
        return None
    drafts = [d for d in drafts_of(graph, [fork.claim["leaf"]]) if d.stance_id == fork.critic]
    usable = [d for d in drafts if _differs(graph, d, fork.claim) and _at_hand(d, evidence)]
    # A draft that speaks for the value it is set against would hold under the wrong condition.
    fitting = [d for d in usable if value in d.answer.values or other not in d.answer.values]
    if not fitting:
        why = "says the same" if drafts and not usable else f"speaks for {other} itself" if usable else "does not exist"
        turn.notes.append(f"{fork.claim.id} is not branched: a draft of {fork.critic} {why}")
        return None
    said = {frozenset(claim_sentences(graph, claim.id)) for claim in leading_claims(graph).values()}
    return max(fitting, key=lambda d: _worth(d, value, said))


def _worth(draft: Draft, value: str, said: Collection[frozenset[str]]) -> tuple[bool, bool, float, int]:
    """Drafts that speak for the critic's value come first, then those that no other claim says, then the best."""
    ids = frozenset(draft.answer.sentence_ids)
    return value in draft.answer.values, ids not in said, draft.answer.score, -int(draft.node["rollout"])


def _differs(graph: Subgraph, draft: Draft, claim: Node) -> bool:
    ids = frozenset(draft.answer.sentence_ids)
    same = bool(ids) and ids == frozenset(claim_sentences(graph, claim.id))
    return not same and draft.answer.text.strip().casefold() != str(claim["text"]).strip().casefold()


def _at_hand(draft: Draft, evidence: Evidence) -> bool:
    return all(i in evidence.sentences for i in draft.answer.sentence_ids)


def unmirrored(graph: Subgraph) -> list[tuple[Node, Node]]:
    """Live versions under a condition that no mirrored critique speaks against yet, each with the critique behind it."""
    found = []
    for claim in graph.live("Claim"):
        critique = _behind(graph, claim) if claim.get("condition") else None
        if critique is None:
            continue
        pair = (critique["value_critic"], critique["value_target"])
        raised = [k for version in (claim, *graph.older(claim.id)) for k in graph.into(version.id, "ATTACKS")]
        if pair not in [(k.get("value_target"), k.get("value_critic")) for k in raised]:
            found.append((claim, critique))
    return found


def _behind(graph: Subgraph, claim: Node) -> Node | None:
    """The value conflict that a version under a condition was written for."""
    first = [claim, *graph.older(claim.id)][-1]
    return next((k for k in graph.out(first.id, "ANSWERS") if k.get("type") == "value_conflict"), None)


def mirror_critiques(brief: Brief, graph: Subgraph, step: str) -> Turn:
    """What the perspective of each branched claim holds against the other version: the same two values, reversed."""
    turn = Turn(brief, Role.CRITIC, step)
    for claim, critique in unmirrored(graph):
        home = branched_from(graph, claim)
        if home is None:
            continue
        mine, theirs = (str(critique[name]).replace("_", " ") for name in ("value_target", "value_critic"))
        grounds = (
            f"The other side of {critique.id}: whoever does not weigh {theirs} more than {mine} is not bound by it."
        )
        ref = turn.delta.node(
            "Critique",
            type="value_conflict",
            flaw="value_conflict",
            grounds=grounds,
            quoted=claim["text"],
            stance_id=home["stance_id"],
            value_target=critique["value_critic"],
            value_critic=critique["value_target"],
        )
        turn.delta.edge("ATTACKS", ref, claim.ref)
        turn.used += [critique.id, home.id]
    return turn


def rate_mirrors(brief: Brief, graph: Subgraph, step: str) -> Turn:
    """Rates mirrored critiques by rule: what was found a matter of weight from one side is one from the other."""
    turn = Turn(brief, Role.EVALUATOR, step)
    for mirror, rating in unrated_mirrors(graph):
        reasons = f"A weighing of values counts both ways: {rating.id} found it to be one from the other side."
        add_rule_rating(turn, mirror.ref, "valid", reasons, MIRROR_RULE, rating["materiality"])
    return turn


def unrated_mirrors(graph: Subgraph) -> list[tuple[Node, Node]]:
    """Mirrored critiques without a rating, each with the rating from the other side."""
    found = []
    for mirror in graph.live("Critique"):
        if mirror["type"] != "value_conflict" or graph.into(mirror.id, "RATES"):
            continue
        for claim in graph.out(mirror.id, "ATTACKS"):
            critique = _behind(graph, claim) if claim.get("condition") else None
            pair = (critique["value_critic"], critique["value_target"]) if critique else ("", "")
            rating = standing_rating(graph, critique.id) if critique else None
            if rating is not None and pair == (mirror["value_target"], mirror["value_critic"]):
                found.append((mirror, rating))
    return found
