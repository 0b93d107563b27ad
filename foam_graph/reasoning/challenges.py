"""Challenges: what a person may attack, what that means for sublation, and the provisional ruling (protocol 7). Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from foam_graph.agents.tasks.table import RuleIn, RulingOut
from foam_graph.model.delta import Delta
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.agenda_versions.made import told_of_agenda
from foam_graph.reasoning.attacked import claims_behind, words_of
from foam_graph.reasoning.challenge_targets import WITHOUT_CLAIMS, contested_rating, gainers, told_of
from foam_graph.reasoning.evidence import (
    Evidence,
    add_record,
    add_sentence,
    claim_sentences,
    offered_for,
    sentence_refs,
)
from foam_graph.reasoning.opening import turn_of
from foam_graph.reasoning.perspectives.library import Perspective, values_of
from foam_graph.reasoning.remedies import Remedy
from foam_graph.reasoning.rulings import ruling_of, settled, standing_rulings
from foam_graph.reasoning.sublation.ratings import evaluator_of
from foam_graph.reasoning.turns import Brief, Turn, json_text, view

_TYPES = {
    "relevance": "logical_gap",
    "adequacy": "missing_evidence",
    "selection_bias": "missing_evidence",
    "inferential": "logical_gap",
    "scope": "scope_overreach",
    "normative": "value_conflict",
    "structural": "logical_gap",
}
COUNTER = "counter-evidence"
"""Name of the any-of group of the records that a challenge brings."""
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
        remedy: For a normative one, what should follow.
    """

    kind: str
    grounds: str
    by: str = ""
    evidence: tuple[str, ...] = ()
    remedy: Remedy = field(default_factory=Remedy)


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
    quoted = (
        (words_of(part) if part.kind != "Agenda" else "")
        or part.get("statement")
        or part.get("name")
        or part.get("disclosure_text")
        or told_of(graph, part)
        or part.id
    )
    type_, values = _TYPES[lodged.kind], ("", "")
    if lodged.kind == "normative":
        values = named_values(graph, part, lodged.grounds)
        type_ = "value_conflict" if all(values) else "logical_gap"
    ref = delta.node(
        "Challenge",
        type=type_,
        flaw="contested",
        grounds=lodged.grounds,
        quoted=str(quoted)[:QUOTED],
        stance_id="",
        value_target=values[0] or None,
        value_critic=values[1] or None,
        kind=lodged.kind,
        by=lodged.by or None,
        stale=bool(successor),
        successor=successor or None,
        pointed_at=target.id if target.id != part.id else None,
        remedy=json_text(lodged.remedy.as_data()) if lodged.remedy else None,
    )
    delta.edge("CHALLENGES", ref, target.ref)
    delta.edge("ATTACKS", ref, part.ref)
    if lodged.evidence:
        refs = sentence_refs(graph)
        for sentence_id in lodged.evidence:
            if sentence_id not in refs:
                refs[sentence_id] = add_sentence(delta, evidence, sentence_id)
        # A record for each sentence, any of which is enough: what is said against one of them leaves the others.
        group = {"group": COUNTER} if len(lodged.evidence) > 1 else {}
        for sentence_id in lodged.evidence:
            record = add_record(delta, evidence, refs, [sentence_id], f"counter-evidence: {lodged.kind}")
            # The challenge was numbered first; a record that it rests on may follow it, as records rest on nothing.
            delta.edge("RESTS_ON", ref, record, **group)
    return delta


def named_values(graph: Subgraph, part: Node, grounds: str) -> tuple[str, str]:
    """The value on the target's side and the one that the grounds set against it; empty where none is named."""
    claims = [] if part.kind in WITHOUT_CLAIMS else claims_behind(graph, part)
    own = [v for claim in claims for v in claim["values"]]
    named = [v for v in values_of(grounds) if v not in own]
    return (own[0] if own else "", named[0] if named else "")


def rule_input(graph: Subgraph, challenge: Node, evidence: Evidence, judge: Perspective | None = None) -> RuleIn:
    """Both sides of a challenge, as the evaluator sees them.

    Args:
        graph: The run.
        challenge: The challenge.
        evidence: The documents.
        judge: The perspective that rules, where it is not the panel.
    """
    part = graph.out(challenge.id, "ATTACKS")[0]
    claims = [] if part.kind in WITHOUT_CLAIMS else claims_behind(graph, part)
    claim = claims[0] if claims else None
    quoted = claim_sentences(graph, claim.id) if claim else cited_by(graph, part)
    offered = [s for s in offered_for(graph, claim["leaf"]) if s not in quoted] if claim else []
    counter = [s for r in graph.out(challenge.id, "RESTS_ON") for s in r["sentence_ids"]]
    warrants = graph.into(claim.id, "WARRANTS") if claim else []
    asked = Remedy.of(challenge).told()
    return RuleIn(
        kind=challenge["kind"],
        grounds=challenge["grounds"] + (f" What should follow: {asked}." if asked else ""),
        target_kind=part.kind,
        target=told_of(graph, part) or challenge["quoted"],
        claim=claim["text"] if claim else "",
        warrant=warrants[-1]["text"] if warrants else "",
        form=claim["form"] if claim else "",
        values=list(claim["values"]) if claim else [],
        record=evidence.passages(quoted),
        evidence=evidence.passages(counter),
        offered=evidence.passages(offered),
        alternatives=list(part.get("alternatives", [])),
        view=view(judge) if judge is not None else None,
    )


