"""Verbs about PROV documents, ours and others': prov check."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from foam_graph.app import prov_checking
from foam_graph.cli.output import emit
from foam_graph.cli.sessions import Json
from foam_graph.cli.verbs import Verb, epilog

_MOST_SHOWN = 50

prov = typer.Typer(
    add_completion=False, rich_markup_mode=None, help="Check PROV documents against W3C PROV-CONSTRAINTS."
)


@prov.callback()
def _prov() -> None:
    """Check PROV documents against W3C PROV-CONSTRAINTS."""


@prov.command(
    cls=Verb,
    epilog=epilog(
        "foam prov check run.provn",
        "foam prov check run.ttl run.json other.provx --json",
        "foam prov check export.txt --syntax n-quads --w3c",
    ),
)
def check(
    files: Annotated[list[Path], typer.Argument(help="PROV-N, PROV-JSON, PROV-XML, or PROV-O in any RDF syntax.")],
    syntax: Annotated[
        str, typer.Option("--syntax", help="The files' syntax, if neither ending nor content tell it.")
    ] = "",
    w3c: Annotated[
        bool, typer.Option("--w3c", help="Only PROV-CONSTRAINTS: without times and double generations.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Check PROV documents against W3C PROV-CONSTRAINTS, and their times against the order of events.

    Each violation names the constraint's number and the ids. The exit code is 1 if a document is invalid, 2 or 3 if a
    file cannot be read; warnings do not count. Needs no database.
    """
    documents = prov_checking.check_files(files, syntax, w3c)
    emit(documents, as_json, _lines)
    code = prov_checking.exit_code(documents)
    if code:
        raise typer.Exit(code)


def _lines(documents: list[prov_checking.CheckedDocument]) -> Iterator[str]:
    for document in documents:
        if document.error is not None:
            yield f"{document.path}: UNREADABLE: {document.error.message}"
            yield f"  {document.error.hint}"
            continue
        yield f"{document.path}: {'valid' if document.valid else 'INVALID'}, {document.statements} statements"
        for violation in document.violations[:_MOST_SHOWN]:
            grade = "" if violation.grade == "error" else " (warning)"
            where = f" in bundle {violation.bundle}" if violation.bundle else ""
            yield f"  {violation.constraint} {violation.name}{grade}{where}: {violation.message}"
        if len(document.violations) > _MOST_SHOWN:
            yield f"  … and {len(document.violations) - _MOST_SHOWN} more; see them with --json"
