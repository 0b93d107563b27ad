"""Verbs about documents: load, documents, segment, retrieve."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from foam_graph.app import loading, segmenting, showing
from foam_graph.cli.output import Table, emit, shortened
from foam_graph.cli.sessions import Corpus, Json, opened
from foam_graph.cli.verbs import verb


@verb("foam load examples/benefits/documents --corpus benefits", "foam load report.md cards.jsonl --corpus town --json")
def load(
    paths: Annotated[list[Path], typer.Argument(help="Files or folders: .txt, .md, or .jsonl with one card a line.")],
    corpus: Corpus,
    as_json: Json = False,
) -> None:
    """Load documents into a corpus.

    Identical bytes are loaded once. Files that cannot be read are listed with the reason and stop no other; the exit
    code is 2 only where nothing could be read.
    """
    with opened(as_json) as session:
        done = loading.load(session, paths, corpus).as_json()
    emit(done, as_json, _loaded)


def _loaded(done: dict[str, Any]) -> Iterator[str]:
    yield f"{done['corpus']}: {done['documents']} documents, {done['sentences']} sentences; {len(done['added'])} new"
    for twin in done["duplicates"]:
        yield f"  left out {twin['path']}: same bytes as {twin['of']}"
    for refused in done["rejected"]:
        yield f"  could not read {refused['path']}: {refused['reason']}"


@verb("foam documents --corpus benefits", "foam documents --corpus benefits --json")
def documents(corpus: Corpus, as_json: Json = False) -> None:
    """List the documents of a corpus."""
    with opened(as_json) as session:
        found = showing.documents(session, corpus)
    emit(found, as_json, _documents)


def _documents(found: list[dict[str, Any]]) -> Iterator[Table]:
    rows = [(d["id"], d["sentences"], d["date"], d["source_class"], shortened(d["title"], 60)) for d in found]
    yield Table(("id", "sentences", "date", "class", "title"), rows)


@verb("foam segment ruling.txt", "foam segment speech.md --language zh --json")
def segment(
    files: Annotated[list[Path], typer.Argument(help="Files: .txt, .md, or .jsonl with one card a line.")],
    language: Annotated[str, typer.Option("--language", help="auto, en or zh.")] = "auto",
    as_json: Json = False,
) -> None:
    """Find the sentences of files, without storing anything.

    Offsets count characters of the document's text: the decoded file without front matter.
    """
    found = segmenting.segment_files(files, language)
    emit([document.as_json() for document in found], as_json, lambda _: _sentences(found))


def _sentences(found: list[segmenting.Segmented]) -> Iterator[str]:
    for document in found:
        yield f"{document.path}: {len(document.sentences)} sentences, {document.language}, {document.engine}"
        for id_, start, end, text in document.sentences:
            yield f"  {id_}  {start}-{end}  {shortened(text)}"


@verb('foam retrieve --corpus benefits "overpayment waiver" -k 5', 'foam retrieve --corpus town "Mill Road" --json')
def retrieve(
    query: Annotated[str, typer.Argument(help="Words to look for; no character is an operator.")],
    corpus: Corpus,
    k: Annotated[int, typer.Option("-k", help="Most sentences wanted.")] = 10,
    as_json: Json = False,
) -> None:
    """Search a corpus for the sentences nearest to a query."""
    with opened(as_json) as session:
        found = showing.retrieve(session, corpus, query, k)
    emit(found, as_json, _hits)


def _hits(found: list[dict[str, Any]]) -> Iterator[Table]:
    rows = [(h["rank"], f"{h['score']:.3f}", h["sentence"], shortened(h["text"])) for h in found]
    yield Table(("rank", "score", "sentence", "text"), rows)
