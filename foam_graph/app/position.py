"""What a run came to: its position with checks, claims, and what each claim stands on; the answer of ``foam ask``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from foam_graph.advice import Action, NextStep
from foam_graph.app.answering import Answer, AnswerParts, answer_of, parts_of
from foam_graph.app.graph_item import GraphItem, Source
from foam_graph.app.result import FILLED, HIDDEN, OPTIONAL, JsonObject, Listing, Result, named
from foam_graph.app.run_parameters import recorded
from foam_graph.errors import UnknownId
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.answer.certificate import certificate_of
from foam_graph.reasoning.certifying.checks import standings
from foam_graph.reasoning.evidence import claim_records
from foam_graph.reasoning.read_time import read_spans, spoken
from foam_graph.reasoning.slot_versions import branched_from

CLASSES = ("core", "conditional", "contested", "dissent", "unsupported")


@dataclass(frozen=True)
class Check(Result):
    """A check of a position.

    Attributes:
        name: What is checked.
        ok: Whether it holds.
        detail: What was seen.
    """

    name: str
    ok: bool
    detail: str


@dataclass(frozen=True, eq=False)
class Objection(GraphItem):
    """A critique of a claim or of what it stands on.

    Attributes:
        type: Type of critique.
        flaw: The finer flaw.
        verdict: Its latest rating; ``unrated`` before there is one.
        grounds: What is wrong, and why.
    """

    type: str
    flaw: str
    verdict: str
    grounds: str = field(metadata=HIDDEN)


@dataclass(frozen=True, eq=False)
class Sentence(GraphItem):
    """A sentence of a document that evidence quotes, unchanged.

    Attributes:
        text: Its words.
        sentence: ``DOCUMENT:NUMBER``, its place in the corpus.
        document: Id of its document.
        title: Title of its document.
        start: Its first character in the document's text.
        end: One past its last character.
    """

    text: str
    sentence: str
    document: str
    title: str
    start: int
    end: int


@dataclass(frozen=True, eq=False)
class Evidence(GraphItem):
    """A record of evidence: the sentences that a claim stands on, assembled to one quotation.

    Attributes:
        tag: What it is meant to show.
        quotation: The words quoted.
        sentences: Its sentences in order.
        documents: Ids of the documents it draws on.
        source_classes: The class of each.
    """

    tag: str
    quotation: str
    sentences: Listing[Sentence]
    documents: tuple[str, ...]
    source_classes: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Claim(GraphItem):
    """One claim of a position with what it stands on and what became of it.

    Attributes:
        text: Its words.
        leaf: The slot of the template that it fills.
        component: Which part of the argument that is.
        form: What sort of claim: a quotation, a calculation …
        stance_id: The perspective that argues it.
        values: Values that it serves.
        records: Ids of its records of evidence.
        words: Words of it that are read aloud.
        highlights: What is read aloud of each record's quotation.
        sentences: Sentences that its records quote, ``DOCUMENT:NUMBER``.
        documents: Documents of these.
        tested: Whether a critique was brought against it and rated.
        condition: Where it holds, for a conditional claim.
        branch_condition: Where its branch holds.
        branches_from: The claim that it is the other branch of; empty for none.
        in_for: Perspectives for which it holds.
        out_for: Perspectives for which it falls.
        falls_if: What it would fall with.
        critiques: What was said against it or what it stands on.
        standing: ``core``, ``conditional``, ``contested``, ``dissent`` or ``unsupported``.
        evidence: Its records of evidence.
    """

    text: str
    leaf: str
    component: str
    form: str
    stance_id: str
    values: tuple[str, ...]
    records: tuple[str, ...]
    words: int
    highlights: Mapping[str, tuple[tuple[int, int], ...]]
    sentences: tuple[str, ...]
    documents: tuple[str, ...]
    tested: bool
    condition: str
    branch_condition: str
    branches_from: str
    in_for: tuple[str, ...]
    out_for: tuple[str, ...]
    falls_if: tuple[str, ...]
    critiques: Listing[Objection]
    standing: str = field(metadata=HIDDEN)
    evidence: Listing[Evidence] = field(repr=False, metadata=HIDDEN)


@dataclass(frozen=True, eq=False)
class EmptySlot(GraphItem):
    """A required slot that holds no claim: reported, never filled by prose.

    Attributes:
        leaf: The slot.
        component: Which part of the argument that is.
        text: Empty.
        reason: Why it is empty.
    """

    leaf: str
    component: str
    text: str
    reason: str


@dataclass(frozen=True, eq=False)
class Position(GraphItem):
    """A position: what was asked is answered by claims, each with its standing.

    Attributes:
        run: The run that it is of.
        certified: Whether every check holds.
        statement: What is to be disclosed with it.
        words: Its length as it is read aloud.
        read_minutes: How long that takes.
        checks: Its checks.
        core: Claims that hold for every perspective.
        conditional: Claims that hold for some.
        contested: Claims of which nobody's view prevails.
        dissent: Claims that the position does not share, kept.
        unsupported: Claims that nothing supports, and required slots without a claim.
        synthesis: What holds, in sentences.
        dissent_memo: What was dissented, in sentences.
        answer: What it answers; None for a run without an agenda.
        parts: It in its parts; None for a run without an agenda.
        chosen: Which template or perspectives were taken by rule, and why; empty where both were named.
        certificate: What its certificate says, in a sentence; empty where it is not certified.
    """

    id: str = field(metadata=named("position"))
    run: str
    certified: bool
    statement: str
    words: int
    read_minutes: float
    checks: Listing[Check]
    core: Listing[Claim]
    conditional: Listing[Claim]
    contested: Listing[Claim]
    dissent: Listing[Claim]
    unsupported: Listing[Claim | EmptySlot]
    synthesis: str
    dissent_memo: str
    answer: Answer | None = field(default=None, metadata=OPTIONAL)
    parts: AnswerParts | None = field(default=None, metadata=OPTIONAL)
    chosen: str = field(default="", metadata=FILLED)
    certificate: str = field(default="", metadata=FILLED)

    def as_json(self) -> JsonObject:
        """The position as plain data; the run's id comes first, then the answer."""
        shown = super().as_json()
        first: JsonObject = {"run": self.run}
        first.update((name, shown[name]) for name in ("answer", "parts") if name in shown)
        return {**first, **shown}

    @property
    def by_class(self) -> tuple[Listing[Claim | EmptySlot], ...]:
        """The claims of each class, in the order of ``CLASSES``."""
        return self.core, self.conditional, self.contested, self.dissent, self.unsupported

    @property
    def claims(self) -> Listing[Claim]:
        """Every claim, core ones first."""
        return Listing(claim for claims in self.by_class for claim in claims if isinstance(claim, Claim))


