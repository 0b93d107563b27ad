"""Formats of debates as data: who speaks when, what for, and how long."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from pydantic import BaseModel, ConfigDict, Field, model_validator

from foam_graph.errors import UnknownId, UsageError
from foam_graph.findings.debate.spoken import SIDES, Side
from foam_graph.reasoning.debating.speech import Job, Speech
from foam_graph.resources import load_yaml, package_file

STANDARD = "standard"
"""Format of a debate where none is asked for."""
MOST_ROUNDS = 20


class Stage(BaseModel):
    """One stage.

    Attributes:
        name: What the format calls it.
        job: What it is for.
        words: Most words of a speech.
        minutes: Time of a person.
        sides: Who speaks in it, in order.
        repeats: Whether it takes the rounds beyond the other stages.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    job: Job
    words: int = Field(ge=20, le=5000)
    minutes: float = Field(gt=0, le=60)
    sides: tuple[Side, ...] = SIDES
    repeats: bool = False


class Format(BaseModel):
    """One format.

    Attributes:
        id: By which it is asked for.
        name: For people.
        speakers: What each side's speaker is called.
        rounds: Stages of a debate where no number is asked for.
        stages: In order.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    name: str
    speakers: dict[Side, str]
    rounds: int = Field(ge=1, le=MOST_ROUNDS)
    stages: tuple[Stage, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _fair(self) -> Format:
        """Both sides speak equally often, the side for the motion first, and at most one stage repeats."""
        spoken = [side for stage in self.stages for side in stage.sides]
        if spoken[0] != "pro" or spoken.count("pro") != spoken.count("con"):
            raise ValueError(f"in format {self.id} pro must speak first, and both sides equally often")
        if sum(stage.repeats for stage in self.stages) > 1:
            raise ValueError(f"in format {self.id} more than one stage repeats")
        if any(stage.repeats and set(stage.sides) != set(SIDES) for stage in self.stages):
            raise ValueError(f"in format {self.id} both sides must speak in the stage that repeats")
        return self

    def speeches(self, rounds: int = 0) -> list[Speech]:
        """The turns of a debate.

        Args:
            rounds: How many stages it has, repeated ones counted; 0 = as the format says.

        Raises:
            UsageError: The format has no such number of rounds.
        """
        stages = list(self._staged(rounds or self.rounds))
        found = [
            Speech(0, side, self.speakers[side], stage.name, stage.job, stage.words, stage.minutes)
            for stage in stages
            for side in stage.sides
        ]
        return [
            Speech(n, one.side, one.speaker, one.stage, one.job, one.words, one.minutes)
            for n, one in enumerate(found, 1)
        ]

    def _staged(self, rounds: int) -> Iterator[Stage]:
        repeating = [stage for stage in self.stages if stage.repeats]
        fixed = [stage for stage in self.stages if not stage.repeats]
        if not 1 <= rounds <= MOST_ROUNDS or (not repeating and rounds != len(fixed)):
            known = f"1 to {MOST_ROUNDS}" if repeating else str(len(fixed))
            raise UsageError(f"format {self.id} has no debate of {rounds} rounds", f"Give {known}, or leave it out.")
        if rounds < len(fixed):
            yield from fixed[:rounds]
            return
        for stage in self.stages:
            yield from [stage] * (rounds - len(fixed) if stage.repeats else 1)


class Formats(BaseModel):
    """Schema of ``formats.yaml``."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    formats: tuple[Format, ...]


@lru_cache(maxsize=1)
def formats() -> dict[str, Format]:
    """The formats that ship, by id."""
    found = load_yaml("formats.yaml", Formats, package_file(__package__, "formats.yaml"))
    return {one.id: one for one in found.formats}


def format_of(name: str) -> Format:
    """A format.

    Raises:
        UnknownId: There is none of that name.
    """
    found = formats().get(name)
    if found is None:
        raise UnknownId(f"there is no format {name[:80]!r}", f"Use one of {', '.join(formats())}.")
    return found
