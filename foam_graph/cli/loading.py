"""Verbs about documents: load, loaders, documents."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from foam_graph.app import loader_plugins, loading, showing
from foam_graph.app.foam import Foam
from foam_graph.app.importing import MapsReport
from foam_graph.app.remembering import MemoryReport
from foam_graph.app.session import Session
from foam_graph.cli.memory_report import memory_built
from foam_graph.cli.options import DOCUMENTS, Corpus, Engine, Json
from foam_graph.cli.output import Table, emit, shortened
from foam_graph.cli.sessions import bar, opened
from foam_graph.cli.verbs import verb
from foam_graph.corpus.sentences.segmentation import ENGINE
from foam_graph.errors import UsageError
from foam_graph.exchange.dossier.words import counted

_SHOWN = 20
"""Documents in another encoding that are told one by one."""


@verb(
    "foam load examples/benefits/documents --corpus benefits",
    "foam load report.pdf cards.jsonl --corpus town --json",
    "foam load inbox.mbox decision.eml log.csv --corpus town",
    "foam load --loader case-records cases.csv --corpus town --option map=title=Subject,text=Body,date=Filed",
)
def load(
    paths: Annotated[list[Path], typer.Argument(help=f"Files: {DOCUMENTS}")],
    corpus: Annotated[
        str, typer.Option("--corpus", help="Name of the corpus; argument maps and debates go into none.")
    ] = "",
    engine: Engine = ENGINE,
    supersedes: Annotated[
        str, typer.Option("--supersedes", help="Id of the document whose place the one that is loaded takes.")
    ] = "",
    loader: Annotated[str, typer.Option("--loader", help="Loader of an outside collection; see: foam loaders")] = "",
    option: Annotated[
        list[str] | None, typer.Option("--option", help="KEY=VALUE for the loader; may be given more than once.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Load documents into a corpus.

    Identical bytes are loaded once. A file that was loaded before and has changed becomes a new document that supersedes
    the old one. A document is loaded whole or not at all. What is refused is listed with the reason and stops no other;
    the exit code is 1 then, and 2 where nothing could be read. Hidden files are left out.
    """
    if loader:
        if engine != ENGINE or supersedes:
            raise UsageError("--engine and --supersedes do not go with --loader", "Leave them out.")
        _load_with(loader, paths, corpus, option or [], as_json)
        return
    if option:
        raise UsageError("--option is for a loader", "Name one with --loader; see: foam loaders")
    if not corpus:
        raise UsageError("Missing option '--corpus'", "Name the corpus: --corpus NAME")
    with bar(as_json) as (progress, told), Session(progress=progress) as session:
        done = loading.load(session, paths, corpus, engine, supersedes, told)
    emit(done, as_json, _loaded)
    _refused(done, "documents", as_json)


def _load_with(name: str, paths: Sequence[Path], corpus: str, given: Sequence[str], as_json: bool) -> None:
    if len(paths) != 1:
        raise UsageError(
            f"a loader takes one path, and {len(paths)} were given", "Call it for each, or for their folder."
        )
    options = _options([*([f"corpus={corpus}"] if corpus else []), *given])
    with opened(as_json) as session:
        report = loader_plugins.load_with(Foam(session), name, paths[0], options)
    if isinstance(report, MapsReport):
        emit(report, as_json, _maps)
        _refused(report, "maps", as_json)
    elif isinstance(report, MemoryReport):
        emit(report, as_json, memory_built)
        _refused(report, "debates", as_json)
    else:
        emit(report, as_json, _loaded)
        _refused(report, "documents", as_json)


def _options(given: Sequence[str]) -> dict[str, str]:
    options: dict[str, str] = {}
    for pair in given:
        key, equals, value = pair.partition("=")
        if not equals or not key.strip():
            raise UsageError(f"--option {pair[:60]!r} is no KEY=VALUE", "Write e.g. --option encoding=cp1252.")
        if key in options:
            raise UsageError(f"{key[:60]!r} is given twice", "Give it once.")
        options[key] = value
    return options


