"""The verb about argument graphs in files: aif."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from foam_graph.app import aif_checking
from foam_graph.app.exporting import write_file
from foam_graph.cli.output import emit
from foam_graph.cli.sessions import Json
from foam_graph.cli.verbs import verb
from foam_graph.errors import UsageError


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
    if output is not None and len(files) != 1:
        raise UsageError(f"-o goes with one file, and {len(files)} were given", "Give one file.")
    found = aif_checking.check_files(files, compare)
    if output is not None and found["files"][0]["ok"]:
        found["written"] = {"path": str(output), "bytes": write_file(output, aif_checking.rewritten(files[0]))}
    emit(found, as_json, _lines)
    code = aif_checking.exit_code(found)
    if code:
        raise typer.Exit(code)


def _lines(found: dict[str, Any]) -> Iterator[str]:
    for row in found["files"]:
        if "error" in row:
            yield f"{row['path']}: REFUSED: {row['error']['message']}"
            continue
        nodes = ", ".join(f"{count} {name}" for name, count in row["nodes"].items())
        yield f"{row['path']}: {nodes or 'no nodes'}; {row['edges']} edges"
    if found["equal"] is not None:
        yield "the same up to ids" if found["equal"] else "NOT the same"
    if "written" in found:
        yield f"{found['written']['path']}: {found['written']['bytes']} bytes"
