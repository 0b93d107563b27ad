"""Files to sentences without storing anything: what ``foam segment`` gives to a benchmark or an editor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from foam_graph.app.result import HIDDEN, Result
from foam_graph.corpus.documents import document_id
from foam_graph.corpus.folders.found_file import ARCHIVE, CARDS
from foam_graph.corpus.reading import extract, sources
from foam_graph.corpus.sentences.engines import segment_with
from foam_graph.corpus.sentences.segmentation import ENGINE, LANGUAGES
from foam_graph.errors import CorpusError, UsageError


@dataclass(frozen=True)
class Sentence(Result):
    """A sentence of a document.

    Attributes:
        id: Its id.
        start: First character.
        end: One past the last.
        text: What it says; no part of its JSON, where the offsets say the same.
    """

    id: str
    start: int
    end: int
    text: str = field(metadata=HIDDEN)


@dataclass(frozen=True)
class Segmented(Result):
    """One document cut into sentences.

    Attributes:
        path: As given; a card has its line behind it.
        language: What the text was taken for, ``en`` or ``zh``.
        engine: Name and version of the engine.
        sentences: In the order of the text.
    """

    path: str
    language: str
    engine: str
    sentences: tuple[Sentence, ...]


def segment_files(files: Sequence[Path], language: str, engine: str = ENGINE) -> list[Segmented]:
    """Cuts files into sentences, each file on its own, in the order given; a file without text has no sentence.

    Raises:
        UsageError: An unknown language.
        CorpusError: An unknown engine, or a file that cannot be read as a document.
        EnvironmentFault: The engine's package is not installed.
    """
    if language not in LANGUAGES:
        raise UsageError(f"there is no language {language!r}", f"Use one of {', '.join(LANGUAGES)}.")
    segment_with(engine, "", language)
    return [
        _segmented(_shown(file, shown), shown, content, fault, language, engine)
        for file in files
        for shown, content, fault in sources(file)
    ]


def _segmented(path: str, read: str, content: bytes, fault: str, language: str, engine: str) -> Segmented:
    if fault and fault != "empty":
        raise _refused(path, fault)
    extracted = None
    try:
        if content.strip():
            extracted = extract(content, read)
        text = extracted.text if extracted else ""
        cut = segment_with(engine, text, language)
    except CorpusError as refusal:
        raise _refused(path, refusal.message) from None
    # Offsets are those of the decoded file: front matter is no part of the document, but of the file.
    offset = extracted.offset if extracted else 0
    document = document_id(content)
    sentences = tuple(
        Sentence(f"{document}:{n}", offset + start, offset + end, text[start:end])
        for n, (start, end) in enumerate(cut.spans, 1)
    )
    return Segmented(path, cut.language, f"{cut.engine} {cut.version}", sentences)


def _refused(path: str, reason: str) -> CorpusError:
    return CorpusError(f"{path} cannot be segmented: {reason}", "Correct the file, or leave it out.")


def _shown(given: Path, read: str) -> str:
    """The path as given; below a folder or archive, or in a file of cards, what was read there."""
    if given.is_dir():
        return str(given / read)
    if given.suffix.lower() == ARCHIVE:
        return str(given.parent / read)
    _, mark, line = read.rpartition("#L")
    return f"{given}#L{line}" if mark and given.suffix.lower() == CARDS else str(given)
