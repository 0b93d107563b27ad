"""Verbs that take texts away: erase, retention."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from foam_graph.app import erasing
from foam_graph.cli.output import emit
from foam_graph.cli.sessions import Json, opened
from foam_graph.cli.verbs import verb


@verb(
    "foam erase r7k2m9qwxab-28-6 --dry-run",
    "foam erase r7k2m9qwxab-28-6 --reason 'Request of 3 May.' --by 'data protection officer'",
)
def erase(
    node: Annotated[str, typer.Argument(help="Id of a node or activity, or its beginning; of a document: all of it.")],
    reason: Annotated[str, typer.Option("--reason", help="Why; recorded, so do not repeat the text.")] = "",
    by: Annotated[str, typer.Option("--by", help="Who ordered it.")] = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only list what would go.")] = False,
    as_json: Json = False,
) -> None:
    """Erase what a node says, wherever it was taken up; chains and proofs stay.

    Text and salt go from every row of the graph that holds the text, from the corpus store, the index and its caches. A
    recorded activity says so; hashes, proofs and checkpoints stay valid. Nothing brings the text back. What was exported
    earlier is listed, since nothing here can change it.
    """
    with opened(as_json) as session:
        erasure = erasing.erase_node(session, node, reason, by, dry_run)
    emit(erasure, as_json, _erased)


def _erased(erasure: erasing.Erasure) -> Iterator[str]:
    done = bool(erasure.activities)
    yield f"{erasure.node}: {len(erasure.erased)} rows {'erased' if done else 'would be erased'}"
    for row in erasure.erased:
        yield f"  {row.kind} {row.id}: {', '.join(row.fields)}"
    for corpus, documents in erasure.sentences.items():
        for document, numbers in documents.items():
            what = f"sentences {', '.join(map(str, numbers))}" if numbers else "all of it"
            yield f"  corpus {corpus}, document {document}: {what}; its bytes go too"
    for row in erasure.remains:
        yield f"  REMAINS under the hash: {row.kind} {row.id}: {', '.join(row.fields)}"
    for file in erasure.exports:
        yield f"  may still be in {file.path} ({file.what} of {file.at})"
    if done:
        yield "  may still be in Neo4j's own files; to be rid of these: foam rebuild"


@verb("foam retention", "FOAM_RETENTION_DAYS=400 foam retention --enforce --by 'records office' --json")
def retention(
    enforce: Annotated[bool, typer.Option("--enforce", help="Erase the texts of the runs that are due.")] = False,
    by: Annotated[str, typer.Option("--by", help="Who ordered it.")] = "",
    as_json: Json = False,
) -> None:
    """Say which runs are older than the retention policy, and enforce it.

    The policy is the setting retention_days (FOAM_RETENTION_DAYS): 0 keeps texts, less than 183 is refused. Enforcing
    erases the personal texts of the runs that are due; the logs with their hashes stay.
    """
    with opened(as_json) as session:
        policy = erasing.retention(session, enforce, by)
    emit(policy, as_json, _retention)


def _retention(retention: erasing.Retention) -> Iterator[str]:
    days = retention.days
    policy = f"texts are kept for {days} days" if days else "texts are kept: there is no policy"
    yield f"{policy}; logs are kept whole for at least {retention.floor} days"
    for run in retention.runs:
        state = "DUE" if run.due else "kept"
        yield f"{run.run}\t{run.last[:10]}\t{run.age} days\t{run.texts} rows with texts\t{state}"
    if retention.activities:
        yield f"erased, by {', '.join(retention.activities)}"
