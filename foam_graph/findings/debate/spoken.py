"""What is said in a debate, as rules and agents read it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Side = Literal["pro", "con"]
SIDES: tuple[Side, Side] = ("pro", "con")


@dataclass(frozen=True)
class Spoken:
    """One utterance.

    Attributes:
        turn: Place in the debate, from 1.
        speaker: Who speaks, as the debate names them.
        side: For the motion or against it.
        stage: Part of the debate, e.g. opening.
        sentences: What is said, in sentences.
    """

    turn: int
    speaker: str
    side: Side
    stage: str
    sentences: tuple[str, ...]

    @property
    def text(self) -> str:
        """The whole utterance."""
        return " ".join(self.sentences)

    def named(self) -> list[tuple[str, str]]:
        """Each sentence with its name, e.g. ``("3.2", "…")``: turn 3, sentence 2."""
        return [(f"{self.turn}.{place}", text) for place, text in enumerate(self.sentences, 1)]


def other(side: Side) -> Side:
    """The side that a side argues against."""
    return "con" if side == "pro" else "pro"
