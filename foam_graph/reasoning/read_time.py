"""Words read aloud and their budgets (protocol 4.4): the claim's text, the tags, the highlighted words of quotations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from foam_graph.corpus.quotations.assembling import JOIN
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.evidence import claim_records
from foam_graph.reasoning.highlighting import Span, paired, whole, words_of_text, words_read_of
from foam_graph.reasoning.slot_versions import claims_by_slot


@dataclass(frozen=True)
class Condensed:
    """How much of the live quotations is read.

    Attributes:
        records: Records that are not read whole.
        unread: Of these, records of which nothing is read.
        read: Words read of them.
        words: Words that they have.
    """

    records: int
    unread: int
    read: int
    words: int


def read_spans(record: Node) -> tuple[Span, ...]:
    """What is read aloud of a record's quotation: its highlights, or all of it where it has none."""
    stored, quotation = record.get("highlights"), str(record.get("quotation", ""))
    if stored is None:
        return whole(quotation)
    # An erased quotation has no words, whatever was highlighted of it.
    kept: list[Span] = []
    for start, end in paired(stored):
        if (kept[-1][1] if kept else 0) <= start < end <= len(quotation):
            kept.append((start, end))
    return tuple(kept)


def sentence_spans(record: Node) -> list[tuple[Span, ...]]:
    """For each sentence of a record, the spans of its text that are read aloud."""
    found: list[tuple[Span, ...]] = []
    spans, at = read_spans(record), 0
    for text in str(record.get("quotation", "")).split(JOIN):
        end = at + len(text)
        found.append(tuple((max(a, at) - at, min(b, end) - at) for a, b in spans if a < end and b > at))
        at = end + len(JOIN)
    return found


def spoken(graph: Subgraph, claim: Node) -> int:
    """Words of a claim that are read aloud."""
    records = [graph[record] for record in claim_records(graph, claim.id)]
    quoted = sum(_read(record) for record in records)
    return quoted + sum(len(str(node.get(name, "")).split()) for node, name in _told(claim, records))


def _told(claim: Node, records: Sequence[Node]) -> list[tuple[Node, str]]:
    return [(claim, "text"), *((record, "tag") for record in records)]


def _read(record: Node) -> int:
    return words_read_of(str(record.get("quotation", "")), read_spans(record))


def words_read(graph: Subgraph) -> dict[str, int]:
    """Words read aloud per slot: of versions under opposed conditions one is read, so the longest counts."""
    return {leaf: max(spoken(graph, c) for c in claims) for leaf, claims in claims_by_slot(graph).items()}


def condensed(graph: Subgraph) -> Condensed:
    """How much of the quotations behind live claims is left unread."""
    records = [graph[r] for claim in graph.live("Claim") for r in claim_records(graph, claim.id)]
    cut = [(_read(r), words_of_text(str(r.get("quotation", "")))) for r in records]
    cut = [(read, words) for read, words in cut if read < words]
    return Condensed(
        len(cut), sum(1 for read, _ in cut if not read), sum(read for read, _ in cut), sum(words for _, words in cut)
    )
