"""A file that is short enough to be read from end to end, as everybody in a debate reads it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from foam_graph.agents.tasks.data import Data

SourceId = Annotated[str, Field(pattern=r"^(E[0-9]{1,4}|D[0-9]{1,4}[.][0-9]{1,5})$")]
"""Id of a sentence that may be cited: one that is pointed to at the turn (E7), or any of a file that is read whole (D3.12)."""
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
