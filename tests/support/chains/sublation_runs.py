"""A compact way to write down a small run as a Subgraph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from foam_graph.model.subgraph import Edge, Node, Subgraph


class RunOf:
    """Nodes and edges in the order of writing; every call that adds a node is an activity of its own.

    Perspectives are given as value weights; evidence policies by perspective name.
    """

    def __init__(
        self,
        perspectives: Mapping[str, Mapping[str, float]] | None = None,
        policies: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> None:
        self.nodes: list[Node] = [Node("run", "Run", {"kind": "run"}, at="2025-06-01T00:00:00.000000Z")]
        self.edges: list[Edge] = []
        self._known: set[str] = set()
        for name, weights in (perspectives if perspectives is not None else {"ann": {}, "bob": {}}).items():
            policy = (policies or {}).get(name)
            card = orjson.dumps({"evidence_policy": policy} if policy else {}).decode()
            self.node(
                f"P-{name}", "Perspective", stance_id=name, value_names=list(weights),
                value_weights=list(weights.values()), card=card,
            )  # fmt: skip

    def node(self, id_: str, kind: str, agent: str = "offline-rules", **fields: Any) -> str:
        seq = len(self.nodes) + 1
        act = f"act-{seq}"
        self.nodes.append(Node(act, "AgentTurn", {"agent": agent}, seq, 0, act))
        self.nodes.append(Node(id_, kind, fields, seq, 1, act))
        self._known.add(id_)
        return id_

    def edge(self, type_: str, start: str, end: str, **fields: Any) -> None:
        self.edges.append(Edge(type_, start, end, fields))

    def record(self, id_: str, sentences: Sequence[str] = (), severable: bool = False, **fields: Any) -> str:
        self.node(id_, "EvidenceRecord", severable=severable, **fields)
        for sentence in sentences:
            self.edge("QUOTES", id_, sentence)
        return id_

    def sentence(self, id_: str, document: str = "") -> str:
        self.node(id_, "EvidenceSentence", doc_id=document)
        if document:
            self.edge("FROM_DOCUMENT", id_, document)
        return id_

    def document(self, id_: str, source_class: str, date: str = "") -> str:
        return self.node(id_, "Document", source_class=source_class, date=date)

    def line(self, claim: str, warrant: str, *records: str, old: str = "") -> str:
        self.node(warrant, "Warrant")
        self.edge("WARRANTS", warrant, claim)
        for record in records:
            if record not in self._known:
                self.record(record)
            self.edge("USES", warrant, record)
        self._supersede(warrant, old)
        return warrant

    def claim(
        self, id_: str, stance: str = "ann", evidence: str = "required", old: str = "", ground: bool = True,
        rests_on: Sequence[str] = (), fills: tuple[str, str] | None = None,
    ) -> str:  # fmt: skip
        self.node(id_, "Claim", stance_id=stance, evidence=evidence)
        if ground:
            self.line(id_, f"W-{id_}", *([f"R-{id_}"] if evidence == "required" else []))
        for other in rests_on:
            self.edge("RESTS_ON", id_, other)
        if fills:
            self.edge("FILLS", id_, fills[0], component=fills[1])
        self._supersede(id_, old)
        return id_

    def critique(
        self, id_: str, *targets: str, by: str = "bob", values: tuple[str, str] | None = None,
        rests_on: Sequence[str] = (), rated: str | None = "valid", old: str = "", kind: str = "Critique", **fields: Any,
    ) -> str:  # fmt: skip
        if values:
            fields |= {"type": "value_conflict", "value_target": values[0], "value_critic": values[1]}
        self.node(id_, kind, **{"type": "logical_gap", "stance_id": by, **fields})
        for target in targets:
            self.edge("ATTACKS", id_, target)
        for record in rests_on:
            self.edge("RESTS_ON", id_, record)
        if rated:
            self.rate(f"E-{id_}", id_, rated)
        self._supersede(id_, old)
        return id_

    def reply(self, id_: str, critique: str, rated: str | None = None, rests_on: Sequence[str] = ()) -> str:
        self.node(id_, "Reply", stance_id="ann")
        self.edge("ANSWERS", id_, critique)
        for record in rests_on:
            self.edge("RESTS_ON", id_, record)
        if rated:
            self.rate(f"E-{id_}", id_, rated)
        return id_

    def rate(
        self, id_: str, target: str, verdict: str, materiality: float = 0.8, by: str = "judge", old: str = "",
        human: bool = False, **fields: Any,
    ) -> str:  # fmt: skip
        kind = "Ruling" if human else "Evaluation"
        stance = "" if human else by
        if human:
            fields |= {"human": True, "by": by}
        agent = "person" if human else "offline-rules"
        self.node(id_, kind, agent, verdict=verdict, materiality=materiality, stance_id=stance, **fields)
        self.edge("RATES", id_, target)
        self._supersede(id_, old)
        return id_

    def verdict(self, target: str, verdict: str) -> None:
        made = self.node(f"V-{len(self.nodes)}", "ValidationResult", verdict=verdict)
        self.edge("VALIDATES", made, target)

    def syllogism(self, id_: str, *required: str) -> str:
        return self.node(id_, "Syllogism", required=list(required))

    def _supersede(self, new: str, old: str) -> None:
        if old:
            self.edge("SUPERSEDES", new, old)

    def graph(self) -> Subgraph:
        return Subgraph(self.nodes, self.edges)
