"""Protocol 6.1, 6.2 and 6.6: what rests on what; and the kernel's own attackers of records."""

from __future__ import annotations

from foam_graph.model.subgraph import Node
from foam_graph.reasoning.sublation.audiences import Source
from foam_graph.reasoning.sublation.drafting import Draft, chain_order
from foam_graph.reasoning.sublation.framework import Refusal

UNFAITHFUL = frozenset({"altered", "paraphrase", "misattributed", "fabricated"})
"""Verdicts of protocol 5.4 that are not faithful; ``not_found`` and ``error`` are not counted."""


def add_support(draft: Draft) -> None:
    """Adds rules 1, 2 and 6 to a draft."""
    for record in draft.graph.of("EvidenceRecord"):
        add_record_rules(draft, record)
    for sentence in draft.graph.of("EvidenceSentence"):
        if draft.has(sentence.id):
            _validate(draft, sentence)
            for document in draft.graph.out(sentence.id, "FROM_DOCUMENT"):
                draft.falls_with(draft.at(sentence.id), document.id, 1, "its document fell")
    rivals: set[frozenset[str]] = set()
    for claim in draft.graph.live("Claim"):
        _add_lines(draft, claim)
        for rival in draft.graph.out(claim.id, "REBUTS"):
            pair = frozenset((claim.id, rival.id))
            if len(pair) == 2 and pair not in rivals and not draft.graph.superseded(rival.id):
                rivals.add(pair)
                _rebut(draft, claim.id, rival.id)
    for syllogism in draft.graph.live("Syllogism"):
        _add_syllogism(draft, syllogism)
    if draft.version > 1:
        return  # premises of protocol 6.14 take the place of what follows
    for kind in ("Claim", "Critique", "Reply"):
        for node in draft.graph.of(kind):
            for part in draft.graph.out(node.id, "RESTS_ON"):
                rule = 6 if kind == "Claim" else 1
                draft.falls_with(draft.at(node.id), part.id, rule, "rests on it")


def add_record_rules(draft: Draft, record: Node) -> None:
    """Rule 1, the policies of rule 7 and the validator, for one record.

    A record that quotes nothing is not severed by anything: there is no sentence to rest on. A severable record stands
    for an audience while one sentence of a source that it admits stands; any other needs all its sources admitted.
    """
    _validate(draft, record)
    sentences = sorted(draft.graph.out(record.id, "QUOTES"), key=lambda n: n.id)
    sources = _sources(draft, record, sentences)
    if record.get("severable", False) and sentences:
        none_left = draft.derive(f"no-sentence:{record.id}", record.id)
        draft.frame.attack(none_left, draft.at(record.id), 1, "no sentence of it stands")
        for sentence in sentences:
            use = draft.derive(f"use:{record.id}/{sentence.id}", sentence.id)
            draft.frame.attack(use, none_left, 1, "stands")
            draft.falls_with(use, sentence.id, 1, "the sentence fell")
            _refuse(draft, use, record.id, sources.get(_doc_id(draft, sentence)))
        return
    for sentence in sentences:
        draft.falls_with(draft.at(record.id), sentence.id, 1, "a sentence it rests on fell")
    for source in sorted(sources.values()):
        _refuse(draft, draft.at(record.id), record.id, source)


def _doc_id(draft: Draft, sentence: Node) -> str:
    documents = draft.graph.out(sentence.id, "FROM_DOCUMENT")
    return documents[0].id if documents else str(sentence.get("doc_id", ""))


def _sources(draft: Draft, record: Node, sentences: list[Node]) -> dict[str, Source]:
    """Sources of a record by document id: from the documents, else from what the record itself states."""
    found: dict[str, Source] = {}
    for name, source_class in zip(record.get("documents", []), record.get("source_classes", []), strict=False):
        found[name] = Source(name, source_class, record.get("newest", ""))
    for sentence in sentences:
        for document in draft.graph.out(sentence.id, "FROM_DOCUMENT"):
            found[document.id] = Source(document.id, document.get("source_class", ""), document.get("date", ""))
    return found


def _refuse(draft: Draft, target: int, record_id: str, source: Source | None) -> None:
    if source is not None:
        policy = draft.derive(f"policy:{record_id}", record_id)
        why = f"the evidence policy does not admit {source.document} ({source.source_class})"
        draft.frame.attack(policy, target, 7, why, Refusal(source))


def _validate(draft: Draft, node: Node) -> None:
    """The kernel's own attacker: the latest verdict about the quotation is unfaithful."""
    verdict = latest_verdict(draft, node)
    if verdict in UNFAITHFUL:
        draft.strike(node.id, "validator", 1, f"its quotation is {verdict}")


