"""What is taken back of a modification, and what stays of it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.reasoning.debating.speech import Said
from foam_graph.reasoning.debating.undoing import taken_back


def back(earlier: Sequence[str], later: Sequence[str], failing: Sequence[int], wrong: Sequence[int] = ()) -> list[str]:
    return [one.text for one in taken_back([*map(Said, earlier)], [*map(Said, later)], failing, wrong)]


BEFORE = [
    "The town did, eight minutes after the alert.",
    "The wave of 2011 came on a November evening.",
    "No drill was held.",
    "The inquiry into that wave warned of stairs.",
    "Stairs must come.",
    "Pay first for what she runs up.",
]


def test_a_sentence_that_was_changed_is_again_what_it_was_and_other_changes_stay() -> None:
    later = [*BEFORE[:4], "Stairs must come; how many minutes they give, you never told.", "You pay for none."]
    assert back(BEFORE, [*later[:5], BEFORE[5]], [5]) == BEFORE
    first = ["The town did it.", *later[1:5], BEFORE[5]]
    assert back(BEFORE, first, [5]) == ["The town did it.", *BEFORE[1:]]


def test_what_an_unchanged_sentence_leans_on_comes_back() -> None:
    later = ["Sensors confirmed it after six minutes.", *BEFORE[2:]]
    assert back(BEFORE, ["The town did.", BEFORE[0], *BEFORE[2:]], [4]) == ["The town did.", *BEFORE]
    assert back(BEFORE, later, [3]) == BEFORE, "one change of two sentences is one"
    assert back(BEFORE, [*BEFORE[:2], *BEFORE[3:]], [3]) == [], "nothing that went has a word of it"


@pytest.mark.parametrize("failing", [[], [9], [1, 5], [6]])
def test_nothing_is_taken_back_where_what_fails_was_not_changed_or_is_not_named(failing: list[int]) -> None:
    later = [*BEFORE[:4], "You never told how many minutes.", BEFORE[5]]
    assert back(BEFORE, later, failing) == []


def test_what_could_not_stand_before_does_not_come_back() -> None:
    later = [*BEFORE[:4], "You never told how many minutes.", BEFORE[5]]
    assert back(BEFORE, later, [5], [5]) == []
    assert back(BEFORE, later, [5], [1]) == BEFORE


WORDS = st.sampled_from([*BEFORE, "So it is.", "Nobody told it.", "A siren sounds."])


@given(st.lists(WORDS, min_size=1, max_size=8), st.lists(WORDS, min_size=1, max_size=8), st.data())
def test_every_sentence_is_of_one_of_the_two_and_what_failed_by_its_change_is_gone(
    earlier: list[str], later: list[str], data: st.DataObject
) -> None:
    failing = data.draw(st.sets(st.integers(1, len(later)), min_size=1))
    found = back(earlier, later, sorted(failing))
    assert set(found) <= {*earlier, *later}
    stays = {text for n, text in enumerate(later, 1) if n not in failing}
    strange = {later[n - 1] for n in failing} - set(earlier) - stays
    assert not strange & set(found)
