"""W3C's cases with their verdicts, from the folder ``shared`` beside the checkout (or at FOAM_SHARED)."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from foam_graph.prov import Document, read_file
from tests.support.shared_data import SHARED, require

CASES = SHARED / "data" / "prov-constraints"
FIXTURES = SHARED / "data" / "prov-fixtures"


@dataclass(frozen=True)
class Case:
    """A file with W3C's verdict.

    Attributes:
        path: The file.
        valid: What W3C says.
        title: W3C's name of the case; ends with the constraints that it is about.
    """

    path: Path
    valid: bool
    title: str


def cases(ending: str) -> list[Case]:
    """The listed cases in one syntax; skips the test where they are not there."""
    table = require(CASES / "verdicts.tsv")
    with table.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    return [
        Case(CASES / row["file"], row["w3c_verdict"] == "PASS", row["w3c_test_name"])
        for row in rows
        if row["w3c_verdict"] != "-" and row["file"].endswith(ending)
    ]


@cache
def documents() -> tuple[Document, ...]:
    """The listed cases as documents: what mutations start from."""
    return tuple(read_file(case.path) for case in cases(".provn"))