def position_of(graph: Subgraph) -> Node:
    """The current position of a run.

    Raises:
        UnknownId: The run has none yet.
    """
    live = graph.live("Position")
    if not live:
        raise UnknownId("this run has no position yet", NextStep(Action.RESUME, "Finish it with"))
    return live[-1]


def read_position(graph: Subgraph, run: str, source: Source | None = None) -> Position:
    """Position, checks and claims by class.

    Args:
        graph: The run.
        run: Its id.
        source: Where what is read can be followed further.

    Raises:
        UnknownId: The run has no position yet.
    """
    position = position_of(graph)
    parts = graph.out(position.id, "INCLUDES")
    standing = standings(graph)
    groups: dict[str, list[Claim]] = {name: [] for name in CLASSES}
    for node in graph.live("Claim"):
        if node.id in standing:
            claim = read_claim(graph, node, standing[node.id], source)
            groups[claim.standing].append(claim)
    return Position(
        id=position.id,
        run=run,
        certified=position["certified"],
        statement=position["statement"],
        words=position["words"],
        read_minutes=position["read_minutes"],
        checks=Listing(Check(p["name"], p["ok"], p["detail"]) for p in parts if p.kind == "Check"),
        core=Listing(groups["core"]),
        conditional=Listing(groups["conditional"]),
        contested=Listing(groups["contested"]),
        dissent=Listing(groups["dissent"]),
        unsupported=Listing([*groups["unsupported"], *empty_slots(graph, source)]),
        synthesis=next((p["text"] for p in parts if p.kind == "Synthesis"), ""),
        dissent_memo=next((p["text"] for p in parts if p.kind == "DissentMemo"), ""),
        answer=answer_of(graph),
        parts=parts_of(graph),
        chosen=str(recorded(graph, run).get("chosen", "")) if run in graph else "",
        certificate=certificate_of(graph) if position["certified"] else "",
        source=source,
    )


