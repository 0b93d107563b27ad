"""Chains as W3C PROV in any of six syntaxes, written as a stream: one run, several, a node's history, or everything.

One pass over the rows gives statements, and each goes at once to the syntax and to the digest of the graph. The Run of
each chain is an entity of type ``prov:Bundle`` at the document's top and carries the marking; what the chain says stands
in the bundle of that name. Turtle has no bundles, so there all of it stands together. Every relation but membership has a
name of its own: PROV-O names the qualified node by it, so there are no blank nodes.
"""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import IO, Any, Protocol, cast

import pyoxigraph as ox

from foam_graph import __version__
from foam_graph.errors import UnknownId, UsageError
from foam_graph.export.prov_digest import GraphDigest, SortedLines
from foam_graph.export.prov_history import history, within
from foam_graph.export.prov_rdf import Quads
from foam_graph.export.prov_statements import Chain, Item, Merged
from foam_graph.export.prov_terms import OA, PREFIXES, RDFS, name_of
from foam_graph.export.prov_text import ProvJson, ProvN
from foam_graph.prov.model import PROV, XSD, Statement
from foam_graph.store.steps import Head, Source, read_head

_PIECE = 64
"""Items whose lines are written at once."""
MANIFEST = "foam-graph/prov-export/1"
_RDF = {"turtle": ox.RdfFormat.TURTLE, "trig": ox.RdfFormat.TRIG, "jsonld": ox.RdfFormat.JSON_LD}
_RDF_PREFIXES = {**PREFIXES, "prov": PROV, "xsd": XSD, "rdfs": RDFS, "oa": OA}

SYNTAXES = {
    "turtle": "turtle", "trig": "trig", "nquads": "n-quads", "jsonld": "json-ld", "json": "prov-json", "provn": "prov-n",
}  # fmt: skip
"""Formats of an export, and what ``foam_graph.prov`` calls them."""


class _Writer(Protocol):
    def begin(self) -> None: ...
    def bundle(self, name: str) -> None: ...
    def statement(self, s: Statement) -> None: ...
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
    hashed = _Hashed(out)
    told = cast("IO[bytes]", hashed)
    counts = _Counts()
    with GraphDigest() as digest:
        items = counts.counted(_items(source, request, heads))
        quads = Quads(request.shortcuts, named=request.format != "turtle")
        if request.format in ("json", "provn"):
            writer = ProvJson(told) if request.format == "json" else ProvN(told)
            _write_text(items, writer, quads, digest)
        elif request.format == "nquads":
            _write_quads(items, told, quads, digest)
        else:
            with tempfile.TemporaryFile() as spool:
                _write_quads(items, spool, quads, digest)
                spool.seek(0)
                _converted(spool, told, request.format)
        graph = digest.value()
    return _manifest(request, heads, hashed, counts, graph, digest.quads)


def graph_lines(source: Source, request: Request, lines: SortedLines, selectors: bool = True) -> None:
    """Adds the canonical N-Quads lines of what an export says.

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
            lines.add(quads.lines(item))


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
        raise UnknownId(f"{node} is not in {head.node.id}", "Find it with `foam show`.")


def _write_quads(items: Iterable[Item | str], out: IO[bytes], quads: Quads, digest: GraphDigest) -> None:
    for some in _pieces(items, quads):
        digest.add(some)
        out.write(some.encode())


def _pieces(items: Iterable[Item | str], quads: Quads) -> Iterator[str]:
    """The lines of many items at a time."""
    waiting: list[str] = []
    for item in items:
        if isinstance(item, str):
            quads.bundle(item)
            continue
        waiting.append(quads.lines(item))
        if len(waiting) == _PIECE:
            yield "".join(waiting)
            waiting.clear()
    yield "".join(waiting)


def _write_text(items: Iterable[Item | str], writer: _Writer, quads: Quads, digest: GraphDigest) -> None:
    writer.begin()
    for item in items:
        if isinstance(item, str):
            writer.bundle(item)
            quads.bundle(item)
            continue
        digest.add(quads.lines(item))
        if isinstance(item, Statement):
            writer.statement(item)
    writer.end()


def _converted(spool: IO[bytes], out: IO[bytes], form: str) -> None:
    """N-Quads as another syntax of RDF, as a stream."""
    with tempfile.TemporaryFile() as made:
        quads = ox.parse(spool, ox.RdfFormat.N_QUADS)
        if form == "turtle":
            triples = (quad.triple for quad in quads)
            ox.serialize(triples, made, _RDF[form], prefixes=_RDF_PREFIXES)
        else:
            ox.serialize(quads, made, _RDF[form], prefixes=_RDF_PREFIXES)
        made.seek(0)
        if form != "jsonld":
            # pyoxigraph keeps prefixes in a hash map, whose order changes from process to process.
            for line in sorted(made.readline() for _ in _RDF_PREFIXES):
                out.write(line)
        shutil.copyfileobj(made, out)


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


@dataclass
class _Counts:
    kinds: Counter[str] = field(default_factory=Counter)

    def counted(self, items: Iterator[Item | str]) -> Iterator[Item | str]:
        kinds = self.kinds
        for item in items:
            if isinstance(item, Statement):
                kinds[item.kind] += 1
            yield item


def _manifest(
    request: Request, heads: Sequence[Head], told: _Hashed, counts: _Counts, graph: str | None, quads: int
) -> dict[str, Any]:
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
        "rdfc10": graph,
        "quads": quads,
        "statements": counts.kinds.total(),
        "kinds": dict(sorted(counts.kinds.items())),
        "redacted": request.redact,
        "full": request.full,
        "runs": runs,
    }
    return {**found, "history": request.node} if request.node else found
