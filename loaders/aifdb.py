"""AIFdb: argument maps in the Argument Interchange Format, as JSON (Lawrence et al. 2012, AIFdb: Infrastructure for the Argument Web)."""

from __future__ import annotations

from pathlib import Path

from foam_graph import Foam, MapsReport

from .maps import load_maps


def load(foam: Foam, path: Path, *, by: str = "") -> MapsReport:
    """Node sets of AIFdb: argument maps as JSON, each into a chain of its own.

    Not read: the same node sets as RDF, DOT, SVG or Prolog, corpora as .zip archives (unpack them), and the texts that
    were annotated, which AIF does not hold.

    Args:
        foam: The graph.
        path: A nodeset….json file, or a folder of them.
        by: Person who imports them; the installation otherwise.

    Raises:
        CorpusError: No map could be read. Nothing was written.
    """
    return load_maps(foam, path, (".json",), ("aif",), by)