def read_claim(graph: Subgraph, claim: Node, standing: Node, source: Source | None = None) -> Claim:
    """One claim with what it stands on and what became of it."""
    home = branched_from(graph, claim)
    records = claim_records(graph, claim.id)
    evidence = Listing(read_evidence(graph, graph[record], source) for record in records)
    sentences = tuple(dict.fromkeys(s for record in records for s in graph[record]["sentence_ids"]))
    return Claim(
        id=claim.id,
        text=claim["text"],
        leaf=claim["leaf"],
        component=claim["component"],
        form=claim["form"],
        stance_id=claim["stance_id"],
        values=tuple(claim["values"]),
        records=tuple(records),
        words=spoken(graph, claim),
        highlights={r: tuple((start, end) for start, end in read_spans(graph[r])) for r in records},
        sentences=sentences,
        documents=tuple(dict.fromkeys(s.rpartition(":")[0] for s in sentences)),
        tested=standing["tested"],
        condition=standing["condition"],
        branch_condition=str(claim.get("condition", "")),
        branches_from=home.id if home else "",
        in_for=tuple(standing["in_for"]),
        out_for=tuple(standing["out_for"]),
        falls_if=tuple(standing["falls_if"]),
        critiques=Listing(_objection(graph, c, source) for c in critiques_of(graph, claim)),
        standing=standing["class"],
        evidence=evidence,
        source=source,
    )


def read_evidence(graph: Subgraph, record: Node, source: Source | None = None) -> Evidence:
    """One record of evidence with its sentences."""
    return Evidence(
        id=record.id,
        tag=str(record.get("tag", "")),
        quotation=str(record.get("quotation", "")),
        sentences=Listing(_sentence(graph, node, source) for node in graph.out(record.id, "QUOTES")),
        documents=tuple(record["documents"]),
        source_classes=tuple(record["source_classes"]),
        source=source,
    )


def _sentence(graph: Subgraph, node: Node, source: Source | None) -> Sentence:
    title = next((str(d.get("title", "")) for d in graph.out(node.id, "FROM_DOCUMENT")), "")
    return Sentence(
        id=node.id,
        text=str(node.get("text", "")),
        sentence=node["sentence_id"],
        document=node["doc_id"],
        title=title,
        start=node["start"],
        end=node["end"],
        source=source,
    )


def _objection(graph: Subgraph, critique: Node, source: Source | None) -> Objection:
    return Objection(
        id=critique.id,
        type=critique["type"],
        flaw=critique["flaw"],
        verdict=verdict(graph, critique),
        grounds=str(critique.get("grounds", "")),
        source=source,
    )


def critiques_of(graph: Subgraph, claim: Node) -> list[Node]:
    """Critiques of a claim and of what it stands on."""
    around = [claim.id, *(w.id for w in graph.into(claim.id, "WARRANTS")), *claim_records(graph, claim.id)]
    sentences = [s.id for r in claim_records(graph, claim.id) for s in graph.out(r, "QUOTES")]
    found = [c for target in (*around, *sentences) for c in graph.into(target, "ATTACKS")]
    return list({c.id: c for c in found}.values())


def verdict(graph: Subgraph, critique: Node) -> str:
    """The latest rating of a critique, or ``unrated``."""
    ratings = graph.into(critique.id, "RATES")
    return str(ratings[-1]["verdict"]) if ratings else "unrated"


def empty_slots(graph: Subgraph, source: Source | None = None) -> list[EmptySlot]:
    """Required slots that hold no claim: reported unsupported, never filled by prose."""
    filled = {claim["leaf"] for claim in graph.live("Claim")}
    required = {(s["branch"], component) for s in graph.live("Syllogism") for component in s["required"]}
    return [
        EmptySlot(slot.id, slot["leaf"], slot["component"], "", "no evidence was found", source=source)
        for slot in graph.live("TemplateTraversal")
        if slot["leaf"] not in filled and (slot["syllogism"], slot["component"]) in required
    ]
