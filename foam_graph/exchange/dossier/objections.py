"""Objections in a dossier: every one, dismissed ones too, with its ratings and replies, grouped by what it is about."""

from __future__ import annotations

from dataclasses import dataclass

from foam_graph.exchange.dossier.claims import LinkView, labels_of
from foam_graph.exchange.dossier.evidence import RecordView, Sources
from foam_graph.exchange.dossier.reading import Reading
from foam_graph.exchange.dossier.words import KINDS, VERDICTS, capital, listed, plain
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.taken_back import challenged_finding

REVISED = "led to a revision"
OTHER = "other"
"""Flaw that says nothing beyond its type."""


@dataclass(frozen=True)
class RatingView:
    """A rating with its reasons."""

    id: str
    who: str
    verdict: str
    materiality: str
    recommendation: str
    reasons: str
    rule: str
    provisional: bool
    superseded: bool


@dataclass(frozen=True)
class ReplyView:
    """A reply with what it cites and how it was rated."""

    id: str
    who: str
    text: str
    concedes: bool
    records: tuple[RecordView, ...]
    ratings: tuple[RatingView, ...]
    debated: str = ""


@dataclass(frozen=True)
class ObjectionView:
    """One critique or challenge.

    Attributes:
        id: Node id.
        anchor: Where it stands.
        number: What it is called by.
        title: Its type, with the flaw where that says more.
        who: Perspective that raises it; ``a contester`` for a person, whoever that is.
        target: What it attacks, in words.
        target_anchor: Where that stands; empty where it has no place of its own.
        quoted: The words it attacks.
        grounds: What is wrong.
        values: For a value conflict: the value on the target's side, and the one set against it.
        hook: What evidence is missing.
        records: What it cites.
        ratings: In order.
        replies: In order.
        labels: For each perspective, whether the objection is accepted.
        state: ``stands``, ``dismissed``, ``undecided``, ``answered``, ``divided`` or ``led to a revision``.
        challenge: Whether a person raised it.
        debated: Where in a debate it comes from, in words; empty where it comes from none.
        debate: Id of that debate; empty where there is none.
    """

    id: str
    anchor: str
    number: str
    title: str
    who: str
    target: str
    target_anchor: str
    quoted: str
    grounds: str
    values: tuple[str, str] | None
    hook: str
    records: tuple[RecordView, ...]
    ratings: tuple[RatingView, ...]
    replies: tuple[ReplyView, ...]
    labels: tuple[tuple[str, str], ...]
    state: str
    challenge: bool
    debated: str = ""
    debate: str = ""


@dataclass(frozen=True)
class ExchangeView:
    """A question of cross-examination and its answers."""

    id: str
    asker: str
    question: str
    replies: tuple[ReplyView, ...]


@dataclass(frozen=True)
class GroupView:
    """The objections to one claim, or to one other thing."""

    anchor: str
    title: str
    text: str
    folded: bool
    objections: tuple[ObjectionView, ...]
    exchanges: tuple[ExchangeView, ...]


def objection_view(reading: Reading, sources: Sources, critique: Node) -> ObjectionView:
    """One critique with everything said about it."""
    graph = reading.graph
    targets = about(graph, critique)
    replies = [n for n in graph.into(critique.id, "ANSWERS") if n.kind == "Reply"]
    finding = challenged_finding(graph, critique)
    pair = (critique.get("value_target", ""), critique.get("value_critic", ""))
    return ObjectionView(
        id=critique.id,
        anchor=reading.anchor(critique.id),
        number=reading.number(critique.id),
        title=_title(critique),
        who="a contester" if critique.is_a("Challenge") else reading.role(critique["stance_id"]) or "the panel",
        target=_aim(reading, targets[0]) if targets else "something outside this run",
        target_anchor=_place(reading, targets[0]) if targets else "",
        quoted=str(finding.get("text", "") if finding is not None else critique.get("quoted", "")),
        grounds=str(critique.get("grounds", "(the text was erased)")),
        values=(plain(pair[0]), plain(pair[1])) if all(pair) else None,
        hook=str(critique.get("hook", "")),
        records=_cited(reading, sources, critique),
        ratings=_ratings(reading, critique),
        replies=tuple(_reply(reading, sources, reply) for reply in replies),
        labels=labels_of(reading, critique.id),
        state=state_of(reading, critique),
        challenge=critique.is_a("Challenge"),
        debated=_debated(reading, critique),
        debate=_debate(reading, critique),
    )


