"""Argdown: argument maps written as text (argdown.org)."""

from __future__ import annotations

from pathlib import Path

from foam_graph import Foam, MapsReport

from .maps import load_maps


def load(foam: Foam, path: Path, *, by: str = "") -> MapsReport:
    """Argdown: argument maps written as text, or as Argdown exports them as JSON, each into a chain of its own.

    Not read: Argdown inside of Markdown, files that include others, and what Argdown exports as DOT, GraphML, HTML or PDF.

    Args:
        foam: The graph.
        path: An .argdown, .ad or exported .json file, or a folder of them.
        by: Person who imports them; the installation otherwise.

    Raises:
        CorpusError: No map could be read. Nothing was written.
    """
    return load_maps(foam, path, (".argdown", ".ad", ".json"), ("argdown", "argdown-json"), by)
