"""What a file says, whatever its format: its text, its own statements about itself, its pages.

One reader a suffix. A reader gets bytes and gives text; it opens nothing else and runs nothing. The reader's name and
version are kept with the document, because another version of a library may read the same bytes differently.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from foam_graph.corpus.documents import Mark
from foam_graph.corpus.formats.citations import Fields
from foam_graph.errors import CorpusError

SIZE_LIMIT: Final = 50 * 1024 * 1024
"""Most bytes of one document: of a file, or of one line of a file of cards."""
TEXT_LIMIT: Final = 64 * 1024 * 1024
"""Most characters that a document may unpack to."""
MOST_COLUMNS: Final = 500
"""Most columns of a table, or of a file of cards."""
LEFT_OUT: Final = "Left out: "
"""How a note begins that names a part of a file which its reader left out, e.g. an attachment."""


def left_out(notes: Iterable[str]) -> list[str]:
    """Of the notes on a document those that name a part which its reader left out.

    Args:
        notes: Notes, as ``Extracted.notes`` has them.
    """
    return [note for note in notes if note.startswith(LEFT_OUT)]


@dataclass(frozen=True)
class Extracted:
    """A document as its reader understood it.

    Attributes:
        text: The text.
        reader: Name and version of what read it.
        stated: Citation fields that the author of the file wrote for us (front matter, keys of a card).
        suggested: Citation fields that the file carries anyway (an HTML title); anything stated goes before them.
        notes: Remarks for people, e.g. bytes that were not UTF-8.
        pages: Where each page begins in the text; empty where there are none.
        offset: Characters of the decoded file before the text (its front matter).
        marks: Marked passages of the text.
        bucket: Group of copies that a data set put it into.
    """

    text: str
    reader: str
    stated: Fields = field(default_factory=dict)
    suggested: Fields = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    pages: tuple[int, ...] = ()
    offset: int = 0
    marks: tuple[Mark, ...] = ()
    bucket: str = ""


Reader = Callable[[bytes], Extracted]


_RAISED = str.maketrans("0123456789+-−=()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾")


def raised(text: str) -> str:
    """Raised figures and signs as the characters for them: a raised 2 after 10 does not make 102.

    Args:
        text: Text set above the line.

    Returns:
        The text, unchanged where it holds anything but figures, signs and blanks.
    """
    changed = text.translate(_RAISED)
    return text if any(one == two and not one.isspace() for one, two in zip(text, changed, strict=True)) else changed


def too_long(length: int) -> None:
    """Stops a reader whose text grows beyond all measure.

    Raises:
        CorpusError: More than ``TEXT_LIMIT`` characters.
    """
    if length > TEXT_LIMIT:
        raise CorpusError(
            f"unpacks to more than {TEXT_LIMIT // 1024**2} million characters", "Divide the document into parts."
        )
