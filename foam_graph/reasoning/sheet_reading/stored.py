"""Findings as they stand in a graph: written, and read back."""

from __future__ import annotations

import json
from collections.abc import Sequence

from foam_graph.findings.finding import READING, Doubt, Finding
from foam_graph.model.delta import Delta, Ref
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.citing import Citing
from foam_graph.reasoning.taken_back import taken_back
from foam_graph.reasoning.turns import json_text


def add_finding(delta: Delta, citing: Citing, number: str, one: Finding) -> Ref:
    """Writes a finding, resting on its sentences.

    Args:
        delta: Where it goes.
        citing: Writes what is cited.
        number: Its number in the run, e.g. F3.
        one: The finding.
    """
    ref = delta.node(
        "Finding",
        number=number,
        kind=one.kind,
        basis=one.basis,
        verdict=one.verdict,
        text=one.text,
        rule=f"{one.rule} {one.version}".strip(),
        inputs=json_text(json.loads(json.dumps(dict(one.inputs), default=str))),
    )
    for name in dict.fromkeys(one.sentences):
        delta.edge("RESTS_ON", ref, citing.sentence(name))
    for name in dict.fromkeys(one.against):
        delta.edge("SPEAKS_AGAINST", citing.sentence(name), ref)
    return ref


def finding_of(graph: Subgraph, node: Node) -> Finding:
    """A finding of a graph, with who proposed it, who doubts it, and the ruling that took it back."""

    def ids(nodes: Sequence[Node]) -> tuple[str, ...]:
        return tuple(one["sentence_id"] for one in nodes if one.kind == "EvidenceSentence")

    rule, _, version = node["rule"].rpartition(" ")
    ruled = taken_back(graph, node)
    return Finding(
        kind=node["kind"],
        text=node["text"],
        sentences=ids(graph.out(node.id, "RESTS_ON")),
        verdict=node.get("verdict"),
        basis=node["basis"],
        rule=rule,
        version=version,
        inputs=json.loads(node.get("inputs") or "{}"),
        against=ids(graph.into(node.id, "SPEAKS_AGAINST")),
        by=str(graph[node.activity]["agent"]) if rule == READING else "",
        doubts=tuple(
            Doubt(str(graph[edge.start]["agent"]), str(edge.fields.get("why") or ""))
            for edge in graph.in_edges(node.id, "DOUBTS")
        ),
        taken_back=ruled.told if ruled is not None else "",
    )


def findings_in(graph: Subgraph) -> dict[str, Finding]:
    """The sheet of a run as it stands, by number."""
    return {node["number"]: finding_of(graph, node) for node in graph.live("Finding")}
