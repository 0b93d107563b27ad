"""Challenges: what a person may attack, what that means for sublation, and the provisional ruling (protocol 7). Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from foam_graph.agents.tasks.table import RateOut, RuleIn
from foam_graph.errors import ContestError
from foam_graph.model.delta import Delta
from foam_graph.model.edges import CHALLENGEABLE
from foam_graph.model.kinds import CHALLENGE_KINDS, Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.certifying.checks import standings
from foam_graph.reasoning.deliberation.criticism import words_of
from foam_graph.reasoning.deliberation.rating import claims_behind
from foam_graph.reasoning.drafting.planning import evaluation_fields
from foam_graph.reasoning.evidence import (
    Evidence,
    add_record,
    add_sentence,
    claim_records,
    claim_sentences,
    offered_for,
    sentence_refs,
)
from foam_graph.reasoning.perspectives.library import values_of
from foam_graph.reasoning.turns import Brief, Turn

FITS: dict[str, tuple[str, ...]] = {
    "relevance": ("EvidenceRecord", "EvidenceSentence"),
    "adequacy": ("EvidenceRecord", "EvidenceSentence"),
    "selection_bias": ("EvidenceRecord", "EvidenceSentence"),
    "inferential": ("Warrant", "Backing"),
    "scope": ("Qualifier", "Rebuttal", "Claim"),
    "normative": ("Perspective", "Stakeholder", "Claim", "Evaluation", "Ruling"),
    "structural": ("TemplateChoice",),
}
"""Kind of challenge to the kinds of node it speaks to (protocol 7.1)."""
_TYPES = {
    "relevance": "logical_gap",
    "adequacy": "missing_evidence",
    "selection_bias": "missing_evidence",
    "inferential": "logical_gap",
    "scope": "scope_overreach",
    "normative": "value_conflict",
    "structural": "logical_gap",
}
# Weakest first: what nothing supports, or what already fell, is where a challenge to the whole bears most.
_WEAKNESS = {"unsupported": 0, "dissent": 1, "contested": 2, "conditional": 3, "core": 4}
QUOTED = 300
"""Words of the target that a challenge quotes, in characters."""


@dataclass(frozen=True)
class Lodged:
    """A challenge as lodged.

    Attributes:
        kind: One of CHALLENGE_KINDS.
        grounds: What is wrong.
        by: Who says so; kept with the challenge, never shown in memo or dossier.
        evidence: Sentence ids of the counter-evidence.
    """

    kind: str
    grounds: str
    by: str = ""
    evidence: tuple[str, ...] = ()


def component(graph: Subgraph, target: Node, kind: str) -> Node:
    """The node that a challenge of this kind bears on: the target, or its weakest component (protocol 7.1).

    Raises:
        ContestError: The node cannot be challenged, or not in this way.
    """
    if kind not in CHALLENGE_KINDS:
        raise ContestError(f"there is no challenge of kind {kind!r}", f"Use one of {', '.join(CHALLENGE_KINDS)}.")
    if target.kind not in CHALLENGEABLE:
        raise ContestError(
            f"{target.id} is a {target.kind}, which cannot be challenged", f"Challenge a {', '.join(CHALLENGEABLE)}."
        )
    if target.kind in FITS[kind]:
        return target
    found = next((n for n in _below(graph, target, kind) if n.kind in FITS[kind]), None)
    if found is None:
        raise ContestError(
            f"{target.id} ({target.kind}) has no part that a {kind} challenge speaks to",
            f"A {kind} challenge speaks to a {' or '.join(FITS[kind])}; see `foam why {target.id}`.",
        )
    return found


def _below(graph: Subgraph, target: Node, kind: str) -> list[Node]:
    """Parts of a claim, argument or position, those of its weakest claims first."""
    if target.kind == "TemplateNode":
        return [choice for choice in graph.into(target.id, "CHOSE") if not graph.superseded(choice.id)]
    if target.kind == "Claim":
        claims = [target]
    elif target.kind == "Syllogism":
        claims = [c for c in graph.into(target.id, "FILLS") if not graph.superseded(c.id)]
    elif target.kind == "Position":
        claims = graph.live("Claim")
    else:
        claims = claims_behind(graph, target)
    found = standings(graph)
    claims.sort(key=lambda c: (_WEAKNESS[found[c.id]["class"]] if c.id in found else 0, c.seq, c.ord))
    parts: list[Node] = []
    for claim in claims:
        warrants = [w for w in graph.into(claim.id, "WARRANTS") if not graph.superseded(w.id)]
        parts += [
            *(graph[r] for r in claim_records(graph, claim.id)),
            *warrants,
            *graph.into(claim.id, "QUALIFIES"),
            claim,
        ]
    if kind == "structural":
        traversals = [t for claim in claims for t in graph.out(claim.id, "FOLLOWS")]
        parts = [c for t in traversals for c in graph.out(t.id, "DEPENDS_ON") if not graph.superseded(c.id)]
    return parts


def raised_before(graph: Subgraph, part: Node, lodged: Lodged) -> list[str]:
    """Earlier critiques and challenges of the same part that say much the same."""
    mine = {w for w in lodged.grounds.casefold().split() if len(w) > 3}
    found = []
    for critique in graph.into(part.id, "ATTACKS"):
        theirs = {w for w in str(critique["grounds"]).casefold().split() if len(w) > 3}
        # An objection comes back in other words, so half of the longer ones is enough. Only a note follows from it.
        if mine and len(mine & theirs) >= 0.5 * len(mine):
            found.append(critique.id)
    return found


def challenge_delta(
    graph: Subgraph, target: Node, part: Node, lodged: Lodged, evidence: Evidence, successor: str = ""
) -> Delta:
    """Writes a challenge with its counter-evidence; even a bad one stays (protocol 7.1).

    Args:
        graph: The run.
        target: The node that was named.
        part: The node it bears on.
        lodged: The challenge.
        evidence: The documents, those of the counter-evidence included.
        successor: For a challenge against a superseded position: what to challenge instead.

    Raises:
        ContestError: A normative challenge that names no value.
    """
    delta = Delta()
    quoted = words_of(part)[:QUOTED] or part.get("name", "") or part.get("disclosure_text", "")[:QUOTED] or part.id
    type_, values = _TYPES[lodged.kind], ("", "")
    if lodged.kind == "normative":
        values = named_values(graph, part, lodged.grounds)
        type_ = "value_conflict" if all(values) else "logical_gap"
    ref = delta.node(
        "Challenge",
        type=type_,
        flaw="contested",
        grounds=lodged.grounds,
        quoted=quoted,
        stance_id="",
        value_target=values[0] or None,
        value_critic=values[1] or None,
        kind=lodged.kind,
        by=lodged.by or None,
        stale=bool(successor),
        successor=successor or None,
        pointed_at=target.id if target.id != part.id else None,
    )
    delta.edge("CHALLENGES", ref, target.ref)
    delta.edge("ATTACKS", ref, part.ref)
    if lodged.evidence:
        refs = sentence_refs(graph)
        for sentence_id in lodged.evidence:
            if sentence_id not in refs:
                refs[sentence_id] = add_sentence(delta, evidence, sentence_id)
        record = add_record(delta, evidence, refs, lodged.evidence, f"counter-evidence: {lodged.kind}")
        # The challenge was numbered first; a record that it rests on may follow it, as records rest on nothing.
        delta.edge("RESTS_ON", ref, record)
    return delta


def named_values(graph: Subgraph, part: Node, grounds: str) -> tuple[str, str]:
    """The value on the target's side and the one that the grounds set against it; empty where none is named."""
    claims = [] if part.kind in ("Perspective", "Stakeholder") else claims_behind(graph, part)
    own = [v for claim in claims for v in claim["values"]]
    named = [v for v in values_of(grounds) if v not in own]
    return (own[0] if own else "", named[0] if named else "")


