"""Findings that a model reads out of a case file, beside those that rules made; the program tests them before one enters."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from foam_graph.agents.protocol import LEFT_OUT, CaseId
from foam_graph.agents.tasks.calculation import CalculationOut
from foam_graph.agents.tasks.data import Data
from foam_graph.findings.finding import Verdict

MOST = 40
"""Most findings of one answer: a sheet that lists everything shows nothing."""
ReadKind = Literal[
    "timeline", "sum", "threshold", "rule", "compliance", "contradiction", "scope", "superseded", "leaning"
]
"""Kinds of findings that a reader can propose; what nobody used is counted."""


class RuleFinding(Data):
    """A finding of the sheet as it stands."""

    id: str
    kind: str
    verdict: str = ""
    text: str


class FindingsIn(Data):
    """Read the file for findings that the sheet lacks, and for findings of the sheet that are wrong."""

    question: str = Field(default="", description="What is to be decided; empty where nothing is.")
    sheet: list[RuleFinding] = Field(default_factory=list, description="What rules found.")
    faults: list[str] = Field(default_factory=list, description="What was refused in your earlier answer, and why.")
    refused: list[str] = Field(
        default_factory=list,
        description="Your earlier findings that were refused, as JSON, in the order of the faults.",
    )


class CitedOut(Data):
    """A sentence that a finding rests on."""

    sentence: CaseId
    role: Literal["claimed", "held_against"] = Field(
        description="claimed: what is tested; held_against: the rule, figure or source that it is tested by."
    )


class FindingOut(Data):
    """One finding."""

    kind: ReadKind
    verdict: Verdict | None = Field(description="One of those of its kind; null where it has none.")
    text: str = Field(
        min_length=1, max_length=500, description="One plain sentence that is understood alone, without ids."
    )
    sentences: list[CitedOut] = Field(min_length=1, max_length=10, description="The deciding ones first.")
    calculation: CalculationOut | None = Field(
        default=None, description="Where figures or days are counted; else null."
    )


class WrongOut(Data):
    """A finding of the sheet that does not hold."""

    finding: str = Field(max_length=12, description="Its id in the sheet, e.g. F3.")
    why: str = Field(min_length=1, max_length=300, description="What is false or beside the matter, in one sentence.")


class FindingsOut(Data):
    """What the sheet lacks, the weightiest first, and what of it is wrong; both may be empty."""

    findings: list[FindingOut] = Field(max_length=MOST, json_schema_extra={LEFT_OUT: True})
    wrong: list[WrongOut] = Field(default_factory=list, max_length=MOST, json_schema_extra={LEFT_OUT: True})
