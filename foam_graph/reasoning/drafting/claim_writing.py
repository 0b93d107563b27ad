"""A filled slot as the graph keeps it: the claim with its warrant, records, Toulmin parts and highlighted words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from foam_graph.agents.tasks.table import FillSlotOut
from foam_graph.corpus.quotations.assembling import JOIN
from foam_graph.model.delta import Delta, Ref
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.drafting.structure import syllogism_nodes, traversal_nodes
from foam_graph.reasoning.evidence import Evidence, add_record, sentence_refs
from foam_graph.reasoning.highlighting import Span, flat, highlight, whole, words_of_text, words_read_of
from foam_graph.reasoning.templates.traversal import Traversal
from foam_graph.reasoning.templates.tree import Template
from foam_graph.reasoning.turns import Turn, json_text

CALCULUS = ("timeframe", "probability", "magnitude", "reversibility")


def add_claim(
    turn: Turn,
    graph: Subgraph,
    answer: FillSlotOut,
    slot: Traversal,
    evidence: Evidence,
    rests_on: Sequence[Ref],
    template: Template,
    room: int,
    condition: str = "",
) -> Ref:
    """Writes one claim with everything it stands on; the system assembles its quotation from sentence ids.

    Args:
        turn: The turn that writes.
        graph: The run so far.
        answer: The draft.
        slot: Its slot.
        evidence: The documents.
        rests_on: Claims that it falls with.
        template: The run's template.
        room: Words that may be read aloud for it: where the quotations do not fit, only the highlighted words are.
        condition: Value condition of a version that a slot was branched into.
    """
    delta = turn.delta
    records = _records(answer)
    read = _highlights(answer, records, evidence, room)
    values = [v for v in dict.fromkeys(answer.values) if v]
    claim = delta.node(
        "Claim",
        text=answer.text,
        leaf=slot.leaf_id,
        component=slot.component,
        syllogism_type=slot.syllogism_type,
        stance_id=turn.stance_id,
        evidence=slot.evidence,
        values=values,
        form=answer.form,
        words=_spoken(answer, records) + sum(words_read_of(q, spans) for q, spans in read),
        calculus=_calculus(answer, slot, template),
        absent=[part for part in ("backing", "qualifier", "rebuttal") if not getattr(answer, part).strip()] or None,
        condition=condition or None,
    )
    delta.edge("PROPOSES", turn.me, claim)
    delta.edge("FILLS", claim, syllogism_nodes(graph)[slot.instance_id].ref, component=slot.component)
    delta.edge("FOLLOWS", claim, traversal_nodes(graph)[slot.leaf_id].ref)
    for other in rests_on:
        delta.edge("RESTS_ON", claim, other)
    warrant = delta.node("Warrant", text=answer.warrant)
    delta.edge("WARRANTS", warrant, claim)
    refs = sentence_refs(graph)
    # A line rests on all its records (protocol 6.2): each is its own quotation of at most five sentences.
    for (ids, tag), (quotation, spans) in zip(records, read, strict=True):
        marked = None if spans == whole(quotation) else flat(spans)
        record = add_record(delta, evidence, refs, ids, tag, marked)
        delta.edge("SUPPORTS", record, claim)
        delta.edge("USES", warrant, record)
    _add_parts(delta, answer, claim, warrant)
    return claim


def _add_parts(delta: Delta, answer: FillSlotOut, claim: Ref, warrant: Ref) -> None:
    for kind, text, edge, end in (
        ("Backing", answer.backing, "BACKS", warrant),
        ("Qualifier", answer.qualifier, "QUALIFIES", claim),
        ("Rebuttal", answer.rebuttal, "EXCEPTS", claim),
    ):
        if text.strip():
            delta.edge(edge, delta.node(kind, text=text), end)


def _records(answer: FillSlotOut) -> list[tuple[list[str], str]]:
    """Sentence ids and tag of each record that an answer asks for."""
    asked = [(answer.evidence, answer.tag), *((one.evidence, one.tag) for one in answer.further)]
    return [(ids, tag or answer.tag or "evidence") for ids, tag in asked if ids]


def _spoken(answer: FillSlotOut, records: Sequence[tuple[list[str], str]]) -> int:
    """Words read aloud beside the quotations: the assertion and the tags."""
    return sum(len(text.split()) for text in (answer.text, *(tag for _, tag in records)))


def _quotations(records: Sequence[tuple[list[str], str]], evidence: Evidence) -> list[str]:
    return [JOIN.join(evidence.sentences[i].text for i in ids) for ids, _ in records]


def words_in_full(answer: FillSlotOut, evidence: Evidence) -> int:
    """Words that an answer would take if its quotations were read from end to end."""
    records = _records(answer)
    return _spoken(answer, records) + sum(words_of_text(q) for q in _quotations(records, evidence))


def _highlights(
    answer: FillSlotOut, records: Sequence[tuple[list[str], str]], evidence: Evidence, room: int
) -> list[tuple[str, tuple[Span, ...]]]:
    """The quotation of each record with the spans of it that are read aloud."""
    texts = _quotations(records, evidence)
    return list(zip(texts, highlight(texts, answer.text, room - _spoken(answer, records)), strict=True))


def _calculus(answer: FillSlotOut, slot: Traversal, template: Template) -> str | None:
    component = template.library().type_named(slot.syllogism_type).component(slot.component)
    if not component.calculus:
        return None
    found: Mapping[str, Any] = {name: getattr(answer, name) or "absent" for name in CALCULUS}
    return json_text(found)