def cited_by(graph: Subgraph, part: Node) -> list[str]:
    """The sentences that an utterance cites; none of anything else."""
    records = graph.out(part.id, "RESTS_ON") if part.kind == "Utterance" else []
    return list(dict.fromkeys(s for r in records if r.is_a("EvidenceRecord") for s in r["sentence_ids"]))


def judge_of(brief: Brief, graph: Subgraph, challenge: Node) -> Perspective | Literal["nobody"] | None:
    """Who may rule on a challenge before a person does: the panel (None), a perspective, or nobody.

    A machine's rating is not judged by the panel, whose rating it may be, but by a perspective that neither wrote it
    nor gains from it; what a person ruled is judged by people alone (protocol 7.3).
    """
    rating = contested_rating(graph, challenge)
    if rating is None:
        return None
    if evaluator_of(graph, rating).person:
        return "nobody"
    barred = gainers(graph, rating)
    return next((p for p in brief.perspectives if p.stance_id not in barred), "nobody")


def provisional_ruling(brief: Brief, graph: Subgraph, challenge: Node, evidence: Evidence, step: str) -> Turn | None:
    """A machine's ruling, marked provisional; a person's ruling defeats it (protocol 6.4).

    Returns:
        The turn; None where no machine may rule.
    """
    judge = judge_of(brief, graph, challenge)
    if isinstance(judge, str):
        return None
    turn = turn_of(brief, Role.EVALUATOR, step, judge) if judge is not None else Turn(brief, Role.EVALUATOR, step)
    answer = turn.ask("rule", rule_input(graph, challenge, evidence, judge), RulingOut)
    if answer is None:
        return turn
    ref = turn.delta.node(
        "Ruling",
        verdict=answer.verdict,
        materiality=float(answer.materiality),
        recommendation=answer.recommendation,
        reasons=answer.reasons,
        stance_id=turn.stance_id,
        rule=answer.rule,
        provisional=True,
        human=False,
    )
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


OWN_RULING = "Whoever lodged this challenge also ruled on it."
WITHDRAWN = "Whoever lodged this challenge withdrew it."
UNNAMED = "whoever raised it"
"""Who takes a challenge back that nobody's name was left with."""


def same_person(one: str, other: str) -> bool:
    """Whether two names as given are one; nobody is nobody."""
    a, b = (" ".join(name.split()).casefold() for name in (one, other))
    return bool(a) and a == b


def note_of(challenge: Node, uphold: bool, by: str) -> dict[str, str]:
    """What the activity of a person's ruling says of who ruled: nothing, unless it is who raised the challenge."""
    raised = str(challenge.get("by", ""))
    own = same_person(raised, by) if raised else by == UNNAMED
    return {"note": OWN_RULING if uphold else WITHDRAWN} if own else {}


def withdrew(graph: Subgraph, challenge: Node) -> bool:
    """Whether whoever raised a challenge took it back: the ruling that counts is theirs, and rejects it."""
    ruling = ruling_of(graph, challenge.id)
    if ruling is None or not ruling["human"] or settled(graph, challenge.id) != "invalid":
        return False
    raised, ruled = str(challenge.get("by", "")), str(ruling.get("by", ""))
    return same_person(raised, ruled) if raised else ruled == UNNAMED


def remarks(graph: Subgraph, challenge: Node) -> list[str]:
    """What a reader should know of how a challenge was ruled on."""
    rulings = standing_rulings(graph, challenge.id)
    found = []
    if withdrew(graph, challenge):
        found.append(WITHDRAWN)
    elif any(same_person(str(challenge.get("by", "")), str(ruling.get("by", ""))) for ruling in rulings):
        found.append(OWN_RULING)
    if not rulings and contested_rating(graph, challenge) is not None:
        found.append("No machine may rule on this: each has a part in what was rated, or a person ruled it.")
    told = told_of_agenda(graph, challenge)
    if told:
        found.append(told)
    # What it attacks may be of another chain that is not read here.
    whom = any(part.kind in ("Perspective", "Stakeholder") for part in graph.out(challenge.id, "ATTACKS")[:1])
    if whom and settled(graph, challenge.id) == "valid" and not Remedy.of(challenge):
        found.append("It asked for no change, so that weights and those heard stay; it stands in the memo.")
    return found


def next_step(graph: Subgraph, challenge: Node) -> str:
    """What can be done next about a challenge, in words."""
    command = f"foam rule {challenge.id} --uphold|--reject --reason TEXT --by NAME"
    verdict = settled(graph, challenge.id)
    ruling = ruling_of(graph, challenge.id)
    if ruling is None:
        return f"Nobody has ruled on it; a person does with: {command}"
    if verdict == "opposed":
        return f"People disagree about it; an appeal decides with: {command} --appeal"
    if not ruling["human"]:
        return f"A machine ruled, provisionally; a person rules with: {command}"
    return f"A person ruled; on appeal another decides with: {command} --appeal"
