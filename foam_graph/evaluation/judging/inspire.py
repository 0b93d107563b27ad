"""InspireScore: a subjective part, logic and fact, each 0 to 1; the score is their mean (R-Debater, section 5.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from foam_graph.agents.tasks.debate_judging import InspireOut, MarkOut
from foam_graph.evaluation.statistics.certainty import mean, spread

SUBJECTIVE = ("emotional_appeal", "clarity", "arrangement", "topic_elevation")
PARTS = ("subjective", "logic", "fact", "total")
FEWEST_RUNS = 3
_HIGHEST = 10


@dataclass(frozen=True)
class Inspire:
    """The score of one utterance in one run; a part is None where the judge did not judge it.

    Attributes:
        subjective: Mean of the four subjective marks; None unless all four were given.
        logic: The mark of logic.
        fact: The share of factual sentences that are supported, of those that were judged.
        total: The mean of the three; None unless all three are there, since a mean of two measures something else.
    """

    subjective: float | None
    logic: float | None
    fact: float | None
    total: float | None


@dataclass(frozen=True)
class Figure:
    """A figure over several askings.

    Attributes:
        mean: Their mean; None where none gave one.
        spread: Their standard deviation; None with fewer than two.
        count: Askings that gave it.
    """

    mean: float | None
    spread: float | None
    count: int


def inspire_of(made: InspireOut) -> Inspire:
    """The score that an answer comes to."""
    marks = [_share(getattr(made, name)) for name in SUBJECTIVE]
    given = [one for one in marks if one is not None]
    subjective = mean(given) if len(given) == len(marks) else None
    logic, fact = _share(made.logic), _facts(made)
    parts = [one for one in (subjective, logic, fact) if one is not None]
    return Inspire(subjective, logic, fact, mean(parts) if len(parts) == len(PARTS) - 1 else None)


def figure_of(values: Sequence[float | None]) -> Figure:
    """Mean and spread of the values that are there."""
    given = [one for one in values if one is not None]
    return Figure(mean(given), spread(given), len(given))


def better(one: Inspire, other: Inspire) -> float | None:
    """By how much one utterance outscores another over the parts that both have.

    None where subjective part or logic is missing of either: facts alone do not say which utterance fits its place.
    """
    if None in (one.subjective, one.logic, other.subjective, other.logic):
        return None
    pairs = [(getattr(one, part), getattr(other, part)) for part in PARTS[:-1]]
    return mean([a - b for a, b in pairs if a is not None and b is not None])


def _share(made: MarkOut) -> float | None:
    return made.mark / _HIGHEST if made.verdict == "judged" else None


def _facts(made: InspireOut) -> float | None:
    judged = [one.verdict for one in made.facts if one.verdict != "not_judged"]
    return judged.count("supported") / len(judged) if judged else None
