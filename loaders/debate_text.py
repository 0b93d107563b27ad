"""Debates as people type them: who speaks, a colon, what is said."""

from __future__ import annotations

from pathlib import Path

from foam_graph import Foam, MemoryReport

from .debates import load_debates


def load(foam: Foam, path: Path, *, memory: str, keep_free: str = "no", pseudonyms: str = "no") -> MemoryReport:
    """Typed debates: text with Speaker: before what is said, English or Chinese, each into a memory.

    Not read: Word and PDF (save them as text), speakers whose side is said nowhere, two voices in one line, times and page numbers, which stay in the text.

    Args:
        foam: The graph.
        path: A .txt or .md file with one debate, or a folder of them.
        memory: Name of the memory.
        keep_free: yes to remember free debate too.
        pseudonyms: yes to give speakers other names.

    Raises:
        CorpusError: No debate could be taken. Nothing of any was written.
        UsageError: An option is neither yes nor no.
    """
    return load_debates(foam, path, "speaker-lines", memory, keep_free, pseudonyms)
