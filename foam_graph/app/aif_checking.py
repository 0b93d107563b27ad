"""AIF and Argdown documents, ours and others': what ``foam aif`` gives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from foam_graph.app.exporting import check_target
from foam_graph.app.failures import Failure, failure
from foam_graph.app.result import OPTIONAL, Result
from foam_graph.app.written import Written, written
from foam_graph.errors import FoamError, UsageError
from foam_graph.exchange.maps.aif import AifGraph, aif_json
from foam_graph.exchange.maps.aif_equality import equal_up_to_ids
from foam_graph.exchange.maps.map_reading import MapFormat, read_map


@dataclass(frozen=True)
class MapFile(Result):
    """An argument map in a file.

    Attributes:
        path: As it was given.
        ok: Whether it could be read.
        format: Empty where it could not.
        nodes: How many of each type of AIF.
        edges: How many.
        schemes: How many nodes have which scheme, by its name.
        error: Why it could not be read; None where it could.
    """

    path: str
    ok: bool
    format: MapFormat | Literal[""] = ""
    nodes: Mapping[str, int] = field(default_factory=dict)
    edges: int = 0
    schemes: Mapping[str, int] = field(default_factory=dict)
    error: Failure | None = field(default=None, metadata=OPTIONAL)


@dataclass(frozen=True)
class CheckedMaps(Result):
    """What ``foam aif`` says of files.

    Attributes:
        files: Each file, in the order given.
        equal: Whether they are the same up to ids; None where nothing was compared, or a file could not be read.
        written: The file that one of them was written to anew; None where none was.
    """

    files: tuple[MapFile, ...]
    equal: bool | None
    written: Written | None = field(default=None, metadata=OPTIONAL)

    @property
    def exit_code(self) -> int:
        """2 where a file cannot be read, 1 where the files differ, else 0."""
        if not all(file.ok for file in self.files):
            return 2
        return int(self.equal is False)


def check_files(files: Sequence[Path], compare: bool = False, output: Path | None = None) -> CheckedMaps:
    """Reads files, and compares them if asked to; a file that cannot be read stops no other.

    Args:
        files: The files.
        compare: Say whether each is the same as the first, up to ids.
        output: Where to write the one file given anew, as we write AIF; Argdown becomes AIF.

    Raises:
        UsageError: One file is to be compared with nothing, or several are to be written to one.
        EnvironmentFault: The output cannot be written.
    """
    if output is not None:
        # Says no to a place before the work is done.
        check_target(output)
    if output is not None and len(files) != 1:
        raise UsageError(f"-o goes with one file, and {len(files)} were given", "Give one file.")
    if compare and len(files) < 2:
        raise UsageError("--compare needs two files", "Name another file.")
    rows, graphs = [], []
    for path in files:
        row, graph = _read(path)
        rows.append(row)
        if graph is not None:
            graphs.append(graph)
    equal = None
    if compare and len(graphs) == len(files):
        equal = all(equal_up_to_ids(graphs[0], other) for other in graphs[1:])
    copy = written(output, aif_json(graphs[0])) if output is not None and graphs else None
    return CheckedMaps(tuple(rows), equal, copy)


def _read(path: Path) -> tuple[MapFile, AifGraph | None]:
    try:
        source = read_map(path)
    except FoamError as fault:
        return MapFile(str(path), ok=False, error=failure(fault)), None
    graph = source.graph
    schemes = Counter(node.scheme for node in graph.nodes if node.scheme)
    counts = dict(sorted(schemes.items()))
    return MapFile(str(path), True, source.format, graph.counts(), len(graph.edges), counts), graph
