"""What a challenge bears on: which kind speaks to which node, the weakest part of a whole, and who gains by a rating. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterator

from foam_graph.advice import Action, NextStep
from foam_graph.errors import ContestError
from foam_graph.findings.language.wording import an
from foam_graph.model.edges import CHALLENGEABLE, IMPORTED
from foam_graph.model.kinds import CHALLENGE_KINDS
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.agenda.shown import agenda_told, part_told
from foam_graph.reasoning.attacked import MADE_OF_SENTENCES, claims_behind, words_of
from foam_graph.reasoning.certifying.checks import standings
from foam_graph.reasoning.evidence import claim_records

FITS: dict[str, tuple[str, ...]] = {
    "relevance": ("EvidenceRecord", "EvidenceSentence", "Utterance", "Weighing", *MADE_OF_SENTENCES),
    "adequacy": (
        "EvidenceRecord", "EvidenceSentence", "Issue", "Utterance", "ImportedInformation", "Weighing", *MADE_OF_SENTENCES,
    ),
    "selection_bias": ("EvidenceRecord", "EvidenceSentence", "Weighing", *MADE_OF_SENTENCES),
    "inferential": (
        "Warrant", "Backing", "Critique", "Evaluation", "Weighing", *MADE_OF_SENTENCES,
        "Utterance", "Predicate", "SchemeLabel", "Ballot", "ImportedScheme",
    ),
    "scope": (
        "Qualifier", "Rebuttal", "Claim", "Critique", "Utterance", "Predicate", "ImportedInformation", "ImportedLocution",
        *MADE_OF_SENTENCES,
    ),
    "normative": ("Perspective", "Stakeholder", "Claim", "Evaluation", "Weighing", "Ruling"),
    "structural": ("TemplateChoice", "Issue", "Option", "Agenda", *IMPORTED),
}  # fmt: skip
"""Kind of challenge to the kinds of node it speaks to (protocol 7.1)."""
# Weakest first: what nothing supports, or what already fell, is where a challenge to the whole bears most.
_WEAKNESS = {"unsupported": 0, "dissent": 1, "contested": 2, "conditional": 3, "core": 4}
_ON_RECORDS = ("Critique", "Weighing", *MADE_OF_SENTENCES, "Issue", "Option", "Agenda")
"""Kinds that are no part of one claim; their parts are the records that nothing else rests on."""
WITHOUT_CLAIMS = (
    "Perspective", "Stakeholder", "Issue", "Option", "Agenda", "Weighing", "Utterance", "Predicate", "SchemeLabel", "Ballot", *IMPORTED,
)  # fmt: skip
"""Kinds that belong to no claim of their own."""


def component(graph: Subgraph, target: Node, kind: str) -> Node:
    """The node that a challenge of this kind bears on: the target, or its weakest component (protocol 7.1).

    Raises:
        ContestError: The node cannot be challenged, or not in this way.
    """
    if kind not in CHALLENGE_KINDS:
        raise ContestError(f"there is no challenge of kind {kind!r}", f"Use one of {', '.join(CHALLENGE_KINDS)}.")
    if target.kind not in CHALLENGEABLE:
        raise ContestError(
            f"{target.id} is a {target.kind}, which cannot be challenged", f"Challenge a {', '.join(CHALLENGEABLE)}."
        )
    found = _fitting(graph, target, kind)
    if found is None:
        raise ContestError(
            f"{target.id} ({target.kind}) has no part that {an(kind)} challenge speaks to",
            (_instead(graph, target, kind), NextStep(Action.EXPLAIN, "See", {"id": target.id})),
        )
    return found


def _instead(graph: Subgraph, target: Node, kind: str) -> str:
    """What a challenge of this kind speaks to: parts of the same argument by their ids, else kinds of node; and what speaks to the target."""
    arguments = graph.out(target.id, "FILLS")
    claims = [one for argument in arguments for one in graph.into(argument.id, "FILLS") if not graph.superseded(one.id)]
    beside = [one.id for one in claims if one.id != target.id and _fitting(graph, one, kind) is not None]
    whom = " or ".join(beside) if beside else an(" or ".join(FITS[kind]))
    where = f"{'In the same argument it' if beside else 'It'} speaks to {whom}."
    kinds = kinds_that_speak(graph, target)
    said = f"To {target.id} itself {'speaks' if len(kinds) == 1 else 'speak'} {', '.join(kinds)}." if kinds else ""
    return f"{where} {said}".strip()


def kinds_that_speak(graph: Subgraph, target: Node) -> tuple[str, ...]:
    """Kinds of challenge that speak to a node or to something that it consists of, the likeliest first.

    Args:
        graph: The chain.
        target: What is to be challenged.
    """
    known = CHALLENGE_KINDS if target.kind in CHALLENGEABLE else ()
    found = [kind for kind in known if _fitting(graph, target, kind) is not None]
    return tuple(sorted(found, key=lambda kind: target.kind not in FITS[kind]))


def _fitting(graph: Subgraph, target: Node, kind: str) -> Node | None:
    """The target, or its weakest component that a challenge of this kind speaks to."""
    if target.kind in FITS[kind]:
        return target
    return next((n for n in _below(graph, target, kind) if n.kind in FITS[kind]), None)


def _below(graph: Subgraph, target: Node, kind: str) -> list[Node]:
    """Parts of a claim, argument or position, those of its weakest claims first."""
    if target.kind == "TemplateNode":
        return [choice for choice in graph.into(target.id, "CHOSE") if not graph.superseded(choice.id)]
    if target.kind in _ON_RECORDS:
        # What others rest on as well would fall for them too; whoever means it names it itself.
        return [one for one in graph.out(target.id, "RESTS_ON") if _of_its_own(graph, one, target)]
    if target.kind == "Claim":
        claims = [target]
    elif target.kind == "Syllogism":
        claims = [c for c in graph.into(target.id, "FILLS") if not graph.superseded(c.id)]
    elif target.kind == "Position":
        claims = graph.live("Claim")
    else:
        claims = claims_behind(graph, target)
    found = standings(graph)
    claims.sort(key=lambda c: (_WEAKNESS[found[c.id]["class"]] if c.id in found else 0, c.seq, c.ord))
    if kind == "structural":
        return [part for claim in claims for part in _structure(graph, claim)]
    parts: list[Node] = []
    for claim in claims:
        warrants = [w for w in graph.into(claim.id, "WARRANTS") if not graph.superseded(w.id)]
        parts += [
            *(graph[r] for r in claim_records(graph, claim.id)),
            *warrants,
            *graph.into(claim.id, "QUALIFIES"),
            claim,
        ]
    return parts


def _of_its_own(graph: Subgraph, part: Node, whole: Node) -> bool:
    """Whether a record serves one node alone."""
    users = {one.id for one in graph.into(part.id, "RESTS_ON", "USES", "CONSIDERS", "SUPPORTS")}
    return part.kind == "EvidenceRecord" and users == {whole.id}


def _structure(graph: Subgraph, claim: Node) -> Iterator[Node]:
    """What a claim is there for: the issue that its argument decides, or the choices of the template above it."""
    for argument in graph.out(claim.id, "FILLS"):
        for part in graph.into(graph.newest(argument.id).id, "FILLS"):
            yield from (graph.newest(issue.id) for issue in graph.out(part.id, "CONCLUDES"))
    for slot in graph.out(claim.id, "FOLLOWS"):
        yield from (c for c in graph.out(slot.id, "DEPENDS_ON") if not graph.superseded(c.id))


def told_of(graph: Subgraph, part: Node) -> str:
    """A challenged node in words that whoever rules understands alone."""
    if part.kind == "Weighing":
        over = f"{part['over']} outweighs {part['under']}" if part["over"] else "neither outcome outweighs"
        return f"On {part['issue']}, {over} ({part['reason']}): {part['reasons']}"
    if part.is_a("Evaluation"):
        rated = next(iter(graph.out(part.id, "RATES")), None)
        about = f"Of the objection “{words_of(rated)}”: " if rated is not None else ""
        return f"{about}{part['verdict']}, materiality {part['materiality']:g}: {part['reasons']}"
    if part.kind in ("Issue", "Option"):
        return part_told(part)
    if part.kind == "Agenda":
        return agenda_told(graph, part)
    if part.kind == "Perspective":
        weights = ", ".join(f"{v} {w:g}" for v, w in zip(part["value_names"], part["value_weights"], strict=False))
        return f"{part['role_label']}: {part['disclosure_text']} Weights: {weights}."
    if part.kind == "Stakeholder":
        return f"{part['name']}: {part['interest']}"
    if part.kind == "Predicate":
        return f"{part['relation']}({', '.join(json.loads(part['terms'] or '[]'))})"
    if part.kind == "SchemeLabel":
        return f"{part['scheme']}, {part['overall']}: {part['reason']}"
    return words_of(part)


def contested_rating(graph: Subgraph, challenge: Node) -> Node | None:
    """The rating, weighing or ruling that a challenge is about, or nothing."""
    about = graph.out(challenge.id, "ATTACKS", "CHALLENGES")
    return next((node for node in about if node.is_a("Evaluation")), None)


def gainers(graph: Subgraph, rating: Node) -> frozenset[str]:
    """Perspectives that may not decide about a rating: whose it is, and to whom it matters how it ends.

    Of a rating of criticism these are the critic, the owner of what was criticised and whoever replied; of a weighing
    those who argue for one of the two outcomes.
    """
    found = {str(rating.get("stance_id", ""))}
    if rating.kind == "Weighing":
        sides = {rating["over"], *str(rating["under"]).split("|")} - {""}
        for issue in graph.of("Issue"):
            if issue["name"] == rating["issue"]:
                ends = [edge for edge in graph.in_edges(issue.id, "CONCLUDES") if edge.fields["outcome"] in sides]
                found |= {str(graph[edge.start]["stance_id"]) for edge in ends}
    for rated in graph.out(rating.id, "RATES"):
        found.add(str(rated.get("stance_id", "")))
        critiques = [rated] if rated.is_a("Critique") else graph.out(rated.id, "ANSWERS")
        for critique in critiques:
            found.add(str(critique.get("stance_id", "")))
            found |= {str(reply.get("stance_id", "")) for reply in graph.into(critique.id, "ANSWERS")}
            for target in graph.out(critique.id, "ATTACKS"):
                found |= {str(claim["stance_id"]) for claim in _of(graph, target)}
    return frozenset(found - {""})


def _of(graph: Subgraph, target: Node) -> list[Node]:
    """The claims, whatever their version, that a criticised node is or belongs to."""
    if target.kind == "Claim":
        return [target]
    if target.kind == "Issue":
        return graph.into(target.id, "CONCLUDES")
    if target.kind in _ON_RECORDS:
        return [one for one in graph.into(target.id, "RESTS_ON") if one.kind == "Claim"]
    if target.kind in ("EvidenceRecord", "EvidenceSentence"):
        up = graph.into(target.id, "USES", "QUOTES")
    else:
        up = graph.out(target.id, "WARRANTS", "QUALIFIES", "EXCEPTS", "BACKS")
    return [claim for one in up for claim in _of(graph, one)]
