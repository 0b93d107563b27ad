"""Options that verbs share."""

from __future__ import annotations

from typing import Annotated

import typer

from foam_graph.corpus.segmentation import ENGINE
from foam_graph.errors import UsageError

Json = Annotated[bool, typer.Option("--json", help="Print one JSON value on stdout and nothing else.")]
Corpus = Annotated[str, typer.Option("--corpus", help="Name of the corpus.")]
Engine = Annotated[
    str, typer.Option("--engine", help=f"What finds sentences: {ENGINE}, nupunkt, sentencex, or one of a package.")
]
DOCUMENTS = "text, Markdown, HTML, PDF, Word (.docx), .jsonl with one card a line, .csv data sets of cards, folders and .zip files of these."
"""What can be read, for help texts."""


def _not_empty(context: typer.Context, option: typer.CallbackParam, value: str) -> str:
    """Refuses an empty value that was given, e.g. by a script's unset variable: it would mean that nothing was given.

    Raises:
        UsageError: It is empty.
    """
    source = context.get_parameter_source(str(option.name))
    if not value.strip() and source is not None and source.name == "COMMANDLINE":
        raise UsageError(f"{option.opts[0]} is empty", "Give a value, or leave the option out.")
    return value


AsOf = Annotated[
    str,
    typer.Option(
        "--as-of",
        callback=_not_empty,
        help="As it was then: an event (RUN-SEQ, or SEQ of the run named) or a time (ISO 8601, UTC).",
    ),
]