def about(graph: Subgraph, critique: Node) -> list[Node]:
    """What an objection is about: the finding that a challenge was raised against, else the nodes that it attacks."""
    finding = challenged_finding(graph, critique)
    return [finding] if finding is not None else graph.out(critique.id, "ATTACKS")


def _debated(reading: Reading, node: Node) -> str:
    """Places of a debate that something takes up: ``turn 1, sentence 2; the flaw K1``."""
    told: dict[str, None] = {}
    for edge in reading.graph.out_edges(node.id, "TAKES_UP"):
        point = str(edge.fields["point"])
        said = ", ".join(f"turn {edge.fields['turn']}, sentence {n}" for n in edge.fields["sentences"])
        told[said] = None
        if ">" not in point:
            told[f"the flaw {point}"] = None
    return "; ".join(told)


def _debate(reading: Reading, node: Node) -> str:
    edges = reading.graph.out_edges(node.id, "TAKES_UP")
    return edges[0].end.rsplit("-", 2)[0] if edges else ""


def _place(reading: Reading, target: Node) -> str:
    """Where a target stands, or else the claim that it belongs to."""
    claims = reading.behind(target)
    return reading.anchor(target.id) or (reading.anchor(claims[0].id) if claims else "")


def _title(critique: Node) -> str:
    type_, flaw = plain(critique["type"]), plain(critique["flaw"])
    return capital(type_ if flaw in (type_, OTHER, "contested") else f"{type_} ({flaw})")


def _aim(reading: Reading, target: Node) -> str:
    """What is attacked, and of which claim."""
    name = KINDS.get(target.kind, plain(target.kind))
    if target.kind == "Finding":
        carried = [f"claim {reading.number(one.id)}" for one in reading.behind(target)]
        rests = f", on which {listed(carried)} {'rests' if len(carried) == 1 else 'rest'}" if carried else ""
        return f"finding {target['number']} of the case sheet{rests}"
    if reading.graph.superseded(target.id):
        name = f"an earlier version of {name}"
    claims = [] if target.kind == "Claim" else reading.behind(target)
    if claims:
        return f"{name} of claim {reading.number(claims[0].id)}"
    if target.kind == "Claim":
        return f"{name.replace('the claim', 'claim')} {reading.number(reading.graph.newest(target.id).id)}"
    return name


def state_of(reading: Reading, critique: Node) -> str:
    """How an objection ended, over all perspectives, in a word or two."""
    ratings = [r for r in reading.graph.into(critique.id, "RATES") if not reading.graph.superseded(r.id)]
    if ratings and ratings[-1]["verdict"] == "answered":
        return "answered"
    found = set(reading.labels.get(critique.id, {}).values())
    if found == {"in"}:
        revised = [n for n in reading.graph.into(critique.id, "ANSWERS") if n.kind != "Reply"]
        return REVISED if revised else "stands"
    if found == {"out"}:
        return "dismissed"
    return "divided" if "in" in found else "undecided"


def _cited(reading: Reading, sources: Sources, node: Node) -> tuple[RecordView, ...]:
    found = [r for r in reading.graph.out(node.id, "RESTS_ON") if r.kind == "EvidenceRecord"]
    return tuple(sources.record(record) for record in found)


def _ratings(reading: Reading, node: Node) -> tuple[RatingView, ...]:
    return tuple(_rating(reading, rating) for rating in reading.graph.into(node.id, "RATES"))


def _rating(reading: Reading, rating: Node) -> RatingView:
    if rating.get("human"):
        who = "a person, ruling"
    elif rating.kind == "Ruling":
        who = "the evaluator, ruling provisionally"
    else:
        who = reading.role(rating["stance_id"]) or "the evaluator"
    return RatingView(
        id=rating.id,
        who=who,
        verdict=VERDICTS[rating["verdict"]],
        materiality=f"{rating['materiality']:.2f}",
        recommendation="" if rating["recommendation"] == "none" else plain(rating["recommendation"]),
        reasons=str(rating.get("reasons", "")),
        rule=plain(rating["rule"]),
        provisional=bool(rating["provisional"]),
        superseded=reading.graph.superseded(rating.id),
    )