def _refused(done: loading.LoadReport | MapsReport | MemoryReport, what: str, as_json: bool) -> None:
    """Ends with exit code 1 where something was refused.

    Raises:
        Exit: Something was.
    """
    if not done.rejected:
        return
    if not as_json:
        # The list is part of the report; that something failed must be seen where the report goes into a file.
        sys.stdout.flush()
        sys.stderr.write(f"foam: {len(done.rejected)} were refused; the other {what} are loaded\n  {done.hint}\n")
    raise typer.Exit(1)


def _maps(done: MapsReport) -> Iterator[str]:
    yield f"{len(done.added)} maps new, {len(done.unchanged)} already there"
    for new in done.added:
        yield f"  {new.path}: {new.chain}, {sum(new.nodes.values())} nodes, {new.edges} edges"
    yield from _left_out(done)


def _left_out(done: loading.LoadReport | MapsReport) -> Iterator[str]:
    """What was not read, before all else that a report tells."""
    for refused in done.rejected:
        yield f"  refused {refused.path}: {refused.reason}"
    for remark in done.remarks[:_SHOWN]:
        yield f"  {remark.path}: {remark.note}"
    if len(done.remarks) > _SHOWN:
        yield f"  and {len(done.remarks) - _SHOWN} more remarks; --json has them all"


@verb("foam loaders", "foam loaders --json")
def loaders(as_json: Json = False) -> None:
    """List the loaders of outside collections, and from which package each comes.

    A package adds its own through the entry-point group foam_graph.loaders. One that cannot be imported says why and
    hides no other. Options that end in an asterisk must be given.
    """
    emit(loader_plugins.loaders(), as_json, _loaders)


def _loaders(listed: Sequence[loader_plugins.LoaderRow]) -> Iterator[str | Table]:
    usable = [one for one in listed if not one.fault]
    rows = [(one.name, one.loads, " ".join(one.options), f"{one.package} {one.version}") for one in usable]
    yield Table(("name", "loads", "options", "package"), rows)
    for broken in (one for one in listed if one.fault):
        yield f"{broken.name} of {broken.package} {broken.version} cannot be used: {broken.fault}"


def _loaded(done: loading.LoadReport) -> Iterator[str]:
    yield f"{done.corpus}: {counted(done.documents, 'document')}, {counted(done.sentences, 'sentence')}; {len(done.added)} new"
    yield from _left_out(done)
    if done.unchanged:
        yield f"  already there: {done.unchanged}"
    for later in done.superseded:
        yield f"  {later.path}: {later.id} supersedes {later.supersedes}, {later.mapped} sentences mapped"
    for path in done.citation_kept:
        yield f"  {path}: already loaded; its citation now says something else, but a citation is never changed"
    for twin in done.duplicates:
        yield f"  left out {twin.path}: same bytes as {twin.of}"
    for near in done.near_duplicates:
        yield f"  {near.id} is nearly the same as {near.of} ({near.likeness:.0%})"
    for strange in done.encoding[:_SHOWN]:
        yield f"  {strange.path}: {strange.note}"
    if len(done.encoding) > _SHOWN:
        yield f"  and {len(done.encoding) - _SHOWN} more that are not plain UTF-8; see the notes of foam documents"


@verb("foam documents --corpus benefits", "foam documents --corpus benefits --coverage --json")
def documents(
    corpus: Corpus,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="What the corpus covers instead: dates, classes, skew, gaps.")
    ] = False,
    as_json: Json = False,
) -> None:
    """List the documents of a corpus."""
    if coverage:
        with opened(as_json) as session:
            card = showing.coverage(session, corpus)
        emit(card, as_json, _coverage)
        return
    with opened(as_json) as session:
        found = showing.documents(session, corpus)
    emit(found, as_json, _documents)


def _coverage(card: showing.Coverage) -> Iterator[str | Table]:
    span = f", {card.oldest} to {card.newest}" if card.newest else ""
    yield f"{card.corpus}: {counted(card.documents, 'document')}, {counted(card.sentences, 'sentence')}{span}; {card.freshness}"
    yield Table(("class", "documents"), list(card.source_classes.items()))
    for gap in card.gaps:
        yield f"  {gap}"


def _documents(listed: Sequence[loading.DocumentRow]) -> Iterator[Table]:
    rows = [
        (
            d.id,
            d.sentences,
            loading.day_told(d),
            d.source_class,
            shortened(d.title, 60),
        )
        for d in listed
    ]
    yield Table(("id", "sentences", "date", "class", "title"), rows)
