"""The position in words: the answer, why issue by issue, what would turn it, the other side, the order, the gaps."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from foam_graph.agents.protocol import CaseId
from foam_graph.agents.tasks.agenda import Slug
from foam_graph.agents.tasks.data import Data
from foam_graph.agents.tasks.rounds import ArgumentShown


class IssueResult(Data):
    """What was computed for one issue."""

    issue: str
    question: str
    end: Literal["answered", "contested", "open", "moot", "out_of_scope"]
    outcome: str = Field(default="", description="Where answered: the outcome in words.")
    for_: str = Field(default="", description="For whom, where not for all.")
    standing: list[ArgumentShown] = Field(default_factory=list)
    fallen: list[str] = Field(default_factory=list, description="Arguments for other outcomes, and what felled them.")
    objections: list[str] = Field(default_factory=list, description="Objections with what became of them.")
    margins: list[str] = Field(default_factory=list, description="Recomputed figures with their margins.")


class OptionResult(Data):
    """What was computed for one option."""

    option: str
    text: str
    status: Literal["core", "conditional", "open", "dissent"]
    condition: str = ""


class ComposeIn(Data):
    """Word the position from what was computed; nothing beyond it."""

    question: str
    words: int = Field(description="Most words of the whole.")
    options: list[OptionResult]
    issues: list[IssueResult]
    turns: list[str] = Field(description="What would turn the answer, computed by relabelling.")
    advocates: list[ArgumentShown] = Field(default_factory=list, description="The best case for the other options.")
    reliefs: list[str] = Field(default_factory=list)
    gaps: list[str] = Field(default_factory=list, description="What the file lacks, as found so far.")
    missed: list[str] = Field(default_factory=list, description="Points that a second reading found missing or wrong.")


class PositionSentence(Data):
    """One sentence with what it rests on."""

    text: str = Field(min_length=1, max_length=600)
    rests_on: list[str] = Field(
        default_factory=list, max_length=8, description="Parts (A3.facts), findings (F3); empty only for a connective."
    )


class OverviewLine(Data):
    """One issue in one line."""

    issue: Slug
    finding: str = Field(min_length=1, max_length=200)
    margin: str = Field(default="", max_length=120)


class IssueProse(Data):
    """One issue in prose: rule, facts, application, the strongest objection and what became of it."""

    issue: Slug
    sentences: list[PositionSentence] = Field(min_length=1, max_length=12)


class TurnLine(Data):
    """Something that would turn the answer."""

    text: str = Field(min_length=1, max_length=400)
    issue: str = ""


class ComposeOut(Data):
    """The position in six parts."""

    answer: PositionSentence
    overview: list[OverviewLine] = Field(max_length=12)
    why: list[IssueProse] = Field(max_length=12)
    turns: list[TurnLine] = Field(max_length=10)
    other_side: list[PositionSentence] = Field(max_length=12)
    order: list[PositionSentence] = Field(max_length=10)
    lacks: list[PositionSentence] = Field(max_length=10)


class SecondReadingIn(Data):
    """Read the compiled position against the whole file, document by document."""

    question: str
    brief: str
    theories: list[str]
    position: list[str] = Field(description="Its sentences, numbered P1, P2, …")
    issues: list[str] = Field(description="Issues with what was computed for them.")


class MissedPoint(Data):
    """A decisive point that the position neither states nor rejects with a reason."""

    issue: str = Field(default="", description="Issue that it belongs to.")
    point: str = Field(min_length=1, max_length=500)
    evidence: list[CaseId] = Field(default_factory=list, max_length=5)
    decisive: bool


class SentenceVerdict(Data):
    """What a sentence of the position is worth, held against the file."""

    sentence: str = Field(description="e.g. P4")
    verdict: Literal["entailed", "wider", "unsupported"]
    why: str = Field(default="", max_length=300)


class SecondReadingOut(Data):
    """What is missing, and which sentences say more than the file."""

    missed: list[MissedPoint] = Field(max_length=12)
    sentences: list[SentenceVerdict] = Field(max_length=80, description="Only those that are not entailed.")
