"""Verbs about quotations: quotes check, evidence report."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from foam_graph.app import evidence as reporting
from foam_graph.app import quoting
from foam_graph.app.quoting import Checked
from foam_graph.app.session import Session
from foam_graph.cli.output import emit
from foam_graph.cli.sessions import Json, opened, text_or_stdin
from foam_graph.cli.verbs import Verb, epilog
from foam_graph.corpus.rates import told
from foam_graph.errors import UsageError

quotes = typer.Typer(add_completion=False, rich_markup_mode=None, help="Check quotations against their sources.")
evidence = typer.Typer(add_completion=False, rich_markup_mode=None, help="Say what citations are worth.")


@quotes.callback()
def _quotes() -> None:
    """Check quotations against their sources."""


@quotes.command(
    cls=Verb,
    epilog=epilog(
        'foam quotes check --text "shall be paid" --document statute.txt',
        'foam quotes check --text "shall be paid" --document d1218bbef8351a1e7 --corpus benefits --json',
        "foam quotes check quotes.jsonl --documents folder --json",
    ),
)
def check(
    file: Annotated[
        Path | None, typer.Argument(help='Lines of {"id"?, "quote", "document"?, "case"?}; no document = anywhere.')
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

    With --json one array, a row for each quotation: id, verdict, score, document, spans (characters of the document's
    text), diff. The exit code is 1 if one that counts is not faithful (altered, paraphrased, misattributed or
    fabricated).
    """
    if (file is None) == (text is None):
        raise UsageError("neither or both of a file and --text were given", "Give one of them.")
    if document and text is None:
        raise UsageError("--document belongs to --text", "Name the source of each quotation in the file.")
    with Session() as session:
        if file is not None:
            asked = quoting.read_quotations(file)
        else:
            asked = [quoting.Quotation("1", text_or_stdin(text or "", "the quotation"), document)]
        found = quoting.check(asked, quoting.sources(session, corpus, documents, document), rule)
    if as_json:
        emit([one.as_json() for one in found], True, lambda _: ())
    else:
        emit(found, False, _quotations)
    if not all(one.verdict.faithful for one in found if one.verdict.counted):
        raise typer.Exit(1)


def _quotations(found: list[Checked]) -> Iterator[str]:
    for one in found:
        spans = ", ".join(f"{start}-{end}" for start, end in one.verdict.spans)
        where = f" {one.document} {spans}".rstrip() if one.document else ""
        yield f"{one.quotation.id}: {one.verdict.verdict} ({one.verdict.score:g}){where}"
        for detail in (one.verdict.diff, one.context):
            if detail:
                yield f"  {detail}"
    if len(found) > 1:
        yield from told(quoting.rates_of(found))


@evidence.callback()
def _evidence() -> None:
    """Say what citations are worth."""


@evidence.command(
    cls=Verb,
    epilog=epilog(
        "foam evidence report r7k2m9qwxab",
        "foam evidence report benefits --json",
        "foam evidence report benefits --quotes quotes.jsonl",
    ),
)
def report(
    name: Annotated[str, typer.Argument(help="A run or the beginning of its id, or the name of a corpus.")],
    file: Annotated[
        Path | None, typer.Option("--quotes", help="Report on these quotations, checked against the corpus.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Report how faithful the citations of a run, or of every run over a corpus, are.

    Always together: CEMR and CFVR with their strict forms, fidelity, the share altered, over-citation with the check it
    goes by, and what could not be measured.
    """
    if file is not None:
        with Session() as session:
            found = reporting.report_quotations(session, name, file)
    else:
        with opened(as_json) as session:
            found = reporting.report(session, name)
    emit(found, as_json, _report)


def _report(found: dict[str, Any]) -> Iterator[str]:
    runs = found.get("runs", ())
    yield f"{found['kind']} {found['of']}" + (f": {len(runs)} runs" if found["kind"] == "corpus" else "")
    yield from (f"  {line}" for line in told(found))
    for row in found.get("unfaithful", ()):
        yield f"  {row['id']}: {row['verdict']} {row['diff']}"
    for run in runs:
        if found["kind"] == "corpus":
            yield f"run {run['run']}"
            yield from (f"  {line}" for line in told(run))
        for row in run["unfaithful"]:
            yield f"  {row['record']}: {row['verdict'] or 'never validated'} {row['diff'] or ''}".rstrip()
