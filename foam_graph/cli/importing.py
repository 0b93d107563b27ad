"""Verbs about argument maps of others: import, label."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from foam_graph.app import importing, labelling
from foam_graph.cli.output import Table, emit, shortened
from foam_graph.cli.sessions import Json, opened
from foam_graph.cli.verbs import Verb, epilog, verb

import_ = typer.Typer(add_completion=False, rich_markup_mode=None)
"""The verb; ``import`` is a word of Python."""


@import_.command(
    cls=Verb,
    name="import",
    epilog=epilog(
        "foam import nodeset11.json",
        "foam import debate.argdown other.json --by 'A. Librarian' --json",
        "foam export aif import-3f9a2b -o again.json",
    ),
)
def run(
    files: Annotated[list[Path], typer.Argument(help="AIF as JSON, Argdown (.argdown, .ad), or Argdown's JSON.")],
    by: Annotated[str, typer.Option("--by", help="Person who imports; this installation if not given.")] = "",
    as_json: Json = False,
) -> None:
    """Take argument maps of others, in AIF or Argdown, into the graph.

    Each file becomes a chain of its own, written whole by one activity that keeps the file's name and SHA-256. Its nodes
    keep kinds of their own: nothing of it counts as a claim or critique of ours. All files are read and checked before the
    first is written; one that cannot be taken refuses all. The same bytes are imported once. `foam export aif` gives the
    map back as it was.
    """
    with opened(as_json) as session:
        maps = importing.import_files(session, files, by)
    emit(maps, as_json, _lines)


def _lines(maps: list[importing.ImportedMap]) -> Iterator[str]:
    for imported in maps:
        nodes = ", ".join(f"{count} {name}" for name, count in imported.nodes.items())
        state = "" if imported.new else "; it was there already"
        yield f"{imported.path}: {imported.chain}, {nodes or 'no nodes'}; {imported.edges} edges{state}"


@verb("foam label import-3f9a2b", "foam label debate.argdown --json")
def label(
    what: Annotated[
        str, typer.Argument(metavar="MAP", help="Id of an imported map, or its beginning; or a file of one.")
    ],
    as_json: Json = False,
) -> None:
    """Label an argument map: what is in, out or undecided.

    It is Dung's grounded labelling: what stands is defended against every attack. An inference falls with any of its
    premises, and what inferences lead to stands on at least one of them. Nothing is written; a file needs no database.
    """
    with opened(as_json) as session:
        labelled = labelling.label_map(session, what)
    emit(labelled, as_json, _labels)


def _labels(labelled: labelling.LabelledMap) -> Iterator[str | Table]:
    yield f"{labelled.map}: " + ", ".join(f"{count} {name}" for name, count in labelled.counts.items())
    rows = [(node.id, node.type, node.label, shortened(node.text, 80)) for node in labelled.nodes]
    yield Table(("id", "type", "label", "text"), rows)
