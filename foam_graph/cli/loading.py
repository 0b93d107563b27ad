"""Verbs about documents: load, documents."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from foam_graph.app import loading, showing
from foam_graph.app.session import Session
from foam_graph.cli.options import DOCUMENTS, Corpus, Engine, Json
from foam_graph.cli.output import Table, emit, shortened
from foam_graph.cli.sessions import bar, opened
from foam_graph.cli.verbs import verb
from foam_graph.corpus.sentences.segmentation import ENGINE

_SHOWN = 20
"""Documents in another encoding that are told one by one."""


@verb(
    "foam load examples/benefits/documents --corpus benefits", "foam load report.pdf cards.jsonl --corpus town --json"
)
def load(
    paths: Annotated[list[Path], typer.Argument(help=f"Files: {DOCUMENTS}")],
    corpus: Corpus,
    engine: Engine = ENGINE,
    supersedes: Annotated[
        str, typer.Option("--supersedes", help="Id of the document whose place the one that is loaded takes.")
    ] = "",
    as_json: Json = False,
) -> None:
    """Load documents into a corpus.

    Identical bytes are loaded once. A file that was loaded before and has changed becomes a new document that supersedes
    the old one. Files that cannot be read are listed with the reason and stop no other; the exit code is 2 only where
    nothing could be read.
    """
    with bar(as_json) as (progress, told), Session(progress=progress) as session:
        done = loading.load(session, paths, corpus, engine, supersedes, told).as_json()
    emit(done, as_json, _loaded)


def _loaded(done: dict[str, Any]) -> Iterator[str]:
    yield f"{done['corpus']}: {done['documents']} documents, {done['sentences']} sentences; {len(done['added'])} new"
    if done["unchanged"]:
        yield f"  already there: {done['unchanged']}"
    for later in done["superseded"]:
        yield f"  {later['path']}: {later['id']} supersedes {later['supersedes']}, {later['mapped']} sentences mapped"
    for path in done["citation_kept"]:
        yield f"  {path}: already loaded; its citation now says something else, but a citation is never changed"
    for twin in done["duplicates"]:
        yield f"  left out {twin['path']}: same bytes as {twin['of']}"
    for twin in done["near_duplicates"]:
        yield f"  {twin['id']} is nearly the same as {twin['of']} ({twin['likeness']:.0%})"
    for strange in done["encoding"][:_SHOWN]:
        yield f"  {strange['path']}: {strange['note']}"
    if len(done["encoding"]) > _SHOWN:
        yield f"  and {len(done['encoding']) - _SHOWN} more that are not plain UTF-8; see the notes of foam documents"
    for refused in done["rejected"]:
        yield f"  could not read {refused['path']}: {refused['reason']}"


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


def _coverage(card: dict[str, Any]) -> Iterator[str | Table]:
    span = f", {card['oldest']} to {card['newest']}" if card["newest"] else ""
    yield f"{card['corpus']}: {card['documents']} documents, {card['sentences']} sentences{span}; {card['freshness']}"
    yield Table(("class", "documents"), list(card["source_classes"].items()))
    for gap in card["gaps"]:
        yield f"  {gap}"


def _documents(found: list[dict[str, Any]]) -> Iterator[Table]:
    rows = [(d["id"], d["sentences"], d["date"], d["source_class"], shortened(d["title"], 60)) for d in found]
    yield Table(("id", "sentences", "date", "class", "title"), rows)
