"""Sublation as nodes and edges, so that Cypher sees core and dissent (foam.md 6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from foam_graph.model.canonical import canonical
from foam_graph.model.delta import Delta, Ref
from foam_graph.model.nodes import ARGUABLE
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.sublation.audiences import Audience
from foam_graph.reasoning.sublation.classify import ClaimStanding, Sublation

KERNEL = "foam-sublation 1"
"""Name and version of the kernel; the version changes when any label could."""


def labelling_delta(
    subgraph: Subgraph, sublation: Sublation, parameters: Mapping[str, Any] | None = None
) -> tuple[Delta, dict[str, Ref]]:
    """What the Compiler writes about a sublation.

    One ``Labelling`` an audience with its ``LABELS`` and ``EXPLAINS`` edges, one ``Standing`` a live claim; each
    supersedes the live one before it. A hypothetical sublation must not be written.

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
        refs[claim_id] = _standing(delta, subgraph, standing)
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
    found = [claim_id]
    for node_id in found:  # grows while it is read
        found.extend(n.id for n in subgraph.out(node_id, "SUPERSEDES") if n.id not in found)
    return found


def _labelling(
    delta: Delta, subgraph: Subgraph, sublation: Sublation, audience: Audience, more: Mapping[str, Any]
) -> Ref:
    labelled = sublation.labelled[audience.name]
    made = delta.node(
        "Labelling",
        audience=audience.name,
        kernel=KERNEL,
        parameters=canonical({**more, **_parameters(sublation, audience)}).decode(),
        arguments=len(labelled.labels),
        attacks=labelled.attacks,
    )
    for node_id, label in sublation.labels[audience.name].items():
        delta.edge("LABELS", made, subgraph[node_id].ref, label=label)
        for reason in sublation.why(audience.name, node_id):
            if subgraph[reason.node].kind in ARGUABLE:
                why = f"{reason.why} (rule {reason.rule})"
                delta.edge("EXPLAINS", made, subgraph[reason.node].ref, of=node_id, why=why)
    return made


def _parameters(sublation: Sublation, audience: Audience) -> dict[str, Any]:
    return {
        "threshold": sublation.threshold,
        "weights": dict(audience.weights),
        "policy": audience.policy.model_dump(mode="json") if audience.policy else None,
        "on": audience.on.isoformat() if audience.on else None,
    }


def _standing(delta: Delta, subgraph: Subgraph, standing: ClaimStanding) -> Ref:
    named_class: dict[str, Any] = {"class": standing.class_}  # a reserved word
    made = delta.node(
        "Standing",
        **named_class,
        tested=standing.tested,
        condition=standing.condition.words() if standing.condition else "",
        in_for=standing.audiences("in"),
        out_for=standing.audiences("out"),
        falls_if=standing.falls_if.phrases() if standing.falls_if else [],
    )
    delta.edge("CLASSIFIES", made, subgraph[standing.claim].ref)
    return made
