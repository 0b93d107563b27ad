"""Challenges, rulings and versions in a dossier, the dissent memo, and how to contest. No person is ever named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from foam_graph.exchange.dossier.claims import LinkView, challenge
from foam_graph.exchange.dossier.evidence import Sources
from foam_graph.exchange.dossier.objections import RatingView, objection_view
from foam_graph.exchange.dossier.reading import Reading, objects_of
from foam_graph.exchange.dossier.words import (
    LABELS,
    OUTCOMES,
    capital,
    clipped,
    clock,
    counted,
    listed,
    plain,
    sentence,
)
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.agenda_versions.made import told_of_agenda
from foam_graph.reasoning.challenges import OWN_RULING, same_person
from foam_graph.reasoning.outcome.plain import beginning
from foam_graph.reasoning.overturned import staying, stays_for
from foam_graph.reasoning.taken_back import raised_against, taken_back


@dataclass(frozen=True)
class ChallengeView:
    """A challenge by a person, what was ruled, and what came of it."""

    id: str
    anchor: str
    number: str
    at: str
    kind: str
    target: str
    target_anchor: str
    grounds: str
    stale: str
    rulings: tuple[RatingView, ...]
    outcomes: tuple[str, ...]


@dataclass(frozen=True)
class SuccessionView:
    """One thing that took the place of another."""

    kind: str
    at: str
    old: str
    old_id: str
    new: str
    new_id: str
    new_anchor: str
    because: tuple[LinkView, ...]


@dataclass(frozen=True)
class MemoView:
    """One item of the dissent memo."""

    objection: LinkView
    who: str
    grounds: str
    claims: tuple[LinkView, ...]
    labels: tuple[tuple[str, str], ...]
    turns: tuple[str, ...]
    trade_off: str


@dataclass(frozen=True)
class ContestView:
    """One way to contest, with a command that works on this run."""

    kind: str
    what: str
    command: str


def challenges(reading: Reading, sources: Sources) -> tuple[ChallengeView, ...]:
    """All challenges, in the order in which they were raised."""
    return tuple(_challenge(reading, sources, node) for node in reading.graph.of("Challenge"))


def _challenge(reading: Reading, sources: Sources, node: Node) -> ChallengeView:
    graph = reading.graph
    seen = objection_view(reading, sources, node)
    targets = graph.out(node.id, "CHALLENGES")
    attacked = {n.id for n in graph.out(node.id, "ATTACKS")}
    moved = [
        t for t in targets if t.id not in attacked and t.kind != "Finding"
    ]  # of a finding: in runs of earlier releases
    successor = str(node.get("successor", ""))
    return ChallengeView(
        id=node.id,
        anchor=seen.anchor,
        number=seen.number,
        at=clock(node.at),
        kind=plain(node["kind"]),
        target=f"{reading.named(moved[0])}; it bears on {seen.target}" if moved else seen.target,
        target_anchor=seen.target_anchor,
        grounds=seen.grounds,
        stale=f"It was raised against a version since replaced; the current one is {successor}." if successor else "",
        rulings=seen.ratings,
        outcomes=(*(_outcome(reading, one) for one in graph.into(node.id, "RESOLVES")), *_remarks(reading, node)),
    )


def _remarks(reading: Reading, node: Node) -> list[str]:
    """What became of the agenda, whether the two people, who are never named, are one, and for which challenge an answer stays."""
    rulings = reading.graph.into(node.id, "DECIDES")
    own = [OWN_RULING] if any(same_person(node.get("by", ""), one.get("by", "")) for one in rulings) else []
    stays = staying(stays_for(reading.graph, node), lambda one: f"objection {reading.number(one)}")
    return [*filter(None, [told_of_agenda(reading.graph, node)]), *own, *stays]


def _outcome(reading: Reading, outcome: Node) -> str:
    frontier, untouched = len(outcome["frontier"]), outcome["untouched"]
    positions = [n for n in reading.graph.out(outcome.id, "ABOUT") if n.kind == "Position"]
    led = f" It led to version {positions[-1]['version']} of the position." if positions else ""
    touched = f"{counted(frontier, 'claim')} rested on what was challenged, {counted(untouched, 'claim')} did not."
    return f"{capital(came_to(reading.graph, outcome))}. {touched}{led}"


_UPHELD = ("retracted", "defended", "narrowed", "regenerated", "evidence_swapped")
"""Outcomes of a challenge that was upheld."""


_RELIED_ON = {
    "Finding": ("the finding", "asserted"),
    "EvidenceSentence": ("the sentence", "relied on"),
    "Calculation": ("the calculation", "relied on"),
    "RuleApplication": ("the application of the rule", "relied on"),
}
"""What several may rest on, and what becomes of it, in words."""


def came_to(graph: Subgraph, outcome: Node) -> str:
    """What an outcome says; of what several may rest on, whether it is asserted or relied on still.

    Args:
        graph: The chain.
        outcome: An outcome of a challenge.
    """
    said = OUTCOMES[outcome["kind"]]
    raised = graph.out(outcome.id, "RESOLVES")
    named = (one for each in raised for one in raised_against(graph, each) if one.kind in _RELIED_ON)
    shared = next(named, None)
    if shared is None or outcome["kind"] not in _UPHELD:
        return said
    what, relied_on = _RELIED_ON[shared.kind]
    if taken_back(graph, shared) is not None:
        return f"upheld: {what} is no longer {relied_on}"
    lapsed = f"upheld, to which no ruling by a person holds now: {what} is {relied_on}"
    return lapsed if outcome["kind"] == "retracted" else said


_TOLD_WORDS = 14
"""Words told of a version: the whole stands with its claim, or in the graph under its id."""
_VERSIONED = ("Issue", "Option", "Claim", "EvidenceRecord", "TemplateChoice", "Position", "Ruling")


def successions(reading: Reading) -> tuple[SuccessionView, ...]:
    """What was superseded by what, in order; the old one stays in the graph."""
    found = []
    for edge in reading.graph.edges:
        if edge.type != "SUPERSEDES":
            continue
        new, old = reading.graph.get(edge.start), reading.graph.get(edge.end)
        if new is not None and old is not None and new.kind in _VERSIONED and not _with_its_claim(reading, old):
            found.append(_succession(reading, new, old))
    return tuple(found)


def _with_its_claim(reading: Reading, old: Node) -> bool:
    """Whether a record was replaced together with the claim that it stands behind, which is told."""
    graph = reading.graph
    if old.kind != "EvidenceRecord":
        return False
    behind = [claim for warrant in graph.into(old.id, "USES") for claim in graph.out(warrant.id, "WARRANTS")]
    return bool(behind) and all(graph.superseded(claim.id) for claim in behind)


def _succession(reading: Reading, new: Node, old: Node) -> SuccessionView:
    graph, answering = reading.graph, new
    if new.kind in ("Issue", "Option"):
        # An issue or option is put anew by the agenda that it is a part of.
        answering = next((a for a in graph.into(new.id, "HAS_PART") if a.activity == new.activity), new)
    because = [
        LinkView(reading.anchor(n.id), reading.named(n))
        for n in graph.out(answering.id, "ANSWERS")
        if reading.anchor(n.id)
    ]
    return SuccessionView(
        kind=plain({"EvidenceRecord": "evidence", "TemplateChoice": "choice"}.get(new.kind, new.kind.lower())),
        at=clock(new.at),
        old=_told(old),
        old_id=old.id,
        new=_told(new),
        new_id=new.id,
        new_anchor=reading.anchor(new.id) if new.kind == "Claim" and new.id in reading.shown else "",
        because=tuple(because),
    )


def _told(node: Node) -> str:
    if node.kind == "Position":
        return f"Version {node['version']}, {'certified' if node['certified'] else 'not certified'}"
    if node.kind == "TemplateChoice":
        return f"Took {listed([plain(c) for c in node['children']])}"
    if node.kind == "Ruling":
        return f"Ruled {plain(node['verdict'])}"
    return beginning(node.get("text") or node.get("quotation") or "(the text was erased)", _TOLD_WORDS)


def memo(reading: Reading) -> tuple[MemoView, ...]:
    """The items of the dissent memo, with ids replaced by what they stand for."""
    node = reading.part("DissentMemo")
    items = objects_of(node.get("items")) if node is not None else []
    return tuple(_item(reading, item) for item in items if str(item.get("critique")) in reading.graph)


def _item(reading: Reading, item: Mapping[str, Any]) -> MemoView:
    critique = reading.graph[item["critique"]]
    claims = [reading.graph[c] for c in item.get("claims", []) if c in reading.graph]
    turns = dict.fromkeys(_turn(reading, flip) for flip in item.get("flip") or [])
    labels = item.get("labels") or {}
    raised = [reading.role(p) for p in item.get("perspectives", []) if p != "contester"]
    return MemoView(
        objection=LinkView(reading.anchor(critique.id), f"Objection {reading.number(critique.id)}", critique.id),
        who="A contester" if critique.is_a("Challenge") else listed(raised) or "The panel",
        grounds=str(critique.get("grounds", "(the text was erased)")),
        claims=tuple(LinkView(reading.anchor(c.id), reading.named(c), str(c.get("text", ""))) for c in claims),
        labels=tuple((reading.role(a), LABELS[label]) for a, label in sorted(labels.items())),
        turns=tuple(turn for turn in turns if turn),
        trade_off=sentence(item.get("trade_off") or ""),
    )


def _turn(reading: Reading, flip: Mapping[str, Any]) -> str:
    """What would turn a claim, in words."""
    parts = []
    if flip.get("fall"):
        parts.append(f"{_evidence(reading, flip['fall'])} fell")
    if flip.get("arrive"):
        parts.append(f"{_evidence(reading, flip['arrive'])} stood after all")
    if flip.get("answer"):
        parts.append(f"new evidence answered objection {reading.number(str(flip['answer']))}")
    claim = reading.graph.get(flip.get("claim", ""))
    if claim is None or not parts:
        return ""
    change = f"{LABELS[flip['after']]} instead of {LABELS[flip['before']]}"
    audience = reading.role(flip["audience"])
    return f"{capital(reading.named(claim))} would be {change} for {audience} if {' and '.join(parts)}."


def _evidence(reading: Reading, ids: list[str]) -> str:
    told = []
    for node_id in ids:
        node = reading.graph.get(node_id)
        quotation = clipped(str(node.get("quotation", "")), 120) if node is not None else ""
        told.append(f"the evidence “{quotation}” ({node_id})")
    return listed(told)


def contests(reading: Reading) -> tuple[ContestView, ...]:
    """One working command for each kind of challenge, on the first thing of this run that it fits."""
    claims = reading.claims
    records = [r for c in claims for r in reading.records(c)]
    warrants = [w for c in claims for w in reading.graph.into(c.id, "WARRANTS") if not reading.graph.superseded(w.id)]
    choices = reading.graph.live("TemplateChoice") or reading.graph.live("Issue")
    rows = (
        ("relevance", "This evidence does not bear on the claim.", records),
        ("adequacy", "This evidence is too weak for the claim.", records),
        ("selection_bias", "Other evidence was there and was passed over.", records),
        ("inferential", "The conclusion does not follow from the evidence.", warrants),
        ("scope", "The claim reaches further than its ground.", claims),
        ("normative", "Values are weighed wrongly, or somebody affected is missing.", reading.perspectives),
        ("structural", "The question was taken apart in the wrong way; something was left out.", choices),
    )
    return tuple(ContestView(plain(kind), what, challenge(nodes[0].id, kind)) for kind, what, nodes in rows if nodes)
