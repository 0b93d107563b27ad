"""What every task shows an agent: the perspective that it acts from, sentences, the slot to fill."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class Data(BaseModel):
    """Immutable; unknown keys are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class View(Data):
    """What an agent is told of the perspective it acts from."""

    stance_id: str
    role_label: str
    disclosure: str
    values: list[str] = Field(description="Values, the weightiest first.")
    weights: list[float] = Field(description="Their weights, same order.")
    source_classes: list[str] = Field(description="Classes of source it admits; empty = all.")


class Passage(Data):
    """One sentence as offered."""

    id: str
    text: str
    document: str
    title: str
    date: str = ""
    source_class: str = "unknown"
    before: str = ""
    after: str = ""


class Slot(Data):
    """One leaf of the template to be filled."""

    leaf: str
    name: str
    syllogism: str = Field(description="Name of the branch that holds the syllogism.")
    syllogism_type: str
    component: str
    meaning: str
    evidence: Literal["required", "optional", "none"]
    word_budget: int
    calculus: bool = Field(default=False, description="Whether timeframe, probability, magnitude, reversibility apply.")
    cues: list[str] = Field(
        default_factory=list, description="Patterns that mark a fit sentence; for rule-based agents."
    )
    values: list[str] = Field(default_factory=list, description="Public values that the argument speaks to.")
    argument: list[str] = Field(default_factory=list, description="Claims drafted so far for the same argument.")
    used: list[str] = Field(default_factory=list, description="Sentences that claims of other arguments use.")
