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
    found = segmenting.segment_files(files, language, engine)
    emit([document.as_json() for document in found], as_json, lambda _: _sentences(found))


def _sentences(found: list[segmenting.Segmented]) -> Iterator[str]:
    for document in found:
        yield f"{document.path}: {len(document.sentences)} sentences, {document.language}, {document.engine}"
        for id_, start, end, text in document.sentences:
            yield f"  {id_}  {start}-{end}  {shortened(text)}"
