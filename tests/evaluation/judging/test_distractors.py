"""Wrong next utterances: of three kinds, in number, by seed, and wrong indeed."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foam_graph.evaluation.judging.distractors import FEWEST_OF_A_KIND, KINDS, PAIRS, trials
from foam_graph.evaluation.judging.negation import negated
from foam_graph.evaluation.material.debates import Debate, read_debates
from foam_graph.findings.debate.spoken import Spoken
from tests.support.judging import held_out
from tests.support.shared_data import SHARED, require


def test_a_hundred_pairs_of_the_sample() -> None:
    found = trials(held_out(), 1)
    assert len(found) == PAIRS
    assert all(count >= FEWEST_OF_A_KIND for count in Counter(one.kind for one in found).values())
    assert len({(one.context, one.wrong) for one in found}) == PAIRS


def test_a_hundred_pairs_of_real_transcripts() -> None:
    found = trials(read_debates([require(SHARED / "data" / "transcripts")]), 1)
    assert Counter(one.kind for one in found) == {"shuffled": 34, "negated": 33, "off_stance": 33}


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 1000))
def test_each_is_wrong_in_its_way(seed: int) -> None:
    by_text = {said.sentences: said.side for debate in held_out() for said in debate.spoken}
    for one in trials(held_out(), seed, 30):
        true, wrong = one.context.following, one.wrong
        assert wrong.sentences != true.sentences
        assert (wrong.turn, wrong.side, wrong.speaker) == (true.turn, true.side, true.speaker)
        if one.kind == "shuffled":
            assert sorted(wrong.sentences) == sorted(true.sentences)
            order = [true.sentences.index(sentence) for sentence in wrong.sentences]
            assert all(after != before + 1 for before, after in pairwise(order))
        elif one.kind == "negated":
            turned = [a for a, b in zip(true.sentences, wrong.sentences, strict=True) if a != b]
            assert len(turned) >= len(true.sentences) / 2
            assert all(negated(sentence) in wrong.sentences for sentence in turned)
        else:
            assert by_text[wrong.sentences] != true.side
            assert wrong.sentences not in [said.sentences for said in one.context.history]


def test_the_same_seed_makes_the_same_pairs() -> None:
    assert trials(held_out(), 4) == trials(held_out(), 4)
    assert trials(held_out(), 4) != trials(held_out(), 5)


@pytest.mark.parametrize("sentences", [(), ("Yes.",), ("Trees, then.", "Trees, then.")])
def test_a_debate_that_gives_no_pairs(sentences: tuple[str, ...]) -> None:
    empty = Debate("d", "Trees.", "", (Spoken(1, "A", "pro", "", sentences),))
    assert trials([empty], 1) == ()
    assert trials([], 1) == ()


def test_pairs_are_shared_out_evenly() -> None:
    counts = Counter(one.kind for one in trials(held_out(), 1, 8))
    assert [counts[kind] for kind in KINDS] == [3, 3, 2]
