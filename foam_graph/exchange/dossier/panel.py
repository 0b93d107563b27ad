"""Perspectives in a dossier: who argued, and what difference it made."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from foam_graph.exchange.dossier.claims import LinkView
from foam_graph.exchange.dossier.objections import REVISED, state_of
from foam_graph.exchange.dossier.reading import Reading, object_of
from foam_graph.exchange.dossier.words import capital, counted, listed, plain, sentence
from foam_graph.model.subgraph import Node, Subgraph


@dataclass(frozen=True)
class PerspectiveView:
    """A perspective's card."""

    id: str
    anchor: str
    stance_id: str
    role: str
    disclosure: str
    values: tuple[tuple[str, str, str], ...]
    policy: tuple[str, ...]
    constraints: tuple[str, ...]
    scope: tuple[tuple[str, str], ...]
    coherence: str
    arguments: tuple[LinkView, ...]
    changed: tuple[str, ...]
    drift: str


def perspectives(reading: Reading) -> tuple[PerspectiveView, ...]:
    """The cards, in the order in which the perspectives were given."""
    return tuple(_perspective(reading, node) for node in reading.perspectives)


def _perspective(reading: Reading, node: Node) -> PerspectiveView:
    card = object_of(node["card"])
    stance = str(node["stance_id"])
    weights = list(zip(node["value_names"], node["value_weights"], strict=False))
    most = max((w for _, w in weights), default=1.0) or 1.0
    scope = card.get("scope_limits") or {}
    return PerspectiveView(
        id=node.id,
        anchor=reading.anchor(node.id),
        stance_id=stance,
        role=str(node["role_label"]),
        disclosure=str(node["disclosure_text"]),
        values=tuple((plain(name), f"{w:.2f}", f"{100 * w / most:.1f}") for name, w in weights),
        policy=tuple(_policy(card.get("evidence_policy") or {})),
        constraints=tuple(_constraint(c) for c in card.get("coherence_constraints") or []),
        scope=tuple((capital(plain(k)), str(scope[k])) for k in sorted(scope) if scope[k]),
        coherence=f"{node['coherence']:.2f}",
        arguments=_arguments(reading, stance),
        changed=tuple(_changed(reading, stance)),
        drift=_drift(reading, stance),
    )


def _policy(policy: Mapping[str, Any]) -> list[str]:
    classes = [plain(c) for c in policy.get("source_classes") or []]
    found = [f"Admits {listed(classes)}." if classes else "Admits every class of source."]
    if policy.get("minimum_strength"):
        found.append(f"Sources of strength {policy['minimum_strength']} and more (0 to 1).")
    if policy.get("max_age_years"):
        found.append(f"Nothing older than {counted(int(policy['max_age_years']), 'year')}.")
    if (policy.get("independent_sources") or 1) > 1:
        found.append(f"Wants {counted(int(policy['independent_sources']), 'independent source')} for a fact.")
    return found


def _constraint(found: Mapping[str, Any]) -> str:
    number = found.get("number")
    about = [
        plain(found.get("value") or ""),
        f"{number:g}" if number is not None else "",
        listed([plain(c) for c in found.get("classes") or []]),
    ]
    rule = str(found.get("predicate", ""))
    told = ": ".join(part for part in (_RULES.get(rule, plain(rule)), *about) if part)
    return f"{capital(str(found.get('kind', '')))}: {told}"


_RULES = {
    "only_source_classes": "only sources of a class that it admits",
    "no_unflagged_class": "no source of such a class without a flag",
    "min_independent_sources": "at least so many independent sources for a fact",
    "max_source_age_years": "no source of more years",
    "min_strength": "no source of less strength",
    "must_name_uncertainty": "what is uncertain is named",
    "no_value_against": "no argument against this value",
    "value_priorities": "its own values",
    "scope": "what it speaks of",
}
"""What a constraint asks for, in words."""
_VIOLATION = re.compile(r"(?P<kind>hard|soft) (?P<rule>\w+)(?:\((?P<of>[^)]*)\))?: (?P<why>.*)", re.DOTALL)


def told_of(graph: Subgraph, violation: str) -> str:
    """What was not kept of a constraint, in words, with documents by their titles.

    Args:
        graph: The run.
        violation: What its report says: kind, rule, what it is of, and why.
    """
    found = _VIOLATION.fullmatch(violation)
    told = violation
    if found is not None:
        rule = _RULES.get(found["rule"], plain(found["rule"]))
        of = f" ({plain(found['of'])})" if found["of"] else ""
        told = f"{found['kind']} constraint “{rule}{of}”: {plain(found['why'])}"
    # Ids last: a title keeps what looks like a name of the data.
    for document in graph.of("Document"):
        told = told.replace(str(document["doc_id"]), f"“{document['title']}”")
    return told


