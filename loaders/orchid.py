"""ORCHID: transcripts of debates as JSON (Zhao et al. 2023, ORCHID: A Chinese debate corpus for target-independent stance detection)."""

from __future__ import annotations

from pathlib import Path

from foam_graph import Foam, MemoryReport

from .debates import load_debates


def load(foam: Foam, path: Path, *, memory: str, keep_free: str = "no", pseudonyms: str = "no") -> MemoryReport:
    """ORCHID: debates as JSON with a motion and a list of turns, each into a memory.

    Not read: stances that are not pro or con, summaries, several debates in one file, and turns without a text.

    Args:
        foam: The graph.
        path: A .json file with one debate, or a folder of them.
        memory: Name of the memory.
        keep_free: yes to remember free debate too.
        pseudonyms: yes to give speakers other names.

    Raises:
        CorpusError: No debate could be taken. Nothing of any was written.
        UsageError: An option is neither yes nor no.
    """
    return load_debates(foam, path, "orchid", memory, keep_free, pseudonyms)
