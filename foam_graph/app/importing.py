"""Argument maps of others into the graph: read and checked all of them, then written, each by one activity."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath

from foam_graph.app.result import FILLED, Result
from foam_graph.app.session import Session
from foam_graph.app.taking import Refusal, Remark, TakingReport
from foam_graph.errors import DataFileError, UsageError
from foam_graph.exchange.maps.aif import AifGraph
from foam_graph.exchange.maps.map_import import Origin, import_delta
from foam_graph.exchange.maps.map_reading import MapFormat, ReadMap, read_map
from foam_graph.model.validation import check


@dataclass(frozen=True)
class ImportedMap(Result):
    """An argument map in the graph.

    Attributes:
        path: Its file, as it was given.
        chain: Chain that holds it.
        format: What the file was read as.
        sha256: SHA-256 of the file, hex.
        new: Whether it was written now; False where the same bytes were there.
        nodes: How many of each type of AIF.
        edges: How many.
    """

    path: str
    chain: str
    format: MapFormat
    sha256: str
    new: bool
    nodes: Mapping[str, int]
    edges: int


@dataclass(frozen=True)
class MapsReport(TakingReport):
    """What came of several argument maps, each taken in whole or not at all.

    Attributes:
        added: Maps that were written now.
        unchanged: Maps that were there already.
        rejected: What could not be read, with the reason.
        remarks: What is to be known of those that were read.
    """

    added: tuple[ImportedMap, ...] = ()
    unchanged: tuple[ImportedMap, ...] = ()
    rejected: tuple[Refusal, ...] = ()
    remarks: tuple[Remark, ...] = field(default=(), metadata=FILLED)


def import_files(
    session: Session, files: Sequence[Path], by: str = "", formats: Sequence[str] = ()
) -> list[ImportedMap]:
    """Imports argument maps; a map whose bytes are there already is not written again.

    Args:
        session: The session.
        files: AIF, Argdown, or what Argdown exports as JSON.
        by: Person who imports them; empty = the installation does.
        formats: What they may be read as; empty = anything.

    Returns:
        A row for each file, in the order given.

    Raises:
        DataFileError: A file cannot be read, is none of these, or of another format than asked for. Nothing was written of any.
        UsageError: A map is too large, or its node cannot be kept. Nothing was written of any.
        StoreUnreachable: Neo4j does not answer; maps that were acknowledged before are whole.
    """
    if not files:
        raise UsageError("no file was given", "Name an argument map.")
    sources = [read_map(file) for file in files]
    for file, source in zip(files, sources, strict=True):
        if formats and source.format not in formats:
            raise DataFileError(str(file), 0, f"is {source.format}, not {' or '.join(formats)}", "Import it as that.")
    origins = [_origin(file, source) for file, source in zip(files, sources, strict=True)]
    # All are prepared and checked before the first is written: a refusal leaves no half of an import behind.
    prepared = [
        import_delta(source.graph, origin, session.store.operator, by)
        for source, origin in zip(sources, origins, strict=True)
    ]
    for draft, delta in prepared:
        check(draft, delta)
    present = {row["id"] for row in session.store.ask("labels_of", ids=[origin.chain for origin in origins])}
    rows = []
    for file, source, origin, (draft, delta) in zip(files, sources, origins, prepared, strict=True):
        new = origin.chain not in present
        if new:
            session.progress(f"writing {origin.name}")
            session.store.commit(draft, delta)
            # The same bytes may be given twice in one call.
            present.add(origin.chain)
        rows.append(_row(file, source, origin.chain, new))
    return rows


def import_text(session: Session, text: str, name: str, by: str = "", formats: Sequence[str] = ()) -> ImportedMap:
    """Imports an argument map that is at hand as text.

    Args:
        session: The session.
        text: The map.
        name: What it is called; its suffix says what it is.
        by: Person who imports it; empty = the installation does.
        formats: What it may be read as; empty = anything.

    Raises:
        UsageError: It has no name, or as ``import_files`` says.
        DataFileError: It is none of these, or of another format than asked for. Nothing was written.
    """
    plain = PurePath(name).name
    if not plain or len(plain) > 200:
        raise UsageError("a text needs a name", "Give name='debate.argdown' or name='map.json'.")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / plain
        file.write_text(text, encoding="utf-8")
        return replace(import_files(session, [file], by, formats)[0], path=name)


def _origin(file: Path, source: ReadMap) -> Origin:
    # A name that is no UTF-8 cannot stand in the graph.
    name = file.name.encode("utf-8", "replace").decode()
    return Origin(name, source.format, source.sha256, source.bytes)


def _row(file: Path, source: ReadMap, chain: str, new: bool) -> ImportedMap:
    graph: AifGraph = source.graph
    return ImportedMap(str(file), chain, source.format, source.sha256, new, graph.counts(), len(graph.edges))
