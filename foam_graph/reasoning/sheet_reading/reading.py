"""The sheet of a case file read by a model outside of a run: nothing is written, the whole sheet comes back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from foam_graph.agents.protocol import Agent, CallRecord, Case, Request
from foam_graph.agents.tasks.findings import FindingsIn, FindingsOut
from foam_graph.casefile.case_file import CaseFile
from foam_graph.casefile.rendering import end_word, papers, render
from foam_graph.errors import LlmError
from foam_graph.findings.finding import Finding
from foam_graph.findings.sheet.assembling import in_order
from foam_graph.model.kinds import Role
from foam_graph.reasoning.sheet_reading.asking import HELD, asked, sheet_lines
from foam_graph.reasoning.sheet_reading.asking_again import read_through
from foam_graph.reasoning.sheet_reading.examining import Examined


@dataclass(frozen=True)
class SheetRead:
    """A sheet that a model has read.

    Attributes:
        findings: What rules found, with what the model doubts of it, and what it added, in the order of a sheet.
        refused: What of its answers was refused, each with why.
        calls: The records of the calls.
    """

    findings: tuple[Finding, ...]
    refused: tuple[str, ...]
    calls: tuple[CallRecord, ...]


def request_of(file: CaseFile, found: Sequence[Finding], question: str = "") -> Request[FindingsOut]:
    """What the reader of a sheet is asked.

    Args:
        file: The case file.
        found: What rules found, in the sheet's order.
        question: What is to be decided; empty for nothing.
    """
    sheet, end = _numbered(found), end_word(file, 0)
    case = Case(render(papers(file), sheet_lines(sheet, file), end), end, (HELD,))
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
        LlmError: No usable answer; where only the second call fails, what the first gave stands.
    """
    request, sheet = request_of(file, found, question), _numbered(found)
    calls, told = list[CallRecord](), list[str]()

    def ask(data: FindingsIn, rollout: int) -> tuple[FindingsOut, str] | None:
        try:
            answer = agent.answer(replace(request, input=data, rollout=rollout))
        except LlmError as error:
            if not rollout:
                raise
            # What was answered before is right all the same, and nothing keeps it for another try.
            told.append(f"what was refused could not be asked for again: {error.message}")
            return None
        calls.append(answer.call)
        told.extend(f"left out {one}" for one in answer.left_out)
        return answer.value, answer.call.agent

    result = read_through(ask, asked(question, sheet), file, sheet, frozenset(file.by_short)) or Examined()
    marked = [
        replace(one, doubts=(result.doubts[number],)) if number in result.doubts else one
        for number, one in sheet.items()
    ]
    return SheetRead(in_order([*marked, *result.findings], file), (*result.refused, *told), tuple(calls))


def _numbered(found: Sequence[Finding]) -> dict[str, Finding]:
    return {f"F{number}": one for number, one in enumerate(found, 1)}
