"""Options that verbs share."""

from __future__ import annotations

from typing import Annotated

import typer

from foam_graph.corpus.sentences.segmentation import ENGINE

Json = Annotated[bool, typer.Option("--json", help="Print one JSON value on stdout and nothing else.")]
Corpus = Annotated[str, typer.Option("--corpus", help="Name of the corpus.")]
Engine = Annotated[
    str, typer.Option("--engine", help=f"What finds sentences: {ENGINE}, nupunkt, sentencex, or one of a package.")
]
DOCUMENTS = (
    "text, Markdown, HTML, PDF, Word (.docx), mail (.eml, .mbox), tables (.csv), .jsonl with one card a line, .csv data sets of cards, "
    "folders and .zip files of these."
)
"""What can be read, for help texts."""


AsOf = Annotated[
    str,
    typer.Option(
        "--as-of",
        help="As it was then: an event (RUN-SEQ, or SEQ of the run named) or a time (ISO 8601, UTC).",
    ),
]
