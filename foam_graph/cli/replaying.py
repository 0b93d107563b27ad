"""Verbs over what exports say: schema (the files generated from the model tables) and replay."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

import foam_graph
from foam_graph.app import api_page, verifying
from foam_graph.cli.output import emit
from foam_graph.cli.sessions import Json, opened
from foam_graph.cli.verbs import verb
from foam_graph.errors import UsageError
from foam_graph.schema import files as schemas


@verb("foam schema", "foam schema --check", "foam schema --write --root .")
def schema(
    check: Annotated[bool, typer.Option("--check", help="Exit 1 if a file is missing or stale.")] = False,
    write: Annotated[bool, typer.Option("--write", help="Write what is missing or stale.")] = False,
    root: Annotated[
        Path | None, typer.Option("--root", help="The repository; this installation's if not given.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Write or check the files generated from the model tables.

    They are the ontology, SHACL shapes, JSON-LD context, constraints and reference pages. With neither option they are
    listed.
    """
    if check and write:
        raise UsageError("--check and --write were both given", "Give one of them.")
    place = root if root is not None else Path(foam_graph.__file__).parent.parent
    pages = {api_page.PATH: api_page.api_page()}
    written = schemas.write(place, pages) if write else []
    stale = [] if write else schemas.check(place, pages)
    sizes = {name: len(text.encode()) for name, text in schemas.generated(pages).items()}
    found = {"ok": not stale, "root": str(place), "files": sizes, "stale": stale, "written": written}
    emit(found, as_json, _schema)
    if check and stale:
        raise typer.Exit(1)


def _schema(found: dict[str, Any]) -> Iterator[str]:
    for name in found["files"]:
        state = "written" if name in found["written"] else "stale" if name in found["stale"] else "current"
        yield f"{state:<8} {name}"
    if found["stale"]:
        yield "Bring them up to date with: foam schema --write"


@verb("foam replay everything.jsonl", "foam replay graph.trig", "FOAM_HOME=/tmp/other foam replay run.jsonl --json")
def replay(
    file: Annotated[Path, typer.Argument(help="A file of foam export journal, or of foam export prov --full.")],
    as_json: Json = False,
) -> None:
    """Write the chains of a journal or of a full PROV export into a database that does not have them.

    They get the same ids, times, fields and hashes. Nothing is written before the whole file was found to hold. What a
    chain refers to must be in the database or in the file too; a journal must hold it before, as it does after
    `foam export journal all`.
    """
    with opened(as_json) as session:
        found = verifying.replay_file(session, file)
    emit(found, as_json, _replayed)
    if not found.ok:
        raise typer.Exit(1)


def _replayed(found: verifying.Replay) -> Iterator[str]:
    for chain in found.chains:
        state = "the same" if chain.ok else "NOT the same"
        yield f"{chain.run}: {chain.activities} activities, {state}, head {chain.head}"
