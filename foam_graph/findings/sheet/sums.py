"""Stated arithmetic counted again: totals, shares, changes, products and averages, right or wrong."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.passages import Passage
from foam_graph.findings.sheet.case_passages import case_passages
from foam_graph.findings.sheet.list_totals import list_totals
from foam_graph.findings.sheet.recounting import Recount
from foam_graph.findings.sheet.stated_changes import changes
from foam_graph.findings.sheet.stated_shares import shares
from foam_graph.findings.sheet.stated_totals import totals

RULE, VERSION = "stated arithmetic", "1"


def findings(file: CaseFile, today: date | None = None) -> Iterator[Finding]:
    """Every calculation that the documents state, counted again.

    Args:
        file: The case file.
        today: Not needed; every maker takes it.
    """
    del today
    for passage in case_passages(file):
        seen: set[tuple[str, object]] = set()
        for one in (*shares(passage.text), *changes(passage.text, passage.after), *totals(passage.text)):
            key = (one.told, one.verdict)
            if key not in seen:
                seen.add(key)
                yield _finding(passage, one)
    yield from list_totals(file)


def _finding(passage: Passage, one: Recount) -> Finding:
    says = f'"{passage.title}" says that {one.told}'
    text = f"{says}; that is right." if one.verdict == "right" else f"{says}; {one.again}."
    inputs: dict[str, object] = {
        "operation": one.operation,
        "operands": [str(value) for value in one.operands],
        "stated": str(one.result.value),
        "computed": str(one.computed),
    }
    return Finding("sum", text, (passage.id,), one.verdict, rule=RULE, version=VERSION, inputs=inputs)
