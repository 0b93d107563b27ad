"""A Subgraph that answers as the store does, row for row, in an order that a seed decides; and exports of it."""

from __future__ import annotations

import io
import random
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from foam_graph.exchange.prov_export.export import Request, write_prov
from foam_graph.model.delta import activity_id
from foam_graph.model.edges import EDGES
from foam_graph.model.nodes import ACTIVITIES, labels_of
from foam_graph.model.subgraph import Edge, Node, Subgraph
from foam_graph.prov import Document
from foam_graph.store.chain_steps import link_statement


class Rows:
    """Answers the queries of an export.

    Args:
        graph: What the database holds.
        seed: Order of the rows; None = as they arrived.
    """

    def __init__(self, graph: Subgraph, seed: int | None = None) -> None:
        self.graph = graph
        self.chance = random.Random(seed) if seed is not None else None  # noqa: S311 - a test needs a seed
        self.chains = {_run(node) for node in graph.nodes if node.kind in ACTIVITIES}
        self.edges: defaultdict[tuple[str, int], list[tuple[Edge, int]]] = defaultdict(list)
        for edge in graph.edges:
            if edge.start in graph and edge.end in graph and not EDGES[edge.type].automatic:
                found = self.edges[self._writer(edge), edge.seq]
                found.append((edge, len(found) + 1))

    def _writer(self, edge: Edge) -> str:
        """The chain that wrote an edge: an edge does not know it, so its ends tell."""
        runs = [_run(self.graph[i]) for i in (edge.start, edge.end)]
        return next((run for run in runs if run in self.chains), "") or min(self.chains)

    def ask(self, name: str, **params: Any) -> list[dict[str, Any]]:
        return self._mixed(getattr(self, f"_{name}")(**params))

    def stream(self, name: str, **params: Any) -> Iterator[dict[str, Any]]:
        yield from getattr(self, f"_{name}")(**params)  # its order is part of the query

    def read(self, text: str, run: str, low: int, high: int) -> list[dict[str, Any]]:
        assert text == link_statement()
        found = []
        for (writer, seq), edges in self.edges.items():
            if writer != run or not low <= seq < high:
                continue
            rows = [
                [e.type, {**e.fields, "run": run, "seq": seq, "ord": n}, self._end(e.start), self._end(e.end)]
                for e, n in edges
            ]
            found.append({"seq": seq, "rows": self._mixed(rows)})
        return self._mixed(found)

    def _mixed(self, rows: list[Any]) -> list[Any]:
        if self.chance is not None:
            self.chance.shuffle(rows)
        return rows

    def _end(self, node_id: str) -> list[Any]:
        node = self.graph[node_id]
        return [node.id, _labels(node), _run(node), node.seq, node.ord or None, node.at, node.get("stance_id")]

    def _own(self, run: str) -> list[Node]:
        return [n for n in self.graph.nodes if n.activity == activity_id(run, n.seq)]

    def _ledger_activities(self, run: str, low: float, limit: int) -> list[dict[str, Any]]:
        acts = sorted((n for n in self._own(run) if n.kind in ACTIVITIES and n.seq >= low), key=lambda n: n.seq)
        return [_row(n) for n in acts[:limit]]

    def _run_nodes(self, run: str, low: int, high: int) -> list[dict[str, Any]]:
        rows: defaultdict[int, list[Any]] = defaultdict(list)
        for node in self._own(run):
            if node.kind not in ACTIVITIES and low <= node.seq < high:
                rows[node.seq].append(list(_row(node).values()))
        return [{"seq": seq, "rows": self._mixed(found)} for seq, found in rows.items()]

    def _kinds_of(self, ids: list[str]) -> list[dict[str, Any]]:
        return [{"id": i, "labels": _labels(self.graph[i])} for i in ids if i in self.graph]

    def _prov_outside(self, run: str) -> list[dict[str, Any]]:
        own = {n.id for n in self._own(run)}
        written = [e for (writer, _), found in self.edges.items() if writer == run for e, _ in found]
        referred = {i for e in written for i in (e.start, e.end)}
        referred |= {i for n in self._own(run) for i in n.get("used", ()) if i in self.graph}
        nodes = [self.graph[i] for i in referred - own if self.graph[i].kind not in ACTIVITIES]
        return [_row(n) for n in sorted(nodes, key=lambda n: (n.activity, n.id))]

    def _prov_head(self, run: str) -> list[dict[str, Any]]:
        if run not in self.graph or self.graph[run].kind != "Run":
            return [{"labels": _labels(self.graph[run])}] if run in self.graph else []
        acts = [n for n in self._own(run) if n.kind in ACTIVITIES]
        people = [n for n in acts if n.kind == "HumanAct" or n.get("agent") == "person"]
        times = [n.at for n in acts]
        calls = [n for n in self._own(run) if n.kind == "ModelCall"]
        last = max((n.seq for n in acts), default=0)
        return [
            {
                **_row(self.graph[run]),
                "agents": self._mixed(list({n["agent"] for n in acts if n not in people and n.get("agent")})),
                "people": len({n["by"] for n in people if n.get("by")}) + sum(not n.get("by") for n in people),
                "begun": min(times),
                "last": max(times),
                "seq": last,
                "hash": "0" * 64,
                "models": self._mixed(list({f"{n['model']} ({n['provider']})" for n in calls})),
                "corpora": [],
            }
        ]


def _labels(node: Node) -> list[str]:
    return ["Activity", node.kind] if node.kind in ACTIVITIES else list(labels_of(node.kind))


def _run(node: Node) -> str:
    return node.activity.rpartition("-")[0]


def _row(node: Node) -> dict[str, Any]:
    stamps = {"id": node.id, "seq": node.seq, "at": node.at, "run": _run(node)}
    placed = {} if node.kind in ACTIVITIES else {"ord": node.ord, "activity": node.activity}
    return {"labels": _labels(node), "props": {**node.fields, **stamps, **placed}}


def exported(graph: Subgraph | Rows, run: str, syntax: str, **request: Any) -> bytes:
    """One run in one format."""
    return told(graph, run, syntax, **request)[0]


def told(graph: Subgraph | Rows, run: str, syntax: str, **request: Any) -> tuple[bytes, dict[str, Any]]:
    """One run in one format, and its manifest."""
    out = io.BytesIO()
    runs = request.pop("runs", [run])
    source = graph if isinstance(graph, Rows) else Rows(graph)
    manifest = write_prov(source, Request(runs, syntax, **request), out)
    return out.getvalue(), manifest


def statements_of(document: Document) -> frozenset[tuple[object, ...]]:
    """All statements of a document, whatever their order, attributes' order and bundles."""
    return frozenset(
        (s.kind, s.id if s.kind != "hadMember" else "", s.arguments, frozenset(s.attributes))
        for instance in document.instances()
        for s in instance.statements
    )
