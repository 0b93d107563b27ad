"""Long texts in pieces: nothing lost, none longer than an encoder reads, one vector for all."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.corpus.encoders.pooling import MOST_CHINESE, MOST_LETTERS, pieces, pooled


@given(st.lists(st.text(alphabet="ab .真爱", max_size=2000), max_size=6))
def test_pieces_hold_the_whole_text_in_order_and_are_short(sentences: list[str]) -> None:
    made = pieces(sentences)
    assert made
    assert "".join(made).replace(" ", "") == "".join(sentences).replace(" ", "")
    assert all(len(one) <= MOST_LETTERS for one in made)


def test_sentences_are_kept_together_as_far_as_they_fit() -> None:
    sentence = "x" * 400
    assert [len(one) for one in pieces([sentence, sentence, sentence])] == [801, 400]
    chinese = "爱" * 100
    assert [len(one) for one in pieces([chinese, chinese, chinese])] == [201, 100]
    assert [len(one) for one in pieces(["爱" * 500])] == [MOST_CHINESE, MOST_CHINESE, 20]


def test_the_mean_is_by_length_and_of_length_one() -> None:
    # (3 * (1, 0) + 1 * (0, 1)) / 4 has the direction (3, 1).
    found = pooled([[1.0, 0.0], [0.0, 1.0]], ["abc", "a"])
    assert found == pytest.approx([3 / math.sqrt(10), 1 / math.sqrt(10)])
    assert pooled([[0.6, 0.8]], ["abc"]) == pytest.approx([0.6, 0.8])


def test_pieces_that_cancel_one_another_out_leave_the_first() -> None:
    assert pooled([[1.0, 0.0], [-1.0, 0.0]], ["abc", "abc"]) == [1.0, 0.0]
