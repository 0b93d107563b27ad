"""Argument maps of one format at or below a path: what the loaders of maps share."""

from __future__ import annotations

from pathlib import Path

from foam_graph import CorpusError, DataFileError, Foam, ImportedMap, MapsReport, Refusal, UsageError

from .folders import found_files


def load_maps(foam: Foam, path: Path, suffixes: tuple[str, ...], formats: tuple[str, ...], by: str = "") -> MapsReport:
    """Takes in each map at or below a path, whole or not at all.

    Args:
        foam: The graph.
        path: A file or a folder.
        suffixes: What the files end in.
        formats: What they may be read as; a map of another format is refused before anything of it is written.
        by: Person who imports them.

    Raises:
        CorpusError: No map could be read.
    """
    maps: list[ImportedMap] = []
    rejected: list[Refusal] = []
    for file in found_files(path, suffixes):
        if isinstance(file, Refusal):
            rejected.append(file)
            continue
        try:
            maps.append(foam.import_map(file.path, by=by, formats=formats))
        except DataFileError as fault:
            rejected.append(Refusal(file.name, f"line {fault.line}: {fault.fault}" if fault.line else fault.fault))
        except UsageError as fault:
            rejected.append(Refusal(file.name, fault.message))
    if not maps:
        first = "; ".join(f"{one.path}: {one.reason}" for one in rejected[:3]) or "there is no file"
        raise CorpusError(f"no map in {path} could be read: {first}", "Correct the files and load them again.")
    return MapsReport(
        added=tuple(one for one in maps if one.new),
        unchanged=tuple(one for one in maps if not one.new),
        rejected=tuple(rejected),
    )
