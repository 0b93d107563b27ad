"""Transcripts of one form into a memory: what the loaders of debates share."""

from __future__ import annotations

from pathlib import Path

from foam_graph import Foam, MemoryReport, UsageError


def load_debates(foam: Foam, path: Path, form: str, memory: str, keep_free: str, pseudonyms: str) -> MemoryReport:
    """Takes each transcript of a form at or below a path, whole or not at all; others are refused by name.

    Args:
        foam: The graph.
        path: A file or a folder.
        form: What is read.
        memory: Name of the memory.
        keep_free: ``yes`` or ``no``: whether free debate is remembered too.
        pseudonyms: ``yes`` or ``no``: whether speakers are given other names.

    Raises:
        CorpusError: No debate could be taken, or the memory's name cannot be used.
        UsageError: An option is neither yes nor no.
    """
    return foam.memory(memory).load(
        path, forms=(form,), keep_free=_yes("keep_free", keep_free), pseudonyms=_yes("pseudonyms", pseudonyms)
    )


def _yes(option: str, told: str) -> bool:
    if told not in ("yes", "no"):
        raise UsageError(f"{option} is {told[:40]!r}", "Write yes or no.")
    return told == "yes"
