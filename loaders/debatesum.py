"""DebateSum: debate cards with summaries (Roush and Balaji 2020, DebateSum: A large-scale argument mining and summarization dataset)."""

from __future__ import annotations

from pathlib import Path

from foam_graph import Foam, LoadReport

from .datasets import refuse_others


def load(foam: Foam, path: Path, *, corpus: str) -> LoadReport:
    """DebateSum: debate cards in CSV or JSONL, one document a row; the extract is what is underlined.

    Not read: Parquet (export it as CSV), files without the column Full-Document, and more than 1 GB at once, for which
    foam ingest is there.

    Args:
        foam: The graph.
        path: A .csv or .jsonl file, a folder or a .zip archive of them.
        corpus: Name of the corpus.

    Raises:
        CorpusError: No row could be read. Nothing was loaded.
        UsageError: More than 1 GB. Nothing was loaded.
    """
    return foam.corpus(corpus).load(path, by_loader="debatesum", refuse=refuse_others("fulldocument", "Full-Document"))
