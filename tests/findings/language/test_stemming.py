"""Stems are those of NLTK's stemmer, for every word of the shipped data and for what is no word."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.findings.language.stemming import stemmed
from foam_graph.resources import package_file

WORDS = sorted(
    set(re.findall(r"[^\W\d_]+", "\n".join(package_file("foam_graph.findings.language", name) for name in (
        "kinship.txt", "verbs.yaml", "lexicon.yaml",
    ))))
)  # fmt: skip
ENDINGS = (
    "", "s", "es", "ies", "sses", "ed", "ied", "eed", "ing", "y", "ational", "tional", "enci", "anci", "izer", "bli", "alli",
    "entli", "eli", "ousli", "ization", "ation", "ator", "alism", "iveness", "fulness", "ousness", "aliti", "iviti", "biliti",
    "fulli", "logi", "icate", "ative", "alize", "iciti", "ical", "ful", "ness", "ance", "ence", "er", "ic", "able", "ible",
    "ant", "ement", "ment", "ent", "ion", "sion", "ou", "ism", "ate", "iti", "ous", "ive", "ize", "e", "ll", "lli",
)  # fmt: skip


@cache
def stemmer() -> Any:
    return pytest.importorskip("nltk.stem.porter", reason="nltk is not installed").PorterStemmer()


def by_nltk(word: str) -> str:
    return str(stemmer().stem(word))


def test_words_have_the_stems_that_nltk_gives_them() -> None:
    made = [f"{word}{ending}" for word in WORDS[::25] for ending in ENDINGS]
    assert len(WORDS) > 5000
    assert [word for word in (*WORDS, *made) if stemmed(word) != by_nltk(word)] == []


@given(
    st.builds("".join, st.tuples(st.text("abeilosty", max_size=6), st.sampled_from(ENDINGS), st.sampled_from(ENDINGS)))
)
def test_what_is_no_word_too(word: str) -> None:
    assert stemmed(word) == by_nltk(word)


@given(st.text(max_size=8))
def test_and_any_text(text: str) -> None:
    assert stemmed(text) == by_nltk(text)
