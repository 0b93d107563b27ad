"""A chain read step by step for an export: each activity with the nodes and edges that it wrote, in bounded memory.

Activities are read in ranges, as the ledger reads them; what comes back does not depend on the order of the rows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any, NamedTuple, Protocol

from foam_graph.advice import Action, NextStep
from foam_graph.errors import UnknownId
from foam_graph.model.subgraph import Node
from foam_graph.store.edge_ranges import drawn_types, edges_of
from foam_graph.store.reading import kind_of, node_from, plain, whole

RANGE = 200
"""Activities read at once, at most."""
ROWS = 4_000
"""Rows read at once, as the activities state them; one activity is read whole."""


class Source(Protocol):
    """Where rows come from: a ``Store``, or whatever answers as one."""

    def ask(self, name: str, **params: Any) -> list[dict[str, Any]]:
        """Rows of a named query."""

    def stream(self, name: str, **params: Any) -> Iterator[dict[str, Any]]:
        """Rows of a named query, one by one."""

    def read(self, text: str, **params: Any) -> list[dict[str, Any]]:
        """Rows of a statement generated from the model."""


class End(NamedTuple):
    """One end of an edge: what must be known of it to say what the edge means."""

    id: str
    kind: str
    run: str
    seq: int
    ord: int
    at: str
    stance: str


class Link(NamedTuple):
    """An edge with its ends and its place in its activity."""

    type: str
    start: End
    end: End
    fields: Mapping[str, Any]
    ord: int


@dataclass(slots=True)
class Step:
    """One activity and what it wrote.

    Attributes:
        activity: The activity.
        nodes: Its nodes in the order of their ordinals.
        links: Its edges likewise.
        used: Kind of each id in its ``used`` that is in the database.
    """

    activity: Node
    nodes: list[Node] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    used: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Head:
    """What is known of a chain before it is read.

    Attributes:
        node: Its Run node.
        agents: Names of the software agents that acted.
        models: Models that were called, with their providers.
        corpora: Corpora that it holds or refers to.
        people: How many people acted; acts of unknown people count one each.
        begun: Time of its first activity.
        last: Time of its last one.
        seq: Place of its last activity.
        hash: The chain's hash there.
    """

    node: Node
    agents: tuple[str, ...]
    models: tuple[str, ...]
    corpora: tuple[str, ...]
    people: int
    begun: str
    last: str
    seq: int
    hash: str


def read_head(source: Source, run: str, sealed: bool = False) -> Head:
    """What is known of a chain before it is read.

    Args:
        source: Where it is.
        run: Chain id.
        sealed: With salts and commitments among the fields of its Run.

    Raises:
        UnknownId: There is no such chain.
    """
    rows = source.ask("prov_head", run=run)
    if not rows or "Run" not in rows[0]["labels"]:
        raise UnknownId(f"there is no run {run!r}", NextStep(Action.LIST_RUNS, "List runs with"))
    row = rows[0]
    documents = (node for node in read_outside(source, run) if node.kind == "Document")
    corpora = {*row["corpora"], *(str(node["corpus"]) for node in documents if node.get("corpus"))}
    return Head(
        node_from(row["labels"], row["props"], sealed),
        tuple(sorted(row["agents"])),
        tuple(sorted(row["models"])),
        tuple(sorted(corpora)),
        int(row["people"]),
        str(row["begun"]),
        str(row["last"]),
        int(row["seq"]),
        str(row["hash"]),
    )


def read_outside(source: Source, run: str, sealed: bool = False) -> Iterator[Node]:
    """Nodes of other chains that a chain refers to, by the activity that wrote them and their ids."""
    for row in source.stream("prov_outside", run=run):
        yield node_from(row["labels"], row["props"], sealed)


def read_steps(source: Source, run: str, sealed: bool = False) -> Iterator[Step]:
    """The activities of a chain in order, each with what it wrote.

    Args:
        source: Where it is.
        run: Chain id.
        sealed: With salts, commitments and hashes among the fields.
    """
    low = 0.0
    while batch := _batch(source, run, low, sealed):
        high = max(batch) + 1
        yield from _filled(source, run, int(low), high, batch, sealed)
        low = float(high)


def _batch(source: Source, run: str, low: float, sealed: bool) -> dict[int, Node]:
    found: dict[int, Node] = {}
    size = 0
    rows = source.ask("ledger_activities", run=run, low=low, limit=RANGE)
    for row in sorted(rows, key=lambda r: int(r["props"]["seq"])):
        size += int(row["props"].get("nodes", 0)) + int(row["props"].get("edges", 0))
        if found and size > ROWS:
            break
        found[int(row["props"]["seq"])] = node_from(row["labels"], row["props"], sealed)
    return found


def _filled(source: Source, run: str, low: int, high: int, batch: Mapping[int, Node], sealed: bool) -> Iterator[Step]:
    """The activities of a range with what they wrote; each is made of its rows when its turn comes."""
    nodes: defaultdict[int, list[Any]] = defaultdict(list)
    links: defaultdict[int, list[Any]] = defaultdict(list)
    for row in source.ask("run_nodes", run=run, low=low, high=high):
        nodes[row["seq"]] += row["rows"]
    for row in source.read(link_statement(), run=run, low=low, high=high):
        links[row["seq"]] += row["rows"]
    kinds = {}
    if wanted := sorted({i for node in batch.values() for i in node.get("used", ())}):
        kinds = {row["id"]: _kind(tuple(row["labels"])) for row in source.ask("kinds_of", ids=wanted)}
    for seq, activity in sorted(batch.items()):
        ends: dict[str, End] = {}
        yield Step(
            activity,
            sorted(
                [node_from(labels, props, sealed) for labels, props in nodes.pop(seq, ())], key=lambda n: (n.ord, n.id)
            ),
            sorted(
                [_link(t, p, a, b, sealed, ends) for t, p, a, b in links.pop(seq, ())], key=lambda k: (k.ord, k.type)
            ),
            {i: kinds[i] for i in activity.get("used", ()) if i in kinds},
        )


def _link(
    type_: str, props: Mapping[str, Any], start: Sequence[Any], end: Sequence[Any], sealed: bool, ends: dict[str, End]
) -> Link:
    fields = whole(props) if sealed else plain(props)
    # What one activity wrote is joined several times over.
    first = ends.get(start[0]) or ends.setdefault(start[0], _end(*start))
    last = ends.get(end[0]) or ends.setdefault(end[0], _end(*end))
    return Link(type_, first, last, fields, int(props.get("ord", 0)))


def _end(id_: str, labels: list[str], run: str, seq: int, ord_: int | None, at: str, stance: str | None) -> End:
    return End(id_, _kind(tuple(labels)), run, seq, ord_ or 0, at or "", stance or "")


@lru_cache(maxsize=1024)
def _kind(labels: tuple[str, ...]) -> str:
    return kind_of(labels)


@cache
def link_statement() -> str:
    """Cypher that reads the edges of a chain and range of seq with what ``End`` needs, through the index of each type."""
    ends = ", ".join(f"[{x}.id, labels({x}), {x}.run, {x}.seq, {x}.ord, {x}.at, {x}.stance_id]" for x in "nm")
    rows = f"collect([type(e), properties(e), {ends}])"
    return f"{edges_of(drawn_types(), 'n', 'm')}\nRETURN e.seq AS seq, {rows} AS rows ORDER BY seq"
