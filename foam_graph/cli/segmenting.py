"""The verb segment, apart from the others: it needs neither the graph nor the index, whose drivers take seconds to import."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from foam_graph.app import segmenting
from foam_graph.cli.options import DOCUMENTS, Engine, Json
from foam_graph.cli.output import emit, shortened
from foam_graph.cli.verbs import verb
from foam_graph.corpus.sentences.segmentation import ENGINE


@verb("foam segment ruling.txt", "foam segment speech.md --language zh --json")
def segment(
    files: Annotated[list[Path], typer.Argument(help=f"Files: {DOCUMENTS}")],
    language: Annotated[str, typer.Option("--language", help="auto, en or zh.")] = "auto",
    engine: Engine = ENGINE,
    as_json: Json = False,
) -> None:
    """Find the sentences of files, without storing anything.

    Offsets count characters of the decoded file (its front matter included, which is no part of a sentence); of HTML, PDF,
    Word files and cards, characters of the text that was read out of them.
    """
    emit(segmenting.segment_files(files, language, engine), as_json, _sentences)


def _sentences(documents: list[segmenting.Segmented]) -> Iterator[str]:
    for document in documents:
        yield f"{document.path}: {len(document.sentences)} sentences, {document.language}, {document.engine}"
        for sentence in document.sentences:
            yield f"  {sentence.id}  {sentence.start}-{sentence.end}  {shortened(sentence.text)}"
