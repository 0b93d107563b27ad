"""An argument map of somebody else's in the graph: one activity writes it whole, and it is read back as it was.

Nothing of a map becomes a claim, a warrant or a critique: those name a slot, a perspective and evidence, and were made
under our protocol. Its nodes keep kinds of their own, and its scheme nodes stay nodes, since an undercut is a conflict
with an inference.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from foam_graph.errors import UsageError
from foam_graph.exchange.maps.aif import AifEdge, AifGraph, AifNode, Locution
from foam_graph.model.delta import ActivityDraft, Delta, Ref
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.model.validation import MAX_ID, MAX_TEXT
from foam_graph.version import __version__

KIND = "import"
"""Kind of the chain that an imported map has for itself."""
MOST_ROWS = 20_000
"""Nodes and edges of a map; it is written in one transaction, which the server holds in memory."""
MOST_BYTES = 16 * 2**20
"""Size of the file, for the same reason."""
_KINDS = {"I": "ImportedInformation", "L": "ImportedLocution"}


@dataclass(frozen=True)
class Origin:
    """Where a map comes from.

    Attributes:
        name: Name of its file.
        format: One of MAP_FORMATS.
        sha256: SHA-256 of its bytes, hex.
        bytes: Their number.
    """

    name: str
    format: str
    sha256: str
    bytes: int

    @property
    def chain(self) -> str:
        """Chain of the map: the same bytes always belong to the same one."""
        return f"import-{self.sha256[:16]}"


def import_delta(graph: AifGraph, origin: Origin, operator: str, by: str = "") -> tuple[ActivityDraft, Delta]:
    """The one activity that opens the chain of a map and writes all of it.

    Args:
        graph: The map.
        origin: Where it comes from.
        operator: Who runs the installation.
        by: Person who imports it; empty = the installation does.

    Raises:
        UsageError: It is too large, or a node or edge of it cannot be kept; names it and says why.
    """
    _check_sizes(graph, origin)
    delta = Delta()
    software = f"foam-graph {__version__}"
    delta.node("Run", id=origin.chain, kind=KIND, title=origin.name, operator=operator, software=software)
    whole = delta.node(
        "ImportedMap", name=origin.name, format=origin.format, sha256=origin.sha256, bytes=origin.bytes,
        more=_json(graph.more),
    )  # fmt: skip
    said: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for one in graph.locutions:
        said[one.node].append(one.said)
    refs: dict[str, Ref] = {}
    for node in graph.nodes:
        refs[node.id] = _node(delta, node, said[node.id])
        delta.edge("TAKEN_FROM", refs[node.id], whole)
    for edge in graph.edges:
        delta.edge("LEADS_TO", refs[edge.start], refs[edge.end], aif_id=edge.id, form=edge.form)
    fields = {"by": by or None, "parameters": _json({"file": origin.name, "sha256": origin.sha256})}
    return ActivityDraft(origin.chain, "Load", Role.OPERATOR, KIND, "person" if by else "system", fields), delta


def _check_sizes(graph: AifGraph, origin: Origin) -> None:
    name = origin.name
    if origin.bytes > MOST_BYTES:
        raise UsageError(f"{name} is larger than {MOST_BYTES // 2**20} MiB", "Split it into node sets.")
    rows = len(graph.nodes) + len(graph.edges)
    if rows > MOST_ROWS:
        raise UsageError(f"{name} has {rows:,} nodes and edges; {MOST_ROWS:,} is the most", "Split it into node sets.")
    for what, one in [*(("node", node.id) for node in graph.nodes), *(("edge", edge.id) for edge in graph.edges)]:
        if len(one) > MAX_ID:
            raise UsageError(f"{name}: the id of {what} {one[:40]!r} has more than {MAX_ID} characters", "Shorten it.")
    for node in graph.nodes:
        longest = max(map(len, (node.text, node.timestamp, node.scheme, node.scheme_id, _json(node.more) or "")))
        if longest > MAX_TEXT:
            raise UsageError(f"{name}: node {node.id!r} says more than {MAX_TEXT:,} characters", "Shorten it.")


def _node(delta: Delta, node: AifNode, said: list[Mapping[str, Any]]) -> Ref:
    speaker = next((str(one["personID"]) for one in said if one.get("personID") is not None), None)
    fields: dict[str, Any] = {
        "text": node.text,
        "aif_id": node.id,
        "timestamp": node.timestamp or None,
        "speaker": speaker,
        "locutions": _json(said),
        "more": _json(node.more),
    }
    kind = _KINDS.get(node.type, "ImportedScheme")
    if kind == "ImportedScheme":
        fields |= {"type": node.type}
    elif node.scheme or node.scheme_id:
        # AIF lets any node name a scheme; only those that apply one have a field for it.
        fields["more"] = _json({**node.more, "scheme": node.scheme, "schemeID": node.scheme_id})
        return delta.node(kind, **fields)
    return delta.node(kind, **fields, scheme=node.scheme or None, scheme_id=node.scheme_id or None)


def _json(value: Any) -> str | None:
    # Not the canonical form: what a map says, to the digits of its numbers, is to come back as it was.
    return json.dumps(value, ensure_ascii=False) if value else None


def imported_map(graph: Subgraph) -> AifGraph:
    """The argument map of a chain as it was imported, with the ids it came with; later versions of nodes are left out.

    What was erased since is empty, an id then ours.
    """
    (whole,) = graph.of("ImportedMap")
    found = imported_nodes(graph)
    # An id that was erased with the rest of its node: ours takes its place.
    names = {node.id: str(node["aif_id"]) or node.id for node in found}
    nodes = tuple(read_node(node, names[node.id]) for node in found)
    edges = tuple(
        AifEdge(str(e.fields["aif_id"]) or f"{e.start}.{e.end}.{n}", names[e.start], names[e.end], e.fields.get("form"))
        for n, e in enumerate(graph.edges)
        if e.type == "LEADS_TO"
    )
    said = tuple(one for n in found for one in said_of(n, names[n.id]))
    return AifGraph(nodes, edges, said, json.loads(whole.get("more") or "{}"))


def imported_nodes(graph: Subgraph) -> list[Node]:
    """The nodes of a map as they came, in its order."""
    found = (node for node in graph.nodes if node.kind in ("ImportedScheme", *_KINDS.values()))
    return [node for node in found if not graph.out_edges(node.id, "SUPERSEDES")]


def said_of(node: Node, name: str) -> Iterator[Locution]:
    """Who said a node and when, as the map tells it.

    Args:
        node: The node.
        name: Its id in the map.
    """
    for one in json.loads(node.get("locutions") or "[]"):
        yield Locution(name, one)


def read_node(node: Node, name: str) -> AifNode:
    """A node of a map as AIF has it.

    Args:
        node: The node.
        name: Its id in the map.
    """
    more = json.loads(node.get("more") or "{}")
    # What a version leaves out may stand there as nothing.
    scheme, scheme_id = node.get("scheme") or "", node.get("scheme_id") or ""
    type_ = node.get("type") or next(name for name, kind in _KINDS.items() if kind == node.kind)
    if type_ in _KINDS:
        scheme, scheme_id = more.pop("scheme", ""), more.pop("schemeID", "")
    return AifNode(name, str(type_), str(node["text"]), node.get("timestamp") or "", scheme, scheme_id, more)
