"""Claims in a dossier: what is said, on what ground, how far it reaches, who accepts it, how to contest it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from foam_graph.exchange.dossier.evidence import OfferView, RecordView, Sources, offers
from foam_graph.exchange.dossier.reading import Reading, object_of
from foam_graph.exchange.dossier.words import CLASSES, LABELS, capital, listed, plain, sentence
from foam_graph.model.subgraph import Node
from foam_graph.reasoning.outcome.plain import beginning


@dataclass(frozen=True)
class PartView:
    """A Toulmin part with its id."""

    id: str
    name: str
    text: str


@dataclass(frozen=True)
class LinkView:
    """A link within the dossier."""

    anchor: str
    text: str
    note: str = ""


@dataclass(frozen=True)
class VersionView:
    """An earlier version of a claim."""

    id: str
    text: str
    answered: tuple[LinkView, ...]


@dataclass(frozen=True)
class CommandView:
    """One command that contests one thing."""

    what: str
    command: str


@dataclass(frozen=True)
class ClaimView:
    """One claim as a reader meets it."""

    id: str
    anchor: str
    number: str
    text: str
    argument: str
    component: str
    standing: str
    class_: str
    tested: bool
    condition: str
    written_for: str
    other_sides: tuple[LinkView, ...]
    labels: tuple[tuple[str, str], ...]
    falls_if: tuple[str, ...]
    proposer: str
    values: tuple[str, ...]
    form: str
    evidence_needed: bool
    parts: tuple[PartView, ...]
    absent: str
    calculus: tuple[tuple[str, str], ...]
    records: tuple[RecordView, ...]
    rests_on: tuple[LinkView, ...]
    versions: tuple[VersionView, ...]
    objections: tuple[LinkView, ...]
    offers: tuple[OfferView, ...]
    commands: tuple[CommandView, ...]


_LINK_WORDS = 7
"""Words by which a link says which claim it leads to: the whole stands there."""
_PARTS = (
    ("WARRANTS", "Why the evidence bears on it"),
    ("QUALIFIES", "How far it reaches"),
    ("EXCEPTS", "When it would not hold"),
)


def claim_view(reading: Reading, sources: Sources, claim: Node, objections: tuple[LinkView, ...]) -> ClaimView:
    """Everything a dossier says about one live claim."""
    standing = reading.standings.get(claim.id)
    homes = reading.graph.out(claim.id, "FILLS")
    records = tuple(sources.record(record, place=True) for record in reading.records(claim))
    used = [i for record in records for passage in record.passages for i in passage.ids]
    parts = _parts(reading, claim)
    class_ = reading.standing(claim)
    return ClaimView(
        id=claim.id,
        anchor=reading.anchor(claim.id),
        number=reading.number(claim.id),
        text=str(claim.get("text", "(the text was erased)")),
        argument=str(homes[-1]["name"]) if homes else "",
        component=plain(claim["component"]),
        standing=CLASSES.get(class_, "Not labelled"),
        class_=class_,
        tested=bool(standing and standing["tested"]),
        condition=sentence(standing["condition"]) if standing else "",
        written_for=sentence(claim.get("condition", "")),
        other_sides=_other_sides(reading, claim),
        labels=labels_of(reading, claim.id),
        falls_if=tuple(sentence(order) for order in standing["falls_if"]) if standing else (),
        proposer=reading.role(claim["stance_id"]),
        values=tuple(plain(v) for v in claim["values"]),
        form=plain(claim["form"]),
        evidence_needed=claim["evidence"] == "required",
        parts=parts,
        absent=listed([plain(p) for p in claim.get("absent", [])]),
        calculus=_calculus(claim),
        records=records,
        rests_on=_rests_on(reading, claim),
        versions=_versions(reading, claim),
        objections=objections,
        offers=offers(reading, sources, claim["leaf"], used),
        commands=_commands(claim, records, parts),
    )


def _other_sides(reading: Reading, claim: Node) -> tuple[LinkView, ...]:
    """The other live versions of the slot, under the opposed weighing of values."""
    return tuple(
        LinkView(
            reading.anchor(other.id),
            f"Claim {reading.number(other.id)}: {beginning(other.get('text', ''), _LINK_WORDS)}",
        )
        for other in reading.slots.get(claim["leaf"], ())
        if other.id != claim.id
    )


def labels_of(reading: Reading, node_id: str) -> tuple[tuple[str, str], ...]:
    """For each perspective, whether a node is accepted."""
    found = reading.labels.get(node_id, {})
    order = [str(p["stance_id"]) for p in reading.perspectives]
    names = [*(s for s in order if s in found), *sorted(s for s in found if s not in order)]
    return tuple((reading.role(name), LABELS[found[name]]) for name in names)


def _parts(reading: Reading, claim: Node) -> tuple[PartView, ...]:
    found = _worked_out(reading, claim)
    for edge, name in _PARTS:
        for node in reading.graph.into(claim.id, edge):
            if reading.graph.superseded(node.id):
                continue
            found.append(PartView(node.id, name, str(node.get("text", ""))))
            backings = reading.graph.into(node.id, "BACKS") if edge == "WARRANTS" else []
            found += [PartView(b.id, "What stands behind that", str(b.get("text", ""))) for b in backings]
    return tuple(found)


def _worked_out(reading: Reading, claim: Node) -> list[PartView]:
    """What the program computed and checked for a claim, and what it takes from other issues."""
    found = []
    for below in reading.graph.out(claim.id, "RESTS_ON"):
        newest = reading.graph.newest(below.id)
        if newest.kind == "Calculation":
            found.append(PartView(newest.id, "Computed", str(newest.get("statement", ""))))
        elif newest.kind == "RuleApplication":
            found.append(PartView(newest.id, "Rule applied", _applied(reading, newest)))
    for edge in reading.graph.out_edges(claim.id, "PRESUPPOSES"):
        issue = reading.graph[edge.end]
        words = object_of(issue.get("wordings")).get(edge.fields["outcome"]) or plain(edge.fields["outcome"])
        found.append(PartView(issue.id, "Taken from another issue", f"{issue.get('text', '')} {sentence(str(words))}"))
    return found


def _applied(reading: Reading, node: Node) -> str:
    """A rule's application in words: its sentences, its condition, whether that is met, what follows."""
    graph = reading.graph
    texts = {
        s["sentence_id"]: str(s.get("text", "")) for s in graph.out(node.id, "RESTS_ON") if s.is_a("EvidenceSentence")
    }
    rules = " ".join(f"“{texts[name]}”" for name in node.get("rules", ()) if name in texts)
    condition = object_of(node.get("condition"))
    words = str(condition.get("quantity") or condition.get("predicate") or "")
    by = [f"“{texts[name]}”" for name in texts if name not in node.get("rules", ())]
    shown = f" by {' '.join(by)}" if by and node["met"] == "met" else f" {' '.join(by)}" if by else ""
    return (
        f"{rules} Its condition, “{words}”: {plain(node['met'])}{shown}. {sentence(str(node.get('consequence', '')))}"
    )


