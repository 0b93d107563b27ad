"""Folding: what is typography and what is not, and the way back to the characters it came from."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from foam_graph.corpus.text.folding import WRAP, alike, fold, folded, letters_of, skeleton

CHARACTERS = list("abZ19 .-—–\n\r\u00ad\u200b\ufeffﬁﬂ“”’é²½ßİ…中。\u0301\t`कि\u202eΩ①，5/")


@settings(max_examples=400, deadline=None)
@given(st.text(alphabet=st.sampled_from(CHARACTERS), max_size=80))
def test_the_map_leads_back_to_the_original(text: str) -> None:
    whole = folded(text)
    letters = skeleton(whole)
    for one in (whole, letters):
        size = len(text) if one is whole else len(whole.text)
        places = [(one.start(n), one.stop(n + 1)) for n in range(len(one.text))]
        assert all(0 <= start < stop <= size for start, stop in places)
        assert places == sorted(places)
    assert bool(letters.text) == any(one.isalnum() for one in whole.text)
    assert letters.text.casefold() == letters_of(whole.text)


@settings(max_examples=400, deadline=None)
@given(st.text(alphabet=st.sampled_from(CHARACTERS), max_size=60))
@example("½\u00ad\u200b\rß")
@example("a\u00ad\u200b\nb\u00ad\nc")
@example("1 -\u00ad")
def test_folding_with_and_without_a_map_agree(text: str) -> None:
    assert fold(text) == folded(text).text.replace(WRAP, "").strip()
    assert fold(f" {text}\n") == fold(text)


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet=st.sampled_from("abc ﬁ…½"), min_size=1, max_size=40), st.data())
def test_every_place_of_the_fold_is_where_the_original_folds_to_it(text: str, data: st.DataObject) -> None:
    whole = folded(text)
    n = data.draw(st.integers(0, max(0, len(whole.text) - 1)))
    if whole.text.strip():
        around = fold(text[whole.start(n) : whole.stop(n + 1)])
        assert whole.text[n].strip() in around
        assert whole.position(whole.start(n)) <= n


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("a\u00a0b  c\td\ne", "a b c d e"),
        ("“No,” he said—‘never’…", "\"No,\" he said-'never'..."),
        ("ﬁnal oﬃce", "final office"),
        ("10² and H₂O and 2½", "10^2 and H_2O and 2 1/2"),
        ("zero\u200bwidth\ufeff soft\u00adhyphen \u200eleft", "zerowidth softhyphen left"),
        ("inter-\nnational", "international"),
        ("F-\n16 in 1914-\n1918", "F-16 in 1914-1918"),
        ("e\u0301tude", "étude"),
        ("ＡＢＣ１２３", "ABC123"),
        ("中 文 字", "中文字"),
        ("wait . . . and .... then", "wait ... and ... then"),
        ("a \u202e b", "a \u202e b"),
        ("कि की", "कि की"),
        ("", ""),
    ],
)
def test_what_folds_to_what(text: str, plain: str) -> None:
    assert fold(text) == plain


def test_a_wrapped_hyphen_is_a_hyphen_a_blank_or_nothing() -> None:
    source = folded("well-\nknown").text
    assert all(alike(source, quote) for quote in ("well-known", "wellknown", "well known", source))
    assert not alike(source, "well, known")


def test_vowel_signs_are_letters() -> None:
    assert letters_of("कि") != letters_of("की")
