"""Debates as JSON Lines: one turn a line."""

from __future__ import annotations

from pathlib import Path

from foam_graph import Foam, MemoryReport

from .debates import load_debates


def load(foam: Foam, path: Path, *, memory: str, keep_free: str = "no", pseudonyms: str = "no") -> MemoryReport:
    """Debates as JSON Lines: a turn a line with text, speaker, side and stage, each file into a memory.

    Not read: more than one debate a file, lines that are no objects, and fields other than those.

    Args:
        foam: The graph.
        path: A .jsonl file with one debate, or a folder of them.
        memory: Name of the memory.
        keep_free: yes to remember free debate too.
        pseudonyms: yes to give speakers other names.

    Raises:
        CorpusError: No debate could be taken. Nothing of any was written.
        UsageError: An option is neither yes nor no.
    """
    return load_debates(foam, path, "jsonl", memory, keep_free, pseudonyms)
