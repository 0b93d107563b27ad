"""Keys meet where two of them stand for the same word, in whatever form."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.findings.language.words import key_of, same
from foam_graph.findings.sheet.accounts.account import meets

STEMS = (
    "permit",
    "perm",
    "promise",
    "promised",
    "tenant",
    "ten",
    "legal",
    "illegal",
    "lawful",
    "unlawful",
    "increase",
    "öffne",
)
ENDINGS = ("", "s", "d", "ed", "ing", "tion", "er", "less")
KEYS = st.one_of(st.builds(str.__add__, st.sampled_from(STEMS), st.sampled_from(ENDINGS)), st.text(max_size=7)).map(
    key_of
)


@given(st.lists(KEYS, max_size=8), st.lists(KEYS, max_size=8))
def test_what_meets_is_what_two_by_two_is_the_same_word(one: list[str], other: list[str]) -> None:
    assert meets(one, other) == {key for key in one if any(same(key, twin) for twin in other)}


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (["permit"], ["permits"], {"permit"}),
        (["permits", "tenant"], ["permit"], {"permits"}),
        (["ten"], ["tens", "tenant"], set()),
        (["increase"], ["decrease"], set()),
        ([], ["permit"], set()),
        (["permit"], [], set()),
    ],
)
def test_forms_of_a_word_meet_and_words_that_begin_alike_do_not(
    one: list[str], other: list[str], expected: set[str]
) -> None:
    assert meets(one, other) == expected
