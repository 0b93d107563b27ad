"""The sheet as agents read it, and what the reader of a sheet is asked."""

from __future__ import annotations

from collections.abc import Mapping

from foam_graph.agents.tasks.findings import FindingsIn, RuleFinding
from foam_graph.casefile.case_file import CaseFile
from foam_graph.casefile.rendering import SheetLine
from foam_graph.findings.finding import Finding

HELD = "sheet"
"""Field of the question that a case file with its sheet holds already."""


def asked(question: str, sheet: Mapping[str, Finding]) -> FindingsIn:
    """What a model is asked that reads the file for more findings.

    Args:
        question: What is to be decided; empty for nothing.
        sheet: The findings so far, by number.
    """
    shown = {number: one for number, one in sheet.items() if not (one.only_dated or one.is_pointer)}
    return FindingsIn(
        question=question,
        sheet=[RuleFinding(id=n, kind=one.kind, verdict=one.verdict or "", text=one.text) for n, one in shown.items()],
    )


def sheet_lines(sheet: Mapping[str, Finding], file: CaseFile) -> list[SheetLine]:
    """The sheet as agents read it: what a model proposed and what is doubted says so.

    Days of the timeline and sentences that can only be read together are left out: nothing is asserted that could be cited.

    Args:
        sheet: The findings, by number.
        file: The case file.
    """
    lines = []
    for number, one in sheet.items():
        if one.only_dated or one.is_pointer:
            continue
        about = [one.kind, *([one.verdict.replace("_", " ")] if one.verdict else [])]
        about += ["judged, not counted"] if one.basis == "judged" else []
        doubts = "".join(f" (doubted by {each.by}: {each.why})" for each in one.doubts)
        shorts = tuple(file.by_id[name].short for name in (*one.sentences, *one.against) if name in file.by_id)
        lines.append(SheetLine(number, f"[{', '.join(about)}] {one.text}{doubts}", shorts))
    return lines