def _reply(reading: Reading, sources: Sources, reply: Node) -> ReplyView:
    return ReplyView(
        id=reply.id,
        who=reading.role(reply["stance_id"]) or "the panel",
        text=str(reply.get("text", "(the text was erased)")),
        concedes=bool(reply["concedes"]),
        records=_cited(reading, sources, reply),
        ratings=_ratings(reading, reply),
        debated=_debated(reading, reply),
    )


class Objections:
    """All objections of a run, by what they are about.

    Args:
        reading: The run.
        sources: Its documents.
    """

    def __init__(self, reading: Reading, sources: Sources) -> None:
        self._reading, self._sources = reading, sources
        self._by_claim: dict[str, list[Node]] = {}
        self._beside: list[Node] = []
        self._making: list[Node] = []
        self._on_sheet: dict[str, list[Node]] = {}
        for critique in reading.graph.of("Critique"):
            targets = about(reading.graph, critique)
            finding = next((one for one in targets if one.kind == "Finding"), None)
            if finding is not None:
                self._on_sheet.setdefault(finding.id, []).append(critique)
            claims = {c.id: c for t in targets for c in reading.behind(t)}
            for claim in claims:
                self._by_claim.setdefault(claim, []).append(critique)
            if not claims and finding is None:
                loose = any(t.kind in ("EvidenceSentence", "EvidenceRecord") for t in targets)
                (self._beside if loose else self._making).append(critique)

    def of(self, claim: Node) -> list[Node]:
        """Critiques of a claim, its parts, its evidence and its earlier versions."""
        return self._by_claim.get(claim.id, [])

    def against(self, finding: str) -> list[Node]:
        """Critiques of a finding of the case sheet, by its id."""
        return self._on_sheet.get(finding, [])

    def links(self, claim: Node) -> tuple[LinkView, ...]:
        """Short links to a claim's objections."""
        return tuple(self.link(critique) for critique in self.of(claim))

    def link(self, critique: Node) -> LinkView:
        """A short link to an objection."""
        text = f"Objection {self._reading.number(critique.id)}: {_title(critique).lower()}"
        return LinkView(self._reading.anchor(critique.id), text, state_of(self._reading, critique))

    def groups(self) -> tuple[GroupView, ...]:
        """The groups in reading order; an objection to several claims stands with the first of them."""
        done: set[str] = set()
        found = []
        for claim in self._reading.claims:
            own = [c for c in self.of(claim) if c.id not in done]
            exchanges = self._exchanges(claim)
            done.update(c.id for c in own)
            if own or exchanges:
                title = f"Claim {self._reading.number(claim.id)}"
                anchor, text = self._reading.anchor(claim.id), str(claim.get("text", ""))
                found.append(GroupView(anchor, title, text, False, self._views(own), exchanges))
        for finding, critiques in self._on_sheet.items():
            own = [c for c in critiques if c.id not in done]
            if own:
                node = self._reading.graph[finding]
                title = f"Finding {node['number']} of the case sheet"
                found.append(GroupView("", title, str(node.get("text", "")), False, self._views(own), ()))
        for title, text, group in (
            ("How the position was made", "Plans, structure, stakeholders and weighing.", self._making),
            (
                "Sentences beside the position",
                "Offered as evidence, attacked, and not used in any claim.",
                self._beside,
            ),
        ):
            plans = [c for c in group if any(t.kind == "Plan" for t in self._reading.graph.out(c.id, "ATTACKS"))]
            folded = group is self._beside or len(plans) == len(group)
            if group:
                found.append(GroupView("", title, text, folded, self._views(group), ()))
        return tuple(found)

    def _views(self, critiques: list[Node]) -> tuple[ObjectionView, ...]:
        return tuple(objection_view(self._reading, self._sources, critique) for critique in critiques)

    def _exchanges(self, claim: Node) -> tuple[ExchangeView, ...]:
        graph, reading = self._reading.graph, self._reading
        found = []
        for node in graph.of("Exchange"):
            if any(graph.newest(about.id).id == claim.id for about in graph.out(node.id, "ABOUT")):
                replies = [n for n in graph.into(node.id, "ANSWERS") if n.kind == "Reply"]
                views = tuple(_reply(reading, self._sources, reply) for reply in replies)
                question = str(node.get("question", "(the text was erased)"))
                found.append(ExchangeView(node.id, reading.role(node["stance_id"]), question, views))
        return tuple(found)
