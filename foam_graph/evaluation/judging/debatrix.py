"""Debatrix-style judging: who was better on argument, source, language and overall (R-Debater, sections 5.1 and 6.2).

Each debate is judged in both orders of showing its sides; where they disagree, it is a tie. Each pairing is held with both
assignments of sides. A win counts 2, a tie 1, a loss 0, averaged over the two, so that what two debaters get adds up to 2.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from foam_graph.agents.tasks.debate_judging import JudgeDebateOut, WinnerOut
from foam_graph.evaluation.statistics.certainty import mean
from foam_graph.findings.debate.spoken import Side, other

Verdict = Literal["pro", "con", "tie", "not_judged"]
Dimension = Literal["argument", "source", "language", "overall"]
DIMENSIONS: tuple[Dimension, ...] = ("source", "language", "argument", "overall")
"""In the order of the paper's table."""
WIN, TIE, LOSS = 2.0, 1.0, 0.0


@dataclass(frozen=True)
class DebateVerdict:
    """Who was better, both orders considered.

    Attributes:
        winners: By dimension.
        flipped: Dimensions on which the two orders named different winners.
        first_shown: How often the side shown first was named, over both orders and all dimensions.
        decided: How often any side was named.
    """

    winners: Mapping[Dimension, Verdict]
    flipped: tuple[Dimension, ...]
    first_shown: int
    decided: int

    def points(self, side: Side, dimension: Dimension) -> float | None:
        """What a side gets on a dimension; None where it was not judged."""
        verdict = self.winners[dimension]
        if verdict == "not_judged":
            return None
        return TIE if verdict == "tie" else WIN if verdict == side else LOSS


def verdict_of(pro_first: JudgeDebateOut, con_first: JudgeDebateOut) -> DebateVerdict:
    """One verdict of two askings that showed the sides in opposite orders."""
    winners: dict[Dimension, Verdict] = {}
    flipped: list[Dimension] = []
    shown_first = decided = 0
    for dimension in DIMENSIONS:
        answers = getattr(pro_first, dimension), getattr(con_first, dimension)
        one, two = _side(answers[0], "pro"), _side(answers[1], "con")
        shown_first += sum(answer.winner == "first" for answer in answers)
        decided += sum(answer.winner in ("first", "second") for answer in answers)
        if "not_judged" in (one, two):
            winners[dimension] = "not_judged"
        elif one == two:
            winners[dimension] = one
        else:
            winners[dimension] = "tie"
            # A tie beside a winner is doubt; two winners are an effect of the order.
            if "tie" not in (one, two):
                flipped.append(dimension)
    return DebateVerdict(winners, tuple(flipped), shown_first, decided)


def pair_points(held: Sequence[tuple[DebateVerdict, Side]]) -> dict[Dimension, tuple[float, float] | None]:
    """What two debaters get on each dimension, averaged over debates in which sides are swapped.

    Args:
        held: Verdicts, each with the side on which the first debater spoke.

    Returns:
        For each dimension the points of the first and of the second debater; None where no debate was judged on it.
    """
    found: dict[Dimension, tuple[float, float] | None] = {}
    for dimension in DIMENSIONS:
        both = [(one.points(side, dimension), one.points(other(side), dimension)) for one, side in held]
        mine = mean([a for a, _ in both if a is not None])
        theirs = mean([b for _, b in both if b is not None])
        found[dimension] = None if mine is None or theirs is None else (mine, theirs)
    return found


def _side(made: WinnerOut, first: Side) -> Verdict:
    if made.winner == "first":
        return first
    return other(first) if made.winner == "second" else made.winner
