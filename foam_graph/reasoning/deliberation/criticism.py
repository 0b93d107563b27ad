"""Phase 4b: critics of the other perspectives attack what was built, and question it (protocol 3.5).

A critique targets one node and quotes words that occur in it; one that does not is refused and noted on the turn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from foam_graph.agents.tasks.table import CritiqueClaimIn, CritiqueOut, ExamineIn, ExamineOut, Slot
from foam_graph.model.delta import Ref
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.attempts import critique_sets
from foam_graph.reasoning.drafting.opening import turn_of
from foam_graph.reasoning.drafting.planning import UNNAMED, critique_fields, names_no_values, occurs
from foam_graph.reasoning.drafting.structure import slot_input, slots_of
from foam_graph.reasoning.evidence import (
    Evidence,
    add_record,
    admitted,
    claim_records,
    claim_sentences,
    offered_for,
    sentence_refs,
)
from foam_graph.reasoning.perspectives.library import Perspective
from foam_graph.reasoning.templates.tree import Template
from foam_graph.reasoning.turns import Brief, Question, Turn, view

CONCEDED = "conceded"
SWEEP = "panel"
"""Who raises the critiques of the sweep: no perspective, and no person either."""


def against(leaf: str) -> str:
    """Purpose under which sentences are offered that may speak against a slot's claim."""
    return f"against:{leaf}"


@dataclass(frozen=True)
class Targets:
    """The nodes of one claim that a critique may attack, and their words."""

    claim: Node
    parts: dict[str, Node]

    def find(self, part: str) -> Node | None:
        """The node behind ``claim``, ``warrant``, ``record`` or a sentence id."""
        return self.parts.get(part)


def words_of(node: Node) -> str:
    """The words of a node that a critique may quote."""
    for name in ("text", "quotation", "goal", "reasons", "grounds", "why"):
        if name in node.fields:
            return str(node[name])
    return ""


def targets_of(graph: Subgraph, claim: Node, others: Sequence[str]) -> Targets:
    """What can be attacked of a claim: itself, its warrant, its record, its sentences and the sentences offered."""
    parts: dict[str, Node] = {"claim": claim}
    for warrant in graph.into(claim.id, "WARRANTS"):
        if not graph.superseded(warrant.id):
            parts.setdefault("warrant", warrant)
    for record in claim_records(graph, claim.id):
        parts.setdefault("record", graph[record])
    nodes = {node["sentence_id"]: node for node in graph.of("EvidenceSentence")}
    for sentence_id in (*claim_sentences(graph, claim.id), *others):
        if sentence_id in nodes:
            parts[sentence_id] = nodes[sentence_id]
    return Targets(claim, parts)


def critique_claims(
    brief: Brief,
    graph: Subgraph,
    critic: Perspective,
    template: Template,
    evidence: Evidence,
    step: str,
    only: Collection[str] | None = None,
) -> Turn:
    """One perspective attacks the claims of the others and asks each of them one question.

    Args:
        brief: The run.
        graph: The run so far.
        critic: The attacking perspective.
        template: The run's template.
        evidence: The documents.
        step: Name of the step.
        only: Claims to look at; None = all live ones.
    """
    turn = turn_of(brief, Role.CRITIC, step, critic)
    slots = {slot.leaf_id: slot for slot in slots_of(graph, template)}
    seen = {key for node in graph.of("Critique") for key in critique_keys(graph, node)}
    refs = sentence_refs(graph)
    looks = [
        _look(turn, graph, claim, slot_input(slots[claim["leaf"]], template), evidence)
        for claim in graph.live("Claim")
        if claim["stance_id"] != critic.stance_id and (only is None or claim.id in only)
    ]
    aims = [(look.targets.claim.ref, Question(look.data, sorted(look.citable)), look.aims_at) for look in looks]
    made = critique_sets(turn, "critique_claim", aims)
    asked = _examine(turn, looks)
    for look, answer in zip(looks, made, strict=True):
        for critique in answer.critiques if answer else ():
            add_critique(turn, look.keep_citable(critique), look.targets, evidence, refs, seen)
        claim = look.targets.claim
        if claim.id in asked:
            ref = turn.delta.node("Exchange", question=asked[claim.id], stance_id=turn.stance_id)
            turn.delta.edge("ABOUT", ref, claim.ref)
        turn.used.append(claim.id)
    return turn


@dataclass(frozen=True)
class _Look:
    """A critic's look at one claim: what it is asked, what it may attack, and what it may cite."""

    data: CritiqueClaimIn
    targets: Targets
    citable: frozenset[str]

    def aims_at(self, found: CritiqueOut) -> bool:
        """Whether a critique names words of a target that is there, and both values of a value conflict."""
        target = self.targets.find(found.part)
        return target is not None and occurs(found.quoted, words_of(target)) and not names_no_values(found)

    def keep_citable(self, found: CritiqueOut) -> CritiqueOut:
        """The critique without sentences that its perspective does not admit."""
        return found.model_copy(update={"evidence": [e for e in found.evidence if e in self.citable]})


