"""Whether a judge may be believed: how often it ranks the true next utterance above a wrong one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from foam_graph.evaluation.judging.distractors import FEWEST_OF_A_KIND, KINDS, PAIRS, Kind
from foam_graph.evaluation.statistics.certainty import Interval, bootstrap, mean

NEEDED = 0.9
"""Share of pairs in which a judge has to rank the true utterance first."""


@dataclass(frozen=True)
class Ranked:
    """One pair as a judge ranked it.

    Attributes:
        kind: What is wrong with the wrong one.
        context: What tells its context from others; pairs of one context are not independent.
        margin: By how much the true one is ahead; None where the judge judged nothing that both share.
        longer: By how many words the true one is longer.
    """

    kind: Kind
    context: str
    margin: float | None
    longer: int = 0


@dataclass(frozen=True)
class Standing:
    """How a judge did.

    Attributes:
        judge: Its name.
        pairs: Pairs it was asked.
        right: Pairs in which the true one came out ahead.
        ties: Pairs with equal scores, which count as wrong.
        unjudged: Pairs that it did not judge, or whose answer was of no use; they count as wrong.
        by_kind: For each kind, right ones and pairs.
        longer_ahead: Of the pairs of different length that it decided, how often the longer one came out ahead, and how
            many these are.
        accuracy: Share of right ones; None without pairs.
        interval: What resampling contexts makes of it.
    """

    judge: str
    pairs: int
    right: int
    ties: int
    unjudged: int
    by_kind: dict[Kind, tuple[int, int]]
    longer_ahead: tuple[int, int]
    accuracy: float | None
    interval: Interval | None

    @property
    def faults(self) -> tuple[str, ...]:
        """Why its judgements are not to be relied on; empty where they are."""
        found = []
        few = [kind.replace("_", " ") for kind in KINDS if self.by_kind[kind][1] < FEWEST_OF_A_KIND]
        if self.pairs < PAIRS or few:
            kinds = "each kind" if len(few) == len(KINDS) else " and ".join(few)
            named = f", fewer than {FEWEST_OF_A_KIND} of {kinds}" if few else ""
            found.append(f"tried on {self.pairs} pairs of {PAIRS}{named}")
        if self.accuracy is None or self.accuracy < NEEDED:
            unjudged = f", {self.unjudged} of {self.pairs} not judged" if self.unjudged else ""
            found.append(
                f"ranks the true utterance first in {self.right} of {self.pairs}, {NEEDED:.0%} needed{unjudged}"
            )
        return tuple(found)

    @property
    def qualified(self) -> bool:
        """Whether it was tried on enough pairs and is right in nine of ten."""
        return not self.faults


def standing_of(judge: str, ranked: Sequence[Ranked], seed: int) -> Standing:
    """How a judge did over all pairs."""
    by_context: dict[str, list[Ranked]] = {}
    for one in ranked:
        by_context.setdefault(one.context, []).append(one)
    groups = [by_context[name] for name in sorted(by_context)]
    right = [one for one in ranked if _right(one)]
    kinds = {kind: (sum(r.kind == kind for r in right), sum(r.kind == kind for r in ranked)) for kind in KINDS}
    return Standing(
        judge,
        len(ranked),
        len(right),
        sum(one.margin == 0 for one in ranked),
        sum(one.margin is None for one in ranked),
        kinds,
        _longer_ahead(ranked),
        mean([float(_right(one)) for one in ranked]),
        bootstrap(groups, lambda drawn: mean([float(_right(one)) for group in drawn for one in group]), seed),
    )


def _longer_ahead(ranked: Sequence[Ranked]) -> tuple[int, int]:
    decided = [one.margin * one.longer for one in ranked if one.margin and one.longer]
    return sum(one > 0 for one in decided), len(decided)


def _right(one: Ranked) -> bool:
    return one.margin is not None and one.margin > 0
