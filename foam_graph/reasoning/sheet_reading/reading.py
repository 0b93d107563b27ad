"""The sheet of a case file read by a model outside of a run: nothing is written, the whole sheet comes back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from foam_graph.agents.protocol import Agent, CallRecord, Case, Request
from foam_graph.agents.tasks.findings import FindingsOut
from foam_graph.casefile.case_file import CaseFile
from foam_graph.casefile.rendering import end_word, render
from foam_graph.findings.finding import Finding
from foam_graph.findings.sheet.assembling import in_order
from foam_graph.model.kinds import Role
from foam_graph.reasoning.sheet_reading.asking import HELD, asked, sheet_lines
from foam_graph.reasoning.sheet_reading.examining import examined


@dataclass(frozen=True)
class SheetRead:
    """A sheet that a model has read.

    Attributes:
        findings: What rules found, with what the model doubts of it, and what it added, in the order of a sheet.
        refused: What of its answer was refused, each with why.
        call: The record of the call.
    """

    findings: tuple[Finding, ...]
    refused: tuple[str, ...]
    call: CallRecord


def request_of(file: CaseFile, found: Sequence[Finding], question: str = "") -> Request[FindingsOut]:
    """What the reader of a sheet is asked.

    Args:
        file: The case file.
        found: What rules found, in the sheet's order.
        question: What is to be decided; empty for nothing.
    """
    sheet, end = _numbered(found), end_word(file, 0)
    case = Case(render(file, sheet_lines(sheet, file), end), end, (HELD,))
    return Request(
        "findings", str(Role.PROPOSER), asked(question, sheet), FindingsOut, tuple(file.by_short), case=case
    )  # fmt: skip


def read_by(agent: Agent, file: CaseFile, found: Sequence[Finding], question: str = "") -> SheetRead:
    """Has a model read a case file with its sheet.

    Args:
        agent: Who is asked.
        file: The case file.
        found: What rules found, in the sheet's order.
        question: What is to be decided; empty for nothing.

    Raises:
        LlmError: No usable answer.
    """
    answer = agent.answer(request_of(file, found, question))
    sheet = _numbered(found)
    result = examined(answer.value, file, sheet, frozenset(file.by_short), answer.call.agent)
    marked = [
        replace(one, doubts=(result.doubts[number],)) if number in result.doubts else one
        for number, one in sheet.items()
    ]
    return SheetRead(in_order([*marked, *result.findings], file), tuple(result.refused), answer.call)


def _numbered(found: Sequence[Finding]) -> dict[str, Finding]:
    return {f"F{number}": one for number, one in enumerate(found, 1)}
