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
from foam_graph.app.sheets import sheet_of
from foam_graph.cli.output import emit
from foam_graph.cli.sessions import Json, opened
from foam_graph.cli.verbs import verb
from foam_graph.errors import UsageError
from foam_graph.findings.asked import bearing
from foam_graph.findings.sheet.sections import FIRST, VERDICTS, sections

_NAMED = "Look into a finding: foam why ID. Contest it: foam challenge ID --kind KIND --grounds TEXT"
_UNNAMED = (
    "Once a question was asked over a corpus, foam why ID looks into a finding of it, and "
    "foam challenge ID --kind KIND --grounds TEXT contests it."
)


@verb(
    "foam sheet benefits",
    "foam sheet letters/ --html sheet.html",
    "foam sheet benefits --dated 2026-05-01 --json",
    "foam sheet benefits --agents llm",
    "foam sheet r7k2m9qwxab",
)
def sheet(
    corpus: Annotated[str, typer.Argument(help="Name of a corpus; or a file, folder or archive to read; or a run.")],
    html: Annotated[Path | None, typer.Option("--html", help="Write the sheet as one HTML page as well.")] = None,
    dated: Annotated[
        str, typer.Option("--dated", help="Day for which the sheet says what was still to come on it, ISO 8601.")
    ] = "",
    agents: Annotated[
        str, typer.Option("--agents", help="offline (rules alone) or llm (a model reads the documents as well).")
    ] = "offline",
    question: Annotated[str, typer.Option("--question", help="What is to be decided, for the model.")] = "",
    as_json: Json = False,
) -> None:
    """Show what documents show before anybody argues.

    What is wrong or disputed first, then the timeline, every sum counted again, quantities against limits, rules. Each begins
    with its id. Numbers such as 7.12 name the sentences: document 7, sentence 12. Neo4j is needed for the sheet of a run alone. What a model adds says
    so: the program counts it again or refuses it, or it is for a person to check.
    """
    with opened(as_json) as session:
        made = sheet_of(session, corpus, _day(dated), agents, question)
    if html is not None:
        case_sheet.write_html(made, html)
    emit(made, as_json, _lines)


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise UsageError(f"{text[:40]!r} is no day", "Write it as 2026-05-01.") from None


def _lines(made: Sheet) -> Iterator[str]:
    yield from _wrapped(f"Case sheet of {made.corpus}: {made.counts.told}")
    yield from _left_out(made)
    if made.question:
        yield from _wrapped(f"Asked: {made.question}")
    for heading, places in sections(made.findings):
        yield ""
        yield f"{heading} ({len(places)})"
        for place in _by_bearing(made, places) if heading == FIRST else places:
            yield from _wrapped(_line(made.findings[place]))
    if not made.findings:
        yield "No finding: no line was found that tells an event of a day, and no figure or limit gave one either."
    if made.refused:
        count = len(made.refused)
        yield ""
        yield f"{count} {'statement' if count == 1 else 'statements'} of the model refused by the program: --json says which and why."
    if made.findings:
        yield ""
        yield from _wrapped(_NAMED if _of_run(made) else _UNNAMED)
    yield ""
    yield "Documents"
    for one in made.documents:
        yield from _wrapped(f"{one.number:>3}  {one.title} ({one.about})", 5)


def _left_out(made: Sheet) -> Iterator[str]:
    """What was not read, before anything that is said of the rest."""
    if not made.left_out:
        return
    yield ""
    yield f"Not read ({len(made.left_out)}): nothing below takes account of these"
    for left in made.left_out:
        reads = f"; read by: foam load --loader {left.loader}" if left.loader else ""
        yield from _wrapped(f"  {left.path}: {left.reason}{reads}")


def _of_run(made: Sheet) -> bool:
    """Whether its findings are nodes of a run, so that they can be looked into."""
    return bool(made.question)


def _by_bearing(made: Sheet, places: tuple[int, ...]) -> list[int]:
    """Places of findings, what bears on the question first; as they are where nothing was asked."""
    return (
        sorted(places, key=lambda place: -bearing(made.question, made.findings[place].text))
        if made.question
        else list(places)
    )


def _line(one: SheetFinding) -> str:
    verdict = "" if one.taken_back else VERDICTS[one.verdict]
    mark = f"{verdict}: " if verdict else ""
    ids = ", ".join(sentence.short for sentence in one.sentences)
    against = f" against {', '.join(sentence.short for sentence in one.against)}" if one.against else ""
    told = [part for part in (one.taken_back, one.origin, *(doubt.told for doubt in one.doubts)) if part]
    added = f" ({'; '.join(told)})" if told else ""
    return f"  {one.id}  {mark}{one.text}{added} [{ids}{against}]"


def _wrapped(line: str, indent: int = 4) -> Iterator[str]:
    """A line as it is where a program reads it, folded where somebody looks at a terminal."""
    if not sys.stdout.isatty():
        yield line
        return
    width = max(40, min(120, shutil.get_terminal_size().columns))
    yield from textwrap.wrap(line, width, subsequent_indent=" " * indent, drop_whitespace=False, break_long_words=False)
