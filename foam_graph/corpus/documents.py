"""Documents, sentences and their identity: the truth about text (architecture, decision 7).

A document's id comes from its bytes, a sentence's id from the document and its 1-based position in one immutable
segmentation, so the same file always yields the same ids.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

SOURCE_CLASSES = (
    "law",
    "ruling",
    "official_record",
    "policy_manual",
    "decision",
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
    """

    id: str
    document: str
    n: int
    start: int
    end: int
    text: str


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
    """

    id: str
    corpus: str
    path: str
    sha256: str
    text: str
    citation: Citation
    segmentation: Segmentation
    notes: tuple[str, ...] = field(default=())

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """All sentences in order."""
        return tuple(
            Sentence(f"{self.id}:{n}", self.id, n, start, end, self.text[start:end])
            for n, (start, end) in enumerate(self.segmentation.spans, 1)
        )


def document_id(content: bytes) -> str:
    """The id of a document with these bytes."""
    return "d" + hashlib.sha256(content).hexdigest()[:16]