def rule_input(graph: Subgraph, challenge: Node, evidence: Evidence) -> RuleIn:
    """Both sides of a challenge, as the evaluator sees them."""
    part = graph.out(challenge.id, "ATTACKS")[0]
    claims = claims_behind(graph, part)
    claim = claims[0] if claims else None
    quoted = claim_sentences(graph, claim.id) if claim else []
    offered = [s for s in offered_for(graph, claim["leaf"]) if s not in quoted] if claim else []
    counter = [s for r in graph.out(challenge.id, "RESTS_ON") for s in r["sentence_ids"]]
    warrants = graph.into(claim.id, "WARRANTS") if claim else []
    return RuleIn(
        kind=challenge["kind"],
        grounds=challenge["grounds"],
        target_kind=part.kind,
        target=words_of(part) or challenge["quoted"],
        claim=claim["text"] if claim else "",
        warrant=warrants[-1]["text"] if warrants else "",
        form=claim["form"] if claim else "",
        values=list(claim["values"]) if claim else [],
        record=evidence.passages(quoted),
        evidence=evidence.passages(counter),
        offered=evidence.passages(offered),
        alternatives=list(part.get("alternatives", [])),
    )


def provisional_ruling(brief: Brief, graph: Subgraph, challenge: Node, evidence: Evidence, step: str) -> Turn:
    """A machine's ruling, marked provisional; a person's ruling defeats it (protocol 6.4)."""
    turn = Turn(brief, Role.EVALUATOR, step)
    answer = turn.ask("rule", rule_input(graph, challenge, evidence), RateOut)
    if answer is None or answer.verdict not in ("valid", "invalid", "requires_more_evidence"):
        return turn
    ref = turn.delta.node("Ruling", **evaluation_fields(answer), human=False)
    turn.delta.edge("RATES", ref, challenge.ref)
    turn.delta.edge("DECIDES", ref, challenge.ref)
    return turn


