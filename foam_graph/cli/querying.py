"""The verb query: the named Cypher queries, and no others."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from foam_graph.app import querying
from foam_graph.cli.output import emit
from foam_graph.cli.sessions import Json, opened
from foam_graph.cli.verbs import verb
from foam_graph.errors import UsageError


@verb("foam query --list", "foam query standing -p run=r7k2m9qwxab", "foam query nodes_by_id -p ids=a,b --json")
def query(
    name: Annotated[str, typer.Argument(help="Name of the query, a file of cypher/.")] = "",
    parameters: Annotated[
        list[str] | None, typer.Option("-p", "--param", help="NAME=VALUE; lists take commas or JSON. Repeatable.")
    ] = None,
    listing: Annotated[bool, typer.Option("--list", help="List the queries instead.")] = False,
    as_json: Json = False,
) -> None:
    """Run one of the named Cypher queries."""
    if listing:
        emit(querying.queries(), as_json, _queries)
        return
    if not name:
        raise UsageError("no query was named", "List them with: foam query --list")
    values = querying.parameters(name, parameters or ())
    with opened(as_json) as session:
        found = querying.query(session, name, values)
    emit(found, as_json, _rows)


def _queries(found: list[dict[str, Any]]) -> Iterator[str]:
    for row in found:
        wanted = ", ".join(f"{name}: {kind}" for name, kind in row["params"].items())
        yield f"{row['name']}({wanted})"
        yield f"  {row['why']}"


def _rows(found: list[dict[str, Any]]) -> Iterator[str]:
    for row in found:
        yield "\t".join(
            v if isinstance(v, str) else json.dumps(v, ensure_ascii=False, default=str) for v in row.values()
        )
    if not found:
        yield "no rows"