def _calculus(claim: Node) -> tuple[tuple[str, str], ...]:
    found = object_of(claim.get("calculus"))
    return tuple((plain(name), str(found[name])) for name in sorted(found))


def _rests_on(reading: Reading, claim: Node) -> tuple[LinkView, ...]:
    """Claims it rests on, each with what evidence it has: that is never further than one click, and stands once."""
    found: dict[str, LinkView] = {}
    for below in reading.graph.out(claim.id, "RESTS_ON"):
        newest = reading.graph.newest(below.id)
        if newest.kind != "Claim" or newest.id not in reading.shown:
            continue
        moved = " It rested on an earlier version of that claim." if newest.id != below.id else ""
        numbers = [number for r in reading.records(newest) if (number := reading.number(r.id))]
        bound = f"Evidence {listed(numbers)}." if numbers else ""
        text = f"Claim {reading.number(newest.id)}: {beginning(newest.get('text', ''), _LINK_WORDS)}"
        found[newest.id] = LinkView(reading.anchor(newest.id), text, f"{bound}{moved}".strip())
    return tuple(found.values())


def _versions(reading: Reading, claim: Node) -> tuple[VersionView, ...]:
    """Earlier versions, the latest first, with what the version after each one answered."""
    found: list[VersionView] = []
    for newer, old in pairwise((claim, *reading.graph.older(claim.id))):
        answered = [
            LinkView(reading.anchor(c.id), capital(reading.named(c)), plain(c["type"]))
            for c in reading.graph.out(newer.id, "ANSWERS")
            if reading.anchor(c.id)
        ]
        found.append(VersionView(old.id, str(old.get("text", "")), tuple(answered)))
    return tuple(found)


def _commands(claim: Node, records: tuple[RecordView, ...], parts: tuple[PartView, ...]) -> tuple[CommandView, ...]:
    found = []
    for record in records[:1]:
        found.append(CommandView("the evidence does not show this", challenge(record.id, "relevance")))
        found.append(CommandView("the evidence is not enough", challenge(record.id, "adequacy")))
        found.append(CommandView("other evidence was passed over", challenge(record.id, "selection_bias")))
    warrants = [p for p in parts if p.name == _PARTS[0][1]]
    found += [CommandView("it does not follow", challenge(w.id, "inferential")) for w in warrants[:1]]
    found.append(CommandView("it reaches too far", challenge(claim.id, "scope")))
    if claim.get("values"):
        found.append(CommandView("it weighs values wrongly", challenge(claim.id, "normative")))
    return tuple(found)


def challenge(node_id: str, kind: str) -> str:
    """The command that challenges a node in one way."""
    return f'foam challenge {node_id} --kind {kind} --grounds "…"'
