"""The indexes behind the search for quotations: a shared run of words is always found."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foam_graph.corpus.quotations.phrase_index import SURE, PhraseIndex, certain
from foam_graph.corpus.quotations.sentence_index import SentenceIndex

WORDS = st.sampled_from(
    ["alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "Ünter", "中文", "1914-1918", "don't"]
)
TEXTS = st.lists(st.lists(WORDS, max_size=40).map(" ".join), min_size=1, max_size=6)


@settings(max_examples=300, deadline=None)
@given(TEXTS, st.data())
def test_a_run_of_enough_words_is_found_where_it_stands(texts: list[str], data: st.DataObject) -> None:
    index = PhraseIndex(texts)
    long = [n for n, text in enumerate(texts) if len(text.split()) >= SURE]
    if not long:
        assert index.verbatim(["zulu yankee xray whiskey victor"]) == [[]]
        return
    n = data.draw(st.sampled_from(long))
    words = texts[n].split()
    size = data.draw(st.integers(SURE, len(words)))
    start = data.draw(st.integers(0, len(words) - size))
    query = " ".join(words[start : start + size])
    place = len(" ".join(words[:start])) + (start > 0)
    assert (n, place) in index.verbatim(["nothing of the kind", query], most=10_000)[1]
    found = index.hits([query]).candidates()[0]
    assert n in [one.text for one in found]
    assert next(one for one in found if one.text == n).share == 1.0


def test_a_text_longer_than_a_block_is_found_to_its_end() -> None:
    words = [f"w{n}" for n in range(60_000)]
    index = PhraseIndex(["short one here for a start", " ".join(words), "and another short one after it"])
    for at in range(0, 59_990, 997):
        query = " ".join(words[at : at + 8])
        ((text, place),) = set(index.verbatim([query])[0])
        assert (text, " ".join(words)[place : place + len(query)]) == (1, query)
    assert index.verbatim(["another short one after it"])[0] == [(2, 4)]


def test_no_texts_and_no_words() -> None:
    assert PhraseIndex([]).verbatim(["a b c d e f"]) == [[]]
    assert PhraseIndex(["", "..."]).hits(["a b c d e f", ""]).candidates() == [[], []]


@given(st.lists(st.lists(WORDS, max_size=5), max_size=8))
def test_whole_sentences_are_found_where_they_first_stand(groups: list[list[str]]) -> None:
    index = SentenceIndex(groups)
    everything = [one for group in groups for one in group]
    found = index.find([*everything, "nowhere"])
    assert found[-1] is None
    for text, place in zip(everything, found[:-1], strict=True):
        assert place is not None
        first = next((n, group.index(text)) for n, group in enumerate(groups) if text in group)
        assert place == first


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("the roots of the willows", True),
        ("the roots of willows", False),
        ("it isn't so in may", True),
        ("the north-west-by-north quay", False),
        ("the well-known roots of the old willows", True),
        ("the r[o]ots of willows", False),
        ("rose by 5 % & 7", False),
        ("政府不应提", True),
        ("मैं कि जाता हूँ", False),
    ],
)
def test_a_query_is_sure_to_be_found_by_a_run_of_words_that_nobody_divides_otherwise(query: str, found: bool) -> None:
    assert certain(query) == found
