"""The verb for corpora of millions: ingest."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from foam_graph.app import ingesting
from foam_graph.app.session import Session
from foam_graph.cli.options import DOCUMENTS, Corpus, Engine, Json
from foam_graph.cli.output import emit
from foam_graph.cli.sessions import bar
from foam_graph.cli.verbs import verb
from foam_graph.corpus.sentences.segmentation import ENGINE
from foam_graph.exchange.dossier.words import counted


@verb(
    "foam ingest cards.jsonl --corpus evidence --out ingest --workers 2",
    "foam ingest documents --corpus town --out ingest --import --json",
)
def ingest(
    paths: Annotated[list[Path], typer.Argument(help=f"Files: {DOCUMENTS}")],
    corpus: Corpus,
    out: Annotated[Path, typer.Option("--out", help="Folder for what is written; the same one to go on.")],
    workers: Annotated[int, typer.Option("--workers", help="How many processes read.")] = 1,
    runner: Annotated[
        str, typer.Option("--runner", help="inprocess or dask (extra scale); dask where there are several workers.")
    ] = "",
    size: Annotated[int, typer.Option("--size", help="Partitions of so many MiB.")] = ingesting.SIZE,
    engine: Engine = ENGINE,
    importing: Annotated[
        bool, typer.Option("--import", help="Also make the managed Neo4j's database, which must not exist yet.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Read a corpus of millions in partitions and write files that Neo4j imports in bulk.

    The documents go to the corpus store, and to the Qdrant server where one is set; the graph's rows, with the chain of
    their activities, go to --out. A command that was stopped goes on where it was when it is given again. Documents
    with the same bytes are taken once: the first in the order of the paths.
    """
    chosen = runner or ("dask" if workers > 1 else "inprocess")
    plan = ingesting.Plan(corpus, out, engine, workers, chosen, size)
    with bar(as_json) as (progress, told), Session(progress=progress) as session:
        ingestion = ingesting.ingest(session, paths, plan, importing, told)
    emit(ingestion, as_json, _ingested)


def _ingested(ingestion: ingesting.Ingestion) -> Iterator[str]:
    yield (
        f"{ingestion.corpus}: {counted(ingestion.documents, 'document')}, {counted(ingestion.sentences, 'sentence')} "
        f"in {ingestion.partitions} partitions"
    )
    if ingestion.skipped:
        yield f"  partitions that were read before: {ingestion.skipped}"
    if ingestion.copies:
        yield f"  left out for having the same bytes as another: {ingestion.copies}"
    if ingestion.near_duplicates:
        yield f"  nearly the same as another: {ingestion.near_duplicates}"
    if ingestion.rejected:
        yield f"  could not be read: {ingestion.rejected} (reasons in parts/*/rejected.jsonl)"
    yield f"  chain {ingestion.chain}, head {ingestion.head}"
    yield "  imported; start Neo4j with: foam up" if ingestion.imported else f"Import it with: {ingestion.command}"
