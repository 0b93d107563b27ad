"""Sentences turned into their opposite."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.evaluation.judging.negation import negated


@pytest.mark.parametrize(
    ("sentence", "opposite"),
    [
        ("The plan is modest.", "The plan is not modest."),
        ("The plan is not modest.", "The plan is modest."),
        ("We can't pay.", "We can pay."),
        ("They cannot pay.", "They can pay."),
        ("They can pay.", "They cannot pay."),
        ("It has been paid.", "It has not been paid."),
        ("Nobody is against nurses.", "Everybody is against nurses."),
        ("It always rains.", "It never rains."),
        ("Trade increases wealth.", "Trade decreases wealth."),
        ("This saves lives.", "This wastes lives."),
        ("我们应该种树。", "我们不应该种树。"),
        ("这不是事实。", "这是事实。"),
    ],
)
def test_worked_examples(sentence: str, opposite: str) -> None:
    assert negated(sentence) == opposite


@pytest.mark.parametrize("sentence", ["", "Should we pay?", "是否可行？", "Trees, then."])
def test_what_no_rule_turns_stays(sentence: str) -> None:
    assert negated(sentence) == sentence


@given(st.text(max_size=120))
def test_any_text_is_taken(text: str) -> None:
    assert isinstance(negated(text), str)
    assert negated(text + "?") == text + "?"
