"""Sublation as nodes and edges, so that Cypher sees core and dissent (protocol 6.11)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from foam_graph.model.canonical import canonical
from foam_graph.model.delta import Delta, Ref
from foam_graph.model.nodes import ARGUABLE
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.sublation.audiences import Audience
from foam_graph.reasoning.sublation.classify import ClaimStanding, Sublation

KERNEL = "foam-sublation 1.1"
"""Name and version of the kernel without an agenda; the version changes when any label could."""
KERNEL_WITH_AGENDA = "foam-sublation 5"
"""The same with an agenda, whose rules are those of protocol 6.12 to 6.16 too."""


def labelling_delta(
    subgraph: Subgraph, sublation: Sublation, parameters: Mapping[str, Any] | None = None
) -> tuple[Delta, dict[str, Ref]]:
    """What the Compiler writes about a sublation.

    One ``Labelling`` an audience with its ``LABELS`` and ``EXPLAINS`` edges, one ``Standing`` a claim; each
    supersedes the live one before it. A labelling that supersedes another says only what differs from it, and a
    standing that would say the same again is not written: a repair must not cost what the whole run cost. The
    labels that hold now are those of ``current_labels``. A hypothetical sublation must not be written.

    Args:
        subgraph: The run that was sublated.
        sublation: The result.
        parameters: Further parameters to record with each labelling.

    Returns:
        The delta, and references to its labellings and standings by audience name and claim id.
    """
    delta, refs = Delta(), {}
    older = _latest(subgraph.live("Labelling"), lambda n: [n.get("audience", "")])
    for audience in sublation.audiences:
        refs[audience.name] = _labelling(delta, subgraph, sublation, audience, parameters or {})
        _supersede(delta, refs[audience.name], older.get(audience.name, ()))
    standings = _latest(subgraph.live("Standing"), lambda n: [c.id for c in subgraph.out(n.id, "CLASSIFIES")])
    for claim_id, standing in sublation.claims.items():
        fields = _standing_fields(standing)
        kept = [n for n in standings.get(claim_id, ()) if all(n.get(k) == v for k, v in fields.items())]
        if kept:
            refs[claim_id] = kept[-1].ref
            continue
        refs[claim_id] = delta.node("Standing", **fields)
        delta.edge("CLASSIFIES", refs[claim_id], subgraph[claim_id].ref)
        versions = _versions(subgraph, claim_id)
        _supersede(delta, refs[claim_id], [n for v in versions for n in standings.get(v, ())])
    return delta, refs


def _latest(nodes: Iterable[Node], keys: Callable[[Node], list[str]]) -> dict[str, list[Node]]:
    found: dict[str, list[Node]] = {}
    for node in nodes:
        for key in keys(node):
            found.setdefault(key, []).append(node)
    return found


def _supersede(delta: Delta, new: Ref, old: Iterable[Node]) -> None:
    for node in {n.id: n for n in old}.values():
        delta.edge("SUPERSEDES", new, node.ref)


def _versions(subgraph: Subgraph, claim_id: str) -> list[str]:
    """A claim and its earlier versions: what was said of those is no longer current either."""
    return [claim_id, *(n.id for n in subgraph.older(claim_id))]


def _labelling(
    delta: Delta, subgraph: Subgraph, sublation: Sublation, audience: Audience, more: Mapping[str, Any]
) -> Ref:
    labelled = sublation.labelled[audience.name]
    made = delta.node(
        "Labelling",
        audience=audience.name,
        kernel=KERNEL if sublation.rules == 1 else KERNEL_WITH_AGENDA,
        parameters=canonical({**more, **_parameters(sublation, audience)}).decode(),
        arguments=len(labelled.labels),
        attacks=labelled.attacks,
    )
    before, told = current_labels(subgraph, audience.name), _explanations(subgraph, audience.name)
    for node_id, label in sublation.labels[audience.name].items():
        reasons = {
            (reason.node, f"{reason.why} (rule {reason.rule})")
            for reason in sublation.why(audience.name, node_id)
            if subgraph[reason.node].kind in ARGUABLE
        }
        if before.get(node_id) == label and told.get(node_id, set()) == reasons:
            continue
        delta.edge("LABELS", made, subgraph[node_id].ref, label=label)
        for node, why in sorted(reasons):
            delta.edge("EXPLAINS", made, subgraph[node].ref, of=node_id, why=why)
    return made


def current_labels(subgraph: Subgraph, audience: str) -> dict[str, str]:
    """The label of every node for an audience as it stands: of each node, what the latest labelling said of it."""
    return {
        edge.end: edge.fields["label"]
        for labelling in _labellings(subgraph, audience)
        for edge in subgraph.out_edges(labelling.id, "LABELS")
    }


def _explanations(subgraph: Subgraph, audience: str) -> dict[str, set[tuple[str, str]]]:
    found: dict[str, set[tuple[str, str]]] = {}
    for labelling in _labellings(subgraph, audience):
        said: dict[str, set[tuple[str, str]]] = {}
        for edge in subgraph.out_edges(labelling.id, "EXPLAINS"):
            said.setdefault(edge.fields["of"], set()).add((edge.end, edge.fields.get("why", "")))
        for edge in subgraph.out_edges(labelling.id, "LABELS"):
            found[edge.end] = said.get(edge.end, set())
    return found


def _labellings(subgraph: Subgraph, audience: str) -> list[Node]:
    return [node for node in subgraph.of("Labelling") if node["audience"] == audience]


def _parameters(sublation: Sublation, audience: Audience) -> dict[str, Any]:
    return {
        "threshold": sublation.threshold,
        "weights": dict(audience.weights),
        "policy": audience.policy.model_dump(mode="json") if audience.policy else None,
        "on": audience.on.isoformat() if audience.on else None,
    }


def _standing_fields(standing: ClaimStanding) -> dict[str, Any]:
    return {
        "class": standing.class_,
        "tested": standing.tested,
        "condition": standing.condition.words() if standing.condition else "",
        "in_for": standing.audiences("in"),
        "out_for": standing.audiences("out"),
        "falls_if": standing.falls_if.phrases() if standing.falls_if else [],
    }
