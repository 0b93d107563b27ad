"""The verb about argument graphs in files: aif."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from foam_graph.app import aif_checking
from foam_graph.cli.output import emit
from foam_graph.cli.sessions import Json
from foam_graph.cli.verbs import verb


@verb(
    "foam aif arguments.json",
    "foam aif nodeset1.json nodeset2.json --json",
    "foam aif arguments.json again.json --compare",
    "foam aif debate.argdown -o debate.json",
    "foam aif nodeset1.json -o written.json",
)
def aif(
    files: Annotated[
        list[Path], typer.Argument(help="JSON as AIFdb writes it, Argdown (.argdown, .ad), or Argdown's JSON.")
    ],
    compare: Annotated[bool, typer.Option("--compare", help="Say whether they are the same up to ids.")] = False,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write the one file given anew, as AIF.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Read argument graphs in AIF or Argdown: check them, count what they hold, compare two.

    Refused are node types that AIF does not have, edges that it does not allow (from one I-node to another, for
    example), ends that are not there and ids that are there twice. The exit code is 2 if a file is refused, and with
    --compare 1 if they differ. Nothing is written into the graph (`foam import` does that),
    and no database is needed.
    """
    checked = aif_checking.check_files(files, compare, output)
    emit(checked, as_json, _lines)
    if checked.exit_code:
        raise typer.Exit(checked.exit_code)


def _lines(checked: aif_checking.CheckedMaps) -> Iterator[str]:
    for file in checked.files:
        if file.error is not None:
            yield f"{file.path}: REFUSED: {file.error.message}"
            continue
        nodes = ", ".join(f"{count} {name}" for name, count in file.nodes.items())
        yield f"{file.path}: {nodes or 'no nodes'}; {file.edges} edges"
    if checked.equal is not None:
        yield "the same up to ids" if checked.equal else "NOT the same"
    if checked.written is not None:
        yield f"{checked.written.path}: {checked.written.bytes} bytes"
