"""The view model of a debate's page: plain data, in the order in which it is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from foam_graph.exchange.dossier.claims import LinkView
from foam_graph.exchange.dossier.debate_memory import RecalledView, recalled_views
from foam_graph.exchange.dossier.debate_reading import SIDE_WORDS, DebateReading
from foam_graph.exchange.dossier.debate_turns import SpeechView, speech_views
from foam_graph.exchange.dossier.evidence import CONTEXT, PieceView, Sources, SourceView
from foam_graph.exchange.dossier.making import AgentView, agents, models_used
from foam_graph.exchange.dossier.reading import object_of
from foam_graph.exchange.dossier.words import capital, clipped, clock, counted, listed, plain
from foam_graph.findings.debate.spoken import SIDES, Side
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.debating.flow import Argument
from foam_graph.reasoning.debating.recalling import MemoryItem
from foam_graph.reasoning.evidence import Evidence, citable

_CELL = 150
"""Width to which an argument is clipped in the flow; the whole of it is one click away."""
PLAYS = {
    "r-debater": "an R-Debater, which recalls from memory, reads its opponent’s logic and mends what its judge rejects",
    "baseline": "a baseline, which drafts once, without memory and without reading its opponent’s logic",
    "person": "a person, or turns given in a file",
}
"""Kinds of players in words."""


@dataclass(frozen=True)
class SpeakerView:
    """One side: what it is called, what it stands for, who plays it."""

    name: str
    side: str
    told: str
    plays: str


@dataclass(frozen=True)
class CellView:
    """An argument in the flow.

    Attributes:
        link: Where it stands in the transcript.
        text: Its beginning.
        answers: What it answers.
        extends: What it carries on.
        state: What became of it, in words; empty where it was answered or carries another on.
        dropped: Whether it was dropped.
    """

    link: LinkView
    text: str
    answers: tuple[LinkView, ...]
    extends: tuple[LinkView, ...]
    state: str
    dropped: bool


@dataclass(frozen=True)
class SheetView:
    """The arguments that one side began, a line each, a column a speech."""

    side: str
    title: str
    speeches: tuple[tuple[str, str, str], ...]
    rows: tuple[tuple[tuple[CellView, ...], ...], ...]
    dropped: int


@dataclass(frozen=True)
class FlawView:
    """A flaw that was found in what a side said."""

    anchor: str
    name: str
    kind: str
    quoted: str
    grounds: str
    against: str
    found_by: str
    raised: tuple[LinkView, ...]


@dataclass(frozen=True)
class CitedView:
    """A sentence of a document that a speech cites, between its neighbours."""

    anchor: str
    number: int
    pieces: tuple[PieceView, ...]
    cited: tuple[LinkView, ...]


@dataclass(frozen=True)
class BallotView:
    """Who won, by dimension and overall, with reasons."""

    winner: str
    side: str
    dimensions: tuple[tuple[str, str], ...]
    reasons: str


@dataclass(frozen=True)
class DebateView:
    """A debate, as its page shows it."""

    run: str
    software: str
    operator: str
    begun: str
    ended: str
    motion: str
    speakers: tuple[SpeakerView, ...]
    models: str
    spoken: int
    planned: int
    accepted: int
    remarks: tuple[tuple[str, str, str], ...]
    speeches: tuple[SpeechView, ...]
    sheets: tuple[SheetView, ...]
    flaws: tuple[FlawView, ...]
    ballot: BallotView | None
    memory: str
    recalled: tuple[RecalledView, ...]
    sources: tuple[tuple[SourceView, tuple[CitedView, ...]], ...]
    uncited: tuple[SourceView, ...]
    corpus: str
    agents: tuple[AgentView, ...]


def debate_view(
    graph: Subgraph, run: str, evidence: Evidence | None = None, memory: Mapping[str, MemoryItem] | None = None
) -> DebateView:
    """Reads a debate into a page.

    Args:
        graph: The debate with the documents that it refers to.
        run: Its id.
        evidence: Its documents, for the sentences around each one that is cited.
        memory: What the records say that were recalled, by their ids; those that are missing are told by number.
    """
    reading = DebateReading(graph, run, evidence)
    sources = Sources(reading)
    speeches = speech_views(reading, sources)
    node, times = graph[run], [activity.at for activity in graph.of("Activity") if activity.at]
    questions = graph.of("Question")
    cited, uncited = _sources(reading, sources)
    return DebateView(
        run=run,
        software=str(node.get("software", "")),
        operator=str(node.get("operator", "")),
        begun=clock(min(times, default="")),
        ended=clock(max(times, default="")),
        motion=str(questions[0]["text"] if questions else "") or "(the text was erased)",
        speakers=tuple(_speaker(reading, side) for side in SIDES),
        models=models_used(graph),
        spoken=len(speeches),
        planned=reading.planned,
        accepted=sum(1 for one in speeches if one.accepted),
        remarks=tuple(_remarks(reading, speeches)),
        speeches=speeches,
        sheets=tuple(_sheet(reading, side) for side in SIDES),
        flaws=tuple(_flaws(reading)),
        ballot=_ballot(reading),
        memory=str(reading.parameters.get("memory") or ""),
        recalled=recalled_views(reading, memory or {}),
        sources=cited,
        uncited=uncited,
        corpus=str(reading.parameters.get("corpus") or ""),
        agents=agents(graph),
    )


def _speaker(reading: DebateReading, side: Side) -> SpeakerView:
    kinds = reading.parameters.get("kinds") or {}
    kind = str(kinds.get(side, ""))
    plays = PLAYS.get(kind, "not recorded")
    if kind in ("r-debater", "baseline"):
        offline = reading.parameters.get("agents") == "offline"
        by = "fixed offline rules, no language model" if offline else "a language model"
        plays = f"{by}: {plays}"
        left = [plain(one) for one in reading.parameters.get("without") or ()]
        drafts = int(reading.parameters.get("drafts") or 1)
        if kind == "r-debater" and drafts > 1 and "drafts" not in (reading.parameters.get("without") or ()):
            plays += f"; of {drafts} drafts of each speech one goes on"
        plays += f"; here without {listed(left)}" if left and kind == "r-debater" else ""
    return SpeakerView(reading.speaker(side), side, SIDE_WORDS[side], f"{capital(plays)}.")


def _remarks(reading: DebateReading, speeches: Sequence[SpeechView]) -> list[tuple[str, str, str]]:
    """What a reader must know before trusting the debate: text, and where it leads with which words."""
    found: list[tuple[str, str, str]] = []
    for one in speeches:
        lead = f"Speech {one.turn}, {one.speaker}"
        if not one.judged:
            found.append((f"{lead}: no valid judgement came.", one.anchor, "read it"))
        elif one.accepted is False:
            why = "; ".join([*one.faults, *filter(None, [one.feedback])]) or "no reason is recorded"
            by = "its judge did not accept it" if one.origin == "agent" else "the judge would not have accepted it"
            found.append((f"{lead}: {by} ({why}).", one.anchor, "read it"))
        if against := [s.name for s in one.sentences if s.against]:
            words = counted(len(against), "sentence is told", "sentences are told")
            found.append(
                (f"{lead}: {words} otherwise by the file or the debate ({', '.join(against)}).", one.anchor, "read it")
            )
        if bare := [s.name for s in one.sentences if s.supported is False and not s.against]:
            words = counted(len(bare), "sentence says", "sentences say")
            found.append(
                (f"{lead}: {words} something that no source of it says ({', '.join(bare)}).", one.anchor, "read it")
            )
        if one.copied:
            words = counted(len(one.copied), "stretch stands", "stretches stand")
            found.append((f"{lead}: {words} word for word in memory.", one.anchor, "read it"))
    anew = [one.turn for one in speeches if one.older]
    if anew:
        told = counted(len(anew), "speech was", "speeches were")
        found.append(
            (f"{told} said anew after a ruling; what was said before stands below each.", f"t{anew[0]}", "read it")
        )
    if reading.planned > len(speeches):
        found.append((f"The debate is not finished: {len(speeches)} of {reading.planned} speeches were held.", "", ""))
    elif not reading.graph.live("Ballot"):
        found.append(("No valid ballot came.", "ballot", "ballot"))
    return found


def _link(reading: DebateReading, name: str, note: str = "") -> LinkView:
    return LinkView(reading.place(name), name, note)


def _sheet(reading: DebateReading, side: Side) -> SheetView:
    flow = reading.flow
    rows = [
        tuple(
            tuple(_cell(reading, flow.arguments[name]) for name in line.cells.get(speech.turn, ()))
            for speech in flow.speeches
        )
        for line in flow.sheets[side]
    ]
    heads = tuple((f"t{one.turn}", f"{one.turn}. {one.speaker}", one.stage) for one in flow.speeches)
    return SheetView(side, f"Begun {SIDE_WORDS[side]}", heads, tuple(rows), len(flow.dropped(side)))


def _cell(reading: DebateReading, one: Argument) -> CellView:
    dropped = one.status == "dropped" and not one.extends
    last = one.status == "last" and not one.extends
    text = " ".join(each.text for each in one.sentences) or "(the text was erased)"
    return CellView(
        link=_link(reading, one.name),
        text=clipped(text, _CELL),
        answers=tuple(_link(reading, name) for name in one.answers),
        extends=tuple(_link(reading, name) for name in one.extends),
        state="dropped: not answered" if dropped else "said last: nobody spoke against it after" if last else "",
        dropped=dropped,
    )


def _flaws(reading: DebateReading) -> list[FlawView]:
    graph, found = reading.graph, []
    for name, node in reading.flaws.items():
        targets = [one for one in graph.out(node.id, "ATTACKS") if one.kind == "Utterance"]
        raised = [
            f"{speech['turn']}.{n}"
            for speech in reading.spoken
            for edge in graph.out_edges(speech.id, "ANSWERS")
            if edge.end == node.id
            for n in edge.fields.get("sentences", ())
        ]
        found.append(
            FlawView(
                anchor=reading.place(name),
                name=name,
                kind=plain(node.get("flaw") or node.get("type") or "flaw"),
                quoted=str(node.get("quoted") or ""),
                grounds=str(node["grounds"]),
                against=listed([f"speech {one['turn']}, {one['speaker']}" for one in targets]),
                found_by=reading.speaker(str(node.get("stance_id") or "")) if node.get("stance_id") else "the reader",
                raised=tuple(_link(reading, one) for one in raised),
            )
        )
    return found


def _ballot(reading: DebateReading) -> BallotView | None:
    nodes = reading.graph.live("Ballot")
    if not nodes:
        return None
    told = {name: _won(reading, str(winner)) for name, winner in object_of(nodes[-1]["dimensions"]).items()}
    side = str(nodes[-1]["winner"])
    rows = tuple((capital(plain(name)), winner) for name, winner in sorted(told.items()))
    return BallotView(_won(reading, side), side, rows, str(nodes[-1]["reasons"]))


def _won(reading: DebateReading, side: str) -> str:
    return f"{reading.speaker(side)} ({SIDE_WORDS[side]})" if side in SIDES else "Neither side"


def _sources(
    reading: DebateReading, sources: Sources
) -> tuple[tuple[tuple[SourceView, tuple[CitedView, ...]], ...], tuple[SourceView, ...]]:
    """The documents with the sentences that are cited, and those of which nothing is."""
    by_document: dict[str, dict[str, list[str]]] = {}
    for speech in reading.flow.speeches:
        for one in speech.sentences:
            for stable in one.cites:
                by_document.setdefault(stable.rpartition(":")[0], {}).setdefault(stable, []).append(one.name)
    documents = {str(node["doc_id"]): node for node in reading.graph.of("Document")}
    order = sorted({*documents, *by_document}, key=lambda i: (sources.source(i).title, i))
    cited = tuple(
        (
            sources.source(i),
            tuple(_cited(reading, sources, (i, stable), by_document[i]) for stable in _as_read(by_document[i])),
        )
        for i in order
        if i in by_document
    )
    return cited, tuple(sources.source(i) for i in order if i not in by_document)


def _as_read(found: Mapping[str, Sequence[str]]) -> list[str]:
    """Cited sentences of a document in the order in which they stand there."""
    return sorted(found, key=_number)


def _number(stable: str) -> int:
    return int(stable.rpartition(":")[2])


def _cited(
    reading: DebateReading, sources: Sources, which: tuple[str, str], found: Mapping[str, Sequence[str]]
) -> CitedView:
    """A cited sentence between its neighbours; headings are none, and what is cited as well or was a neighbour before stands there."""
    document, stable = which
    number, texts = _number(stable), sources.texts(document)
    cited = sorted(map(_number, found))
    told = max((n for n in cited if n < number), default=-CONTEXT)
    around = [
        n
        for n in range(max(number - CONTEXT, told + CONTEXT + 1), number + CONTEXT + 1)
        if n in texts and n not in cited and citable(texts[n])
    ]
    pieces = [PieceView(n, texts.get(n, "(the sentence was erased)"), n == number) for n in sorted({*around, number})]
    links = tuple(_link(reading, name) for name in found[stable])
    return CitedView(reading.quoted(stable), number, tuple(pieces), links)
