"""Chains as W3C PROV in any of six syntaxes, written as a stream: one run, several, a node's history, or everything.

One pass over the rows gives statements, and each goes at once to the syntax and to the digest of the graph. The Run of
each chain is an entity of type ``prov:Bundle`` at the document's top and carries the marking; what the chain says stands
in the bundle of that name. Turtle has no bundles, so there all of it stands together. Every relation but membership has a
name of its own: PROV-O names the qualified node by it, so there are no blank nodes.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import IO, Any, Protocol, cast

import pyoxigraph as ox

from foam_graph.advice import Action, NextStep
from foam_graph.errors import UnknownId, UsageError
from foam_graph.exchange.prov_export.history import history, within
from foam_graph.exchange.prov_export.marking import PROSE
from foam_graph.exchange.prov_export.statements import Chain, Merged
from foam_graph.exchange.prov_export.terms import ENCODED, PREFIXES, name_of
from foam_graph.prov.model import Item, Statement
from foam_graph.prov.write.prov_n_and_json import ProvJson, ProvN
from foam_graph.prov.write.prov_o import Quads
from foam_graph.prov.write.sorted_lines import Block, GraphDigest, SortedLines
from foam_graph.prov.write.turtle import Turtle, TurtleNames
from foam_graph.store.chain_steps import Head, Source, read_head
from foam_graph.version import __version__

_PIECE = 64
"""Items whose lines are written at once."""
NAMES = TurtleNames(PREFIXES, ENCODED)
"""Our own names, and those of RDF that they are written with."""
MANIFEST = "foam-graph/prov-export/1"
_READ = 2**16
"""Bytes that are copied at once."""
_PROSE = tuple(f"<{name}> " for name in PROSE)

SYNTAXES = {
    "turtle": "turtle", "trig": "trig", "nquads": "n-quads", "jsonld": "json-ld", "json": "prov-json", "provn": "prov-n",
}  # fmt: skip
"""Formats of an export, and what ``foam_graph.prov`` calls them."""


class _Writer(Protocol):
    def begin(self) -> None: ...
    def bundle(self, name: str) -> None: ...
    def write(self, items: Iterable[Item]) -> None: ...
    def end(self) -> None: ...


@dataclass(frozen=True)
class Request:
    """What is to be exported, and how.

    Attributes:
        runs: Chain ids, in the order in which they are written.
        format: One of ``SYNTAXES``.
        operator: Who runs the installation; empty = as each Run says.
        redact: Leave all personal texts out.
        shortcuts: In RDF, add the unqualified properties for readers that do not know the qualified ones.
        node: Write only the history of this node, which is in the one chain of ``runs``.
        full: Say also what the graph with its ledger is made from again: names of people, salts, commitments, hashes.
    """

    runs: Sequence[str]
    format: str = "turtle"
    operator: str = ""
    redact: bool = False
    shortcuts: bool = False
    node: str = ""
    full: bool = False


def write_prov(source: Source, request: Request, out: IO[bytes]) -> dict[str, Any]:
    """Writes PROV; the same bytes for the same graph, in whatever order its rows come.

    Args:
        source: Where the chains are read from.
        request: What to write.
        out: Where to.

    Returns:
        The manifest: what was written, its SHA-256 and the RDFC-1.0 hash of the graph, statements by kind, chains with
        their last activity.

    Raises:
        UnknownId: There is no such chain, or the node is not in it.
        UsageError: An unknown format.
    """
    if request.format not in SYNTAXES:
        raise UsageError(f"there is no PROV format {request.format!r}", f"Use one of {', '.join(SYNTAXES)}.")
    heads = [read_head(source, run, request.full) for run in request.runs]
    told = _Hashed(out)
    with GraphDigest() as digest:
        graph = _Graph(Quads(request.shortcuts, named=request.format != "turtle"), digest)
        items = _items(source, request, heads)
        if request.format == "nquads":
            _write_quads(items, graph, told)
        elif request.format == "jsonld":
            with tempfile.TemporaryFile() as spool:
                _write_quads(items, graph, spool)
                spool.seek(0)
                _write_jsonld(spool, told)
        else:
            _write(items, graph, _writer(request, cast("IO[bytes]", told)))
        return _manifest(request, heads, told, graph)


def _writer(request: Request, out: IO[bytes]) -> _Writer:
    if request.format in ("turtle", "trig"):
        return Turtle(out, NAMES, request.shortcuts, named=request.format == "trig")
    return ProvJson(out, PREFIXES) if request.format == "json" else ProvN(out, PREFIXES)


def graph_lines(source: Source, request: Request, lines: SortedLines, selectors: bool = True) -> None:
    """Adds the canonical N-Quads lines of what an export says, those of prose without their wording.

    Args:
        source: Where the chains are read from.
        request: What to say.
        lines: Where to.
        selectors: With what only the syntaxes of RDF say.

    Raises:
        UnknownId: There is no such chain.
    """
    quads = Quads(request.shortcuts, named=request.format != "turtle")
    for item in _items(source, request, [read_head(source, run, request.full) for run in request.runs]):
        if isinstance(item, str):
            quads.bundle(item)
        elif selectors or isinstance(item, Statement):
            lines.add(
                [f"{subject} {_unworded(tail)}{quads.end}" for subject, tails in quads.of(item) for tail in tails]
            )


def _unworded(tail: str) -> str:
    return f'{tail.partition(" ")[0]} ""' if tail.startswith(_PROSE) else tail


def _items(source: Source, request: Request, heads: Sequence[Head]) -> Iterator[Item | str]:
    """What is to be written; a text names the bundle that what follows belongs to."""
    merged = Merged(frozenset(request.runs)) if request.format == "turtle" and len(heads) > 1 else None

    def chain(head: Head) -> Chain:
        return Chain(source, head, request.operator, request.redact, merged, request.full)

    for head in heads:
        yield chain(head).opening(request.node)
    for head in heads:
        yield name_of(head.node.id)
        if request.node:
            yield from _history(partial(chain, head), request.node, head)
        else:
            yield from chain(head).statements()


def _history(chain: Callable[[], Chain], node: str, head: Head) -> Iterator[Item]:
    name = name_of(node)
    names = history(chain().statements(), name)
    found = node == head.node.id
    for item in within(chain().statements(), names):
        found = found or (isinstance(item, Statement) and item.id == name)
        yield item
    if not found:
        raise UnknownId(f"{node} is not in {head.node.id}", NextStep(Action.SHOW, "Find it with", {"id": "RUN"}))


class _Graph:
    """The graph that an export says, whatever its syntax: its statements are counted, its lines hashed.

    Args:
        quads: Makes its lines.
        digest: Takes them.
    """

    def __init__(self, quads: Quads, digest: GraphDigest) -> None:
        self.quads = quads
        self.digest = digest
        self.kinds: Counter[str] = Counter()

    def add(self, items: Iterable[Item]) -> list[Block]:
        """Adds statements and selectors; the blocks of their lines."""
        of = self.quads.of
        blocks = [block for item in items for block in of(item)]
        self.kinds.update([item.kind for item in items if isinstance(item, Statement)])
        self.digest.add(blocks, self.quads.end)
        return blocks


def _pieces(items: Iterable[Item | str]) -> Iterator[list[Item] | str]:
    """Many items of one bundle at a time; a text names the bundle that what follows belongs to."""
    waiting: list[Item] = []
    for item in items:
        if isinstance(item, str):
            yield waiting
            yield item
            waiting = []
            continue
        waiting.append(item)
        if len(waiting) == _PIECE:
            yield waiting
            waiting = []
    yield waiting


def _write_quads(items: Iterable[Item | str], graph: _Graph, out: IO[bytes] | _Hashed) -> None:
    for some in _pieces(items):
        if isinstance(some, str):
            graph.quads.bundle(some)
        else:
            out.write(graph.quads.lines(graph.add(some)).encode())


def _write(items: Iterable[Item | str], graph: _Graph, writer: _Writer) -> None:
    writer.begin()
    for some in _pieces(items):
        if isinstance(some, str):
            graph.quads.bundle(some)
            writer.bundle(some)
        else:
            graph.add(some)
            writer.write(some)
    writer.end()


def _write_jsonld(spool: IO[bytes], out: _Hashed) -> None:
    """JSON-LD of N-Quads, as a stream."""
    with tempfile.TemporaryFile() as made:
        ox.serialize(ox.parse(spool, ox.RdfFormat.N_QUADS), made, ox.RdfFormat.JSON_LD, prefixes=NAMES.prefixes)
        made.seek(0)
        while some := made.read(_READ):
            out.write(some)


class _Hashed:
    """Counts and hashes what is written."""

    def __init__(self, out: IO[bytes]) -> None:
        self._out = out
        self.sha256 = hashlib.sha256()
        self.bytes = 0

    def write(self, data: bytes) -> int:
        self.sha256.update(data)
        self.bytes += len(data)
        return self._out.write(data)


def _manifest(request: Request, heads: Sequence[Head], told: _Hashed, graph: _Graph) -> dict[str, Any]:
    runs = [
        {"id": h.node.id, "activities": h.seq + 1, "last": f"{h.node.id}-{h.seq}", "at": h.last, "hash": h.hash}
        for h in heads
    ]
    found: dict[str, Any] = {
        "manifest": MANIFEST,
        "software": f"foam-graph {__version__}",
        "format": request.format,
        "bytes": told.bytes,
        "sha256": told.sha256.hexdigest(),
        "rdfc10": graph.digest.value(),
        "quads": graph.digest.quads,
        "statements": graph.kinds.total(),
        "kinds": dict(sorted(graph.kinds.items())),
        "redacted": request.redact,
        "full": request.full,
        "runs": runs,
    }
    return {**found, "history": request.node} if request.node else found
