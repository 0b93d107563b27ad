"""The case file: every sentence that a run reads, in document order, under ids short enough to be written by hand.

``7.12`` is sentence 12 of document 7. The program maps short ids to stable ones, so that what an agent cites can be
checked whatever the agent is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from foam_graph.errors import UnknownId

Structure = Literal["prose", "heading", "item", "row"]
"""What a sentence is in its document: running text, a heading, an item of a list, a row of a table."""


@dataclass(frozen=True, slots=True)
class CaseSentence:
    """One numbered sentence.

    Attributes:
        short: ``{document number}.{position}``, both from 1.
        id: Stable id, ``{document}:{position}``.
        document: Number of its document in the case file, from 1.
        n: Position in its document, from 1.
        text: The sentence, unchanged.
        structure: What it is in its document.
        heading: The heading that it stands under; empty for none.
        paragraph: Number of its paragraph, list or table in the document, from 1.
        section: The numbered parts that it stands in, e.g. ``Part 5, Section 31``: a sentence that begins with such a
            number, or a heading, begins the part.
    """

    short: str
    id: str
    document: int
    n: int
    text: str
    structure: Structure = "prose"
    heading: str = ""
    paragraph: int = 1
    section: str = ""

    @property
    def place(self) -> str:
        """Where it stands in its document, as others cite it: numbered parts and heading."""
        return f"{self.section} {self.heading}".strip()


@dataclass(frozen=True)
class CaseDocument:
    """One document of a case file.

    Attributes:
        number: From 1, in the order of the case file.
        id: Stable id.
        title: Title, or the file's stem.
        date: ISO 8601 date of the document, or empty where it is not stated.
        source_class: Class of source (protocol 5.1), ``unknown`` where not stated.
        author: Who wrote it; empty where not stated.
        sentences: The sentences that were read, in order: all of them, or a selection.
        total: How many sentences the document has.
        called: How a sentence calls it, e.g. ``the letter of A. Reed``; empty where its title says it.
        untitled: Whether its title is none that it gives itself: the name of a file, or the subject of a mail.
    """

    number: int
    id: str
    title: str
    date: str
    source_class: str
    author: str
    sentences: tuple[CaseSentence, ...]
    total: int
    called: str = ""
    untitled: bool = False

    @property
    def cited(self) -> str:
        """How it is cited: by its title in quotation marks, without one as it is called."""
        return cited(self.title, self.called, self.untitled)

    @property
    def whole(self) -> bool:
        """Whether every sentence was read."""
        return len(self.sentences) == self.total


def cited(title: str, called: str, untitled: bool) -> str:
    """How a document is cited: by its title in quotation marks, without one of its own as it is called.

    Args:
        title: Its title.
        called: How a sentence calls it; empty where its title says it.
        untitled: Whether that title is none that it gives itself.
    """
    return called if untitled and called else f'"{title}"'


@dataclass(frozen=True)
class CaseFile:
    """What is read and may be cited.

    Attributes:
        documents: In the order of their numbers, those of which nothing is read left out.
    """

    documents: tuple[CaseDocument, ...]

    def __iter__(self) -> Iterator[CaseSentence]:
        """All sentences in order."""
        for document in self.documents:
            yield from document.sentences

    @cached_property
    def by_short(self) -> dict[str, CaseSentence]:
        """Sentences by short id."""
        return {sentence.short: sentence for sentence in self}

    @cached_property
    def by_id(self) -> dict[str, CaseSentence]:
        """Sentences by stable id."""
        return {sentence.id: sentence for sentence in self}

    def document_of(self, sentence: CaseSentence) -> CaseDocument:
        """The document of a sentence."""
        return self._by_number[sentence.document]

    @cached_property
    def _by_number(self) -> dict[int, CaseDocument]:
        return {document.number: document for document in self.documents}

    def sentence(self, name: str) -> CaseSentence:
        """A sentence by its short or stable id.

        Raises:
            UnknownId: The case file holds no such sentence.
        """
        found = self.by_short.get(name) or self.by_id.get(name)
        if found is None:
            raise UnknownId(
                f"the case file has no sentence {name[:40]!r}", "Name one as 7.12: document 7, sentence 12."
            )
        return found
