"""Whether a judge may be believed."""

from __future__ import annotations

from foam_graph.evaluation.judging.distractors import KINDS
from foam_graph.evaluation.judging.standing import Ranked, standing_of


def ranked(right: int, wrong: int, *, ties: int = 0, unjudged: int = 0) -> list[Ranked]:
    margins = [0.2] * right + [-0.2] * wrong + [0.0] * ties + [None] * unjudged
    return [Ranked(KINDS[at % 3], f"c{at % 20}", margin) for at, margin in enumerate(margins)]


def test_nine_of_ten_is_enough_and_less_is_not() -> None:
    good = standing_of("j", ranked(90, 10), 1)
    assert (good.qualified, good.faults, good.accuracy, good.right) == (True, (), 0.9, 90)
    assert good.interval is not None
    assert good.interval.low < 0.9 < good.interval.high
    bad = standing_of("j", ranked(89, 11), 1)
    assert not bad.qualified
    assert bad.faults == ("ranks the true utterance first in 89 of 100, 90% needed",)


def test_ties_and_abstentions_are_not_right() -> None:
    found = standing_of("j", ranked(85, 0, ties=10, unjudged=5), 1)
    assert (found.ties, found.unjudged, found.accuracy) == (10, 5, 0.85)
    assert "5 of 100 not judged" in found.faults[0]
    none = standing_of("j", ranked(0, 0, unjudged=100), 1)
    assert (none.accuracy, none.qualified) == (0.0, False)


def test_too_few_pairs_are_told() -> None:
    few = standing_of("j", ranked(30, 0), 1)
    assert few.accuracy == 1
    assert few.faults == ("tried on 30 pairs of 100, fewer than 30 of each kind",)
    one_kind = [Ranked("shuffled", f"c{at}", 1.0) for at in range(100)]
    assert "fewer than 30 of negated and off stance" in standing_of("j", one_kind, 1).faults[0]
    empty = standing_of("j", [], 1)
    assert (empty.accuracy, empty.interval, empty.qualified) == (None, None, False)


def test_who_prefers_length_is_told() -> None:
    pairs = [Ranked("negated", "c", 0.5, 3), Ranked("negated", "c", -0.5, -3), Ranked("negated", "c", 0.5, -1)]
    no_length, undecided = Ranked("negated", "c", 0.5, 0), Ranked("negated", "c", 0.0, 9)
    assert standing_of("j", [*pairs, no_length, undecided], 1).longer_ahead == (2, 3)
