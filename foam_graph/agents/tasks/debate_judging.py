"""Judging what is said in debates: single utterances, whole debates, and InspireScore (R-Debater, sections 5.1 and 6)."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from foam_graph.agents.tasks.data import Data

DebateSide = Literal["pro", "con"]
Winner = Literal["first", "second", "tie", "not_judged"]
FactVerdict = Literal["supported", "unsupported", "not_judged"]


class TurnShown(Data):
    """One utterance as agents read it."""

    turn: int = Field(description="Place in the debate, from 1.")
    side: DebateSide
    stage: str = ""
    sentences: list[str] = Field(description="Each after its name, e.g. '3.2 Fares fell by a third.'")


class SourceShown(Data):
    """What one sentence of an utterance cites."""

    sentence: str = Field(description="Name of the sentence, e.g. 3.2.")
    text: str = Field(description="What its source says.")


class MarkOut(Data):
    """A mark from 1 to 10, or none."""

    verdict: Literal["judged", "not_judged"]
    mark: int = Field(ge=0, le=10, description="1 to 10; 0 where it is not judged.")
    reasons: str = Field(min_length=1, max_length=600)

    @model_validator(mode="after")
    def _no_mark_without_judgement(self) -> Self:
        if (self.verdict == "judged") != (self.mark > 0):
            raise ValueError("a judged dimension has a mark from 1 to 10, one that is not judged has the mark 0")
        return self


class JudgeDebateUtteranceIn(Data):
    """Judge one utterance where it stands in its debate."""

    motion: str
    history: list[TurnShown] = Field(default_factory=list, description="What was said before, in order.")
    utterance: TurnShown
    sources: list[SourceShown] = Field(default_factory=list)


class JudgeDebateUtteranceOut(Data):
    """Marks on three dimensions."""

    argument: MarkOut
    source: MarkOut
    language: MarkOut


class TurnMarks(Data):
    """What an utterance was marked; 0 = not judged."""

    turn: int
    argument: int
    source: int
    language: int


class JudgeDebateIn(Data):
    """Judge a whole debate; which side is shown first says nothing."""

    motion: str
    first_side: DebateSide
    second_side: DebateSide
    first: list[TurnShown]
    second: list[TurnShown]
    marks: list[TurnMarks] = Field(default_factory=list, description="Marks of the single utterances.")


class WinnerOut(Data):
    """Who is better on one dimension."""

    winner: Winner
    reasons: str = Field(min_length=1, max_length=600)


class JudgeDebateOut(Data):
    """Who is better on each dimension, and overall."""

    argument: WinnerOut
    source: WinnerOut
    language: WinnerOut
    overall: WinnerOut


class CompareUtterancesIn(Data):
    """Say which of two utterances is better at one place; which is shown first says nothing."""

    motion: str
    side: DebateSide
    history: list[TurnShown] = Field(default_factory=list)
    first: list[str] = Field(description="Sentences of one.")
    second: list[str] = Field(description="Sentences of the other.")


class CompareUtterancesOut(Data):
    """Which is better."""

    winner: Winner
    reasons: str = Field(min_length=1, max_length=600)


class InspireIn(Data):
    """Score one utterance by InspireScore."""

    motion: str
    side: DebateSide
    history: list[TurnShown] = Field(default_factory=list)
    utterance: TurnShown
    sources: list[SourceShown] = Field(default_factory=list)


class FactOut(Data):
    """Whether a factual sentence is so."""

    sentence: str = Field(description="Name of the sentence.")
    verdict: FactVerdict
    reasons: str = Field(min_length=1, max_length=300)


class InspireOut(Data):
    """The subjective four, logic, and the facts one by one."""

    emotional_appeal: MarkOut
    clarity: MarkOut
    arrangement: MarkOut
    topic_elevation: MarkOut
    logic: MarkOut
    facts: list[FactOut] = Field(max_length=80)
