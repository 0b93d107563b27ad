"""What was recalled from memory in a debate, on its page: which schemes that made likely, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from foam_graph.exchange.dossier.debate_reading import SIDE_WORDS, DebateReading, copied_of, scheme_name
from foam_graph.exchange.dossier.words import clipped, listed
from foam_graph.findings.debate.schemes import SCHEME_IDS
from foam_graph.model.subgraph import Edge, Node
from foam_graph.reasoning.debating.recalling import MemoryItem

_LONG = 240


@dataclass(frozen=True)
class RecordView:
    """A record that was recalled: what it says, where it is from, whether it was shown to the speaker."""

    rank: int
    text: str
    told: str
    shown: bool
    copied: bool


@dataclass(frozen=True)
class RecalledView:
    """What was recalled before one speech."""

    turn: int
    speaker: str
    words: str
    fell_back: bool
    likely: str
    used: str
    unused: str
    records: tuple[RecordView, ...]


def recalled_views(reading: DebateReading, memory: Mapping[str, MemoryItem]) -> tuple[RecalledView, ...]:
    """What was recalled, speech by speech."""
    return tuple(
        _recalled(reading, memory, node, recalled)
        for node in reading.spoken
        for recalled in reading.graph.out(node.id, "RESTS_ON")
        if recalled.kind == "Recollection"
    )


def _recalled(reading: DebateReading, memory: Mapping[str, MemoryItem], node: Node, recalled: Node) -> RecalledView:
    claimed = {one for one in node.get("schemes") or () if one}
    likely = list(recalled["schemes"])
    copied = {record for _, record in copied_of(node)}
    edges = sorted(reading.graph.out_edges(recalled.id, "RECALLED"), key=lambda edge: int(edge.fields["rank"]))
    return RecalledView(
        turn=node["turn"],
        speaker=str(node["speaker"]),
        words=", ".join(recalled["keywords"]),
        fell_back=bool(recalled["fell_back"]),
        likely=listed([scheme_name(one) for one in likely]),
        used=listed([scheme_name(one) for one in likely if one in claimed]),
        unused=listed([scheme_name(one) for one in likely if one not in claimed]),
        records=tuple(_record(edge, memory.get(edge.end), edge.end in copied) for edge in edges),
    )


def _record(edge: Edge, item: MemoryItem | None, copied: bool) -> RecordView:
    rank, shown = int(edge.fields["rank"]), bool(edge.fields["exemplar"])
    if item is None:
        return RecordView(rank, "", "a record that is not in the memory any more, or was not at hand", shown, copied)
    named = [scheme_name(one) for one in SCHEME_IDS if one in item.labels]
    told = f"said {SIDE_WORDS[item.side]} “{item.topic}”, {item.stage}"
    return RecordView(rank, clipped(item.text, _LONG), told + (f"; {listed(named)}" if named else ""), shown, copied)
