"""Verbs that ask the graph: query for the named queries, cypher for an auditor's own."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from foam_graph.app import auditing, querying
from foam_graph.cli.output import Table, emit
from foam_graph.cli.sessions import AsOf, Json, opened, text_or_stdin
from foam_graph.cli.verbs import verb
from foam_graph.errors import UsageError
from foam_graph.store.auditing.free_cypher import Bounds


@verb(
    "foam query --list",
    "foam query standing -p run=r7k2m9qwxab",
    "foam query nodes_by_id -p ids=a,b --json",
    "foam query unresolved_dissent -p run=r7k2m9qwxab --as-of 77",
)
def query(
    name: Annotated[str, typer.Argument(help="Name of the query, a file of cypher/.")] = "",
    parameters: Annotated[
        list[str] | None, typer.Option("-p", "--param", help="NAME=VALUE; lists take commas or JSON. Repeatable.")
    ] = None,
    listing: Annotated[bool, typer.Option("--list", help="List the queries instead.")] = False,
    as_of: AsOf = "",
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
        found = querying.query(session, name, values, as_of)
    emit(found, as_json, _rows)


def _queries(found: list[dict[str, Any]]) -> Iterator[str]:
    for row in found:
        wanted = ", ".join(_parameter(row, name) for name in row["params"])
        yield f"{row['name']}({wanted})"
        yield f"  {row['why']}"


def _parameter(row: dict[str, Any], name: str) -> str:
    default = f" = {json.dumps(row['defaults'][name])}" if name in row["defaults"] else ""
    return f"{name}: {row['params'][name]}{default}"


def _rows(found: list[dict[str, Any]]) -> Iterator[str]:
    for row in found:
        yield "\t".join(
            v if isinstance(v, str) else json.dumps(v, ensure_ascii=False, default=str) for v in row.values()
        )
    if not found:
        yield "no rows"


@verb(
    "foam cypher 'MATCH (c:Claim) RETURN c.leaf, count(*) LIMIT 20'",
    "foam cypher 'MATCH (c:Claim {run: $run}) RETURN c.text' -p run=r7k2m9qwxab --csv",
    "foam cypher - --json < question.cypher",
)
def cypher(
    text: Annotated[str, typer.Argument(help="One Cypher statement that only reads; - reads standard input.")],
    parameters: Annotated[
        list[str] | None, typer.Option("-p", "--param", help="NAME=VALUE; the value as JSON, or else text. Repeatable.")
    ] = None,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print comma-separated values.")] = False,
    rows: Annotated[int, typer.Option("--rows", min=1, help="Most rows.")] = Bounds().rows,
    seconds: Annotated[float, typer.Option("--seconds", min=0.1, max=600, help="Most time.")] = Bounds().seconds,
    as_json: Json = False,
) -> None:
    """Run a Cypher statement of your own, if it only reads.

    It is explained first; what would write, load files, call procedures or touch the server is refused. Time, rows and
    memory are bounded. Give values as parameters, never inside the text.
    """
    if as_csv and as_json:
        raise UsageError("--csv and --json both claim standard output", "Give one of them.")
    values = auditing.free_parameters(parameters or ())
    with opened(as_json or as_csv) as session:
        found = auditing.cypher(session, text_or_stdin(text, "the statement"), values, Bounds(seconds, rows))
    if as_csv:
        sys.stdout.write(auditing.as_csv(found))
        return
    told = {"columns": list(found.columns), "rows": found.rows, "more": found.more}
    emit(told, as_json, _answer)


def _answer(found: dict[str, Any]) -> Iterator[str | Table]:
    shown = [[v if isinstance(v, str) else json.dumps(v, ensure_ascii=False) for v in row] for row in found["rows"]]
    yield Table(tuple(found["columns"]), shown)
    if found["more"]:
        yield f"only the first {len(shown)} rows; ask for more with --rows"