def latest_verdict(draft: Draft, node: Node) -> str:
    """What the latest validation says of the quotation of a record or sentence; empty where there is none."""
    results = sorted(draft.graph.into(node.id, "VALIDATES"), key=chain_order)
    return str(results[-1].get("verdict", "")) if results else ""


def _add_lines(draft: Draft, claim: Node) -> None:
    """Rule 2 for one claim.

    ``required``: a line needs a warrant with at least one record. ``optional``: a warrant without records is a line
    too. ``none``: the warrant alone is the line, and a claim without warrant needs nothing.
    """
    evidence = claim.get("evidence", "required")
    warrants = draft.graph.into(claim.id, "WARRANTS")
    if evidence == "none" and not warrants:
        return
    missing = draft.derive(f"no-line:{claim.id}", claim.id)
    draft.frame.attack(missing, draft.at(claim.id), 2, "no line of it stands")
    groups = _groups(draft, claim)
    for warrant, records in _live_lines(draft, warrants):
        if evidence == "none":
            line = draft.frame.add(f"line:{warrant}/bare", warrant, "line", "Warrant")
            draft.falls_with(line, warrant, 2, "its warrant fell")
        elif records or evidence == "optional":
            line = _line(draft, warrant, records) if not groups else _grouped(draft, claim, warrant, records, groups)
        else:
            continue
        draft.frame.attack(line, missing, 2, "stands")


def _live_lines(draft: Draft, warrants: list[Node]) -> list[tuple[str, tuple[str, ...]]]:
    """Warrants for a claim with their records; a superseded warrant is replaced by its live versions."""
    lines: dict[str, tuple[str, ...]] = {}
    for warrant in sorted(warrants, key=lambda w: (draft.graph.superseded(w.id), chain_order(w))):
        for head in draft.heads(warrant.id):
            own = draft.graph.out(head, "USES") or draft.graph.out(warrant.id, "USES")
            lines.setdefault(head, tuple(sorted(n.id for n in own)))
    return sorted(lines.items())


def _line(draft: Draft, warrant: str, records: tuple[str, ...]) -> int:
    id_ = f"line:{warrant}"
    known = id_ in draft.frame.index
    line = draft.frame.add(id_, warrant, "line", "Warrant")
    if not known:
        draft.falls_with(line, warrant, 2, "its warrant fell")
        for record in records:
            draft.falls_with(line, record, 2, "its record fell")
    return line


def _groups(draft: Draft, claim: Node) -> dict[str, str]:
    """Records of a claim that corroborate one another, by the name of their group (protocol 6.14)."""
    if draft.version < 2:
        return {}
    edges = draft.graph.out_edges(claim.id, "RESTS_ON")
    return {edge.end: edge.fields["group"] for edge in edges if edge.fields.get("group")}


def _grouped(draft: Draft, claim: Node, warrant: str, records: tuple[str, ...], groups: dict[str, str]) -> int:
    """A line in which records of one group corroborate one another: it falls with the last of a group."""
    line = draft.frame.add(f"line:{warrant}/{claim.id}", warrant, "line", "Warrant")
    draft.falls_with(line, warrant, 2, "its warrant fell")
    for record in records:
        if record not in groups:
            draft.falls_with(line, record, 2, "its record fell")
    for group in sorted({groups[record] for record in records if record in groups}):
        none = draft.derive(f"none-of:{warrant}/{claim.id}/{group}", claim.id)
        for record in records:
            for head in draft.heads(record) if groups.get(record) == group else ():
                if draft.has(head):
                    draft.frame.attack(draft.at(head), none, 14, "stands")
        draft.frame.attack(none, line, 14, "none of what it rests on stands")
    return line


def _rebut(draft: Draft, one: str, other: str) -> None:
    """Rule 6, both ways; the edge may be stored in either direction or twice."""
    a, b = draft.at(one), draft.at(other)
    draft.frame.attack(a, b, 6, "cannot both hold")
    draft.frame.attack(b, a, 6, "cannot both hold")


def _add_syllogism(draft: Draft, syllogism: Node) -> None:
    """Rule 6: a component stands while one live claim that fills it stands."""
    filling: dict[str, set[str]] = {}
    for edge in draft.graph.in_edges(syllogism.id, "FILLS"):
        if edge.start in draft.graph:
            filling.setdefault(edge.fields.get("component", ""), set()).update(draft.heads(edge.start))
    for component in syllogism.get("required", []):
        lost = draft.derive(f"no-component:{syllogism.id}/{component}", syllogism.id)
        draft.frame.attack(lost, draft.at(syllogism.id), 6, f"its {component} does not stand")
        for claim in sorted(filling.get(component, ())):
            draft.frame.attack(draft.at(claim), lost, 6, "stands")
