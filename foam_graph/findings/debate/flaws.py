"""Flaws of reasoning that can be held against a side of a debate (R-Debater, section 3.2, ``f_logic``)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

FlawKind = Literal[
    "contradiction", "unsupported_assumption", "circularity", "overgeneralisation", "false_dichotomy",
    "temporal_mismatch", "missing_link", "selective_quantification", "equivocation",
]  # fmt: skip
FLAW_KINDS: tuple[FlawKind, ...] = get_args(FlawKind)
MEANINGS: dict[FlawKind, str] = {
    "contradiction": "The side asserts two things that cannot both hold, in one turn or in two.",
    "unsupported_assumption": "A step rests on something that nobody granted and for which nothing is offered.",
    "circularity": "The reason says the claim again, in one step or over several.",
    "overgeneralisation": "One case, or a few, are taken to show what holds of all.",
    "false_dichotomy": "Two ways are told as the only ones, although others are open.",
    "temporal_mismatch": "The times do not fit: an effect before its cause, or one event at two times.",
    "missing_link": "The conclusion speaks of something that what it is drawn from does not lead to.",
    "selective_quantification": "A figure is told without what it was chosen from: a small sample, a small base, a part.",
    "equivocation": "A term means one thing in one step and another thing in another.",
}


@dataclass(frozen=True)
class Flaw:
    """One flaw.

    Attributes:
        kind: Which of the nine.
        sentence: Name of the sentence that it attacks, e.g. ``7.3``.
        quoted: Words of that sentence, as they stand in it.
        predicates: Numbers of the predicates that it rests on, those of the attacked sentence first.
        why: What is wrong, in words that a listener can check; it adds no figure and no name.
    """

    kind: FlawKind
    sentence: str
    quoted: str
    predicates: tuple[str, ...]
    why: str
