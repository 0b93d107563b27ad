"""The verb sheet: what the documents of a corpus show before anybody argues."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from foam_graph.app import case_sheet
from foam_graph.app.case_sheet import Sheet, SheetFinding
from foam_graph.cli.output import emit
from foam_graph.cli.sessions import Json, opened
from foam_graph.cli.verbs import verb
from foam_graph.errors import UsageError
from foam_graph.findings.sheet.sections import VERDICTS, sections


@verb(
    "foam sheet benefits",
    "foam sheet letters/ --html sheet.html",
    "foam sheet benefits --dated 2026-05-01 --json",
)
def sheet(
    corpus: Annotated[str, typer.Argument(help="Name of a corpus; or a file, folder or archive to read.")],
    html: Annotated[Path | None, typer.Option("--html", help="Write the sheet as one HTML page as well.")] = None,
    dated: Annotated[
        str, typer.Option("--dated", help="Day by which limits that still run are judged, ISO 8601.")
    ] = "",
    as_json: Json = False,
) -> None:
    """Show what documents show before anybody argues.

    What is wrong or disputed first, then the timeline, every sum counted again, quantities against limits, rules. Numbers
    such as 7.12 name the sentences: document 7, sentence 12. Neo4j is not needed.
    """
    with opened(as_json) as session:
        made = case_sheet.case_sheet(session, corpus, _day(dated))
    if html is not None:
        case_sheet.write_html(made, html)
    emit(made, as_json, _lines)


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise UsageError(f"{text[:40]!r} is no day", "Write it as 2026-05-01.") from None


def _lines(made: Sheet) -> Iterator[str]:
    total = sum(one.sentences for one in made.documents)
    yield f"Case sheet of {made.corpus}: {len(made.documents)} documents, {total} sentences"
    for heading, places in sections(made.findings):
        yield ""
        yield f"{heading} ({len(places)})"
        for place in places:
            yield from _wrapped(_line(made.findings[place]))
    if not made.findings:
        yield "Nothing in it could be dated, counted again or held against a limit."
    yield ""
    yield "Documents"
    for one in made.documents:
        about = ", ".join(part for part in (one.date, one.source_class.replace("_", " ")) if part)
        yield from _wrapped(f"{one.number:>3}  {one.title} ({about})", 5)


def _line(one: SheetFinding) -> str:
    verdict = VERDICTS[one.verdict]
    mark = f"{verdict}: " if verdict else ""
    ids = ", ".join(sentence.short for sentence in one.sentences)
    against = f" against {', '.join(sentence.short for sentence in one.against)}" if one.against else ""
    check = " (for a person to check)" if one.basis == "judged" else ""
    return f"  {mark}{one.text}{check} [{ids}{against}]"


def _wrapped(line: str, indent: int = 4) -> Iterator[str]:
    """A line as it is where a program reads it, folded where somebody looks at a terminal."""
    if not sys.stdout.isatty():
        yield line
        return
    width = max(40, min(120, shutil.get_terminal_size().columns))
    yield from textwrap.wrap(line, width, subsequent_indent=" " * indent, drop_whitespace=False, break_long_words=False)
