"""The view model of a dossier: plain data, in the order in which it is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from foam_graph.exchange.dossier.answers import AnswerView, answer_view
from foam_graph.exchange.dossier.argument_map import MapView, argument_map
from foam_graph.exchange.dossier.claims import ClaimView, LinkView, claim_view
from foam_graph.exchange.dossier.contests import (
    ChallengeView,
    ContestView,
    MemoView,
    SuccessionView,
    challenges,
    contests,
    memo,
    successions,
)
from foam_graph.exchange.dossier.evidence import Sources, SourceView
from foam_graph.exchange.dossier.making import (
    AgentView,
    ChoiceView,
    SlotView,
    agents,
    choices,
    drafts,
    models_said,
    slot_name,
    stakeholders,
)
from foam_graph.exchange.dossier.objections import GroupView, Objections
from foam_graph.exchange.dossier.panel import PerspectiveView, perspectives
from foam_graph.exchange.dossier.reading import Reading, object_of, objects_of
from foam_graph.exchange.dossier.words import CLASSES, capital, clock, counted, day, listed, plain, sentence
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.answer.certificate import certificate_of
from foam_graph.reasoning.evidence import Evidence

CLAIM_PARTS = (
    ("tested", "Tested: survived an objection of another perspective"),
    ("unexamined", "Unexamined: no other perspective’s objection was overcome"),
)


@dataclass(frozen=True)
class StatedView:
    """One sentence of the synthesis with its marks; ``begins`` where a paragraph begins."""

    text: str
    marks: tuple[LinkView, ...]
    begins: bool


@dataclass(frozen=True)
class EmptyView:
    """A slot without a claim."""

    id: str
    name: str
    required: bool
    why: str


@dataclass(frozen=True)
class CompareView:
    """Another run beside this one, slot by slot."""

    run: str
    position: str
    rows: tuple[tuple[str, str, str, str, str, bool], ...]


@dataclass(frozen=True)
class ClaimsView:
    """The claims by standing, how many there are of each, and the slots that hold none."""

    core: tuple[tuple[str, str, tuple[ClaimView, ...]], ...]
    conditional: tuple[ClaimView, ...]
    contested: tuple[ClaimView, ...]
    dissent: tuple[ClaimView, ...]
    unsupported: tuple[ClaimView, ...]
    unlabelled: tuple[ClaimView, ...]
    counts: tuple[tuple[str, int, str], ...]
    empty: tuple[EmptyView, ...]


@dataclass(frozen=True)
class DossierView:
    """A whole dossier."""

    run: str
    software: str
    operator: str
    begun: str
    written: str
    position: str
    version: int
    certified: bool
    certificate: str
    statement: str
    words: str
    minutes: str
    question: str
    question_id: str
    answer: AnswerView | None
    synthesis: tuple[StatedView, ...]
    synthesis_id: str
    claims: ClaimsView
    memo: tuple[MemoView, ...]
    memo_id: str
    groups: tuple[GroupView, ...]
    objections: int
    challenges: tuple[ChallengeView, ...]
    successions: tuple[SuccessionView, ...]
    map: MapView
    stakeholders: tuple[tuple[str, str, str], ...]
    perspectives: tuple[PerspectiveView, ...]
    choices: tuple[ChoiceView, ...]
    drafts: tuple[SlotView, ...]
    checks: tuple[tuple[str, bool, str, str], ...]
    coverage: tuple[tuple[str, str], ...]
    freshness: str
    unused: tuple[str, ...]
    sources: tuple[tuple[SourceView, str], ...]
    contests: tuple[ContestView, ...]
    agents: tuple[AgentView, ...]
    models: str
    compare: CompareView | None
    anchors: tuple[tuple[str, str], ...]


Other = tuple[Subgraph, str]
"""Another run of the same question to compare with: its graph and id."""


def dossier_view(
    graph: Subgraph, run: str, evidence: Evidence | None = None, compare: Other | None = None
) -> DossierView:
    """Reads a run into a dossier.

    Args:
        graph: The run with the perspectives and documents that it refers to.
        run: Its id.
        evidence: Its documents, for the sentences around each quotation.
        compare: Another run to set beside it.

    Raises:
        UnknownId: The run, or the one to compare with, has no position yet.
    """
    reading = Reading(graph, run, evidence)
    sources = Sources(reading)
    objections = Objections(reading, sources)
    views = [claim_view(reading, sources, claim, objections.links(claim)) for claim in reading.claims]
    node, question = reading.graph.get(run), _first(graph.of("Question"))
    position, card = reading.position, object_of(reading.position["coverage"])
    return DossierView(
        run=run,
        software=str(node.get("software", "")) if node else "",
        operator=str(node.get("operator", "")) if node else "",
        begun=clock(min((a.at for a in graph.of("Activity") if a.at), default="")),
        written=clock(position.at),
        position=position.id,
        version=position["version"],
        certified=bool(position["certified"]),
        certificate=certificate_of(reading.graph),
        statement=str(position.get("statement", "AI-assisted.")),
        words=f"{position['words']:,}",
        minutes=f"{position['read_minutes']:g}",
        question=str(question.get("text", "(the text was erased)")) if question else "(no question is recorded)",
        question_id=question.id if question else "",
        answer=answer_view(reading, objections),
        synthesis=_synthesis(reading),
        synthesis_id=_id(reading.part("Synthesis")),
        claims=_claims(reading, views),
        memo=memo(reading),
        memo_id=_id(reading.part("DissentMemo")),
        groups=(groups := objections.groups()),
        objections=sum(len(group.objections) for group in groups),
        challenges=challenges(reading, sources),
        successions=successions(reading),
        map=argument_map(reading, objections),
        stakeholders=stakeholders(graph.live("Stakeholder")),
        perspectives=perspectives(reading),
        choices=choices(reading),
        drafts=drafts(reading),
        checks=_checks(reading),
        coverage=_coverage(card),
        freshness=sentence(card.get("freshness", "")),
        unused=tuple(str(title) for title in card.get("unused", [])),
        sources=_sources(reading, sources, views),
        contests=contests(reading),
        agents=agents(graph),
        models=models_said(graph),
        compare=_compare(reading, compare),
        anchors=tuple((reading.anchor(s.id), s.id) for s in graph.live("Stakeholder")),
    )


def _claims(reading: Reading, views: Sequence[ClaimView]) -> ClaimsView:
    by_class = {name: tuple(v for v in views if v.class_ == name) for name in (*CLASSES, "")}
    empty = _empty(reading)
    return ClaimsView(
        core=_core(by_class["core"]),
        conditional=by_class["conditional"],
        contested=by_class["contested"],
        dissent=by_class["dissent"],
        unsupported=by_class["unsupported"],
        unlabelled=by_class[""],
        counts=_counts(by_class, empty),
        empty=empty,
    )


def _first(nodes: Sequence[Node]) -> Node | None:
    return nodes[0] if nodes else None


def _id(node: Node | None) -> str:
    return node.id if node else ""


def _synthesis(reading: Reading) -> tuple[StatedView, ...]:
    """Sentences with marks; what holds on a condition begins a paragraph of its own."""
    node = reading.part("Synthesis")
    found: list[StatedView] = []
    before = ""
    for item in objects_of(node.get("sentences")) if node is not None else []:
        claims = [reading.graph[c] for c in item.get("claims", []) if c in reading.shown]
        kind = reading.standing(claims[0]) if claims else before
        marks = tuple(LinkView(reading.anchor(c.id), reading.number(c.id), reading.named(c)) for c in claims)
        found.append(StatedView(str(item.get("text", "")), marks, not found or kind != before))
        before = kind
    return tuple(found)


def _core(claims: Sequence[ClaimView]) -> tuple[tuple[str, str, tuple[ClaimView, ...]], ...]:
    split = {"tested": tuple(c for c in claims if c.tested), "unexamined": tuple(c for c in claims if not c.tested)}
    return tuple((key, title, split[key]) for key, title in CLAIM_PARTS)


def _counts(
    by_class: Mapping[str, Sequence[ClaimView]], empty: Sequence[EmptyView]
) -> tuple[tuple[str, int, str], ...]:
    rows = [(CLASSES[name], len(by_class[name]), name) for name in CLASSES]
    return (*rows, ("Empty slots", len(empty), "unsupported"))


def _empty(reading: Reading) -> tuple[EmptyView, ...]:
    """Slots without a claim, the required ones first: reported, never filled by prose."""
    graph = reading.graph
    filled = {claim["leaf"] for claim in reading.claims}
    required = {(s["branch"], part) for s in graph.live("Syllogism") for part in s["required"]}
    offered: dict[str, set[str]] = {}
    for act in graph.of("Retrieval"):
        for edge in graph.out_edges(act.id, "OFFERED"):
            offered.setdefault(edge.fields["leaf"], set()).add(edge.end)
    found = []
    for slot in graph.live("TemplateTraversal"):
        leaf = slot["leaf"]
        if leaf in filled:
            continue
        drafted = sum(1 for c in graph.of("Candidate") if c["leaf"] == leaf)
        seen = counted(len(offered.get(leaf, ())), "sentence")
        why = f"{seen} offered; " + (
            f"{counted(drafted, 'draft')}, none bound." if drafted else "no perspective could fill it."
        )
        found.append(
            EmptyView(slot.id, slot_name(reading, leaf), (slot["syllogism"], slot["component"]) in required, why)
        )
    return tuple(sorted(found, key=lambda e: not e.required))


def _checks(reading: Reading) -> tuple[tuple[str, bool, str, str], ...]:
    parts = reading.graph.out(reading.position.id, "INCLUDES")
    return tuple(
        (capital(str(p["name"])), bool(p["ok"]), str(p.get("detail", "")), p.id) for p in parts if p.kind == "Check"
    )


def _coverage(card: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    classes = card.get("source_classes") or {}
    rows = [
        ("Documents in the corpus", str(card.get("documents", "–"))),
        ("Sentences in the corpus", str(card.get("sentences", "–"))),
        ("Documents drawn on", str(card.get("used", "–"))),
        ("Oldest document", day(card.get("oldest", "")) or "–"),
        ("Newest document", day(card.get("newest", "")) or "–"),
        ("Documents of which no date was found", str(card.get("undated", "–"))),
        ("Source classes", listed([f"{plain(name)} {classes[name]}" for name in sorted(classes)]) or "–"),
    ]
    return tuple(rows)


def _sources(reading: Reading, sources: Sources, views: Sequence[ClaimView]) -> tuple[tuple[SourceView, str], ...]:
    """Documents of the run, with the claims that quote them."""
    quoting: dict[str, list[str]] = {}
    for view in views:
        for document in dict.fromkeys(p.source.id for record in view.records for p in record.passages):
            quoting.setdefault(document, []).append(view.number)
    documents = sorted(reading.graph.of("Document"), key=lambda d: (str(d["title"]), d.id))
    return tuple(
        (
            replace(sources.source(d["doc_id"]), anchor=reading.anchor(d.id)),
            listed([f"claim {n}" for n in quoting.get(d["doc_id"], [])]) or "–",
        )
        for d in documents
    )


def _compare(reading: Reading, other: Other | None) -> CompareView | None:
    """Both outcomes, slot by slot (protocol 7.7)."""
    if other is None:
        return None
    beside = Reading(*other)
    leaves = dict.fromkeys([*(c["leaf"] for c in reading.claims), *(c["leaf"] for c in beside.claims)])
    rows = []
    for leaf in leaves:
        one, two = (_at(r, leaf) for r in (reading, beside))
        home = reading if reading.slot(leaf) is not None else beside
        rows.append((slot_name(home, leaf), *one, *two, one != two))
    return CompareView(beside.run, beside.position.id, tuple(rows))


def _at(reading: Reading, leaf: str) -> tuple[str, str]:
    """Text and standing of the claims in a slot."""
    claims = [c for c in reading.claims if c["leaf"] == leaf]
    texts = " / ".join(str(c.get("text", "")) for c in claims)
    return texts or "–", listed([CLASSES.get(reading.standing(c), "Not labelled") for c in claims]) or "–"
