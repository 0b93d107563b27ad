"""OpenDebateEvidence: debate cards of OpenCaselist (Roush et al. 2024, OpenDebateEvidence: A Massive-Scale Argument Mining and Summarization Dataset)."""

from __future__ import annotations

from pathlib import Path

from foam_graph import Foam, LoadReport

from .datasets import refuse_others


def load(foam: Foam, path: Path, *, corpus: str) -> LoadReport:
    """OpenDebateEvidence: debate cards in CSV or JSONL, one document a row, with its marks.

    Not read: Parquet (export it as CSV or JSONL), files without the column fulltext, and more than 1 GB at once, for which
    foam ingest is there.

    Args:
        foam: The graph.
        path: A .csv or .jsonl file, a folder or a .zip archive of them.
        corpus: Name of the corpus.

    Raises:
        CorpusError: No row could be read. Nothing was loaded.
        UsageError: More than 1 GB. Nothing was loaded.
    """
    return foam.corpus(corpus).load(path, by_loader="opendebateevidence", refuse=refuse_others("fulltext", "fulltext"))