def _arguments(reading: Reading, stance: str) -> tuple[LinkView, ...]:
    """Arguments a perspective made, each leading to its first claim."""
    found: dict[str, tuple[Node, int]] = {}
    for claim in reading.claims:
        if claim["stance_id"] == stance:
            homes = reading.graph.out(claim.id, "FILLS")
            name = str(homes[-1]["name"]) if homes else "No argument"
            first, number = found.get(name, (claim, 0))
            found[name] = (first, number + 1)
    return tuple(LinkView(reading.anchor(c.id), name, counted(n, "claim")) for name, (c, n) in found.items())


def _changed(reading: Reading, stance: str) -> list[str]:
    """What would be otherwise without this perspective, as far as the record tells."""
    found = []
    for choice in reading.graph.live("TemplateChoice"):
        branch = reading.names.get(choice["branch"], plain(choice["branch"]))
        found.append(_vote(reading, choice, stance, branch))
    own = [c for c in reading.graph.of("Critique") if c["stance_id"] == stance and not c.is_a("Challenge")]
    aimed = [c for c in own if any(reading.behind(t) for t in reading.graph.out(c.id, "ATTACKS"))]
    standing = sum(1 for c in aimed if state_of(reading, c) in ("stands", "divided", REVISED))
    if own:
        found.append(
            f"It raised {counted(len(own), 'objection')}, {len(aimed)} of them to claims of the position; "
            f"{standing} of these stand for at least one perspective or led to a revision."
        )
    for verb, label in (("accepts", "in"), ("does not accept", "out")):
        alone = _alone(reading, stance, label)
        if alone:
            names = listed([f"claim {reading.number(c.id)}" for c in alone])
            found.append(f"It alone {verb} {names}.")
    return [text for text in found if text]


def _alone(reading: Reading, stance: str, label: str) -> list[Node]:
    """Claims that have a label for this perspective and for no other."""
    found = []
    for claim in reading.claims:
        labels = reading.labels.get(claim.id, {})
        if len(labels) > 1 and [a for a, given in labels.items() if given == label] == [stance]:
            found.append(claim)
    return found


def _vote(reading: Reading, choice: Node, stance: str, branch: str) -> str:
    """How it voted on a branch, and whether the outcome would differ without its vote."""
    votes = votes_of(choice)
    if stance not in votes or not votes[stance]:
        return ""
    ranked = sorted(votes[stance], key=lambda c: (-votes[stance][c], c))
    taken = len(choice["children"])
    wanted = [reading.names.get(c, plain(c)) for c in ranked[:taken]]
    told = f"On {branch} it voted first for {listed(wanted)}."
    if reading.graph.out(choice.id, "SUPERSEDES"):
        return f"{told} The choice was made again after a challenge."
    rest = {name: ballot for name, ballot in votes.items() if name != stance}
    without = _winners(reading, choice, rest) if rest else set(choice["children"])
    lost, gained = set(choice["children"]) - without, without - set(choice["children"])
    if not lost or set(choice["children"]) != _winners(reading, choice, votes):
        return f"{told} The choice would have been the same without its votes."
    named = [listed(sorted(reading.names.get(c, plain(c)) for c in group)) for group in (lost, gained)]
    return f"{told} Without its votes, {named[1]} would have been taken in the place of {named[0]}."


def votes_of(choice: Node) -> dict[str, dict[str, float]]:
    """Perspective to child to preference."""
    cast = object_of(choice["votes"])
    return {name: ballot for name, ballot in cast.items() if isinstance(ballot, dict)}


def _winners(reading: Reading, choice: Node, votes: Mapping[str, Mapping[str, float]]) -> set[str]:
    options = [*choice["children"], *choice["alternatives"]]
    totals = {o: sum(ballot.get(o, 0.0) for ballot in votes.values()) for o in options}
    place = {name: n for n, name in enumerate(reading.names)}
    return set(sorted(options, key=lambda o: (-totals[o], place.get(o, 0)))[: len(choice["children"])])


def _drift(reading: Reading, stance: str) -> str:
    reports = [r for r in reading.graph.of("DriftReport") if r["stance_id"] == stance]
    broken = list(dict.fromkeys(sentence(told_of(reading.graph, str(v))) for r in reports for v in r["violated"]))
    blocked = sum(
        1 for a in reading.graph.of("Activity") if a.get("stance_id") == stance and a.get("outcome") == "blocked"
    )
    kept = f"{counted(len(reports), 'turn')} checked against its constraints; "
    told = f"exceptions: {' '.join(broken)}" if broken else "none was broken."
    more = f" {counted(blocked, 'turn')} blocked and made again." if blocked else ""
    return kept + told + more
