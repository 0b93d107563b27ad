"""The verb that goes out to the web: fetch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from foam_graph.app import researching
from foam_graph.cli.options import Corpus, Json
from foam_graph.cli.output import emit
from foam_graph.cli.sessions import opened
from foam_graph.cli.verbs import verb


@verb(
    'foam fetch "rent control supply" --source arxiv --corpus town -k 5',
    'TAVILY_API_KEY=… foam fetch "Mill Road closure" --source tavily --corpus town --json',
)
def fetch(
    query: Annotated[str, typer.Argument(help="Words to look for.")],
    source: Annotated[str, typer.Option("--source", help="arxiv, tavily or google.")],
    corpus: Corpus,
    k: Annotated[int, typer.Option("-k", help="Most documents wanted.")] = 5,
    as_json: Json = False,
) -> None:
    """Search arXiv or the web and take what is found into a corpus.

    Pages are fetched where their site's robots.txt allows it, within limits of size and time, from public addresses only.
    What was fetched is a document like any other, with its address, when it was fetched, and its licence where one is
    stated. Keys come from the environment only: TAVILY_API_KEY; GOOGLE_API_KEY and GOOGLE_CSE_ID. Exit code 1 where
    something was found and nothing could be taken.
    """
    with opened(as_json) as session:
        research = researching.fetch(session, query, source, corpus, k)
    emit(research, as_json, _fetched)
    if research.found and not any(finding.document for finding in research.found):
        raise typer.Exit(1)


def _fetched(research: researching.Research) -> Iterator[str]:
    yield f"{research.source}: {len(research.found)} found, {len(research.added)} new in {research.corpus}"
    for finding in research.found:
        state = finding.document or f"not taken: {finding.fault}"
        yield f"  {finding.url}: {state}"
