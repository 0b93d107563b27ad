"""The sheets of all worlds and samples as digests: ``python -m tests.support.worlds.told_sheets``, for a process with a seed of its own."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from foam_graph.casefile.building import case_file
from foam_graph.casefile.case_file import CaseFile
from foam_graph.corpus.reading import read_paths
from foam_graph.findings.sheet.assembling import sheet
from tests.support.worlds.paraphrases import paraphrases

ROOT = Path(__file__).parents[3]
FOLDERS = (*sorted((ROOT / "tests" / "worlds").glob("*/*/documents")), *sorted((ROOT / "examples").glob("*/documents")))


def files() -> Iterator[tuple[str, CaseFile]]:
    """Every world and sample by a name of its own."""
    for folder in FOLDERS:
        yield str(folder.parent.relative_to(ROOT)), case_file(read_paths([folder], "sheet").documents)
    for half in ("development", "aside"):
        for world in paraphrases(half):
            yield f"{half}/{world.name}", world.file


if __name__ == "__main__":
    told = {name: hashlib.sha256(repr(sheet(file)).encode()).hexdigest() for name, file in files()}
    json.dump(told, sys.stdout)