def human_ruling_delta(
    challenge: Node, uphold: bool, reason: str, by: str, earlier: Sequence[Node], appeal: bool = False
) -> Delta:
    """A person's ruling; it takes the place of that person's earlier one, and on appeal of every earlier one.

    Args:
        challenge: The challenge.
        uphold: Whether it is right.
        reason: Why.
        by: Who rules.
        earlier: Rulings of people on it; those of others than ``by`` stay and oppose this one, unless it is an appeal.
        appeal: Whether this decides an appeal against the earlier rulings.
    """
    delta = Delta()
    ref = delta.node(
        "Ruling",
        verdict="valid" if uphold else "invalid",
        materiality=1.0,
        recommendation="revise" if uphold else "none",
        reasons=reason,
        stance_id="",
        rule="",
        provisional=False,
        by=by,
        human=True,
    )
    delta.edge("RATES", ref, challenge.ref)
    delta.edge("DECIDES", ref, challenge.ref)
    for old in earlier:
        if appeal or old.get("by") == by:
            delta.edge("SUPERSEDES", ref, old.ref)
    return delta


def ruling_of(graph: Subgraph, challenge: str) -> Node | None:
    """The ruling that counts: a person's before a machine's, the latest of each."""
    found = _standing_rulings(graph, challenge)
    return found[-1] if found else None


def settled(graph: Subgraph, challenge: str) -> str:
    """What the rulings that count come to: a verdict, ``opposed`` where two people differ, or empty without a ruling."""
    verdicts = {str(r["verdict"]) for r in _standing_rulings(graph, challenge)}
    return "opposed" if len(verdicts) > 1 else next(iter(verdicts), "")


def _standing_rulings(graph: Subgraph, challenge: str) -> list[Node]:
    rulings = [r for r in graph.into(challenge, "DECIDES") if not graph.superseded(r.id)]
    people = [r for r in rulings if r["human"]]
    return people or rulings[-1:]


def barred_sentences(part: Node, kind: str) -> frozenset[str]:
    """Sentences that a repair must not use again: those that were struck as beside the point or as picked.

    A sentence that was called too little stays usable beside others.

    Args:
        part: The challenged record or sentence.
        kind: Kind of challenge.
    """
    if kind == "adequacy":
        return frozenset()
    if part.is_a("EvidenceSentence"):
        return frozenset({part["sentence_id"]})
    if part.is_a("EvidenceRecord"):
        return frozenset(part["sentence_ids"])
    return frozenset()
