"""What simpler debaters are asked, for comparison: one speaks directly, one from what was recalled, four share the work."""

from __future__ import annotations

from pydantic import Field

from foam_graph.agents.tasks.data import Data
from foam_graph.agents.tasks.debate_judging import DebateSide, TurnShown


class BaselineSpeechIn(Data):
    """Speak the next utterance."""

    motion: str
    side: DebateSide
    words: int = Field(ge=1, description="About how many.")
    history: list[TurnShown] = Field(default_factory=list)
    material: list[str] = Field(default_factory=list, description="What others said in other debates.")
    plan: list[str] = Field(default_factory=list, description="Points of the analyst.")
    draft: list[str] = Field(default_factory=list, description="An earlier version, sentence by sentence.")
    feedback: str = Field(default="", description="What the reviewer wants changed in it.")


class BaselineSpeechOut(Data):
    """The utterance, a sentence an item."""

    sentences: list[str] = Field(min_length=1, max_length=80)


class BaselineAnalysisIn(Data):
    """Plan the next utterance."""

    motion: str
    side: DebateSide
    history: list[TurnShown] = Field(default_factory=list)


class BaselineAnalysisOut(Data):
    """Points to make, and what to search for."""

    points: list[str] = Field(min_length=1, max_length=6)
    wanted: list[str] = Field(default_factory=list, max_length=4)


class FoundShown(Data):
    """Something that a search found."""

    name: str
    text: str


class BaselineSelectionIn(Data):
    """Choose what of the findings helps."""

    motion: str
    side: DebateSide
    points: list[str]
    found: list[FoundShown]


class BaselineSelectionOut(Data):
    """Names of what helps, best first."""

    chosen: list[str] = Field(default_factory=list, max_length=6)


class BaselineReviewIn(Data):
    """Review a draft."""

    motion: str
    side: DebateSide
    words: int
    history: list[TurnShown] = Field(default_factory=list)
    draft: list[str]


class BaselineReviewOut(Data):
    """Whether it may be spoken, and what to change."""

    accepted: bool
    feedback: str = Field(default="", max_length=1000)
