"""The sheets of all worlds and samples, each made once a process; as digests: ``python -m tests.support.worlds.told_sheets``."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Mapping
from functools import cache

from foam_graph.casefile.building import case_file
from foam_graph.casefile.case_file import CaseFile
from foam_graph.corpus.reading import read_paths
from foam_graph.findings.finding import Finding
from foam_graph.findings.sheet.assembling import sheet
from tests.support.shared_data import ROOT
from tests.support.worlds.paraphrases import paraphrases
from tests.support.worlds.sheet_worlds import DEVELOPMENT, FOLDER, HELD_OUT, sheet_worlds


@cache
def files() -> Mapping[str, CaseFile]:
    """Every world and sample by a name of its own, which for a world that the sheet is measured on is that of its folder."""
    found = {world.name: world.file for folder in (FOLDER, DEVELOPMENT, HELD_OUT) for world in sheet_worlds(folder)}
    for documents in sorted((ROOT / "examples").glob("*/documents")):
        found[f"examples/{documents.parent.name}"] = case_file(read_paths([documents], "sheet").documents)
    for half in ("development", "aside"):
        found |= {f"{half}/{world.name}": world.file for world in paraphrases(half)}
    return found


@cache
def sheet_of(name: str) -> tuple[Finding, ...]:
    """The sheet of one of them."""
    return sheet(files()[name])


def digests() -> dict[str, str]:
    """A digest of the sheet of each."""
    return {name: hashlib.sha256(repr(sheet_of(name)).encode()).hexdigest() for name in files()}


if __name__ == "__main__":
    json.dump(digests(), sys.stdout)
