"""What a ruled challenge came to, read from what is in the graph now (protocol 7.5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from foam_graph.corpus.text.folding import fold
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.agenda_versions.made import about_agenda, agendas_made
from foam_graph.reasoning.certifying.checks import standings
from foam_graph.reasoning.rulings import settled

_FALLEN = ("dissent", "unsupported", "contested")


@dataclass(frozen=True)
class Change:
    """What a repair did to the claims that rest on the challenged node.

    Attributes:
        direct: These claims, as they were.
        revised: New versions by the claim they supersede.
    """

    direct: tuple[str, ...]
    revised: Mapping[str, str]


def outcome_of(graph: Subgraph, challenge: Node, change: Change) -> str:
    """The kind of outcome, after the new labels were written.

    Args:
        graph: The run, labels of the new position included.
        challenge: The challenge, ruled on.
        change: What the repair did.
    """
    verdict = settled(graph, challenge.id)
    if verdict == "invalid":
        return "rejected"
    if about_agenda(graph, challenge):
        # What was argued on it before has left with it; until a person rules, or where no new agenda came of it, it is open.
        return "regenerated" if verdict == "valid" and agendas_made(graph, challenge) else "recorded"
    if any(node.kind == "Issue" for node in graph.out(challenge.id, "ATTACKS")) and _argued(graph, challenge):
        return "regenerated"
    if verdict == "requires_more_evidence" and _answered(graph, challenge):
        return "defended"
    if verdict != "valid":
        return "counter_argument" if _countered(graph, challenge, change) else "recorded"
    if challenge["kind"] == "normative":
        return "relabelled"
    if challenge["kind"] == "structural":
        # Nobody argues a branch of the template any more: what was left out there is taken up by asking anew.
        return "recorded"
    found = standings(graph)
    now = {i: change.revised.get(i, i) for i in change.direct}
    standing = [i for i in now if now[i] in found and found[now[i]]["class"] not in _FALLEN]
    kept = [i for i in standing if i in change.revised]
    if not kept:
        return "defended" if standing and len(standing) == len(now) else "retracted"
    return _new_version(graph, [(i, change.revised[i]) for i in kept])


def _countered(graph: Subgraph, challenge: Node, change: Change) -> bool:
    """Whether the challenge now stands beside a claim, with evidence of its own, and neither defeats the other."""
    brought = any(record.is_a("EvidenceRecord") for record in graph.out(challenge.id, "RESTS_ON"))
    found = standings(graph)
    return brought and any(found[i]["class"] == "contested" for i in change.direct if i in found)


def _answered(graph: Subgraph, challenge: Node) -> bool:
    """Whether a reply to the challenge was rated adequate."""
    replies = [r for r in graph.into(challenge.id, "ANSWERS") if r.is_a("Reply")]
    return any(rating["verdict"] == "adequate" for r in replies for rating in graph.into(r.id, "RATES"))


def _argued(graph: Subgraph, challenge: Node) -> bool:
    """Whether what an issue was said to lack has been argued since."""
    replies = [r for r in graph.into(challenge.id, "ANSWERS") if r.is_a("Reply")]
    return any(rating.get("reply") == "adequate" for r in replies for rating in graph.into(r.id, "RATES"))


def _new_version(graph: Subgraph, pairs: list[tuple[str, str]]) -> str:
    """What became of claims that stand in a new version.

    Evidence was swapped only where the claim kept its words; narrowed is one that says something else and keeps a
    sentence; a version with other words on other sentences is a slot regenerated.
    """
    sentences = [(set(sentences_of(graph, old)), set(sentences_of(graph, new))) for old, new in pairs]
    kept = all(fold(graph[old]["text"]) == fold(graph[new]["text"]) for old, new in pairs)
    if kept and any(before != after for before, after in sentences):
        return "evidence_swapped"
    return "narrowed" if any(before & after for before, after in sentences) else "regenerated"


def sentences_of(graph: Subgraph, claim: str) -> list[str]:
    """Sentences of a claim in any version, read through superseded records too."""
    records = [r for w in graph.into(claim, "WARRANTS") for r in graph.out(w.id, "USES")]
    return [s for r in records for s in r["sentence_ids"]]
