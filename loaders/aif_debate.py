"""Debates in AIF: what is said in locutions, as AIFdb and FOAM Graph write it (Reed et al. 2008, AIF+: Dialogue in the AIF)."""

from __future__ import annotations

from pathlib import Path

from foam_graph import Foam, MemoryReport

from .debates import load_debates


def load(foam: Foam, path: Path, *, memory: str, keep_free: str = "no", pseudonyms: str = "no") -> MemoryReport:
    """Debates in AIF: locutions with their speakers and order, each file into a memory.

    Not read: argument maps without locutions (the loader aifdb takes those), speakers whose side is neither in their name nor in a member sides, and what illocutions there are.

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
    return load_debates(foam, path, "aif", memory, keep_free, pseudonyms)
