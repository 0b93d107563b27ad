"""What tasks show an agent: the perspective that it acts from, and sentences."""

from __future__ import annotations

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
