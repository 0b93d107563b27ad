"""Debates whose claims have numbers and cite each other: a heading a turn, ``[P1.3] …`` a claim."""

from __future__ import annotations

from pathlib import Path

from foam_graph import Foam, MemoryReport

from .debates import load_debates


def load(foam: Foam, path: Path, *, memory: str, keep_free: str = "no", pseudonyms: str = "no") -> MemoryReport:
    """Numbered claims: Markdown with a heading a turn and claims that cite each other, each into a memory.

    Not read: headings other than ## Turn N: SIDE STAGE, and citations of what is no claim of the file.

    Args:
        foam: The graph.
        path: A .md file with one debate, or a folder of them.
        memory: Name of the memory.
        keep_free: yes to remember free debate too.
        pseudonyms: yes to give speakers other names.

    Raises:
        CorpusError: No debate could be taken. Nothing of any was written.
        UsageError: An option is neither yes nor no.
    """
    return load_debates(foam, path, "numbered-claims", memory, keep_free, pseudonyms)
