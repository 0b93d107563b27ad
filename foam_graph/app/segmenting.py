"""Files to sentences without storing anything: what ``foam segment`` gives to a benchmark or an editor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from foam_graph.corpus.reading import read_paths
from foam_graph.corpus.segmentation import LANGUAGES, segment
from foam_graph.errors import CorpusError, UsageError


@dataclass(frozen=True)
class Segmented:
    """One document cut into sentences.

    Attributes:
        path: As given; a card has its line behind it.
        language: What the text was taken for, ``en`` or ``zh``.
        engine: Name and version of the engine.
        sentences: Id, first character, one past the last, and text of each sentence.
    """

    path: str
    language: str
    engine: str
    sentences: tuple[tuple[str, int, int, str], ...]

    def as_json(self) -> dict[str, Any]:
        """Without the texts: offsets say the same."""
        sentences = [{"id": id_, "start": start, "end": end} for id_, start, end, _ in self.sentences]
        return {"path": self.path, "language": self.language, "engine": self.engine, "sentences": sentences}


def segment_files(files: Sequence[Path], language: str) -> list[Segmented]:
    """Cuts files into sentences, each file on its own, in the order given.

    Raises:
        UsageError: An unknown language.
        CorpusError: A file that cannot be read as a document.
    """
    if language not in LANGUAGES:
        raise UsageError(f"there is no language {language!r}", f"Use one of {', '.join(LANGUAGES)}.")
    found = []
    for file in files:
        report = read_paths([file], "segment")
        if report.rejected:
            path, reason = report.rejected[0]
            raise CorpusError(f"{path} cannot be segmented: {reason}", "Correct the file, or leave it out.")
        for document in report.documents:
            cut = document.segmentation if language == "auto" else segment(document.text, language)
            sentences = tuple(
                (f"{document.id}:{n}", start, end, document.text[start:end])
                for n, (start, end) in enumerate(cut.spans, 1)
            )
            path = _shown(file, document.path)
            found.append(Segmented(path, cut.language, f"{cut.engine} {cut.version}", sentences))
    return found


def _shown(given: Path, read: str) -> str:
    """The path as given; below a folder, or in a file of cards, what was read there."""
    if given.is_dir():
        return str(given / read)
    _, mark, line = read.rpartition("#L")
    return f"{given}#L{line}" if mark and given.suffix.lower() == ".jsonl" else str(given)
