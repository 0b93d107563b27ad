"""A file that is short enough to be read from end to end, as everybody in a debate reads it."""

from __future__ import annotations

from pydantic import Field

from foam_graph.agents.tasks.data import Data

WHOLE = "The whole file; missing where it is too long."
"""What a task's field for it says."""


class FileDocument(Data):
    """A document of the file, read from end to end."""

    title: str
    date: str = ""
    source_class: str = "unknown"
    sentences: list[str] = Field(description="Each after its id, e.g. D3.12.")


class WholeFile(Data):
    """All documents of a file that is short enough to be read from end to end."""

    documents: list[FileDocument]