def _look(turn: Turn, graph: Subgraph, claim: Node, slot: Slot, evidence: Evidence) -> _Look:
    brief, critic = turn.brief, turn.brief.perspective(turn.stance_id)
    quoted = claim_sentences(graph, claim.id)
    others = [i for i in offered_for(graph, against(claim["leaf"])) if i not in quoted]
    record = evidence.passages(quoted)
    passages = admitted(evidence.passages(others), critic, brief.as_of)
    warrants = [w for w in graph.into(claim.id, "WARRANTS") if not graph.superseded(w.id)]
    data = CritiqueClaimIn(
        question=brief.question,
        view=view(critic),
        proposer=claim["stance_id"],
        proposer_weights=dict(brief.perspective(claim["stance_id"]).value_priorities),
        slot=slot,
        claim=claim["text"],
        warrant=warrants[0]["text"] if warrants else "",
        qualifier=" ".join(q["text"] for q in graph.into(claim.id, "QUALIFIES")),
        values=list(claim["values"]),
        form=claim["form"],
        record=record,
        others=passages,
        as_of=brief.as_of,
    )
    # What a critic may not rely on itself it may see, as part of what it attacks, but not cite.
    citable = frozenset(p.id for p in (*admitted(record, critic, brief.as_of), *passages))
    return _Look(data, targets_of(graph, claim, others), citable)


Key = tuple[str, str, tuple[str, ...], str, str]


def critique_keys(graph: Subgraph, critique: Node) -> Iterator[Key]:
    """What makes a critique the same as another: target, flaw, evidence and values."""
    cited = tuple(sorted(s for record in graph.out(critique.id, "RESTS_ON") for s in record.get("sentence_ids", ())))
    for target in graph.out(critique.id, "ATTACKS"):
        values = (critique.get("value_target", ""), critique.get("value_critic", ""))
        yield (target.id, critique["flaw"], cited, *values)


def add_critique(
    turn: Turn,
    found: CritiqueOut,
    targets: Targets,
    evidence: Evidence,
    refs: dict[str, Ref],
    seen: set[Key],
) -> Ref | None:
    """Writes one critique, or notes why it is refused: no such target, phantom words, unnamed values, a repetition."""
    target = targets.find(found.part)
    if target is None or not occurs(found.quoted, words_of(target)):
        turn.notes.append(f"critique refused: {found.quoted[:60]!r} does not occur in the {found.part} of its target")
        return None
    if names_no_values(found):
        turn.notes.append(f"critique refused: {UNNAMED}")
        return None
    key = (target.id, found.flaw, tuple(sorted(found.evidence)), found.value_target, found.value_critic)
    # A weighing of two values is the same whatever is cited for it.
    if key in seen or (found.value_target and (*key[:2], (), *key[3:]) in seen):
        return None
    seen.add(key)
    ref = turn.delta.node("Critique", **critique_fields(found, turn.stance_id or SWEEP))
    turn.delta.edge("ATTACKS", ref, target.ref)
    if found.evidence:
        tag = f"against {targets.claim['component']}: {found.flaw.replace('_', ' ')}"
        record = add_record(turn.delta, evidence, refs, found.evidence, tag)
        turn.delta.edge("RESTS_ON", ref, record)
    return ref


def _examine(turn: Turn, looks: Sequence[_Look]) -> dict[str, str]:
    """One question to each of the other perspectives, about its first claim with a record; by id of the claim."""
    first: dict[str, _Look] = {}
    for look in looks:
        if look.data.record:
            first.setdefault(look.data.proposer, look)
    questions = [
        Question(ExamineIn(view=look.data.view, claim=look.data.claim, record=look.data.record))
        for look in first.values()
    ]
    answers = turn.ask_many("examine", questions, ExamineOut)
    found = zip(first.values(), answers, strict=True)
    return {look.targets.claim.id: a.question for look, a in found if a is not None and a.question.strip()}


def concessions(brief: Brief, graph: Subgraph, step: str) -> Turn:
    """An answer that conceded writes a critique on the conceded claim (protocol 3.5)."""
    turn = Turn(brief, Role.CRITIC, step)
    for exchange in graph.of("Exchange"):
        replies = [r for r in graph.into(exchange.id, "ANSWERS") if r["concedes"]]
        for claim in graph.out(exchange.id, "ABOUT"):
            known = [c for c in graph.into(claim.id, "ATTACKS") if c["flaw"] == CONCEDED]
            if not replies or known or graph.superseded(claim.id):
                continue
            ref = turn.delta.node(
                "Critique",
                type="logical_gap",
                flaw=CONCEDED,
                grounds=f"Conceded in cross-examination: {replies[0]['text']}",
                quoted=claim["text"],
                stance_id=exchange["stance_id"],
            )
            turn.delta.edge("ATTACKS", ref, claim.ref)
    return turn
