"""Verbs that check: verify, quotes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from foam_graph.app import quoting, verifying
from foam_graph.app.session import Session
from foam_graph.cli.output import emit
from foam_graph.cli.sessions import Json, opened, text_or_stdin
from foam_graph.cli.verbs import epilog, verb
from foam_graph.errors import UsageError


@verb("foam verify", "foam verify r7k2m9qwxab --head HASH", "foam verify --journal run.jsonl --json")
def verify(
    run: Annotated[str, typer.Argument(help="A chain, or the beginning of its id; all chains if not given.")] = "",
    journal: Annotated[
        Path | None, typer.Option("--journal", help="A file of foam export journal; needs no database.")
    ] = None,
    head: Annotated[str, typer.Option("--head", help="The chain's last hash as you kept it elsewhere.")] = "",
    as_json: Json = False,
) -> None:
    """Re-read a chain, or all of them, and say what does not hold.

    The exit code is 1 if anything does not. A tail that was cut off shows only against a head kept elsewhere.
    """
    if journal is not None and run:
        raise UsageError("both a run and a journal were given", "Give one of them.")
    if head and not run and journal is None:
        raise UsageError("--head belongs to one chain", "Name the run.")
    if journal is not None:
        found = verifying.verify_file(journal, head)
    else:
        with opened(as_json) as session:
            found = verifying.verify_run(session, run, head) if run else verifying.verify_all(session)
    emit(found, as_json, _verification)
    if not found["ok"]:
        raise typer.Exit(1)


def _verification(found: dict[str, Any]) -> Iterator[str]:
    what = found["run"] or f"{len(found.get('chains', ()))} chains"
    counts = f"{found['activities']} activities, {found['nodes']} nodes, {found['edges']} edges"
    yield f"{what}: {'everything holds' if found['ok'] else 'NOT sound'}; {counts}"
    yield f"  head {found['head']}"
    for fault in found["faults"]:
        yield f"  {fault['kind']} {fault['activity']} {fault['row']}: {fault['detail']}"


quotes = typer.Typer(add_completion=False, rich_markup_mode=None, help="Check quotations against their sources.")


@quotes.callback()
def _quotes() -> None:
    """Check quotations against their sources."""


@quotes.command(
    epilog=epilog(
        'foam quotes check --text "shall be paid" --document statute.txt',
        'foam quotes check --text "shall be paid" --document d1218bbef8351a1e7 --corpus benefits --json',
        "foam quotes check quotes.jsonl --documents folder",
    )
)
def check(
    file: Annotated[
        Path | None, typer.Argument(help='Lines of {"quote", "document"?, "id"?, "case"?}; no document = anywhere.')
    ] = None,
    text: Annotated[str | None, typer.Option("--text", help="One quotation; - reads standard input.")] = None,
    document: Annotated[str, typer.Option("--document", help="Its source: a file, or an id of the corpus.")] = "",
    corpus: Annotated[str, typer.Option("--corpus", help="Corpus that the sources are in.")] = "",
    documents: Annotated[Path | None, typer.Option("--documents", help="Folder that the sources are in.")] = None,
    rule: Annotated[
        str, typer.Option("--rule", help="foam, or papers (for comparison: accepts altered quotations).")
    ] = "foam",
    as_json: Json = False,
) -> None:
    """Check one quotation, or a file of them.

    The exit code is 1 if one that counts is not faithful (altered, paraphrased, misattributed or fabricated).
    """
    if (file is None) == (text is None):
        raise UsageError("neither or both of a file and --text were given", "Give one of them.")
    with Session() as session:
        if file is not None:
            asked = quoting.read_quotations(file)
        else:
            asked = [quoting.Quotation("1", text_or_stdin(text or "", "the quotation"), document)]
        found = quoting.check(asked, quoting.sources(session, corpus, documents, document), rule)
    emit(found, as_json, _quotations)
    if not found["ok"]:
        raise typer.Exit(1)


def _quotations(found: dict[str, Any]) -> Iterator[str]:
    for row in found["results"]:
        yield f"{row['id']}: {row['verdict']} ({row['score']:g}) {row['document']}"
        for name in ("diff", "context"):
            if row[name]:
                yield f"  {row[name]}"
    rates = {name: value for name, value in found["summary"].items() if value is not None}
    if len(found["results"]) > 1:
        yield ", ".join(f"{name} {value}" for name, value in rates.items())
