"""A file that a verb wrote, as its answer names it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from foam_graph.app.exporting import write_file
from foam_graph.app.result import Result


@dataclass(frozen=True)
class Written(Result):
    """A file that was written.

    Attributes:
        path: As it was given.
        bytes: Its size.
    """

    path: str
    bytes: int


def written(path: Path, content: str | bytes) -> Written:
    """Writes a file that is whole or absent, see ``exporting.write_file``."""
    return Written(str(path), write_file(path, content))
