"""Verbs that ask the graph: query for the named queries, cypher for an auditor's own."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from typing import Annotated

import typer

from foam_graph.app import auditing, querying
from foam_graph.app.result import JsonValue
from foam_graph.cli.output import Table, emit
from foam_graph.cli.sessions import AsOf, Json, opened, text_or_stdin
from foam_graph.cli.verbs import verb
from foam_graph.errors import UsageError
from foam_graph.store.auditing.free_cypher import Bounds


@verb(
    "foam query --list",
    "foam query standing -p run=r7k2m9qwxab",
    "foam query unresolved_dissent -p run=r7k2m9qwxab --as-of 77",
    "foam query --internal",
    "foam query nodes_by_id -p ids=a,b --internal --json",
)
def query(
    name: Annotated[str, typer.Argument(help="Name of the query.")] = "",
    parameters: Annotated[
        list[str] | None, typer.Option("-p", "--param", help="NAME=VALUE; lists take commas or JSON. Repeatable.")
    ] = None,
    listing: Annotated[bool, typer.Option("--list", help="List the queries for readers instead.")] = False,
    internal: Annotated[
        bool, typer.Option("--internal", help="Run one that the product asks itself; without a name, list these.")
    ] = False,
    rows: Annotated[int, typer.Option("--rows", min=1, help="Refuse an answer of more rows.")] = querying.BOUNDS.rows,
    seconds: Annotated[float, typer.Option("--seconds", min=0.1, max=600, help="Most time.")] = querying.BOUNDS.seconds,
    as_of: AsOf = "",
    as_json: Json = False,
) -> None:
    """Run one of the named Cypher queries.

    They only read: each is explained first, as a statement of foam cypher is. The answer is whole or refused. Internal
    ones may change with any release.
    """
    if listing or (internal and not name):
        if name:
            raise UsageError("--list stands alone", "Leave the name out, or --list.")
        emit(querying.queries(internal), as_json, lambda rows: _queries(rows, internal))
        return
    if not name:
        raise UsageError("no query was named", "List them with: foam query --list")
    wanted = querying.chosen(name, internal)
    values = querying.parameters(wanted, parameters or ())
    with opened(as_json) as session:
        answer = querying.answer(session, wanted.name, values, as_of, Bounds(seconds, rows))
    if as_json:
        emit(answer.as_dicts(), True, lambda _: ())
    else:
        emit(answer, False, _rows)


def _queries(listed: Sequence[querying.NamedQuery], internal: bool) -> Iterator[str]:
    for row in listed:
        wanted = ", ".join(_parameter(row, name) for name in row.params)
        yield f"{row.name}({wanted})"
        yield f"  {row.why}"
    if not internal:
        yield "Those that the product asks itself: foam query --internal"


def _parameter(row: querying.NamedQuery, name: str) -> str:
    default = f" = {json.dumps(row.defaults[name])}" if name in row.defaults else ""
    return f"{name}: {row.params[name]}{default}"


def _rows(answer: auditing.Rows) -> Iterator[str | Table]:
    yield Table(answer.columns, _shown(answer.rows))
    if not answer.rows:
        yield "no rows"


def _shown(rows: Sequence[Sequence[JsonValue]]) -> list[list[str]]:
    return [[v if isinstance(v, str) else json.dumps(v, ensure_ascii=False) for v in row] for row in rows]


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
        answer = auditing.cypher(session, text_or_stdin(text, "the statement"), values, Bounds(seconds, rows))
    if as_csv:
        sys.stdout.write(answer.as_csv())
        return
    emit(answer, as_json, _answer)


def _answer(answer: auditing.Rows) -> Iterator[str | Table]:
    shown = _shown(answer.rows)
    yield Table(answer.columns, shown)
    if answer.more:
        yield f"only the first {len(shown)} rows; ask for more with --rows"
