"""Verbs about quotations: quotes check, evidence report."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from foam_graph.app import evidence as reporting
from foam_graph.app import quoting
from foam_graph.app.quoting import Checked
from foam_graph.app.session import Session
from foam_graph.cli.output import emit
from foam_graph.cli.sessions import Json, opened, text_or_stdin
from foam_graph.cli.verbs import Verb, epilog
from foam_graph.corpus.quotations.rates import in_words, shown_rate
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
    fabricated). A document of the corpus that is the checked text itself proves nothing of it: it is left out, and said so.
    """
    if (file is None) == (text is None):
        raise UsageError("neither or both of a file and --text were given", "Give one of them.")
    if document and text is None:
        raise UsageError("--document belongs to --text", "Name the source of each quotation in the file.")
    with Session() as session:
        if file is not None:
            quotations = quoting.read_quotations(file)
        else:
            quotations = [quoting.Quotation("1", text_or_stdin(text or "", "the quotation"), document)]
        checked = quoting.check(quotations, quoting.sources(session, corpus, documents, document), rule)
    emit(checked, as_json, _quotations)
    if not all(row.faithful for row in checked if row.counted):
        raise typer.Exit(1)


def _quotations(checked: list[Checked]) -> Iterator[str]:
    for row in checked:
        spans = ", ".join(f"{start}-{end}" for start, end in row.spans)
        where = f" {row.document} {spans}".rstrip() if row.document else ""
        yield f"{row.id}: {row.verdict} ({row.score:g}){where}"
        for detail in (row.diff, row.context):
            if detail:
                yield f"  {detail}"
        if row.own:
            yield f"  not held against {', '.join(row.own)}: that is the checked text itself (name its source with --document)"
    if len(checked) > 1:
        yield from in_words(quoting.rates_of(checked))


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
            emit(reporting.report_quotations(session, name, file), as_json, _of_quotations)
        return
    with opened(as_json) as session:
        measured = reporting.report(session, name)
    emit(measured, as_json, _of_citations)


def _of_quotations(report: reporting.QuotationReport) -> Iterator[str]:
    yield f"{report.kind} {report.of}"
    yield from (f"  {line}" for line in in_words(report))
    for row in report.unfaithful:
        yield f"  {row.id}: {row.verdict} {row.diff}"


def _of_citations(report: reporting.CitationReport) -> Iterator[str]:
    yield f"{report.kind} {report.of}" + (f": {len(report.runs)} runs" if report.kind == "corpus" else "")
    yield from _rates(report)
    for run in report.runs:
        if report.kind == "corpus":
            yield f"run {run.run}"
            yield from _rates(run)
        for row in run.unfaithful:
            yield f"  {row.record}: {row.verdict or 'never validated'} {row.diff or ''}".rstrip()


def _rates(measured: reporting.CitationReport | reporting.RunRates) -> Iterator[str]:
    yield from (f"  {line}" for line in in_words(measured))
    surplus = measured.over_citation
    yield (
        f"  over-citation {shown_rate(surplus.rate)}: {surplus.extra} of {surplus.sentences} sentences beyond the "
        f"smallest set that passes the check; {surplus.unmeasured} unmeasured (check: {surplus.check})"
    )
