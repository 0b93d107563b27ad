"""Protocol 6.14 and 6.15: premises that are needed or enough together, undercuts, and rulings by people."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from foam_graph.model.subgraph import Node
from foam_graph.reasoning.sublation.attack_rules import Objections
from foam_graph.reasoning.sublation.audiences import Source
from foam_graph.reasoning.sublation.drafting import Draft
from foam_graph.reasoning.sublation.framework import Refusal
from foam_graph.reasoning.sublation.ratings import evaluator_of
from foam_graph.reasoning.sublation.support_rules import UNFAITHFUL, latest_verdict

RESTING = (
    "Claim",
    "Critique",
    "Reply",
    "Finding",
    "Issue",
    "Option",
    "Relief",
    "Calculation",
    "RuleApplication",
    "Weighing",
    "EvidenceRecord",
)
_OWN_POLICY = ("Claim", "Finding", "Calculation", "RuleApplication")
"""Kinds whose sentences are judged by an audience's policy; whoever criticises, weighs or asks sees everything."""


def add_premises(draft: Draft) -> None:
    """Adds premises and undercuts to a draft."""
    for kind in RESTING:
        for node in draft.graph.of(kind):
            add_premises_of(draft, node)
    for kind in ("RuleApplication", "Claim"):
        for node in draft.graph.live(kind):
            for target in draft.graph.out(node.id, "UNDERCUTS"):
                _undercut(draft, node, draft.heads(target.id))


def add_premises_of(draft: Draft, node: Node) -> None:
    """Adds the premises of one node."""
    groups: dict[str, list[int]] = defaultdict(list)
    me = draft.at(node.id)
    for edge in draft.graph.out_edges(node.id, "RESTS_ON"):
        if not draft.has(edge.end):
            continue
        group = edge.fields.get("group") or ""
        part = _use(draft, node, edge.end)
        if part is not None and not group:
            draft.falls_with_argument(me, part, 14, "rests on it")
        elif part is not None:
            groups[group].append(part)
        elif group:
            groups[group].extend(draft.at(head) for head in draft.heads(edge.end) if draft.has(head))
        elif node.is_a("Critique"):
            # Of its own, so that a ruling can save this critique without saving everything that rests on the record.
            draft.frame.attack(_own_loss(draft, node, edge.end), me, 14, "rests on it")
        else:
            draft.falls_with(me, edge.end, 14, "rests on it")
    for group, members in groups.items():
        none = draft.derive(f"none-of:{node.id}/{group}", node.id)
        for member in members:
            draft.frame.attack(member, none, 14, "stands")
        draft.frame.attack(none, me, 14, "none of what it rests on stands")


def _use(draft: Draft, node: Node, part: str) -> int | None:
    """The use of a sentence by a node whose sources an audience may refuse; nothing where no policy speaks."""
    sentence = draft.graph[part]
    if node.kind not in _OWN_POLICY or sentence.kind != "EvidenceSentence":
        return None
    documents = draft.graph.out(part, "FROM_DOCUMENT")
    if not documents:
        return None
    use = draft.derive(f"use:{node.id}/{part}", part)
    draft.falls_with(use, part, 14, "the sentence fell")
    for document in documents:
        source = Source(document.id, document.get("source_class", ""), document.get("date", ""))
        policy = draft.derive(f"policy:{node.id}", node.id)
        why = f"the evidence policy does not admit {source.document} ({source.source_class})"
        draft.frame.attack(policy, use, 7, why, Refusal(source))
    return use


def _own_loss(draft: Draft, node: Node, part: str) -> int:
    lost = draft.derive(f"loss:{node.id}/{part}", part)
    for head in draft.heads(part):
        if draft.has(head):
            draft.frame.attack(draft.at(head), lost, 14, "stands")
    return lost


def _undercut(draft: Draft, node: Node, targets: Sequence[str]) -> None:
    """Where it holds, the other does not apply; a condition that is disputed leaves the other undecided.

    Whether a condition is met is mostly an issue of its own: an application that rests on a conclusion goes by that.
    """
    met = node.get("met", "met") if node.kind == "RuleApplication" else "met"
    if met == "not_met":
        return
    me = draft.at(node.id)
    concluded = any(n.kind == "Claim" for n in draft.graph.out(node.id, "RESTS_ON"))
    if met != "met" and not concluded and not draft.graph.out_edges(node.id, "PRESUPPOSES"):
        me = draft.derive(f"exception:{node.id}", node.id)
        draft.frame.attack(me, me, 14, "whether its condition is met is open")
        draft.falls_with_argument(me, draft.at(node.id), 14, "the exception fell")
    for target in targets:
        if draft.has(target):
            draft.frame.attack(me, draft.at(target), 14, "does not apply where this holds")


def add_rulings(draft: Draft, objections: Objections) -> None:
    """What a person upheld stands, while the ruling stands, against machines and the loss of its records.

    Only an appeal undoes it, or a quotation of its records that is not faithful.
    """
    for ruling in draft.graph.live("Ruling"):
        if ruling.get("verdict") != "valid" or not evaluator_of(draft.graph, ruling).person:
            continue
        for target in {n.id: n for n in draft.graph.out(ruling.id, "RATES", "DECIDES")}.values():
            if target.is_a("Critique") and ruling.id not in draft.frame.refused:
                _uphold(draft, draft.at(ruling.id), target, objections)


def _uphold(draft: Draft, ruling: int, challenge: Node, objections: Objections) -> None:
    for objection in objections.get(challenge.id, ()):
        if draft.graph[objection.critique].kind == "Critique":
            draft.frame.attack(ruling, objection.argument, 15, "a person upheld the challenge")
    # Of an issue there is no version that could meet the challenge: the reply that announces the new part stands for it.
    on_issue = any(target.kind == "Issue" for target in draft.graph.out(challenge.id, "ATTACKS"))
    for reply in draft.graph.into(challenge.id, "ANSWERS"):
        if reply.kind == "Reply" and not (on_issue and reply.get("concedes", False)):
            draft.frame.attack(ruling, draft.at(reply.id), 15, "a person upheld the challenge")
    brought: dict[str, list[Node]] = defaultdict(list)
    for edge in draft.graph.out_edges(challenge.id, "RESTS_ON"):
        if edge.end in draft.graph:
            group = edge.fields.get("group") or ""
            brought[f"none-of:{challenge.id}/{group}" if group else f"loss:{challenge.id}/{edge.end}"].append(
                draft.graph[edge.end]
            )
    for loss, parts in brought.items():
        if loss not in draft.frame.index:
            continue
        draft.frame.attack(ruling, draft.at(loss), 15, "a person upheld the challenge")
        if all(_unfaithful(draft, part) for part in parts):
            draft.strike(challenge.id, "unfaithful", 15, "what it quotes is not faithful")


def _unfaithful(draft: Draft, part: Node) -> bool:
    quoted = [part, *draft.graph.out(part.id, "QUOTES")] if not part.get("severable", False) else [part]
    return any(latest_verdict(draft, node) in UNFAITHFUL for node in quoted)
