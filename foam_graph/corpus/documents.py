"""Documents, sentences and their identity: the truth about text (decision 0009).

A document's id comes from its bytes, a sentence's id from the document and its 1-based position in one immutable
segmentation, so the same file always yields the same ids.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Final

DECISION = "decision"
"""Class of source of a document that decides."""
SOURCE_CLASSES = (
    "law",
    "ruling",
    "official_record",
    "policy_manual",
    DECISION,
    "expert",
    "research",
    "statistics",
    "testimony",
    "correspondence",
    "news",
    "advocacy",
    "unknown",
)
"""Classes that evidence policies admit or not; ``unknown`` when the front matter does not say."""
MARKS = ("underline", "emphasis", "highlight", "bold")
"""How a passage may be marked: underlined, emphasised (underlined and bold), highlighted (read aloud), only bold."""


BLACKED: Final = "\u2588"
"""Stands for each character of a text that was erased, so that every other place stays what it is."""


@dataclass(frozen=True)
class Mark:
    """A marked passage of a text.

    Attributes:
        start: First character.
        end: One past the last character.
        kind: One of MARKS.
        value: Colour of a highlight; empty where it has none.
    """

    start: int
    end: int
    kind: str
    value: str = ""

    def as_json(self) -> list[int | str]:
        """``[start, end, kind]``, and the colour where there is one."""
        return [self.start, self.end, self.kind, *([self.value] if self.value else [])]


@dataclass(frozen=True)
class Citation:
    """Immutable citation metadata, from front matter or a sidecar file; empty text = not stated.

    Attributes:
        title: Title of the document; the file's stem when not stated.
        author: Who wrote it.
        date: ISO 8601 date of the document (not of loading), e.g. ``2026-03-14`` or ``2026``.
        publisher: Who published it.
        url: Where it came from.
        licence: Under what terms.
        retrieved_at: When it was fetched, ISO 8601.
        source_class: One of SOURCE_CLASSES.
    """

    title: str
    author: str = ""
    date: str = ""
    publisher: str = ""
    url: str = ""
    licence: str = ""
    retrieved_at: str = ""
    source_class: str = "unknown"


@dataclass(frozen=True)
class Segmentation:
    """Sentence boundaries of one text.

    Attributes:
        engine: Name of the engine.
        version: Its version.
        parameters: SHA-256 (hex) of its parameters.
        language: ``en`` or ``zh``.
        spans: Half-open character spans, in order, not overlapping; ``text[start:end]`` is the sentence.
    """

    engine: str
    version: str
    parameters: str
    language: str
    spans: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Sentence:
    """One sentence of one document.

    Attributes:
        id: ``{document}:{n}``.
        document: Document id.
        n: 1-based position in the document.
        start: First character in the document's text.
        end: One past the last character.
        text: ``document.text[start:end]``, unchanged.
        page: Page on which it begins, from 1; None where the document has no pages.
        marks: Marked passages of it, offsets in the document's text.
    """

    id: str
    document: str
    n: int
    start: int
    end: int
    text: str
    page: int | None = None
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True)
class Mapped:
    """One sentence of an earlier version and what became of it.

    Attributes:
        old: Its 1-based position there.
        new: The 1-based position of its counterpart in the later version.
        likeness: 1.0 for the same words, less for a rewording.
    """

    old: int
    new: int
    likeness: float


@dataclass(frozen=True)
class Document:
    """One document as loaded.

    Attributes:
        id: ``d`` and the first 16 hex digits of the SHA-256 of its bytes.
        corpus: Name of the corpus.
        path: Path relative to what was loaded.
        sha256: Hash of the bytes (hex).
        text: The decoded text, front matter removed.
        citation: Citation metadata.
        segmentation: Where its sentences are.
        notes: Readable remarks made while reading (e.g. bytes that were not UTF-8, with offsets).
        reader: Name and version of what turned the bytes into text.
        pages: Where each page begins in the text; empty where the format has none.
        sketch: MinHash of its words, to find near-duplicates (``near_copies``).
        supersedes: Id of the earlier version whose place it takes; empty for none.
        mapping: Which sentence of the earlier version became which of this one.
        marks: Underlined, highlighted and other marked passages, by start.
        bucket: Group of copies that the data set it came from put it into; empty for none.
        erased: 1-based positions of sentences whose text was taken away; ``BLACKED`` stands in its place.
        bare: What else was taken away: ``title``, ``author``, ``path``, …
    """

    id: str
    corpus: str
    path: str
    sha256: str
    text: str
    citation: Citation
    segmentation: Segmentation
    notes: tuple[str, ...] = field(default=())
    reader: str = ""
    pages: tuple[int, ...] = ()
    sketch: bytes = field(default=b"", repr=False)
    supersedes: str = ""
    mapping: tuple[Mapped, ...] = ()
    marks: tuple[Mark, ...] = ()
    bucket: str = ""
    erased: tuple[int, ...] = ()
    bare: tuple[str, ...] = ()

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """All sentences in order."""
        return tuple(self.sentence(n) for n in range(1, len(self.segmentation.spans) + 1))

    def sentence(self, n: int) -> Sentence:
        """The sentence at a 1-based position.

        Raises:
            IndexError: There is none.
        """
        if n < 1:
            raise IndexError(n)
        start, end = self.segmentation.spans[n - 1]
        text = self.text[start:end]
        return Sentence(f"{self.id}:{n}", self.id, n, start, end, text, self.page(start), self.marked(start, end))

    def marked(self, start: int, end: int) -> tuple[Mark, ...]:
        """The marks within a span of the text, cut to it."""
        return tuple(
            Mark(max(mark.start, start), min(mark.end, end), mark.kind, mark.value)
            for mark in self.marks
            if mark.start < end and mark.end > start
        )

    def page(self, position: int) -> int | None:
        """The page that holds a position of the text, from 1; None where the document has no pages."""
        return bisect_right(self.pages, position) or None


def document_id(content: bytes) -> str:
    """The id of a document with these bytes."""
    return "d" + hashlib.sha256(content).hexdigest()[:16]
